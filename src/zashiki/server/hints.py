"""Advice of the house: "What would you do?", answered by a worker process from what the asking seat can see, and nothing else."""

from __future__ import annotations

from zlib import crc32

from zashiki.bots.hints import Hint, Plea
from zashiki.core.words import LANGUAGE
from zashiki.server.errors import NotNow
from zashiki.server.inquiries import Inquiries
from zashiki.server.model import Snapshot
from zashiki.server.words import WORDS

MOST_WAITING, MOST_WAITING_EACH = 20, 5  # in all and of one address; each takes up to a second


class Hints:
    """Whoever may ask for advice, and when."""

    def __init__(self, memory: int = 0) -> None:
        self._line = Inquiries(memory, MOST_WAITING, MOST_WAITING_EACH, crowded="many_ask_advice", failed="no_advice_now")

    async def ask(self, s: Snapshot) -> tuple[Hint, ...]:
        """Advice for the seat of a snapshot; the same as long as nothing has happened that this seat may notice."""
        if s.seat is None or not s.may_hint or not s.options:
            raise NotNow(WORDS("no_advice_here"))
        seed = crc32(f"{s.table.id} {s.version}".encode())
        plea = Plea(s.table.game.id, s.view, s.seat, seed, LANGUAGE.get(), dict(s.table.game.turned))
        found = await self._line.ask(lambda worker: worker.advise(plea))
        return tuple(Hint(**{**each, "points": tuple(each["points"])}) for each in found)

    async def stop(self) -> None:
        """End the process."""
        await self._line.stop()
