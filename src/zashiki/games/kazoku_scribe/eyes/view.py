"""Who sees what in Kazoku Scribe: the View, the way back to a state, and what a seat cannot know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from zashiki.core.chance import below
from zashiki.core.game import OPEN, seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe.actions import ACTIONS, BOX_IDS, PAIR_NAMES
from zashiki.games.kazoku_scribe.cards import (
    ACTION_IDS,
    ARMY,
    ARROWS,
    BASICS,
    BATTLE_COLUMNS,
    BATTLE_ROWS,
    BIT_OF,
    BOXES,
    CAVE_COLUMNS,
    CAVE_IDS,
    CELL_IDS,
    CELLS,
    DEEDS,
    DEEDS_A_ROUND,
    DUNGEON_COLUMNS,
    DUNGEON_ROWS,
    ELEMENT_IDS,
    ELEMENT_LETTERS,
    HALF_OF,
    HALVES,
    ICON_IDS,
    ICON_LETTERS,
    KINDS,
    LANE,
    MAX_SEATS,
    MODE_IDS,
    NOBODY,
    NONE,
    PAIR_DIRECTION,
    PAIR_FIRST,
    PAIR_SECOND,
    PAIRS,
    PIECES_A_ROUND,
    PLAN_CELLS,
    PLAN_COLUMNS,
    PLAN_IDS,
    PLAN_ROWS,
    SQUARES,
    TEAMS,
    TREASURE_IDS,
    VILLAGE_COLUMNS,
    VILLAGE_ROWS,
    WARS,
)
from zashiki.games.kazoku_scribe.rules import apply, legal, to_act
from zashiki.games.kazoku_scribe.rules.exploring import owner_of
from zashiki.games.kazoku_scribe.rules.planning import copy_page
from zashiki.games.kazoku_scribe.scoring import beauty, is_tied, scores, winners
from zashiki.games.kazoku_scribe.state import (
    BEFORE,
    BRIDGE_FOUND,
    CHALLENGE,
    CHOOSE,
    DONE,
    ENTRY,
    EXPLORE,
    LINKS,
    NOT_YET,
    OVER,
    PHASES,
    PLAN,
    SHIELD_FOUND,
    STEPS,
    SUBMIT,
    TAILORING_FOUND,
    State,
    setup,
)
from zashiki.games.kazoku_scribe.words import notation

STAGES = (
    "start", "battle", "dungeon", "village", "knowledge", "entry", "plan", "challenge", "submit", "explore", "over",
    "bridge", "ward", "cut",
)  # by phase; the last three are what an explored icon brings  # fmt: skip


@dataclass(frozen=True)
class Piece:
    """A war piece: its printed rows (a letter for each icon), and the numbers of the squares that are left."""

    rows: tuple[str, ...]
    left: tuple[int, ...]


@dataclass(frozen=True)
class Page:
    """One village page with its marks."""

    rows: tuple[str, ...]  # the elements, a letter each
    creek: tuple[int, ...]  # in each row the last column of the west bank
    estates: dict[str, int]  # cell -> 2 * (round - 1) + 1 or 2, for the first or second estate of the round
    sick: tuple[str, ...]
    bridges: tuple[str, ...]  # "a4-a5"
    required: dict[str, dict[str, int]]  # action -> element -> how many
    arrows: dict[str, tuple[int, ...]]  # action -> the rounds written in
    pieces: dict[str, Piece]
    wards: tuple[str, ...]  # "fever 2"


@dataclass(frozen=True)
class Plan:
    """Where a seat stands in this round's plan."""

    step: str
    deed: str | None
    mode: str
    draft: tuple[str, ...]
    planned: tuple[str, ...]
    pieces: tuple[str, ...]  # still to be submitted
    shields: int
    marks: int


@dataclass(frozen=True)
class View:
    """The table for one pair of eyes. Hidden are only plans being made and challenges being chosen."""

    viewer: Viewer
    players: int
    villages: int
    start_option: int
    beginner: int
    phase: str
    stage: str
    round: int
    to_act: tuple[Seat, ...]
    start: Seat | None
    battle: tuple[str, ...]
    labels: dict[str, str]  # cell -> "2A"
    dungeon: tuple[str, ...]
    crossed: tuple[str, ...]
    lanes: dict[str, tuple[int, int]]
    lane_length: int
    owners: dict[str, int | None]
    pages: tuple[Page, ...]  # as this viewer sees them
    before: dict[Seat, Page]  # while planning: the pages this viewer sees ahead of the others, as the others see them
    ready: tuple[bool, ...]  # the seats that have finished planning, or chosen
    plans: dict[Seat, Plan]
    answers: dict[Seat, str]  # sealed challenges this viewer knows
    challenged: tuple[tuple[int, Seat, str], ...]  # round, seat, challenge
    turn: int
    steps: int
    troops: dict[str, int]
    scores: tuple[int, ...]
    beauty: tuple[int, ...]  # once the game is over with equal points
    over: bool
    winners: tuple[Seat, ...]


def cells_in(north: int, south: int) -> tuple[str, ...]:
    """The names of a set of village cells."""
    return tuple(CELL_IDS[cell] for cell in range(CELLS) if (north, south)[HALF_OF[cell]] & BIT_OF[cell])


def may_see_plan(s: State, viewer: Viewer, seat: Seat) -> bool:
    """KZS-11, KZS-R26: until the reveal a plan is seen by its owner only, not even by the partner."""
    return s.phase != PLAN or viewer in (seat, OPEN)


def view(s: State, viewer: Viewer) -> View:
    """What that viewer sees."""
    seats = range(s.players)
    acting = tuple(seats_in(to_act(s)))
    out = [0] * MAX_SEATS
    scores(s, out)
    printed = range(s.printed)
    seen = [seat for seat in printed if may_see_plan(s, viewer, seat)]
    return View(
        viewer=viewer,
        players=s.players,
        villages=s.villages,
        start_option=s.start_option,
        beginner=s.beginner,
        phase=PHASES[s.phase],
        stage=STAGES[s.phase],
        round=s.round,
        to_act=acting,
        start=None if s.start == NOBODY else s.start,
        battle=_battle_rows(s),
        labels={PLAN_IDS[cell]: _label(s.labels[cell]) for cell in range(PLAN_CELLS) if s.labels[cell]},
        dungeon=_dungeon_rows(s),
        crossed=tuple(CAVE_IDS[r * CAVE_COLUMNS + c] for r, c in _crossed(s)),
        lanes={name: (s.lanes[2 * t], s.lanes[2 * t + 1]) for t, name in enumerate(TREASURE_IDS)},
        lane_length=LANE[s.size],
        owners={name: _team(owner_of(s, t)) for t, name in enumerate(TREASURE_IDS)},
        pages=tuple(page_of(s, seat, before=seat not in seen) for seat in printed),
        before={seat: page_of(s, seat, before=True) for seat in seen if s.phase == PLAN},
        ready=tuple(s.phase in (PLAN, CHALLENGE) and seat not in acting for seat in seats),
        plans={seat: _plan(s, seat) for seat in seen},
        # KZS-34, KZS-R15: a chosen challenge is known to its chooser until all have chosen.
        answers={seat: ACTIONS.write(s.answer[seat]) for seat in seats if s.answer[seat] != NOT_YET and viewer in (seat, OPEN)},
        challenged=tuple(
            (k // MAX_SEATS + 1, k % MAX_SEATS, ACTIONS.write(action))
            for k, action in enumerate(s.challenged)
            if action != NOT_YET
        ),
        turn=s.turn,
        steps=s.steps,
        troops={ICON_IDS[icon]: s.troops[icon] for icon in range(ARMY) if s.troops[icon]},
        scores=tuple(out[: s.players]),
        beauty=tuple(beauty(s, seat) for seat in seats) if s.phase == OVER and is_tied(s) else (),
        over=s.phase == OVER,
        winners=tuple(seats_in(winners(s))),
    )


def _team(number: int) -> int | None:
    return None if number == NOBODY else number


def _label(number: int) -> str:
    return f"{(number - 1) // TEAMS + 1}{'AB'[(number - 1) % TEAMS]}"


def _battle_rows(s: State) -> tuple[str, ...]:
    if s.battle[0] == NONE:
        return ()
    rows, columns = BATTLE_ROWS[s.size], BATTLE_COLUMNS[s.size]
    return tuple("".join(ICON_LETTERS[s.battle[r * PLAN_COLUMNS + c]] for c in range(columns)) for r in range(rows))


def _dungeon_rows(s: State) -> tuple[str, ...]:
    if s.dungeon[0] == NONE:
        return ()
    rows, columns = DUNGEON_ROWS[s.size], DUNGEON_COLUMNS[s.size]
    return tuple("".join(ICON_LETTERS[s.dungeon[r * CAVE_COLUMNS + c]] for c in range(columns)) for r in range(rows))


def _crossed(s: State) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(s.crossed) for c in range(CAVE_COLUMNS) if row >> c & 1]


@lru_cache(maxsize=256)
def element_rows(masks: tuple[int, ...]) -> tuple[str, ...]:
    """The printed village, a letter for each element."""
    kinds = ((cell, kind) for cell in range(CELLS) for kind in range(KINDS) if masks[2 * kind + HALF_OF[cell]] & BIT_OF[cell])
    letters = "".join(ELEMENT_LETTERS[kind] for _, kind in kinds)
    return tuple(letters[row * VILLAGE_COLUMNS : (row + 1) * VILLAGE_COLUMNS] for row in range(VILLAGE_ROWS))


def page_of(s: State, seat: Seat, *, before: bool) -> Page:
    """A village page as it is, or as it was when planning began."""
    page = seat + BEFORE if before else seat
    # KZS-22: estates and arrows carry their round, so those of the current one can be left out.
    last_round = s.round - 1 if before else s.round
    numbers = s.estates[seat * CELLS : (seat + 1) * CELLS]
    needs = s.required[page * DEEDS * BASICS : (page + 1) * DEEDS * BASICS]
    arrows = s.arrows[seat * DEEDS * ARROWS : (seat + 1) * DEEDS * ARROWS]
    return Page(
        rows=element_rows(tuple(s.elements[seat * KINDS * HALVES : (seat + 1) * KINDS * HALVES])),
        creek=tuple(s.creek[seat * VILLAGE_ROWS : (seat + 1) * VILLAGE_ROWS]),
        estates={CELL_IDS[cell]: n for cell, n in enumerate(numbers) if 0 < n <= DEEDS_A_ROUND * last_round},
        sick=cells_in(s.sick[2 * seat], s.sick[2 * seat + 1]),
        bridges=tuple(pair_name(pair) for pair in range(PAIRS) if has_bridge(s, page, pair)),
        required={
            name: {ELEMENT_IDS[k]: needs[deed * BASICS + k] for k in range(BASICS)} for deed, name in enumerate(ACTION_IDS)
        },
        arrows={
            name: tuple(r for r in arrows[deed * ARROWS : (deed + 1) * ARROWS] if 0 < r <= last_round)
            for deed, name in enumerate(ACTION_IDS)
        },
        pieces={ACTION_IDS[war]: _piece(s, seat, war, s.squares[page * WARS + war]) for war in range(WARS)},
        wards=tuple(BOX_IDS[box] for box in range(BOXES) if s.wards[page] >> box & 1),
    )


def pair_name(pair: int) -> str:
    """A pair of neighbours as bridges are written."""
    return f"{CELL_IDS[PAIR_FIRST[pair]]}-{CELL_IDS[PAIR_SECOND[pair]]}"


def has_bridge(s: State, page: int, pair: int) -> bool:
    """Whether a bridge has been drawn over a pair."""
    first = PAIR_FIRST[pair]
    return bool(s.bridges[page * LINKS + PAIR_DIRECTION[pair] * HALVES + HALF_OF[first]] & BIT_OF[first])


def _piece(s: State, seat: Seat, war: int, left: int) -> Piece:
    at = (seat * WARS + war) * SQUARES
    rows = notation.piece_rows(s.shapes[seat * WARS + war], s.icons[at : at + SQUARES])
    return Piece(rows, tuple(n + 1 for n in range(SQUARES) if left >> n & 1))


def _plan(s: State, seat: Seat) -> Plan:
    def ids(numbers: list[int]) -> tuple[str, ...]:
        return tuple(ACTION_IDS[number] for number in numbers if number != NONE)

    return Plan(
        step=STEPS[s.step[seat]],
        deed=None if s.deed[seat] == NONE else ACTION_IDS[s.deed[seat]],
        mode=MODE_IDS[s.mode[seat]],
        draft=cells_in(s.draft[2 * seat], s.draft[2 * seat + 1]),
        planned=ids(s.planned[seat * DEEDS_A_ROUND : (seat + 1) * DEEDS_A_ROUND]),
        pieces=ids(s.pieces[seat * PIECES_A_ROUND : (seat + 1) * PIECES_A_ROUND]),
        shields=s.shields[seat],
        marks=s.marks[seat],
    )


# The way back


def state_from(v: View, rng: list[int]) -> State:
    """A full state this view could come from; plans and challenges the viewer cannot know are drawn."""
    s = known_state(v)
    if v.viewer != OPEN:
        resample(s, v.viewer, rng)
    return s


def known_state(v: View) -> State:
    """What the view shows as a state; hidden plans have not begun, hidden challenges stand empty."""
    s = State()
    setup(s, v.players, [v.villages, v.start_option, v.beginner])
    s.phase, s.round, s.printed = STAGES.index(v.stage), v.round, len(v.pages)
    s.start = NOBODY if v.start is None else v.start
    s.turn, s.steps = v.turn, v.steps
    for name, number in v.troops.items():
        s.troops[ICON_IDS.index(name)] = number
    _restore_shogun(s, v)
    for seat, page in enumerate(v.pages):
        _restore_printed(s, seat, page)
        _restore_marks(s, seat, page)
        if s.phase == PLAN:
            _restore_marks(s, seat + BEFORE, v.before.get(seat, page))
        s.step[seat] = DONE if s.phase != PLAN or v.ready[seat] else CHOOSE
    for seat, plan in v.plans.items():
        _restore_plan(s, seat, plan)
    if s.phase in (ENTRY, SUBMIT, EXPLORE, BRIDGE_FOUND, SHIELD_FOUND, TAILORING_FOUND):
        s.seat = v.to_act[0]
    for number, seat, text in v.challenged:
        s.challenged[(number - 1) * MAX_SEATS + seat] = ACTIONS.read(text)
    if s.phase == CHALLENGE:
        for seat in range(v.players):
            # An answer the viewer does not know is there all the same; `resample` draws it.
            s.answer[seat] = ACTIONS.read(v.answers.get(seat, "challenge none")) if v.ready[seat] else NOT_YET
    return s


def _restore_shogun(s: State, v: View) -> None:
    for r, row in enumerate(v.battle):
        for c, letter in enumerate(row):
            cell, icon = r * PLAN_COLUMNS + c, ICON_LETTERS.index(letter)
            s.battle[cell] = icon
            label = v.labels.get(PLAN_IDS[cell])
            if label is None:
                s.uncovered[icon * PLAN_ROWS + r] |= 1 << c
            else:
                s.labels[cell] = TEAMS * (int(label[0]) - 1) + "AB".index(label[1]) + 1
    for r, row in enumerate(v.dungeon):
        for c, letter in enumerate(row):
            cell, icon = r * CAVE_COLUMNS + c, ICON_LETTERS.index(letter)
            s.dungeon[cell] = icon
            if icon < ARMY:
                s.walls[icon * len(s.crossed) + r] |= 1 << c
            else:
                s.spaces[r] |= 1 << c
            if CAVE_IDS[cell] in v.crossed:
                s.crossed[r] |= 1 << c
    for t, name in enumerate(TREASURE_IDS):
        s.lanes[t * TEAMS : (t + 1) * TEAMS] = v.lanes[name]


def _restore_printed(s: State, seat: Seat, page: Page) -> None:
    for cell in range(CELLS):
        row, column = divmod(cell, VILLAGE_COLUMNS)
        kind = ELEMENT_LETTERS.index(page.rows[row][column])
        s.elements[(seat * KINDS + kind) * HALVES + HALF_OF[cell]] |= BIT_OF[cell]
        if column < page.creek[row]:
            s.west[seat * HALVES + HALF_OF[cell]] |= BIT_OF[cell]
    s.creek[seat * VILLAGE_ROWS : (seat + 1) * VILLAGE_ROWS] = page.creek
    for war in range(WARS):
        shape, icons = notation.read_piece("/".join(page.pieces[ACTION_IDS[war]].rows))
        s.shapes[seat * WARS + war] = shape
        s.icons[(seat * WARS + war) * SQUARES : (seat * WARS + war + 1) * SQUARES] = icons
    for name in page.sick:
        cell = CELL_IDS.index(name)
        s.sick[seat * HALVES + HALF_OF[cell]] |= BIT_OF[cell]
    for name, number in page.estates.items():
        cell = CELL_IDS.index(name)
        s.estates[seat * CELLS + cell] = number
        s.fenced[seat * HALVES + HALF_OF[cell]] |= BIT_OF[cell]
    for deed, name in enumerate(ACTION_IDS):
        for k, number in enumerate(page.arrows[name]):
            s.arrows[(seat * DEEDS + deed) * ARROWS + k] = number


def _restore_marks(s: State, at: int, page: Page) -> None:
    """The marks that planning may change, on a page or on its copy."""
    for name in page.bridges:
        pair = PAIR_NAMES[name]
        first = PAIR_FIRST[pair]
        s.bridges[at * LINKS + PAIR_DIRECTION[pair] * HALVES + HALF_OF[first]] |= BIT_OF[first]
    for deed, name in enumerate(ACTION_IDS):
        for kind in range(BASICS):
            s.required[(at * DEEDS + deed) * BASICS + kind] = page.required[name][ELEMENT_IDS[kind]]
    for war in range(WARS):
        s.squares[at * WARS + war] = sum(1 << (n - 1) for n in page.pieces[ACTION_IDS[war]].left)
    s.wards[at] = sum(1 << BOX_IDS.index(box) for box in page.wards)


def _restore_plan(s: State, seat: Seat, plan: Plan) -> None:
    s.step[seat] = STEPS.index(plan.step)
    s.deed[seat] = NONE if plan.deed is None else ACTION_IDS.index(plan.deed)
    s.mode[seat] = MODE_IDS.index(plan.mode)
    for name in plan.draft:
        cell = CELL_IDS.index(name)
        s.draft[seat * HALVES + HALF_OF[cell]] |= BIT_OF[cell]
    for k, name in enumerate(plan.planned):
        s.planned[seat * DEEDS_A_ROUND + k] = ACTION_IDS.index(name)
    for k, name in enumerate(plan.pieces):
        s.pieces[seat * PIECES_A_ROUND + k] = ACTION_IDS.index(name)
    s.shields[seat], s.marks[seat] = plan.shields, plan.marks


# What a seat cannot know


@rule
def resample(s: State, seat: int, rng: list[int]) -> None:
    """Plan anew for the seats whose plan is hidden, and choose anew the challenges that are sealed."""
    for other in range(s.players):
        if other != seat:
            if s.phase == PLAN:
                plan_anew(s, other, rng)
            elif s.phase == CHALLENGE and s.answer[other] != NOT_YET:
                s.answer[other] = s.options[below(rng, legal(s, other, s.options))]


@rule
def plan_anew(s: State, seat: int, rng: list[int]) -> None:
    """Take a seat's plan back; a seat that was done makes another one at random, any other one begins again."""
    was_done = s.step[seat] == DONE
    take_back_plan(s, seat)
    while was_done and s.step[seat] != DONE:
        apply(s, seat, s.options[below(rng, legal(s, seat, s.options))])


@rule
def take_back_plan(s: State, seat: int) -> None:
    """The page as it was when planning began."""
    copy_page(s, seat + BEFORE, seat)
    for cell in range(CELLS):
        if s.estates[seat * CELLS + cell] > DEEDS_A_ROUND * (s.round - 1):
            s.estates[seat * CELLS + cell] = 0
            s.fenced[seat * HALVES + HALF_OF[cell]] &= ~BIT_OF[cell]
    for k in range(seat * DEEDS * ARROWS, (seat + 1) * DEEDS * ARROWS):
        if s.arrows[k] == s.round:
            s.arrows[k] = 0
    for k in range(DEEDS_A_ROUND):
        s.planned[seat * DEEDS_A_ROUND + k] = NONE
        s.pieces[seat * PIECES_A_ROUND + k] = NONE
    s.draft[2 * seat], s.draft[2 * seat + 1] = 0, 0
    s.step[seat], s.deed[seat], s.mode[seat] = CHOOSE, NONE, 0
    s.shields[seat], s.marks[seat] = 0, 0


# The canonical summary


def summary(s: State) -> dict[str, object]:
    """The canonical summary; while planning, all pages are those of the start of the round."""
    out = [0] * MAX_SEATS
    scores(s, out)
    return {
        "phase": PHASES[s.phase],
        "round": s.round,
        "to_act": seats_in(to_act(s)),
        "covered": sum(1 for label in s.labels if label),
        "crossed": len(_crossed(s)),
        "lanes": {name: s.lanes[t * TEAMS : (t + 1) * TEAMS] for t, name in enumerate(TREASURE_IDS)},
        "owners": {name: _team(owner_of(s, t)) for t, name in enumerate(TREASURE_IDS)},
        "scores": out[: s.players],
        "winners": seats_in(winners(s)),
        "seats": [page_numbers(page_of(s, seat, before=s.phase == PLAN)) for seat in range(s.printed)],
    }


def page_numbers(page: Page) -> dict[str, int]:
    """What a page looks like in numbers."""
    arrows = sum(len(rounds) for rounds in page.arrows.values())
    return {
        "fenced": len(page.estates),
        "sick": len(page.sick),
        "intact": CELLS - len(page.estates) - len(page.sick),
        "estates": len(set(page.estates.values())),
        "bridges": len(page.bridges),
        "wards": len(page.wards),
        "arrows": arrows,
        "requirement_icons": sum(sum(needs.values()) for needs in page.required.values()),
        "piece_squares": sum(len(piece.left) for piece in page.pieces.values()),
    }
