"""The house: everything people, bots and programs do at a table, for the pages and the JSON API alike.

A table is its header, its seats and its numbered lines of notation, all in the store; the `core.table.Table`s kept here
are only a cache, replayed from the lines. Every change of a table, a move or a new name at a seat, raises its version by
one, and `watch` tells the version to whoever looks on. Every method takes the `Guest` who asks and checks what that guest
may do; what a guest gets to see is made from the view of its own seat.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from zashiki.core.game import AnyGame, Seat, TallyRow, Viewer

WAITING, RUNNING, OVER, ABANDONED, STUDY = "waiting", "running", "over", "abandoned", "study"  # what `TableInfo.status` says
OPEN_SEAT, PERSON, BOT = "open", "person", "bot"  # what `SeatInfo.kind` says


@dataclass(frozen=True)
class Guest:
    """Who asks: a browser, known by the visitor id of its signed cookie, or the holder of one seat's token."""

    visitor: str = ""
    table: str = ""  # with `seat`: the one seat a token opens
    seat: Seat | None = None


STRANGER = Guest()


@dataclass(frozen=True)
class SeatWish:
    """A seat of a new table: `person` (the maker; several are one screen shared), `open`, or `bot` with a name or level."""

    kind: str
    name: str = ""
    bot: str = ""


@dataclass(frozen=True)
class TableWish:
    """A new table. It starts by itself once no seat is open."""

    game: str
    seats: tuple[SeatWish, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    public: bool = True  # listed on the home page; otherwise only the link leads there
    spectators: bool = True


@dataclass(frozen=True)
class SeatInfo:
    """Who sits where."""

    seat: Seat
    kind: str  # OPEN_SEAT, PERSON or BOT
    name: str  # to show; never empty
    bot: str  # the bot's name, "" for people
    level: str  # the bot's level in a word, "" for people
    minded: bool  # a bot plays for a person who may come back


@dataclass(frozen=True)
class TableInfo:
    """The header of a table, the same for everybody."""

    id: str
    game: AnyGame
    options: Mapping[str, str]  # those that differ from the default
    public: bool
    spectators: bool
    status: str  # WAITING, RUNNING, OVER, ABANDONED, or STUDY for an uploaded record
    version: int
    lines: int  # how many events the game has had
    seats: tuple[SeatInfo, ...]
    to_act: tuple[Seat, ...]
    created: float  # seconds since 1970
    touched: float  # the last change
    rematch: str  # the id of the table that followed, or ""
    scores: tuple[int, ...]  # of a finished game, else empty
    winners: tuple[Seat, ...]

    @property
    def names(self) -> list[str]:
        """The names in seat order, for `core.words.with_names`."""
        return [seat.name for seat in self.seats]

    @property
    def finished(self) -> bool:
        """Whether nothing is hidden any more: then any eyes may look, OPEN included."""
        return self.status in (OVER, STUDY)


@dataclass(frozen=True)
class Choice:
    """One legal move: what is posted, and what a button says (names put in)."""

    text: str
    label: str


@dataclass(frozen=True)
class LogEntry:
    """One event as this viewer heard it; `number` counts from 1, and `at=number` shows the position right after it."""

    number: int
    seat: Seat | None  # None: chance
    told: str  # in words, names put in
    heard: str  # in notation, hidden parts masked


@dataclass(frozen=True)
class Snapshot:
    """A table for one pair of eyes at one moment: all that a page, a stream or the API may show."""

    table: TableInfo
    viewer: Viewer  # a seat, SPECTATOR or OPEN
    seat: Seat | None  # the viewer's own seat, None without one
    my_seats: tuple[Seat, ...]  # all seats of this guest; more than one is a shared screen
    host: bool  # whether this guest made the table
    version: int
    at: int  # how many events the shown position has; `table.lines` unless one looks back
    view: Any  # the game's own View; None before the game starts
    options: tuple[Choice, ...]  # the legal moves of `seat`, in canonical order; empty when it is not to act
    log: tuple[LogEntry, ...]  # everything so far, oldest first
    headline: str  # where the game stands
    ask: str  # what this viewer is asked to do, or waits for; names put in
    over: bool
    tally: tuple[TallyRow, ...]  # the count at the end, step by step; empty before
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    can_undo: bool

    @property
    def live(self) -> bool:
        """Whether this is the newest position, not a look back."""
        return self.at == self.table.lines


@dataclass(frozen=True)
class Played:
    """A committed move: the version it made. `repeated` when the same key had been played before."""

    version: int
    repeated: bool = False


@dataclass(frozen=True)
class WhyNot:
    """Whether a move is legal now, and if not, the sentence and the clause ("" when no clause speaks of it)."""

    legal: bool
    sentence: str
    clause: str


class House:
    """The service. Every method raises `server.errors.HouseError` (a sentence and an HTTP status) or a core error."""

    # --- making and finding tables -------------------------------------------------------------------------------

    async def create(self, guest: Guest, wish: TableWish) -> TableInfo:
        """A new table; the guest becomes its host and sits in every `person` seat."""
        raise NotImplementedError

    async def study(self, guest: Guest, record: str) -> TableInfo:
        """Keep an uploaded record as a table to look through; BadRecord with the line when it does not replay."""
        raise NotImplementedError

    async def rematch(self, guest: Guest, table: str) -> TableInfo:
        """The same people, bots and options again; asking twice gives the same new table."""
        raise NotImplementedError

    async def info(self, table: str) -> TableInfo:
        """The header of a table."""
        raise NotImplementedError

    async def open_tables(self, limit: int = 20) -> list[TableInfo]:
        """Public tables that wait for people, newest first."""
        raise NotImplementedError

    async def running_tables(self, limit: int = 20) -> list[TableInfo]:
        """Public tables being played that may be watched, latest move first."""
        raise NotImplementedError

    async def my_tables(self, guest: Guest, limit: int = 20) -> list[TableInfo]:
        """Tables where this browser has a seat or is host, latest change first."""
        raise NotImplementedError

    async def recent_results(self, limit: int = 20) -> list[TableInfo]:
        """Public finished games, newest first."""
        raise NotImplementedError

    # --- sitting down and getting up -------------------------------------------------------------------------------

    async def join(self, guest: Guest, table: str, seat: Seat, name: str) -> TableInfo:
        """Sit down on an open seat, or take over a bot's. A person's seat answers SeatTaken: that needs its seat link."""
        raise NotImplementedError

    async def seat_token(self, guest: Guest, table: str, seat: Seat) -> str:
        """The signed token of one's own seat: the bearer token of the API, and the tail of the "my seat" link."""
        raise NotImplementedError

    async def guest_of_token(self, token: str) -> Guest:
        """Whom a seat token stands for; BadToken when it is forged or has been replaced by a newer one."""
        raise NotImplementedError

    async def claim(self, guest: Guest, token: str) -> TableInfo:
        """Move the token's seat to this browser; the token and the browser that had it open nothing any more."""
        raise NotImplementedError

    async def rename(self, guest: Guest, table: str, seat: Seat, name: str) -> TableInfo:
        """Another name for one's own seat."""
        raise NotImplementedError

    async def hand_to_bot(self, guest: Guest, table: str, seat: Seat, bot: str = "greedy") -> TableInfo:
        """Let a bot play for this person's seat: the person itself, or the host for somebody who left."""
        raise NotImplementedError

    async def take_back(self, guest: Guest, table: str, seat: Seat) -> TableInfo:
        """The person comes back to a minded seat."""
        raise NotImplementedError

    async def start(self, guest: Guest, table: str, bot: str = "greedy") -> TableInfo:
        """Start at once, with bots in the seats still open; for anybody seated or the host."""
        raise NotImplementedError

    async def abandon(self, guest: Guest, table: str) -> TableInfo:
        """End a table without a result: the host, or anybody seated once the host plays no more."""
        raise NotImplementedError

    # --- playing -----------------------------------------------------------------------------------------------------

    async def play(
        self, guest: Guest, table: str, seat: Seat, text: str, expected: int | None = None, key: str = ""
    ) -> Played:
        """Make a move, in notation. Committed when this returns; on any error nothing has changed.

        `expected` is the version the guest saw: Stale when the seat's options have changed since. `key` names this very
        press of the button: the same key again answers as the first time did.
        """
        raise NotImplementedError

    async def undo(self, guest: Guest, table: str, seat: Seat, expected: int | None = None, key: str = "") -> Played:
        """Take back the seat's last move while the rules of undo allow it."""
        raise NotImplementedError

    async def why_not(self, guest: Guest, table: str, seat: Seat, text: str) -> WhyNot:
        """Whether one's own seat may play this, and if not, why."""
        raise NotImplementedError

    # --- looking -----------------------------------------------------------------------------------------------------

    async def snapshot(
        self, guest: Guest, table: str, eyes: Viewer | None = None, at: int | None = None, version: int | None = None
    ) -> Snapshot:
        """The table as this guest may see it.

        Without `eyes`: the guest's seat (with several, the one to act), else a spectator's view. Other eyes, OPEN among
        them, are for finished tables. `at` shows an earlier position. `version` says that an answer at least that new
        need not ask the store again.
        """
        raise NotImplementedError

    async def record(self, guest: Guest, table: str, eyes: Viewer | None = None) -> str:
        """The record: whole once the game is over, before that only as this guest heard it, hidden parts masked."""
        raise NotImplementedError

    def watch(self, table: str, after: int = -1) -> AsyncIterator[int]:
        """The version of a table whenever it is not `after`: the present one first, then the newest after every change."""
        raise NotImplementedError
