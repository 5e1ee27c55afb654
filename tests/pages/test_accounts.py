"""Numbers that open: the account is fetched when somebody asks, and says what that viewer's own board says."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from tests.server.helpers import full_table, open_app, persons, play_on
from zashiki.games import find_game
from zashiki.server.model import Guest, TableWish
from zashiki.server.pages.board import games_with_board
from zashiki.server.security import COOKIE

pytestmark = pytest.mark.anyio
ME = Guest(visitor="me")
SCRIPT = {"X-Zashiki": "script"}
LINK = re.compile(r'<a class="opens" href="([^"]+)"')


@pytest.mark.parametrize("game", [game.id for game in games_with_board()])
async def test_every_number_that_opens_has_an_account_and_the_page_has_none_of_them(tmp_path: Path, game: str) -> None:
    async with open_app(tmp_path) as (app, client):
        house, cookie = app.state.house, app.state.house.signer.sign_visitor(ME.visitor)
        table = await full_table(house, ME, game)
        await play_on(house, ME, table.id, 8)
        cookies = {"Cookie": f"{COOKIE}={cookie}"}
        for viewer in ({}, cookies):
            page = (await client.get(f"/tables/{table.id}", headers=viewer)).text
            links = [unescape(link) for link in LINK.findall(page)]
            assert 'class="account-row"' not in page.partition('id="live"')[2].partition("data-scene")[0]
            for link in links:
                told = await client.get(link, headers=viewer | SCRIPT)
                assert told.status_code == 200, (link, told.text)
                assert told.text.startswith('<b class="account-title">')
                assert "account-row" in told.text, link
                assert 'class="clause"' in told.text, link


async def test_without_script_an_account_is_a_page(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        table = await full_table(app.state.house, ME, "idol-conclave")
        await play_on(app.state.house, ME, table.id, 6)
        link = unescape(LINK.findall((await client.get(f"/tables/{table.id}")).text)[0])
        page = await client.get(link)
        assert "account-row" in page.text
        assert f'href="/tables/{table.id}"' in page.text


async def test_an_account_is_drawn_from_the_eyes_of_whoever_asks(tmp_path: Path) -> None:
    """A spectator may not open a number of a seat's own board, nor see it opened with the seat's eyes."""
    async with open_app(tmp_path) as (app, client):
        house = app.state.house
        made = await house.create(ME, TableWish("saigo-no-kane", persons(find_game("saigo-no-kane").seats[0])))
        await play_on(house, ME, made.id, 12)
        number = unescape(LINK.findall((await client.get(f"/tables/{made.id}")).text)[0]).rpartition("=")[2]
        for eyes in ("0", "1", "open"):
            answer = await client.get(f"/tables/{made.id}/account?of={number}&eyes={eyes}", headers=SCRIPT)
            assert answer.status_code == 403, answer.text
        assert (await client.get(f"/tables/{made.id}/account?of=no-such-number", headers=SCRIPT)).status_code == 404
