"""The house in English and Japanese: the reader or the browser chooses."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.server.helpers import GAME, full_table, open_app
from zashiki.bots import BOTS, GUESTS
from zashiki.core.words import HOUSE, translations
from zashiki.games import find_game
from zashiki.server.model import Guest
from zashiki.server.pages.draw import SERVER
from zashiki.server.security import COOKIE

FILE = SERVER / "words.toml"
BOTS_FILE = HOUSE / "bots" / "words.toml"
JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")


def test_every_bot_is_described_in_every_language() -> None:
    for said in (tomllib.loads(FILE.read_text(encoding="utf-8")), *translations(FILE).values()):
        for bot in BOTS.values():
            assert f"level_{bot.level}" in said
    for said in (tomllib.loads(BOTS_FILE.read_text(encoding="utf-8")), *translations(BOTS_FILE).values()):
        assert {f"plays_{bot.level}" for bot in BOTS.values()} | {f"name_{name}" for name in GUESTS} <= set(said)


@pytest.mark.anyio
async def test_a_browser_that_asks_for_japanese_gets_it_on_every_page(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        table = (await full_table(app.state.house, Guest(visitor="me"))).id
        client.cookies.set(COOKIE, app.state.house.signer.sign_visitor("me"))
        client.headers["Accept-Language"] = "ja,en;q=0.5"
        paths = (
            "/",
            "/new",
            "/keys",
            "/replay",
            "/nothing-here",
            "/rules/akiwado",
            f"/tables/{table}",
            f"/tables/{table}/replay",
        )
        for path in paths:
            page = (await client.get(path)).text
            assert '<html lang="ja"' in page, path
            assert len(JAPANESE.findall(page)) > 40, path
        spoken = "ja" if hasattr(find_game(GAME).words, "named") else "en"
        assert f'id="board" lang="{spoken}"' in (await client.get(f"/tables/{table}")).text


@pytest.mark.anyio
async def test_a_program_is_answered_in_the_language_it_asks_for_and_its_codes_stay(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        path = "/api/v1/tables/no-such-table"
        client.cookies.set("language", "ja")  # of a page: a program has no cookie
        english = (await client.get(path)).json()
        japanese = (await client.get(path, headers={"Accept-Language": "ja"})).json()
        assert english["detail"] == "There is no such table: it was deleted, or the link is incomplete."
        assert japanese["detail"] == "そのような卓はありません。削除されたか、リンクが途中で切れています。"
        assert english["title"] == "No such table"
        assert japanese["title"] == "見つかりません"
        assert (
            (japanese["type"], japanese["status"]) == (english["type"], english["status"]) == ("urn:zashiki:no-such-table", 404)
        )
        body = {"game": "akiwado", "seats": []}
        for language, detail in (
            ("en", "body.seats: List should have at least 1 items."),
            ("ja", "「body.seats」は1個以上必要です。"),
        ):
            answer = await client.post("/api/v1/tables", json=body, headers={"Accept-Language": language})
            assert answer.json()["detail"] == detail


@pytest.mark.anyio
@pytest.mark.parametrize("base", ["", "/games"])
async def test_the_switch_in_the_footer_is_remembered_and_leads_back(tmp_path: Path, base: str) -> None:
    async with open_app(tmp_path, base_path=base) as (_, client):
        page = (await client.get(f"{base}/new")).text
        assert '<html lang="en"' in page
        token = re.findall(r'name="csrf" value="([^"]+)"', page)[0]
        form = {"csrf": token, "language": "ja", "here": f"{base}/new"}
        answer = await client.post(f"{base}/language", data=form)
        assert (answer.status_code, answer.headers["location"]) == (303, f"{base}/new")
        assert '<html lang="ja"' in (await client.get(f"{base}/new")).text
        for elsewhere in ("//example.org", "https://example.org", "/\\example.org", "", "/new\r\nx: y", "javascript:0"):
            answer = await client.post(f"{base}/language", data=form | {"here": elsewhere})
            assert answer.headers["location"] == f"{base}/"
        await client.post(f"{base}/language", data=form | {"language": "xx"})
        assert '<html lang="ja"' in (await client.get(f"{base}/new")).text
        assert (await client.post(f"{base}/language", data={"language": "en"})).status_code == 403
