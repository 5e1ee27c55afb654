"""What people ask the worker processes of the house: one worker for a kind of question, and the line in front of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from zashiki.server.bots import Worker, WorkerFailed
from zashiki.server.errors import NotNow, TooMany
from zashiki.server.words import WORDS

T = TypeVar("T")


class Inquiries:
    """A worker that is started when somebody first asks."""

    def __init__(self, memory: int, most: int, *, crowded: str, failed: str) -> None:
        """At most so many may wait. More of them, and those without an answer, are told the words of these keys."""
        self.worker = Worker(memory)
        self._turn = asyncio.Lock()
        self._most, self._crowded, self._failed = most, crowded, failed
        self._waiting = 0

    @property
    def idle(self) -> bool:
        """Whether nobody waits."""
        return self._waiting == 0

    async def ask(self, question: Callable[[Worker], Awaitable[T]]) -> T:
        """The answer, when it is one's turn; TooMany if the line is too long, NotNow if the worker fails."""
        if self._waiting >= self._most:
            raise TooMany(WORDS(self._crowded))
        self._waiting += 1
        try:
            async with self._turn:
                return await question(self.worker)
        except WorkerFailed:
            raise NotNow(WORDS(self._failed)) from None
        finally:
            self._waiting -= 1

    async def stop(self) -> None:
        """End the process."""
        await self.worker.stop()
