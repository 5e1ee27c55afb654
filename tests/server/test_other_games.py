"""A house and games it does not have: tables of a game that is no longer installed, and a game whose board cannot be drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.server.helpers import GAME, form_token, open_app
from zashiki.server.pages import home
from zashiki.server.schema import TABLES

pytestmark = pytest.mark.anyio

SEATS = [{"kind": "person", "name": "Aiko"}, {"kind": "bot"}, {"kind": "bot"}]


async def test_a_table_of_a_game_that_is_gone_answers_with_a_sentence_and_the_others_go_on(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        made = [
            (await client.post("/api/v1/tables", json={"game": GAME, "seats": SEATS, "public": True})).json() for _ in range(2)
        ]
        gone, here = (answer["table"]["id"] for answer in made)
        store = app.state.house.store
        await store.write(lambda connection: connection.execute(sa.update(TABLES).where(TABLES.c.id == gone).values(game="gone")))
        app.state.house.tables.shelf.forget(gone)
        listed = (await client.get("/api/v1/tables")).json()["tables"]
        assert [table["id"] for table in listed] == [here]
        page = await client.get("/")
        assert page.status_code == 200
        assert gone not in page.text
        token = {"Authorization": f"Bearer {made[0]['tokens'][0]['token']}"}
        for path in ("", "/view", "/record", "/options"):
            refused = await client.get(f"/api/v1/tables/{gone}{path}", headers=token)
            assert (refused.status_code, refused.json()["type"]) == (422, "urn:zashiki:bad-option"), path
            assert refused.json()["detail"].startswith("There is no game 'gone'; the games are: ")
        for address in (f"/tables/{gone}", f"/tables/{gone}/replay", "/rules/gone", "/boards/gone.css"):
            refused = await client.get(address)
            assert refused.status_code in (404, 422)
            assert "There is no game &#39;gone&#39;" in refused.text, address
        assert (await client.get(f"/tables/{here}")).status_code == 200


async def test_a_board_that_cannot_be_drawn_leaves_the_home_page_to_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = home.draw_board

    def fail_once(game: object, *args: object, **more: object) -> object:
        if getattr(game, "id", "") == GAME:
            raise ZeroDivisionError
        return drawn(game, *args, **more)  # type: ignore[arg-type]

    home.picture_of.cache_clear()
    try:
        async with open_app(tmp_path) as (_, client):
            assert (await client.get("/")).text.count('<div class="board board-') == 5
            home.picture_of.cache_clear()
            monkeypatch.setattr(home, "draw_board", fail_once)
            page = await client.get("/")
            assert page.text.count('<div class="board board-') == 4
            assert f'value="{GAME}"' in page.text
            assert await form_token(client)
    finally:
        home.picture_of.cache_clear()
