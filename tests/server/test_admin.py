"""Administration beside a house that is open, on both databases: the house hears of everything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from tests.server.helpers import GAME, Served, form_token, full_table, open_app, persons, play_on, seat_people
from zashiki.server import admin, lists
from zashiki.server.errors import BadToken, BadWish, Blocked, NoSuchTable, NotNow, Stale
from zashiki.server.house import House
from zashiki.server.model import Access, Guest, SeatWish, TableWish
from zashiki.server.schema import METADATA, SEATS
from zashiki.server.settings import database_url
from zashiki.server.store import Store
from zashiki.server.tokens import fresh_id

pytestmark = pytest.mark.anyio

ME, OTHER, REFUSED = Guest(visitor="me"), Guest(visitor="other"), Guest(visitor="refused")
LONGEST = 60.0


@pytest.fixture
async def beside(database: str) -> AsyncIterator[Store]:
    """Another process's door to the same database."""
    store = Store(database_url(database))
    await store.open()
    yield store
    await store.close()


async def named_events(answer: httpx.Response) -> AsyncIterator[tuple[str, str]]:
    """The events of a stream with their names."""
    name = ""
    async for line in answer.aiter_lines():
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            yield name, line[6:]


async def test_a_table_is_found_by_the_beginning_of_its_id(house: House, beside: Store) -> None:
    one, two = await full_table(house, ME), await full_table(house, ME)
    assert (await admin.find(beside, one.id)).header.id == one.id
    assert (await admin.find(beside, two.id[:6])).header.id == two.id
    for start in ("", "%", one.id.swapcase(), "no such table"):
        with pytest.raises(BadWish, match="No table"):
            await admin.find(beside, start)


async def test_tables_are_listed_by_status_and_game(house: House, beside: Store) -> None:
    waiting = await house.create(ME, TableWish(GAME, (*persons(2), SeatWish("open"))))
    running = await full_table(house, ME, "akiwado")
    assert {loaded.header.id for loaded in await admin.tables(beside, None, None, 9)} == {waiting.id, running.id}
    assert [loaded.header.id for loaded in await admin.tables(beside, "running", None, 9)] == [running.id]
    assert [loaded.header.id for loaded in await admin.tables(beside, None, GAME, 9)] == [waiting.id]
    assert await admin.tables(beside, "over", None, 9) == []
    with pytest.raises(BadWish):
        await admin.tables(beside, "lost", None, 9)
    shown = admin.table_json((await admin.tables(beside, "running", None, 9))[0])
    assert [seat["owner"] for seat in shown["seats"]] == ["me"] * len(running.seats)  # type: ignore[attr-defined]
    assert "nonce" not in str(shown)


async def test_an_ended_and_a_deleted_table_are_so_for_everybody_at_once(house: House, beside: Store) -> None:
    info = await full_table(house, ME)
    await play_on(house, ME, info.id, 3)
    await admin.end(beside, info.id)
    assert (await house.info(info.id)).status == "abandoned"
    with pytest.raises(NotNow):
        await admin.end(beside, info.id)
    await admin.delete(beside, info.id)
    left = {table.name: rows for table, rows in zip(METADATA.sorted_tables, await every_row(beside), strict=True) if rows}
    assert left == {"secrets": [(info.id, "", "")]}, "its id is spent"
    with pytest.raises(NoSuchTable):
        await house.info(info.id)


async def test_nothing_makes_a_deleted_table_again_and_its_players_may_have_another(house: House, beside: Store) -> None:
    seats = (*persons(2), SeatWish("bot"))
    offer = house.promises.offer()
    await house.create(ME, TableWish(GAME, seats), offer.signed)
    await house.abandon(ME, offer.table)
    following = (await house.rematch(ME, offer.table)).id
    await admin.delete(beside, following)
    assert (await house.info(offer.table)).rematch == ""
    another = (await house.rematch(ME, offer.table)).id
    assert another != following
    for table in (another, offer.table):
        await admin.delete(beside, table)
    with pytest.raises(Stale, match="already been used"):
        await house.create(ME, TableWish(GAME, seats), offer.signed)
    assert await lists.mine(house.store, ME) == []


async def test_streams_of_an_open_house_hear_of_an_end_and_a_deletion(database: str, beside: Store) -> None:
    with Served(database) as served:
        async with httpx.AsyncClient(base_url=served.url, timeout=LONGEST) as client:
            person = (await seat_people(client, 1))[0]
            headers = {"Authorization": f"Bearer {person.token}"}
            async with client.stream("GET", f"/api/v1/tables/{person.table}/stream", headers=headers) as answer:
                events = named_events(answer)
                assert '"running"' in (await anext(events))[1]
                await admin.end(beside, person.table)
                assert '"abandoned"' in (await anext(events))[1]
                await admin.delete(beside, person.table)
                name, sentence = await anext(events)
                assert (name, "deleted" in sentence) == ("closed", True)
                with pytest.raises(StopAsyncIteration):
                    await anext(events)
            gone = await client.get(f"/api/v1/tables/{person.table}", headers=headers)
            assert gone.status_code in (401, 404)


async def test_a_blocked_visitor_gets_a_sentence_until_let_in_again(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        form = {"csrf": await form_token(client), "game": GAME, "players": "3"} | {f"seat_{seat}": "me" for seat in range(3)}
        table = (await client.post("/tables", data=form)).headers["location"]
        house: House = app.state.house
        info = (await house.store.listed(sa.true(), 1))[0]
        visitor, token = info.header.host, house.signer.seat_token(info.header.id, 0, info.seats[0].nonce)
        bearer = {"Authorization": f"Bearer {token}"}
        beside = Store(database_url(str(tmp_path / "app.sqlite")))
        assert await admin.block(beside, visitor)
        assert not await admin.block(beside, visitor)
        with pytest.raises(BadWish):
            await admin.block(beside, "")
        await until(lambda: visitor in house.blocked)
        for answer in (await client.get(table), await client.post("/tables", data=form)):
            assert answer.status_code == 403
            assert "no longer lets this browser in" in answer.text
            assert "No entry" in answer.text
        for path in ("view", "stream"):
            refused = await client.get(f"/api/v1/tables/{info.header.id}/{path}", headers=bearer)
            assert (refused.status_code, refused.json()["type"]) == (403, "urn:zashiki:blocked")
        assert (await client.get("/healthz")).status_code == 200
        assert await admin.unblock(beside, visitor)
        assert not await admin.unblock(beside, visitor)
        await until(lambda: not house.blocked)
        assert (await client.get(table)).status_code == 200
        await beside.close()


async def test_a_blocked_visitor_who_asks_for_a_seat_gets_none(house: House, beside: Store) -> None:
    seats = (SeatWish("person", "Kenji"), SeatWish("bot"), SeatWish("bot"))
    table = (await house.create(OTHER, TableWish(GAME, seats, access=Access(takeover=True)))).id
    await house.join(ME, table, 1, "Aiko")
    await admin.block(beside, "me")
    await house.hear("", 0)
    seat = (await house.answer(OTHER, table, 1, "Aiko", agree=True)).seats[1]
    assert (seat.kind, seat.asked_by) == ("bot", "")


async def test_a_stream_of_a_blocked_visitors_token_ends(small_house: House) -> None:
    table = (await full_table(small_house, ME)).id
    holder = await small_house.guest_of_token(await small_house.seat_token(ME, table, 0))
    await small_house.snapshot(holder, table)
    await admin.block(small_house.store, "me")
    await small_house.hear("", 0)
    with pytest.raises(Blocked):
        await small_house.snapshot(holder, table)


async def until(true: object) -> None:
    for _ in range(600):
        if true():  # type: ignore[operator]
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it did not come about")


async def test_usage_counts_tables_people_and_moves(house: House, beside: Store) -> None:
    info = await full_table(house, ME)
    await play_on(house, ME, info.id, 5)
    await full_table(house, OTHER, "akiwado")
    found = await admin.usage(beside)
    assert found.tables == {"akiwado": {"running": 1}, GAME: {"running": 1}}
    assert (found.people, found.people_lately, found.blocked) == (2, 2, 0)
    assert list(found.moves.values()) == [5]
    assert found.bytes > 10_000


async def test_a_forgotten_name_is_nowhere_and_the_games_stay(house: House, beside: Store) -> None:
    seats = (SeatWish("person", "Aiko"), SeatWish("person", "Kenji"), SeatWish("bot"))
    info = await house.create(ME, TableWish(GAME, seats))
    await house.note(ME, info.id, 0, "1:red", "yes")
    study = await house.study(ME, await house.record(ME, await finished(house)))
    await rename_all(house, study.id, "Aiko")
    assert await admin.forget_name(beside, "Aiko") == 4
    assert [seat.name for seat in (await house.info(info.id)).seats] == ["Guest 1", "Kenji", "Genji"]
    assert (await house.snapshot(ME, info.id, 0)).notes == {}
    assert "seats: 0=Guest_1 1=Guest_2 2=Guest_3" in await house.record(ME, study.id)
    assert "Aiko" not in str(await every_row(beside))
    assert await admin.forget_name(beside, "Genji") == 0  # a bot
    assert (await house.seats_of(ME, info.id)) == (0, 1)


async def test_nothing_of_what_is_forgotten_stays_in_the_file(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, _):
        house: House = app.state.house
        info = await house.create(ME, TableWish(GAME, (SeatWish("person", "Annabelle"), *persons(2))))
        await house.say(ME, info.id, "text", "my own words")
        assert any(b"Annabelle" in file.read_bytes() for file in tmp_path.iterdir())
        assert await admin.forget_name(house.store, "Annabelle") == 1
    for file in tmp_path.iterdir():
        assert not [words for words in (b"Annabelle", b"my own words") if words in file.read_bytes()], file.name


async def test_a_forgotten_visitor_keeps_the_seat_of_a_running_game_only(house: House, beside: Store) -> None:
    over, running = await finished(house), (await full_table(house, ME)).id
    others = (await full_table(house, OTHER)).id
    assert await admin.forget_visitor(beside, "me") == 6
    assert await house.seats_of(ME, running) == (0, 1, 2)
    assert await house.seats_of(ME, over) == ()
    assert [table.id for table in await lists.mine(house.store, ME)] == [running]
    assert (await house.info(over)).status == "over"
    assert (await house.info(others)).names == ["Player 0", "Player 1", "Player 2"]
    assert "Player 0" not in str([await house.info(table) for table in (over, running)])


async def test_a_forgotten_person_no_longer_asks_for_a_seat_and_leaves_an_open_one_for_the_rematch(
    house: House, beside: Store
) -> None:
    seats = (SeatWish("person", "Kenji"), SeatWish("open"), SeatWish("bot"))
    table = (await house.create(OTHER, TableWish(GAME, seats, access=Access(takeover=True)))).id
    await house.join(ME, table, 1, "Aiko")
    for number, guest in enumerate((Guest(visitor="asking-1"), Guest(visitor="asking-2")), 1):
        await house.join(guest, table, 2, f"Asker {number}", "a word")
        assert (await house.info(table)).seats[2].asked_by == f"Asker {number}"
        forget = admin.forget_name(beside, "Asker 1") if number == 1 else admin.forget_visitor(beside, guest.visitor)
        assert await forget == 0
        assert (await house.info(table)).seats[2].asked_by == ""
    await house.join(REFUSED, table, 2, "Mika")
    await house.answer(ME, table, 2, "Mika", agree=False)
    await house.abandon(OTHER, table)
    for visitor in ("me", "refused"):
        await admin.forget_visitor(beside, visitor)
    rows = str(await every_row(beside))
    assert [word for word in ("Asker", "asking-", "Aiko", "'me'", "refused") if word in rows] == []
    again = await house.rematch(OTHER, table)
    assert (again.status, [seat.kind for seat in again.seats]) == ("waiting", ["person", "open", "bot"])


async def test_a_seat_link_says_who_is_to_be_forgotten(house: House, beside: Store) -> None:
    info = await full_table(house, ME)
    token = await house.seat_token(ME, info.id, 1)
    secret = "a secret of the tests"
    assert await admin.forget_link(beside, f"https://house.example/games/seat/{token}", secret) == 3
    assert (await house.info(info.id)).names == ["Guest 1", "Guest 2", "Guest 3"]
    with pytest.raises(BadToken):
        await admin.forget_link(beside, "https://house.example/seat/forged", secret)
    await admin.end(beside, info.id)
    await admin.forget_visitor(beside, "me")
    with pytest.raises(BadToken, match="newer one"):
        await admin.forget_link(beside, token, secret)


async def finished(house: House) -> str:
    info = await full_table(house, ME)
    await play_on(house, ME, info.id, 10_000)
    return info.id


async def rename_all(house: House, table: str, name: str) -> None:
    def work(connection: sa.Connection) -> None:
        connection.execute(sa.update(SEATS).where(SEATS.c.table_id == table), {"name": name})

    await house.store.write(work)


async def every_row(store: Store) -> list[object]:
    tables = METADATA.sorted_tables
    return await store.read(lambda connection: [connection.execute(sa.select(table)).all() for table in tables])


def test_no_id_looks_like_an_option() -> None:
    assert not any(fresh_id().startswith("-") for _ in range(2000))
