"""How the chances stood in a game that has ended: reckoned by a worker process when somebody first asks, and kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from zashiki.bots.prospects import Moment, Past
from zashiki.core.rooms import Viewer
from zashiki.core.table import Line
from zashiki.server.bots import Worker, WorkerFailed
from zashiki.server.cache import Kept, older_rules
from zashiki.server.errors import NotNow, TooMany
from zashiki.server.house import House
from zashiki.server.model import ENDED, Guest
from zashiki.server.rights import eyes_of
from zashiki.server.words import WORDS

MOST_WAITING = 10  # each takes some seconds
KEPT = 256  # games


class Prospects:
    """The line in front of one worker, which is started for those who wait and ended after the last of them."""

    def __init__(self, house: House, memory: int = 0) -> None:
        self._house = house
        self._worker = Worker(memory)
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._kept: OrderedDict[str, tuple[Moment, ...]] = OrderedDict()

    async def at_moments(self, guest: Guest, table: str) -> tuple[Moment, ...]:
        """What every seat could expect, at moments counted as this guest counts events; none while rules are being compiled."""
        kept = await self._house.tables.newest(table)
        viewer = eyes_of(kept, guest, None)
        if kept.header.status not in ENDED:
            raise NotNow(WORDS("course_later"))
        if not kept.replayable:
            raise NotNow(older_rules(kept))
        lines = kept.table().lines
        found = self._kept.get(table) or await self._ask(table, _past(kept, lines))
        return tuple(Moment(_heard(lines[: each.at], viewer), each.shares) for each in found)

    async def _ask(self, table: str, past: Past) -> tuple[Moment, ...]:
        if self._waiting >= MOST_WAITING:
            raise TooMany(WORDS("many_ask_chances"))
        self._waiting += 1
        try:
            async with self._turn:
                found = self._kept.get(table) or await self._worker.look_back(past)
        except WorkerFailed:
            raise NotNow(WORDS("no_chances_now")) from None
        finally:
            self._waiting -= 1
            if not self._waiting:
                await self._worker.stop()
        if found:
            self._kept[table] = found
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    async def stop(self) -> None:
        """End the process."""
        await self._worker.stop()


def _past(kept: Kept, lines: list[Line]) -> Past:
    header = kept.header
    return Past(header.game, header.players, dict(header.options), tuple(map(str, lines)), dict(kept.table().game.turned))


def _heard(lines: list[Line], viewer: Viewer) -> int:
    return sum(bool(line.heard[viewer]) for line in lines)
