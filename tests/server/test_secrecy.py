"""Nothing a viewer can get depends on what the viewer cannot know.

For many positions of every game we make a second one that differs only in what a viewer cannot know: the hidden parts of the
state are drawn anew, every line is poisoned for all other ears, and the other seats have private notes. Every byte the viewer
can fetch must stay the same.
"""

from __future__ import annotations

import logging
import math
import os
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from jinja2 import meta
from structlog.testing import capture_logs

from tests.server.helpers import open_app
from zashiki.core.chance import seeded
from zashiki.core.game import SPECTATOR, AnyGame
from zashiki.core.rooms import Viewer
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE, LANGUAGES
from zashiki.games import GAMES
from zashiki.server import ops, promises, seating, store, tokens
from zashiki.server.app import furnish
from zashiki.server.cache import AnyTable, Kept
from zashiki.server.house import House
from zashiki.server.live import Sent
from zashiki.server.model import Guest, SeatWish, TableWish
from zashiki.server.pages.board import board_environment, games_with_board
from zashiki.server.security import COOKIE

pytestmark = pytest.mark.anyio

POSITIONS = {"en": int(os.environ.get("ZASHIKI_SECRECY", "3")), "ja": int(os.environ.get("ZASHIKI_SECRECY", "1"))}  # of each game
TRIED_MOVES = 12
SECRET = "THE SECRET"
NOTED = "a-note-of-another"


@pytest.fixture(autouse=True)
def one_form_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page has a token and an offer of its own; here they must be the same for pages to be."""
    for module in (tokens, promises):
        monkeypatch.setattr(module, "fresh_id", lambda: "the same")


@pytest.fixture(autouse=True)
def every_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """What was answered as usual has a line for those alone who ask for all of them."""
    caplog.set_level(logging.DEBUG, ops.LOGGER)


@pytest.fixture(autouse=True)
def the_same_chance_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games in every run, so that the positions do not happen to hide nothing now and then."""
    tables = random.Random(1)
    monkeypatch.setattr(seating, "fresh_id", lambda: f"{tables.getrandbits(64):x}")
    monkeypatch.setattr(store, "fresh_key", lambda: "5e" * 32)
    for module, limit in ((ops, "SLOW_SECONDS"), (store, "LONG_WAIT")):
        monkeypatch.setattr(module, limit, math.inf)  # how long anything took depends on the machine


def eyes_of(table: AnyTable) -> list[Viewer]:
    return [*range(table.players), SPECTATOR]


def other_truth(table: AnyTable, viewer: Viewer, rng: random.Random) -> AnyTable:
    """The same table to this viewer; to everybody else another one."""
    other = table.copy()
    table.game.eyes.resample(other.state, viewer, seeded(rng.getrandbits(60)))
    for number, line in enumerate(other.lines):
        told, heard, recorded = (
            {ears: words if ears == viewer else SECRET for ears, words in texts.items()}
            for texts in (line.told, line.heard, line.recorded)
        )
        other.lines[number] = replace(line, text=SECRET, told=told, heard=heard, recorded=recorded)
    return other


def show(app: FastAPI, kept: Kept, table: AnyTable, notes: Sequence[Mapping[str, str]]) -> None:
    """Put a table in place of the kept one, and notes at its seats; forget everything drawn from the last."""
    house: House = app.state.house
    seats = tuple(replace(row, notes=noted) for row, noted in zip(kept.seats, notes, strict=True))
    shown = replace(kept, seats=seats, tables={LANGUAGE.get(): (table, len(kept.log))}, snapshots={}, logs={})
    house.tables.shelf.put(kept.header.id, shown)
    furnish(app, house, app.state.settings)


def some_moves(table: AnyTable, viewer: Viewer, rng: random.Random) -> list[str]:
    """Moves that can be read but are not legal now, and some nonsense."""
    legal, found = set(table.legal(viewer)) if viewer >= 0 else set(), ["", "nonsense", "pass", "play r1 "]
    for _ in range(TRIED_MOVES):
        action = rng.randrange(table.game.action_count)
        try:
            found.append(table.game.actions.write(action))
        except Exception:
            continue  # not every number has a text in every position
    return [text for text in found if text not in legal]


async def everything(app: FastAPI, client: httpx.AsyncClient, table: str, viewer: Viewer, tried: list[str]) -> dict[str, object]:
    """Every byte, header and line of the log that this viewer can cause."""
    house: House = app.state.house
    guest, signer = Guest(visitor=f"v{viewer}"), house.signer
    cookie = f"{COOKIE}={signer.sign_visitor(guest.visitor)}"
    page = {"Cookie": cookie, "X-CSRF-Token": signer.form_token(guest.visitor)}
    program = {"Authorization": f"Bearer {await house.seat_token(guest, table, viewer)}"} if viewer >= 0 else {}
    got: dict[str, object] = {}
    with capture_logs() as logs:
        for path in ("", "/view", "/options", "/record"):
            got[f"api {path}"] = await client.get(f"/api/v1/tables/{table}{path}", headers=program)
        for path in ("", "/now", "/people", "/record", f"/seats/{viewer}"):
            got[f"page {path}"] = await client.get(f"/tables/{table}{path}", headers=page)
        got["home"] = await client.get("/", headers=page)
        for text in tried:
            for path in ("why-not", "moves"):
                got[f"{path} {text}"] = await client.post(f"/api/v1/tables/{table}/{path}", json={"move": text}, headers=program)
            form = {"move": text, "seat": str(max(viewer, 0)), "version": "1"}
            for path in ("why", "play"):
                got[f"form {path} {text}"] = await client.post(f"/tables/{table}/{path}", data=form, headers=page)
        got["undo"] = await client.post(f"/api/v1/tables/{table}/undo", json={"version": 0}, headers=program)
        snapshot = await house.snapshot(guest, table)
        got["stream"] = app.state.drawn_json(snapshot, Sent())
        got["live"] = app.state.drawn_page(snapshot, Sent())
    assert "request" in [entry["event"] for entry in logs]
    got["log"] = [{key: value for key, value in entry.items() if key not in ("seconds", "request")} for entry in logs]
    return {name: laid_open(value) for name, value in got.items()}


def laid_open(value: object) -> object:
    if isinstance(value, httpx.Response):
        headers = [(name, text) for name, text in value.headers.multi_items() if name != "x-request-id"]  # random
        return value.status_code, sorted(headers), value.content
    return value


async def a_position(house: House, game: AnyGame, rng: random.Random) -> str:
    """A table somewhere in the middle of a game, every seat another visitor's."""
    players = rng.choice(game.seats)
    seats = (SeatWish("person", "Seat 0"), *(SeatWish("open") for _ in range(players - 1)))
    info = await house.create(Guest(visitor="v0"), TableWish(game.id, seats))
    for seat in range(1, players):
        await house.join(Guest(visitor=f"v{seat}"), info.id, seat, f"Seat {seat}")
    for _ in range(rng.randrange(60)):
        info = await house.info(info.id)
        seat = rng.choice(info.to_act)
        options = (await house.snapshot(Guest(visitor=f"v{seat}"), info.id)).options
        await house.play(Guest(visitor=f"v{seat}"), info.id, seat, rng.choice(options).text)
        if (await house.info(info.id)).status != "running":
            return await a_position(house, game, rng)
    return info.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
async def test_no_byte_depends_on_what_the_viewer_cannot_know(tmp_path: Path, game: str, language: str) -> None:
    rng = random.Random(f"{game} {language}" if language != LANGUAGES[0] else game)
    differing = 0
    LANGUAGE.set(language)
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        client.headers["Accept-Language"] = language
        for _ in range(POSITIONS[language]):
            table = await a_position(house, GAMES[game], rng)
            kept = house.tables.shelf.get(table)
            assert kept is not None
            real = kept.table()
            viewer = rng.choice(eyes_of(real))
            other = other_truth(real, viewer, rng)
            tried = some_moves(real, viewer, rng)
            own, others = {f"{(viewer + 1) % real.players}:mine": "yes"}, {f"0:{NOTED}": "maybe", f"1:{NOTED}": "no"}
            show(app, kept, real, [own if seat == viewer else {} for seat in range(real.players)])
            first = await everything(app, client, table, viewer, tried)
            show(app, kept, other, [own if seat == viewer else others for seat in range(real.players)])
            second = await everything(app, client, table, viewer, tried)
            for channel, bytes_ in first.items():
                assert SECRET not in str(second[channel]), channel
                assert NOTED not in str(second[channel]), channel
                assert bytes_ == second[channel], (viewer, channel)
            differing += real.state != other.state
    assert differing or POSITIONS[language] < 3 or not hides_anything(GAMES[game])


async def test_a_note_changes_nothing_for_others(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = await a_position(house, GAMES["idol-conclave"], random.Random(7))
        await a_position(house, GAMES["idol-conclave"], random.Random(8))  # later touched: lists show it first
        players = len((await house.info(table)).seats)
        eyes = [*range(1, players), SPECTATOR]
        before = [await everything(app, client, table, viewer, []) for viewer in eyes]
        await house.note(Guest(visitor="v0"), table, 0, f"1:{NOTED}", "yes")
        assert [await everything(app, client, table, viewer, []) for viewer in eyes] == before
        assert NOTED in str(await everything(app, client, table, 0, []))


def hides_anything(game: AnyGame) -> bool:
    """Whether there is anything to know that some seat does not know after the first events."""
    table = Table(game, game.seats[0], seed=1)
    return any(line.heard[SPECTATOR] != line.text for line in table.lines)


def test_a_part_that_viewers_share_is_given_no_view_and_sees_nothing_else() -> None:
    shared = [game for game in games_with_board() if (game.folder / "screen" / "parts.html").is_file()]
    assert shared
    for game in shared:
        source = (game.folder / "screen" / "parts.html").read_text(encoding="utf-8")
        assert meta.find_undeclared_variables(board_environment().parse(source)) <= {"part"}
        calls = re.findall(r"part\((.*?)\) }}", (game.folder / "screen" / "board.html").read_text(encoding="utf-8"))
        assert calls
        assert not [call for call in calls if re.search(r"=\s*(v|notes|hands)\s*(,|$)", call)]
