"""Rights of Losers against its slow reference: options, summary and result at every event."""

from __future__ import annotations

import json

import pytest

from tests.games.rights_of_losers.reference import Reference
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.table import Table
from zashiki.games.rights_of_losers import GAME


@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("first_lead", [None, 1])
def test_the_game_agrees_with_the_reference_at_every_event(players: int, first_lead: int | None) -> None:
    options = {} if first_lead is None else {"first_lead": str(first_lead)}
    for seed in range(15):
        table = Table(GAME, players, options, seed=seed)
        for _ in play_randomly(table, seeded(seed)):
            pass
        again, other = Table(GAME, players, options), Reference(players, first_lead)
        for line in table.lines:
            assert json.dumps(GAME.eyes.summary(again.state)) == json.dumps(other.summary())
            assert [again.legal(seat) for seat in again.to_act] == ([other.legal()] if other.turn is not None else [])
            again.feed(str(line))
            other.feed(str(line))
        assert json.dumps(GAME.eyes.summary(again.state)) == json.dumps(other.summary())
        assert other.phase == "over"
