"""What the house and its pages share: guests, requests for tables, tables, seats, and what one pair of eyes sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat, TallyRow, Viewer
from zashiki.fairness.promise import Word

WAITING, RUNNING, OVER, ABANDONED, STUDY = "waiting", "running", "over", "abandoned", "study"  # what `TableInfo.status` says
ENDED = (OVER, ABANDONED, STUDY)  # nothing is hidden any more; the secret behind the chance of an abandoned game tells all of it
GOING_ON = (WAITING, RUNNING)  # everything else has ended
WARMING, UNPREPARED = "warming", "unprepared"  # what `Snapshot.weaker` says: soon it will be, or never here
OPEN_SEAT, PERSON, BOT = "open", "person", "bot"  # what `SeatInfo.kind` says


@dataclass(frozen=True)
class Guest:
    """Who is asking: a browser, known by the visitor id in its signed cookie, or the holder of one seat's token."""

    visitor: str = ""
    table: str = ""  # with `seat`: the one seat a token gives access to
    seat: Seat | None = None
    nonce: str = ""  # what the token was made with; once the seat has a newer one, the token is invalid
    address: str = ""  # where the request came from, "" inside this process


STRANGER = Guest()


@dataclass(frozen=True)
class SeatWish:
    """A seat of a new table: `person` (whoever sets it up; several share one screen), `open`, or `bot` with a name or level."""

    kind: str
    name: str = ""
    bot: str = ""


@dataclass(frozen=True)
class Access:
    """Who may come to a table: the flags that whoever sets it up chooses.

    To add a flag: declare it here, add the column of the same name to `schema.TABLES` and a step to `migrations/versions`, and
    use it (`header.access.<flag>` in `rights`, say). To offer it to people and programs, add it to `new.html` with its words and
    to the two bodies in `bodies.py`. Everything in between hands the whole `Access` on.
    """

    public: bool = True  # listed on the home page; otherwise only the link leads there
    spectators: bool = True
    takeover: bool = False  # whether anybody may ask for a bot's seat during the game; a host without a seat always may
    talk: bool = True  # whether people may say more here than phrases and gestures; the host can change it later
    hints: bool = False  # whether anybody may ask the house for advice; somebody alone with bots always may


@dataclass(frozen=True)
class TableWish:
    """A new table. It starts by itself once no seat is open."""

    game: str
    seats: tuple[SeatWish, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    access: Access = Access()
    house_rules: str = ""  # the name of a set of dials that the house offers; "": as printed


@dataclass(frozen=True)
class SeatInfo:
    """Who sits where."""

    seat: Seat
    kind: str  # OPEN_SEAT, PERSON or BOT
    name: str  # to show; never empty
    bot: str  # the bot's name, "" for people
    level: str  # the bot's level in a word, "" for people
    minded: bool  # a bot is filling in for a person who may come back
    asked_by: str  # the name of somebody who asks for this bot's seat, else ""
    taken_over: int | None  # the event after which a person took the seat over from a bot


@dataclass(frozen=True)
class Fair:
    """How the chance of a table can be checked: the commitment from the start, secret and words once the table has ended."""

    commitment: str = ""  # empty at a table that was set up before there were any
    secret: str = ""
    words: tuple[Word, ...] = ()


@dataclass(frozen=True)
class TableInfo:
    """The header of a table, the same for everybody."""

    id: str
    game: AnyGame  # with its house rules, if it has some (`game.turned`)
    options: Mapping[str, str]  # those that differ from the default
    access: Access
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
    fair: Fair = Fair()  # not in lists
    heard_by: Viewer | None = None  # of an uploaded record of a game that had not ended: through whose eyes it can be looked at

    @property
    def names(self) -> list[str]:
        """The names in seat order, for `core.words.with_names`."""
        return [seat.name for seat in self.seats]

    @property
    def finished(self) -> bool:
        """Whether nothing is hidden any more, so that anybody may look through any eyes, OPEN included."""
        return self.status in ENDED and self.heard_by is None


@dataclass(frozen=True)
class Choice:
    """One legal move: the text to post, and the label of its button (with names filled in)."""

    text: str
    label: str


class LogEntry(NamedTuple):
    """One event as this viewer heard it; `number` counts from 1, and `at=number` shows the position right after it."""

    number: int
    seat: Seat | None  # None: chance
    told: str  # in words, with names filled in
    heard: str  # in notation, hidden parts masked
    turn: str = ""  # the part of the game it belongs to: "Trick 4 of 10"


@dataclass(frozen=True)
class Snapshot:
    """A table for one pair of eyes at one moment: everything that a page, a stream or the API may show."""

    table: TableInfo
    viewer: Viewer  # a seat, SPECTATOR or OPEN
    seat: Seat | None  # the viewer's own seat, None without one
    version: int
    my_seats: tuple[Seat, ...] = ()  # all seats of this guest; more than one is a shared screen
    host: bool = False  # whether this guest set up the table
    may_take_over: bool = False  # whether this guest may ask for a bot's seat during the game
    asking: Seat | None = None  # the bot's seat that this guest asks for
    may_answer: tuple[Seat, ...] = ()  # bots' seats that others ask for and this guest has not answered about
    at: int = 0  # how many events the shown position has; `table.lines` unless looking back
    view: Any = None  # the game's own View; None before the game starts
    options: tuple[Choice, ...] = ()  # the legal moves of `seat`, in canonical order; empty if it is not to act
    log: tuple[LogEntry, ...] = ()  # everything so far, oldest first
    headline: str = ""  # where the game stands
    ask: str = ""  # what this viewer is asked to do or is waiting for, with names filled in
    over: bool = False
    tally: tuple[TallyRow, ...] = ()  # the final scoring, step by step; empty before the end
    scores: tuple[int, ...] = ()
    winners: tuple[Seat, ...] = ()
    can_undo: bool = False
    may_hint: bool = False  # whether this guest may ask the house for advice here
    notes: Mapping[str, str] = field(default_factory=dict)  # of `seat`, only for the guest who owns it
    older_rules: int | None = None  # the rules it was played under, if this house no longer has them: no view, only lines
    bots_before: int | None = None  # how many tables come before this one's bots, if people here have waited for long
    weaker: str = ""  # why the strongest guest, who sits here, is not at its best: WARMING or UNPREPARED

    @property
    def live(self) -> bool:
        """Whether this is the newest position, not a look back."""
        return self.at == self.table.lines


# Where a person is (`Where.state`): the table in sight; open behind something else; the line has just dropped; not there.
HERE, AWAY, RECONNECTING, GONE = "here", "away", "reconnecting", "gone"
# What somebody says (`Said.kind`). The last two ask a person whether a bot may play for them, and answer that they are here.
PHRASE, GESTURE, TEXT, ASK_BOT, STAY = "phrase", "gesture", "text", "askbot", "stay"


@dataclass(frozen=True)
class Where:
    """Whether a person is at the table."""

    state: str = GONE
    phone: bool = False

    @property
    def present(self) -> bool:
        """Whether the person has the table open, or had a moment ago."""
        return self.state != GONE


@dataclass(frozen=True)
class Said:
    """Something said at a table."""

    number: int
    seat: Seat
    kind: str
    words: str  # the key of a phrase or gesture, a person's own words, or for ASK_BOT the number of the seat asked
    at: float  # seconds since 1970


@dataclass(frozen=True)
class Gathering:
    """The people at a table as one guest sees them: who is there, and what was said."""

    table: TableInfo
    my_seats: tuple[Seat, ...]
    host: bool
    where: tuple[Where | None, ...]  # by seat; None where no person belongs
    said: tuple[Said, ...]  # the latest, oldest first
    asked: Said | None = None  # somebody asks this guest whether a bot may play for them


@dataclass(frozen=True)
class Played:
    """A committed move: its version, as the seat counts. `repeated` if the same key had been used before."""

    version: int
    repeated: bool = False


@dataclass(frozen=True)
class FairCheck:
    """A table whose chance was drawn again: how many events came out the same, or what did not."""

    table: TableInfo
    drawn: int = 0
    problem: str = ""
    older_rules: int | None = None  # the rules it was played under, if this house no longer has them: nothing can be drawn


@dataclass(frozen=True)
class WhyNot:
    """Whether a move is legal now, and if not, the sentence and the clause ("" if no clause covers it)."""

    legal: bool
    sentence: str
    clause: str
