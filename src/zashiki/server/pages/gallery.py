"""The gallery of a game: all its tiles and cards, for games that have the room `gallery`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

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
    return game.gallery is not None


def gallery_page(frame: Frame, game: AnyGame) -> GalleryPage:
    """The page, ready to draw."""
    return GalleryPage(frame, game, draw_gallery(game))


@cache
def draw_gallery(game: AnyGame) -> Markup:
    """The pieces by the game's own renderer."""
    assert game.gallery is not None
    return Markup(board_environment().get_template(f"{game.id}/gallery.html").render(game.gallery.gallery()))
