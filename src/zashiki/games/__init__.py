"""The games: the five in the order they are shown, then those of other packages by id.

Nothing outside a game's folder names a game, except this list of the five.
"""

from __future__ import annotations

from importlib import import_module

from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame, Game
from zashiki.core.words import CORE as WORDS
from zashiki.core.words import listed
from zashiki.games.installed import NotLoaded, installed_games

FOLDERS = ("saigo_no_kane", "idol_conclave", "akiwado", "kazoku_scribe", "rights_of_losers")

GAMES: dict[str, AnyGame] = {game.id: game for game in (import_module(f"zashiki.games.{folder}").GAME for folder in FOLDERS)}
NOT_LOADED: list[NotLoaded] = []  # games of other packages that had to be left out

GAMES |= installed_games(GAMES, NOT_LOADED)


def find_game(name: str) -> AnyGame:
    """The game of that id; BadOption with the list when there is none."""
    if name in GAMES:
        return GAMES[name]
    for broken in NOT_LOADED:
        if name.replace("-", "_") == broken.name.replace("-", "_"):
            raise BadOption(broken.sentence)
    raise BadOption(WORDS("no_game", name=name, known=listed(GAMES)))


def named_game(name: str, hint: str = "") -> AnyGame:
    """The game of that id, or the one at `package.module:NAME`; BadOption where there is none, with the hint behind it."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return find_game(name)
    try:
        found = getattr(import_module(module), attribute, None)
    except ModuleNotFoundError as error:
        raise BadOption(f"{error}, so there is no '{name}'{hint}.") from None
    if not isinstance(found, Game):
        raise BadOption(f"'{name}' is not a Game.")
    return found
