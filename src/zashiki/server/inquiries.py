"""What people ask the worker processes of the house: one worker for a kind of question, and the line in front of it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TypeVar

from zashiki.server.addresses import HOUSEHOLD
from zashiki.server.bots import Worker, WorkerFailed
from zashiki.server.errors import NotNow, TooMany
from zashiki.server.words import WORDS

T = TypeVar("T")


class Inquiries:
    """A worker that is started when somebody first asks."""

    def __init__(self, memory: int, most: int, most_each: int, *, crowded: str, failed: str) -> None:
        """At most so many may wait, and so many of one address. Whoever is one too many, or gets no answer, is told the words of
        these keys."""
        self.worker = Worker(memory)
        self._turn = asyncio.Lock()
        self._most, self._most_each, self._crowded, self._failed = most, most_each, crowded, failed
        self._waiting = Counter[str]()  # by address

    @property
    def idle(self) -> bool:
        """Whether nobody waits."""
        return not self._waiting.total()

    async def ask(self, question: Callable[[Worker], Awaitable[T]]) -> T:
        """The answer, when it is one's turn; TooMany if the line is too long, NotNow if the worker fails."""
        source = HOUSEHOLD.get()
        if self._waiting[source] >= self._most_each:
            raise TooMany(WORDS("too_many_requests"))
        if self._waiting.total() >= self._most:
            raise TooMany(WORDS(self._crowded))
        self._waiting[source] += 1
        try:
            async with self._turn:
                return await question(self.worker)
        except WorkerFailed:
            raise NotNow(WORDS(self._failed)) from None
        finally:
            self._waiting[source] -= 1
            self._waiting += Counter()  # forgets who no longer waits

    async def stop(self) -> None:
        """End the process."""
        await self.worker.stop()
