"""House rules: the sets of dials that a house offers, and the game that a table is played with.

Whoever runs the house names files of dials (`zashiki serve --dials FILE`); guests choose among these and the printed rules. The
numbers are kept with every table, so that a set that is no longer offered changes nothing at tables that were set up with it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from zashiki.core.dials import DialFile, read_dials
from zashiki.core.errors import BadDial
from zashiki.core.game import AnyGame
from zashiki.core.turning import turned
from zashiki.games import find_game
from zashiki.server.errors import BadWish
from zashiki.server.words import WORDS

SEPARATOR = os.pathsep  # between the files of the setting


class HouseRules:
    """The sets of dials of one house; all of them are loaded when it opens."""

    def __init__(self, files: str = "") -> None:
        """BadDial, or BadOption, where a file is no set of dials of a game, and BadWish for two sets of one name."""
        self._sets: dict[tuple[str, str], DialFile] = {}
        for path in filter(None, files.split(SEPARATOR)):
            given = read_dials(Path(path))
            turned(find_game(given.game), given.values)
            if (given.game, given.name) in self._sets:
                raise BadWish(WORDS("house_rules_twice", name=given.name, game=given.game))
            self._sets[given.game, given.name] = given

    def of(self, game: AnyGame) -> Sequence[DialFile]:
        """The sets of a game."""
        return [given for given in self._sets.values() if given.game == game.id]

    def game(self, game: AnyGame, name: str) -> AnyGame:
        """The game with the house rules of that name; as printed for none."""
        if not name:
            return game
        if (game.id, name) not in self._sets:
            raise BadWish(WORDS("no_house_rules", name=name, game=game.name))
        return turned(game, self._sets[game.id, name].values)

    def games(self, game: str) -> Sequence[AnyGame]:
        """The game of that id with each of its sets."""
        return [turned(find_game(game), given.values) for given in self._sets.values() if given.game == game]


def game_at(name: str, values: Mapping[str, int]) -> AnyGame:
    """The game of a table; BadDial where this version of it no longer has such dials."""
    return turned(find_game(name), values)


def shown_game(name: str, values: Mapping[str, int]) -> AnyGame:
    """The same, or the printed game where there is no such one any more: for names and pictures."""
    try:
        return game_at(name, values)
    except BadDial:
        return find_game(name)
