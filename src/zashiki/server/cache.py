"""Tables in memory: what the store says about each, and the `core.table.Table`s replayed from its lines.

Nothing here is authoritative. A kept table only ever takes committed lines, in the order of their numbers, and can be dropped at
any moment.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from zashiki.core.rooms import Viewer
from zashiki.core.table import Line, Table
from zashiki.core.words import LANGUAGE, with_names
from zashiki.games import find_game
from zashiki.server.counting import STEPS_HELD_BACK, Versions
from zashiki.server.errors import NotNow
from zashiki.server.model import LogEntry, Snapshot
from zashiki.server.rows import RENEWAL, UNDO, Header, Loaded, LoggedLine, SeatRow, Secret

AnyTable = Table[Any, Any]


def take(table: AnyTable, line: LoggedLine) -> Line | None:
    """Carry out one line of the log; returns the line of the game that was added or, by an undo, removed."""
    if line.is_note or line.is_word:
        return None
    if line.is_undo:
        return table.undo(int(line.text.removeprefix(UNDO)))
    table.feed(line.text)
    return table.lines[-1]


@dataclass
class Kept:
    """One table in memory. Sentences depend on the language, so each language has its own replayed table."""

    header: Header
    seats: tuple[SeatRow, ...]
    log: list[LoggedLine] = field(default_factory=list)
    versions: Versions = field(default_factory=Versions)
    tables: dict[str, tuple[AnyTable, int]] = field(default_factory=dict)  # by language, with the number of lines taken
    snapshots: dict[tuple[int, str], Snapshot] = field(default_factory=dict)  # of this version
    logs: dict[tuple[int, str], tuple[list[Line], list[LogEntry]]] = field(default_factory=dict)  # with the current names
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while a change is made and committed
    secret: Secret | None = field(default=None, repr=False)  # for no eyes before the end; `showing` decides
    verdict: tuple[int, str] | None = None  # what `House.check` found: events as promised, or what is wrong

    @property
    def version(self) -> int:
        """The table's own version; `shown_version` is what a viewer may know of it."""
        return self.header.version

    def absorb(self, loaded: Loaded, lines: Sequence[LoggedLine]) -> None:
        """Take over what was committed; whatever is already known is skipped."""
        new = [line for line in lines if line.number > len(self.log)]
        if loaded.secret is not None:
            self.secret = loaded.secret
        elif self.secret is not None and any(line.text.startswith(RENEWAL) for line in new):
            self.secret = replace(self.secret, renewal="")
        self.log += new
        self.versions.log(new)
        if loaded.header.version > self.version:
            if loaded.seats != self.seats:
                self.logs.clear()
            self.header, self.seats = loaded.header, loaded.seats
            self.snapshots.clear()

    def table(self) -> AnyTable:
        """The table after all its lines, speaking the reader's language. Do not change it: copy it first."""
        language = LANGUAGE.get()
        table, taken = self.tables.get(language) or (self._fresh(), 0)
        for number, line in enumerate(self.log[taken:], taken):
            acting = table.to_act
            changed = take(table, line)
            if number == self.versions.weighed:
                self.versions.weigh(line, changed, same_to_act=table.to_act == acting)
        self.tables[language] = table, len(self.log)
        return table

    def put(self, table: AnyTable) -> None:
        """Keep a table that has already made the latest moves; `table()` replays them instead if not all of them are open."""
        lines = self.log[self.versions.weighed :]
        events = sum(line.is_event for line in lines)
        if self.versions.weigh_open(lines, table.lines[len(table.lines) - events :]):
            table.chance = None
            self.tables[LANGUAGE.get()] = table, len(self.log)

    def log_for(self, viewer: Viewer, names: list[str]) -> tuple[LogEntry, ...]:
        """The log in words for one viewer; only lines that are new since the last call are put into words."""
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
        """A version, by default the newest, as this viewer counts it."""
        return self._counted().shown(viewer, self.version if version is None else version, self.header.status)

    def version_behind(self, viewer: Viewer, shown: int) -> int:
        """The newest version that this viewer counts as `shown`; one that does not exist if there is none."""
        return self._counted().behind(viewer, shown, self.version, self.header.status)

    def _counted(self) -> Versions:
        """The versions, with every line weighed if steps may still be held back."""
        if self.header.status in STEPS_HELD_BACK:
            self.table()
        return self.versions

    def table_at_version(self, version: int) -> AnyTable:
        """The table as it was at an earlier version."""
        table = self._fresh()
        for line in self.log:
            if line.version <= version:
                take(table, line)
        return table

    def table_after(self, lines: Sequence[Line]) -> AnyTable:
        """The table after these lines alone; may be called in another thread."""
        table = self._fresh()
        for line in lines:
            table.feed(str(line))
        return table

    def _fresh(self) -> AnyTable:
        game, header = find_game(self.header.game), self.header
        if game.about.rules_version != header.rules:
            raise NotNow(
                f"This table was begun under rules {header.rules} of {game.name}; "
                f"this house plays rules {game.about.rules_version}."
            )
        return Table(game, header.players, header.options)


class Shelf:
    """The tables kept in memory; the least recently used one is dropped first."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, table: str) -> Kept | None:
        """The kept table, which now counts as the most recently used."""
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
        """Drop a table; whoever asks for it next replays it."""
        self._kept.pop(table, None)
