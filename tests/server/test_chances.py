"""How the chances stood: asked for once a game has ended, told in words and lines, and never before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.server.helpers import full_table, open_app, play_on
from zashiki.bots.prospects import COMPILED, DEAL_PLAYOUTS, Moment
from zashiki.games import GAMES
from zashiki.server.course import Chapter, Course
from zashiki.server.house import House
from zashiki.server.model import Guest
from zashiki.server.pages.chances import deal_words, path_of, turns_of
from zashiki.server.pages.result import Side
from zashiki.server.security import COOKIE

pytestmark = pytest.mark.anyio

GAME = GAMES["akiwado"]
ME = Guest(visitor="me")
SCRIPT = {"X-Zashiki": "script"}
SIDES = (Side((0,), "", "Aiko"), Side((1,), "", "Kenji"), Side((2,), "", "Mirei"))


async def test_the_chances_are_told_after_the_end_only(tmp_path: Path) -> None:
    COMPILED.compile(GAME)
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = (await full_table(house, ME, GAME.id)).id
        client.cookies.set(COOKIE, house.signer.sign_visitor("me"))
        await play_on(house, ME, table, 10)
        assert f"/tables/{table}/chances" not in (await client.get(f"/tables/{table}")).text
        assert (await client.get(f"/tables/{table}/chances", headers=SCRIPT)).status_code == 409
        await play_on(house, ME, table, GAME.about.max_events)
        assert f"/tables/{table}/chances" in (await client.get(f"/tables/{table}")).text
        part = (await client.get(f"/tables/{table}/chances", headers=SCRIPT)).text
        assert "The deal favoured" in part
        assert f"{DEAL_PLAYOUTS} times from the deal" in part
        lines = (await house.info(table)).lines
        assert all(0 < int(at) < lines for at in re.findall(r'<li><a href="[^"]*\?at=(\d+)"', part))
        won = re.findall(r'<th scope="row">The end</th>((?:<td>[^<]*</td>)+)', part)
        assert sum(int(percent) for percent in re.findall(r"(\d+) %", won[0])) in (99, 100)
        page = (await client.get(f"/tables/{table}/chances")).text
        assert part.split("<details>")[0] in page, "without script it is a page of its own"


async def test_a_house_whose_bots_are_not_compiled_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ZASHIKI_CACHE", str(tmp_path / "empty"))
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = (await full_table(house, ME, GAME.id)).id
        await play_on(house, ME, table, GAME.about.max_events)
        answer = await client.get(f"/tables/{table}/chances", headers=SCRIPT)
        assert "still getting its bots ready" in answer.text


async def test_a_game_is_judged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = (await full_table(house, ME, GAME.id)).id
        await play_on(house, ME, table, GAME.about.max_events)
        asked = 0

        async def look_back(past: object) -> tuple[Moment, ...]:
            nonlocal asked
            asked += 1
            return (Moment(5, (0.5, 0.25, 0.25)),)

        monkeypatch.setattr(app.state.prospects._line.worker, "look_back", look_back)
        pages = {(await client.get(f"/tables/{table}/chances", headers=SCRIPT)).text for _ in range(3)}
        assert (asked, len(pages)) == (1, 1)


def test_the_luck_of_the_draw_in_words() -> None:
    assert deal_words((35, 32, 33), SIDES).startswith("The deal favoured nobody")
    assert deal_words((30, 44, 26), SIDES).startswith(
        "The deal favoured Kenji: of equally good players, that one would win 44\u00a0%"
    )


def test_the_largest_changes_are_told_in_the_order_of_the_game() -> None:
    course = Course((Chapter(0, "Day 1"), Chapter(10, "Day 2")))
    percents = [(33, 33, 33), (30, 40, 30), (30, 60, 10), (90, 5, 5), (10, 85, 5), (60, 40, 0)]
    told = [(turn.at, turn.words) for turn in turns_of(percents, [2, 4, 8, 12, 16, 20], SIDES, course)]
    assert told == [
        (8, "Day 1: Aiko, from 30\u00a0% to 90\u00a0%"),
        (12, "Day 2: Aiko, from 90\u00a0% to 10\u00a0%"),
        (16, "Day 2: Aiko, from 10\u00a0% to 60\u00a0%"),
    ]


def test_lines_go_from_moment_to_moment() -> None:
    assert path_of([0, 50, 100], [50, 0, 100], 100) == "M0.0 150.0L490.0 300.0L980.0 0.0"
