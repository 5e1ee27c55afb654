"""The five games, in the order they are shown. Nothing outside a game's folder names a game, except this list."""

from __future__ import annotations

from importlib import import_module

from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame

FOLDERS = ("saigo_no_kane", "idol_conclave", "akiwado", "kazoku_scribe", "rights_of_losers")

GAMES: dict[str, AnyGame] = {game.id: game for game in (import_module(f"zashiki.games.{folder}").GAME for folder in FOLDERS)}


def find_game(name: str) -> AnyGame:
    """The game of that id; BadOption with the list when there is none."""
    if name not in GAMES:
        raise BadOption(f"There is no game '{name}'; the games are: {', '.join(GAMES)}.")
    return GAMES[name]
