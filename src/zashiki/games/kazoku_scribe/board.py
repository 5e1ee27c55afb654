"""What the page of Kazoku Scribe draws beside the view itself: headline, final count, shapes and places."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, lru_cache

from zashiki.core.game import Seat, TallyRow
from zashiki.games.kazoku_scribe.actions import PLACE_PIECE, UNMATCHED
from zashiki.games.kazoku_scribe.cards import (
    ACTION_IDS,
    ACTION_NAMES,
    CHALLENGE_IDS,
    ELEMENT_IDS,
    ELEMENT_LETTERS,
    ICON_IDS,
    ICON_LETTERS,
    MODE_IDS,
    PLAN_IDS,
    ROUNDS,
    TREASURE_IDS,
    VILLAGE_COLUMNS,
    VILLAGE_ROWS,
    WARS,
    cell_name,
)
from zashiki.games.kazoku_scribe.glyphs import GLYPHS
from zashiki.games.kazoku_scribe.notation import PAIR_NAMES, WORDS, placed_cells, write
from zashiki.games.kazoku_scribe.rules.submission import list_piece
from zashiki.games.kazoku_scribe.state import MAX_LEGAL, State
from zashiki.games.kazoku_scribe.view import Page, Piece, Plan, View, known_state

# The hex map: pointed hexagons, 40 wide, every second row half a cell to the right.
WIDE, RADIUS = 40.0, 40.0 / math.sqrt(3)
HIGH = 1.5 * RADIUS
MARGIN_X, MARGIN_Y = 30.0, 34.0
MAP_WIDTH = round(MARGIN_X * 2 + WIDE * (VILLAGE_COLUMNS - 1) + WIDE / 2)
MAP_HEIGHT = round(MARGIN_Y * 2 + HIGH * (VILLAGE_ROWS - 1))
AROUND = tuple((WIDE * math.cos(math.radians(60 * k)), WIDE * math.sin(math.radians(60 * k))) for k in range(6))
FINDS = {"tailoring": ("tailoring",) * 2 + ("shield",) * 2, "bridges": ("bridge",) * 2 + ("shield",) * 2}
SQUARE = 34  # a cell of the battle plan and of the dungeon


@dataclass(frozen=True)
class Line:
    """A straight stroke."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Cell:
    """A village cell in the drawing."""

    id: str
    x: float
    y: float
    element: str
    round: int  # of its estate; 0: in none
    sick: bool
    draft: bool


@dataclass(frozen=True)
class Fence:
    """The outline of an estate, or of the draft (round 0)."""

    round: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Crossing:
    """A pair of neighbours: the stroke between them and its middle."""

    id: str
    x: float
    y: float
    line: Line


@dataclass(frozen=True)
class Square:
    """A square of a war piece in the drawing."""

    number: int
    x: int
    y: int
    icon: str
    left: bool


@dataclass(frozen=True)
class Deed:
    """An entry of the knowledge block."""

    id: str
    name: str
    needs: tuple[tuple[str, int, int], ...]  # element, how many left, how many of these the draft holds
    arrows: tuple[int, ...]  # two, 0 where none is written
    squares: tuple[Square, ...]
    width: int
    height: int
    finds: tuple[str, ...]  # what a special action brings
    places: int  # placements left on the battle plan; -1 for special actions
    waiting: int  # copies to be submitted


@dataclass(frozen=True)
class Drawing:
    """One village page, drawn."""

    seat: Seat
    cells: tuple[Cell, ...]
    creek: tuple[Line, ...]
    fences: tuple[Fence, ...]
    bridges: tuple[Crossing, ...]
    shores: tuple[Crossing, ...]
    pairs: tuple[Crossing, ...]
    deeds: tuple[Deed, ...]
    boxes: tuple[tuple[str, tuple[bool, ...]], ...]  # kind, crossed in each round


@dataclass(frozen=True)
class Spot:
    """A cell of the battle plan or the dungeon in the drawing."""

    id: str
    x: int
    y: int
    icon: str
    army: bool
    label: str
    crossed: bool


@dataclass(frozen=True)
class Placement:
    """A place for a war piece: where its handle stands and what it covers."""

    text: str
    war: str
    x: float
    y: float
    cells: tuple[tuple[int, int], ...]


def headline(v: View) -> str:
    """Where the game stands."""
    if v.phase == "setup":
        return WORDS("headline_setup")
    return WORDS("headline", round=v.round, phase=WORDS(f"phase_{v.phase}"))


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end, in the order of section 7 of the rules."""
    teams = tuple(seat % 2 for seat in range(v.players))
    rows = []
    for treasure in TREASURE_IDS:
        words = WORDS("tally_row", treasure=WORDS(f"icon_{treasure}").capitalize())
        rows.append(TallyRow(words, tuple(v.lanes[treasure][team] for team in teams), "KZS-53"))
    owned = tuple(sum(1 for owner in v.owners.values() if owner == team) for team in teams)
    led = tuple(sum(1 for t in TREASURE_IDS if leads(v, t, team)) for team in teams)
    rows.append(TallyRow(WORDS("tally_owned"), owned, "KZS-54"))
    rows.append(TallyRow(WORDS("tally_majority"), led, "KZS-58"))
    instant = max(owned) >= 2
    rows.append(TallyRow(WORDS("tally_points"), v.scores, "KZS-58", WORDS("tally_instant") if instant else ""))
    if len(set(v.scores)) == 1 and not instant:
        shared = len(v.winners) == v.players
        note = WORDS("tally_shared" if shared else "tally_tie")
        rows.append(TallyRow(WORDS("tally_beauty"), v.beauty, "KZS-R25" if shared else "KZS-59", note))
    return tuple(rows)


def leads(v: View, treasure: str, team: int) -> bool:
    """Whether a team leads in a row nobody owns."""
    return v.owners[treasure] is None and v.lanes[treasure][team] > v.lanes[treasure][1 - team]


def board(v: View) -> dict[str, object]:
    """Shapes, places and words for board.html."""
    state = known_state(v) if len(v.pages) == v.players else None
    return {
        "w": WORDS,
        "glyphs": GLYPHS,
        "modes": MODE_IDS,
        "kinds": CHALLENGE_IDS,
        "rounds": range(1, ROUNDS + 1),
        "map_width": MAP_WIDTH,
        "map_height": MAP_HEIGHT,
        "square": SQUARE,
        "hexagon": hexagon(RADIUS - 1.2),
        "battle": _spots(v.battle, v.labels, ()),
        "battle_size": _size(v.battle),
        "dungeon": _spots(v.dungeon, {}, v.crossed),
        "dungeon_size": _size(v.dungeon),
        "drawings": tuple(draw_page(v, seat, state) for seat in range(len(v.pages))),
        "front": _front(v),
        "victim": _victim(v),
        "placements": _placements(v, state),
    }


def hexagon(radius: float) -> str:
    """The corners of a pointed hexagon around the origin."""
    corners = (math.radians(60 * k + 30) for k in range(6))
    return " ".join(f"{radius * math.cos(a):.1f},{radius * math.sin(a):.1f}" for a in corners)


@cache
def centre(cell: str) -> tuple[float, float]:
    """Where a village cell is drawn."""
    row, column = "abcdefgh".index(cell[0]), int(cell[1:]) - 1
    return MARGIN_X + WIDE * column + (WIDE / 2 if row % 2 else 0), MARGIN_Y + HIGH * row


def _between(x: float, y: float, dx: float, dy: float, inset: float = 0.0) -> Line:
    """The edge of the hexagon at (x, y) towards (dx, dy), moved inwards a little."""
    mx, my = x + dx * (0.5 - inset), y + dy * (0.5 - inset)
    half = RADIUS / 2 * (1 - 2 * inset) / WIDE
    return Line(round(mx - dy * half, 1), round(my + dx * half, 1), round(mx + dy * half, 1), round(my - dx * half, 1))


def _crossing(name: str, first: str, second: str) -> Crossing:
    (x1, y1), (x2, y2) = centre(first), centre(second)
    mx, my, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) * 0.26, (y2 - y1) * 0.26
    line = Line(round(mx - dx, 1), round(my - dy, 1), round(mx + dx, 1), round(my + dy, 1))
    return Crossing(name, round(mx, 1), round(my, 1), line)


def _all_pairs() -> tuple[Crossing, ...]:
    return tuple(_crossing(name, *name.split("-")) for name in PAIR_NAMES)


PAIR_CROSSINGS = _all_pairs()


def draw_page(v: View, seat: Seat, state: State | None) -> Drawing:
    """A village page with everything that stands on it."""
    page, plan = v.pages[seat], v.plans.get(seat)
    draft = plan.draft if plan else ()
    cells = []
    for row, letters in enumerate(page.rows):
        for column, letter in enumerate(letters):
            name = cell_name(row, column)
            x, y = centre(name)
            number = (page.estates.get(name, 0) + 1) // 2
            element = ELEMENT_IDS[ELEMENT_LETTERS.index(letter)]
            cells.append(Cell(name, round(x, 1), round(y, 1), element, number, name in page.sick, name in draft))
    shores = _shores(page.creek)
    estates = sorted(set(page.estates.values()))
    fences = [Fence((n + 1) // 2, _outline({c for c, k in page.estates.items() if k == n})) for n in estates]
    if draft:
        fences.append(Fence(0, _outline(set(draft))))
    return Drawing(
        seat=seat,
        cells=tuple(cells),
        creek=_water(page.creek),
        fences=tuple(fences),
        bridges=tuple(pair for pair in shores if pair.id in page.bridges),
        shores=shores,
        pairs=PAIR_CROSSINGS,
        deeds=tuple(_deed(page, plan, seat, k, state) for k in range(len(ACTION_IDS))),
        boxes=tuple((kind, tuple(f"{kind} {r}" in page.wards for r in range(1, ROUNDS + 1))) for kind in CHALLENGE_IDS),
    )


@lru_cache(maxsize=256)
def _shores(creek: tuple[int, ...]) -> tuple[Crossing, ...]:
    """The pairs of neighbours on opposite banks."""

    def west(cell: str) -> bool:
        return int(cell[1:]) <= creek["abcdefgh".index(cell[0])]

    return tuple(pair for pair in PAIR_CROSSINGS if len({west(cell) for cell in pair.id.split("-")}) == 2)


@lru_cache(maxsize=256)
def _water(creek: tuple[int, ...]) -> tuple[Line, ...]:
    """The creek along the edges of the hexagons."""
    return tuple(_shore_edge(pair) for pair in _shores(creek))


def _shore_edge(pair: Crossing) -> Line:
    first, second = pair.id.split("-")
    (x1, y1), (x2, y2) = centre(first), centre(second)
    return _between(x1, y1, x2 - x1, y2 - y1)


def _place(x: float, y: float) -> tuple[int, int]:
    return round(x), round(y)


def _outline(cells: set[str]) -> tuple[Line, ...]:
    """The outer edges of a set of cells, a little inside."""
    places = {_place(*centre(cell)) for cell in cells}
    lines = []
    for cell in sorted(cells):
        x, y = centre(cell)
        for dx, dy in AROUND:
            if _place(x + dx, y + dy) not in places:
                lines.append(_between(x, y, dx, dy, 0.045))
    return tuple(lines)


def _deed(page: Page, plan: Plan | None, seat: Seat, k: int, state: State | None) -> Deed:
    name = ACTION_IDS[k]
    piece = page.pieces.get(name)
    squares = piece_squares(piece) if piece else ()
    rounds = page.arrows[name]
    times = 2 if plan and plan.deed == name and plan.mode == "double" else 1
    held = [_element(page, cell) for cell in plan.draft] if plan and plan.deed == name else []
    needs = [(element, times * n, held.count(element)) for element, n in page.required[name].items() if n]
    if plan and plan.deed == name and plan.mode != "plain":
        needs.append((plan.mode, 1, held.count(plan.mode)))
    return Deed(
        id=name,
        name=ACTION_NAMES[k],
        needs=tuple(needs),
        arrows=(*rounds, *([0] * (2 - len(rounds)))),
        squares=squares,
        width=max((square.x for square in squares), default=0) + 1,
        height=max((square.y for square in squares), default=0) + 1,
        finds=() if piece else FINDS[name],
        places=_count_places(state, seat, k) if piece and state is not None else -1,
        waiting=plan.pieces.count(name) if plan else 0,
    )


def _element(page: Page, cell: str) -> str:
    letter = page.rows["abcdefgh".index(cell[0])][int(cell[1:]) - 1]
    return ELEMENT_IDS[ELEMENT_LETTERS.index(letter)]


def piece_squares(piece: Piece) -> tuple[Square, ...]:
    """The squares of a war piece with their numbers and places."""
    squares, number = [], 0
    for y, row in enumerate(piece.rows):
        for x, letter in enumerate(row):
            if letter != ".":
                number += 1
                squares.append(Square(number, x, y, ICON_IDS[ICON_LETTERS.index(letter)], number in piece.left))
    return tuple(squares)


def _count_places(state: State, seat: Seat, war: int) -> int:
    """How many placements a piece has left: the helper that helps most."""
    return list_piece(state, seat, war, state.options, 0) if war < WARS else -1


def _spots(rows: tuple[str, ...], labels: dict[str, str], crossed: tuple[str, ...]) -> tuple[Spot, ...]:
    spots = []
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            name, icon = cell_name(r, c), ICON_IDS[ICON_LETTERS.index(letter)]
            spots.append(Spot(name, c * SQUARE, r * SQUARE, icon, letter in "sap", labels.get(name, ""), name in crossed))
    return tuple(spots)


def _size(rows: tuple[str, ...]) -> tuple[int, int]:
    return (len(rows[0]) * SQUARE, len(rows) * SQUARE) if rows else (0, 0)


def _front(v: View) -> Seat:
    """Whose page lies in front: the victim's while a challenge is chosen, else the viewer's own, else of who acts."""
    if v.viewer >= 0:
        victim = _victim(v)
        return victim if victim is not None and v.viewer in v.to_act else v.viewer
    return v.to_act[0] if v.phase == "submit" and v.to_act else 0


def _victim(v: View) -> Seat | None:
    """KZS-32: whose page the viewer holds while challenges are chosen."""
    if v.phase != "challenge" or v.viewer < 0:
        return None
    return (v.viewer - 1) % v.players if v.round % 2 else (v.viewer + 1) % v.players


def _placements(v: View, state: State | None) -> tuple[Placement, ...]:
    """Every placement of the acting seat, its handle on a cell of its own as far as possible."""
    if v.stage != "submit" or state is None or not v.to_act:
        return ()
    seat, crowd, found = v.to_act[0], dict[int, int](), []
    out = [0] * MAX_LEGAL
    for war in sorted({ACTION_IDS.index(name) for name in v.plans[seat].pieces}):
        for action in out[: list_piece(state, seat, war, out, 0)]:
            assert PLACE_PIECE <= action < UNMATCHED
            cells = placed_cells(action)
            cell = min(cells, key=lambda c: (crowd.get(c, 0), c))
            k = crowd[cell] = crowd.get(cell, 0) + 1
            row, column = _row_column(cell)
            dx, dy = ((0.5, 0.5), (0.26, 0.26), (0.74, 0.74), (0.74, 0.26), (0.26, 0.74))[(k - 1) % 5]
            places = tuple((_row_column(c)[1] * SQUARE, _row_column(c)[0] * SQUARE) for c in cells)
            x, y = (column + dx) * SQUARE, (row + dy) * SQUARE
            found.append(Placement(write(state, seat, action), ACTION_IDS[war], x, y, places))
    return tuple(found)


def _row_column(cell: int) -> tuple[int, int]:
    name = PLAN_IDS[cell]
    return "abcdefghij".index(name[0]), int(name[1:]) - 1
