"""The village as a drawing: hexagons with a point at the top, 40 wide, every other row half a cell to the right."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from zashiki.games.kazoku_scribe import actions, cards

WIDE, RADIUS = 40.0, 40.0 / math.sqrt(3)
HIGH = 1.5 * RADIUS
MARGIN_X, MARGIN_Y = 30.0, 34.0
MAP_WIDTH = round(MARGIN_X * 2 + WIDE * (cards.VILLAGE_COLUMNS - 1) + WIDE / 2)
MAP_HEIGHT = round(MARGIN_Y * 2 + HIGH * (cards.VILLAGE_ROWS - 1))
TILE = RADIUS - 1.2  # a little paper shows between the tiles
INSET = 2.6  # how far a fence is inside the outer edge of its estate
Point = tuple[float, float]


@dataclass(frozen=True)
class Crossing:
    """A pair of neighbours: the stroke between them and its middle."""

    id: str
    x: float
    y: float
    line: str


def short(number: float) -> float:
    """A coordinate in as few characters as possible."""
    rounded = round(number, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def path(points: Iterable[Point]) -> str:
    """Straight lines from point to point."""
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)


@cache
def centre(cell: str) -> Point:
    """Where a cell is drawn."""
    row, column = "abcdefgh".index(cell[0]), int(cell[1:]) - 1
    return short(MARGIN_X + WIDE * column + (WIDE / 2 if row % 2 else 0)), short(MARGIN_Y + HIGH * row)


def corner(cell: str, k: int) -> Point:
    """Corner k of a cell, clockwise from the upper right one."""
    x, y = centre(cell)
    angle = math.radians(60 * k - 30)
    return x + RADIUS * math.cos(angle), y + RADIUS * math.sin(angle)


def _edges() -> str:
    """The way around a tile from its upper corner."""
    wide, half = short(TILE * math.cos(math.radians(30))), short(TILE / 2)
    return f"l{wide} {half}v{2 * half}l-{wide} {half}-{wide}-{half}v-{2 * half}z"


EDGES = _edges()
HEXAGON = f"M0-{short(TILE)}{EDGES}"


def tiles(cells: Iterable[str]) -> str:
    """The tiles of some cells as one path."""
    return "".join(f"M{x} {short(y - TILE)}{EDGES}" for x, y in map(centre, cells))


ALL_TILES = tiles(cards.CELL_IDS)


@cache
def cross(cell: str) -> str:
    """A cross over a cell."""
    x, y = centre(cell)
    return f"M{short(x - 11)} {short(y + 11)}l22 -22m-22 0l22 22"


def _spot(point: Point) -> tuple[int, int]:
    """A key that all cells sharing a corner agree on, however it was rounded: corners are half a tile and half a radius apart."""
    return round(2 * (point[0] - MARGIN_X) / WIDE), round(2 * (point[1] - MARGIN_Y) / RADIUS)


@lru_cache(maxsize=1024)
def fence(cells: tuple[str, ...]) -> str:
    """The fence around some cells as closed strokes, a little inside their outer edge."""
    inside = set(cells)
    owners: dict[tuple[int, int], list[str]] = {}
    for cell in inside:
        for k in range(6):
            owners.setdefault(_spot(corner(cell, k)), []).append(cell)
    steps: dict[tuple[int, int], tuple[Point, tuple[int, int]]] = {}
    for cell in sorted(inside):
        for k in range(6):
            here, there = corner(cell, k), corner(cell, (k + 1) % 6)
            if len(set(owners[_spot(here)]) & set(owners[_spot(there)])) == 1:
                steps[_spot(here)] = _inset(here, owners[_spot(here)]), _spot(there)
    loops = []
    while steps:
        at, points = next(iter(steps)), []
        while at in steps:
            point, at = steps.pop(at)
            points.append(point)
        loops.append(path(points) + "z")
    return "".join(loops)


def _inset(point: Point, cells: list[str]) -> Point:
    """A corner moved towards the middle of its one or two cells, so that every edge moves by the same distance."""
    x, y = (sum(centre(cell)[axis] for cell in cells) / len(cells) for axis in (0, 1))
    dx, dy = x - point[0], y - point[1]
    reach = INSET / math.sin(math.radians(60)) / math.hypot(dx, dy)
    return point[0] + dx * reach, point[1] + dy * reach


def _crossing(name: str) -> Crossing:
    (x1, y1), (x2, y2) = (centre(cell) for cell in name.split("-"))
    x, y, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, (x2 - x1) * 0.26, (y2 - y1) * 0.26
    return Crossing(name, short(x), short(y), path([(x - dx, y - dy), (x + dx, y + dy)]))


CROSSINGS = tuple(_crossing(name) for name in actions.PAIR_NAMES)


@lru_cache(maxsize=256)
def shores(creek: tuple[int, ...]) -> tuple[Crossing, ...]:
    """The pairs of neighbours on opposite banks."""

    def west(cell: str) -> bool:
        return int(cell[1:]) <= creek["abcdefgh".index(cell[0])]

    return tuple(pair for pair in CROSSINGS if len({west(cell) for cell in pair.id.split("-")}) == 2)


@lru_cache(maxsize=256)
def water(creek: tuple[int, ...]) -> str:
    """The creek as one stroke along the edges of the tiles, from north to south."""
    points: list[Point] = []
    for row, bank in enumerate(creek):
        cell = f"{'abcdefgh'[row]}{bank}"
        (x, top), (_, bottom) = corner(cell, 0), corner(cell, 1)
        if points:
            points += _zigzag(points[-1], (x, top))
        points += [(x, top), (x, bottom)]
    return path(points)


def _zigzag(start: Point, end: Point) -> list[Point]:
    """The corners between two rows, where the creek turns by more than one edge."""
    (x1, y1), (x2, y2) = start, end
    edges = round(abs(x2 - x1) / (WIDE / 2))
    return [(x1 + (x2 - x1) * k / edges, y2 if k % 2 else y1) for k in range(1, edges)]
