"""Who sees what in Kazoku Scribe: the View, the way back to a state, and the summary."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from zashiki.core.actions import Action
from zashiki.core.game import OPEN, seats_in
from zashiki.core.rooms import Seat, Viewer
from zashiki.games.kazoku_scribe import actions, cards, phase, rules, scoring
from zashiki.games.kazoku_scribe.actions import ACTIONS
from zashiki.games.kazoku_scribe.cards import ACTION_IDS, BANKS, CELLS, DEEDS, KINDS, NONE, SQUARES, TEAMS, WARS
from zashiki.games.kazoku_scribe.eyes.resample import resample
from zashiki.games.kazoku_scribe.rules import exploring, marks, submission, village
from zashiki.games.kazoku_scribe.state import BEFORE, NOT_YET, State
from zashiki.games.kazoku_scribe.words import notation


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
    """The table as one viewer sees it. Only plans being made and challenges being chosen are hidden."""

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


def cells_in(west: int, east: int) -> tuple[str, ...]:
    """The names of a set of village cells, given by its words for both banks."""
    if not west and not east:
        return ()  # most sets are empty
    places = zip(cards.CELL_IDS, cards.BIT_OF[:CELLS], cards.BIT_OF[CELLS:], strict=True)
    return tuple(name for name, in_west, in_east in places if west & in_west or east & in_east)


def may_see_plan(s: State, viewer: Viewer, seat: Seat) -> bool:
    """KZS-11, KZS-R26: until the reveal only its owner sees a plan; the partner does not."""
    return s.phase != phase.PLAN or viewer in (seat, OPEN)


def view(s: State, viewer: Viewer) -> View:
    """What that viewer sees."""
    seats = range(s.players)
    acting = tuple(seats_in(rules.to_act(s)))
    printed = range(s.printed)
    seen = [seat for seat in printed if may_see_plan(s, viewer, seat)]
    return View(
        viewer=viewer,
        players=s.players,
        villages=s.villages,
        start_option=s.start_option,
        beginner=s.beginner,
        phase=phase.RULEBOOK[s.phase],
        stage=phase.NAMES[s.phase],
        round=s.round,
        to_act=acting,
        start=None if s.start == cards.NOBODY else s.start,
        battle=battle_rows(tuple(s.battle), s.size),
        labels={cards.PLAN_IDS[cell]: _label(submission.label_of(s, cell)) for cell in _covered(s)},
        dungeon=_rows(s.dungeon, cards.DUNGEON_ROWS[s.size], cards.DUNGEON_COLUMNS[s.size], cards.CAVE_COLUMNS),
        crossed=tuple(cards.CAVE_IDS[cell] for cell in _crossed(s)),
        lanes={name: (s.lanes[2 * t], s.lanes[2 * t + 1]) for t, name in enumerate(cards.TREASURE_IDS)},
        lane_length=cards.LANE[s.size],
        owners=_owners(s),
        pages=tuple(page_of(s, seat, before=seat not in seen) for seat in printed),
        before={seat: page_of(s, seat, before=True) for seat in seen if s.phase == phase.PLAN},
        ready=tuple(s.phase in (phase.PLAN, phase.CHALLENGE) and seat not in acting for seat in seats),
        plans={seat: _plan(s, seat) for seat in seen},
        # KZS-34, KZS-R15: a chosen challenge is known to its chooser until all have chosen.
        answers={seat: ACTIONS.write(s.answer[seat]) for seat in seats if s.answer[seat] != NOT_YET and viewer in (seat, OPEN)},
        challenged=tuple(
            (k // cards.MAX_SEATS + 1, k % cards.MAX_SEATS, ACTIONS.write(action))
            for k, action in enumerate(s.challenged)
            if action != NOT_YET
        ),
        turn=s.turn,
        steps=s.steps,
        troops={cards.ICON_IDS[icon]: number for icon, number in enumerate(s.troops) if number},
        scores=tuple(_scores(s)),
        beauty=tuple(scoring.beauty(s, seat) for seat in seats) if s.phase == phase.OVER and scoring.is_tied(s) else (),
        over=s.phase == phase.OVER,
        winners=tuple(seats_in(scoring.winners(s))),
    )


def _scores(s: State) -> list[int]:
    out = [0] * cards.MAX_SEATS
    scoring.scores(s, out)
    return out[: s.players]


def _owners(s: State) -> dict[str, int | None]:
    owners = [exploring.owner_of(s, treasure) for treasure in range(cards.TREASURES)]
    return {name: None if team == cards.NOBODY else team for name, team in zip(cards.TREASURE_IDS, owners, strict=True)}


def _label(number: int) -> str:
    return f"{number // TEAMS + 1}{'AB'[number % TEAMS]}"


@lru_cache(maxsize=256)
def battle_rows(words: tuple[int, ...], size: int) -> tuple[str, ...]:
    """The printed battle plan, row by row, given the cells of each icon."""
    icons = [NONE] * cards.PLAN_CELLS
    for k, cells in enumerate(words):
        for place in seats_in(cells):
            icons[k % cards.HALVES * cards.PLAN_HALF + place] = k // cards.HALVES
    return _rows(icons, cards.BATTLE_ROWS[size], cards.BATTLE_COLUMNS[size], cards.PLAN_COLUMNS)


def _rows(grid: list[int], rows: int, columns: int, stride: int) -> tuple[str, ...]:
    return notation.rows_of(grid, rows, columns, stride, cards.ICON_LETTERS) if grid[0] != NONE else ()


def _crossed(s: State) -> list[int]:
    places = zip(cards.CAVE_WORD_OF, cards.CAVE_BIT_OF, strict=True)
    return [cell for cell, (word, one) in enumerate(places) if s.crossed[word] & one]


@lru_cache(maxsize=256)
def element_rows(masks: tuple[int, ...]) -> tuple[str, ...]:
    """The printed village, a letter for each element."""
    letters = "".join(
        letter
        for west, east in zip(cards.BIT_OF[:CELLS], cards.BIT_OF[CELLS:], strict=True)
        for kind, letter in enumerate(cards.ELEMENT_LETTERS)
        if masks[BANKS * kind] & west or masks[BANKS * kind + 1] & east
    )
    return tuple(letters[row * cards.VILLAGE_COLUMNS : (row + 1) * cards.VILLAGE_COLUMNS] for row in range(cards.VILLAGE_ROWS))


def page_of(s: State, seat: Seat, *, before: bool) -> Page:
    """A village page as it is, or as it was when planning began."""
    page = seat + BEFORE if before else seat
    # KZS-22: estates and arrows carry their round, so those of the current one can be left out.
    last_round = s.round - 1 if before else s.round
    needs, arrows = _part(s.required, page, DEEDS), _part(s.arrows, seat, DEEDS * cards.ARROWS)
    links = _part(s.bridges, page, cards.CROSSINGS)
    return Page(
        rows=element_rows(tuple(_part(s.elements, seat, KINDS * BANKS))),
        creek=tuple(_part(s.creek, seat, cards.VILLAGE_ROWS)),
        estates={cards.CELL_IDS[cell]: n for cell, n in _estates(s, seat) if n <= cards.DEEDS_A_ROUND * last_round},
        sick=cells_in(*_part(s.sick, seat, BANKS)),
        bridges=tuple(name for name, pair in actions.PAIR_NAMES.items() if has_bridge(s, page, pair)) if any(links) else (),
        required={
            name: {element: need >> 2 * kind & 3 for kind, element in enumerate(cards.BASIC_IDS)}
            for name, need in zip(ACTION_IDS, needs, strict=True)
        },
        arrows={
            name: tuple(r for r in _part(arrows, deed, cards.ARROWS) if 0 < r <= last_round)
            for deed, name in enumerate(ACTION_IDS)
        },
        pieces={ACTION_IDS[war]: _piece(s, seat, war, s.squares[page * WARS + war]) for war in range(WARS)},
        wards=tuple(name for box, name in enumerate(actions.BOX_IDS) if s.wards[page] >> box & 1),
    )


def _estates(s: State, seat: Seat) -> list[tuple[int, int]]:
    """The fenced cells of a page in reading order, each with the number of its estate, from 1 on."""
    found = []
    for bank in range(BANKS):
        for place in seats_in(s.fenced[seat * BANKS + bank]):
            found.append((cards.CELL_AT[bank * cards.PLACES + place], village.estate_at(s, seat, bank, place) + 1))
    return sorted(found)


def _covered(s: State) -> list[int]:
    """The covered cells of the battle plan."""
    return [half * cards.PLAN_HALF + place for half in range(cards.HALVES) for place in seats_in(s.covered[half])]


def _part(field: list[int], k: int, size: int) -> list[int]:
    """What a field holds for seat, page or action `k`."""
    return field[k * size : (k + 1) * size]


def has_bridge(s: State, page: int, pair: int) -> bool:
    """Whether a bridge has been drawn over a pair."""
    crossing, one = marks.bridge_over(s, page, pair)
    return bool(s.bridges[page * cards.CROSSINGS + crossing] & one)


def _piece(s: State, seat: Seat, war: int, left: int) -> Piece:
    rows = notation.piece_rows(s.shapes[seat * WARS + war], _part(s.icons, seat * WARS + war, SQUARES))
    return Piece(rows, tuple(n + 1 for n in range(SQUARES) if left >> n & 1))


def _plan(s: State, seat: Seat) -> Plan:
    def ids(numbers: list[int]) -> tuple[str, ...]:
        return tuple(ACTION_IDS[number] for number in numbers if number != NONE)

    return Plan(
        step=phase.STEPS[s.step[seat]],
        deed=None if s.deed[seat] == NONE else ACTION_IDS[s.deed[seat]],
        mode=cards.MODE_IDS[s.mode[seat]],
        draft=cells_in(*_part(s.draft, seat, BANKS)),
        planned=ids(_part(s.planned, seat, cards.DEEDS_A_ROUND)),
        pieces=ids(_part(s.pieces, seat, cards.PIECES_A_ROUND)),
        shields=s.shields[seat],
        marks=s.marks[seat],
    )


# The way back

CELL_NUMBER = {name: cell for cell, name in enumerate(cards.CELL_IDS)}
PLAN_NUMBER = {name: cell for cell, name in enumerate(cards.PLAN_IDS)}
CAVE_NUMBER = {name: cell for cell, name in enumerate(cards.CAVE_IDS)}
basics_of = itemgetter(*cards.BASIC_IDS)


def state_from(v: View, rng: list[int]) -> State:
    """A full state this view could come from; plans and challenges the viewer cannot know are drawn."""
    s = known_state(v)
    if v.viewer != OPEN:
        resample(s, v.viewer, rng)
    return s


def known_state(v: View) -> State:
    """What the view shows, as a state; hidden plans have not begun, hidden challenges are empty."""
    s = State()
    rules.setup(s, v.players, [v.villages, v.start_option, v.beginner])
    s.phase, s.round, s.printed = phase.NAMES.index(v.stage), v.round, len(v.pages)
    s.start = cards.NOBODY if v.start is None else v.start
    s.turn, s.steps = v.turn, v.steps
    for name, number in v.troops.items():
        s.troops[cards.ICON_IDS.index(name)] = number
    _restore_shogun(s, v)
    for seat, page in enumerate(v.pages):
        _restore_printed(s, seat, page)
        _restore_marks(s, seat, page)
        if s.phase == phase.PLAN:
            _restore_marks(s, seat + BEFORE, v.before.get(seat, page))
        s.step[seat] = phase.DONE if s.phase != phase.PLAN or v.ready[seat] else phase.CHOOSE
    for seat, plan in v.plans.items():
        _restore_plan(s, seat, v.pages[seat], plan)
    if v.phase in ("entry", "submit"):
        s.seat = v.to_act[0]
    for number, seat, text in v.challenged:
        s.challenged[(number - 1) * cards.MAX_SEATS + seat] = ACTIONS.read(text)
    if s.phase == phase.CHALLENGE:
        for seat in range(v.players):
            # An answer the viewer does not know exists all the same; `resample` draws it.
            s.answer[seat] = ACTIONS.read(v.answers.get(seat, "challenge none")) if v.ready[seat] else NOT_YET
    return s


def _restore_shogun(s: State, v: View) -> None:
    s.battle[:] = battle_words(v.battle)
    areas: defaultdict[tuple[str, int], int] = defaultdict(int)
    for name, label in v.labels.items():
        half, place = divmod(PLAN_NUMBER[name], cards.PLAN_HALF)
        areas[label, half] |= 1 << place
    for (label, half), area in areas.items():
        s.covered[half] |= area
        for digit in seats_in(TEAMS * (int(label[0]) - 1) + "AB".index(label[1])):
            s.labels[cards.HALVES * digit + half] |= area
    s.dungeon[:], s.walls[:] = dungeon_words(v.dungeon)
    for name in v.crossed:
        exploring.cross(s, CAVE_NUMBER[name])
    for t, name in enumerate(cards.TREASURE_IDS):
        s.lanes[t * TEAMS : (t + 1) * TEAMS] = v.lanes[name]


@lru_cache(maxsize=256)
def battle_words(rows: tuple[str, ...]) -> tuple[int, ...]:
    """The cells of each icon on the printed battle plan, a word for each half: the way back from `battle_rows`."""
    words = [0] * cards.ARMY * cards.HALVES
    for r, row in enumerate(rows):
        for cell, letter in enumerate(row, r * cards.PLAN_COLUMNS):
            words[cards.HALVES * cards.ICON_LETTERS.index(letter) + cell // cards.PLAN_HALF] |= 1 << cell % cards.PLAN_HALF
    return tuple(words)


@lru_cache(maxsize=256)
def dungeon_words(rows: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The printed dungeon: the icon of every cell, and the army squares of each icon in three words."""
    icons, words = [NONE] * cards.CAVE_CELLS, [0] * cards.ARMY * cards.CAVE_WORDS
    for r, row in enumerate(rows):
        for cell, letter in enumerate(row, r * cards.CAVE_COLUMNS):
            icons[cell] = cards.ICON_LETTERS.index(letter)
            if icons[cell] < cards.ARMY:
                words[icons[cell] * cards.CAVE_WORDS + cards.CAVE_WORD_OF[cell]] |= cards.CAVE_BIT_OF[cell]
    return tuple(icons), tuple(words)


def _place(page: Page, cell: int) -> tuple[int, int]:
    """The bank that a cell of a page is on, and the set of that cell alone."""
    row, column = divmod(cell, cards.VILLAGE_COLUMNS)
    bank = cards.WEST_BANK if column < page.creek[row] else cards.EAST_BANK
    return bank, cards.BIT_OF[bank * CELLS + cell]


def _put(field: list[int], seat: Seat, page: Page, cell: int) -> None:
    """Add a cell of a page to a set of village cells that every seat has."""
    bank, place = _place(page, cell)
    field[seat * BANKS + bank] |= place


@lru_cache(maxsize=256)
def element_words(rows: tuple[str, ...], creek: tuple[int, ...]) -> tuple[int, ...]:
    """The printed village as a set for each element, a word for each bank: the way back from `element_rows`."""
    words = [0] * KINDS * BANKS
    for cell, letter in enumerate("".join(rows)):
        row, column = divmod(cell, cards.VILLAGE_COLUMNS)
        bank = cards.WEST_BANK if column < creek[row] else cards.EAST_BANK
        words[BANKS * cards.ELEMENT_LETTERS.index(letter) + bank] |= cards.BIT_OF[bank * CELLS + cell]
    return tuple(words)


@lru_cache(maxsize=1024)
def printed_piece(rows: tuple[str, ...]) -> tuple[int, tuple[int, ...]]:
    """The shape of a war piece, and its icons."""
    shape, icons = notation.read_piece("/".join(rows))
    return shape, tuple(icons)


def _restore_printed(s: State, seat: Seat, page: Page) -> None:
    s.elements[seat * KINDS * BANKS : (seat + 1) * KINDS * BANKS] = element_words(page.rows, page.creek)
    s.creek[seat * cards.VILLAGE_ROWS : (seat + 1) * cards.VILLAGE_ROWS] = page.creek
    for war in range(WARS):
        at = seat * WARS + war
        s.shapes[at], s.icons[at * SQUARES : (at + 1) * SQUARES] = printed_piece(page.pieces[ACTION_IDS[war]].rows)
    for name in page.sick:
        _put(s.sick, seat, page, CELL_NUMBER[name])
    estates: defaultdict[tuple[int, int], int] = defaultdict(int)
    for name, number in page.estates.items():
        bank, place = _place(page, CELL_NUMBER[name])
        estates[number - 1, bank] |= place
    for (number, bank), estate in estates.items():
        s.fenced[seat * BANKS + bank] |= estate
        for digit in seats_in(number):
            s.estates[(seat * cards.DIGITS + digit) * BANKS + bank] |= estate
    for deed, name in enumerate(ACTION_IDS):
        for k, number in enumerate(page.arrows[name]):
            s.arrows[(seat * DEEDS + deed) * cards.ARROWS + k] = number


def _restore_marks(s: State, at: int, page: Page) -> None:
    """The marks that planning may change, on a page or on its copy."""
    for name in page.bridges:
        marks.draw_bridge(s, at, actions.PAIR_NAMES[name])
    for deed, name in enumerate(ACTION_IDS):
        houses, trees, towers, gates = basics_of(page.required[name])
        s.required[at * DEEDS + deed] = houses | trees << 2 | towers << 4 | gates << 6
    for war in range(WARS):
        left = 0
        for square in page.pieces[ACTION_IDS[war]].left:
            left |= 1 << square - 1
        s.squares[at * WARS + war] = left
    s.wards[at] = sum(1 << actions.BOX_IDS.index(box) for box in page.wards)


def _restore_plan(s: State, seat: Seat, page: Page, plan: Plan) -> None:
    s.step[seat] = phase.STEPS.index(plan.step)
    s.deed[seat] = NONE if plan.deed is None else ACTION_IDS.index(plan.deed)
    s.mode[seat] = cards.MODE_IDS.index(plan.mode)
    for name in plan.draft:
        _put(s.draft, seat, page, CELL_NUMBER[name])
    for k, name in enumerate(plan.planned):
        s.planned[seat * cards.DEEDS_A_ROUND + k] = ACTION_IDS.index(name)
    for k, name in enumerate(plan.pieces):
        s.pieces[seat * cards.PIECES_A_ROUND + k] = ACTION_IDS.index(name)
    s.shields[seat], s.marks[seat] = plan.shields, plan.marks


# The canonical summary


def summary(s: State) -> dict[str, object]:
    """The canonical summary; while planning, all pages are those of the start of the round."""
    return {
        "phase": phase.RULEBOOK[s.phase],
        "round": s.round,
        "to_act": seats_in(rules.to_act(s)),
        "covered": len(_covered(s)),
        "crossed": len(_crossed(s)),
        "lanes": {name: s.lanes[t * TEAMS : (t + 1) * TEAMS] for t, name in enumerate(cards.TREASURE_IDS)},
        "owners": _owners(s),
        "scores": _scores(s),
        "winners": seats_in(scoring.winners(s)),
        "seats": [page_numbers(page_of(s, seat, before=s.phase == phase.PLAN)) for seat in range(s.printed)],
    }


def page_numbers(page: Page) -> dict[str, int]:
    """What a page looks like in numbers."""
    return {
        "fenced": len(page.estates),
        "sick": len(page.sick),
        "intact": CELLS - len(page.estates) - len(page.sick),
        "estates": len(set(page.estates.values())),
        "bridges": len(page.bridges),
        "wards": len(page.wards),
        "arrows": sum(len(rounds) for rounds in page.arrows.values()),
        "requirement_icons": sum(sum(needs.values()) for needs in page.required.values()),
        "piece_squares": sum(len(piece.left) for piece in page.pieces.values()),
    }


# What cannot be taken back


def reveals(s: State, seat: Seat, action: Action) -> bool:
    """Whether the move shows something hidden: it finishes the last plan or chooses the last challenge."""
    if s.phase not in (phase.PLAN, phase.CHALLENGE) or rules.to_act(s) != 1 << seat:
        return False
    after = s.copy()
    rules.apply(after, seat, action)
    return after.phase != s.phase
