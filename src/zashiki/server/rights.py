"""Who may do what at a table: who owns a seat, who is host, through whose eyes a guest looks."""

from __future__ import annotations

from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.rooms import Seat, Viewer
from zashiki.server.cache import Kept
from zashiki.server.errors import NoSuchTable, NotNow, NotYours
from zashiki.server.model import BOT, ENDED, RUNNING, STUDY, WAITING, Guest
from zashiki.server.rows import Asking, SeatRow
from zashiki.server.words import WORDS


def my_seats(kept: Kept, guest: Guest) -> tuple[Seat, ...]:
    """The seats that belong to a guest, including those a bot minds for it."""
    if guest.seat is not None:
        if guest.table != kept.header.id or not guest.nonce:
            return ()
        return tuple(row.seat for row in kept.seats if row.seat == guest.seat and row.nonce == guest.nonce)
    return kept.owned().get(guest.visitor, ())


def is_host(kept: Kept, guest: Guest) -> bool:
    """Whether the guest set up this table; a token counts as the host's if the host owns its seat."""
    host = kept.header.host
    if guest.seat is not None:
        return any(seat_row(kept, seat).owner == host != "" for seat in my_seats(kept, guest))
    return bool(host) and host == guest.visitor


def may_take_over(kept: Kept, guest: Guest) -> bool:
    """Whether this guest may ask for a bot's seat, and so for its hand, during the game: the host, or anybody if the table
    was set up that way, but never somebody who has seen another hand here or was refused."""
    refused = guest.visitor in kept.header.turned_away
    return not has_looked(kept, guest) and not refused and (kept.header.access.takeover or is_host(kept, guest))


def have_to_agree(kept: Kept, asking: Asking) -> set[str]:
    """The visitors who must still agree before somebody gets a bot's seat: all who hold a seat, even one that a bot minds."""
    return {row.owner for row in kept.seats if row.owner} - {*asking.agreed}


def may_answer(kept: Kept, guest: Guest) -> tuple[Seat, ...]:
    """The bots' seats that somebody asks for and that this guest has not answered about."""
    mine = visitors_of(kept, guest)
    return tuple(row.seat for row in kept.seats if row.asking is not None and mine & have_to_agree(kept, row.asking))


def asks_for(kept: Kept, guest: Guest) -> Seat | None:
    """The bot's seat that this guest asks for."""
    asking = (row.seat for row in kept.seats if row.asking is not None and row.asking.visitor == guest.visitor)
    return next(asking, None)


def visitors_of(kept: Kept, guest: Guest) -> set[str]:
    """The visitor that a guest at the table is, also with a token; empty for everybody else."""
    return {kept.seats[seat].owner for seat in my_seats(kept, guest)}


def has_looked(kept: Kept, guest: Guest) -> bool:
    """Whether this guest has a seat here, or had one that has moved to another device."""
    return bool(my_seats(kept, guest)) or guest.visitor in kept.header.looked


def may_hint(kept: Kept, guest: Guest) -> bool:
    """Whether this guest may ask the house for advice: alone with bots, or where the table was set up that way."""
    owned = [row.seat for row in kept.seats if row.owner]
    return bool(my_seats(kept, guest)) and (len(owned) == 1 or kept.header.access.hints)


def seat_row(kept: Kept, seat: Seat) -> SeatRow:
    """What the store says about a seat; NoSuchTable if there is none."""
    if not 0 <= seat < len(kept.seats):
        raise NoSuchTable(WORDS("no_such_seat", count=len(kept.seats)))
    return kept.seats[seat]


def must_be(kept: Kept, *statuses: str) -> None:
    """NotNow unless the table has one of these statuses."""
    status = kept.header.status
    if status not in statuses:
        raise NotNow(WORDS(f"is_{status}"))


def must_hold(kept: Kept, guest: Guest, seat: Seat) -> None:
    """NotYours unless the seat belongs to the guest."""
    seat_row(kept, seat)
    if seat not in my_seats(kept, guest):
        raise NotYours(WORDS("not_your_seat"))


def must_play(kept: Kept, guest: Guest | None, seat: Seat) -> None:
    """A guest plays only on its own seat, the house (None) only on a bot's."""
    kind = seat_row(kept, seat).kind
    if guest is None:
        if kind != BOT:
            raise NotNow(WORDS("person_is_back"))
        return
    must_hold(kept, guest, seat)
    if kind == BOT:
        raise NotNow(WORDS("bot_plays_for_you"))


def must_not_have_looked(kept: Kept, guest: Guest) -> None:
    """NotYours for somebody who has seen a hand here: nobody sees two."""
    if has_looked(kept, guest):
        raise NotYours(WORDS("second_hand"))


def must_be_seated(kept: Kept, guest: Guest) -> None:
    """NotYours for everybody but those at the table and its host."""
    if not my_seats(kept, guest) and not is_host(kept, guest):
        raise NotYours(WORDS("only_seated"))


def eyes_of(kept: Kept, guest: Guest, eyes: Viewer | None) -> Viewer:
    """Whose eyes this guest looks through; NotYours when those are not the guest's."""
    status, mine = kept.header.status, my_seats(kept, guest)
    if eyes is None:
        eyes = _own_eyes(kept, mine)
    if not OPEN <= eyes < kept.header.players:
        raise NoSuchTable(WORDS("no_such_seat", count=len(kept.seats)))
    if kept.heard_by is not None and eyes != kept.heard_by:
        raise NotYours(WORDS("heard_eyes"))
    if status in ENDED or eyes in mine:
        return eyes
    if eyes >= 0 or eyes == OPEN:
        raise NotYours(WORDS("own_side_only"))
    if not kept.header.access.spectators and not mine and status != WAITING:
        raise NotYours(WORDS("no_spectators"))
    return eyes


def _own_eyes(kept: Kept, mine: tuple[Seat, ...]) -> Viewer:
    status = kept.header.status
    if kept.heard_by is not None:
        return kept.heard_by
    if not mine:
        return OPEN if status == STUDY else SPECTATOR
    to_act = kept.table().to_act if status == RUNNING else []
    # On a shared screen nobody's cards are shown while none of its people is to act.
    between = SPECTATOR if len(mine) > 1 and status == RUNNING else mine[0]
    return next((seat for seat in mine if seat in to_act), between)
