"""What is printed for a game, for games that have the room `gallery`: the page of everything, and one thing enlarged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from zashiki.core.game import AnyGame
from zashiki.core.rooms import Group, Thing
from zashiki.core.words import LANGUAGE
from zashiki.server.errors import NoSuchTable
from zashiki.server.pages.board import board_environment
from zashiki.server.pages.draw import Frame, draw
from zashiki.server.words import WORDS

KEPT = 64  # games in a language


@dataclass(frozen=True)
class Printed:
    """A thing, with its face drawn."""

    thing: Thing
    face: Markup


@dataclass(frozen=True)
class Shelf:
    """A group of things, drawn."""

    group: Group
    printed: tuple[Printed, ...]


@dataclass(frozen=True)
class GalleryPage:
    """Everything printed for one game."""

    frame: Frame
    base: str
    game: AnyGame
    shapes: Markup
    shelves: tuple[Shelf, ...]


@dataclass(frozen=True)
class Legend:
    """The signs of one game, to stand beside its rules."""

    base: str
    game: AnyGame
    shelves: tuple[Shelf, ...]


@dataclass(frozen=True)
class AboutPart:
    """One thing, enlarged; the same for everybody."""

    base: str
    game: AnyGame
    shapes: Markup
    printed: Printed


def has_gallery(game: AnyGame) -> bool:
    """Whether the game can show what is printed for it."""
    return game.gallery is not None


def gallery_page(frame: Frame, game: AnyGame) -> GalleryPage:
    """The page, ready to draw."""
    return GalleryPage(frame, frame.base, game, shapes_of(game), shelves_of(game))


def draw_legend(base: str, game: AnyGame, *, with_shapes: bool = True) -> Markup:
    """The signs of a game, drawn; empty where it has none to explain. Without shapes where the page has them already."""
    signs = tuple(shelf for shelf in shelves_of(game) if shelf.group.signs)
    if not signs:
        return Markup("")
    shapes = Markup('<div class="shapes">{}</div>').format(shapes_of(game)) if with_shapes else Markup("")
    return shapes + Markup(draw("_shelf.html", Legend(base, game, signs)))


def about_part(base: str, game: AnyGame, key: str) -> AboutPart:
    """The enlarged thing with that key, ready to draw; NoSuchTable if nothing printed has it."""
    for shelf in shelves_of(game):
        for printed in shelf.printed:
            if printed.thing.key == key:
                return AboutPart(base, game, shapes_of(game), printed)
    raise NoSuchTable(WORDS("nothing_printed", game=game.name, name=key))


def shelves_of(game: AnyGame) -> tuple[Shelf, ...]:
    """Everything printed, in the reader's language."""
    return _shelves(game, LANGUAGE.get())


@lru_cache(KEPT)
def _shelves(game: AnyGame, language: str) -> tuple[Shelf, ...]:
    if game.gallery is None:
        return ()
    face = board_environment().get_template(f"{game.id}/face.html")
    return tuple(
        Shelf(group, tuple(Printed(thing, Markup(face.render(thing.shown))) for thing in group.things))
        for group in game.gallery.things()
    )


@lru_cache(KEPT)
def shapes_of(game: AnyGame) -> Markup:
    """What the faces refer to: once on a page."""
    name = f"{game.id}/shapes.html"
    has_shapes = (game.folder / "screen" / "shapes.html").is_file()
    return Markup(board_environment().get_template(name).render()) if has_shapes else Markup("")
