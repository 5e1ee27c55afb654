"""The house in English and Japanese: both catalogues are whole, and the reader or the browser chooses."""

from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path

import pytest

from tests.server.helpers import full_table, open_app
from zashiki.bots import BOTS
from zashiki.core.words import LANGUAGES
from zashiki.server.model import Guest
from zashiki.server.pages.draw import SERVER
from zashiki.server.security import COOKIE

WORDS = tomllib.loads((SERVER / "words.toml").read_text(encoding="utf-8"))
JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")


def parts_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_every_word_is_there_in_every_language_with_the_same_parts() -> None:
    assert set(WORDS) == set(LANGUAGES)
    for language in LANGUAGES:
        assert set(WORDS[language]) == set(WORDS["en"]), language
        for key, sentence in WORDS["en"].items():
            assert parts_of(WORDS[language][key]) == parts_of(sentence), (language, key)
        for bot in BOTS.values():
            assert {f"level_{bot.level}", f"bot_{bot.name}"} <= set(WORDS[language])


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
        assert 'id="board" lang="en"' in (await client.get(f"/tables/{table}")).text  # the games speak English


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
