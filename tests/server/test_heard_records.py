"""Records of games that go on: as one seat heard them, they can be looked through wherever they are opened."""

from __future__ import annotations

import re
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import full_table, open_app, play_on
from tests.support import every_game
from zashiki.core.errors import BadRecord
from zashiki.core.game import SPECTATOR, AnyGame
from zashiki.core.heard import HeardTable
from zashiki.core.record import HEARD_BY, read_kifu
from zashiki.core.words import LANGUAGES
from zashiki.server.house import House
from zashiki.server.model import STUDY, Guest, SeatWish, TableWish

pytestmark = pytest.mark.anyio

ME, OTHER = Guest(visitor="me"), Guest(visitor="other")


@every_game
async def test_what_a_seat_heard_can_be_looked_through_by_anybody_who_has_the_record(game: AnyGame, tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = (await full_table(house, ME, game.id)).id
        await play_on(house, ME, table, 12)
        for eyes in (0, SPECTATOR):
            text = await house.record(ME if eyes == 0 else OTHER, table, eyes)
            kifu = read_kifu(text)
            assert kifu.header[HEARD_BY] == ("0" if eyes == 0 else "spectator")
            study = await house.study(OTHER, text)
            assert study.status == STUDY
            for at in (0, 1, len(kifu.lines) // 2, len(kifu.lines)):
                page = await client.get(f"/tables/{study.id}/replay", params={"at": at})
                assert page.status_code == 200
                _, found, board = page.text.partition(f'class="board board-{game.id}')
                assert found
                assert not re.search("Your (hand|shop|desk|teacher cards)|You are", board), "it is somebody else's"
            shown, seen = await house.snapshot(OTHER, study.id), await house.snapshot(ME if eyes == 0 else OTHER, table, eyes)
            assert len(shown.log) == len(kifu.lines)
            if shown.table.heard_by is None:  # nothing that was hidden so far is missing
                shown = await house.snapshot(OTHER, study.id, eyes)
            assert shown.view == seen.view
            again = read_kifu(await house.record(OTHER, study.id))
            assert again.lines == kifu.lines
            assert again.header["rules"] == kifu.header["rules"]


async def test_a_record_that_was_heard_is_seen_through_the_eyes_that_saw_it_and_no_others(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = (await full_table(house, ME, "rights-of-losers")).id
        await play_on(house, ME, table, 12)
        study = await house.study(OTHER, await house.record(ME, table, 0))
        assert (study.heard_by, study.finished) == (0, False)
        for eyes in ("1", "spectator", "open"):
            for page in ("replay", "account"):
                asked = await client.get(f"/tables/{study.id}/{page}", params={"at": 3, "eyes": eyes, "of": "island"})
                assert asked.status_code == 403, (page, eyes)
        page = (await client.get(f"/tables/{study.id}/replay", params={"at": 5})).text
        assert "It shows what" in page
        assert 'name="eyes" value="0"' in page
        view = (await house.snapshot(OTHER, study.id)).view
        assert list(view.hands) == [0]  # type: ignore[union-attr]
        assert (await house.course(OTHER, study.id)).points == (), "points could tell what is hidden"
        assert (await client.get(f"/tables/{study.id}/course")).status_code == 409


async def test_of_a_record_that_does_not_fit_together_the_moves_are_listed(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        study = await app.state.house.study(ME, f"{HEADER}{HEARD_BY}: 0\n{HEARD}*: first 0\n0: play r1\n1: play r1\n")
        page = (await client.get(f"/tables/{study.id}/replay")).text
        assert "the moves are below" in page
        assert "play r1" in page


async def test_what_was_hidden_is_made_up_in_the_back_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = (await full_table(house, ME, "rights-of-losers")).id
        await play_on(house, ME, table, 12)
        rooms, feed = set[str](), HeardTable.feed

        def watched(table: HeardTable[Any, Any], line: str) -> None:
            rooms.add(threading.current_thread().name.partition("_")[0])
            feed(table, line)

        monkeypatch.setattr(HeardTable, "feed", watched)
        study = (await house.study(OTHER, await house.record(ME, table, 0))).id
        for language in LANGUAGES:
            for page in ("", "/replay?at=4", "/record"):
                answer = await client.get(f"/tables/{study}{page}", headers={"accept-language": language}, follow_redirects=True)
                assert answer.status_code == 200
            house.tables.shelf.forget(study)
        assert rooms == {"backroom"}
        monkeypatch.setattr("zashiki.core.heard.WORK", 0)
        assert "the moves are below" in (await client.get(f"/tables/{study}/replay")).text, "luck may fail next time"


async def test_a_bot_in_a_record_is_called_by_its_name(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, _):
        record = f"{HEADER}seats: 0=Aiko 1=bot:mame 2=bot:unheard-of\n{HEARD_BY}: 0\n{HEARD}"
        study = await app.state.house.study(ME, record)
        assert study.names == ["Aiko", "Mame", "bot:unheard-of"]
        assert "1=bot:mame 2=bot:unheard-of" in await app.state.house.record(ME, study.id)


async def test_nobody_can_pass_for_a_bot_in_a_record(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, _):
        seats = (SeatWish("person", "bot:mame"), SeatWish("person", "robot:mame"), SeatWish("bot", bot="mame"))
        table = await app.state.house.create(ME, TableWish("rights-of-losers", seats))
        assert "seats: 0=bot_mame 1=robot:mame 2=bot:mame" in await app.state.house.record(ME, table.id)


HEADER = "game: rights-of-losers\nrules: 1\nplayers: 3\n"
HEARD = "---\n*: deal 0 r1 r3 y4 y8 g8 g10 b1 b2 b7 p10\n*: deal 1 hidden\n*: deal 2 hidden\n"


@pytest.mark.parametrize(
    ("record", "line"),
    [
        (f"{HEADER}{HEARD}", 6),  # it does not say that it was heard by anybody
        (f"{HEADER}{HEARD_BY}: 0\n{HEARD}---\nscores: 1 2 3\n", 7),  # an ended game hides nothing
        (f"{HEADER}{HEARD_BY}: 0\n{HEARD}3: play b1\n", 9),  # there is no such seat
        (f"{HEADER}{HEARD_BY}: 0\n{HEARD}undo: 0\n", 9),
        (f"{HEADER}{HEARD_BY}: 0\n---\n" + "*: deal 1 hidden\n" * 4000, None),
    ],
)
async def test_what_nobody_can_have_heard_is_refused_with_its_line(tmp_path: Path, record: str, line: int | None) -> None:
    async with open_app(tmp_path) as (app, _):
        with pytest.raises(BadRecord) as refused:
            await app.state.house.study(ME, record)
        if line is not None:
            assert refused.value.line == line
