"""Telling watchers about changes: each watcher holds one number, the newest version, however slow it is."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, defaultdict

LATELY_SECONDS = 60.0


class Watcher:
    """Somebody watching a table."""

    def __init__(self) -> None:
        self._version = -1
        self._news = asyncio.Event()
        self._closed = False

    def tell(self, version: int) -> None:
        """There is a newer version; one that has not been picked up is dropped."""
        if version > self._version:
            self._version = version
            self._news.set()

    def close(self) -> None:
        """There will be no more versions."""
        self._closed = True
        self._news.set()

    def poke(self) -> None:
        """Something beside the version has changed."""
        self._news.set()

    async def next(self) -> int | None:
        """The newest version, as soon as there is one; None when the table is gone or the house closes."""
        await self._news.wait()
        self._news.clear()
        return None if self._closed else self._version


class Watchers:
    """All watchers, by table."""

    def __init__(self) -> None:
        self._of: defaultdict[str, set[Watcher]] = defaultdict(set)
        self._closed = False

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def add(self, table: str) -> Watcher:
        """A new watcher."""
        watcher = Watcher()
        if self._closed:
            watcher.close()
        self._of[table].add(watcher)
        return watcher

    def remove(self, table: str, watcher: Watcher) -> None:
        """The watcher is gone."""
        self._of[table].discard(watcher)
        if not self._of[table]:
            del self._of[table]

    def at(self, table: str) -> bool:
        """Whether anybody is watching this table."""
        return table in self._of

    def tables(self) -> list[str]:
        """The tables that somebody is watching."""
        return list(self._of)

    @property
    def closed(self) -> bool:
        """Whether the house is closing."""
        return self._closed

    def tell(self, table: str, version: int) -> None:
        """Tell everybody watching a table."""
        for watcher in self._of.get(table, ()):
            watcher.tell(version)

    def close_table(self, table: str) -> None:
        """The table is gone; end its streams."""
        for watcher in self._of.get(table, ()):
            watcher.close()

    def poke(self, table: str) -> None:
        """Let everybody watching a table look again."""
        for watcher in self._of.get(table, ()):
            watcher.poke()

    def poke_all(self) -> None:
        """Let everybody watching any table look again."""
        for table in self._of:
            self.poke(table)

    def close(self) -> None:
        """The house is closing; end every stream."""
        self._closed = True
        for watchers in list(self._of.values()):
            for watcher in list(watchers):
                watcher.close()


class Visits:
    """Where somebody has looked or played lately."""

    def __init__(self) -> None:
        self._last: OrderedDict[str, float] = OrderedDict()  # by table, the longest ago first

    def note(self, table: str) -> None:
        """Somebody is here."""
        self._last[table] = time.monotonic()
        self._last.move_to_end(table)

    def lately(self, table: str) -> bool:
        """Whether somebody was here a moment ago."""
        before = time.monotonic() - LATELY_SECONDS
        while self._last and next(iter(self._last.values())) < before:
            self._last.popitem(last=False)
        return table in self._last
