"""Bots: they move from views alone, in other processes, and a table goes on whatever becomes of them."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
from dataclasses import fields
from pathlib import Path

import psutil
import pytest

from tests.server.helpers import GAME, open_app
from zashiki.bots.worker import BEHIND, Question, answer
from zashiki.core.game import SPECTATOR
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.server import bots
from zashiki.server.bots import Worker, WorkerFailed
from zashiki.server.house import House
from zashiki.server.model import Guest, SeatWish, TableWish

pytestmark = pytest.mark.anyio

LONGEST = 300.0  # seconds for a whole game of bots on a busy machine
BOTS_ONLY = TableWish(GAME, (SeatWish("bot", bot="easy"), SeatWish("bot", bot="normal"), SeatWish("bot", bot="easy")))


def a_question(bot: str = "random", seconds: float = 1.0) -> Question:
    table = Table(GAMES[GAME], 3, seed=1)
    seat = table.to_act[0]
    return Question(GAME, table.view(seat), seat, bot, 1, seconds)


async def until_over(house: House, table: str) -> None:
    async with asyncio.timeout(LONGEST):
        async for _ in house.watch(table):
            if (await house.info(table)).status == "over":
                return


def test_a_question_holds_a_view_and_no_state() -> None:
    assert {f.name for f in fields(Question)} == {"game", "view", "seat", "bot", "seed", "seconds"}
    question = a_question()
    asked = pickle.loads(pickle.dumps(question))
    assert asked == question
    assert not isinstance(asked.view, GAMES[GAME].state)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_worker_answers_with_a_legal_move_of_every_game(game: str, bot: str) -> None:
    table = Table(GAMES[game], GAMES[game].seats[0], seed=3)
    for step in range(12):
        seat = table.to_act[0]
        move = answer(Question(game, table.view(seat), seat, bot, step, 0.2))
        assert move in table.legal(seat)
        table.play(seat, move)


def test_the_eyes_of_a_spectator_answer_nothing() -> None:
    table = Table(GAMES[GAME], 3, seed=1)
    assert table.view(SPECTATOR) != table.view(table.to_act[0])


async def test_bots_play_a_whole_game_among_themselves(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, _):
        info = await app.state.house.create(Guest(visitor="me"), BOTS_ONLY)
        await until_over(app.state.house, info.id)


async def test_bots_that_waited_when_the_house_went_down_move_after_it_opens(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, _):
        app.state.house.bot_due = lambda table: None  # as if the process had died right after the commit
        info = await app.state.house.create(Guest(visitor="me"), BOTS_ONLY)
    async with open_app(tmp_path) as (app, _):
        await until_over(app.state.house, info.id)


async def test_a_killed_worker_is_replaced_and_the_table_goes_on(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, _):
        house = app.state.house
        info = await house.create(Guest(visitor="me"), BOTS_ONLY)
        killed, marks = 0, [5, 20, 40]
        async with asyncio.timeout(LONGEST):
            async for version in house.watch(info.id):
                if marks and version >= marks[0]:  # who looks on sees the newest version, not every one
                    marks.pop(0)
                    for child in psutil.Process().children():
                        with contextlib.suppress(psutil.NoSuchProcess):  # a zombie from the last time has no command line
                            if "zashiki.bots.worker" in child.cmdline():
                                os.kill(child.pid, signal.SIGKILL)
                                killed += 1
                if (await house.info(info.id)).status == "over":
                    break
        assert killed


async def test_a_worker_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker()
    question = a_question()
    monkeypatch.setattr(bots, "START_SECONDS", LONGEST)
    assert await worker.ask(question) in Table(GAMES[GAME], 3, seed=1).legal(question.seat)
    process = worker._process
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)
    monkeypatch.setattr(bots, "START_SECONDS", 0.5)
    with pytest.raises(WorkerFailed, match="slow"):
        await worker.ask(a_question(seconds=0.01))
    assert process.returncode == -signal.SIGKILL
    monkeypatch.setattr(bots, "START_SECONDS", LONGEST)
    assert await worker.ask(question)
    await worker.stop()


async def test_a_bot_that_always_fails_is_played_for_at_random(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(self: Worker, question: Question) -> str:
        raise WorkerFailed("crashed")

    monkeypatch.setattr(Worker, "ask", fail)
    async with open_app(tmp_path) as (app, _):
        info = await app.state.house.create(Guest(visitor="me"), BOTS_ONLY)
        await until_over(app.state.house, info.id)


async def test_a_busy_table_does_not_crowd_out_a_quiet_one(tmp_path: Path) -> None:
    """All tables of bots come forward together: none is more than a few moves ahead while they share one worker."""
    async with open_app(tmp_path) as (app, _):
        house = app.state.house
        tables = [(await house.create(Guest(visitor="me"), BOTS_ONLY)).id for _ in range(4)]
        async with asyncio.timeout(LONGEST):
            async for version in house.watch(tables[0]):
                if version >= 30:
                    break
        versions = [(await house.info(table)).version for table in tables]
        assert min(versions) >= 20


async def test_a_thinking_bot_stands_back_for_the_house() -> None:
    worker = Worker()
    try:
        await worker.ask(a_question())
        assert worker._process is not None
        assert psutil.Process(worker._process.pid).nice() == min(19, psutil.Process().nice() + BEHIND)
    finally:
        await worker.stop()
