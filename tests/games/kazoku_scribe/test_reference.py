"""Kazoku Scribe against its slow reference: options, summary and result at every event."""

from __future__ import annotations

import pytest

from tests.games.kazoku_scribe.reference import Reference
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.table import Table
from zashiki.games.kazoku_scribe import GAME


@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("variant", GAME.about.variants, ids=["default", "different", "beginner"])
def test_the_game_agrees_with_the_reference_at_every_event(players: int, variant: dict[str, str]) -> None:
    different, beginner = variant.get("villages") == "different", variant.get("beginner") == "true"
    for seed in range(2):
        table = Table(GAME, players, variant, seed=seed)
        for _ in play_randomly(table, seeded(seed)):
            pass
        again, other = Table(GAME, players, variant), Reference(players, different=different, beginner=beginner)
        for line in table.lines:
            assert GAME.eyes.summary(again.state) == other.summary(), f"seed {seed}, before {line}"
            for seat in again.to_act:
                assert sorted(again.legal(seat)) == sorted(other.ask[seat])
            again.feed(str(line))
            other.feed(str(line))
        assert GAME.eyes.summary(again.state) == other.summary()
        assert other.phase == "over"
