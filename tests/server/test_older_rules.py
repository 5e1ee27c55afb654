"""Games played under rules that this house no longer has: those that have ended stay readable, all others stay shut."""

from __future__ import annotations

import contextlib
import random
import re
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.server.helpers import GAME, full_table, game_with_sealed_answers, open_app, play_on
from zashiki.core.errors import IllegalMove
from zashiki.core.record import read_kifu
from zashiki.fairness.check import promise_in
from zashiki.server.errors import NoSuchTable, NotNow
from zashiki.server.house import House
from zashiki.server.model import STRANGER, Guest
from zashiki.server.schema import TABLES

pytestmark = pytest.mark.anyio

ME = Guest(visitor="me")


async def make_old(house: House, table: str) -> None:
    """As after a start with newer rules."""
    await house.store.write(lambda connection: connection.execute(sa.update(TABLES).where(TABLES.c.id == table), {"rules": 0}))
    house.tables.shelf.forget(table)


async def finished(house: House, game: str = GAME) -> str:
    """A finished game with notes, and moves taken back, in it."""
    table, rng = (await full_table(house, ME, game)).id, random.Random(5)
    for _ in range(40):
        info = await house.info(table)
        if info.status != "running":
            return table
        seat = rng.choice(info.to_act)
        shown = await house.snapshot(ME, table, seat)
        await house.play(ME, table, seat, rng.choice(shown.options).text, shown.version)
        if rng.random() < 0.5:
            with contextlib.suppress(IllegalMove):
                await house.undo(ME, table, seat)
            with contextlib.suppress(NotNow):
                await house.note(ME, table, seat, "1:red", "yes")
    await play_on(house, ME, table, 10_000)
    return table


async def test_the_record_is_what_it_was(house: House) -> None:
    for game in (GAME, game_with_sealed_answers().id):
        table = await finished(house, game)
        before, info = await house.record(ME, table), await house.info(table)
        log = await house.store.lines(table, 0, 100_000)
        assert any(line.is_undo for line in log)
        assert any(line.is_note for line in log)
        await make_old(house, table)
        assert await house.record(ME, table) == before.replace("rules: 1\n", "rules: 0\n")
        shown = await house.snapshot(ME, table)
        assert (shown.scores, shown.winners) == (info.scores, info.winners)
        assert [entry.heard for entry in shown.log] == [line.partition(": ")[2] for line in before.split("---\n")[1].splitlines()]


async def test_positions_are_counted_but_not_drawn(small_house: House) -> None:
    table = await finished(small_house)
    await make_old(small_house, table)
    shown = await small_house.snapshot(ME, table, at=3)
    assert (shown.view, shown.at, shown.over, shown.older_rules) == (None, 3, False, 0)
    for at in (-1, len(shown.log) + 1):
        with pytest.raises(NoSuchTable, match="no position"):
            await small_house.snapshot(ME, table, at=at)


async def test_a_running_game_stays_shut_until_it_is_given_up(house: House) -> None:
    table = (await full_table(house, ME)).id
    await play_on(house, ME, table, 9)
    await make_old(house, table)
    for look in (house.info(table), house.snapshot(ME, table), house.record(ME, table)):
        with pytest.raises(NotNow, match="begun under rules 0"):
            await look
    assert (await house.abandon(ME, table)).status == "abandoned"
    shown = await house.snapshot(STRANGER, table)
    assert (shown.view, shown.over, shown.older_rules) == (None, False, 0)
    assert len(shown.log) == (await house.record(ME, table)).split("---\n")[1].count("\n")


async def test_the_secret_is_in_the_record_but_this_house_cannot_draw_again(house: House) -> None:
    table = await finished(house)
    await make_old(house, table)
    promise = promise_in(read_kifu(await house.record(ME, table)))
    assert promise is not None
    assert promise.commitment == (await house.info(table)).fair.commitment
    assert (await house.check(ME, table)).older_rules == 0


async def test_pages_and_programs_get_the_moves_and_the_result(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = await finished(house)
        study = (await house.study(ME, await house.record(ME, table))).id
        for old in (table, study):
            await make_old(house, old)
            for path in (f"/tables/{old}/replay", f"/tables/{old}/replay?at=3&eyes=1"):
                page = await client.get(path)
                assert page.status_code == 200
                assert "which this house no longer has" in page.text
                assert re.search("Player[ _]0: ", page.text)  # a record joins the words of a name
            body = (await client.get(f"/api/v1/tables/{old}/view")).json()
            assert (body["view"], body["over"], len(body["scores"])) == (None, True, 3)
            assert "begun under rules 0" in body["ask"]
            assert (await client.get(f"/tables/{old}/record")).text.startswith(f"game: {GAME}\nrules: 0\n")
        page = await client.get(f"/tables/{table}/fair")
        assert "the draws cannot be repeated here" in page.text
        assert "does not fit its promise" not in page.text
        page = await client.get(f"/tables/{table}", headers={"accept-language": "ja"})
        assert "盤面は表示できません" in page.text
        assert "得点" in page.text
        given_up = (await full_table(house, ME)).id
        await house.abandon(ME, given_up)
        await make_old(house, given_up)
        for path in (f"/tables/{given_up}", f"/tables/{given_up}/replay?at=1", f"/api/v1/tables/{given_up}"):
            assert (await client.get(path)).status_code == 200
