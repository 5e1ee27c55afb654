"""The bots of the house: worker processes that think, a fair queue in front of them, and a sweep for bots left waiting.

A table has at most one question in the queue, so a busy table cannot crowd out a quiet one. A worker that is too slow or
dies is replaced and the question asked again; after two failures the house plays a random option so that the game goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import pickle
import secrets
import sys
import time

import structlog
from prometheus_client import Counter, Histogram

from zashiki.bots.worker import LENGTH, Question, pack
from zashiki.core.errors import ZashikiError
from zashiki.core.rooms import Seat
from zashiki.server.cache import Kept
from zashiki.server.errors import Unavailable
from zashiki.server.house import House
from zashiki.server.model import PERSON
from zashiki.server.settings import Settings
from zashiki.server.tokens import short

ATTEMPTS = 2  # how often a bot is asked before the house chooses for it
GRACE = 4.0  # a worker gets this many times a bot's seconds, plus START_SECONDS, before it is replaced
START_SECONDS = 10.0
SWEEP_SECONDS = 5.0  # how often to look for bots that another process left waiting
LEFT_SECONDS = 10.0  # how long such a bot must have been waiting

LOG = structlog.get_logger("zashiki.bots")
THOUGHT = Histogram("zashiki_bot_seconds", "Time a bot took for a decision", ["bot"])
FAILED = Counter("zashiki_bot_failures", "Questions a worker did not answer", ["why"])
REPLACED = Counter("zashiki_bot_workers_replaced", "Worker processes that were replaced")


class WorkerFailed(Exception):
    """A worker gave no move; the message says why."""


class Worker:
    """One process, started when first needed and restarted after a failure."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: Question) -> str:
        """The move; WorkerFailed if the process dies, reports an error or takes far too long (it is then killed)."""
        try:
            async with asyncio.timeout(START_SECONDS + GRACE * question.seconds):
                reply = await self._exchange(pickle.dumps(question))
        except (TimeoutError, OSError, asyncio.IncompleteReadError, ValueError) as error:
            await self.stop()
            REPLACED.inc()
            raise WorkerFailed("slow" if isinstance(error, TimeoutError) else "crashed") from None
        except asyncio.CancelledError:
            await self.stop()  # the answer to an abandoned question must not be taken for the next one's
            raise
        if "move" not in reply:
            raise WorkerFailed("error")
        return reply["move"]

    async def _exchange(self, question: bytes) -> dict[str, str]:
        if self._process is None or self._process.returncode is not None:
            command = (sys.executable, "-m", "zashiki.bots.worker")
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        sink, source = self._process.stdin, self._process.stdout
        assert sink is not None
        assert source is not None
        sink.write(pack(question))
        await sink.drain()
        length = int.from_bytes(await source.readexactly(LENGTH), "big")
        reply: dict[str, str] = json.loads(await source.readexactly(length))
        return reply

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Bots:
    """Makes the moves of every bot of the house, in the order in which their turns came up."""

    def __init__(self, house: House, settings: Settings) -> None:
        self._house = house
        self._settings = settings
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._waiting: set[str] = set()  # tables in the queue or being served
        self._again: set[str] = set()  # tables whose bots came to move while they were served
        self._workers = [Worker() for _ in range(max(1, settings.bot_workers))]
        self._tasks: list[asyncio.Task[None]] = []
        self._later: set[asyncio.TimerHandle] = set()

    def start(self) -> None:
        """Start serving, first the bots that were waiting when the house went down."""
        self._house.bot_due = self.due
        self._tasks = [asyncio.create_task(self._serve(worker)) for worker in self._workers]
        self._tasks.append(asyncio.create_task(self._sweep()))

    async def stop(self) -> None:
        """Stop serving; bots that have not moved yet will move after the next start."""
        for timer in self._later:
            timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._workers:
            await worker.stop()

    def due(self, table: str) -> None:
        """A bot has to move at this table."""
        if table in self._waiting:
            self._again.add(table)
        else:
            self._waiting.add(table)
            self._queue.put_nowait(table)

    async def _sweep(self) -> None:
        """Pick up bots left waiting: at the start all of them, later those whose process died."""
        since = time.time()
        while True:
            try:
                for table in await self._house.store.bots_due(since):
                    self.due(table)
            except Unavailable as error:
                LOG.warning("bots cannot be looked up", why=str(error))
            except Exception:
                LOG.exception("looking for bots failed")
            await asyncio.sleep(SWEEP_SECONDS)
            since = time.time() - LEFT_SECONDS

    async def _serve(self, worker: Worker) -> None:
        while True:
            table = await self._queue.get()
            paused = False
            try:
                paused = await self._move(worker, table)
            except ZashikiError as error:
                # The table moved on or was abandoned, or the store is down: the sweep picks up whatever is left.
                LOG.debug("bot did not move", table=short(table), why=str(error))
            except Exception:
                LOG.exception("bot failed", table=short(table))
            if paused:
                self._rest(table)
            else:
                self._done(table)

    def _rest(self, table: str) -> None:
        """Let people see this move before the next bot plays."""
        loop = asyncio.get_running_loop()

        def over() -> None:
            self._later.discard(timer)
            self._done(table)

        timer = loop.call_later(self._settings.bot_pause, over)
        self._later.add(timer)

    def _done(self, table: str) -> None:
        self._waiting.discard(table)
        if table in self._again:
            self._again.discard(table)
            self.due(table)

    async def _move(self, worker: Worker, table: str) -> bool:
        """Make one bot's move; returns whether to pause after it."""
        turn = await self._house.bot_turn(table)
        if turn is None:
            return False
        kept, seat = turn
        version = kept.shown_version(seat)
        text = await self._choose(worker, kept, seat)
        await self._house.play_for_bot(table, seat, version, text)
        return self._settings.bot_pause > 0 and any(row.kind == PERSON for row in kept.seats)

    async def _choose(self, worker: Worker, kept: Kept, seat: Seat) -> str:
        table, bot = kept.table(), kept.seats[seat].bot
        options, view = table.legal(seat), table.view(seat)
        # Bots are asked even for a forced move: an instant answer would tell the table that it was forced.
        for _ in range(ATTEMPTS):
            question = Question(table.game.id, view, seat, bot, secrets.randbits(64), self._settings.bot_seconds)
            try:
                with THOUGHT.labels(bot).time():
                    move = await worker.ask(question)
                if move in options:
                    return move
                FAILED.labels("illegal").inc()
            except WorkerFailed as error:
                FAILED.labels(str(error)).inc()
                LOG.warning("bot gave no move", table=short(kept.header.id), bot=bot, game=table.game.id, why=str(error))
        return secrets.choice(options)
