"""The course of a game drawn: turns as bands side by side, and the points of every side as a line across them.

Places are shares of the width or height, since the drawing is as wide as the page lets it be.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from zashiki.core.rooms import Seat
from zashiki.server.course import Chapter, Course
from zashiki.server.pages.result import Side

WIDTH, HEIGHT = 1000, 300  # of the field of the lines, which is stretched
SPAN = 98  # percent of the width; the rest shows what the last event brought
TELLING = 3  # a game whose points stood at fewer different counts has nothing to draw: it counts at the end


@dataclass(frozen=True)
class Band:
    """A turn, from its first position to the next turn's."""

    at: int
    title: str
    short: str  # for narrow ones: the number of the turn, if it has one
    x: float  # in percent, as are the width and the middle
    width: float
    middle: float
    here: bool  # whether the shown position is in it


@dataclass(frozen=True)
class Trace:
    """The points of one side: steps across the field."""

    name: str
    seat: Seat  # whose colour it has
    path: str
    last: int


@dataclass(frozen=True)
class Graph:
    """Everything `_course.html` draws."""

    where: str  # the address of a position, without its number
    more: str  # what follows the number there
    lines: int
    bands: tuple[Band, ...]
    traces: tuple[Trace, ...]
    marker: float | None  # where the shown position is, in percent
    top: int
    bottom: int
    zero: float  # where no points are, from above
    rows: tuple[tuple[str, tuple[int, ...]], ...]  # the points of every side after each turn


def graph_of(course: Course, sides: tuple[Side, ...], lines: int, where: str, more: str, at: int | None = None) -> Graph:
    """The course of a game of so many events, ready to draw; `at` marks a position."""
    points = [tuple(each[side.seats[0]] for side in sides) for each in course.points]
    if len(set(points)) < TELLING:
        points = []
    numbers = [number for each in points for number in each]
    top, bottom = max([1, *numbers]), min([0, *numbers])

    def y(number: int) -> float:
        return round((top - number) / (top - bottom) * HEIGHT, 1)

    return Graph(
        where=where,
        more=more,
        lines=lines,
        bands=bands_of(course.chapters, lines, at),
        traces=tuple(
            Trace(side.name, side.seats[0], path_of([y(each[number]) for each in points], lines), points[-1][number])
            for number, side in enumerate(sides)
            if points
        ),
        marker=None if at is None else share(at, lines),
        top=top,
        bottom=bottom,
        zero=y(0),
        rows=rows_of(course.chapters, points),
    )


def share(at: int, lines: int) -> float:
    """How far through the game a position is, in percent."""
    return round(at / max(1, lines) * SPAN, 2)


def bands_of(chapters: tuple[Chapter, ...], lines: int, at: int | None) -> tuple[Band, ...]:
    """The turns side by side; none for a game of older rules, whose turns are not known."""
    bands = []
    ends = [chapter.at for chapter in chapters[1:]]
    for chapter, end in zip(chapters, [*ends, lines + 1], strict=False):
        x, until = share(chapter.at, lines), share(end, lines) if end <= lines else 100
        number = re.search(r"\d+", chapter.title)
        here = at is not None and chapter.at <= at < end
        bands.append(
            Band(chapter.at, chapter.title, number[0] if number else "", x, round(until - x, 2), round((x + until) / 2, 2), here)
        )
    return tuple(bands)


def path_of(heights: list[float], lines: int) -> str:
    """Level until an event changes the points, then up or down at once."""
    path = [f"M0 {heights[0]}"]
    for at in range(1, len(heights)):
        if heights[at] != heights[at - 1]:
            path.append(f"H{round(share(at, lines) * WIDTH / 100, 1)}V{heights[at]}")
    return "".join([*path, f"H{WIDTH}"])


def rows_of(chapters: tuple[Chapter, ...], points: list[tuple[int, ...]]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """The points after each turn: at the first position of the next one, since the event that ends a turn leads there."""
    if not points:
        return ()
    ends = [*(chapter.at for chapter in chapters[1:]), len(points) - 1]
    return tuple((chapter.title, points[min(end, len(points) - 1)]) for chapter, end in zip(chapters, ends, strict=True))
