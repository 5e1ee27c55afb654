"""What a seat of Idol Conclave knows, as a row of numbers. Seats are counted from the observer: 0 is itself."""

from __future__ import annotations

from zashiki.core.bits import count, has
from zashiki.core.rooms import Observed
from zashiki.core.rows import blank, mark_one, mark_seat, mark_set, turned
from zashiki.core.rule import rule
from zashiki.games.idol_conclave import cards, phase
from zashiki.games.idol_conclave.cards import EMPTY, EVENT_COUNT, GROUPS, IDOL_COUNT, KIND_COUNT, LINE, MAX_SEATS, NEG, PIECES
from zashiki.games.idol_conclave.rules import backstage, lines
from zashiki.games.idol_conclave.state import State

LINES = IDOL_COUNT + 1
CARD_NUMBERS = LINES + 2 + MAX_SEATS + KIND_COUNT + MAX_SEATS + 2

OBSERVATION = (
    Observed("phase", phase.OVER + 1, 1, "the phase, one-hot"),
    Observed("turn", 1, cards.MAX_TURNS, "the turn number"),
    Observed("turn_seat", MAX_SEATS, 1, "whose turn it is"),
    Observed("seated", MAX_SEATS, 1, "1 for every seat of the table"),
    Observed("hand_sizes", MAX_SEATS, cards.HAND_SIZE, "cards in hand"),
    Observed("neg_flags", MAX_SEATS, 1, "1 while the hand holds Negative Atmosphere"),
    Observed("hand", KIND_COUNT, 1, "the observer's hand"),
    Observed("identity", IDOL_COUNT, 1, "the observer's identity"),
    Observed("candidates", MAX_SEATS * IDOL_COUNT, 1, "per seat: its candidate"),
    Observed("events", IDOL_COUNT * EVENT_COUNT, 1, "per idol: her event"),
    Observed("event_up", IDOL_COUNT, 1, "per idol: 1 while the event lies face up"),
    Observed("next_up", IDOL_COUNT, 1, "per idol: 1 when the next vote from a hand lies face up"),
    Observed("line_lengths", IDOL_COUNT, PIECES, "per idol: how many vote cards"),
    Observed("sheet", cards.SPACE_COUNT * (KIND_COUNT + MAX_SEATS), 1, "per space: the card on it and whose it is"),
    Observed("open_spaces", cards.SPACE_COUNT, 1, "per space: 1 when a deal may be placed there"),
    Observed("supply", KIND_COUNT, 1, "neutral cards still on the sheet"),
    Observed("taken", GROUPS * MAX_SEATS, 1, "per Group Vote: who took or placed it"),
    Observed("ballots", MAX_SEATS * (2 + KIND_COUNT), 1, "per seat: a ballot is there, its back is negative, its kind if known"),
    Observed("retaken", KIND_COUNT, 1, "what an Exchange took back, if known"),
    Observed(
        "cards",
        PIECES * CARD_NUMBERS,
        cards.MAX_TURNS,
        "per card, idol by idol from the top and then the box: line, picked, face up, seat, kind if known, who knows it, "
        "negative back, turn",
    ),
)


@rule
def observe(s: State, seat: int, out: list[int]) -> None:
    """What the seat knows, as OBSERVATION lists it."""
    blank(out)
    at = mark_one(s.phase, out, 0, phase.OVER + 1)
    out[at] = s.turn
    at = mark_seat(s, s.seat, seat, out, at + 1, MAX_SEATS)
    for other in range(s.players):
        out[at + turned(s, other, seat)] = 1
        out[at + MAX_SEATS + turned(s, other, seat)] = count(s.hands[other])
        out[at + 2 * MAX_SEATS + turned(s, other, seat)] = has(s.hands[other], NEG)
    at = mark_set(s.hands[seat], out, at + 3 * MAX_SEATS, KIND_COUNT)
    at = mark_one(s.identities[seat], out, at, IDOL_COUNT)
    for other in range(s.players):
        mark_one(s.candidates[other], out, at + turned(s, other, seat) * IDOL_COUNT, IDOL_COUNT)
    at = observe_events(s, out, at + MAX_SEATS * IDOL_COUNT)
    at = observe_sheet(s, seat, out, at)
    at = observe_ballots(s, seat, out, at)
    mark_one(s.retaken_kind if has(s.retaken_known, seat) else EMPTY, out, at, KIND_COUNT)
    observe_cards(s, seat, out, at + KIND_COUNT)


@rule
def observe_events(s: State, out: list[int], at: int) -> int:
    for idol in range(IDOL_COUNT):
        at = mark_one(s.events[idol], out, at, EVENT_COUNT)
    for idol in range(IDOL_COUNT):
        if s.phase > phase.EVENTS:
            out[at + idol] = lines.event_is_up(s, idol)
            out[at + IDOL_COUNT + idol] = lines.lands_up(s, idol)
        out[at + 2 * IDOL_COUNT + idol] = s.length[idol]
    return at + 3 * IDOL_COUNT


@rule
def observe_sheet(s: State, seat: int, out: list[int], at: int) -> int:
    for space in range(cards.SPACE_COUNT):
        at = mark_one(s.sheet_kind[space], out, at, KIND_COUNT)
        at = mark_seat(s, s.sheet_seat[space], seat, out, at, MAX_SEATS)
    at = mark_set(backstage.open_spaces(s), out, at, cards.SPACE_COUNT)
    at = mark_set(s.supply, out, at, KIND_COUNT)
    for group in range(GROUPS):
        at = mark_seat(s, s.taken_by[group], seat, out, at, MAX_SEATS)
    return at


@rule
def observe_ballots(s: State, seat: int, out: list[int], at: int) -> int:
    size = 2 + KIND_COUNT
    for other in range(s.players):
        if s.ballots[other] != EMPTY:
            first = at + turned(s, other, seat) * size
            negative = 1 if s.phase != phase.BALLOT and s.ballots[other] == NEG else 0
            out[first] = 1
            out[first + 1] = negative
            if other == seat or negative:
                out[first + 2 + s.ballots[other]] = 1
    return at + MAX_SEATS * size


@rule
def observe_cards(s: State, seat: int, out: list[int], at: int) -> None:
    for line in range(LINES):
        for spot in range(line * LINE, line * LINE + s.length[line]):
            observe_card(s, s.line[spot], line, 1 if spot == s.picked else 0, seat, out, at)
            at += CARD_NUMBERS


@rule
def observe_card(s: State, piece: int, line: int, picked: int, seat: int, out: list[int], at: int) -> None:
    at = mark_one(line, out, at, LINES)
    out[at] = picked
    out[at + 1] = s.piece_up[piece]
    at = mark_seat(s, s.piece_seat[piece], seat, out, at + 2, MAX_SEATS)
    mark_one(s.piece_kind[piece] if has(s.piece_known[piece], seat) else EMPTY, out, at, KIND_COUNT)
    at += KIND_COUNT
    for other in range(s.players):
        out[at + turned(s, other, seat)] = has(s.piece_known[piece], other)
    at += MAX_SEATS
    out[at] = 1 if s.piece_kind[piece] == NEG else 0
    out[at + 1] = s.piece_turn[piece]
