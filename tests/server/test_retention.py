"""What goes after its days, what stays, and that whoever is watching hears of it."""

from __future__ import annotations

import asyncio
import time

import pytest
import sqlalchemy as sa

from tests.server.helpers import GAME, full_table, persons, play_on
from zashiki.server import admin, retention
from zashiki.server.errors import NoSuchTable
from zashiki.server.house import House
from zashiki.server.model import Guest, SeatWish, TableWish
from zashiki.server.retention import DAY, KINDS, ages_of, prune
from zashiki.server.schema import LINES, RECEIPTS, SEATS, TABLES
from zashiki.server.settings import Settings

pytestmark = pytest.mark.anyio

ME = Guest(visitor="me")
NEVER = dict.fromkeys(KINDS, 0)


async def a_table_of(house: House, kind: str) -> str:
    """A table that goes with this kind."""
    if kind == "bots":
        return (await house.create(ME, TableWish(GAME, (SeatWish("bot"),) * 3))).id
    if kind == "waiting":
        return (await house.create(ME, TableWish(GAME, (*persons(2), SeatWish("open"))))).id
    info = await full_table(house, ME)
    if kind in ("finished", "study"):
        await play_on(house, ME, info.id, 10_000)
    if kind == "abandoned":
        await house.abandon(ME, info.id)
    return (await house.study(ME, await house.record(ME, info.id))).id if kind == "study" else info.id


async def age(house: House, table: str, days: float) -> None:
    moment = {"touched": time.time() - days * DAY, "changed": time.time() - days * DAY}
    await house.store.write(lambda connection: connection.execute(sa.update(TABLES).where(TABLES.c.id == table), moment))


async def is_there(house: House, table: str) -> bool:
    return await house.store.version(table) is not None


async def rows_left(house: House, table: str) -> int:
    counts = [sa.select(sa.func.count()).where(owned.c.table_id == table) for owned in (SEATS, LINES, RECEIPTS)]
    return await house.store.read(lambda connection: sum(connection.execute(count).scalar_one() for count in counts))


@pytest.mark.parametrize("kind", retention.WHOLE)
async def test_a_table_goes_after_its_days_and_not_before(house: House, kind: str) -> None:
    old, young = await a_table_of(house, kind), await a_table_of(house, kind)
    await age(house, old, 31)
    await age(house, young, 29)
    ages = NEVER | {kind: 30}
    assert await prune(house.store, ages, dry_run=True) == NEVER | {kind: 1}
    assert await is_there(house, old)
    assert await prune(house.store, ages) == NEVER | {kind: 1}
    assert not await is_there(house, old)
    assert await rows_left(house, old) == 0
    assert await is_there(house, young)
    assert await prune(house.store, ages) == NEVER


async def test_only_what_has_an_age_goes(small_house: House) -> None:
    tables = [await a_table_of(small_house, kind) for kind in retention.WHOLE]
    for table in tables:
        await age(small_house, table, 10_000)
    assert await prune(small_house.store, NEVER) == NEVER
    gone = await prune(small_house.store, NEVER | {"bots": 1, "finished": 1})
    assert gone == NEVER | {"bots": 1, "finished": 1}
    assert [await is_there(small_house, table) for table in tables] == [
        kind not in ("bots", "finished") for kind in retention.WHOLE
    ]


async def test_a_dry_run_counts_a_table_once(small_house: House) -> None:
    await age(small_house, await a_table_of(small_house, "bots"), 40)
    ages = NEVER | {"bots": 7, "running": 30}
    expected = await prune(small_house.store, ages, dry_run=True)
    assert expected == NEVER | {"bots": 1}
    assert await prune(small_house.store, ages) == expected


async def test_the_game_of_somebody_forgotten_is_not_one_of_bots(small_house: House) -> None:
    table = await a_table_of(small_house, "finished")
    await admin.forget_visitor(small_house.store, "me")
    await age(small_house, table, 40)
    assert await prune(small_house.store, NEVER | {"bots": 7}) == NEVER


async def test_a_private_note_keeps_a_running_table(small_house: House) -> None:
    info = await full_table(small_house, ME)
    await age(small_house, info.id, 400)
    await small_house.note(ME, info.id, 0, "1:red", "yes")
    assert await prune(small_house.store, NEVER | {"running": 365}) == NEVER


async def test_a_move_made_while_pruning_saves_the_table(small_house: House) -> None:
    info = await full_table(small_house, ME)
    await age(small_house, info.id, 400)
    due = retention.WHOLE["running"] & (TABLES.c.changed < time.time() - 365 * DAY)
    await play_on(small_house, ME, info.id, 1)
    remove = retention._remove
    assert await small_house.store.write(lambda connection: remove(connection, "running", [info.id], due)) == 0
    assert await is_there(small_house, info.id)


async def test_receipts_and_notes_go_and_their_table_stays(house: House) -> None:
    info = await full_table(house, ME)
    seat = info.to_act[0]
    shown = await house.snapshot(ME, info.id, seat)
    await house.play(ME, info.id, seat, shown.options[0].text, shown.version, "a key")
    await house.note(ME, info.id, 0, "1:red", "yes")
    await age(house, info.id, 31)
    ages = NEVER | {"receipts": 30, "notes": 30}
    assert await prune(house.store, ages) == NEVER | {"receipts": 1}  # notes are in use until the end
    assert await house.store.receipt(info.id, seat, "a key") is None
    assert (await house.snapshot(ME, info.id, 0)).notes == {"1:red": "yes"}
    await house.abandon(ME, info.id)
    await age(house, info.id, 31)
    assert await prune(house.store, ages) == NEVER | {"notes": 1}
    assert (await house.snapshot(ME, info.id, 0)).notes == {}


async def test_an_open_house_prunes_once_a_day_and_tells_those_who_watch(small_house: House) -> None:
    table = await a_table_of(small_house, "abandoned")
    versions = small_house.tables.watch(table)
    await anext(versions)
    await age(small_house, table, 91)
    task = asyncio.create_task(retention.every_day(small_house, Settings()))
    with pytest.raises(NoSuchTable):
        await asyncio.wait_for(anext(versions), 60)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert not await retention._take_turn(small_house.store)


def test_ages_come_from_the_settings_unless_given() -> None:
    ages = ages_of(Settings(keep_study=3), finished=400, waiting=None)
    assert (ages["study"], ages["finished"], ages["waiting"], ages["running"]) == (3, 400, 30, 0)
