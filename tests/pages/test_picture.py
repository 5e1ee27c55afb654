"""The picture for links: what a stranger may know, whoever asks for it, and nothing where strangers may not look."""

from __future__ import annotations

import re
from dataclasses import asdict
from pathlib import Path

import httpx
import pytest
from PIL import Image

from tests.server.helpers import full_table, open_app, play_on
from tests.support import every_game
from zashiki.core.game import OPEN, SPECTATOR, AnyGame
from zashiki.server.house import House
from zashiki.server.model import STRANGER, Access, Guest
from zashiki.server.pages import picture
from zashiki.server.pages.picture import MOMENT, drawable, picture_of
from zashiki.server.security import COOKIE

pytestmark = pytest.mark.anyio

ME = Guest(visitor="me")
PNG = b"\x89PNG"


async def shown(client: httpx.AsyncClient, house: House, table: str, visitor: str) -> bytes:
    client.cookies.set(COOKIE, house.signer.sign_visitor(visitor))
    answer = await client.get(f"/tables/{table}/picture.png")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/png"
    return answer.content


@every_game
async def test_the_picture_of_a_running_game_is_a_strangers_and_has_no_points(game: AnyGame, tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = (await full_table(house, ME, game.id)).id
        await play_on(house, ME, table, 12)
        seen = await house.snapshot(STRANGER, table, SPECTATOR)
        drawn = picture_of(seen, await house.course(STRANGER, table, SPECTATOR))
        assert drawn.graph == ""
        assert drawn.headline == seen.headline
        assert [side.points for side in drawn.sides] == [""] * len(drawn.sides)
        assert drawn.game == game.name
        assert {side.name for side in drawn.sides} <= {"Team A", "Team B", *seen.table.names}
        assert set(asdict(drawn)) == {"language", "mark", "game", "pitch", "headline", "over", "graph", "sides"}
        mine = await shown(client, house, table, "me")
        assert mine.startswith(PNG)
        assert mine == await shown(client, house, table, "somebody else")


async def test_a_finished_game_shows_who_won_and_the_points(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = (await full_table(house, ME)).id
        await play_on(house, ME, table, 10_000)
        seen = await house.snapshot(STRANGER, table, OPEN)
        drawn = picture_of(seen, await house.course(STRANGER, table, OPEN))
        assert " win" in drawn.headline or "share" in drawn.headline
        assert [side.points for side in drawn.sides] == [str(score) for score in seen.scores]
        assert drawn.graph.count("<path ") == len(seen.scores)
        moment = await house.snapshot(STRANGER, table, OPEN, 7)
        assert picture_of(moment, await house.course(STRANGER, table, OPEN)).graph.count(MOMENT) == bool(drawn.graph)
        assert MOMENT not in drawn.graph
        (tmp_path / "picture.png").write_bytes(await shown(client, house, table, "anybody"))
        with Image.open(tmp_path / "picture.png") as image:
            assert image.size == (1200, 630)
        page = (await client.get(f"/tables/{table}/replay?at=7")).text
        named = re.search(r'property="og:image" content="([^"]+)"', page)
        assert named is not None
        assert named[1].endswith(f"/tables/{table}/picture.png?at=7")
        assert (await client.get(named[1])).status_code == 200


async def test_a_table_without_spectators_has_no_picture_for_anybody(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = (await full_table(house, ME, access=Access(spectators=False))).id
        client.cookies.set(COOKIE, house.signer.sign_visitor("me"))
        assert (await client.get(f"/tables/{table}")).status_code == 200
        assert (await client.get(f"/tables/{table}/picture.png")).status_code == 403


async def test_without_typst_pages_name_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "find_spec", lambda name: None)
    picture.can_draw.cache_clear()
    try:
        async with open_app(tmp_path) as (app, client):
            table = (await full_table(app.state.house, ME)).id
            page = await client.get(f"/tables/{table}")
            assert "og:title" in page.text
            assert "og:image" not in page.text
            assert (await client.get(f"/tables/{table}/picture.png")).status_code == 404
    finally:
        picture.can_draw.cache_clear()


def test_names_the_font_does_not_have_become_numbers() -> None:
    assert drawable("Zoë Ñandú", "1") == "Zoë Ñandú"
    assert drawable("さくら", "2") == "さくら"
    assert drawable("김민준", "2") == "2"
