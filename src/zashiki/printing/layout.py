"""From pieces to sides of paper: grids of cards with cut marks, backs behind their fronts, boards in parts.

All sides are upright. A sheet is turned over along its long edge, as printers do by default, so backs are mirrored from left to
right; a piece that lies on its side has its back lying on the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from zashiki.core.pieces import BLEED, Piece, Size
from zashiki.printing.catalogue import WORDS
from zashiki.printing.paper import EDGE, MARK_EDGE, Paper

LEAST_BLEED = 1.0  # between neighbours, where a page holds more of them that way
OVERLAP = 8.0  # by which the parts of a board are glued onto one another
NOTE = 2.6  # the height of the note below, and of the same room above


Mark = tuple[float, float, float, float]  # a line in the margin, from x, y to x, y


@dataclass(frozen=True)
class Placed:
    """One copy of a piece on a side of paper: the upper left corner of its cut, and the bleed it gets to each side."""

    piece: Piece
    x: float
    y: float
    turned: bool  # lies on its side
    back: bool
    bleed: tuple[float, float]
    window: tuple[float, float, float, float] | None = None  # of a board in parts: which rectangle of it this side shows

    @property
    def size(self) -> Size:
        """How wide and high it lies there."""
        if self.window:
            return Size(self.window[2], self.window[3])
        width, height = self.piece.size
        return Size(height, width) if self.turned else self.piece.size


@dataclass(frozen=True)
class Side:
    """One side of a sheet of paper."""

    name: str  # used in file names and addresses: "cards-1", "cards-1-back"
    title: str  # "Cards, sheet 1 of 6, backs"
    placed: tuple[Placed, ...] = ()
    marks: tuple[Mark, ...] = field(default=(), repr=False)  # where to cut
    joins: tuple[Mark, ...] = field(default=(), repr=False)  # as far as the next part of a board covers this one

    @property
    def blank(self) -> bool:
        return not self.placed


@dataclass(frozen=True)
class Grid:
    """How many pieces of a size fit a page, and how."""

    columns: int
    rows: int
    turned: bool
    gap: tuple[float, float]  # between cuts, across and down

    @property
    def count(self) -> int:
        return self.columns * self.rows


def best_grid(paper: Paper, size: Size) -> Grid | None:
    """The grid that holds the most pieces, then the one with the widest gaps; None where not even one fits."""
    grids = [grid for turned in (False, True) if (grid := _grid(paper, size, turned))]
    return max(grids, key=lambda grid: (grid.count, sum(grid.gap), not grid.turned), default=None)


def _grid(paper: Paper, size: Size, turned: bool) -> Grid | None:
    wide, high = (size.height, size.width) if turned else size
    across, down = _run(paper.width, wide), _run(paper.height - 2 * NOTE, high)
    if not across or not down:
        return None
    return Grid(across[0], down[0], turned, (across[1], down[1]))


def _run(room: float, side: float) -> tuple[int, float] | None:
    """How many fit in a row, and the gap between them: a bleed to both sides each."""
    room -= 2 * EDGE
    count = math.floor((room + 1e-9) / (side + 2 * LEAST_BLEED))
    if count < 1:
        return None
    return count, min(2 * BLEED, room / count - side)


def lay_out(name: str, title: str, pieces: Iterable[Piece], paper: Paper) -> list[tuple[Side, Side]]:
    """Sheets of pieces that belong together, each as its two sides, the second blank where nothing has a back."""
    sheets: list[tuple[Side, Side]] = []
    for run in _runs(pieces):
        if run[0].cut == "page":
            sheets += [_whole(f"{name}-{piece.key}", piece, paper) for piece in run for _ in range(piece.copies)]
            continue
        grid = best_grid(paper, run[0].size)
        copies = [piece for piece in run for _ in range(piece.copies)]
        if grid is None:
            for piece in copies:
                sheets += _in_parts(f"{name}-{piece.key}", piece, paper)
            continue
        total = math.ceil(len(copies) / grid.count)
        sheets += [
            _sheet(
                f"{name}-{run[0].key}-{k + 1}", f"{title} {k + 1}/{total}", copies[k * grid.count :][: grid.count], grid, paper
            )
            for k in range(total)
        ]
    return sheets


def _runs(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Pieces that can share sheets."""
    order: dict[tuple[object, ...], list[Piece]] = {}
    for piece in pieces:
        order.setdefault((piece.cut, piece.size, piece.back is None), []).append(piece)
    return iter(order.values())


def _whole(name: str, piece: Piece, paper: Paper) -> tuple[Side, Side]:
    x, y = (paper.width - piece.size.width) / 2, (paper.height - piece.size.height) / 2
    front = Placed(piece, x, y, False, False, (0, 0))
    back = () if piece.back is None else (Placed(piece, x, y, False, True, (0, 0)),)
    return Side(name, piece.words, (front,)), Side(f"{name}-back", piece.words, back)


def _sheet(name: str, title: str, pieces: list[Piece], grid: Grid, paper: Paper) -> tuple[Side, Side]:
    width, height = pieces[0].size
    wide, high = (height, width) if grid.turned else (width, height)
    columns, rows = min(grid.columns, len(pieces)), math.ceil(len(pieces) / grid.columns)
    left = (paper.width - columns * wide - (columns - 1) * grid.gap[0]) / 2
    top = (paper.height - grid.rows * high - (grid.rows - 1) * grid.gap[1]) / 2
    bleed = (grid.gap[0] / 2, grid.gap[1] / 2)
    fronts, backs = [], []
    for k, piece in enumerate(pieces):
        x, y = left + k % columns * (wide + grid.gap[0]), top + k // columns * (high + grid.gap[1])
        fronts.append(Placed(piece, x, y, grid.turned, False, bleed))
        if piece.back is not None:
            backs.append(Placed(piece, paper.width - x - wide, y, grid.turned, True, bleed))
    xs = [left + k * (wide + grid.gap[0]) + side for k in range(columns) for side in (0, wide)]
    ys = [top + k * (high + grid.gap[1]) + side for k in range(rows) for side in (0, high)]
    marks = () if pieces[0].cut == "disc" else tuple(_marks(xs, ys, bleed, paper))
    mirrored = tuple((paper.width - x2, y1, paper.width - x1, y2) for x1, y1, x2, y2 in marks)
    return Side(name, title, tuple(fronts), marks), Side(f"{name}-back", title, tuple(backs), mirrored if backs else ())


def _marks(xs: list[float], ys: list[float], bleed: tuple[float, float], paper: Paper) -> Iterator[Mark]:
    """Short lines in the margin where to cut, outside every bleed."""
    left, right, top, bottom = xs[0] - bleed[0], xs[-1] + bleed[0], ys[0] - bleed[1], ys[-1] + bleed[1]
    for x in xs:
        yield x, max(MARK_EDGE, top - 5), x, top - 0.5
        yield x, bottom + 0.5, x, min(paper.height - MARK_EDGE, bottom + 5)
    for y in ys:
        yield max(MARK_EDGE, left - 5), y, left - 0.5, y
        yield right + 0.5, y, min(paper.width - MARK_EDGE, right + 5), y


def _in_parts(name: str, piece: Piece, paper: Paper) -> list[tuple[Side, Side]]:
    """A board on several sheets, each of which shows a little of its neighbours, to glue them together."""
    room = Size(paper.width - 2 * EDGE - 2 * LEAST_BLEED, paper.height - 2 * EDGE - 2 * NOTE - 2 * LEAST_BLEED)
    across, down = _shares(piece.size.width, room.width), _shares(piece.size.height, room.height)
    sheets = []
    for row, (y, high) in enumerate(down):
        for column, (x, wide) in enumerate(across):
            number = row * len(across) + column + 1
            left, top = (paper.width - wide) / 2, (paper.height - high) / 2
            bleed = (LEAST_BLEED, LEAST_BLEED)
            placed = Placed(piece, left, top, False, False, bleed, (x, y, wide, high))
            joins_right, joins_below = column + 1 < len(across), row + 1 < len(down)
            title = f"{piece.words} {number}/{len(across) * len(down)} · {WORDS('overlap', mm=f'{OVERLAP:g}')}"
            marks = tuple(_marks([left, left + wide], [top, top + high], bleed, paper))
            past = [left + wide - OVERLAP] if joins_right else []
            under = [top + high - OVERLAP] if joins_below else []
            joins = [
                mark for mark in _marks([left, *past, left + wide], [top, *under, top + high], bleed, paper) if mark not in marks
            ]
            front = Side(f"{name}-{number}", title, (placed,), marks, tuple(joins))
            behind = replace(placed, back=True, window=(piece.size.width - x - wide, y, wide, high))
            sheets.append((front, Side(f"{name}-{number}-back", title, () if piece.back is None else (behind,))))
    return sheets


def _shares(length: float, room: float) -> list[tuple[float, float]]:
    """Where the parts of a length begin and how long they are: all alike, overlapping."""
    count = max(1, math.ceil((length - OVERLAP) / (room - OVERLAP) - 1e-9))
    share = (length + OVERLAP * (count - 1)) / count
    return [(k * (share - OVERLAP), share) for k in range(count)]


def sides_of(sheets: Iterable[tuple[Side, Side]], *, both: bool) -> list[Side]:
    """The sides in printing order: for both sides of the paper every sheet has two, for one only those with something on them."""
    return [side for sheet in sheets for side in sheet if both or not side.blank]
