"""The state of Idol Conclave."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.schema import Record, i8, i8s, i16, i16s
from zashiki.games.idol_conclave import cards
from zashiki.games.idol_conclave.cards import EMPTY, IDOL_COUNT, KIND_COUNT, LINE, MAX_SEATS, MAX_TURNS, NOBODY, PIECES
from zashiki.games.idol_conclave.phase import OVER, START

SPECTATORS = MAX_SEATS  # the eye, beside the seats, that has seen only what everybody saw
EYES = MAX_SEATS + 1
EVERYBODY = (1 << EYES) - 1


class State(Record):
    """The whole table, secrets included.

    A piece is a card on an idol or in the box. All its movements are open, so only its kind is secret, not its number.
    `piece_known` says which eyes have seen the kind since the card was last played (IDL-R7).
    """

    players: int = i8(0, MAX_SEATS)
    phase: int = i8(START, OVER)
    pool: int = i16(0, cards.ALL_EVENTS)  # the option: events that may be dealt
    start: int = i8(NOBODY, MAX_SEATS - 1)  # the option; NOBODY: drawn at random
    seat: int = i8(NOBODY, MAX_SEATS - 1)  # whose turn it is
    turn: int = i8(0, MAX_TURNS)
    identities: list[int] = i8s(MAX_SEATS, EMPTY, IDOL_COUNT - 1)
    candidates: list[int] = i8s(MAX_SEATS, EMPTY, IDOL_COUNT - 1)
    events: list[int] = i8s(IDOL_COUNT, EMPTY, cards.EVENT_COUNT - 1)
    voted_together: int = i8(0, 1)  # the Simultaneous Vote has happened; its event lies face down

    hands: list[int] = i16s(MAX_SEATS, 0, cards.ALL_KINDS)
    supply: int = i16(0, cards.SUPPLY_KINDS)
    sheet_kind: list[int] = i8s(cards.SPACE_COUNT, EMPTY, KIND_COUNT - 1)
    sheet_seat: list[int] = i8s(cards.SPACE_COUNT, NOBODY, MAX_SEATS - 1)
    sheet_turn: list[int] = i8s(cards.SPACE_COUNT, 0, MAX_TURNS)
    taken_by: list[int] = i8s(cards.GROUPS, NOBODY, MAX_SEATS - 1)  # who took Group Votes I and II, who placed III
    taken_turn: list[int] = i8s(cards.GROUPS, 0, MAX_TURNS)

    # The lines of the idols from top to bottom, then the box. IDL-R11: events lie in none of them, so no deal reaches them.
    line: list[int] = i8s((IDOL_COUNT + 1) * LINE, 0, PIECES - 1)
    length: list[int] = i8s(IDOL_COUNT + 1, 0, LINE)
    piece_count: int = i8(0, PIECES)
    piece_kind: list[int] = i8s(PIECES, 0, KIND_COUNT - 1)
    piece_seat: list[int] = i8s(PIECES, 0, MAX_SEATS - 1)
    piece_turn: list[int] = i8s(PIECES, 0, MAX_TURNS)
    piece_up: list[int] = i8s(PIECES, 0, 1)
    piece_known: list[int] = i8s(PIECES, 0, EVERYBODY)

    picked: int = i16(EMPTY, cards.SPOTS - 1)  # the spot of the card chosen first by a Trade or Move
    ballots: list[int] = i8s(MAX_SEATS, EMPTY, KIND_COUNT - 1)  # sealed until all are in, then waiting to be placed
    retaken_kind: int = i8(EMPTY, KIND_COUNT - 1)  # what an Exchange took back
    retaken_known: int = i8(0, EVERYBODY)  # who had seen it before

    outcome: list[int] = i8s(IDOL_COUNT, EMPTY, cards.EVENT_COUNT - 1)


@rule
def eye_of(seat: int) -> int:
    """The eye of a seat, or of those without one."""
    return seat if seat >= 0 else SPECTATORS
