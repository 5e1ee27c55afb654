"""The course of a game, for looking back: where its turns and days begin and, once nothing is hidden any more, the points."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from zashiki.core.rooms import Viewer
from zashiki.core.table import Line
from zashiki.core.words import LANGUAGE, with_names
from zashiki.server.cache import Kept

KEPT = 64  # courses, each with the lines it was made from


@dataclass(frozen=True)
class Chapter:
    """A turn, a day, a trick: what the headline begins with."""

    at: int  # its first position, as the viewer counts events
    title: str


@dataclass(frozen=True)
class Course:
    """A game from its first position to the last one that the viewer has seen."""

    chapters: tuple[Chapter, ...] = ()
    points: tuple[tuple[int, ...], ...] = ()  # of all seats at every position; empty while the game goes on


class Courses:
    """The courses that were asked for last. Only for the back room, where one thread works at a time."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, Viewer, str, bool], tuple[Sequence[Line], list[str], Course]] = OrderedDict()

    def course(self, kept: Kept, viewer: Viewer, lines: Sequence[Line], names: list[str], *, ended: bool) -> Course:
        """The course through these eyes, built once for the same lines."""
        place = kept.header.id, viewer, LANGUAGE.get(), ended
        then, called, course = self._kept.pop(place, ((), [], None))
        if course is None or (then, called) != (lines, names):
            course = course_of(kept, viewer, lines, names, ended=ended)
        self._kept[place] = lines, names, course
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return course


def course_of(kept: Kept, viewer: Viewer, lines: Sequence[Line], names: list[str], *, ended: bool) -> Course:
    """The course of a game after these lines: what pages of its positions would show these eyes, one after the other."""
    table = kept.fresh()
    screen, chapters, points = table.game.screen, list[Chapter](), list[tuple[int, ...]]()
    heard = 0
    for line in (None, *lines):
        if line is not None:
            table.feed(str(line))
            if not line.heard[viewer]:
                continue  # held back from these eyes: there is no such position for them
            heard += 1
        title = with_names(screen.headline(table.view(viewer)), names).partition(" · ")[0]
        if not chapters or chapters[-1].title != title:
            chapters.append(Chapter(heard, title))
        if ended:
            points.append(tuple(table.game.points_so_far(table.state)))
    return Course(tuple(chapters), tuple(points))
