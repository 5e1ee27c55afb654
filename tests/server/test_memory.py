"""What is kept of a game that is over: the same for everybody who looks, in little memory."""

from __future__ import annotations

import gc
import random
import tracemalloc

import pytest

from tests.server.helpers import full_table, game_with_sealed_answers, play_on
from zashiki.core.errors import IllegalMove
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.table import Table
from zashiki.games import find_game
from zashiki.server.cache import Kept, Shelf, settled
from zashiki.server.house import House
from zashiki.server.model import STRANGER, STUDY, Guest

pytestmark = pytest.mark.anyio

ME = Guest(visitor="me")
MOST = 500 * 1024  # bytes for a long game of four; it was 1.2 MB


def a_game(game_id: str, moves: int) -> Table[object, object]:
    game, rng = find_game(game_id), random.Random(3)
    table = Table(game, game.seats[-1], seed=3)
    for _ in range(moves):
        if not table.over:
            seat = rng.choice(table.to_act)
            table.play(seat, rng.choice(table.legal(seat)))
    return table


def test_a_settled_table_tells_everybody_the_same() -> None:
    for moves in (0, 7, 10_000):
        table = a_game(game_with_sealed_answers().id, moves)
        light = settled(table)
        for viewer in (*range(table.players), SPECTATOR, OPEN):
            assert light.view(viewer) == table.view(viewer)
            heard = [[(n, line.told[viewer], line.heard[viewer]) for n, line in t.heard_by(viewer)] for t in (light, table)]
            assert heard[0] == heard[1]
        assert light.record == table.record
        if light.lines:
            with pytest.raises(KeyError):
                light.lines[0].told[table.players]  # nobody else's text for somebody who is not there


async def test_a_table_that_ends_gives_up_its_undo(small_house: House) -> None:
    table = (await full_table(small_house, ME)).id
    await play_on(small_house, ME, table, 10)
    before = await small_house.snapshot(ME, table, 0)
    await small_house.abandon(ME, table)
    kept = small_house.tables.shelf.get(table)
    assert kept is not None
    with pytest.raises(IllegalMove):
        kept.table().undo()
    assert (await small_house.snapshot(ME, table, 0)).log == before.log


async def test_an_uploaded_record_of_a_long_game_takes_little_memory(small_house: House) -> None:
    record = a_game("kazoku-scribe", 100_000).record
    await small_house.snapshot(STRANGER, (await small_house.study(ME, record)).id)  # what is made once for all
    table = (await small_house.study(ME, record)).id
    gc.collect()
    tracemalloc.start()
    await small_house.snapshot(STRANGER, table)
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size < MOST


async def test_records_have_places_of_their_own(small_house: House) -> None:
    playing = (await full_table(small_house, ME)).id
    await play_on(small_house, ME, playing, 10_000)
    shelf, record = Shelf(2, 1), await small_house.record(ME, playing)
    studies = [(await small_house.study(ME, record)).id for _ in range(3)]
    for table in (playing, *studies):
        kept: Kept | None = small_house.tables.shelf.get(table)
        assert kept is not None
        shelf.put(table, kept)
        assert (kept.header.status == STUDY) == (table in studies)
    assert [shelf.get(table) is not None for table in (playing, *studies)] == [True, False, False, True]
    shelf.forget(playing)
    assert len(shelf) == 1
