"""Advice of the house: for whoever plays alone with bots, among people where the table says so, and for one's own seat alone."""

from __future__ import annotations

import asyncio
import html
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.helpers import GAME, form_token, open_app
from zashiki.bots.hints import hints
from zashiki.core.chance import seeded
from zashiki.games import GAMES
from zashiki.server.addresses import HOUSEHOLD
from zashiki.server.bots import Worker
from zashiki.server.errors import TooMany
from zashiki.server.house import House
from zashiki.server.inquiries import Inquiries
from zashiki.server.model import Access, Guest, SeatWish, TableInfo, TableWish
from zashiki.server.security import COOKIE

pytestmark = pytest.mark.anyio

ME, FRIEND = Guest(visitor="me"), Guest(visitor="friend")
SCRIPT = {"X-Zashiki": "script"}


async def table_of(house: House, people: int, *, hints: bool) -> TableInfo:
    """A table of me, perhaps a friend, and bots that never move; I lead."""
    seats = [SeatWish("person", "Aiko"), *[SeatWish("open")] * (people - 1), *[SeatWish("bot", bot="random")] * (3 - people)]
    made = await house.create(ME, TableWish(GAME, tuple(seats), {"first_lead": "0"}, Access(hints=hints)))
    for seat in range(1, people):
        await house.join(FRIEND, made.id, seat, "Kenji")
    return made


@pytest.mark.parametrize(("people", "allowed", "answer"), [(1, False, 200), (2, False, 409), (2, True, 200)])
async def test_advice_is_for_whoever_is_alone_with_bots_or_where_the_table_says_so(
    tmp_path: Path, people: int, allowed: bool, answer: int
) -> None:
    async with open_app(tmp_path) as (app, client):
        table = (await table_of(app.state.house, people, hints=allowed)).id
        client.cookies.set(COOKIE, app.state.house.signer.sign_visitor("me"))
        page = (await client.get(f"/tables/{table}")).text
        assert ("What would you do?" in page) == (answer == 200)
        asked = await client.get(f"/tables/{table}/hints?seat=0", headers=SCRIPT)
        assert asked.status_code == answer
        assert (await client.get(f"/tables/{table}/hints?seat=1", headers=SCRIPT)).status_code == 403
        client.cookies.set(COOKIE, app.state.house.signer.sign_visitor("stranger"))
        assert (await client.get(f"/tables/{table}/hints?seat=0", headers=SCRIPT)).status_code == 403
        assert (await client.get(f"/tables/{table}/hints", headers=SCRIPT)).status_code == 409


async def test_advice_can_be_taken_and_stays_the_same_until_something_happens(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        table = (await table_of(app.state.house, 1, hints=False)).id
        client.cookies.set(COOKIE, app.state.house.signer.sign_visitor("me"))
        part = (await client.get(f"/tables/{table}/hints?seat=0", headers=SCRIPT)).text
        assert part == (await client.get(f"/tables/{table}/hints?seat=0", headers=SCRIPT)).text
        moves = re.findall(r'name="move" value="([^"]+)"', part)
        assert 1 <= len(moves) <= 3
        assert "of 100 by the measure" in part
        whole = (await client.get(f"/tables/{table}/hints?seat=0")).text
        assert all(f'value="{move}"' in whole for move in moves)
        form = {"csrf": await form_token(client), "seat": "0", "move": html.unescape(moves[0])}
        assert (await client.post(f"/tables/{table}/play", data=form)).status_code == 303
        assert (await client.get(f"/tables/{table}/hints?seat=0", headers=SCRIPT)).status_code == 409  # it is another's turn


async def test_advice_speaks_the_readers_language(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        table = (await table_of(app.state.house, 1, hints=False)).id
        client.cookies.set(COOKIE, app.state.house.signer.sign_visitor("me"))
        client.headers["Accept-Language"] = "ja"
        assert "数字で見る" in (await client.get(f"/tables/{table}/hints?seat=0", headers=SCRIPT)).text


async def test_the_house_is_given_nothing_but_the_view_of_the_asking_seat(tmp_path: Path) -> None:
    """The answer of the house is what the same view gives anywhere else, even one that comes from another world."""
    async with open_app(tmp_path) as (app, _):
        house = app.state.house
        table = (await table_of(house, 1, hints=False)).id
        s = await house.snapshot(ME, table, 0)
        game = GAMES[GAME]
        other = game.eyes.view(game.eyes.state_from(s.view, seeded(77)), 0)
        given = await app.state.hints.ask(s)
        assert given == await app.state.hints.ask(replace(s, view=other))
        assert {hint.move for hint in given} == {hint.move for hint in hints(game, other, 0, seed=1)}


async def test_one_address_does_not_fill_the_line_for_everybody() -> None:
    line, go_on = Inquiries(0, 4, 2, crowded="many_ask_advice", failed="no_advice_now"), asyncio.Event()

    async def question(_: Worker) -> str:
        await go_on.wait()
        return "an answer"

    def ask(address: str) -> asyncio.Task[str]:
        HOUSEHOLD.set(address)  # a task has a copy of it
        return asyncio.create_task(line.ask(question))

    begun = [ask(address) for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3")]
    with pytest.raises(TooMany, match="from your address"):
        await ask("192.0.2.1")
    with pytest.raises(TooMany, match="Many people are asking"):
        await ask("192.0.2.4")
    go_on.set()
    assert await asyncio.gather(*begun) == ["an answer"] * 4
    assert line.idle
