"""What the suite goes through: every game, seat count and variant, or those of the games that were named."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from zashiki.core.game import AnyGame

every_case = pytest.mark.every_case
every_game = pytest.mark.every_game


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
