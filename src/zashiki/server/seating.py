"""Sitting down and getting up: each function turns what one guest asks for into a change of the table, or refuses it.

The game starts as soon as no seat is open any more.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from zashiki.bots import find_bot
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat
from zashiki.core.table import Table
from zashiki.games import find_game
from zashiki.server.cache import Kept
from zashiki.server.errors import BadWish, NotNow, NotYours, SeatTaken
from zashiki.server.model import (
    ABANDONED,
    BOT,
    OPEN_SEAT,
    PERSON,
    RUNNING,
    STRANGER,
    WAITING,
    Access,
    Guest,
    SeatWish,
)
from zashiki.server.moves import fresh_seed, standing
from zashiki.server.names import NAME_LENGTH, clean_name, visible
from zashiki.server.rights import has_looked, is_host, may_take_over, must_be, must_be_seated, must_hold, my_seats, seat_row
from zashiki.server.rows import NOTE, Header, SeatRow
from zashiki.server.store import Change
from zashiki.server.tokens import fresh_id

MOST_NOTES = 60  # of one seat
NOTE_WORD = re.compile(r"[a-z0-9:-]{1,40}")  # what the key and the value of a note look like
BOT_NAMES = ("Tanuki", "Kitsune", "Tsuru", "Kame", "Neko", "Usagi")  # by seat
HOUSE_BOT = "greedy"


# A new table


def new_header(guest: Guest, game: AnyGame, options: Mapping[str, str], players: int, access: Access) -> Header:
    """A table nobody has played at yet."""
    now = time.time()
    return Header(
        id=fresh_id(),
        game=game.id,
        rules=game.about.rules_version,
        players=players,
        options=options,
        access=access,
        host=guest.visitor,
        created=now,
        touched=now,
    )


def new_seat(number: Seat, wish: SeatWish, guest: Guest) -> SeatRow:
    """A seat as a new table has it."""
    seat = SeatRow(number, wish.kind, fresh_id())
    if wish.kind == PERSON:
        _must_have_cookie(guest)
        return replace(seat, name=clean_name(wish.name), owner=guest.visitor)
    if wish.kind == BOT:
        return replace(seat, name=BOT_NAMES[number % len(BOT_NAMES)], bot=find_bot(wish.bot or HOUSE_BOT).name)
    if wish.kind == OPEN_SEAT:
        return seat
    raise BadWish(f"A seat is 'person', 'open' or 'bot', not '{wish.kind}'.")


def seat_of_record(number: Seat, name: str) -> SeatRow:
    """A seat of an uploaded record, with the name the record gives."""
    return SeatRow(number, PERSON, fresh_id(), visible(name.replace("_", " "))[:NAME_LENGTH].strip())


def opened(header: Header, seats: Sequence[SeatRow]) -> tuple[Header, list[str]]:
    """The header once the game has started, and the first lines; unchanged and none while a seat is open."""
    if any(seat.kind == OPEN_SEAT for seat in seats):
        return header, []
    table = Table(find_game(header.game), len(seats), header.options, fresh_seed())
    return standing(header, table, seats), [str(line) for line in table.lines]


# Changes of a table


def sit(kept: Kept, guest: Guest, seat: Seat, name: str) -> Change:
    """Sit down on an open seat, or take over a bot's. SeatTaken for a person's seat: that takes its seat link."""
    _must_have_cookie(guest)
    must_be(kept, WAITING, RUNNING)
    row = seat_row(kept, seat)
    if row.kind == PERSON or row.owner:
        raise SeatTaken(f"{row.name} has seat {seat}. To move a seat to this device, open its seat link.")
    if kept.header.status == RUNNING and not may_take_over(kept, guest):
        if has_looked(kept, guest):
            raise NotYours("You are already playing here, so you may not see a second hand.")
        raise NotYours("At this table the bots' seats cannot be taken over during the game.")
    return _seats_changed(kept, replace(row, kind=PERSON, name=name, bot="", owner=guest.visitor, nonce=fresh_id()))


def move_seat(kept: Kept, holder: Guest, guest: Guest) -> Change:
    """Give the seat of a token to another browser; a host who moves their only seat stays host."""
    _must_have_cookie(guest)
    held = my_seats(kept, holder)
    if not held:
        raise NotYours("This seat has moved to another device or person.")
    seat, header = seat_row(kept, held[0]), kept.header
    if [row for row in kept.seats if row.owner == header.host] == [seat]:
        header = replace(header, host=guest.visitor)
    if seat.owner != guest.visitor and header.status == RUNNING and seat.owner not in header.looked:
        header = replace(header, looked=(*header.looked, seat.owner))
    return Change(header, [replace(seat, owner=guest.visitor, nonce=fresh_id())])


def rename(kept: Kept, guest: Guest, seat: Seat, name: str) -> Change:
    """Another name for one's own seat."""
    must_hold(kept, guest, seat)
    return Change(kept.header, [replace(seat_row(kept, seat), name=name)])


def keep_note(kept: Kept, guest: Guest, seat: Seat, key: str, value: str) -> Change:
    """A private note with one's own seat; nobody else may notice that there is one."""
    if not NOTE_WORD.fullmatch(key) or not NOTE_WORD.fullmatch(value or "-"):
        raise BadWish("A note is key=value, each with at most 40 lower-case letters, digits, '-' and ':'.")
    must_hold(kept, guest, seat)
    must_be(kept, RUNNING)
    row = seat_row(kept, seat)
    notes = {**row.notes, key: value}
    if not value:
        del notes[key]
    if len(notes) > MOST_NOTES:
        raise BadWish(f"A seat keeps at most {MOST_NOTES} notes.")
    # The line tells `counting` that only this seat may count the version it makes.
    return Change(kept.header, [replace(row, notes=notes)], [f"{NOTE}{seat}"], quiet=True)


def hand_to_bot(kept: Kept, guest: Guest, seat: Seat, bot: str) -> Change:
    """Let a bot play for this person's seat: asked for by the person, or by the host for somebody who left."""
    must_be(kept, WAITING, RUNNING)
    row = seat_row(kept, seat)
    if not is_host(kept, guest):
        must_hold(kept, guest, seat)
    if row.kind != PERSON:
        raise NotNow(f"Seat {seat} is not played by a person.")
    return _seats_changed(kept, replace(row, kind=BOT, bot=bot))


def take_back(kept: Kept, guest: Guest, seat: Seat) -> Change:
    """The person comes back to a minded seat."""
    must_be(kept, WAITING, RUNNING)
    must_hold(kept, guest, seat)
    row = seat_row(kept, seat)
    if row.kind != BOT:
        raise NotNow(f"Seat {seat} is not played by a bot.")
    return _seats_changed(kept, replace(row, kind=PERSON, bot=""))


def begin(kept: Kept, guest: Guest, bot: str) -> Change:
    """Start at once, with bots in the seats still open; for anybody seated or the host."""
    must_be_seated(kept, guest)
    must_be(kept, WAITING)
    wish = SeatWish(BOT, bot=bot)
    return _seats_changed(kept, *(new_seat(row.seat, wish, STRANGER) for row in kept.seats if row.kind == OPEN_SEAT))


def give_up(kept: Kept, guest: Guest) -> Change:
    """End a table without a result: the host, or anybody seated once the host no longer plays."""
    must_be(kept, WAITING, RUNNING)
    must_be_seated(kept, guest)
    host = kept.header.host
    if not is_host(kept, guest) and any(row.owner == host and row.kind == PERSON for row in kept.seats):
        raise NotYours("Only the host may end this table without a result; you can hand your seat to a bot.")
    return Change(replace(kept.header, status=ABANDONED, to_act=(), bot_due=False))


def name_rematch(kept: Kept, table: str) -> Change:
    """Write down which table follows, unless somebody has done so already."""
    return Change(replace(kept.header, rematch=kept.header.rematch or table))


def _must_have_cookie(guest: Guest) -> None:
    if not guest.visitor:
        raise NotYours("To sit down, your browser must accept this house's cookie.")


def _seats_changed(kept: Kept, *changed: SeatRow) -> Change:
    """A change of seats, and the start of the game when no seat is open any more."""
    seats = with_seats(kept.seats, changed)
    if kept.header.status == RUNNING:
        return Change(standing(kept.header, kept.table(), seats), changed)
    header, lines = opened(kept.header, seats)
    return Change(header, changed, lines)


def with_seats(seats: Sequence[SeatRow], changed: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """The seats of a table with the changed ones put in."""
    by_seat = {row.seat: row for row in changed}
    return tuple(by_seat.get(row.seat, row) for row in seats)
