"""The contract suite on the five games: the very tests that `pytest --pyargs zashiki.testing` runs on any game."""

from __future__ import annotations

from zashiki.games import GAMES
from zashiki.testing.test_contract import *  # noqa: F403
from zashiki.testing.test_reachable import *  # noqa: F403


def test_the_five_are_there() -> None:
    assert len(GAMES) == 5
