"""Tables in memory: what the store says about each, and the `core.table.Table`s replayed from its lines.

Nothing here is authoritative. A kept table only ever takes committed lines, in the order of their numbers, and can be dropped at
any moment.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from zashiki.core.game import CHANCE, SPECTATOR
from zashiki.core.heard import HeardTable
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.table import Line, Table
from zashiki.core.words import LANGUAGE, with_names
from zashiki.games import find_game
from zashiki.server.counting import Versions
from zashiki.server.errors import NotNow
from zashiki.server.house_rules import game_at, shown_game
from zashiki.server.model import RUNNING, STUDY, LogEntry, Snapshot, TableInfo
from zashiki.server.rows import RENEWAL, UNDO, Header, Loaded, LoggedLine, SeatRow, Secret
from zashiki.server.words import WORDS

AnyTable = Table[Any, Any]
AS_HEARD = -1  # instead of the version of the rules: a record with hidden parts, of which no position can be built ...
HEARD_FROM = -2  # ... and from here down, one that shows what a viewer saw under some version of the rules (`heard_code`)
EYES = 8  # how many viewers such a number tells apart
LANDMARK_LINES = 24
ENTRIES_KEPT = 8192  # lines of logs, some 500 bytes each
LANDMARKS_KEPT = 256  # a dozen long games


def heard_code(rules: int, viewer: Viewer) -> int:
    """Instead of the version of the rules: which one it is, and who heard the record."""
    return HEARD_FROM - EYES * rules - (viewer - SPECTATOR)


def heard_under(code: int) -> tuple[int, Viewer] | None:
    """The version and the viewer of such a number; None for all others."""
    rules, eye = divmod(HEARD_FROM - code, EYES)
    return (rules, eye + SPECTATOR) if code <= HEARD_FROM else None


def take(table: AnyTable, line: LoggedLine) -> Line | None:
    """Carry out one line of the log; returns the line of the game that was added or, by an undo, removed."""
    if line.is_note or line.is_word:
        return None
    if line.is_undo:
        return table.undo(int(line.text.removeprefix(UNDO)))
    table.feed(line.text)
    return table.lines[-1]


class Texts(Mapping[Viewer, str]):
    """What every viewer hears of one line, in a fraction of the memory of a dictionary."""

    __slots__ = ("_texts", "_viewers")

    def __init__(self, viewers: tuple[Viewer, ...], texts: tuple[str, ...]) -> None:
        self._viewers, self._texts = viewers, texts

    def __getitem__(self, viewer: Viewer) -> str:
        if viewer not in self._viewers:
            raise KeyError(viewer)
        return self._texts[self._viewers.index(viewer)]

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._viewers)

    def __len__(self) -> int:
        return len(self._viewers)


def settled(table: AnyTable) -> AnyTable:
    """The same table, to be looked at only: without the states that undo goes back to, and with equal texts stored once."""
    same: dict[str, str] = {}
    viewers = tuple(table.lines[0].told) if table.lines else ()

    def alike(texts: Mapping[Viewer, str]) -> Texts:
        return Texts(viewers, tuple(same.setdefault(texts[viewer], texts[viewer]) for viewer in viewers))

    light = Table(table.game, table.players, table.options)
    light.state = table.state
    for line in table.lines:
        told, heard = alike(line.told), alike(line.heard)
        recorded = heard if line.recorded is line.heard else alike(line.recorded)
        light.lines.append(Line(line.seat, same.setdefault(line.text, line.text), told, heard, recorded))
    return light


@dataclass
class Kept:
    """One table in memory. Sentences depend on the language, so each language has its own replayed table."""

    header: Header
    seats: tuple[SeatRow, ...]
    log: list[LoggedLine] = field(default_factory=list)
    versions: Versions = field(default_factory=Versions)
    tables: dict[str, tuple[AnyTable, int]] = field(default_factory=dict)  # by language, with the number of lines taken
    snapshots: dict[tuple[int, str], Snapshot] = field(default_factory=dict)  # of the newest position, for each viewer
    infos: dict[str, TableInfo] = field(default_factory=dict)  # by language: the header as `showing` gives it
    logs: dict[tuple[int, str], tuple[list[Line], tuple[LogEntry, ...]]] = field(default_factory=dict)  # with the current names
    views: tuple[AnyTable | None, int, dict[Viewer, Any]] = (None, 0, {})  # of the table that has taken so many lines
    chapters: dict[str, list[str]] = field(default_factory=dict)  # by language: of each line of its table, and of the next one
    owners: tuple[tuple[SeatRow, ...], dict[str, tuple[Seat, ...]]] = ((), {})  # their seats, and the rows that say so
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while a change is made and committed
    secret: Secret | None = field(default=None, repr=False)  # for no eyes before the end; `showing` decides
    verdicts: dict[str, tuple[int, str]] = field(default_factory=dict)  # by language: what `House.check` found

    @property
    def version(self) -> int:
        """The table's own version; `shown_version` is what a viewer may know of it."""
        return self.header.version

    def owned(self) -> dict[str, tuple[Seat, ...]]:
        """The seats that belong to each visitor who has any."""
        rows, owned = self.owners
        if rows is not self.seats:
            visitors = {row.owner for row in self.seats if row.owner}
            owned = {visitor: tuple(row.seat for row in self.seats if row.owner == visitor) for visitor in visitors}
            self.owners = self.seats, owned
        return owned

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
            if [row.name for row in loaded.seats] != [row.name for row in self.seats]:
                self.logs.clear()
            ends = self.header.status == RUNNING != loaded.header.status
            self.header, self.seats = loaded.header, loaded.seats
            if ends:
                self.logs.clear()  # they hold on to the lines of the tables
                self.views = None, 0, {}
                for language, (table, taken) in self.tables.items():
                    if taken == len(self.log):
                        self._keep(language, table)

    def settle(self) -> None:
        """Take new lines into every table at once. Done later, one viewer could tell by the time it takes to show them the table
        that another has made a step in private."""
        for language in list(self.tables):
            reader = LANGUAGE.set(language)
            self.table()
            LANGUAGE.reset(reader)

    def snapshot(self, viewer: Viewer) -> Snapshot | None:
        """What was built for these eyes, if nothing has happened since that they may notice."""
        built = self.snapshots.get((viewer, LANGUAGE.get()))
        return built if built is not None and built.version == self.shown_version(viewer) else None

    def keep(self, snapshot: Snapshot) -> Snapshot:
        """Keep what was built for one pair of eyes."""
        self.snapshots[snapshot.viewer, LANGUAGE.get()] = snapshot
        return snapshot

    def table(self) -> AnyTable:
        """The table after all its lines, speaking the reader's language. Do not change it: copy it first."""
        language = LANGUAGE.get()
        table, taken = self.tables.get(language) or (self.fresh(), 0)
        if language in self.tables and taken == len(self.log):
            return table
        for number, line in enumerate(self.log[taken:], taken):
            acting = table.to_act
            changed = take(table, line)
            if number == self.versions.weighed:
                self.versions.weigh(line, changed, same_to_act=table.to_act == acting)
            if table.status != CHANCE or number == len(self.log) - 1:
                self._note_turn(table, table.view(SPECTATOR))
        return self._keep(language, table)

    def _keep(self, language: str, table: AnyTable) -> AnyTable:
        """Keep a table that has taken all lines; once there will be no more, in as little memory as possible."""
        kept = table if self.header.status == RUNNING else settled(table)
        self.tables[language] = kept, len(self.log)
        return kept

    def view(self, viewer: Viewer) -> Any:
        """What a viewer sees of the newest position."""
        table, taken, seen = self.views
        if table is not self.table() or taken != len(self.log):
            seen = {}
            self.views = self.table(), len(self.log), seen
        if SPECTATOR not in seen:
            seen[SPECTATOR] = self.table().view(SPECTATOR)
        if viewer not in seen:
            seen[viewer] = self.table().view(viewer, seen[SPECTATOR])
        return seen[viewer]

    def put(self, table: AnyTable) -> None:
        """Keep a table that has already made the latest moves; `table()` replays them instead if not all of them are open."""
        lines = self.log[self.versions.weighed :]
        events = sum(line.is_event for line in lines)
        if self.versions.weigh_open(lines, table.lines[len(table.lines) - events :]):
            table.chance = None
            self._keep(LANGUAGE.get(), table)
            self._note_turn(table, self.view(SPECTATOR))

    def _note_turn(self, table: AnyTable, view: Any) -> None:
        """Say of the newest lines which turn they belong to, as everybody can see it: a decision to the one in which it was made,
        what follows from it to the one that it leads to."""
        now = table.game.screen.headline(view).partition(" · ")[0]
        *turns, made_in = self.chapters.get(LANGUAGE.get()) or [now]
        turns = turns[: len(table.lines)]
        turns += [now if line.seat is None else made_in for line in table.lines[len(turns) :]]
        self.chapters[LANGUAGE.get()] = [*turns, now]

    def log_for(self, viewer: Viewer, names: list[str]) -> tuple[LogEntry, ...]:
        """The log in words for one viewer; only lines that are new since the last call are put into words."""
        key, now, turns = (viewer, LANGUAGE.get()), self.table().lines, self.chapters.get(LANGUAGE.get(), [])
        lines, entries = self.logs.get(key, ([], ()))
        if lines != now[: len(lines)]:
            lines, entries = [], ()
        new = [(place, line) for place, line in enumerate(now[len(lines) :], len(lines)) if line.heard[viewer]]
        entries += tuple(
            _entry(number, line.seat, with_names(line.told[viewer], names), line.heard[viewer], with_names(turns[place], names))
            for number, (place, line) in enumerate(new, len(entries) + 1)
        )
        self.logs[key] = now[:], entries
        return entries

    def shown_version(self, viewer: Viewer, version: int | None = None) -> int:
        """A version, by default the newest, as this viewer counts it."""
        return self._counted().shown(viewer, self.version if version is None else version, self.header.status)

    def version_behind(self, viewer: Viewer, shown: int) -> int:
        """The newest version that this viewer counts as `shown`; one that does not exist if there is none."""
        return self._counted().behind(viewer, shown, self.version, self.header.status)

    def _counted(self) -> Versions:
        """The versions, with every line weighed while steps may be held back."""
        if self.header.status == RUNNING:
            self.table()
        return self.versions

    def table_at_version(self, version: int) -> AnyTable:
        """The table as it was at an earlier version."""
        table = self.fresh()
        for line in self.log:
            if line.version <= version:
                take(table, line)
        return table

    @property
    def replayable(self) -> bool:
        """Whether this house still has the rules the game was played under."""
        game = shown_game(self.header.game, self.header.dials)
        heard = heard_under(self.header.rules)
        played = self.header.rules if heard is None else heard[0]
        return game.about.rules_version == played and game.turned == self.header.dials

    @property
    def heard_by(self) -> Viewer | None:
        """Who heard an uploaded record of a game that had not ended; None where nothing is hidden."""
        heard = heard_under(self.header.rules)
        return None if heard is None else heard[1]

    def lines_alone(self) -> list[LoggedLine]:
        """The lines of the game without those that were taken back; for rules that cannot replay them."""
        lines: list[LoggedLine] = []
        for line in self.log:
            if line.is_undo:
                # An undo takes back the last line of its seat; answers that others have given since stay.
                lines.remove(next(taken for taken in reversed(lines) if taken.author == line.author))
            elif line.is_event:
                lines.append(line)
        return lines

    def fresh(self) -> AnyTable:
        """The table before its first line."""
        header = self.header
        if not self.replayable:
            raise NotNow(older_rules(self))
        game = game_at(header.game, header.dials)
        if self.heard_by is not None:
            return HeardTable(game, header.players, header.options, self.heard_by, [line.text for line in self.log])
        return Table(game, header.players, header.options)


_entry = lru_cache(ENTRIES_KEPT)(LogEntry)  # who hears the same has the same, which is compared at once


def older_rules(kept: Kept) -> str:
    """Why a table cannot be replayed."""
    game, heard = find_game(kept.header.game), heard_under(kept.header.rules)
    if kept.header.rules == AS_HEARD:
        return WORDS("as_heard", game=game.name)
    rules = kept.header.rules if heard is None else heard[0]
    return WORDS("begun_under", rules=rules, game=game.name, now=game.about.rules_version)


class Landmarks:
    """Tables at every so many lines of the games being looked back at, so that paging replays a few lines and not all of them.

    Only for the back room, where one thread works at a time.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, int], tuple[Sequence[Line], AnyTable]] = OrderedDict()

    def table_after(self, kept: Kept, lines: Sequence[Line]) -> AnyTable:
        """The table after these lines alone."""
        table = self._before(kept, lines)
        for number, line in enumerate(lines[len(table.lines) :], len(table.lines) + 1):
            table.feed(str(line))
            if number % LANDMARK_LINES == 0:
                self._put((kept.header.id, LANGUAGE.get(), number), lines[:number], table.copy())
        return table

    def _before(self, kept: Kept, lines: Sequence[Line]) -> AnyTable:
        """A copy of the last landmark on the way; the fresh table if there is none. An undo leads to other lines."""
        for number in range(len(lines) // LANDMARK_LINES * LANDMARK_LINES, 0, -LANDMARK_LINES):
            then, table = self._kept.get((kept.header.id, LANGUAGE.get(), number), ((), None))
            if table is not None and then == lines[:number]:
                return table.copy()
        return kept.fresh()

    def _put(self, place: tuple[str, str, int], lines: Sequence[Line], table: AnyTable) -> None:
        self._kept[place] = lines, table
        if len(self._kept) > LANDMARKS_KEPT:
            self._kept.popitem(last=False)


class Shelf:
    """The tables kept in memory; the least recently used one is dropped first.

    Uploaded records have places of their own, so that looking through many of them drops no table that people play at.
    """

    def __init__(self, capacity: int, studies: int) -> None:
        self._capacity = {True: studies, False: capacity}
        self._kept: dict[bool, OrderedDict[str, Kept]] = {True: OrderedDict(), False: OrderedDict()}  # by whether it is a record

    def __len__(self) -> int:
        return sum(map(len, self._kept.values()))

    def get(self, table: str) -> Kept | None:
        """The kept table, which now counts as the most recently used."""
        for kept in self._kept.values():
            if table in kept:
                kept.move_to_end(table)
                return kept[table]
        return None

    def put(self, table: str, kept: Kept) -> None:
        """Keep a table."""
        study = kept.header.status == STUDY
        shelved = self._kept[study]
        shelved[table] = kept
        while len(shelved) > self._capacity[study]:
            shelved.popitem(last=False)

    def forget(self, table: str) -> None:
        """Drop a table; whoever asks for it next replays it."""
        for kept in self._kept.values():
            kept.pop(table, None)
