"""Saigo no Kane against its slow reference: options, summary and result at every event."""

from __future__ import annotations

import pytest

from tests.games.saigo_no_kane.reference import Reference
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.game import DECISION
from zashiki.core.table import Table
from zashiki.games.saigo_no_kane import GAME


def agree(table: Table[object, object], other: Reference) -> None:
    assert table.to_act == sorted(other.ask)
    for seat in table.to_act:
        assert sorted(table.legal(seat)) == sorted(other.ask[seat])
    if table.status == DECISION or table.over:
        expected, found = other.summary(), GAME.eyes.summary(table.state)
        if found["node"] != "lobby":
            expected["passes"] = found["passes"]
        assert found == expected


@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("variant", GAME.about.variants, ids=["default", "first-game", "choose"])
def test_the_game_agrees_with_the_reference_at_every_event(players: int, variant: dict[str, str]) -> None:
    for seed in range(6):
        table = Table(GAME, players, variant, seed=seed)
        for _ in play_randomly(table, seeded(seed)):
            pass
        again = Table(GAME, players, variant)
        other = Reference(players, variant.get("candidates", "random"), variant.get("first_game") == "true")
        for line in table.lines:
            agree(again, other)
            again.feed(str(line))
            other.feed(str(line))
        agree(again, other)
        assert other.over
        assert again.winners() == other.winners()
