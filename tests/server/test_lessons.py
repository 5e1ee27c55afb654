"""Lessons in the house: every step is a page, wrong moves are answered, and the last step leads to a table of one's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tests.server.helpers import GAME, form_token, open_app, persons
from zashiki.core.chance import seeded
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Viewer
from zashiki.core.teaching import AnyTable, reply_to, table_at
from zashiki.games import GAMES
from zashiki.server.model import BOT, PERSON, Guest, LogEntry, TableWish
from zashiki.server.pages import lessons
from zashiki.server.pages.draw import draw
from zashiki.server.pages.home import play_randomly
from zashiki.server.pages.log import draw_entry, draw_piece_of_news, numbers_kept
from zashiki.server.pages.taught import lesson_of, taught_games
from zashiki.server.security import COOKIE

pytestmark = pytest.mark.anyio

TAUGHT = taught_games()
SCRIPT = {"X-Zashiki": "script"}
HIDDEN = "THE SECRET"


def places(game: AnyGame) -> list[lessons.Place]:
    lesson = lesson_of(game)
    return [lessons.Place(game, lesson, chapter, number) for chapter, number, _ in lesson.steps()]


async def test_the_lightest_lesson_comes_first_and_every_lesson_leads_to_the_next(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        home, learn = (await client.get("/")).text, (await client.get("/learn")).text
        assert TAUGHT[0].id == GAME
        assert f'href="/learn/{GAME}">New here?' in home
        assert re.findall(r'class="sheet" data-lesson="([^"]+)"', learn) == [game.id for game in TAUGHT]
        for game, following in zip(TAUGHT, [*TAUGHT[1:], None], strict=True):
            begun = await client.get(f"/learn/{game.id}")
            assert begun.headers["location"] == places(game)[0].address
            last = (await client.get(places(game)[-1].address)).text
            assert (f'href="{places(following)[0].address}"' if following else "Play on from here") in last


def test_no_line_of_host_or_log_is_broken_between_a_thing_and_its_number() -> None:
    join = "\N{WORD JOINER}"
    assert numbers_kept("人気3とスポーツ2で団体票IIを1枚") == f"人気{join}3とスポーツ{join}2で団体票{join}IIを1枚"
    assert numbers_kept("You have 5 yen and card II.") == "You have 5 yen and card II."
    entry = LogEntry(7, 0, "たろうは人気3を得ます。", "", "")
    for line in (draw_entry(entry, "/tables/t/replay", "", here=False), draw_piece_of_news(entry, "/tables/t/replay")):
        assert f"人気{join}3を得ます。" in line


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
async def test_a_move_that_is_asked_for_leads_on_and_another_to_why_not(tmp_path: Path, game: AnyGame) -> None:
    async with open_app(tmp_path) as (_, client):
        asked = [place for place in places(game) if place.step.ask and len(place.step.answers)]
        place = asked[0]
        following = place.away(1)
        assert following is not None
        form = {"csrf": await form_token(client), "at": place.name, "expected": "7"}
        right = await client.post(f"/learn/{game.id}/play", data={**form, "move": place.step.ask})
        assert right.headers["location"] == following.address
        part = await client.post(f"/learn/{game.id}/play", data={**form, "move": place.step.ask}, headers=SCRIPT)
        assert 'data-version="8"' in part.text
        assert f'data-place="{following.address}"' in part.text
        table = table_at(game, place.lesson, place.step)
        other = next(move for move in table.legal(place.lesson.seat) if move != place.step.ask)
        answer = place.step.answer_to(other)
        assert answer is not None
        wrong = await client.post(f"/learn/{game.id}/play", data={**form, "move": other}, headers=SCRIPT)
        assert f'data-place="{place.address}" data-tried' in wrong.text
        assert f"#{answer.clause}" in wrong.text or not answer.clause
        assert "Try again" in wrong.text
        assert "data-move" not in wrong.text


async def test_a_move_that_the_rules_refuse_is_answered_with_their_reason(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        form = {"csrf": await form_token(client), "at": "trick/5", "move": "play r2"}
        for route in ("play", "why"):
            told = (await client.post(f"/learn/{GAME}/{route}", data=form, headers=SCRIPT)).json()
            assert told["clause"] == "ROL-11"
            shown = await client.post(f"/learn/{GAME}/{route}", data=form)
            assert shown.status_code == (422 if route == "play" else 200)
            assert "(ROL-11)" in shown.text
        form["at"] = "trick/1"
        for route in ("play", "why"):
            told = (await client.post(f"/learn/{GAME}/{route}", data=form, headers=SCRIPT)).json()
            assert "has not asked" in told["sentence"]
        assert (await client.get(f"/learn/{GAME}/trick/1/account?of=score-0&move=pass", headers=SCRIPT)).status_code == 422


@pytest.mark.parametrize("path", ["nothing/1", "trick/0", "trick/6", "trick/one", "trick/1/2"])
async def test_there_is_no_other_step(tmp_path: Path, path: str) -> None:
    async with open_app(tmp_path) as (_, client):
        assert (await client.get(f"/learn/{GAME}/{path}")).status_code in (404, 422)


async def test_a_number_on_the_board_of_a_lesson_opens(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        page = (await client.get(f"/learn/{GAME}/chips/3")).text
        [link] = set(re.findall(r'href="(/learn/[^"]+of=score-0)"', page))
        assert "ROL-44" in (await client.get(link.replace("&amp;", "&"), headers=SCRIPT)).text
        assert (await client.get(f"/learn/{GAME}/chips/3/account?of=score-9", headers=SCRIPT)).status_code == 404


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
async def test_after_the_last_step_the_learner_plays_on_from_that_very_position(tmp_path: Path, game: AnyGame) -> None:
    async with open_app(tmp_path) as (app, client):
        made = await client.post(f"/learn/{game.id}/play-on", data={"csrf": await form_token(client)})
        table = made.headers["location"].rpartition("/")[2]
        lesson = lesson_of(game)
        info = await app.state.house.info(table)
        assert [seat.kind for seat in info.seats] == [PERSON if seat == lesson.seat else BOT for seat in range(lesson.players)]
        lines = [line.text for line in (await app.state.house.tables.newest(table)).log]
        assert tuple(lines[: len(lesson.record)]) == lesson.record
        assert not info.fair.commitment  # nothing can be promised for chance that was written down before
        assert (await client.get(f"/tables/{table}")).status_code == 200


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_a_step_shows_nothing_that_the_learner_cannot_know(game: AnyGame) -> None:
    for place in places(game):
        table = table_at(game, place.lesson, place.step)
        assert shown(place, table) == shown(place, as_good(table, place.lesson.seat))
        for answer in place.step.answers:
            moves = table.legal(place.lesson.seat)
            tried = next(move for move in moves if move != place.step.ask and place.step.answer_to(move) is answer)
            after = reply_to(game, place.lesson, place.step, tried).table
            again = as_good(after, place.lesson.seat)
            assert shown(place, after, (tried, answer)) == shown(place, again, (tried, answer))


def shown(place: lessons.Place, table: AnyTable, tried: lessons.Tried | None = None) -> str:
    return draw("_lesson.html", lessons.part_of("", place, ["Aiko", *"BCDE"][: place.lesson.players], 0, table, tried))


def as_good(table: AnyTable, seat: int) -> AnyTable:
    """A table that looks the same to a seat: what it cannot know is drawn anew, and what others heard is poisoned."""
    other = table.copy()
    other.state = table.game.eyes.state_from(table.view(seat), seeded(5))
    other.lines = [
        replace(line, text=HIDDEN, told=poisoned(line.told, seat), heard=poisoned(line.heard, seat)) for line in table.lines
    ]
    return other


def poisoned(words_of: Mapping[Viewer, str], seat: int) -> dict[Viewer, str]:
    return {viewer: words if viewer == seat else HIDDEN for viewer, words in words_of.items()}


FIRST_GAMES = [game for game in GAMES.values() if game.about.first_game]


@pytest.mark.parametrize("game", [*FIRST_GAMES, GAMES[GAME]], ids=lambda game: game.id)
async def test_play_now_begins_with_the_options_of_a_first_game_until_one_is_finished(tmp_path: Path, game: AnyGame) -> None:
    assert len(FIRST_GAMES) == 2  # SNK-20 and KZS-9
    async with open_app(tmp_path) as (app, client):
        house, me = app.state.house, Guest(visitor="me")
        client.cookies.set(COOKIE, house.signer.sign_visitor("me"))

        async def options_now() -> Mapping[str, str]:
            made = await client.post("/play-now", data={"csrf": await form_token(client), "game": game.id})
            return (await house.info(made.headers["location"].rpartition("/")[2])).options

        assert await options_now() == game.about.first_game
        lines = [str(line) for line in play_randomly(game, game.seats[0], game.about.max_events).lines]
        await house.create_from(me, TableWish(game.id, persons(game.seats[0])), lines)
        assert await options_now() == {}
