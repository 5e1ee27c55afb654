"""The gallery of a game: all its tiles and cards, for games whose folder has a `gallery.html` and a `gallery.py`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module

from markupsafe import Markup

from zashiki.core.game import AnyGame
from zashiki.server.pages.board import board_environment
from zashiki.server.pages.draw import Frame


@dataclass(frozen=True)
class GalleryPage:
    """Every piece of one game, drawn."""

    frame: Frame
    game: AnyGame
    gallery: Markup


def has_gallery(game: AnyGame) -> bool:
    """Whether the game can show its pieces apart from a table."""
    return (game.folder / "gallery.html").is_file()


def gallery_page(frame: Frame, game: AnyGame) -> GalleryPage:
    """The page, ready to draw."""
    return GalleryPage(frame, game, draw_gallery(game))


@cache
def draw_gallery(game: AnyGame) -> Markup:
    """The pieces by the game's own renderer."""
    pieces = import_module(f"zashiki.games.{game.folder.name}.gallery").gallery()
    return Markup(board_environment().get_template(f"{game.id}/gallery.html").render(pieces))
