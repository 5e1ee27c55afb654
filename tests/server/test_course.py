"""The course of a game: the turns as the viewer could page through them, and no points before nothing is hidden any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.helpers import full_table, open_app, play_on
from tests.support import every_game
from zashiki.core.game import OPEN, SPECTATOR, AnyGame
from zashiki.core.rooms import Viewer
from zashiki.server.course import Course
from zashiki.server.errors import NotYours
from zashiki.server.house import House
from zashiki.server.model import Guest
from zashiki.server.security import COOKIE

pytestmark = pytest.mark.anyio

ME, ONLOOKER = Guest(visitor="me"), Guest(visitor="onlooker")


async def shown_titles(house: House, guest: Guest, table: str, eyes: Viewer) -> list[tuple[int, str]]:
    """What the headlines of all positions begin with, where that changes: what somebody who pages through them reads."""
    titles: list[tuple[int, str]] = []
    for at in range((await house.snapshot(guest, table, eyes)).at + 1):
        title = (await house.snapshot(guest, table, eyes, at)).headline.partition(" · ")[0]
        if not titles or titles[-1][1] != title:
            titles.append((at, title))
    return titles


def titles_of(course: Course) -> list[tuple[int, str]]:
    return [(chapter.at, chapter.title) for chapter in course.chapters]


@every_game
async def test_during_a_game_everybody_is_shown_their_own_turns_and_no_points(game: AnyGame, tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = (await full_table(house, ME, game.id)).id
        await play_on(house, ME, table, 12)
        assert not (await house.info(table)).finished
        for guest, eyes in ((ME, 0), (ME, 1), (ONLOOKER, SPECTATOR)):
            course = await house.course(guest, table, eyes)
            assert course.points == ()
            assert titles_of(course) == await shown_titles(house, guest, table, eyes)
        with pytest.raises(NotYours):
            await house.course(ONLOOKER, table, 0)
        with pytest.raises(NotYours):
            await house.course(ME, table, OPEN)
        assert (await client.get(f"/tables/{table}/course")).status_code == 409
        for visitor in ("me", "onlooker"):
            client.cookies.set(COOKIE, house.signer.sign_visitor(visitor))
            page = (await client.get(f"/tables/{table}/replay")).text
            assert 'class="traces"' not in page
            assert 'class="trace ' not in page


@every_game
async def test_after_a_game_the_points_of_every_position_lead_to_the_result(game: AnyGame, tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = (await full_table(house, ME, game.id)).id
        await play_on(house, ME, table, game.about.max_events)
        over = await house.snapshot(ONLOOKER, table, OPEN)
        course = await house.course(ONLOOKER, table, OPEN)
        assert len(course.points) == over.at + 1
        assert course.points[-1] == over.scores
        assert len(set(course.points)) > 3, "there is something to draw"
        assert course.chapters[0].at == 0
        assert len({chapter.title for chapter in course.chapters}) == len(course.chapters)
        part = await client.get(f"/tables/{table}/course")
        assert part.status_code == 200
        page = (await client.get(f"/tables/{table}/replay")).text
        for name in over.table.names:
            assert (name in part.text) == ('class="traces"' in page)


async def test_a_course_is_built_once_for_the_same_events(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, _):
        house: House = app.state.house
        table = (await full_table(house, ME)).id
        before = await house.course(ME, table, 0)
        assert await house.course(ME, table, 0) is before
        await play_on(house, ME, table, 1)
        assert await house.course(ME, table, 0) is not before
