"""The lines of vote cards under the idols, and what anybody knows of a card lying there."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.games.idol_conclave.cards import IDOL_COUNT, LINE, NEG, OWN_KINDS, P1, SCHEMING, SIMULTANEOUS
from zashiki.games.idol_conclave.state import EVERYBODY, State

# IDL-53: Negative Atmosphere is recognised by its back; IDL-17: the +1000 is played for all to see.
SEEN_FROM_BEHIND = (1 << NEG) | (1 << P1)
SCHEMING_OPEN = 2  # so many cards lie open under Scheming Character


@rule
def event_is_up(s: State, idol: int) -> int:
    # IDL-10: events lie face up; IDL-74: the Simultaneous Vote turns face down once it has happened.
    return 0 if s.voted_together and s.events[idol] == SIMULTANEOUS else 1


@rule
def lands_up(s: State, idol: int) -> int:
    """1 when the next vote from hand on this idol lies face up."""
    length = s.length[idol]
    # IDL-72: Scheming Character shows votes while fewer than two cards lie there, and hides them afterwards.
    if s.events[idol] == SCHEMING:
        return 1 if length < SCHEMING_OPEN else 0
    # IDL-22: with no vote cards the event is the bottommost card; IDL-R20: it may lie face down.
    if length == 0:
        return 1 - event_is_up(s, idol)
    # IDL-21: the opposite facing of the bottommost card; IDL-23: whatever happened further up.
    return 1 - s.piece_up[s.line[idol * LINE + length - 1]]


@rule
def seen_when_laid(kind: int, seat: int, up: int) -> int:
    """The eyes that know a card just played."""
    return EVERYBODY if up or SEEN_FROM_BEHIND & bit(kind) else bit(seat)


@rule
def lay(s: State, line: int, kind: int, seat: int, up: int) -> None:
    """Put a card at the bottom of a line, or into the box."""
    piece = s.piece_count
    s.piece_count += 1
    s.piece_kind[piece] = kind
    s.piece_seat[piece] = seat
    s.piece_turn[piece] = s.turn
    s.piece_up[piece] = up
    s.piece_known[piece] = seen_when_laid(kind, seat, up)
    add_piece(s, line, piece)


@rule
def add_piece(s: State, line: int, piece: int) -> None:
    # IDL-18: below all cards already in the line.
    s.line[line * LINE + s.length[line]] = piece
    s.length[line] += 1


@rule
def take_piece(s: State, line: int, place: int) -> int:
    """Remove a card from a line; which one it was."""
    piece = s.line[line * LINE + place]
    s.length[line] -= 1
    last = line * LINE + s.length[line]
    # IDL-49: gaps close upwards.
    for at in range(line * LINE + place, last):
        s.line[at] = s.line[at + 1]
    s.line[last] = 0
    return piece


@rule
def is_own_card(s: State, piece: int, seat: int) -> int:
    # IDL-44: the +1000 and the Group Votes are nobody's own cards.
    return 1 if s.piece_seat[piece] == seat and OWN_KINDS & bit(s.piece_kind[piece]) else 0


@rule
def lines_in_use(s: State) -> int:
    """How many idols have vote cards."""
    used = 0
    for idol in range(IDOL_COUNT):
        if s.length[idol] > 0:
            used += 1
    return used


@rule
def list_cards(s: State, block: int, except_idol: int, hidden_only: int, out: list[int], n: int) -> int:
    """Write the spots of vote cards, by idol and then from the top; the new length."""
    for idol in range(IDOL_COUNT):
        if idol != except_idol:
            for place in range(s.length[idol]):
                if not hidden_only or not s.piece_up[s.line[idol * LINE + place]]:
                    out[n] = block + idol * LINE + place
                    n += 1
    return n


@rule
def list_own_cards(s: State, block: int, seat: int, out: list[int]) -> int:
    """Write the spots of the seat's own vote cards; how many."""
    n = 0
    for idol in range(IDOL_COUNT):
        for place in range(s.length[idol]):
            if is_own_card(s, s.line[idol * LINE + place], seat):
                out[n] = block + idol * LINE + place
                n += 1
    return n


@rule
def has_own_card(s: State, seat: int) -> int:
    for idol in range(IDOL_COUNT):
        for place in range(s.length[idol]):
            if is_own_card(s, s.line[idol * LINE + place], seat):
                return 1
    return 0


@rule
def has_hidden_card(s: State, except_idol: int) -> int:
    """1 when some other idol has a face-down vote card."""
    for idol in range(IDOL_COUNT):
        if idol != except_idol:
            for place in range(s.length[idol]):
                if not s.piece_up[s.line[idol * LINE + place]]:
                    return 1
    return 0
