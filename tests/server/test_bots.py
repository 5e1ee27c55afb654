"""Bots: they move from views alone, in other processes, and a table goes on whatever becomes of them."""

from __future__ import annotations

import asyncio
import os
import pickle
import random
import signal
import statistics
import sys
import time
from dataclasses import fields
from pathlib import Path

import psutil
import pytest
import structlog
from prometheus_client import REGISTRY

from tests.server.helpers import GAME, open_app
from tests.server.strange_bots import STRANGE
from zashiki.bots import BOTS, find_bot
from zashiki.bots.worker import BEHIND, Question, answer
from zashiki.core.game import SPECTATOR
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.server import bots, moves
from zashiki.server.bots import SPARE_SECONDS, Bots, Turn, Worker, WorkerFailed
from zashiki.server.house import House
from zashiki.server.model import WARMING, Guest, Played, SeatWish, TableWish
from zashiki.server.pages.table import draw_live

pytestmark = pytest.mark.anyio

LONGEST = 300.0  # seconds for a whole game of bots on a busy machine
BOTS_ONLY = TableWish(GAME, (SeatWish("bot", bot="easy"), SeatWish("bot", bot="normal"), SeatWish("bot", bot="easy")))


def a_question(bot: str = "random", seconds: float = 1.0) -> Question:
    table = Table(GAMES[GAME], 3, seed=1)
    seat = table.to_act[0]
    return Question(GAME, table.view(seat), seat, bot, 1, seconds)


async def until_over(house: House, table: str) -> None:
    async with asyncio.timeout(LONGEST):
        async for _ in house.tables.watch(table):
            if (await house.info(table)).status == "over":
                return


def test_a_question_holds_a_view_and_no_state() -> None:
    assert {f.name for f in fields(Question)} == {"game", "view", "seat", "bot", "seed", "seconds", "dials"}
    question = a_question()
    asked = pickle.loads(pickle.dumps(question))
    assert asked == question
    assert not isinstance(asked.view, GAMES[GAME].state)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy", "genji"])
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


def bots_of(house: House) -> Bots:
    """Who makes the moves of its bots."""
    serving = house.tables.bot_due.__self__  # type: ignore[attr-defined]
    assert isinstance(serving, Bots)
    return serving


def workers_of(house: House) -> list[psutil.Process]:
    """The processes in which its bots think, and not those of other houses."""
    started = [worker._process for worker in bots_of(house)._workers]
    return [psutil.Process(each.pid) for each in started if each is not None and each.returncode is None]


async def test_bots_play_a_whole_game_among_themselves(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, _):
        info = await app.state.house.create(Guest(visitor="me"), BOTS_ONLY)
        await until_over(app.state.house, info.id)


async def test_bots_that_waited_when_the_house_went_down_move_after_it_opens(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, _):
        app.state.house.tables.bot_due = lambda table: None  # as if the process had died right after the commit
        info = await app.state.house.create(Guest(visitor="me"), BOTS_ONLY)
    async with open_app(tmp_path) as (app, _):
        await until_over(app.state.house, info.id)


async def test_a_killed_worker_is_replaced_and_the_table_goes_on(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, _):
        house = app.state.house
        info = await house.create(Guest(visitor="me"), BOTS_ONLY)
        killed, marks = 0, [5, 20, 40]
        async with asyncio.timeout(LONGEST):
            async for version in house.tables.watch(info.id):
                if marks and version >= marks[0]:  # who looks on sees the newest version, not every one
                    marks.pop(0)
                    for worker in workers_of(house):
                        worker.kill()
                        killed += 1
                if (await house.info(info.id)).status == "over":
                    break
        assert killed


async def moves_at(house: House, table: str, more: int) -> None:
    """Until so many more moves have been made at a table."""
    first = (await house.info(table)).version
    async with asyncio.timeout(LONGEST):
        async for _ in house.tables.watch(table):
            if (await house.info(table)).version >= first + more:
                return


def count_of(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


async def test_a_worker_that_hangs_is_replaced_and_the_table_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replaced = count_of("zashiki_bot_workers_replaced_total")
    async with open_app(tmp_path) as (app, _):
        house = app.state.house
        info = await house.create(Guest(visitor="me"), BOTS_ONLY)
        await moves_at(house, info.id, 5)
        monkeypatch.setattr(bots, "GRACE_SECONDS", 0.5)
        stopped = workers_of(house)
        for child in stopped:
            child.send_signal(signal.SIGSTOP)
        async with asyncio.timeout(LONGEST):
            while any(child.is_running() for child in stopped):  # the first move may have been found before they stopped
                await moves_at(house, info.id, 1)
        monkeypatch.setattr(bots, "GRACE_SECONDS", LONGEST)
        await moves_at(house, info.id, 5)
        assert stopped
    assert count_of("zashiki_bot_workers_replaced_total") > replaced


@pytest.mark.parametrize(
    ("strange", "why"), [("sleeper", "slow"), ("babbler", "error"), ("glutton", "error"), ("liar", "illegal")]
)
async def test_a_bot_that_gives_no_move_is_played_for_at_random(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strange: str, why: str
) -> None:
    monkeypatch.setattr(bots, "COMMAND", (sys.executable, "-m", "tests.server.strange_bots"))
    monkeypatch.setattr(bots, "GRACE_SECONDS", 1.0 if strange == "sleeper" else LONGEST)
    monkeypatch.setattr(bots, "START_SECONDS", LONGEST)
    monkeypatch.setitem(BOTS, strange, STRANGE[strange])
    failed, chosen = count_of("zashiki_bot_failures_total", why=why), count_of("zashiki_bot_random_moves_total", bot=strange)
    with structlog.testing.capture_logs() as logs:
        async with open_app(tmp_path, bot_seconds=0.1, bot_memory=1024) as (app, _):
            info = await app.state.house.create(Guest(visitor="me"), TableWish(GAME, (SeatWish("bot", bot=strange),) * 3))
            await moves_at(app.state.house, info.id, 1)
    told = [(entry["log_level"], entry.get("why")) for entry in logs if entry.get("bot") == strange]
    asked, last = ("warning", why), ("error", None)
    assert told[: bots.ATTEMPTS + 1] == [asked] * bots.ATTEMPTS + [last]  # the next turn may have begun before the house closed
    assert count_of("zashiki_bot_failures_total", why=why) == failed + told.count(asked)
    assert count_of("zashiki_bot_random_moves_total", bot=strange) == chosen + told.count(last)
    assert {(entry["table"], entry["game"]) for entry in logs if entry.get("bot") == strange} == {(info.id[:6], GAME)}


async def test_a_worker_is_replaced_by_one_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "START_SECONDS", LONGEST)
    worker, question = Worker(), a_question()
    assert await worker.ask(question) in Table(GAMES[GAME], 3, seed=1).legal(question.seat)
    process = worker._process
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)
    monkeypatch.setattr(bots, "GRACE_SECONDS", 0.2)
    with pytest.raises(WorkerFailed, match="slow"):
        await worker.ask(a_question(seconds=0.01))
    assert process.returncode == -signal.SIGKILL
    monkeypatch.setattr(bots, "GRACE_SECONDS", LONGEST)
    assert await worker.ask(question)
    await worker.stop()


# When a move is played


class Clock:
    """Goes no faster than any other, and only while the processor works for the house or its bot, however busy the machine is."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._read, self._now = self._look(), 0.0

    def _look(self) -> tuple[float, float]:
        process = self._worker._process
        bot = psutil.Process(process.pid).cpu_times() if process is not None else (0.0, 0.0)
        return time.monotonic(), time.process_time() + bot[0] + bot[1]

    def monotonic(self) -> float:
        before, self._read = self._read, self._look()
        self._now += max(0.0, min(now - then for now, then in zip(self._read, before, strict=True)))
        return self._now

    time = staticmethod(time.time)


@pytest.mark.parametrize(("bot", "pause"), [("hard", 0.1), ("normal", 0.1), ("easy", 0.1), ("genji", 0.5), ("warashi", 0.5)])
async def test_when_a_bot_moves_tells_nothing_about_its_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, pause: float
) -> None:
    """The time from one move to the next is the same number of paces for forced and for free moves of a real worker."""
    paces: dict[bool, list[int]] = {True: [], False: []}
    seconds: list[float] = []
    pace = 0.2 + min(pause, SPARE_SECONDS) if find_bot(bot).uses_its_time else pause
    async with open_app(tmp_path, bot_seconds=0.2, bot_pause=pause) as (app, _):
        house: House = app.state.house
        play, moment, before, waited = house.play_for_bot, Turn.moment, 0.0, 0
        monkeypatch.setattr(bots, "time", Clock(bots_of(house)._workers[0]))

        def noted(turn: Turn, now: float) -> float:
            nonlocal waited
            found = moment(turn, now)
            waited = round((found - turn.began) / pace)
            return found

        async def timed(table: str, seat: int, version: int, text: str) -> Played:
            nonlocal before
            found = await house.bot_turn(table)
            assert found is not None
            if before:
                seconds.append(time.monotonic() - before)
                paces[len(found[0].table().legal(seat)) == 1].append(waited)
            played = await play(table, seat, version, text)
            before = time.monotonic()
            return played

        monkeypatch.setattr(Turn, "moment", noted)
        house.play_for_bot = timed  # type: ignore[method-assign]
        info = await house.create(Guest(visitor="me"), TableWish("saigo-no-kane", (SeatWish("bot", bot=bot),) * 2))
        async with asyncio.timeout(LONGEST):
            async for _ in house.tables.watch(info.id):
                if min(len(paces[True]), len(paces[False])) >= 3:
                    break
    assert min(seconds) >= pace  # never sooner than a free move
    assert statistics.median(paces[True]) == statistics.median(paces[False]) == 1


def test_the_moment_of_a_move_is_a_multiple_of_its_pace() -> None:
    turn = Turn(0, "greedy", began=100.0, pace=0.5, seconds=1.0)
    assert [turn.moment(now) for now in (100.0, 100.001, 100.49, 100.5)] == [100.5] * 4
    assert turn.moment(100.6) == 101.0
    turn.steps = 1  # the moment does not depend on how many there were
    assert turn.moment(100.1) == turn.moment(102.9) == 103.0
    turn.steps = 20
    assert turn.moment(102.9) == 103.0
    assert Turn(0, "greedy", began=100.0, pace=0.0, seconds=1.0).moment(100.2) == 100.0


def test_only_steps_that_others_cannot_notice_are_private() -> None:
    game = GAMES["kazoku-scribe"]
    table = Table(game, 2, {"start": "0"}, seed=1)
    rng, kinds = random.Random(1), set()
    for _ in range(60):
        seat = rng.choice(table.to_act)
        text = rng.choice(table.legal(seat))
        private, acting, others = moves.is_private(table, seat, text), table.to_act, table.view(1 - seat)
        told = len(table.heard_by(SPECTATOR))
        table.play(seat, text)
        noticed = (table.to_act, len(table.heard_by(SPECTATOR)), table.view(1 - seat)) != (acting, told, others)
        assert private != noticed
        kinds.add(private)
    assert kinds == {True, False}


async def test_a_busy_table_does_not_crowd_out_a_quiet_one(tmp_path: Path) -> None:
    """All tables of bots come forward together: none is more than a few moves ahead while they share one worker."""
    async with open_app(tmp_path) as (app, _):
        house = app.state.house
        tables = [(await house.create(Guest(visitor="me"), BOTS_ONLY)).id for _ in range(4)]
        async with asyncio.timeout(LONGEST):
            async for version in house.tables.watch(tables[0]):
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


# Who is ready


def waiting_with(bot: str) -> TableWish:
    return TableWish(GAME, (SeatWish("person", "Aiko"), SeatWish("open"), SeatWish("bot", bot=bot)))


async def test_a_table_says_that_the_strongest_guest_is_warming_up_until_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready: list[str] = []
    monkeypatch.setattr(bots, "best_is_prepared", lambda game: game.id in ready)
    monkeypatch.setattr(bots, "can_prepare", lambda: True)
    monkeypatch.setattr(bots, "SWEEP_SECONDS", 0.05)
    me = Guest(visitor="me")
    async with open_app(tmp_path, bot_prepare=True) as (app, _):
        house: House = app.state.house
        table, other = [(await house.create(me, waiting_with(bot))).id for bot in ("7", "6")]
        told: list[str] = []
        async with asyncio.timeout(LONGEST):
            async for _ in house.tables.watch(table):
                shown = await house.snapshot(me, table)
                told.append(shown.weaker)
                line = "Warashi is still warming up and plays like Kyubei until then." in draw_live("", shown)
                assert line == (shown.weaker == WARMING)
                assert (await house.snapshot(me, other)).weaker == ""
                if shown.weaker == WARMING:
                    ready.append(GAME)
                elif ready:
                    break
    assert told[-2:] == [WARMING, ""]


async def test_a_house_that_compiles_nothing_says_how_its_strongest_guest_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "best_is_prepared", lambda game: False)
    me = Guest(visitor="me")
    async with open_app(tmp_path, bot_prepare=False) as (app, _):
        house: House = app.state.house
        table = (await house.create(me, waiting_with("7"))).id
        async with asyncio.timeout(LONGEST):
            while not (shown := await house.snapshot(me, table)).weaker:
                await asyncio.sleep(0.01)
    assert "At this table Warashi plays like Kyubei." in draw_live("", shown)
