"""Fair shares: whose bots come first, how many tables one address may have, what pauses, and what people are told."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.server.helpers import GAME, open_app
from zashiki.server import bots, watch
from zashiki.server.addresses import household_of
from zashiki.server.errors import TooMany
from zashiki.server.house import House
from zashiki.server.model import Guest, SeatWish, TableWish
from zashiki.server.pages.table import draw_live
from zashiki.server.rows import Due
from zashiki.server.settings import Settings
from zashiki.server.shares import AWAY, BOTS, PEOPLE, Queue, thinking_seconds

pytestmark = pytest.mark.anyio

LONGEST = 120.0
ME, YOU = Guest(visitor="me"), Guest(visitor="you")
BOTS_ONLY = TableWish(GAME, (SeatWish("bot"),) * 3)
WITH_ME = TableWish(GAME, (SeatWish("person", "Aiko"), SeatWish("bot"), SeatWish("bot")))


def due(table: str, maker: str = "", host: str = "") -> Due:
    return Due(table, maker, host, people=True)


async def served(queue: Queue, count: int) -> list[str]:
    """The next tables; each comes back at once."""
    order = []
    for _ in range(count):
        next_one, _ = await queue.get()
        order.append(next_one.table)
        queue.put(next_one)
    return order


# The queue


async def test_people_come_before_people_who_are_away_and_these_before_bots() -> None:
    ranks = {"bots": BOTS, "away": AWAY, "people": PEOPLE}
    queue = Queue(lambda due: ranks[due.table])
    for table in ranks:
        queue.put(due(table))
    assert [(await queue.get())[0].table for _ in ranks] == ["people", "away", "bots"]


async def test_sixty_tables_of_one_visitor_get_no_more_than_one_of_another() -> None:
    queue = Queue(lambda due: PEOPLE)
    for number in range(60):
        queue.put(due(f"many {number}", "an address", "a visitor"))
    queue.put(due("one", "another address", "another visitor"))
    order = await served(queue, 130)
    assert [table == "one" for table in order[:10]] == [False, True] * 5
    assert len(set(order)) == 61  # and none of the sixty is left out


async def test_new_visitors_of_one_address_get_no_more_than_that_address() -> None:
    queue = Queue(lambda due: PEOPLE)
    for number in range(60):
        queue.put(due(f"many {number}", "an address", f"visitor {number}"))
    queue.put(due("one", "another address", "another visitor"))
    assert (await served(queue, 20)).count("one") == 10


async def test_a_table_that_is_paused_waits_for_nothing() -> None:
    paused = {"a"}
    queue = Queue(lambda due: None if due.table in paused else BOTS)
    for table in ("a", "b", "c"):
        queue.put(due(table))
    paused.add("b")
    assert (await queue.get())[0].table == "c"
    waiting = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    paused.clear()
    queue.put(due("a"))
    assert (await waiting)[0].table == "a"


@pytest.mark.parametrize(
    ("people", "workers", "seconds"), [(0, 1, 1.0), (1, 1, 1.0), (3, 1, 1.0), (6, 1, 0.5), (6, 2, 1.0), (1000, 1, 0.05)]
)
def test_time_for_thinking_is_shared_by_all_who_wait(people: int, workers: int, seconds: float) -> None:
    assert thinking_seconds(1.0, 3.0, workers, people) == seconds


# Pauses


async def version_of(house: House, table: str) -> int:
    """Without looking at the table, which would count as a visit."""
    version = await house.store.version(table)
    assert version is not None
    return version


async def until_still(house: House, table: str) -> int:
    """The version at which a table stops."""
    async with asyncio.timeout(LONGEST):
        before = -1
        while before != (before := await version_of(house, table)):
            await asyncio.sleep(1.0)
    return before


async def test_bots_that_nobody_watches_pause_until_somebody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "LATELY_SECONDS", 0.2)
    async with open_app(tmp_path, bot_pause=0.1) as (app, client):
        house: House = app.state.house
        table = (await house.create(ME, BOTS_ONLY)).id
        stopped = await until_still(house, table)
        assert (await house.store.load(table)).header.status == "running"  # type: ignore[union-attr]
        await client.get(f"/api/v1/tables/{table}/view")
        async with asyncio.timeout(LONGEST):
            while await version_of(house, table) == stopped:
                await asyncio.sleep(0.02)
        stopped = await until_still(house, table)
        async with asyncio.timeout(LONGEST):
            async for version in house.tables.watch(table):  # for as long as somebody watches
                if version > stopped + 20:
                    break


async def test_after_a_restart_bots_that_nobody_watches_stay_where_they_are(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, _):
        app.state.house.tables.bot_due = lambda due: None  # as if the process had died right after the commit
        alone = (await app.state.house.create(ME, BOTS_ONLY)).id
        seated = (await app.state.house.create(ME, WITH_ME)).id
        if (await app.state.house.info(seated)).to_act == (0,):
            shown = await app.state.house.snapshot(ME, seated)
            await app.state.house.play(ME, seated, 0, shown.options[0].text)
        before = {table: await version_of(app.state.house, table) for table in (alone, seated)}
    async with open_app(tmp_path) as (app, _):
        async with asyncio.timeout(LONGEST):
            while await version_of(app.state.house, seated) == before[seated]:
                await asyncio.sleep(0.05)
        assert await version_of(app.state.house, alone) == before[alone]


# What people are told


async def test_people_who_wait_for_long_are_told_how_many_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in (("LONG_SECONDS", 0.0), ("TELL_SECONDS", 0.05)):
        monkeypatch.setattr(bots, name, seconds)
    async with open_app(tmp_path, bot_seconds=3.0, bot_patience=60.0) as (app, _):
        house: House = app.state.house
        hard = TableWish(GAME, (SeatWish("person", "Aiko"), SeatWish("bot", bot="hard"), SeatWish("bot", bot="hard")))
        tables = []
        for visitor in ("a", "b", "c"):
            guest = Guest(visitor=visitor)
            table = (await house.create(guest, hard)).id
            tables.append((guest, table))
            shown = await house.snapshot(guest, table)
            if shown.options:
                await house.play(guest, table, 0, shown.options[0].text)
        told: dict[str, set[int]] = {table: set() for _, table in tables}

        async def look(guest: Guest, table: str) -> None:
            async for _ in house.tables.watch(table):
                shown = await house.snapshot(guest, table)
                if shown.bots_before is not None:
                    told[table].add(shown.bots_before)
                    assert "The bots are busy" in draw_live("", shown)

        looking = [asyncio.create_task(look(guest, table)) for guest, table in tables]
        async with asyncio.timeout(LONGEST):
            while set().union(*told.values()) < {0, 1}:
                await asyncio.sleep(0.05)
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)


async def test_nobody_sees_how_often_a_bot_waits_within_a_turn(small_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "LONG_SECONDS", 0.0)
    waiting = bots.Bots(small_house, Settings())
    for table in ("a", "b"):
        small_house.tables.visits.note(table)
        waiting.due(due(table))
    waiting._turns["a"] = bots.Turn(1, "greedy", began=0.0, pace=0.5, seconds=1.0, steps=3)
    await asyncio.sleep(0.01)
    assert waiting.long_waits() == {"b": 1}


# Caps


async def make(client: httpx.AsyncClient, *kinds: str) -> httpx.Response:
    return await client.post("/api/v1/tables", json={"game": GAME, "seats": [{"kind": kind, "name": "Aiko"} for kind in kinds]})


async def test_an_address_has_a_few_tables_of_bots_even_if_it_asks_for_all_at_once(tmp_path: Path) -> None:
    async with open_app(tmp_path, max_bot_tables_each=2, bot_seconds=0.1) as (_, client):
        made = await asyncio.gather(*(make(client, "bot", "bot", "bot") for _ in range(8)))
        assert sorted(answer.status_code for answer in made) == [201] * 2 + [429] * 6
        refused = next(answer for answer in made if answer.status_code == 429)
        assert "2 tables of bots alone" in refused.json()["detail"]
        assert int(refused.headers["retry-after"]) > 0
        assert (await make(client, "person", "bot", "bot")).status_code == 201


async def test_bots_that_take_all_free_seats_count_as_a_table_of_bots(tmp_path: Path) -> None:
    async with open_app(tmp_path, max_bot_tables_each=0) as (app, client):
        house: House = app.state.house
        guest = Guest(visitor="me", address="192.0.2.1")
        table = (await house.create(guest, TableWish(GAME, (SeatWish("open"),) * 3))).id
        with pytest.raises(TooMany, match="tables of bots alone"):
            await house.start(guest, table)
        assert (await make(client, "bot", "bot", "bot")).status_code == 429


async def test_the_house_has_a_few_tables_of_bots(tmp_path: Path) -> None:
    async with open_app(tmp_path, max_bot_tables=2) as (app, _):
        house: House = app.state.house
        for last in (1, 2):
            await house.create(Guest(visitor="me", address=f"192.0.2.{last}"), BOTS_ONLY)
        with pytest.raises(TooMany, match="2 tables of bots alone"):
            await house.create(Guest(visitor="me", address="192.0.2.3"), BOTS_ONLY)


async def test_an_address_has_so_many_tables_and_makes_so_many_an_hour(tmp_path: Path) -> None:
    async with open_app(tmp_path, max_tables_each=2, max_new_tables_each=3) as (_, client):
        first = (await make(client, "person", "open", "open")).json()
        await make(client, "person", "open", "open")
        refused = await make(client, "person", "open", "open")
        assert (refused.status_code, "have not ended" in refused.json()["detail"]) == (429, True)
        ended = {"Authorization": f"Bearer {first['tokens'][0]['token']}"}
        assert (await client.post(f"/api/v1/tables/{first['table']['id']}/abandon", headers=ended)).status_code == 200
        assert (await make(client, "person", "open", "open")).status_code == 201
        refused = await make(client, "person", "open", "open")
        assert "within an hour" in refused.json()["detail"]
        assert 3500 < int(refused.headers["retry-after"]) <= 3601


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("testclient", "house", False),
    ],
)
def test_what_counts_as_one_address(one: str, other: str, same: bool) -> None:
    assert (household_of(one) == household_of(other)) == same


async def test_addresses_are_not_written_down(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        await make(client, "person", "open", "open")
        await app.state.house.create(Guest(visitor="me", address="192.0.2.77"), WITH_ME)
    assert b"192.0.2.77" not in (tmp_path / "app.sqlite").read_bytes()
    assert b"127.0.0.1" not in (tmp_path / "app.sqlite").read_bytes()
