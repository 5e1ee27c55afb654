"""How many tables one address may make and have, and how many tables of bots alone the house lets move."""

from __future__ import annotations

import time
from collections.abc import Sequence

from zashiki.server.errors import TooMany
from zashiki.server.model import BOT
from zashiki.server.rows import SeatRow
from zashiki.server.settings import Settings
from zashiki.server.store import Store
from zashiki.server.words import WORDS

HOUR = 3600.0
MOVING_SECONDS = 600.0  # a table of bots where nothing has happened for so long is paused and counts no more


class Caps:
    """Refuses, with a sentence and the time to wait, what would be too much."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings

    async def must_have_room(self, maker: str, seats: Sequence[SeatRow]) -> None:
        """TooMany if whoever has this mark (none: this process) may not make such a table now."""
        if not maker:
            return
        given, now = self._settings, time.time()
        made = await self._store.made_since(maker, now - HOUR)
        if len(made) >= given.max_new_tables_each:
            wait = round(made[0] + HOUR - now) + 1 if made else round(HOUR)
            raise TooMany(WORDS("made_too_many", count=len(made)), wait)
        if await self._store.count_going_on(maker) >= given.max_tables_each:
            raise TooMany(WORDS("has_too_many", count=given.max_tables_each))
        if all(seat.kind == BOT for seat in seats):
            await self.must_have_room_for_bots(maker)

    async def must_have_room_for_bots(self, maker: str) -> None:
        """TooMany if there are already enough tables of bots alone."""
        if not maker:
            return
        given = self._settings
        makers = await self._store.makers_of_bot_tables(time.time() - MOVING_SECONDS)
        if makers.count(maker) >= given.max_bot_tables_each:
            raise TooMany(WORDS("has_too_many_bots", count=given.max_bot_tables_each))
        if len(makers) >= given.max_bot_tables:
            raise TooMany(WORDS("too_many_bot_tables", count=len(makers)))
