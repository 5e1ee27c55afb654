"""Which games can be learned here, and where their lessons begin."""

from __future__ import annotations

from functools import cache

from zashiki.core.game import AnyGame
from zashiki.core.lessons import Lesson
from zashiki.server.errors import NoSuchTable
from zashiki.server.pages.board import games_with_board
from zashiki.server.words import WORDS


@cache
def lesson_of(game: AnyGame) -> Lesson:
    """The lesson of a game; NoSuchTable if it has none."""
    if game.lessons is None:
        raise NoSuchTable(WORDS("no_lesson", game=game.name))
    return game.lessons.lesson()


def taught_games() -> list[AnyGame]:
    """The games with a lesson, the lightest first: whoever is new begins there."""
    taught = [game for game in games_with_board() if game.lessons is not None]
    return sorted(taught, key=lambda game: lesson_of(game).weight)


def first_step(base: str, game: AnyGame) -> str:
    """Where the lesson of a game begins."""
    return f"{base}/learn/{game.id}/{lesson_of(game).chapters[0].key}/1"
