"""Sitting down and getting up: each function turns what one guest asks for into a change of the table, or refuses it.

The game starts as soon as no seat is open any more.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from zashiki.bots import BOTS, GUESTS, find_bot
from zashiki.bots.company import MIDDLE, nearest
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat
from zashiki.core.table import Table
from zashiki.core.words import unnamed
from zashiki.server.cache import Kept
from zashiki.server.errors import BadWish, NotNow, NotYours, SeatTaken
from zashiki.server.house_rules import game_at
from zashiki.server.model import (
    ABANDONED,
    BOT,
    GOING_ON,
    OPEN_SEAT,
    PERSON,
    RUNNING,
    STRANGER,
    WAITING,
    Access,
    Guest,
    SeatWish,
)
from zashiki.server.moves import standing
from zashiki.server.names import NAME_LENGTH, clean_name, distinct, visible
from zashiki.server.promises import Source, source_of
from zashiki.server.rights import (
    asks_for,
    has_looked,
    have_to_agree,
    is_host,
    may_take_over,
    must_be,
    must_be_seated,
    must_hold,
    must_not_have_looked,
    my_seats,
    seat_row,
)
from zashiki.server.rows import FORGOTTEN, NEVER, NOTE, Asking, Header, SeatRow
from zashiki.server.store import Change
from zashiki.server.tokens import fresh_id
from zashiki.server.words import WORDS, in_every_language

MOST_NOTES = 60  # of one seat
MOST_NOTED = 2000  # times that one seat may write or remove a note in a game; each is a line that its table keeps
NOTE_WORD = re.compile(r"[a-z0-9:-]{1,40}")  # what the key and the value of a note look like


# A new table


def new_header(guest: Guest, game: AnyGame, options: Mapping[str, str], players: int, access: Access, table: str = "") -> Header:
    """A table nobody has played at yet; its id may have been promised."""
    now = time.time()
    return Header(
        id=table or fresh_id(),
        game=game.id,
        rules=game.about.rules_version,
        players=players,
        options=options,
        dials=game.turned,
        access=access,
        host=guest.visitor,
        created=now,
        touched=now,
        changed=now,
    )


def new_seats(wishes: Sequence[SeatWish], guest: Guest) -> list[SeatRow]:
    """The seats of a new table, no two people with the same name, nor with that of a bot."""
    rows = [new_seat(number, wish, guest) for number, wish in enumerate(with_guests(wishes))]
    names = _taken_names(rows, lambda row: row.kind == BOT)
    for number, row in enumerate(rows):
        if row.kind == PERSON:
            rows[number] = replace(row, name=distinct(row.name, names))
            names.append(rows[number].name)
    return rows


def new_seat(number: Seat, wish: SeatWish, guest: Guest) -> SeatRow:
    """A seat as a new table has it."""
    seat = SeatRow(number, wish.kind, fresh_id())
    if wish.kind == PERSON:
        _must_have_cookie(guest)
        return replace(seat, name=clean_name(wish.name), owner=guest.visitor)
    if wish.kind == BOT:
        return replace(seat, bot=find_bot(wish.bot).name)
    if wish.kind == OPEN_SEAT:
        return seat
    raise BadWish(WORDS("bad_seat_kind", kind=wish.kind))


def with_guests(wishes: Sequence[SeatWish]) -> list[SeatWish]:
    """The wishes with guests of a middle level where any bot will do."""
    named = [find_bot(wish.bot).name for wish in wishes if wish.kind == BOT and wish.bot]
    guests = iter(nearest(MIDDLE, len(wishes), named))
    return [replace(wish, bot=next(guests)) if wish.kind == BOT and not wish.bot else wish for wish in wishes]


def shown_names(rows: Sequence[SeatRow]) -> list[str]:
    """What the seats are called in the reader's language. No bot is kept with a name, except one that minds a person's seat."""
    names = {row.seat: row.name or unnamed(row.seat + 1)[row.seat] for row in rows if row.kind != BOT or row.owner}
    for row in rows:
        if row.seat not in names:
            names[row.seat] = distinct(_bot_name(row), names.values())
    return [names[row.seat] for row in rows]


def _bot_name(row: SeatRow) -> str:
    """A guest's own name; other bots are called by their seats."""
    if row.bot in GUESTS:
        return GUESTS[row.bot].title
    names = WORDS("bot_names").split()
    return names[row.seat % len(names)]


def _taken_names(rows: Sequence[SeatRow], counts: Callable[[SeatRow], bool]) -> list[str]:
    """What some of the seats are called by anybody at the table."""
    in_languages = in_every_language(lambda: shown_names(rows))
    return [name for names in in_languages for row, name in zip(rows, names, strict=True) if counts(row)]


def seat_again(row: SeatRow) -> SeatRow:
    """A seat as the rematch has it; that of somebody who is forgotten is open."""
    if row.owner == FORGOTTEN:
        return SeatRow(row.seat, OPEN_SEAT, fresh_id())
    return replace(row, nonce=fresh_id(), notes={}, asking=None, taken_over=NEVER)


def seat_of_record(number: Seat, name: str) -> SeatRow:
    """A seat of an uploaded record, with the name the record gives, or the bot it names."""
    kind, _, bot = name.partition(":")
    if kind == BOT and bot in BOTS:
        return SeatRow(number, BOT, fresh_id(), bot=bot)
    return SeatRow(number, PERSON, fresh_id(), visible(name.replace("_", " "))[:NAME_LENGTH].strip())


def opened(header: Header, seats: Sequence[SeatRow], source: Source) -> tuple[Header, list[str]]:
    """The header once the game has started, and the new lines; unchanged, and only words, while a seat is open."""
    if any(seat.kind == OPEN_SEAT for seat in seats):
        return header, [*source.lines]
    table = Table(game_at(header.game, header.dials), len(seats), header.options, chance=source.promise)
    return standing(header, table, seats), [*source.lines, *(str(line) for line in table.lines)]


# Changes of a table


def sit(kept: Kept, guest: Guest, seat: Seat, name: str, word: str) -> Change:
    """Sit down on an open seat or a bot's, with a word for the chance to come; during the game, ask for a bot's. SeatTaken for
    a person's: that takes its link."""
    _must_have_cookie(guest)
    must_be(kept, *GOING_ON)
    row = seat_row(kept, seat)
    if row.kind == PERSON or row.owner:
        raise SeatTaken(WORDS("seat_has", name=row.name))
    asking = Asking(guest.visitor, name, fresh_id(), word)
    if kept.header.status == RUNNING:
        return _ask_for(kept, guest, row, asking)
    return _sat_down(kept, row, asking)


def _ask_for(kept: Kept, guest: Guest, row: SeatRow, asking: Asking) -> Change:
    """Ask for a bot's seat during the game; where nobody else has a hand to protect, it is given at once."""
    must_not_have_looked(kept, guest)
    if guest.visitor in kept.header.turned_away:
        raise NotYours(WORDS("said_no"))
    if not may_take_over(kept, guest):
        raise NotYours(WORDS("no_takeover"))
    if asks_for(kept, guest) is not None:
        raise NotNow(WORDS("asked_already"))
    if row.asking is not None:
        raise SeatTaken(WORDS("other_asks", name=row.asking.name))
    return _answered(kept, row, asking)


def answer(kept: Kept, guest: Guest, seat: Seat, name: str, *, agree: bool) -> Change:
    """Say whether the person of that name may have a bot's seat. One "no" is enough to refuse; all must agree to let them in."""
    must_be(kept, RUNNING)
    row, mine = seat_row(kept, seat), my_seats(kept, guest)
    if not mine:
        raise NotYours(WORDS("only_players_answer"))
    if row.asking is None or row.asking.name != name:
        raise NotNow(WORDS("no_longer_asks", name=name))
    asking = row.asking
    if not agree:
        refused = replace(kept.header, turned_away=(*kept.header.turned_away, asking.visitor))
        return Change(refused, [replace(row, asking=None)])
    if has_looked(kept, Guest(visitor=asking.visitor)):  # meanwhile, by a seat link
        return Change(kept.header, [replace(row, asking=None)])
    agreed = {*asking.agreed, kept.seats[mine[0]].owner}
    return _answered(kept, row, replace(asking, agreed=tuple(sorted(agreed))))


def withdraw(kept: Kept, guest: Guest) -> Change:
    """No longer ask for a seat."""
    seat = asks_for(kept, guest)
    if seat is None:
        raise NotNow(WORDS("not_asking"))
    return Change(kept.header, [replace(seat_row(kept, seat), asking=None)])


def _answered(kept: Kept, row: SeatRow, asking: Asking) -> Change:
    """The seat with a request: still a bot's until everybody has agreed."""
    if have_to_agree(kept, asking):
        return Change(kept.header, [replace(row, asking=asking)])
    return _sat_down(kept, replace(row, taken_over=kept.header.events), asking)


def _sat_down(kept: Kept, row: SeatRow, asking: Asking) -> Change:
    """The seat once the person who asked for it sits there, with their word."""
    name = distinct(asking.name, _other_names(kept, row))
    seated = replace(row, kind=PERSON, name=name, bot="", owner=asking.visitor, nonce=asking.nonce, asking=None)
    return _seats_changed(kept, seated, words=[(row.seat, asking.word)] if asking.word else [])


def move_seat(kept: Kept, holder: Guest, guest: Guest) -> Change:
    """Give the seat of a token to another browser; a host who moves their only seat stays host."""
    _must_have_cookie(guest)
    held = my_seats(kept, holder)
    if not held:
        raise NotYours(WORDS("seat_moved"))
    seat, header = seat_row(kept, held[0]), kept.header
    if [row for row in kept.seats if row.owner == header.host] == [seat]:
        header = replace(header, host=guest.visitor)
    if seat.owner != guest.visitor and header.status == RUNNING and seat.owner not in header.looked:
        header = replace(header, looked=(*header.looked, seat.owner))
    return Change(header, [replace(seat, owner=guest.visitor, nonce=fresh_id())])


def rename(kept: Kept, guest: Guest, seat: Seat, name: str) -> Change:
    """Another name for one's own seat."""
    must_hold(kept, guest, seat)
    row = seat_row(kept, seat)
    return Change(kept.header, [replace(row, name=distinct(name, _other_names(kept, row)))])


def keep_note(kept: Kept, guest: Guest, seat: Seat, key: str, value: str) -> Change:
    """A private note with one's own seat; nobody else may notice that there is one."""
    if not NOTE_WORD.fullmatch(key) or not NOTE_WORD.fullmatch(value or "-"):
        raise BadWish(WORDS("bad_note"))
    must_hold(kept, guest, seat)
    must_be(kept, RUNNING)
    if sum(line.is_note and line.author == seat for line in kept.log) >= MOST_NOTED:
        raise NotNow(WORDS("noted_enough", most=MOST_NOTED))
    row = seat_row(kept, seat)
    notes = {**row.notes, key: value}
    if not value:
        del notes[key]
    if len(notes) > MOST_NOTES:
        raise BadWish(WORDS("too_many_notes", most=MOST_NOTES))
    # The line tells `counting` that only this seat may count the version it makes.
    return Change(kept.header, [replace(row, notes=notes)], [f"{NOTE}{seat}"], quiet=True)


def hand_to_bot(kept: Kept, guest: Guest, seat: Seat, bot: str) -> Change:
    """Let a bot play for this person's seat: asked for by the person, or by the host for somebody who left. Where no bot is named
    it is a guest of a middle level who is not at the table already."""
    must_be(kept, *GOING_ON)
    row = seat_row(kept, seat)
    if not is_host(kept, guest):
        must_hold(kept, guest, seat)
    if row.kind != PERSON:
        raise NotNow(WORDS("no_person_here"))
    return _seats_changed(kept, replace(row, kind=BOT, bot=bot or nearest(MIDDLE, 1, _bots_at(kept))[0]))


def _bots_at(kept: Kept) -> list[str]:
    return [row.bot for row in kept.seats if row.kind == BOT]


def take_back(kept: Kept, guest: Guest, seat: Seat) -> Change:
    """The person comes back to a minded seat."""
    must_be(kept, *GOING_ON)
    must_hold(kept, guest, seat)
    row = seat_row(kept, seat)
    if row.kind != BOT:
        raise NotNow(WORDS("no_bot_here"))
    return _seats_changed(kept, replace(row, kind=PERSON, bot=""))


def allow_talk(kept: Kept, guest: Guest, *, talk: bool) -> Change:
    """Let people use words of their own, or not; for the host."""
    if not is_host(kept, guest):
        raise NotYours(WORDS("only_host_talk"))
    return Change(replace(kept.header, access=replace(kept.header.access, talk=talk)))


def begin(kept: Kept, guest: Guest, bot: str) -> Change:
    """Start at once, with bots in the seats still open; for anybody seated or the host."""
    must_be_seated(kept, guest)
    must_be(kept, WAITING)
    free = [row.seat for row in kept.seats if row.kind == OPEN_SEAT]
    bots = [bot] * len(free) if bot else nearest(MIDDLE, len(free), _bots_at(kept))
    wishes = [SeatWish(BOT, bot=each) for each in bots]
    return _seats_changed(kept, *(new_seat(seat, wish, STRANGER) for seat, wish in zip(free, wishes, strict=True)))


def give_up(kept: Kept, guest: Guest) -> Change:
    """End a table without a result: the host, or anybody seated once the host no longer plays."""
    must_be(kept, *GOING_ON)
    must_be_seated(kept, guest)
    host = kept.header.host
    if not is_host(kept, guest) and any(row.owner == host and row.kind == PERSON for row in kept.seats):
        raise NotYours(WORDS("only_host_ends"))
    return Change(without_result(kept.header))


def without_result(header: Header) -> Header:
    """The header of a table that ends without a result."""
    return replace(header, status=ABANDONED, to_act=(), bot_due=False)


def name_rematch(kept: Kept, table: str) -> Change:
    """Write down which table follows, unless somebody has done so already."""
    return Change(replace(kept.header, rematch=kept.header.rematch or table))


def _other_names(kept: Kept, row: SeatRow) -> list[str]:
    return _taken_names(kept.seats, lambda other: other.seat != row.seat)


def _must_have_cookie(guest: Guest) -> None:
    if not guest.visitor:
        raise NotYours(WORDS("needs_cookie"))


def _seats_changed(kept: Kept, *changed: SeatRow, words: Sequence[tuple[Seat, str]] = ()) -> Change:
    """A change of seats, and the start of the game when no seat is open any more."""
    seats, source = with_seats(kept.seats, changed), source_of(kept, words)
    if kept.header.status == RUNNING:
        return Change(standing(kept.header, kept.table(), seats), changed, source.lines)
    header, lines = opened(kept.header, seats, source)
    return Change(header, changed, lines)


def with_seats(seats: Sequence[SeatRow], changed: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """The seats of a table with the changed ones put in."""
    by_seat = {row.seat: row for row in changed}
    return tuple(by_seat.get(row.seat, row) for row in seats) if changed else tuple(seats)
