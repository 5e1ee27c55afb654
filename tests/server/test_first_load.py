"""What a browser is sent when it opens a table: compressed, small, and kept for good where its address says what it is."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from tests.server.helpers import full_table, open_app, play_on
from zashiki.games import GAMES
from zashiki.server.model import Guest
from zashiki.server.security import COOKIE

pytestmark = pytest.mark.anyio

FIRST_LOAD = 150_000  # bytes, fonts apart
ME = Guest(visitor="me")


async def sent(client: httpx.AsyncClient, address: str) -> tuple[httpx.Response, int]:
    """An answer and how many bytes of it went over the line."""
    async with client.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as answer:
        size = len(b"".join([piece async for piece in answer.aiter_raw()]))
    return answer, size


@pytest.mark.parametrize("game", GAMES)
async def test_the_first_load_of_a_table_is_small(tmp_path: Path, game: str) -> None:
    async with open_app(tmp_path) as (app, client):
        table = (await full_table(app.state.house, ME, game)).id
        await play_on(app.state.house, ME, table, 40)
        client.cookies.set(COOKIE, app.state.house.signer.sign_visitor("me"))
        page = (await client.get(f"/tables/{table}")).text
        loaded = {f"/tables/{table}", *re.findall(r'<(?:link|script|img)[^>]* (?:href|src)="([^"]+)"', page)}
        styles = [(await client.get(path)).text for path in loaded if ".css" in path]
        loaded |= {f"/static/{name}" for style in styles for name in re.findall(r'url\("?([^")]+)"?\)', style)}
        sizes = {}
        for path in loaded:
            if ".woff2" in path or path.startswith(("/static/#", "/static/data:")):
                continue
            answer, size = await sent(client, path)
            assert answer.status_code == 200, path
            assert answer.headers.get("content-encoding") == "gzip" or size < 1000, path
            sizes[path] = size
            if "?" in path:
                assert "immutable" in answer.headers["cache-control"], path
        assert len(sizes) >= 8
        assert sum(sizes.values()) < FIRST_LOAD, sizes


async def test_a_program_that_takes_gzip_gets_it_and_fonts_stay_as_they_are(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        answer, size = await sent(client, "/api/v1/games")
        assert answer.headers["content-encoding"] == "gzip"
        assert size < len((await client.get("/api/v1/games", headers={"Accept-Encoding": "identity"})).content)
        answer, _ = await sent(client, "/static/fonts/house-serif.woff2")
        assert "content-encoding" not in answer.headers


async def test_no_two_pages_carry_the_same_token(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        tokens = [re.findall(r'name="csrf" value="([^"]+)"', (await client.get("/new")).text)[0] for _ in range(3)]
        assert len(set(tokens)) == 3
        for token in tokens:
            answer = await client.post("/play-now", data={"csrf": token, "game": "rights-of-losers"})
            assert answer.status_code == 303
