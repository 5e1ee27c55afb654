"""Steps and notes that a seat makes in private: others cannot count them, by any number the house gives out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.helpers import full_table, open_app, play_on
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.words import LANGUAGE
from zashiki.games import GAMES
from zashiki.server.cache import Kept
from zashiki.server.errors import Stale
from zashiki.server.house import House
from zashiki.server.model import Guest, SeatWish, TableWish

pytestmark = pytest.mark.anyio

ME, YOU, ONLOOKER = Guest(visitor="me"), Guest(visitor="you"), Guest(visitor="third")
GAME = next(game for game in GAMES.values() if "villages" in {option.name for option in game.about.options})


async def planning(house: House) -> str:
    """A table of two people at the start of private planning."""
    info = await house.create(ME, TableWish(GAME.id, (SeatWish("person", "Aiko"), SeatWish("open")), {"start": "0"}))
    await house.join(YOU, info.id, 1, "Kenji")
    entry = await house.snapshot(YOU, info.id)
    await house.play(YOU, info.id, 1, entry.options[0].text, entry.version)
    return info.id


def kept_table(house: House, table: str) -> Kept:
    """The table as the house keeps it in memory."""
    kept = house.tables.shelf.get(table)
    assert kept is not None
    return kept


async def step(house: House, guest: Guest, table: str, seat: int) -> None:
    shown = await house.snapshot(guest, table)
    played = await house.play(guest, table, seat, shown.options[0].text, shown.version)
    assert played.version == (await house.snapshot(guest, table)).version


async def test_a_private_step_leaves_nothing_to_do_for_the_next_look_of_others(small_house: House) -> None:
    """Else the time of that look would tell that there was one."""
    table = await planning(small_house)
    for language in ("ja", "en"):
        LANGUAGE.set(language)
        for guest in (ME, YOU, ONLOOKER):
            await small_house.snapshot(guest, table)
    kept = kept_table(small_house, table)
    built = {viewer: kept.snapshots[viewer, "en"] for viewer in (1, SPECTATOR)}
    for deed in (step(small_house, ME, table, 0), small_house.note(ME, table, 0, "1:red", "yes")):
        logs = kept.logs.copy()
        await deed
        assert {taken for _, taken in kept.tables.values()} == {len(kept.log)}
        for viewer, guest in ((1, YOU), (SPECTATOR, ONLOOKER)):
            await small_house.snapshot(guest, table)
            assert kept.snapshots[viewer, "en"] is built[viewer]
            assert kept.logs[viewer, "en"] is logs[viewer, "en"]


async def test_others_cannot_count_private_steps(small_house: House) -> None:
    table = await planning(small_house)
    yours, seen = await small_house.snapshot(YOU, table), await small_house.snapshot(ONLOOKER, table)
    info, record = await small_house.info(table), await small_house.record(YOU, table)
    for _ in range(3):
        await step(small_house, ME, table, 0)
        assert await small_house.snapshot(YOU, table) == yours
        assert await small_house.snapshot(ONLOOKER, table) == seen
        assert (await small_house.info(table)).version == info.version
        assert (await small_house.info(table)).lines == info.lines
        assert await small_house.record(YOU, table) == record
    mine = await small_house.snapshot(ME, table)
    assert [entry.number for entry in mine.log] == list(range(1, len(mine.log) + 1))
    assert len(mine.log) == len(yours.log) + 3
    assert not yours.can_undo  # else the first step of another would be told by it
    for _ in range(3):
        assert await small_house.snapshot(YOU, table) == yours
        await small_house.undo(ME, table, 0, (await small_house.snapshot(ME, table)).version)
        assert await small_house.snapshot(ONLOOKER, table) == seen


async def test_a_table_that_is_given_up_opens_its_plans_but_no_notes(small_house: House) -> None:
    table = await planning(small_house)
    before = await small_house.snapshot(ONLOOKER, table)
    for _ in range(3):
        await step(small_house, ME, table, 0)
        await small_house.note(ME, table, 0, "1:red", "yes")
    await small_house.abandon(ME, table)
    opened = await small_house.snapshot(ONLOOKER, table, OPEN)
    assert len(opened.log) == len(before.log) + 3
    for guest in (ONLOOKER, YOU):
        shown = await small_house.snapshot(guest, table, 0)
        assert (shown.version, shown.notes) == (before.version + 4, {})
    assert (await small_house.snapshot(ME, table, 0)).notes == {"1:red": "yes"}


async def test_both_plan_side_by_side_and_all_is_told_at_the_reveal(small_house: House) -> None:
    table = await planning(small_house)
    stale = (await small_house.snapshot(ME, table)).version
    versions = []
    while (await small_house.snapshot(ONLOOKER, table)).headline == (await small_house.snapshot(ME, table)).headline:
        for guest, seat in ((ME, 0), (YOU, 1)):
            if (await small_house.snapshot(guest, table)).options:
                await step(small_house, guest, table, seat)
        versions.append((await small_house.snapshot(YOU, table)).version)
        fresh = House(small_house.store, small_house.signer)
        assert await fresh.snapshot(YOU, table) == await small_house.snapshot(YOU, table)
        if len((await small_house.snapshot(ONLOOKER, table)).log) > 12:
            break
    assert versions == sorted(versions)
    shown = await small_house.snapshot(ONLOOKER, table)
    assert shown.viewer == SPECTATOR
    assert any(entry.heard.startswith("plan") and entry.seat == 0 for entry in shown.log)
    with pytest.raises(Stale):
        await small_house.play(ME, table, 0, "challenge none", stale)


async def test_others_cannot_count_notes_not_even_after_the_end(small_house: House) -> None:
    table = (await full_table(small_house, ME)).id
    shared = Guest(table=table, seat=1, nonce=kept_table(small_house, table).seats[1].nonce)
    yours, seen = await small_house.snapshot(shared, table), await small_house.snapshot(ONLOOKER, table)
    info, mine = await small_house.info(table), await small_house.snapshot(ME, table, 0)
    for number in range(3):
        await small_house.note(ME, table, 0, "1", str(number))
        assert (await small_house.snapshot(ME, table, 0)).version == mine.version + number + 1
        for house in (small_house, House(small_house.store, small_house.signer)):
            assert await house.snapshot(shared, table) == yours
            assert await house.snapshot(ONLOOKER, table) == seen
            assert await house.info(table) == info
    kept = kept_table(small_house, table)
    for viewer in (0, 1, SPECTATOR):
        counted = [kept.shown_version(viewer, version) for version in range(kept.version + 1)]
        newest = [kept.version_behind(viewer, shown) for shown in range(counted[-1] + 2)]
        assert newest == [*(len(counted) - 1 - counted[::-1].index(shown) for shown in range(counted[-1] + 1)), kept.version + 1]
    # A move made on the page that others still see stands, and shows no gap.
    versions = [(await small_house.snapshot(ONLOOKER, table)).version]
    for _ in range(2):
        acting = (await small_house.info(table)).to_act[0]
        options = (await small_house.snapshot(ME, table, acting)).options
        await small_house.play(ME, table, acting, options[0].text, (await small_house.snapshot(ME, table, acting)).version)
        await small_house.note(ME, table, 2, "0", "yes")
        versions.append((await small_house.snapshot(ONLOOKER, table)).version)
    assert versions == list(range(versions[0], versions[0] + 3))
    await play_on(small_house, ME, table, 1000)
    moves = len([line for line in kept_table(small_house, table).log if line.text[0].isdecimal()])
    over = await small_house.info(table)
    assert over.status == "over"
    assert over.version == info.version + moves
    assert (await small_house.snapshot(ONLOOKER, table, 0)).version != kept_table(small_house, table).version


async def test_a_repeated_key_is_answered_in_the_versions_its_seat_counts_by_every_process(small_house: House) -> None:
    table = await planning(small_house)
    other = House(small_house.store, small_house.signer)
    before = await other.snapshot(ME, table)  # from now on the other process knows this version
    await step(small_house, YOU, table, 1)
    text = before.options[0].text
    played = await small_house.play(ME, table, 0, text, before.version, "a key")
    again = await other.play(ME, table, 0, text, before.version, "a key")
    assert (again.version, again.repeated) == (played.version, True)
    assert played.version == before.version + 1


async def test_the_numbers_of_the_house_do_not_step_with_private_steps(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = await planning(house)
        token = {"Authorization": f"Bearer {await house.seat_token(ME, table, 0)}"}

        async def counted() -> list[str]:
            numbers = (await client.get("/metrics")).text.splitlines()
            return [line for line in numbers if line.startswith("zashiki_") and "/metrics" not in line and "/options" not in line]

        await client.get(f"/api/v1/tables/{table}/options", headers=token)
        before = await counted()
        for path, body in (("why-not", {"move": "pass"}), ("notes", {"key": "1", "value": "x"})):
            assert (await client.post(f"/api/v1/tables/{table}/{path}", json=body, headers=token)).status_code == 200
        for _ in range(2):
            option = (await client.get(f"/api/v1/tables/{table}/options", headers=token)).json()["options"][0]["text"]
            assert (await client.post(f"/api/v1/tables/{table}/moves", json={"move": option}, headers=token)).status_code == 200
        assert (await client.post(f"/api/v1/tables/{table}/undo", json={}, headers=token)).status_code == 200
        assert await counted() == before
        refused = await client.post(f"/api/v1/tables/{table}/moves", json={"move": "nonsense"}, headers=token)
        assert refused.status_code == 422
        assert await counted() != before
