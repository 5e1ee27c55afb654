"""Idol Conclave against its slow reference: options, what lies on the table, and the count, at every event."""

from __future__ import annotations

import pytest

from tests.games.idol_conclave.reference import IDOLS, Reference
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.table import Table
from zashiki.games.idol_conclave import GAME


def agree(table: Table[object, object], other: Reference) -> None:
    summary = GAME.eyes.summary(table.state)
    assert table.to_act == other.to_act()
    for seat in table.to_act:
        assert table.legal(seat) == other.legal(seat)
    assert (summary["phase"], summary["turn_seat"], summary["turn_number"]) == (other.phase, other.turn_seat, other.turn_number)
    assert summary["hand_sizes"] == [len(hand) for hand in other.hands]
    assert summary["neg_flags"] == ["neg" in hand for hand in other.hands]
    assert summary["lines"] == {
        name: [["up" if c.up else "down", c.seat, c.kind if c.up else None] for c in other.lines[i]]
        for i, name in enumerate(IDOLS)
    }
    assert summary["sheet"] == {space: list(card) for space, card in other.sheet.items()}
    assert (summary["closed"], summary["supply"], summary["taken"]) == (other.closed, other.supply, other.took)
    assert summary["box_size"] == len(other.box)
    if other.events:
        sides = ["up" if up else "down" for up in other.event_up]
        assert summary["events"] == dict(zip(IDOLS, map(list, zip(other.events, sides, strict=True)), strict=True))
    if other.phase == "over":
        assert (summary["group_value"], summary["totals"]) == (other.group_value(), other.totals())
        assert summary["ranks"] == other.ranks()
        assert (summary["points"], summary["winners"]) == (other.points(), other.winners())


@pytest.mark.parametrize("players", GAME.seats)
@pytest.mark.parametrize("variant", GAME.about.variants)
def test_the_game_agrees_with_the_reference_at_every_event(players: int, variant: dict[str, str]) -> None:
    for seed in range(40):
        table = Table(GAME, players, variant, seed=seed)
        for _ in play_randomly(table, seeded(seed)):
            pass
        start = int(variant["start"]) if "start" in variant else None
        again, other = Table(GAME, players, variant), Reference(players, start)
        for line in table.lines:
            agree(again, other)
            again.feed(str(line))
            other.feed(str(line))
        agree(again, other)
        assert other.phase == "over"
