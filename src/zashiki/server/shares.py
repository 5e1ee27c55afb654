"""Fair shares of the bots: whose table comes next, and how much time a bot gets for thinking.

Tables at which people play and somebody is there come first, then tables whose people are away, then tables of bots that somebody
watches. Among equals, the address that has waited longest comes next, of its visitors the one that has waited longest, and of
that visitor's tables the one that has: sixty tables of one visitor get no more than one table of another. A table of bots that
nobody watches does not move at all.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable

from zashiki.server.rows import Due

PEOPLE, AWAY, BOTS = 0, 1, 2  # ranks: the lowest is served first
LEAST_SECONDS = 0.05  # what a bot gets for thinking however many tables wait
REMEMBERED = 10_000  # addresses, visitors and tables of which it is known when they were served

Rank = Callable[[Due], int | None]  # None: the table is paused


class Queue:
    """Tables where a bot has to move, each at most once."""

    def __init__(self, rank: Rank) -> None:
        self._rank = rank
        self._waiting: dict[str, tuple[Due, float]] = {}  # by table, and since when
        self._served: OrderedDict[tuple[str, str], int] = OrderedDict()  # in which turn an address, visitor or table was served
        self._turn = 0
        self._filled = asyncio.Event()

    def put(self, due: Due) -> None:
        """Let a table wait for its turn, unless it does already or is paused."""
        if due.table not in self._waiting and self._rank(due) is not None:
            self._waiting[due.table] = due, time.monotonic()
            self._filled.set()

    async def get(self) -> tuple[Due, float]:
        """The table that comes next, and how long it has waited."""
        while not (order := self.order()):
            self._filled.clear()
            await self._filled.wait()
        due = order[0]
        self._turn += 1
        for name in _names(due):
            self._served[name] = self._turn
            self._served.move_to_end(name)
        while len(self._served) > REMEMBERED:
            self._served.popitem(last=False)
        return due, time.monotonic() - self._waiting.pop(due.table)[1]

    def order(self) -> list[Due]:
        """The waiting tables as they come; those that were paused meanwhile no longer wait."""
        ranks = {table: self._rank(due) for table, (due, _) in self._waiting.items()}
        for table, rank in ranks.items():
            if rank is None:
                del self._waiting[table]

        def place(waiting: tuple[Due, float]) -> tuple[int, list[int], float]:
            due, since = waiting
            rank = ranks[due.table]
            assert rank is not None
            return rank, [self._served.get(name, 0) for name in _names(due)], since

        return [due for due, _ in sorted(self._waiting.values(), key=place)]

    def long_waiting(self, seconds: float) -> dict[str, int]:
        """Tables with people there who have waited longer than that, each with the number of tables that come before it."""
        before = time.monotonic() - seconds
        return {
            due.table: place
            for place, due in enumerate(self.order())
            if self._waiting[due.table][1] < before and self._rank(due) == PEOPLE
        }


def _names(due: Due) -> tuple[tuple[str, str], ...]:
    return ("address", due.maker), ("visitor", due.host), ("table", due.table)


def thinking_seconds(most: float, patience: float, workers: int, people: int) -> float:
    """How long each bot may think so that, with people waiting at so many tables, the last of them has waited `patience`."""
    return min(most, max(LEAST_SECONDS, patience * workers / max(1, people)))
