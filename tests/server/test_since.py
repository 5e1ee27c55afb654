"""What a viewer is shown of what happened since their last decision: from their own log and their own drawings, nothing else."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from pathlib import Path

import pytest
from markupsafe import Markup

from tests.server.helpers import full_table, open_app, persons, play_on
from zashiki.core.game import SPECTATOR
from zashiki.core.record import kifu_of
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.server.house import House
from zashiki.server.model import Choice, Guest, LogEntry, TableWish
from zashiki.server.pages.board import with_foot
from zashiki.server.pages.log import draw_log, draw_log_live, last_decision
from zashiki.server.pages.sketches import Sketchbook
from zashiki.server.pages.table import live_of, off_board

pytestmark = pytest.mark.anyio

MOVES = 25
ME, ONLOOKER = Guest(visitor="me"), Guest(visitor="onlooker")
LOG = tuple(LogEntry(number, seat, f"event {number}", "") for number, seat in enumerate((None, 0, 1, 2, None), 1))


@pytest.mark.parametrize("game", GAMES)
async def test_a_recap_shows_boards_that_the_viewer_has_seen(tmp_path: Path, game: str) -> None:
    """Looking back at an event gives a view that the same eyes had when it was the last one they had heard of."""
    async with open_app(tmp_path) as (app, _):
        house: House = app.state.house
        players = max(GAMES[game].seats)
        table = (await house.create(ME, TableWish(game, persons(players)))).id
        chooser = random.Random(16)
        had: dict[tuple[int, int], list[object]] = {}
        eyes = [(ME, seat) for seat in range(players)] + [(ONLOOKER, SPECTATOR)]
        for _ in range(MOVES):
            for guest, viewer in eyes:
                now = await house.snapshot(guest, table, viewer)
                had.setdefault((viewer, len(now.log)), []).append(now.view)
            seat = chooser.choice((await house.info(table)).to_act)
            options = (await house.snapshot(ME, table, seat)).options
            await house.play(ME, table, seat, chooser.choice(options).text)
        for guest, viewer in eyes:
            for at in [heard for who, heard in had if who == viewer]:
                assert (await house.snapshot(guest, table, viewer, at)).view in had[viewer, at], (viewer, at)


@pytest.mark.parametrize("game", GAMES)
async def test_the_last_decision_is_the_viewers_own(tmp_path: Path, game: str) -> None:
    async with open_app(tmp_path) as (app, _):
        house: House = app.state.house
        table = (await house.create(ME, TableWish(game, persons(max(GAMES[game].seats))))).id
        chooser = random.Random(17)
        for _ in range(MOVES):
            seat = chooser.choice((await house.info(table)).to_act)
            options = (await house.snapshot(ME, table, seat)).options
            await house.play(ME, table, seat, chooser.choice(options).text)
            seen = await house.snapshot(ME, table, seat)
            since = last_decision(seen)
            assert seen.log[since - 1].seat == seat
            assert all(entry.seat != seat for entry in seen.log[since:])
            assert [entry.number for entry in live_of("", seen).news if entry.number > since] == [
                entry.number for entry in reversed(seen.log[since:])
            ][:12]
        assert last_decision(await house.snapshot(ONLOOKER, table)) == 0


@pytest.mark.parametrize("game", GAMES)
async def test_the_log_is_in_turns_and_stays_so_when_the_house_opens_again(tmp_path: Path, game: str) -> None:
    async with open_app(tmp_path) as (app, _):
        table = (await full_table(app.state.house, ME, game)).id
        await play_on(app.state.house, ME, table, 8 * MOVES)
        log = (await app.state.house.snapshot(ONLOOKER, table)).log
    turns = [turn for turn, _ in itertools.groupby(log, lambda entry: entry.turn)]
    assert len(turns) > 1
    assert len(set(turns)) == len(turns)
    async with open_app(tmp_path) as (app, _):
        assert (await app.state.house.snapshot(ONLOOKER, table)).log == log


async def test_a_record_that_ends_before_a_draw_has_turns_to_its_last_line(tmp_path: Path) -> None:
    table = Table(GAMES["rights-of-losers"], 3, seed=1)
    kifu = kifu_of(table)
    async with open_app(tmp_path) as (app, _):
        study = await app.state.house.study(ME, replace(kifu, lines=kifu.lines[:2]).write())
        log = (await app.state.house.snapshot(ME, study.id)).log
    assert [bool(entry.turn) for entry in log] == [True, True]


def test_the_log_says_which_turn_its_lines_belong_to() -> None:
    turns = [LogEntry(number, None, f"event {number}", "", f"Turn <{number // 2}>") for number in range(1, 4)]
    lines = draw_log(turns, "/replay").split("\n")
    assert [line for line in lines if "of-turn" in line] == [
        f'<li class="of-turn">Turn &lt;{number}&gt;</li>' for number in (1, 0)
    ]


def test_the_log_has_a_line_above_the_last_decision_once_something_has_happened() -> None:
    lines = draw_log(LOG, "/replay", since=2).split("\n")
    assert [("since" in line, "event 2" in line) for line in lines[3:]] == [(True, False), (False, True), (False, False)]
    assert "since" not in draw_log(LOG, "/replay", since=5)
    assert "since" not in draw_log(LOG, "/replay")


def test_the_bar_has_what_stands_nowhere_on_the_board() -> None:
    options = [Choice(text, text.upper()) for text in ("bid 1", 'say "no"', "pass", "done")]
    board = '<i data-move="bid 1"></i><i data-move="say &#34;no&#34;"></i><button name="move" value="pass">Pass</button>'
    assert [choice.text for choice in off_board(options, [board])] == ["done"]
    assert off_board(options[:1], [board]) == (options[0],), "the only option there is takes one tap in the bar"
    assert off_board([Choice(f"cell {k}", "") for k in range(9)], [board]) == ()


def test_the_house_adds_to_the_bar_of_a_board_or_brings_its_own() -> None:
    foot = Markup("<i>undo</i>")
    own = with_foot(Markup('<div class="board"><p>1</p><div class="bar" data-bar><b>yes</b></div></div>'), foot)
    assert own == '<div class="board"><p>1</p><div class="bar" data-bar><i>undo</i><b>yes</b></div></div>'
    none = with_foot(Markup('<div class="board"><p>1</p></div>'), foot)
    assert none == '<div class="board"><p>1</p><div class="bar" data-bar><i>undo</i></div></div>'


@pytest.mark.parametrize("count", [0, 1, 2, 7, 8, 9, 31, 32, 33, 40, 41, 64, 65, 100])
def test_a_log_in_parts_is_the_log(count: int) -> None:
    log = tuple(LogEntry(number, number % 3, f"event {number}", "", f"turn {number // 5}") for number in range(1, count + 1))
    book = Sketchbook()
    for since in (0, 1, count // 2, count):
        whole = draw_log(log, "/replay", since=since)
        for sketches in (None, book, book):
            parts = draw_log_live(log, "/replay", since, sketches)
            assert Markup("\n").join(part for part in parts if part) == whole
