"""The lines of vote cards below the idols, and who knows a card that is laid there."""

from __future__ import annotations

from zashiki.core.bits import bit, has
from zashiki.core.rule import rule
from zashiki.games.idol_conclave import cards
from zashiki.games.idol_conclave.cards import IDOL_COUNT, LINE
from zashiki.games.idol_conclave.state import EVERYBODY, State

# IDL-53: Negative Atmosphere is recognised by its back; IDL-17: the +1000 is played for all to see.
SEEN_FROM_BEHIND = (1 << cards.NEG) | (1 << cards.P1)
SCHEMING_OPEN = 2  # how many cards lie open under Scheming Character


@rule
def idol_with(s: State, event: int) -> int:
    """The idol that has this event, or NOBODY."""
    for idol in range(IDOL_COUNT):
        if s.events[idol] == event:
            return idol
    return cards.NOBODY


@rule
def event_is_up(s: State, idol: int) -> int:
    # IDL-10: events lie face up; IDL-74: the Simultaneous Vote turns face down once it has happened.
    return 0 if s.voted_together and s.events[idol] == cards.SIMULTANEOUS else 1


@rule
def lands_up(s: State, idol: int) -> int:
    """1 when the next vote from hand for this idol lies face up."""
    length = s.length[idol]
    # IDL-72: Scheming Character shows votes while fewer than two cards lie there, and hides them afterwards.
    if s.events[idol] == cards.SCHEMING:
        return 1 if length < SCHEMING_OPEN else 0
    # IDL-22: without vote cards the event is the bottommost card; IDL-R20: it may lie face down.
    if length == 0:
        return 1 - event_is_up(s, idol)
    # IDL-21: the opposite facing of the bottommost card; IDL-23: whatever happened further up.
    return 1 - s.piece_up[s.line[idol * LINE + length - 1]]


@rule
def lay(s: State, line: int, kind: int, seat: int, up: int) -> None:
    """Put a card at the bottom of a line, or into the box."""
    piece = s.piece_count
    s.piece_count += 1
    s.piece_kind[piece] = kind
    s.piece_seat[piece] = seat
    s.piece_turn[piece] = s.turn
    s.piece_up[piece] = up
    s.piece_known[piece] = EVERYBODY if up or has(SEEN_FROM_BEHIND, kind) else bit(seat)
    add_piece(s, line, piece)


@rule
def add_piece(s: State, line: int, piece: int) -> None:
    # IDL-18: below all cards already in the line.
    s.line[line * LINE + s.length[line]] = piece
    s.length[line] += 1


@rule
def take_piece(s: State, spot: int) -> int:
    """Remove the card at a spot from its line; which one it was."""
    piece = s.line[spot]
    idol = spot // LINE
    s.length[idol] -= 1
    last = idol * LINE + s.length[idol]
    # IDL-49: gaps close upwards.
    for at in range(spot, last):
        s.line[at] = s.line[at + 1]
    s.line[last] = 0
    return piece


@rule
def is_own_card(s: State, piece: int, seat: int) -> int:
    # IDL-44: the +1000 and the Group Votes are nobody's own cards.
    return has(cards.OWN_KINDS, s.piece_kind[piece]) if s.piece_seat[piece] == seat else 0


@rule
def lines_in_use(s: State) -> int:
    """How many idols have vote cards."""
    used = 0
    for idol in range(IDOL_COUNT):
        used += min(s.length[idol], 1)
    return used


@rule
def list_idols(block: int, except_idol: int, out: list[int], n: int) -> int:
    """Write every idol but one, or all for NOBODY; the new length."""
    for idol in range(IDOL_COUNT):
        if idol != except_idol:
            out[n] = block + idol
            n += 1
    return n


@rule
def list_cards(s: State, block: int, except_idol: int, hidden_only: int, out: list[int], n: int) -> int:
    """Write the spots of vote cards, by idol and then from the top; the new length."""
    for idol in range(IDOL_COUNT):
        if idol != except_idol:
            for spot in range(idol * LINE, idol * LINE + s.length[idol]):
                if not hidden_only or not s.piece_up[s.line[spot]]:
                    out[n] = block + spot
                    n += 1
    return n


@rule
def list_own_cards(s: State, block: int, seat: int, out: list[int]) -> int:
    """Write the spots of the seat's own vote cards; how many there are."""
    n = 0
    for idol in range(IDOL_COUNT):
        for spot in range(idol * LINE, idol * LINE + s.length[idol]):
            if is_own_card(s, s.line[spot], seat):
                out[n] = block + spot
                n += 1
    return n


@rule
def has_own_card(s: State, seat: int) -> int:
    for idol in range(IDOL_COUNT):
        for spot in range(idol * LINE, idol * LINE + s.length[idol]):
            if is_own_card(s, s.line[spot], seat):
                return 1
    return 0


@rule
def has_hidden_card(s: State, except_idol: int) -> int:
    """1 when some other idol has a face-down vote card."""
    for idol in range(IDOL_COUNT):
        if idol != except_idol:
            for spot in range(idol * LINE, idol * LINE + s.length[idol]):
                if not s.piece_up[s.line[spot]]:
                    return 1
    return 0
