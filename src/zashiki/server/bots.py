"""The bots of the house: worker processes that think, and when their moves are played.

Whose bot thinks next is decided in `shares`. A worker that hangs, dies, answers nonsense or takes too much memory is replaced and
the question asked again; after two failures the house plays a random option so that the game goes on.

When a move is played tells nothing about the bot's hand: its moment depends only on when the bot's turn began, on its level and
on how busy the house is, however quickly the move was found. Steps that nobody else notices are played at once, and only the one
that ends them waits for its moment, so their number does not show either.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import pickle
import secrets
import sys
import time
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

import structlog
from prometheus_client import Counter, Histogram

from zashiki.bots import find_bot
from zashiki.bots.hints import Plea
from zashiki.bots.preparing import best_is_prepared, can_prepare
from zashiki.bots.prospects import Moment, Past
from zashiki.bots.worker import LENGTH, Asked, Question, pack
from zashiki.core.errors import ZashikiError
from zashiki.core.rooms import Seat
from zashiki.games import GAMES
from zashiki.server import moves
from zashiki.server.cache import Kept
from zashiki.server.errors import Unavailable
from zashiki.server.house import House
from zashiki.server.model import UNPREPARED, WARMING
from zashiki.server.rows import Due
from zashiki.server.settings import Settings
from zashiki.server.shares import AWAY, BOTS, PEOPLE, Queue, thinking_seconds
from zashiki.server.tokens import short

COMMAND = (sys.executable, "-m", "zashiki.bots.worker")
ATTEMPTS = 2  # how often a bot is asked before the house chooses for it
START_SECONDS = 30.0  # for a worker process to be ready
LOOK_BACK_SECONDS = 60.0  # for a long game on a busy machine
GRACE_SECONDS = 10.0  # what a worker may take beyond a bot's seconds before it is replaced
LONGEST_ANSWER = 16384  # bytes: advice in words has the longest
PLAN = 6  # a turn with private steps may take this many times as long as one move
SPARE_SECONDS = 0.25  # between the end of its time and the move of a bot that uses all of it
SWEEP_SECONDS = 5.0  # how often to look for bots that another process left waiting
LEFT_SECONDS = 10.0  # how long such a bot must have been waiting
LONG_SECONDS = 3.0  # a wait that people are told about
TELL_SECONDS = 1.0  # how often they are

LOG = structlog.get_logger("zashiki.bots")
WAITED = Histogram("zashiki_bot_wait_seconds", "Time a bot's turn waited for a worker", ["rank"])
LATE = Counter("zashiki_bot_late_moves", "Moves found too late for the moment they were meant for", ["bot"])
FAILED = Counter("zashiki_bot_failures", "Questions a worker did not answer", ["why"])
REPLACED = Counter("zashiki_bot_workers_replaced", "Worker processes that were replaced")
LAST_RESORT = Counter("zashiki_bot_random_moves", "Moves chosen at random because a bot gave none", ["bot"])
RANK_WORDS = {PEOPLE: "people", AWAY: "away", BOTS: "bots", None: "bots"}


class WorkerFailed(Exception):
    """A worker gave no move; the message says why."""


class Worker:
    """One process, started when first needed and restarted after a failure."""

    def __init__(self, memory: int = 0) -> None:
        self._command = (*COMMAND, str(memory))  # MB it may take; 0: all there is
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: Question) -> str:
        """The move; WorkerFailed if the process dies, hangs or does not answer with one (it is then killed)."""
        return str(await self._answer(question, "move", str, question.seconds))

    async def advise(self, plea: Plea) -> list[Any]:
        """The advice for a person; WorkerFailed as for a move."""
        found: list[Any] = await self._answer(plea, "hints", list)
        return found

    async def look_back(self, past: Past) -> tuple[Moment, ...]:
        """How the chances stood in a finished game; WorkerFailed as for a move."""
        found: list[Any] = await self._answer(past, "moments", list, LOOK_BACK_SECONDS)
        return tuple(Moment(at, tuple(shares)) for at, shares in found)

    async def _answer(self, asked: Asked, name: str, kind: type, seconds: float = 0.0) -> Any:
        try:
            async with asyncio.timeout(START_SECONDS):
                process = await self._ready()
            async with asyncio.timeout(GRACE_SECONDS + seconds):
                reply = await _exchange(process, asked)
            if not isinstance(reply, dict) or not isinstance(reply.get(name), kind):
                raise WorkerFailed("error")
            return reply[name]
        except asyncio.CancelledError:
            await self.stop()  # the answer to an abandoned question must not be taken for the next one's
            raise
        except (WorkerFailed, TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            await self.stop()
            REPLACED.inc()
            if isinstance(error, WorkerFailed):
                raise
            raise WorkerFailed("slow" if isinstance(error, TimeoutError) else "crashed") from None

    async def _ready(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
            await _read(self._process)
        return self._process

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _exchange(process: asyncio.subprocess.Process, asked: Asked) -> object:
    assert process.stdin is not None
    process.stdin.write(pack(pickle.dumps(asked)))
    await process.stdin.drain()
    return await _read(process)


async def _read(process: asyncio.subprocess.Process) -> object:
    assert process.stdout is not None
    length = int.from_bytes(await process.stdout.readexactly(LENGTH), "big")
    if length > LONGEST_ANSWER:
        raise WorkerFailed("error")
    try:
        return json.loads(await process.stdout.readexactly(length))
    except ValueError:
        raise WorkerFailed("error") from None


@dataclass
class Turn:
    """A bot's turn at a table, from the first question to the move that everybody notices."""

    seat: Seat
    bot: str
    began: float
    pace: float  # seconds from one moment for a move to the next
    seconds: float  # for thinking about the first step; later ones get less, so that the whole turn stays bounded
    steps: int = 0  # private ones so far

    def moment(self, now: float) -> float:
        """When to play the move that everybody notices."""
        pace = self.pace * (PLAN if self.steps else 1)
        paces = max(1, math.ceil((now - self.began) / pace)) if pace else 0
        if paces > 1:
            LATE.labels(self.bot).inc()
        return self.began + paces * pace


class Bots:
    """Makes the moves of every bot of the house."""

    def __init__(self, house: House, settings: Settings) -> None:
        self._house = house
        self._settings = settings
        self._queue = Queue(self._rank)
        self._serving: dict[str, Due] = {}  # tables whose bot is thinking, or whose move waits for its moment
        self._again: dict[str, Due] = {}  # tables whose bots came to move meanwhile
        self._turns: dict[str, Turn] = {}
        self._workers = [Worker(settings.bot_memory) for _ in range(max(1, settings.bot_workers))]
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Start serving, first the bots that were waiting when the house went down."""
        self._house.tables.bot_due = self.due
        for each in (*map(self._serve, self._workers), self._sweep(), self._tell_waits(), self._tell_prepared()):
            self._run(each)

    async def stop(self) -> None:
        """Stop serving; bots that have not moved yet will move after the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            await worker.stop()

    def due(self, due: Due) -> None:
        """A bot has to move at this table."""
        if due.table in self._serving:
            self._again[due.table] = due
        else:
            self._queue.put(due)

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _rank(self, due: Due) -> int | None:
        present = self._house.tables.somebody_at(due.table)
        if due.people:
            return PEOPLE if present else AWAY
        return BOTS if present else None

    async def _sweep(self) -> None:
        """Pick up bots left waiting: at the start all of them, later those whose process died."""
        since = math.inf
        while True:
            try:
                for due in await self._house.store.bots_due(since):
                    self.due(due)
            except Unavailable as error:
                LOG.warning("bots cannot be looked up", why=str(error))
            except Exception:
                LOG.exception("looking for bots failed")
            await asyncio.sleep(SWEEP_SECONDS)
            since = time.time() - LEFT_SECONDS

    async def _tell_waits(self) -> None:
        """Tell people who wait for long how many tables come first."""
        while True:
            await asyncio.sleep(TELL_SECONDS)
            self._house.tables.tell_waits(self.long_waits())

    async def _tell_prepared(self) -> None:
        """Tell people at whose tables the strongest guest is not at its best, until all it needs is compiled."""
        why = WARMING if self._settings.bot_prepare and can_prepare() else UNPREPARED
        left = list(GAMES.values())
        while left:
            left = await asyncio.to_thread(lambda: [game for game in left if not best_is_prepared(game)])
            self._house.tables.tell_prepared({game.id: why for game in left})
            await asyncio.sleep(SWEEP_SECONDS)

    def long_waits(self) -> dict[str, int]:
        """Tables where people have waited for long, and how many come first. Not within a turn: a bot would be seen to wait again
        after each private step."""
        waits = self._queue.long_waiting(LONG_SECONDS)
        return {table: place for table, place in waits.items() if table not in self._turns}

    async def _serve(self, worker: Worker) -> None:
        while True:
            due, waited = await self._queue.get()
            self._serving[due.table] = due
            await self._carry_on(due.table, self._think(worker, due, waited))

    async def _carry_on(self, table: str, work: Coroutine[None, None, bool]) -> None:
        """Do a part of a bot's move. It is over when the part says so or fails: the sweep picks up whatever is left."""
        over = True
        try:
            over = await work
        except ZashikiError as error:
            # The table moved on or was abandoned, or the store is down.
            LOG.debug("bot did not move", table=short(table), why=str(error))
        except Exception:
            LOG.exception("bot failed", table=short(table))
        if over:
            del self._serving[table]
            again = self._again.pop(table, None)
            if again is not None:
                self._queue.put(again)
            else:
                self._turns.pop(table, None)

    async def _think(self, worker: Worker, due: Due, waited: float) -> bool:
        """Find one bot's move and let it be played; whether there was none to find."""
        found = await self._house.bot_turn(due.table)
        if found is None:
            return True
        kept, seat = found
        turn = self._turn_of(due, kept, seat, waited)
        version = kept.shown_version(seat)
        text = await self._choose(worker, kept, turn)
        self._run(self._carry_on(due.table, self._play(kept, turn, version, text)))
        return False

    def _turn_of(self, due: Due, kept: Kept, seat: Seat, waited: float) -> Turn:
        turn = self._turns.get(due.table)
        if turn is None or turn.seat != seat:
            WAITED.labels(RANK_WORDS[self._rank(due)]).observe(waited)
            bot = find_bot(kept.seats[seat].bot)
            people = sum(self._rank(each) == PEOPLE for each in (*self._queue.order(), *self._serving.values()))
            given = self._settings
            seconds = thinking_seconds(given.bot_seconds, given.bot_patience, len(self._workers), people)
            pace = seconds + min(given.bot_pause, SPARE_SECONDS) if bot.uses_its_time else given.bot_pause
            turn = self._turns[due.table] = Turn(seat, bot.name, time.monotonic(), pace, seconds)
        return turn

    async def _choose(self, worker: Worker, kept: Kept, turn: Turn) -> str:
        table, seconds = kept.table(), turn.seconds / (turn.steps + 1)
        options, view = table.legal(turn.seat), table.view(turn.seat)
        about = {"table": short(kept.header.id), "bot": turn.bot, "game": table.game.id}
        for _ in range(ATTEMPTS):
            question = Question(table.game.id, view, turn.seat, turn.bot, secrets.randbits(64), seconds, dict(table.game.turned))
            try:
                move = await worker.ask(question)
                if move in options:
                    return move
                why = "illegal"
            except WorkerFailed as error:
                why = str(error)
            FAILED.labels(why).inc()
            LOG.warning("bot gave no move", why=why, **about)
        LAST_RESORT.labels(turn.bot).inc()
        LOG.error("a random option is played for a bot", **about)
        return secrets.choice(options)

    async def _play(self, kept: Kept, turn: Turn, version: int, text: str) -> bool:
        """Play a move that was found, when its moment comes."""
        if moves.is_private(kept.table(), turn.seat, text):
            turn.steps += 1
        else:
            now = time.monotonic()
            await asyncio.sleep(turn.moment(now) - now)
            self._turns.pop(kept.header.id, None)
        await self._house.play_for_bot(kept.header.id, turn.seat, version, text)
        return True
