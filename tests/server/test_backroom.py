"""The back room: one piece of work at a time, a line that does not grow, and landmarks that change nothing."""

from __future__ import annotations

import asyncio
import random
import threading
from pathlib import Path

import pytest

from tests.server.helpers import full_table, open_app, play_on
from zashiki.core.words import LANGUAGE
from zashiki.games import GAMES
from zashiki.server import backroom
from zashiki.server.addresses import HOUSEHOLD
from zashiki.server.backroom import BackRoom
from zashiki.server.cache import AnyTable, Kept, Landmarks
from zashiki.server.errors import TooMany
from zashiki.server.house import House
from zashiki.server.model import Guest

pytestmark = pytest.mark.anyio

ME = Guest(visitor="me")


async def test_one_piece_of_work_is_done_at_a_time_and_too_long_a_line_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backroom, "MOST_WAITING", 3)
    room, go_on = BackRoom(), threading.Event()
    at_work: list[int] = []

    def work(number: int) -> int:
        at_work.append(number)
        go_on.wait()
        return number

    begun = [asyncio.create_task(room.run(work, number)) for number in range(3)]
    while not at_work:
        await asyncio.sleep(0.01)
    with pytest.raises(TooMany):
        await room.run(work, 3)
    assert at_work == [0]
    go_on.set()
    assert await asyncio.gather(*begun) == [0, 1, 2]
    assert await room.run(work, 4) == 4


async def test_whoever_asks_for_a_lot_waits_and_not_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backroom, "MOST_WAITING_EACH", 3)
    room, go_on = BackRoom(), threading.Event()
    done: list[str] = []

    def work(name: str) -> None:
        done.append(name)
        go_on.wait()

    def ask(address: str, name: str) -> asyncio.Task[None]:
        HOUSEHOLD.set(address)  # a task has a copy of it
        return asyncio.create_task(room.run(work, name))

    begun = [ask("192.0.2.1", "a1")]
    while not done:
        await asyncio.sleep(0.01)
    gone = ask("192.0.2.1", "a2")
    begun += [ask("192.0.2.1", "a3"), ask("192.0.2.1", "a4"), ask("192.0.2.2", "b1"), ask("192.0.2.3", "c1")]
    with pytest.raises(TooMany, match="from your address"):
        await ask("192.0.2.1", "a5")
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    go_on.set()
    await asyncio.gather(*begun)
    assert done == ["a1", "b1", "c1", "a3", "a4"]


async def test_work_that_fails_says_so_to_whoever_asked_and_the_next_is_done() -> None:
    room = BackRoom()
    with pytest.raises(ZeroDivisionError):
        await room.run(lambda: 1 // 0)
    assert await room.run(lambda: 1 // 1) == 1


async def test_work_is_done_in_the_language_of_whoever_asks() -> None:
    LANGUAGE.set("ja")
    assert await BackRoom().run(LANGUAGE.get) == "ja"


async def test_games_that_have_ended_are_replayed_here_and_nowhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens one after the other would otherwise keep everybody waiting who plays."""
    replayed, fresh = list[str](), Kept.fresh

    def noted(kept: Kept) -> AnyTable:
        replayed.append(threading.current_thread().name)
        return fresh(kept)

    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = (await full_table(house, ME)).id
        await play_on(house, ME, table, 500)
        study = (await house.study(ME, await house.record(ME, table))).id
        monkeypatch.setattr(Kept, "fresh", noted)
        for path in (
            "/api/v1/tables/{}/view",
            "/api/v1/tables/{}/record",
            "/tables/{}",
            "/tables/{}/replay?at=3",
            "/tables/{}/course",
        ):
            for each in (table, study):
                house.tables.shelf.forget(each)
                assert (await client.get(path.format(each), follow_redirects=True)).status_code == 200, path
        assert len(replayed) >= 10
        assert {name.partition("_")[0] for name in replayed} == {"backroom"}


@pytest.mark.parametrize("game", GAMES)
async def test_a_landmark_on_the_way_changes_nothing(small_house: House, game: str) -> None:
    table = (await full_table(small_house, ME, game)).id
    await play_on(small_house, ME, table, 60)
    kept = await small_house.tables.newest(table)
    lines, rng, landmarks = kept.table().lines, random.Random(1), Landmarks()
    for at in rng.choices(range(len(lines) + 1), k=12):
        plain = kept.fresh()
        for line in lines[:at]:
            plain.feed(str(line))
        found = landmarks.table_after(kept, lines[:at])
        assert found.state == plain.state
        assert found.lines == plain.lines


async def test_a_landmark_of_moves_that_were_taken_back_is_not_used(small_house: House) -> None:
    table = (await full_table(small_house, ME)).id
    await play_on(small_house, ME, table, 40, seed=1)
    kept, landmarks = await small_house.tables.newest(table), Landmarks()
    lines = list(kept.table().lines)
    landmarks.table_after(kept, lines)
    other = (await full_table(small_house, ME)).id
    await play_on(small_house, ME, other, 40, seed=2)
    differently = list((await small_house.tables.newest(other)).table().lines)
    assert differently[:24] != lines[:24]
    assert [str(line) for line in landmarks.table_after(kept, differently).lines] == [str(line) for line in differently]
