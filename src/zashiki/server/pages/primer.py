"""The rules shown: pictures of recorded positions with their parts numbered, diagrams at clauses, examples to step through.

Everything is drawn from the view of one pair of eyes, by the code that draws tables, once for each language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from zashiki.core.game import OPEN, SPECTATOR, AnyGame
from zashiki.core.rooms import Viewer
from zashiki.core.words import LANGUAGE, with_names
from zashiki.primer.answering import names_at, said
from zashiki.primer.content import Chapter, Content, Diagram, Example, Part, Place, Term, Topic, content_of
from zashiki.primer.positions import table_at
from zashiki.server.errors import NoSuchTable
from zashiki.server.pages.board import draw_board
from zashiki.server.pages.cutting import cut, elements, marked, with_own_ids
from zashiki.server.pages.draw import Frame, draw
from zashiki.server.words import WORDS

KEPT = 256  # drawings
NOWHERE = "#"  # what a number on a picture opens: nothing, since a picture cannot be pressed


@dataclass(frozen=True)
class FigurePart:
    """A picture, with what is said of it."""

    base: str
    game: AnyGame
    drawn: Markup
    caption: str
    example: str  # the key of an example to step through, or ""


@dataclass(frozen=True)
class ShownPart:
    """What stands before the clauses: the table with its parts named, the summary and the examples."""

    base: str
    game: AnyGame
    shapes: Markup  # what all pictures of the page refer to
    drawn: Markup
    parts: tuple[Part, ...]
    summary: tuple[Chapter, ...]
    topics: tuple[tuple[Topic, tuple[Example, ...]], ...]
    exercises: int


@dataclass(frozen=True)
class GlossaryPart:
    """The words of a game."""

    terms: tuple[Term, ...]


@dataclass(frozen=True)
class ExamplePage:
    """A moment of an example, with the way to all the others."""

    frame: Frame
    base: str
    game: AnyGame
    example: Example
    words: str
    number: int  # of the moment, from 1
    headline: str
    told: str  # the event that led here
    board: Markup
    next: Example | None


def draw_place(game: AnyGame, place: Place, marks: tuple[str, ...] = (), rules_at: str = "") -> Markup:
    """The whole table at a moment, with marks; with an address of the rules its numbers open, otherwise it is a mere picture."""
    return _drawn(game, place, marks, rules_at, LANGUAGE.get())


@lru_cache(KEPT)
def _drawn(game: AnyGame, place: Place, marks: tuple[str, ...], rules_at: str, language: str) -> Markup:
    table = table_at(game, place.record, place.at)
    view, names = table.view(place.viewer), names_at(table.players)
    account_at = "" if rules_at else NOWHERE
    return marked(draw_board(game, view, seat_of(place.viewer), names, {}, rules_at=rules_at, account_at=account_at), marks)


def seat_of(viewer: Viewer) -> int | None:
    """The seat behind a pair of eyes, if there is one."""
    return None if viewer in (SPECTATOR, OPEN) else viewer


def draw_figure(game: AnyGame, place: Place, crop: tuple[str, ...], marks: tuple[str, ...], name: str) -> Markup:
    """A picture to stand among others: part of a table, with ids of its own and without the shapes that all pictures share."""
    drawn = _without_shapes(draw_place(game, place, marks))
    inner = cut(drawn, crop) if crop else drawn
    kind = "" if crop else " whole"
    return Markup('<div class="drawn{}" inert><div class="board board-{}">{}</div></div>').format(
        kind, game.id, with_own_ids(inner, name)
    )


def _shapes_in(drawn: Markup) -> list[tuple[int, int]]:
    """Where a board keeps what its pieces refer to."""
    return [
        (each.start, each.end)
        for each in elements(drawn)
        if each.tag == "svg" and any(name.endswith("shapes") for name in each.attributes.get("class", "").split())
    ]


def _without_shapes(drawn: Markup) -> Markup:
    """The inside of a board without its shapes."""
    text = str(drawn)
    for start, end in reversed(_shapes_in(drawn)):
        text = text[:start] + text[end:]
    return Markup(re.sub(r"^<div[^>]*>|</div>$", "", text))


def shapes_for(game: AnyGame, content: Content) -> Markup:
    """What the pictures of a game refer to, once for a page."""
    drawn = draw_place(game, content.overview.place)
    return Markup("").join(drawn[start:end] for start, end in _shapes_in(drawn))


def draw_shown(base: str, game: AnyGame) -> Markup:
    """Summary, table and examples; empty for a game without a primer."""
    content = content_of(game)
    if content is None:
        return Markup("")
    overview = content.overview
    part = ShownPart(
        base=base,
        game=game,
        shapes=shapes_for(game, content),
        drawn=draw_figure(game, overview.place, (), tuple(part.piece for part in overview.parts), "overview"),
        parts=overview.parts,
        summary=content.summary,
        topics=tuple((topic, tuple(each for each in content.examples if each.topic == topic.key)) for topic in content.topics),
        exercises=len(content.exercises),
    )
    return Markup(draw("_shown.html", part))


def draw_glossary(game: AnyGame) -> Markup:
    """The words of a game; empty for one without a primer."""
    content = content_of(game)
    return Markup(draw("_glossary.html", GlossaryPart(content.glossary))) if content else Markup("")


def with_diagrams(base: str, game: AnyGame, clauses: Markup) -> Markup:
    """The clauses with a picture below each that has one."""
    content = content_of(game)
    if content is None:
        return clauses
    text = str(clauses)
    for number, diagram in enumerate(content.diagrams):
        at = text.find("</li>", text.find(f'id="{diagram.clause}"'))
        text = text[:at] + str(draw_diagram(base, game, diagram, f"figure-{number}")) + text[at:]
    return Markup(text)


def draw_diagram(base: str, game: AnyGame, diagram: Diagram, name: str) -> Markup:
    """The picture at a clause, with its caption."""
    drawn = draw_figure(game, diagram.place, diagram.crop, diagram.marks, name)
    return Markup(draw("_figure.html", FigurePart(base, game, drawn, said(diagram.caption), diagram.example)))


def example_page(frame: Frame, game: AnyGame, key: str, number: int) -> ExamplePage:
    """A moment of an example, ready to draw; NoSuchTable if there is none."""
    content = content_of(game)
    examples = content.examples if content else ()
    place = next((k for k, each in enumerate(examples) if each.key == key), None)
    if place is None or not 1 <= number <= len(examples[place].steps):
        raise NoSuchTable(WORDS("no_such_example", game=game.name))
    example = examples[place]
    step = example.steps[number - 1]
    at = Place(example.record, step.at, example.viewer)
    table = table_at(game, example.record, step.at)
    line = table.lines[-1].told[example.viewer] if table.lines else ""
    return ExamplePage(
        frame=frame,
        base=frame.base,
        game=game,
        example=example,
        words=said(step.words),
        number=number,
        headline=with_names(game.screen.headline(table.view(example.viewer)), names_at(table.players)),
        told=with_names(line, names_at(table.players)),
        board=draw_place(game, at, step.marks, f"{frame.base}/rules/{game.id}"),
        next=examples[place + 1] if place + 1 < len(examples) else None,
    )
