"""What the page of Kazoku Scribe draws in addition to the view: headline, final count, shapes and places."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from typing import Generic, TypeVar

from zashiki.core.rooms import Seat, TallyRow
from zashiki.core.words import LANGUAGE, listed, seat_mark
from zashiki.games.kazoku_scribe import actions, cards
from zashiki.games.kazoku_scribe.actions import ACTIONS
from zashiki.games.kazoku_scribe.cards import ACTION_IDS, CELL_IDS
from zashiki.games.kazoku_scribe.eyes.view import Page, Piece, Plan, View, known_state
from zashiki.games.kazoku_scribe.rules import submission
from zashiki.games.kazoku_scribe.screen import accounts, hexmap
from zashiki.games.kazoku_scribe.screen.accounts import Row, element_at, round_of
from zashiki.games.kazoku_scribe.screen.glyphs import GLYPHS
from zashiki.games.kazoku_scribe.screen.hexmap import Crossing, Point
from zashiki.games.kazoku_scribe.screen.scenes import Gained, victim_of
from zashiki.games.kazoku_scribe.state import MAX_LEGAL, State
from zashiki.games.kazoku_scribe.words.catalogue import WORDS, action_name, counted
from zashiki.games.kazoku_scribe.words.telling import challenge_label

T = TypeVar("T")
SPREADS = ("challenge fever spread", "challenge root-rot spread")
WAYS_OUT = ("plan none", "bridge none", "cut none", "ward none", "challenge none")
# KZS-23: what a special action brings.
FINDS = {
    name: (icon,) * cards.MARKS[deed] + ("shield",) * cards.SHIELDS[deed]
    for name, icon in (("tailoring", "tailoring"), ("bridges", "bridge"))
    for deed in [cards.ACTION_IDS.index(name)]
}
LEGEND = tuple(icon for icon in cards.ICON_IDS if icon != "empty")
Form = frozenset[tuple[int, int, str]]  # column, row and icon of every square
MAPS_KEPT = 512  # of each kind: those of as many tables
SQUARE = 38  # a cell of the battle plan and of the dungeon
HANDLES = ((0.5, 0.5), (0.27, 0.27), (0.73, 0.73), (0.73, 0.27), (0.27, 0.73))  # where a handle may be in a cell, in order


class Kept(Generic[T]):
    """The last few answers by what they depend on; what merely helps to make one is not kept with it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The answer for this key, made only if it is new."""
        if key not in self._answers:
            self._answers[key] = make()
            if len(self._answers) > self._most:
                self._answers.popitem(last=False)
        return self._answers[key]


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
class Estate:
    """A fenced estate: its fence, and where its round is written."""

    number: int
    round: int
    fence: str
    x: float
    y: float


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
    needs: str  # in words
    icons: tuple[tuple[str, bool, bool], ...]  # each required icon: already in the draft? the last of its element?
    arrows: tuple[int, ...]  # two, 0 where none is written
    squares: tuple[Square, ...]
    width: int
    height: int
    finds: tuple[str, ...]  # what a special action brings
    places: int  # placements left on the battle plan; -1 for special actions
    waiting: int  # copies to be submitted
    piece: Piece | None

    @property
    def account(self) -> tuple[Row, ...]:
        """What the piece is good for."""
        return accounts.piece_rows(self.piece, self.places, self.waiting) if self.piece else ()


@dataclass(frozen=True, eq=False)
class Drawing:
    """One village page, drawn. Paths are strokes over many cells. Pages that look the same have one drawing (`draw_page`)."""

    seat: Seat
    cells: tuple[Cell, ...]
    land: tuple[Spot, ...]
    fenced: str
    sick: str
    crosses: tuple[tuple[str, str], ...]  # a cell that is sick, and its cross
    draft: str
    draft_fence: str
    creek: str
    estates: tuple[Estate, ...]
    bridges: tuple[Crossing, ...]
    shores: tuple[Crossing, ...]
    deeds: tuple[Deed, ...]
    boxes: tuple[tuple[str, tuple[bool, ...]], ...]  # kind, crossed in each round
    page: Page

    @property
    def account(self) -> tuple[Row, ...]:
        """Where its cells have gone."""
        return accounts.land_of(self.page)


@dataclass(frozen=True, eq=False, slots=True)
class Spot:
    """A cell as it is printed, and where its middle is drawn. The same map has the same spots (`_land`, `_spots`)."""

    id: str
    x: float
    y: float
    icon: str
    army: bool = False


@dataclass(frozen=True)
class Placement:
    """A place for a war piece: its handle, what it covers, and in which orientations the piece fits there."""

    text: str
    war: str
    x: float
    y: float
    left: int
    top: int
    cover: str
    turns: str  # quarter turns clockwise, 0 to 3; after a flip 4 to 7


@dataclass(frozen=True)
class Held:
    """A war piece in the hand of the seat that submits; `side` is the side of the square in which it can turn."""

    war: str
    squares: tuple[Square, ...]
    side: int


_pages: Kept[Drawing] = Kept(4096)
_places: Kept[int] = Kept(16384)


def headline(v: View) -> str:
    """Where the game stands."""
    if v.phase == "setup":
        return WORDS("headline_setup")
    return WORDS("headline", round=v.round, phase=WORDS(f"phase_{v.phase}"))


def tally(v: View) -> tuple[TallyRow, ...]:
    """The count at the end, in the order of the rules."""
    teams, alone = tuple(seat % 2 for seat in range(v.players)), "" if v.players > cards.TEAMS else "_alone"
    rows = []
    for treasure in cards.TREASURE_IDS:
        words = WORDS("tally_row", treasure=WORDS(f"icon_{treasure}").capitalize())
        found = tuple(v.lanes[treasure][team] for team in teams)
        rows.append(TallyRow(words, found, "KZS-53", accounts.lane_words(v, treasure)))
    owned = tuple(sum(1 for owner in v.owners.values() if owner == team) for team in teams)
    led = tuple(sum(1 for t in cards.TREASURE_IDS if accounts.leads(v, t, team)) for team in teams)
    rows.append(TallyRow(WORDS("tally_owned", count=cards.OWNED), owned, "KZS-54"))
    rows.append(TallyRow(WORDS("tally_majority", count=cards.MAJORITY), led, "KZS-58"))
    instant = max(owned) >= cards.TREASURES_TO_WIN
    ended = WORDS("tally_instant", count=max(owned)) if instant else ""
    rows.append(TallyRow(WORDS(f"tally_points{alone}"), v.scores, "KZS-58", ended))
    if len(set(v.scores)) == 1 and not instant:
        shared = len(v.winners) == v.players
        note = WORDS(("tally_shared" if shared else "tally_tie") + alone)
        rows.append(TallyRow(WORDS("tally_beauty"), v.beauty, "KZS-R25" if shared else "KZS-59", note))
    return tuple(rows)


def board(v: View) -> dict[str, object]:
    """Shapes, places and words for board.html."""
    state = cache(lambda: known_state(v))  # which costs more than a page that is known already
    placements = _placements(v, state)
    return {
        "w": WORDS,
        "glyphs": tuple(GLYPHS.items()),
        "modes": cards.MODE_IDS,
        "legend": LEGEND,
        "map_width": hexmap.MAP_WIDTH,
        "map_height": hexmap.MAP_HEIGHT,
        "hexagon": hexmap.HEXAGON,
        "pairs": hexmap.CROSSINGS,
        "tiles": hexmap.ALL_TILES,
        "square": SQUARE,
        "battle": _spots(v.battle),
        "battle_size": _size(v.battle),
        "dungeon": _spots(v.dungeon),
        "dungeon_size": _size(v.dungeon),
        "cells": CELL_IDS,
        "caves": tuple(spot.id for spot in _spots(v.dungeon)),
        "drawings": tuple(draw_page(v, seat, state) for seat in range(len(v.pages))),
        "before": partial(draw_before, v),
        "front": front_page(v),
        "victim": _victim(v),
        "placements": placements,
        "hand": _hand(v, placements),
        "points": tuple(accounts.points_of(v, team) for team in range(cards.TEAMS)),
        "sides": tuple(accounts.side_words(v, team) for team in range(cards.TEAMS)),
        "acts": _acts(),
        "challenged": tuple(
            WORDS("board_challenged", round=number, seat=seat_mark(seat), challenge=challenge_label(ACTIONS.read(text)))
            for number, seat, text in v.challenged
        ),
    }


def _acts() -> tuple[tuple[str, str, bool], ...]:
    """The answers that stand nowhere on the pages: move, words, whether it is a way out; those come last."""
    return (
        *((f"unmatched {war}", WORDS("board_unmatched", deed=action_name(k)), False) for k, war in enumerate(actions.WAR_IDS)),
        *((text, WORDS(f"board_{text.replace(' ', '_')}"), False) for text in SPREADS),
        *((text, WORDS(f"board_{text.replace(' ', '_')}"), True) for text in WAYS_OUT),
    )


def draw_page(v: View, seat: Seat, state: Callable[[], State]) -> Drawing:
    """A village page with everything on it; the same drawing for everybody who sees the same on it."""
    page, plan, printed = v.pages[seat], v.plans.get(seat), len(v.pages) == v.players
    places = tuple(_count_places(v, seat, war, state) if printed else -1 for war in range(cards.WARS))
    estates, arrows, pieces = (tuple(part.items()) for part in (page.estates, page.arrows, page.pieces))
    required = tuple(tuple(needs.items()) for needs in page.required.values())
    marks = page.rows, page.creek, estates, page.sick, page.bridges, required, arrows, pieces, page.wards
    key = seat, LANGUAGE.get(), marks, plan and (plan.deed, plan.mode, plan.draft, plan.pieces), places
    return _pages.get(key, lambda: _drawn_page(page, plan, seat, places))


def draw_before(v: View, seat: Seat, gained: Gained) -> Drawing:
    """A village page as it was before it gained that."""
    page = v.pages[seat]
    pieces = {
        war: replace(piece, left=tuple(sorted({*piece.left, *(number for name, number in gained.cut if name == war)})))
        for war, piece in page.pieces.items()
    }
    sick = tuple(cell for cell in page.sick if cell not in gained.sick)
    bridges = tuple(pair for pair in page.bridges if pair not in gained.bridges)
    return _drawn_page(replace(page, pieces=pieces, sick=sick, bridges=bridges), None, seat, (-1,) * cards.WARS)


def _drawn_page(page: Page, plan: Plan | None, seat: Seat, places: tuple[int, ...]) -> Drawing:
    draft = plan.draft if plan else ()
    banks = hexmap.shores(page.creek)
    return Drawing(
        seat=seat,
        cells=tuple(_cells(page, draft)),
        land=_land(page.rows),
        fenced=hexmap.tiles(page.estates),
        sick=hexmap.tiles(page.sick),
        crosses=tuple((cell, hexmap.cross(cell)) for cell in page.sick),
        draft=hexmap.tiles(draft),
        draft_fence=hexmap.fence(draft),
        creek=hexmap.water(page.creek),
        estates=tuple(_estate(page, number) for number in sorted(set(page.estates.values()))),
        bridges=tuple(pair for pair in banks if pair.id in page.bridges),
        shores=banks,
        deeds=tuple(_deed(page, plan, k, places[k] if k < cards.WARS else -1) for k in range(len(ACTION_IDS))),
        boxes=tuple(
            (kind, tuple(f"{kind} {r}" in page.wards for r in range(1, cards.ROUNDS + 1))) for kind in cards.CHALLENGE_IDS
        ),
        page=page,
    )


@lru_cache(MAPS_KEPT)
def _land(rows: tuple[str, ...]) -> tuple[Spot, ...]:
    """A village map as it is printed."""
    return tuple(Spot(cell, *hexmap.centre(cell), element_at(rows, cell)) for cell in CELL_IDS)


def _cells(page: Page, draft: tuple[str, ...]) -> Iterator[Cell]:
    for spot in _land(page.rows):
        estate, sick = round_of(page.estates.get(spot.id, 0)), spot.id in page.sick
        yield Cell(spot.id, spot.x, spot.y, spot.icon, estate, sick, spot.id in draft)


def _estate(page: Page, number: int) -> Estate:
    cells = tuple(cell for cell in CELL_IDS if page.estates.get(cell) == number)
    x, y = hexmap.centre(cells[0])
    return Estate(number, round_of(number), hexmap.fence(cells), x, hexmap.short(y - hexmap.RADIUS + 6.5))


def _deed(page: Page, plan: Plan | None, k: int, places: int) -> Deed:
    name = ACTION_IDS[k]
    piece = page.pieces.get(name)
    squares = piece_squares(piece) if piece else ()
    rounds = page.arrows[name]
    waiting = plan.pieces.count(name) if plan else 0
    times = 2 if plan and plan.deed == name and plan.mode == "double" else 1
    held = [element_at(page.rows, cell) for cell in plan.draft] if plan and plan.deed == name else []
    needs = [(element, times * n) for element, n in page.required[name].items() if n]
    if plan and plan.deed == name and plan.mode != "plain":
        needs.append((plan.mode, 1))
    return Deed(
        id=name,
        name=action_name(k),
        needs=listed(counted(WORDS(f"element_{element}"), n) for element, n in needs),
        icons=tuple((element, k < held.count(element), k == n - 1) for element, n in needs for k in range(n)),
        arrows=(*rounds, *([0] * (2 - len(rounds)))),
        squares=squares,
        width=max((square.x for square in squares), default=0) + 1,
        height=max((square.y for square in squares), default=0) + 1,
        finds=() if piece else FINDS[name],
        places=places,
        waiting=waiting,
        piece=piece,
    )


def piece_squares(piece: Piece) -> tuple[Square, ...]:
    """The squares of a war piece with their numbers and places."""
    squares, number = [], 0
    for y, row in enumerate(piece.rows):
        for x, letter in enumerate(row):
            if letter != ".":
                number += 1
                squares.append(Square(number, x, y, cards.ICON_IDS[cards.ICON_LETTERS.index(letter)], number in piece.left))
    return tuple(squares)


def _count_places(v: View, seat: Seat, war: int, state: Callable[[], State]) -> int:
    """How many placements a piece has left: the most useful hint there is."""
    key = v.battle, tuple(v.labels), v.pages[seat].pieces[ACTION_IDS[war]]
    return _places.get(key, lambda: submission.list_piece(state(), seat, war, [0] * MAX_LEGAL, 0))


@lru_cache(MAPS_KEPT)
def _spots(rows: tuple[str, ...]) -> tuple[Spot, ...]:
    spots, half = [], SQUARE // 2
    for r, row in enumerate(rows):
        for c, letter in enumerate(row):
            x, y = c * SQUARE + half, r * SQUARE + half
            spots.append(Spot(cards.cell_name(r, c), x, y, cards.ICON_IDS[cards.ICON_LETTERS.index(letter)], letter in "sap"))
    return tuple(spots)


def _size(rows: tuple[str, ...]) -> tuple[int, int]:
    return (len(rows[0]) * SQUARE, len(rows) * SQUARE) if rows else (0, 0)


def front_page(v: View) -> Seat:
    """Whose page is in front: the victim's during a challenge, else the viewer's own; for others, that of the seat to act."""
    victim = _victim(v)
    if victim is not None and v.viewer in v.to_act:
        return victim
    if 0 <= v.viewer < len(v.pages):  # different villages are printed one after another
        return v.viewer
    return v.to_act[0] if v.phase == "submit" and v.to_act else 0


def _victim(v: View) -> Seat | None:
    """KZS-32: whose page the viewer holds while challenges are chosen."""
    if v.phase != "challenge" or v.viewer < 0:
        return None
    return victim_of(v.players, v.round, v.viewer)


def _placements(v: View, state: Callable[[], State]) -> tuple[Placement, ...]:
    """Every placement for a viewer who is submitting, each with its own handle."""
    if v.stage != "submit" or v.viewer not in v.to_act:
        return ()
    taken, found, out = set[Point](), list[Placement](), [0] * MAX_LEGAL
    for war in sorted({ACTION_IDS.index(name) for name in v.plans[v.viewer].pieces}):
        ways = _ways_round(v.pages[v.viewer].pieces[ACTION_IDS[war]])
        for action in out[: submission.list_piece(state(), v.viewer, war, out, 0)]:
            cells = [divmod(cell, cards.PLAN_COLUMNS) for cell in actions.placed_cells(action)]
            left, top = min(column for _, column in cells), min(row for row, _ in cells)
            form = frozenset((column - left, row - top, v.battle[row][column]) for row, column in cells)
            x, y = _handle(cells, taken)
            taken.add((x, y))
            cover = "".join(f"M{c * SQUARE + 1} {r * SQUARE + 1}h{SQUARE - 2}v{SQUARE - 2}h{2 - SQUARE}z" for r, c in cells)
            text = ACTIONS.write(action)
            found.append(Placement(text, ACTION_IDS[war], x, y, left * SQUARE, top * SQUARE, cover, ways[form]))
    return tuple(found)


def _handle(cells: list[tuple[int, int]], taken: set[Point]) -> Point:
    """A free place for a handle, in the middle of a cell if possible."""
    places = [((c + dx) * SQUARE, (r + dy) * SQUARE) for dx, dy in HANDLES for r, c in cells]
    return next((place for place in places if place not in taken), places[0])


def _ways_round(piece: Piece) -> dict[Form, str]:
    """What is left of a piece, turned and flipped: which turns give which form (KZS-43)."""
    ways: dict[Form, str] = {}
    letters = "".join(piece.rows).replace(".", "")
    left = [(square.x, square.y, letters[square.number - 1]) for square in piece_squares(piece) if square.left]
    for flipped in (False, True):
        form = [(-x if flipped else x, y, letter) for x, y, letter in left]
        for quarter in range(4):
            start_x, start_y = min(x for x, _, _ in form), min(y for _, y, _ in form)
            key = frozenset((x - start_x, y - start_y, letter) for x, y, letter in form)
            ways[key] = ways.get(key, "") + str(4 * flipped + quarter)
            form = [(-y, x, letter) for x, y, letter in form]
    return ways


def _hand(v: View, placements: tuple[Placement, ...]) -> dict[str, Held]:
    """The pieces that have a place, ready to be picked up."""
    held = {}
    for war in sorted({place.war for place in placements}):
        squares = tuple(square for square in piece_squares(v.pages[v.viewer].pieces[war]) if square.left)
        held[war] = Held(war, squares, max(max(square.x, square.y) for square in squares) + 1)
    return held
