"""How the chances stood in a game that has ended: reckoned by a worker process when somebody first asks, and kept."""

from __future__ import annotations

from zashiki.bots.prospects import Moment, Past
from zashiki.core.rooms import Viewer
from zashiki.core.table import Line
from zashiki.server.bots import Worker
from zashiki.server.cache import AnyTable, older_rules
from zashiki.server.errors import NotNow
from zashiki.server.house import House
from zashiki.server.inquiries import Inquiries
from zashiki.server.model import ENDED, Guest
from zashiki.server.recent import Recent
from zashiki.server.rights import eyes_of
from zashiki.server.words import WORDS

MOST_WAITING, MOST_WAITING_EACH = 10, 3  # in all and of one address; each takes some seconds
KEPT = 256  # games


class Prospects:
    """What was reckoned last; the worker is ended after the last of those who wait for it."""

    def __init__(self, house: House, memory: int = 0) -> None:
        self._house = house
        self._line = Inquiries(memory, MOST_WAITING, MOST_WAITING_EACH, crowded="many_ask_chances", failed="no_chances_now")
        self._kept = Recent[tuple[Moment, ...]](KEPT)

    async def at_moments(self, guest: Guest, table: str) -> tuple[Moment, ...]:
        """What every seat could expect, at moments counted as this guest counts events; none while rules are being compiled."""
        kept = await self._house.tables.newest(table)
        viewer = eyes_of(kept, guest, None)
        if kept.header.status not in ENDED:
            raise NotNow(WORDS("course_later"))
        if not kept.replayable:
            raise NotNow(older_rules(kept))
        played = kept.table()
        found = self._kept.find(table) or await self._ask(table, _past(played))
        return tuple(Moment(_heard(played.lines[: each.at], viewer), each.shares) for each in found)

    async def _ask(self, table: str, past: Past) -> tuple[Moment, ...]:
        async def look_back(worker: Worker) -> tuple[Moment, ...]:
            return self._kept.find(table) or await worker.look_back(past)  # somebody before may have asked the same

        try:
            found = await self._line.ask(look_back)
        finally:
            if self._line.idle:
                await self._line.stop()
        if found:
            self._kept.keep(table, found)
        return found

    async def stop(self) -> None:
        """End the process."""
        await self._line.stop()


def _past(table: AnyTable) -> Past:
    return Past(table.game.id, table.players, dict(table.options), tuple(map(str, table.lines)), dict(table.game.turned))


def _heard(lines: list[Line], viewer: Viewer) -> int:
    return sum(bool(line.heard[viewer]) for line in lines)
