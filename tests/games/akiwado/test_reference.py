"""The rules and a second, slow reading of them agree at every event of random games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.games.akiwado.reference import Reference
from tests.support import play_randomly
from zashiki.core.chance import below, seeded
from zashiki.core.record import open_record, read_kifu
from zashiki.core.table import Table
from zashiki.games.akiwado import GAME

GAMES_EACH = 10
RECORDS = Path(__file__).parent / "records"


def compare(table: Table[Any, Any], reference: Reference) -> None:
    assert GAME.eyes.summary(table.state) == reference.summary()
    assert table.to_act == reference.to_act()
    for seat in table.to_act:
        assert table.legal(seat) == reference.legal(seat)


@pytest.mark.parametrize("purveyor", [False, True], ids=["base", "purveyor"])
@pytest.mark.parametrize("players", GAME.seats)
def test_both_readings_agree_at_every_event(players: int, purveyor: bool) -> None:
    options = {"purveyor": "true"} if purveyor else {}
    for seed in range(GAMES_EACH):
        played = Table(GAME, players, options, seed=seed)
        for _ in play_liars_and_misers(played, seeded(seed)) if seed % 2 else play_randomly(played, seeded(seed)):
            pass
        table, reference = Table(GAME, players, options), Reference(players, purveyor=purveyor)
        for line in played.lines:
            compare(table, reference)
            table.feed(str(line))
            reference.feed(str(line))
        compare(table, reference)
        assert table.over


def play_liars_and_misers(table: Table[Any, Any], rng: list[int]) -> Iterator[tuple[int, str]]:
    """Random play with small bids and mostly kept words: more ties, fuller purses, more markers."""
    while not table.over:
        seat = table.to_act[below(rng, len(table.to_act))]
        options = table.legal(seat)
        place = GAME.eyes.view(table.state, seat).declared[seat]
        kept = [text for text in options if place and place in text and text.split()[-1] in ("1", "2", "pocket")]
        choices = kept if kept and below(rng, 4) else options
        move = choices[below(rng, len(choices))]
        yield seat, move
        table.play(seat, move)


@pytest.mark.parametrize("name", sorted(path.name for path in RECORDS.glob("*.kifu")))
def test_both_readings_agree_on_the_kept_records(name: str) -> None:
    kifu = read_kifu((RECORDS / name).read_text(encoding="utf-8"))
    table = open_record(kifu, {GAME.id: GAME})
    reference = Reference(table.players, purveyor=bool(table.state.purveyor))
    for line in kifu.lines:
        compare(table, reference)
        table.feed(line)
        reference.feed(line)
    compare(table, reference)
    assert kifu.result == {
        "scores": " ".join(map(str, reference.scores())),
        "winners": " ".join(map(str, reference.winners())),
    }
