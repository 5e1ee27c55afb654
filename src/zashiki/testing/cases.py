"""What the suite goes through: every game, seat count and variant, or those of the games that were named."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

import pytest

from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame, Game
from zashiki.games import find_game

every_case = pytest.mark.every_case
every_game = pytest.mark.every_game


def named_game(name: str) -> AnyGame:
    """The known game of that id, or the one at package.module:NAME; BadOption where there is none."""
    module, colon, attribute = name.partition(":")
    if not colon:
        return find_game(name)
    try:
        found = getattr(import_module(module), attribute, None)
    except ModuleNotFoundError as error:
        raise BadOption(f"{error}, so there is no '{name}'; `python -m pytest` also finds modules of this folder.") from None
    if not isinstance(found, Game):
        raise BadOption(f"'{name}' is not a Game.")
    return found


def cases(games: Iterable[AnyGame]) -> list[Any]:
    """The games with every seat count and variant; all but the first of each are marked slow."""
    found = []
    for game in games:
        for players in game.seats:
            for variant in game.about.variants:
                words = ",".join(f"{k}={v}" for k, v in variant.items()) or "default"
                marks = [pytest.mark.slow] if variant or players != game.seats[0] else []
                found.append(pytest.param(game, players, variant, id=f"{game.id}-{players}-{words}", marks=marks))
    return found
