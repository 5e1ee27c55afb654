"""The state of Kazoku Scribe, and two rules that read it everywhere."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.schema import Record, i8, i8s, i16s, i32s, i64s
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.actions import ACTIONS
from zashiki.games.kazoku_scribe.cards import (
    ARMY,
    BANKS,
    CAVE_CELLS,
    CROSSINGS,
    KINDS,
    MAX_SEATS,
    NONE,
    SQUARES,
    WARS,
    WORD,
)
from zashiki.games.kazoku_scribe.phase import CHOOSE, DONE, START, TAILORING_FOUND

SAME, DIFFERENT = range(2)  # option `villages`
BEFORE = MAX_SEATS  # a seat's page as it was when planning began is kept this many pages behind the page itself
NOT_YET = -1  # a challenge that has not been chosen
MAX_LEGAL = 1024


class State(Record):
    """The Shogun page, one village page for each seat, and the sealed plans of the round."""

    players: int = i8(0, MAX_SEATS)
    size: int = i8(0, 1)  # of the Shogun page: 0 for two players, 1 for four
    villages: int = i8(SAME, DIFFERENT)
    start_option: int = i8(cards.NOBODY, MAX_SEATS - 1)
    beginner: int = i8(0, 1)
    phase: int = i8(START, TAILORING_FOUND)
    printed: int = i8(0, MAX_SEATS)  # how many village pages are complete
    start: int = i8(cards.NOBODY, MAX_SEATS - 1)  # the first starting seat
    round: int = i8(0, cards.ROUNDS)

    # the Shogun page
    battle: list[int] = i64s(ARMY * cards.HALVES, 0, cards.PLAN_WORD)  # the cells of each icon
    covered: list[int] = i64s(cards.HALVES, 0, cards.PLAN_WORD)
    labels: list[int] = i64s(cards.DIGITS * cards.HALVES, 0, cards.PLAN_WORD)  # the binary digits of 2 * (round - 1) + team
    dungeon: list[int] = i8s(CAVE_CELLS, NONE, cards.ALL_ICONS - 1)
    crossed: list[int] = i64s(cards.CAVE_WORDS, 0, cards.CAVE_WORD)
    walls: list[int] = i64s(ARMY * cards.CAVE_WORDS, 0, cards.CAVE_WORD)  # the army squares of each icon
    lanes: list[int] = i8s(cards.TREASURES * cards.TEAMS, 0, max(cards.LANE))

    # the printed part of each village page
    elements: list[int] = i64s(MAX_SEATS * KINDS * BANKS, 0, WORD)
    creek: list[int] = i8s(MAX_SEATS * cards.VILLAGE_ROWS, 0, cards.VILLAGE_COLUMNS)
    shapes: list[int] = i8s(MAX_SEATS * WARS, 0, cards.SHAPES - 1)
    icons: list[int] = i8s(MAX_SEATS * WARS * SQUARES, NONE, ARMY - 1)

    # the marks on each village page; a second copy is the page as it was when planning began (all zero outside planning)
    fenced: list[int] = i64s(MAX_SEATS * BANKS, 0, WORD)
    sick: list[int] = i64s(MAX_SEATS * BANKS, 0, WORD)
    estates: list[int] = i64s(MAX_SEATS * cards.DIGITS * BANKS, 0, WORD)  # the binary digits of 2 * (round - 1) + first or second
    arrows: list[int] = i8s(MAX_SEATS * cards.DEEDS * cards.ARROWS, 0, cards.ROUNDS)
    bridges: list[int] = i64s(2 * MAX_SEATS * CROSSINGS, 0, WORD)  # their ends on the west bank, for each way over the creek
    required: list[int] = i8s(2 * MAX_SEATS * cards.DEEDS, 0, cards.MOST_REQUIRED)  # two binary digits for each basic element
    squares: list[int] = i8s(2 * MAX_SEATS * WARS, 0, (1 << SQUARES) - 1)
    wards: list[int] = i32s(2 * MAX_SEATS, 0, (1 << cards.BOXES) - 1)

    # planning, sealed until all seats are done
    step: list[int] = i8s(MAX_SEATS, CHOOSE, DONE)
    deed: list[int] = i8s(MAX_SEATS, NONE, cards.DEEDS - 1)  # the action whose estate is being fenced
    mode: list[int] = i8s(MAX_SEATS, 0, cards.MODES - 1)
    draft: list[int] = i64s(MAX_SEATS * BANKS, 0, WORD)
    planned: list[int] = i8s(MAX_SEATS * cards.DEEDS_A_ROUND, NONE, cards.DEEDS - 1)
    pieces: list[int] = i8s(MAX_SEATS * cards.PIECES_A_ROUND, NONE, WARS - 1)  # still to be submitted
    shields: list[int] = i8s(MAX_SEATS, 0, 12)
    marks: list[int] = i8s(MAX_SEATS, 0, 4)  # bridges or cuts still to be made
    answer: list[int] = i16s(MAX_SEATS, NOT_YET, len(ACTIONS) - 1)  # the sealed challenge
    challenged: list[int] = i16s(cards.ROUNDS * MAX_SEATS, NOT_YET, len(ACTIONS) - 1)  # what was chosen in each round

    # submission
    seat: int = i8(0, MAX_SEATS - 1)
    turn: int = i8(0, cards.PIECES_A_ROUND * MAX_SEATS)
    steps: int = i8(0, SQUARES)
    troops: list[int] = i8s(ARMY, 0, SQUARES)  # icons of the submitted piece that are left

    outcome: list[int] = i8s(CAVE_CELLS, NONE, CAVE_CELLS // 2)


@rule
def team_of(seat: int) -> int:
    """KZS-1: partners sit opposite each other."""
    return seat % cards.TEAMS


@rule
def round_start(s: State) -> int:
    """KZS-7: each round starts one seat further to the left."""
    return (s.start + s.round - 1) % s.players
