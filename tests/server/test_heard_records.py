"""Records of games that go on: as one seat heard them, they can be looked through wherever they are opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.helpers import full_table, open_app, play_on
from tests.support import every_game
from zashiki.core.errors import BadRecord
from zashiki.core.game import SPECTATOR, AnyGame
from zashiki.core.record import HEARD_BY, read_kifu
from zashiki.server.house import House
from zashiki.server.model import STUDY, Guest

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
            shown = await house.snapshot(OTHER, study.id)
            heard = [entry.heard for entry in (await house.snapshot(ME if eyes == 0 else OTHER, table, eyes)).log]
            assert [entry.heard for entry in shown.log] == heard == [line.partition(": ")[2] for line in kifu.lines]
            for at in (0, 1, len(heard)):
                page = await client.get(f"/tables/{study.id}/replay", params={"at": at})
                assert page.status_code == 200
            if shown.view is None:
                assert "no board can be drawn" in page.text
                assert (await client.get(f"/tables/{study.id}/course")).status_code == 200
            again = read_kifu(await house.record(OTHER, study.id))
            assert again.lines == kifu.lines
            assert again.header["rules"] == kifu.header["rules"]


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
