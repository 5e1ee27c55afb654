"""The tables of one process: kept in memory as new as the store has them, changed, watched and visited.

Every change of a table, be it a move or a new name at a seat, raises its version by one, and everybody watching is told the
version. Who may look and who may change is decided by whoever asks (`house`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import replace

from zashiki.bots.levels import NAMES
from zashiki.core.errors import IllegalMove
from zashiki.core.rooms import Seat
from zashiki.core.words import LANGUAGE
from zashiki.server.backroom import BACK_ROOM
from zashiki.server.cache import AS_HEARD, AnyTable, Kept, Shelf
from zashiki.server.errors import NoSuchTable, Stale
from zashiki.server.model import ENDED, GOING_ON, UNPREPARED
from zashiki.server.people import People
from zashiki.server.rows import Due, Header, Loaded, LoggedLine, SeatRow, due_of
from zashiki.server.seating import with_seats
from zashiki.server.store import TRIES, Change, Conflict, Store
from zashiki.server.watch import Visits, Watchers
from zashiki.server.words import WORDS

STRONGEST = NAMES[-1]


class Tables:
    """The tables over one store."""

    def __init__(self, store: Store, cache: int, studies: int) -> None:
        self.store = store
        self.shelf = Shelf(cache, studies)
        self.watchers = Watchers()
        self.visits = Visits()
        self.bot_due: Callable[[Due], None] = lambda due: None  # called after a change that leaves a bot to move
        self.bots_before: dict[str, int] = {}  # tables where people have waited for long, and how many come first
        self.unprepared: dict[str, str] = {}  # by game: why its strongest guest is not at its best yet
        self.people = People(store, self.watchers.poke, self._may_sit)
        self.turned: Callable[[Header, Sequence[SeatRow], Collection[Seat]], None] = lambda header, seats, asked: None

    async def newest(self, table: str, version: int | None = None) -> Kept:
        """The kept table, as new as the store (or at least as new as `version`)."""
        kept = self.shelf.get(table)
        if kept is not None and version is not None and kept.version >= version:
            return kept
        if kept is None or kept.version != await self.store.version(table):
            loaded = await self.store.load(table) if _could_be_table(table) else None
            if loaded is None:
                self.shelf.forget(table)
                raise NoSuchTable(WORDS("no_such_table"))
            kept = self.shelf.get(table) or Kept(loaded.header, loaded.seats)
            known = len(kept.log)
            lines = await self.store.lines(table, known, loaded.header.version)
            shelved = self.shelf.get(table)
            if shelved is not None and len(shelved.log) >= known:
                kept = shelved  # of several that load the table at once, only one replays the game
            kept.absorb(loaded, lines)
            kept.settle()
            self.shelf.put(table, kept)
        if kept.header.status in ENDED and kept.replayable and LANGUAGE.get() not in kept.tables:
            try:
                await BACK_ROOM.run(kept.table)  # a whole game at once; and to make up what was hidden takes longer still
            except IllegalMove:
                if kept.heard_by is None:
                    raise
                kept.header = replace(kept.header, rules=AS_HEARD)  # nothing that fits was found this time
        return kept

    async def change(self, table: str, make: Callable[[Kept], Change]) -> Kept:
        """Make a change on the newest version and commit it; try again if somebody else's came first."""
        for _ in range(TRIES):
            kept = await self.newest(table)
            async with kept.turn:
                try:
                    await self.commit(kept, make(kept))
                except Conflict:
                    continue
            return kept
        raise Stale(WORDS("too_many_changes"))

    async def commit(self, kept: Kept, change: Change, made: AnyTable | None = None) -> Header:
        """Write a change, take it into memory, and tell everybody; returns the header as written."""
        before, acted = change.header, kept.header.to_act
        header = await self.store.commit(change)
        lines = [LoggedLine(number, header.version, text) for number, text in enumerate(change.lines, before.logged + 1)]
        if kept.version == before.version:
            kept.absorb(Loaded(header, with_seats(kept.seats, change.seats)), lines)
            if made is not None:
                kept.put(made)
            kept.settle()
        shelved = self.shelf.get(header.id)
        if shelved is None or shelved.version < kept.version:
            self.shelf.put(header.id, kept)  # what is in memory is never older than a change made here
        self.watchers.tell(header.id, header.version)
        if header.bot_due:
            self.bot_due(due_of(header, kept.seats))
        if asked := set(header.to_act) - set(acted):
            self.turned(header, kept.seats, asked)
        return header

    async def watch(self, table: str, after: int = -1) -> AsyncIterator[int]:
        """The versions of a table, except `after`: the current one first, then the newest after every change. One may come again
        when it is to be looked at again: how long people wait for bots, and who is there, is no part of a version.

        The table is in memory when its version is given, so that looking at it waits for nothing. NoSuchTable when it is deleted.
        """
        watcher = self.watchers.add(table)
        try:
            kept = await self.newest(table)
            self.visited(kept)
            version: int | None = kept.version
            shown: tuple[int, int | None, int, str] = (after, None, self.people.news(table), self.weaker(kept))
            while version is not None:
                kept = await self.newest(table, version)
                newest = kept.version, self.bots_before.get(table), self.people.news(table), self.weaker(kept)
                if newest != shown:
                    yield newest[0]
                    shown = newest
                version = await watcher.next()
            if not self.watchers.closed:
                raise NoSuchTable(WORDS("no_such_table"))
        finally:
            self.watchers.remove(table, watcher)

    async def hear(self, table: str, version: int) -> None:
        """Another process changed a table (-1: perhaps): bring the kept table up to date and tell everybody watching."""
        kept = self.shelf.get(table)
        if kept is None or version < 0 or kept.version < version:
            if not self.watchers.at(table):
                self.shelf.forget(table)
                return
            try:
                kept = await self.newest(table)
            except NoSuchTable:
                self.watchers.close_table(table)
                return
        if version < 0:
            self.people.forget(table)
        self.watchers.tell(table, kept.version)

    def _may_sit(self, table: str, visitor: str) -> bool:
        """Whether a visitor has a seat at a table, as far as this process knows."""
        kept = self.shelf.get(table)
        return kept is None or any(row.owner == visitor for row in kept.seats)

    def visited(self, kept: Kept) -> None:
        """Somebody looks at a table; bots that have paused there go on."""
        paused = kept.header.bot_due and not self.visits.lately(kept.header.id)
        self.visits.note(kept.header.id)
        if paused:
            self.bot_due(due_of(kept.header, kept.seats))

    def somebody_at(self, table: str) -> bool:
        """Whether anybody watches a table, or has looked or played there a moment ago."""
        return self.watchers.at(table) or self.visits.lately(table)

    def tell_waits(self, bots_before: dict[str, int]) -> None:
        """Show people who have waited for long how many tables come before their bots."""
        before, self.bots_before = self.bots_before, bots_before
        for table in before.keys() | bots_before.keys():
            if before.get(table) != bots_before.get(table):
                self.watchers.poke(table)

    def tell_prepared(self, unprepared: dict[str, str]) -> None:
        """Show people whose strongest guest has become ready that it has."""
        if unprepared != self.unprepared:
            self.unprepared = unprepared
            self.watchers.poke_all()

    def weaker(self, kept: Kept) -> str:
        """Why the strongest guest is not at its best at a table; "" where it is, or does not sit. What it needs is compiled for
        printed rules alone."""
        if kept.header.status not in GOING_ON or all(row.bot != STRONGEST for row in kept.seats):
            return ""
        return UNPREPARED if kept.header.dials else self.unprepared.get(kept.header.game, "")


def _could_be_table(table: str) -> bool:
    return len(table) <= 32 and table.isascii() and table.isprintable()
