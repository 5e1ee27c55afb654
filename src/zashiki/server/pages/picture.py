"""The picture of a table for links on other sites: its header as any onlooker reads it, and the points once it is over.

It is drawn by Typst, of the extra `print`; without it pages name no picture.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from importlib.util import find_spec

from zashiki.core.rooms import Seat
from zashiki.core.words import LANGUAGE
from zashiki.drawing.font import FONTS, SERIF
from zashiki.server.course import Course
from zashiki.server.model import Snapshot
from zashiki.server.pages.board import TEMPLATES
from zashiki.server.pages.draw import STATIC
from zashiki.server.pages.graph import HEIGHT, WIDTH, graph_of
from zashiki.server.pages.result import result_words, sides_of
from zashiki.server.words import WORDS

KEPT = 64  # pictures, some 30 KB each
OWN = "\u0530"  # Typst brings a font for the scripts before this character: Latin, Greek, Cyrillic
COLOURS = ("#2c5c94", "#a8480f", "#3f6d2b", "#7b3b80", "#17696b")  # of the seats, by day
MOMENT = "#a32a20"


@dataclass(frozen=True)
class Named:
    """A side in the picture, with its points once the game is over."""

    seat: Seat
    name: str
    points: str


@dataclass(frozen=True)
class Picture:
    """Everything `picture.typ` draws."""

    language: str
    mark: str
    game: str
    pitch: str
    headline: str
    over: bool
    graph: str  # SVG, or empty
    sides: tuple[Named, ...]


@cache
def can_draw() -> bool:
    """Whether Typst is installed."""
    return find_spec("typst") is not None


def picture_of(s: Snapshot, course: Course) -> Picture:
    """What a stranger's snapshot tells of a table."""
    t = s.table
    sides = sides_of(t.game, t.names)
    graph = graph_of(course, sides, t.lines, "", "", None if s.over else s.at)
    headline = result_words(t.game, t.names, s.winners) if s.over else s.headline or WORDS(f"status_{t.status}")
    return Picture(
        language=LANGUAGE.get(),
        mark=(STATIC / "mark.svg").read_text(encoding="utf-8"),
        game=t.game.name,
        pitch=t.game.pitch,
        headline=drawable(headline, ""),
        over=s.over,
        graph=lines_of([(trace.seat, trace.path) for trace in graph.traces], graph.marker),
        sides=tuple(
            Named(side.seats[0], drawable(side.name, str(side.seats[0] + 1)), str(s.scores[side.seats[0]]) if s.over else "")
            for side in sides
        ),
    )


def drawable(words: str, otherwise: str) -> str:
    """The words, if the fonts have their characters."""
    return words if all(character < OWN or character in SERIF.characters for character in words) else otherwise


def lines_of(traces: list[tuple[Seat, str]], marker: float | None) -> str:
    """The points over the game as an image, with the moment it is about; empty without any."""
    if not traces:
        return ""
    paths = [(path, COLOURS[seat % len(COLOURS)], 6) for seat, path in traces]
    if marker is not None:
        paths.insert(0, (f"M{marker * WIDTH / 100:.1f} -10V{HEIGHT + 10}", MOMENT, 4))
    drawn = "".join(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{wide}"/>' for path, colour, wide in paths)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -10 {WIDTH} {HEIGHT + 20}" preserveAspectRatio="none">{drawn}</svg>'
    )


@lru_cache(KEPT)
def draw_picture(picture: Picture) -> bytes:
    """The picture as PNG; a tenth of a second or two, so not for the event loop."""
    import typst

    png: bytes = typst.compile(
        str(TEMPLATES / "picture.typ"),
        format="png",
        ppi=72.0,
        sys_inputs={"data": json.dumps(asdict(picture))},
        font_paths=[str(FONTS)],
        ignore_system_fonts=True,
    )
    return png
