"""The state of Kazoku Scribe: phases, the record, and how a game starts."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.schema import Record, i8, i8s, i16s, i32s, i64s
from zashiki.games.kazoku_scribe.actions import ACTIONS
from zashiki.games.kazoku_scribe.cards import (
    ARMY,
    ARROWS,
    BASICS,
    BOXES,
    CAVE_CELLS,
    CAVE_ROWS,
    CELLS,
    DEEDS,
    DEEDS_A_ROUND,
    DIRECTIONS,
    ESTATE_MOST,
    ESTATES,
    HALF,
    HALVES,
    ICONS,
    KINDS,
    LANE,
    MAX_SEATS,
    MODES,
    NOBODY,
    NONE,
    PIECES_A_ROUND,
    PLAN_CELLS,
    PLAN_ROWS,
    REQUIRED,
    ROUNDS,
    SHAPES,
    SQUARES,
    TEAMS,
    TREASURES,
    TURNS,
    VILLAGE_COLUMNS,
    VILLAGE_ROWS,
    WARS,
)

START, BATTLE, DUNGEON, VILLAGE, KNOWLEDGE, ENTRY, PLAN, CHALLENGE, SUBMIT, EXPLORE, OVER = range(11)
BRIDGE_FOUND, SHIELD_FOUND, TAILORING_FOUND = range(11, 14)  # a mark to make on the own page while exploring
PHASES = ("setup",) * 5 + ("entry", "plan", "challenge", "submit", "submit", "over") + ("submit",) * 3
LAST_PHASE = TAILORING_FOUND

# Where a seat stands in its own planning.
CHOOSE, FENCE, BRIDGE, CUT, WARD, DONE = range(6)
STEPS = ("plan", "fence", "bridge", "cut", "ward", "done")

SAME, DIFFERENT = range(2)  # option `villages`
BEFORE = MAX_SEATS  # the page of a seat as it was when planning began stands this many pages behind it
WORD = (1 << HALF) - 1
ROW = (1 << 14) - 1
MAX_LEGAL = 1024
LINKS = DIRECTIONS * HALVES
NOT_YET = -1  # a challenge that has not been chosen


class State(Record):
    """The Shogun page, one village page for each seat, and the sealed plans of the round."""

    players: int = i8(0, MAX_SEATS)
    size: int = i8(0, 1)  # of the Shogun page: 0 for two players, 1 for four
    villages: int = i8(SAME, DIFFERENT)
    start_option: int = i8(NOBODY, MAX_SEATS - 1)
    beginner: int = i8(0, 1)
    phase: int = i8(START, LAST_PHASE)
    printed: int = i8(0, MAX_SEATS)  # pages whose knowledge block is there
    start: int = i8(NOBODY, MAX_SEATS - 1)  # the first starting seat
    round: int = i8(0, ROUNDS)

    # the Shogun page
    battle: list[int] = i8s(PLAN_CELLS, NONE, ARMY - 1)
    labels: list[int] = i8s(PLAN_CELLS, 0, TEAMS * ROUNDS)  # 0: uncovered, else 2 * (round - 1) + team + 1
    uncovered: list[int] = i16s(ARMY * PLAN_ROWS, 0, ROW)  # for each icon and row, as bits
    dungeon: list[int] = i8s(CAVE_CELLS, NONE, len(ICONS) - 1)
    crossed: list[int] = i16s(CAVE_ROWS, 0, ROW)
    spaces: list[int] = i16s(CAVE_ROWS, 0, ROW)  # the round spaces, row by row
    walls: list[int] = i16s(ARMY * CAVE_ROWS, 0, ROW)  # the army squares, for each icon and row
    lanes: list[int] = i8s(TREASURES * TEAMS, 0, max(LANE))

    # the printed part of each village page
    elements: list[int] = i64s(MAX_SEATS * KINDS * HALVES, 0, WORD)
    west: list[int] = i64s(MAX_SEATS * HALVES, 0, WORD)
    creek: list[int] = i8s(MAX_SEATS * VILLAGE_ROWS, 0, VILLAGE_COLUMNS)
    shapes: list[int] = i8s(MAX_SEATS * WARS, 0, SHAPES - 1)
    icons: list[int] = i8s(MAX_SEATS * WARS * SQUARES, NONE, ARMY - 1)

    # the marks on each village page; a second copy is the page as it was when planning began (zero outside planning)
    fenced: list[int] = i64s(MAX_SEATS * HALVES, 0, WORD)
    sick: list[int] = i64s(MAX_SEATS * HALVES, 0, WORD)
    estates: list[int] = i8s(MAX_SEATS * CELLS, 0, ESTATES)  # 0: in none, else 2 * (round - 1) + first or second + 1
    arrows: list[int] = i8s(MAX_SEATS * DEEDS * ARROWS, 0, ROUNDS)
    bridges: list[int] = i64s(2 * MAX_SEATS * LINKS, 0, WORD)  # first cells of bridged pairs, for each direction
    required: list[int] = i8s(2 * MAX_SEATS * DEEDS * BASICS, 0, max(REQUIRED))
    squares: list[int] = i8s(2 * MAX_SEATS * WARS, 0, (1 << SQUARES) - 1)
    wards: list[int] = i32s(2 * MAX_SEATS, 0, (1 << BOXES) - 1)

    # planning, sealed until all seats are done
    step: list[int] = i8s(MAX_SEATS, CHOOSE, DONE)
    deed: list[int] = i8s(MAX_SEATS, NONE, DEEDS - 1)  # the action whose estate is being fenced
    mode: list[int] = i8s(MAX_SEATS, 0, MODES - 1)
    draft: list[int] = i64s(MAX_SEATS * HALVES, 0, WORD)
    planned: list[int] = i8s(MAX_SEATS * DEEDS_A_ROUND, NONE, DEEDS - 1)
    pieces: list[int] = i8s(MAX_SEATS * PIECES_A_ROUND, NONE, WARS - 1)  # still to be submitted
    shields: list[int] = i8s(MAX_SEATS, 0, 12)
    marks: list[int] = i8s(MAX_SEATS, 0, 4)  # bridges or cuts still to be made
    answer: list[int] = i16s(MAX_SEATS, NOT_YET, len(ACTIONS) - 1)  # the sealed challenge
    challenged: list[int] = i16s(ROUNDS * MAX_SEATS, NOT_YET, len(ACTIONS) - 1)  # what was chosen in each round

    # submission
    seat: int = i8(0, MAX_SEATS - 1)
    turn: int = i8(0, PIECES_A_ROUND * MAX_SEATS)
    steps: int = i8(0, SQUARES)
    troops: list[int] = i8s(ARMY, 0, SQUARES)  # icons of the submitted piece that are left

    outcome: list[int] = i8s(CAVE_CELLS, NONE, CAVE_CELLS // 2, scratch=True)

    # work space: the page being searched, the stacks of the searches, and lists
    kind: list[int] = i64s(KINDS * HALVES, 0, WORD, scratch=True)
    link: list[int] = i64s(LINKS, 0, WORD, scratch=True)
    bank: list[int] = i64s(HALVES, 0, WORD, scratch=True)
    ends: list[int] = i64s(HALVES, 0, WORD, scratch=True)
    need: list[int] = i8s(KINDS, 0, 12, scratch=True)
    found: list[int] = i64s(HALVES, 0, WORD, scratch=True)
    taken_north: list[int] = i64s(ESTATE_MOST + 1, 0, WORD, scratch=True)
    taken_south: list[int] = i64s(ESTATE_MOST + 1, 0, WORD, scratch=True)
    front_north: list[int] = i64s(ESTATE_MOST + 1, 0, WORD, scratch=True)
    front_south: list[int] = i64s(ESTATE_MOST + 1, 0, WORD, scratch=True)
    open_north: list[int] = i64s(ESTATE_MOST + 1, 0, WORD, scratch=True)
    open_south: list[int] = i64s(ESTATE_MOST + 1, 0, WORD, scratch=True)
    added: list[int] = i8s(ESTATE_MOST + 1, 0, KINDS - 1, scratch=True)
    piece_icon: list[int] = i8s(SQUARES, NONE, ARMY - 1, scratch=True)
    forms: list[int] = i16s(TURNS + 1, NONE, 28 * 81, scratch=True)
    group_north: list[int] = i64s(CELLS + 1, 0, WORD, scratch=True)
    group_south: list[int] = i64s(CELLS + 1, 0, WORD, scratch=True)
    rim_north: list[int] = i64s(CELLS + 1, 0, WORD, scratch=True)
    rim_south: list[int] = i64s(CELLS + 1, 0, WORD, scratch=True)
    rest_north: list[int] = i64s(CELLS + 1, 0, WORD, scratch=True)
    rest_south: list[int] = i64s(CELLS + 1, 0, WORD, scratch=True)
    kept_north: list[int] = i64s(CELLS + 1, 0, WORD, scratch=True)
    kept_south: list[int] = i64s(CELLS + 1, 0, WORD, scratch=True)
    given_north: list[int] = i64s(CELLS + 1, 0, WORD, scratch=True)
    given_south: list[int] = i64s(CELLS + 1, 0, WORD, scratch=True)
    options: list[int] = i32s(MAX_LEGAL, NONE, len(ACTIONS), scratch=True)
    cells: list[int] = i32s(CAVE_CELLS, NONE, CAVE_CELLS, scratch=True)
    rows: list[int] = i32s(CAVE_ROWS, 0, ROW, scratch=True)
    reached: list[int] = i32s(CAVE_ROWS, 0, ROW, scratch=True)
    tallies: list[int] = i32s(len(ICONS), 0, CAVE_CELLS, scratch=True)
    points: list[int] = i8s(TEAMS, 0, 2 * TREASURES, scratch=True)


@rule
def setup(s: State, players: int, options: list[int]) -> None:
    """A new game before its pages are printed."""
    # KZS-1: two players, or four in two teams (checked when the table is made).
    s.players = players
    # KZS-2: four players use a bigger Shogun page.
    s.size = 1 if players == MAX_SEATS else 0
    s.villages = options[0]
    s.start_option = options[1]
    s.beginner = options[2]
    s.start = options[1]
    # KZS-7: the first starting seat is drawn, unless the option names it.
    s.phase = START if s.start_option == NOBODY else BATTLE
    for cell in range(PLAN_CELLS):
        s.battle[cell] = NONE
    for cell in range(CAVE_CELLS):
        s.dungeon[cell] = NONE
    for k in range(MAX_SEATS * WARS * SQUARES):
        s.icons[k] = NONE
    for seat in range(MAX_SEATS):
        s.step[seat] = DONE
        s.deed[seat] = NONE
        s.answer[seat] = NOT_YET
    for k in range(MAX_SEATS * DEEDS_A_ROUND):
        s.planned[k] = NONE
        s.pieces[k] = NONE
    for k in range(ROUNDS * MAX_SEATS):
        s.challenged[k] = NOT_YET


@rule
def team_of(seat: int) -> int:
    """KZS-1: partners sit opposite each other."""
    return seat % TEAMS


@rule
def round_start(s: State) -> int:
    """KZS-7: each round starts one seat further to the left."""
    return (s.start + s.round - 1) % s.players
