"""Tables in memory: what the store says of one, and the `core.table.Table`s replayed from its lines.

Nothing here is the truth. A kept table only ever takes lines that are committed, in the order of their numbers, and can be
forgotten at any moment.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE
from zashiki.games import find_game
from zashiki.server.errors import NotNow
from zashiki.server.model import Snapshot
from zashiki.server.store import Loaded, LoggedLine, Row

UNDO = "undo: "  # a line that takes back the last decision of the seat behind it

AnyTable = Table[Any, Any]


def read_options(text: str) -> dict[str, str]:
    """The options of a header column."""
    return dict(word.split("=", 1) for word in text.split())


def take(table: AnyTable, text: str) -> None:
    """Carry out one line of the log."""
    if text.startswith(UNDO):
        table.undo(int(text.removeprefix(UNDO)))
    else:
        table.feed(text)


@dataclass
class Kept:
    """One table in memory. Sentences depend on the language, so each language has its own replayed table."""

    header: Row
    seats: Sequence[Row]
    log: list[LoggedLine] = field(default_factory=list)
    snapshots: dict[tuple[int, str], Snapshot] = field(default_factory=dict)  # of this version
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while a change is made and committed
    _tables: dict[str, tuple[AnyTable, int]] = field(default_factory=dict)  # with the number of lines taken

    @property
    def version(self) -> int:
        version: int = self.header["version"]
        return version

    def absorb(self, loaded: Loaded, lines: Sequence[LoggedLine]) -> None:
        """Take what was committed; whatever is known already is passed over."""
        self.log += [line for line in lines if line.number > len(self.log)]
        if loaded.header["version"] > self.version:
            self.header, self.seats = loaded.header, loaded.seats
            self.snapshots.clear()

    def table(self) -> AnyTable:
        """The table after all its lines, speaking the reader's language. Not to be changed: copy it first."""
        language = LANGUAGE.get()
        table, taken = self._tables.get(language) or (self._fresh(), 0)
        for line in self.log[taken:]:
            take(table, line.text)
        self._tables[language] = table, len(self.log)
        return table

    def put(self, table: AnyTable) -> None:
        """Keep a table that has just taken the last lines itself."""
        table.reseed(None)
        self._tables[LANGUAGE.get()] = table, len(self.log)

    def table_at_version(self, version: int) -> AnyTable:
        """The table as it was at an earlier version."""
        table = self._fresh()
        for line in self.log:
            if line.version <= version:
                take(table, line.text)
        return table

    def table_at(self, events: int) -> AnyTable:
        """The position after so many events of the game as it stands."""
        table = self._fresh()
        for line in self.table().lines[:events]:
            table.feed(str(line))
        return table

    def _fresh(self) -> AnyTable:
        game = find_game(self.header["game"])
        if game.rules_version != self.header["rules"]:
            raise NotNow(
                f"This table was begun under rules {self.header['rules']} of {game.name}; "
                f"this house plays rules {game.rules_version}."
            )
        return Table(game, self.header["players"], read_options(self.header["options"]))


class Shelf:
    """The tables kept in memory, the longest unused given up first."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, table: str) -> Kept | None:
        """The kept table, now the latest used."""
        kept = self._kept.get(table)
        if kept is not None:
            self._kept.move_to_end(table)
        return kept

    def put(self, table: str, kept: Kept) -> None:
        """Keep a table."""
        self._kept[table] = kept
        while len(self._kept) > self._capacity:
            self._kept.popitem(last=False)

    def forget(self, table: str) -> None:
        """Give a table up; the next to ask replays it."""
        self._kept.pop(table, None)


