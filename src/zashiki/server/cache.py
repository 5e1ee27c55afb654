"""Tables in memory: what the store says of one, and the `core.table.Table`s replayed from its lines.

Nothing here is the truth. A kept table only ever takes lines that are committed, in the order of their numbers, and can be
forgotten at any moment.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from zashiki.core.game import SPECTATOR
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.table import Line, Table
from zashiki.core.words import LANGUAGE, with_names
from zashiki.games import find_game
from zashiki.server.errors import NotNow
from zashiki.server.model import ABANDONED, RUNNING, LogEntry, Snapshot
from zashiki.server.store import Loaded, LoggedLine, Row

UNDO = "undo: "  # a line that takes back the last decision of the seat behind it
NOTE = "note: "  # a line that says that the seat behind it wrote a private note; the game does not hear of it

AnyTable = Table[Any, Any]


def read_pairs(text: str) -> dict[str, str]:
    """Options or notes as a column of the store holds them."""
    return dict(word.split("=", 1) for word in text.split())


def write_pairs(pairs: Mapping[str, str]) -> str:
    """The way back: `key=value`, with spaces between."""
    return " ".join(f"{key}={value}" for key, value in pairs.items())


def take(table: AnyTable, text: str) -> Line | None:
    """Carry out one line of the log; the line of the game that came or, with an undo, went."""
    if text.startswith(NOTE):
        return None
    if text.startswith(UNDO):
        return table.undo(int(text.removeprefix(UNDO)))
    table.feed(text)
    return table.lines[-1]


def author(text: str) -> Seat | None:
    """The seat a line of the log is by; None for chance."""
    who = text.removeprefix(UNDO).removeprefix(NOTE).partition(":")[0]
    return None if who == "*" else int(who)


@dataclass
class Kept:
    """One table in memory. Sentences depend on the language, so each language has its own replayed table."""

    header: Row
    seats: Sequence[Row]
    log: list[LoggedLine] = field(default_factory=list)
    snapshots: dict[tuple[int, str], Snapshot] = field(default_factory=dict)  # of this version
    logs: dict[tuple[int, str], tuple[list[Line], list[LogEntry]]] = field(default_factory=dict)  # with the names as they are
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while a change is made and committed
    _tables: dict[str, tuple[AnyTable, int]] = field(default_factory=dict)  # with the number of lines taken
    _private: list[LoggedLine] = field(default_factory=list)  # the steps that nobody else may even count now
    _marked: int = 0  # the number of lines that were looked at for that
    _notes: list[LoggedLine] = field(default_factory=list)  # the lines that nobody else may ever count

    @property
    def version(self) -> int:
        version: int = self.header["version"]
        return version

    def absorb(self, loaded: Loaded, lines: Sequence[LoggedLine]) -> None:
        """Take what was committed; whatever is known already is passed over."""
        new = [line for line in lines if line.number > len(self.log)]
        self.log += new
        self._notes += [line for line in new if line.text.startswith(NOTE)]
        if loaded.header["version"] > self.version:
            if loaded.seats != self.seats:
                self.logs.clear()
            self.header, self.seats = loaded.header, loaded.seats
            self.snapshots.clear()

    def table(self) -> AnyTable:
        """The table after all its lines, speaking the reader's language. Not to be changed: copy it first."""
        language = LANGUAGE.get()
        table, taken = self._tables.get(language) or (self._fresh(), 0)
        for number, line in enumerate(self.log[taken:], taken):
            acting = table.to_act
            changed = take(table, line.text)
            if number == self._marked:
                self._mark(line, changed, quiet=table.to_act == acting)
        self._tables[language] = table, len(self.log)
        return table

    def put(self, table: AnyTable) -> None:
        """Keep a table that has just taken the last lines itself; what is not open to all is taken by `table` instead."""
        lines = self.log[self._marked :]
        told = table.lines[len(table.lines) - len(lines) :]
        if all(line.heard[SPECTATOR] for line in told) and not any(line.text.startswith(UNDO) for line in lines):
            table.reseed(None)
            self._private, self._marked = [], len(self.log)
            self._tables[LANGUAGE.get()] = table, len(self.log)

    def _mark(self, line: LoggedLine, changed: Line | None, *, quiet: bool) -> None:
        """Note whether a line is private. That a seat has finished is open; an open move opens all before it."""
        self._marked += 1
        if changed is None:
            return
        hidden = not changed.heard[SPECTATOR]
        if not hidden and not line.text.startswith(UNDO):
            self._private = []
        elif hidden and quiet:
            self._private.append(line)

    def log_for(self, viewer: Viewer, names: list[str]) -> tuple[LogEntry, ...]:
        """The log in words for one viewer; only lines that are new since it was last asked for are put into words."""
        heard = [line for _, line in self.table().heard_by(viewer)]
        key = viewer, LANGUAGE.get()
        lines, entries = self.logs.get(key, ([], []))
        if lines != heard[: len(lines)]:
            lines, entries = [], []
        entries = entries + [
            LogEntry(number, line.seat, with_names(line.told[viewer], names), line.heard[viewer])
            for number, line in enumerate(heard[len(lines) :], len(lines) + 1)
        ]
        self.logs[key] = heard, entries
        return tuple(entries)

    def shown_version(self, viewer: Viewer, version: int | None = None) -> int:
        """A version as this viewer counts them: without the steps that others take in private and without their notes."""
        unfinished = self.header["status"] in (RUNNING, ABANDONED)
        if unfinished:
            self.table()
        at = self.version if version is None else version
        hidden = self._notes + self._private if unfinished else self._notes
        return at - sum(line.version <= at and author(line.text) != viewer for line in hidden)

    def version_shown(self, viewer: Viewer, shown: int) -> int:
        """The newest version that this viewer counts so; one that is not there when none is."""
        if shown > self.shown_version(viewer):
            return self.version + 1
        counted = partial(self.shown_version, viewer)
        return max(0, bisect_right(range(self.version + 1), shown, key=counted) - 1)

    def table_at_version(self, version: int) -> AnyTable:
        """The table as it was at an earlier version."""
        table = self._fresh()
        for line in self.log:
            if line.version <= version:
                take(table, line.text)
        return table

    def table_after(self, lines: Sequence[Line]) -> AnyTable:
        """The table after these lines alone; may be asked for in another thread."""
        table = self._fresh()
        for line in lines:
            table.feed(str(line))
        return table

    def _fresh(self) -> AnyTable:
        game = find_game(self.header["game"])
        if game.about.rules_version != self.header["rules"]:
            raise NotNow(
                f"This table was begun under rules {self.header['rules']} of {game.name}; "
                f"this house plays rules {game.about.rules_version}."
            )
        return Table(game, self.header["players"], read_pairs(self.header["options"]))


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
