"""Advice of the house: "What would you do?", answered by a worker process from what the asking seat can see, and nothing else."""

from __future__ import annotations

import asyncio
from zlib import crc32

from zashiki.bots.hints import Hint, Plea
from zashiki.core.words import LANGUAGE
from zashiki.server.bots import Worker, WorkerFailed
from zashiki.server.errors import NotNow, TooMany
from zashiki.server.model import Snapshot
from zashiki.server.words import WORDS

MOST_WAITING = 20  # each takes up to a second


class Hints:
    """One worker, started when somebody first asks, and the line in front of it."""

    def __init__(self, memory: int = 0) -> None:
        self._worker = Worker(memory)
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def ask(self, s: Snapshot) -> tuple[Hint, ...]:
        """Advice for the seat of a snapshot; the same as long as nothing has happened that this seat may notice."""
        if s.seat is None or not s.may_hint or not s.options:
            raise NotNow(WORDS("no_advice_here"))
        if self._waiting >= MOST_WAITING:
            raise TooMany(WORDS("many_ask_advice"))
        seed = crc32(f"{s.table.id} {s.version}".encode())
        plea = Plea(s.table.game.id, s.view, s.seat, seed, LANGUAGE.get(), dict(s.table.game.turned))
        self._waiting += 1
        try:
            async with self._turn:
                found = await self._worker.advise(plea)
        except WorkerFailed:
            raise NotNow(WORDS("no_advice_now")) from None
        finally:
            self._waiting -= 1
        return tuple(Hint(**{**each, "points": tuple(each["points"])}) for each in found)

    async def stop(self) -> None:
        """End the process."""
        await self._worker.stop()
