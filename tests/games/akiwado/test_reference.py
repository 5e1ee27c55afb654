"""Akiwado against its slow reference: options, summary and result at every event."""

from __future__ import annotations

import pytest

from tests.games.akiwado.reference import Reference
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.table import Table
from zashiki.games.akiwado import GAME


@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("purveyor", [False, True])
def test_the_game_agrees_with_the_reference_at_every_event(players: int, purveyor: bool) -> None:
    options = {"purveyor": "true"} if purveyor else {}
    for seed in range(40):
        table = Table(GAME, players, options, seed=seed)
        for _ in play_randomly(table, seeded(seed)):
            pass
        again, other = Table(GAME, players, options), Reference(players, purveyor)
        for line in table.lines:
            assert GAME.summary(again.state) == other.summary(), f"seed {seed}, before {line}"
            assert again.to_act == other.to_act()
            assert {seat: again.legal(seat) for seat in again.to_act} == {seat: other.legal(seat) for seat in other.to_act()}
            again.feed(str(line))
            other.feed(str(line))
        assert GAME.summary(again.state) == other.summary()
        assert other.phase == "over"
