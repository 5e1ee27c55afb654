"""Looking back: every position of a game can be opened, as a page and over the API, by everybody who may look."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from tests.server.helpers import open_app, persons, play_on
from tests.support import every_case
from zashiki.core.game import OPEN, SPECTATOR, AnyGame
from zashiki.games import GAMES
from zashiki.server.house import House
from zashiki.server.model import Guest, TableInfo, TableWish
from zashiki.server.security import COOKIE

pytestmark = pytest.mark.anyio

EVERY = int(os.environ.get("ZASHIKI_EVERY", "0"))  # 1 looks at every position of every game; 0 at some
ME, ONLOOKER = Guest(visitor="me"), Guest(visitor="onlooker")
SET_UP_IN_PARTS = [(game, options) for game in GAMES.values() for options in game.about.variants]  # before the first decision


async def a_table(app: FastAPI, game: AnyGame, players: int, options: dict[str, str]) -> TableInfo:
    house: House = app.state.house
    return await house.create(ME, TableWish(game.id, persons(players), dict(options)))


async def look(app: FastAPI, client: httpx.AsyncClient, guest: Guest, table: str, eyes: int, positions: Sequence[int]) -> None:
    """Open these positions through these eyes, as a page, and over the API too where a stranger may."""
    client.cookies.clear()
    cookie = {"Cookie": f"{COOKIE}={app.state.house.signer.sign_visitor(guest.visitor)}"}
    for at in positions:
        where = {"at": str(at), "eyes": str(eyes)}
        page = await client.get(f"/tables/{table}/replay", params=where, headers=cookie)
        assert page.status_code == 200, (eyes, at, page.text)
        assert f'value="{at}"' in page.text or f"at={at}" in page.text
        if guest is ONLOOKER:
            told = await client.get(f"/api/v1/tables/{table}/view", params=where)
            assert told.status_code == 200, (eyes, at, told.text)
            assert told.json()["at"] == at
    assert (await client.get(f"/tables/{table}/replay", params={"at": "99999"}, headers=cookie)).status_code == 404


async def walk(tmp_path: Path, game: AnyGame, players: int, options: dict[str, str], every: int) -> None:
    """Everybody looks back during the game and after it, at every position (or one in so many, and the first and last)."""
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        info = await a_table(app, game, players, options)
        await play_on(house, ME, info.id, 12)
        assert not (await house.info(info.id)).finished
        for seat in range(players):
            heard = (await house.snapshot(ME, info.id, seat)).table.lines
            await look(app, client, ME, info.id, seat, some(heard, every))
        heard = (await house.snapshot(ONLOOKER, info.id)).table.lines
        await look(app, client, ONLOOKER, info.id, SPECTATOR, some(heard, every))
        await play_on(house, ME, info.id, game.about.max_events)
        assert (await house.info(info.id)).finished
        for eyes in (*range(players), SPECTATOR, OPEN):
            heard = (await house.snapshot(ONLOOKER, info.id, eyes)).table.lines
            await look(app, client, ONLOOKER, info.id, eyes, some(heard, every))


def some(heard: int, every: int) -> list[int]:
    return sorted({*range(0, heard, every), 1, heard - 1, heard} & set(range(heard + 1)))


@pytest.mark.timeout(1800)
@every_case
async def test_everybody_can_look_back_at_every_position(
    game: AnyGame, players: int, options: dict[str, str], tmp_path: Path
) -> None:
    await walk(tmp_path, game, players, options, every=EVERY or max(1, game.about.max_events // 8))


@pytest.mark.parametrize(("game", "options"), SET_UP_IN_PARTS, ids=lambda given: getattr(given, "id", None))
async def test_everybody_can_look_back_at_a_set_up_that_comes_in_parts(
    game: AnyGame, options: dict[str, str], tmp_path: Path
) -> None:
    async with open_app(tmp_path) as (app, client):
        players = max(game.seats)
        info = await a_table(app, game, players, options)
        for seat in range(players):
            heard = (await app.state.house.snapshot(ME, info.id, seat)).table.lines
            assert heard <= 40, "a set-up short enough to look at all of it here"
            await look(app, client, ME, info.id, seat, range(heard + 1))


async def test_the_count_names_people_where_the_game_has_marks(tmp_path: Path) -> None:
    record = (Path(__file__).parent.parent / "games/rights_of_losers/records/shared-win.kifu").read_text(encoding="utf-8")
    async with open_app(tmp_path) as (app, _client):
        house: House = app.state.house
        study = await house.study(ME, record)
        shown = await house.snapshot(ME, study.id)
        assert f"Equal scores ({study.names[2]}, {study.names[4]})" in shown.tally[-1].note
