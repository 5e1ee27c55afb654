"""The rows of the database as dataclasses, and the one place that turns columns into fields and back.

`store` reads and writes these; everything else in the server works with their attributes. A field has the name of its column.
Columns that pack several values into one text are unpacked here, as `PACKED` says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from zashiki.core.dials import dials_in
from zashiki.core.game import write_dials
from zashiki.core.rooms import Seat
from zashiki.server.model import BOT, WAITING, Access

NEVER = -1
FORGOTTEN = "forgotten"  # who owns a seat whose person is forgotten; without an owner, its game would count as one of bots
Row = Mapping[str, Any]  # a row as the driver gives it: column to value

UNDO = "undo: "  # a log line that takes back the last decision of the seat it names
NOTE = "note: "  # a log line that says that the seat it names wrote a private note; the game never hears of it
WORD = "word: "  # a log line with a word for the chance to come: of the seat it names, or of the house (`*`)
RENEWAL = f"{WORD}*: "


@dataclass(frozen=True)
class Header:
    """A row of `tables`: what is known about a table apart from its seats and its lines.

    To add a field: declare it here, add the column to `schema.TABLES` and a step to `migrations/versions`, then use it. Nothing
    in between lists the fields; a test compares them with the columns. A flag that whoever sets up a table may choose goes
    into `model.Access` instead of this class; the form (`new.html`) and the JSON API (`bodies.py`) then offer it by name.
    """

    id: str
    game: str
    rules: int  # the version of the rules the game was started under
    players: int
    options: Mapping[str, str]  # those that differ from the default
    access: Access  # its flags are columns of their own
    host: str  # the visitor who set up the table
    created: float  # seconds since 1970
    touched: float  # the last change that everybody may notice
    changed: float  # the last change of any kind; only retention looks at it, because it tells of private steps
    status: str = WAITING
    version: int = 1  # goes up by one with every change
    logged: int = 0  # how many rows `lines` has for this table
    events: int = 0  # events of the game so far that everybody may count, without what was taken back
    to_act: tuple[Seat, ...] = ()
    bot_due: bool = False  # whether a bot has to move
    rematch: str = ""  # the id of the table that follows this one
    scores: tuple[int, ...] = ()  # once the game is over
    winners: tuple[Seat, ...] = ()
    looked: tuple[str, ...] = ()  # visitors whose seat has moved to another device
    maker: str = ""  # a keyed hash of the address the table was made from; "" if that was this process
    turned_away: tuple[str, ...] = ()  # visitors who asked for a bot's seat and were refused
    dials: Mapping[str, int] = field(default_factory=dict)  # house rules: numbers of the game that are not as printed


@dataclass(frozen=True)
class Asking:
    """Somebody who asks for a bot's seat during the game, and the visitors who have agreed so far."""

    visitor: str
    name: str
    nonce: str  # becomes that of the seat
    word: str = ""  # for the chance to come, once they sit there
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True)
class SeatRow:
    """A row of `seats`: who sits there. A field is added as for `Header`, with its column in `schema.SEATS`."""

    seat: Seat
    kind: str  # OPEN_SEAT, PERSON or BOT
    nonce: str  # replaced whenever older tokens of the seat must stop working
    name: str = ""
    bot: str = ""  # the bot's name, "" for people
    owner: str = ""  # the visitor who owns the seat, even while a bot minds it
    notes: Mapping[str, str] = field(default_factory=dict)  # private: only the owner may read them
    asking: Asking | None = None
    taken_over: int = NEVER  # how many events everybody had heard when a person took the seat over from a bot

    @property
    def minded(self) -> bool:
        """Whether a bot plays for a person who may come back."""
        return self.kind == BOT and self.owner != ""


@dataclass(frozen=True, slots=True)
class LoggedLine:
    """A line of the log: its number from 1, the version of the table it made, and its text."""

    number: int
    version: int
    text: str

    @property
    def is_undo(self) -> bool:
        """Whether the line takes back a decision."""
        return self.text.startswith(UNDO)

    @property
    def is_note(self) -> bool:
        """Whether the line only says that a private note was written."""
        return self.text.startswith(NOTE)

    @property
    def is_word(self) -> bool:
        """Whether the line is a word for the chance to come."""
        return self.text.startswith(WORD)

    @property
    def is_chance(self) -> bool:
        """Whether the line is a chance event."""
        return self.text.startswith("*: ")

    @property
    def is_event(self) -> bool:
        """Whether the line is an event of the game."""
        return not (self.is_undo or self.is_note or self.is_word)

    @property
    def author(self) -> Seat | None:
        """The seat that caused the line; None for chance and for the house."""
        who = self.text.removeprefix(UNDO).removeprefix(NOTE).removeprefix(WORD).partition(":")[0]
        return None if who == "*" else int(who)


@dataclass(frozen=True)
class Receipt:
    """What an idempotency key was used for, and the version that came of it."""

    seat: Seat
    key: str
    text: str
    version: int = 0


@dataclass(frozen=True)
class Secret:
    """A row of `secrets`: what the chance of a table is drawn from. Nobody may see it before the table has ended."""

    secret: str = field(repr=False)  # in hexadecimal digits
    renewal: str = ""  # after a restore: the word of the house that must come before any further chance


@dataclass(frozen=True)
class Due:
    """A table where a bot has to move, and what decides when it may."""

    table: str
    maker: str
    host: str
    people: bool  # whether anybody holds a seat


@dataclass(frozen=True)
class Loaded:
    """A table as the store has it, without its lines."""

    header: Header
    seats: tuple[SeatRow, ...]  # in seat order
    secret: Secret | None = None  # not loaded for lists; older tables have none


def due_of(header: Header, seats: Sequence[SeatRow]) -> Due:
    """What the bots need to know about a table."""
    return Due(header.id, header.maker, header.host, any(row.owner for row in seats))


# --- from columns to fields and back ---------------------------------------------------------------------------------


def read_header(row: Row) -> Header:
    """A row of `tables` as a Header."""
    values = _unpacked(row)
    access = Access(**{flag.name: values.pop(flag.name) for flag in fields(Access)})
    return Header(access=access, **values)


def header_columns(header: Header) -> dict[str, object]:
    """The row of `tables` for a Header."""
    values = {each.name: getattr(header, each.name) for each in fields(header)}
    return _packed(values | vars(values.pop("access")))


def read_seat(row: Row) -> SeatRow:
    """A row of `seats` as a SeatRow."""
    values = _unpacked(row)
    del values["table_id"]
    return SeatRow(**values)


def seat_columns(table: str, seat: SeatRow) -> dict[str, object]:
    """The row of `seats` for a SeatRow."""
    return {"table_id": table} | _packed({each.name: getattr(seat, each.name) for each in fields(seat)})


def read_pairs(text: str) -> dict[str, str]:
    """`key=value key=value` as a mapping."""
    return dict(word.split("=", 1) for word in text.split())


def write_pairs(pairs: Mapping[str, str]) -> str:
    """A mapping as `key=value key=value`."""
    return " ".join(f"{key}={value}" for key, value in pairs.items())


def _read_words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _read_numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split())


def _write_words(values: tuple[object, ...]) -> str:
    return " ".join(map(str, values))


def _read_asking(text: str) -> Asking | None:
    if not text:
        return None
    visitor, name, nonce, word, *agreed = json.loads(text)
    return Asking(visitor, name, nonce, word, tuple(agreed))


def _write_asking(asking: Asking | None) -> str:
    return "" if asking is None else json.dumps([asking.visitor, asking.name, asking.nonce, asking.word, *asking.agreed])


PACKED: Mapping[str, tuple[Callable[[str], Any], Callable[[Any], str]]] = {
    "options": (read_pairs, write_pairs),
    "dials": (dials_in, write_dials),
    "notes": (read_pairs, write_pairs),
    "looked": (_read_words, _write_words),
    "turned_away": (_read_words, _write_words),
    "asking": (_read_asking, _write_asking),
    "to_act": (_read_numbers, _write_words),
    "scores": (_read_numbers, _write_words),
    "winners": (_read_numbers, _write_words),
}  # how columns that hold several values are read and written; every other column holds its field as it is


def _unpacked(row: Row) -> dict[str, Any]:
    return {name: PACKED[name][0](value) if name in PACKED else value for name, value in row.items()}


def _packed(values: Mapping[str, Any]) -> dict[str, object]:
    return {name: PACKED[name][1](value) if name in PACKED else value for name, value in values.items()}
