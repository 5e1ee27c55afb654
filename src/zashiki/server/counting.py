"""What a viewer may count: every number the house gives out that could tell how often somebody did something in private.

A seat may plan in steps nobody else hears of yet, take such steps back, and write private notes. Each of these changes the table,
so a version, a count of events, a place in a list or an undo button could give it away. This module decides what each viewer
gets instead; `showing`, `moves`, `seating` and `house` ask it and do no counting of their own.

- **Versions.** A viewer's version leaves out the lines held back from that viewer: steps of others until they are shown or the
  game ends, notes of others for good (`Versions`), even once anybody may look through their eyes (`through_others_eyes`).
- **Events.** A viewer counts the lines it has heard (`events`, `lines_until`); a header shows what everybody has heard.
- **Lists.** Tables are listed by their last open change (`is_quiet`), and without a version (`in_list`).
- **Undo.** Only a seat itself learns whether it can undo, and `Table.can_undo` answers without what others plan (`may_undo`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from zashiki.core.but import but
from zashiki.core.game import SPECTATOR
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.table import Line, Table
from zashiki.server.model import RUNNING, Snapshot, TableInfo
from zashiki.server.rows import Header, LoggedLine


@dataclass
class OwnVersions:
    """Versions that nobody may count but whoever made them, in their order."""

    _all: list[int] = field(default_factory=list)
    _by_author: defaultdict[Seat | None, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, line: LoggedLine) -> None:
        """One more."""
        self._all.append(line.version)
        self._by_author[line.author].append(line.version)

    def hidden(self, viewer: Viewer, version: int) -> int:
        """How many of them, up to this version, the viewer may not count."""
        return bisect_right(self._all, version) - bisect_right(self._by_author.get(viewer, ()), version)


@dataclass
class Versions:
    """The versions of one table as each viewer counts them.

    The log is fed in twice: `log` takes new lines as they are committed; `weigh` or `weigh_open` takes each of them after a table
    has replayed it, because only then is it known who has heard it. While the game goes on, ask for versions only when all
    lines have been weighed.
    """

    weighed: int = 0  # how many lines of the log have been looked at
    _notes: OwnVersions = field(default_factory=OwnVersions)  # nobody else may ever count these
    _steps: OwnVersions = field(default_factory=OwnVersions)  # nobody else may count these until they are shown

    def log(self, lines: Iterable[LoggedLine]) -> None:
        """Lines that are new in the log."""
        for line in lines:
            if line.is_note:
                self._notes.add(line)

    def weigh(self, line: LoggedLine, changed: Line | None, *, same_to_act: bool) -> None:
        """The next line, replayed: `changed` is the line of the game that it added or took back, None for notes and words.

        A step that nobody else has heard is held back, unless it changes who is to act: that a seat has finished is open. An open
        move shows everything before it.
        """
        self.weighed += 1
        if changed is None:
            return
        hidden = not changed.heard[SPECTATOR]
        if not hidden and not line.is_undo:
            self._steps = OwnVersions()
        elif hidden and same_to_act:
            self._steps.add(line)

    def weigh_open(self, lines: Sequence[LoggedLine], told: Sequence[Line]) -> bool:
        """The next lines at once, if all of them are open to everybody; otherwise they must be weighed one by one."""
        if not all(line.heard[SPECTATOR] for line in told) or any(line.is_undo for line in lines):
            return False
        self.weighed += len(lines)
        self._steps = OwnVersions()
        return True

    def shown(self, viewer: Viewer, version: int, status: str) -> int:
        """A version of the table as this viewer counts it."""
        steps = self._steps.hidden(viewer, version) if status == RUNNING else 0
        return version - steps - self._notes.hidden(viewer, version)

    def behind(self, viewer: Viewer, shown: int, newest: int, status: str) -> int:
        """The newest version of the table that this viewer counts as `shown`; `newest + 1` if there is none yet."""
        if shown > self.shown(viewer, newest, status):
            return newest + 1
        counted = partial(self.shown, viewer, status=status)
        return max(0, bisect_right(range(newest + 1), shown, key=counted) - 1)


def events(table: Table[Any, Any], viewer: Viewer) -> int:
    """How many events the game has had, as far as this viewer has heard."""
    return len(table.heard_by(viewer))


def lines_until(table: Table[Any, Any], viewer: Viewer, at: int) -> list[Line]:
    """The lines up to the event that this viewer counts as number `at`, with whatever was held back before it."""
    return table.lines[: table.heard_by(viewer)[at - 1][0] + 1 if at else 0]


def is_quiet(before: Header, after: Header) -> bool:
    """Whether a move must leave the table's place in lists as it is: a private step, or taking one back."""
    return before.events == after.events


def through_others_eyes(seen: Snapshot, version: int) -> Snapshot:
    """What a guest sees through eyes not its own, with the version as a spectator counts it: that of a seat counts its notes."""
    return seen if seen.version == version else but(seen, version=version, table=but(seen.table, version=version))


def in_list(info: TableInfo) -> TableInfo:
    """A header as a list shows it: without a version, in which changes could be counted."""
    return replace(info, version=0)


def may_undo(table: Table[Any, Any], seat: Seat | None) -> bool:
    """Whether to offer undo to the viewer on this seat (None: no seat)."""
    return seat is not None and table.can_undo(seat)
