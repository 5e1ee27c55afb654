"""Who sits at a table, who asks for a seat, and what a guest may do with each of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from zashiki.bots import BOTS, GUESTS
from zashiki.bots.levels import NAMES
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat
from zashiki.core.words import LANGUAGE, listed
from zashiki.server.model import BOT, OPEN_SEAT, PERSON, RUNNING, WAITING, WARMING, SeatInfo, Snapshot
from zashiki.server.pages.draw import draw
from zashiki.server.words import WORDS

CHAIRS_KEPT = 8192  # some 500 bytes each


@dataclass(frozen=True)
class Chair:
    """A seat in the list of those at the table."""

    seat: Seat
    kind: str
    name: str
    words: str
    mine: bool
    acting: bool
    bot: str  # who plays there if it is no person
    minder: str  # the same in words, if it is for somebody who may come back
    actions: tuple[tuple[str, str], ...]  # what this guest may do with it: the last part of the route, and the button's label


@dataclass(frozen=True)
class InChair:
    """A line of the list of those at the table."""

    base: str
    table: str
    status: str
    chair: Chair


@dataclass(frozen=True)
class AtSeats:
    """The list of those at the table."""

    game: AnyGame
    status: str
    seat: Seat | None
    lines: tuple[Markup, ...]  # one for each seat
    bots_stay: bool  # whether to say that this guest may not take over a bot's seat
    weaker: str  # why the strongest guest is not at its best


@dataclass(frozen=True)
class Ask:
    """Somebody who asks for a bot's seat."""

    seat: Seat
    name: str
    words: str
    mine: bool  # whether this guest asks
    answer: bool  # whether this guest has to answer


def draw_seats(
    base: str, table: str, game: AnyGame, status: str, seat: Seat | None, chairs: tuple[Chair, ...], bots_stay: bool, weaker: str
) -> Markup:
    """The list of those at the table."""
    lines = tuple(_draw_chair(InChair(base, table, status, chair), LANGUAGE.get()) for chair in chairs)
    return Markup(draw("_seats.html", AtSeats(game, status, seat, lines, bots_stay, weaker)))


@lru_cache(CHAIRS_KEPT)
def _draw_chair(chair: InChair, language: str) -> Markup:
    return Markup(draw("_chair.html", chair).removesuffix("\n"))


def chairs_of(
    seats: tuple[SeatInfo, ...], mine: tuple[Seat, ...], to_act: tuple[Seat, ...], status: str, sitting: bool, host: bool
) -> tuple[Chair, ...]:
    """The seats, with what this guest may do with each; `sitting` says whether they may sit down."""
    language = LANGUAGE.get()
    return tuple(_chair(seat, seat.seat in mine, seat.seat in to_act, status, sitting, host, language) for seat in seats)


@lru_cache(CHAIRS_KEPT)
def _chair(seat: SeatInfo, mine: bool, acting: bool, status: str, sitting: bool, host: bool, language: str) -> Chair:
    return Chair(
        seat.seat,
        seat.kind,
        seat.name,
        chair_words(seat, mine),
        mine,
        acting,
        seat.bot,
        bot_words(seat) if seat.minded else "",
        chair_actions(seat, status, mine=mine, sitting=sitting, host=host),
    )


def weaker_words(why: str) -> str:
    """That the strongest guest is not at its best; nothing where it is."""
    names = {"best": GUESTS[NAMES[-1]].title, "other": GUESTS[NAMES[-2]].title}
    return WORDS("table_warming" if why == WARMING else "table_unprepared", **names) if why else ""


def ask_of(s: Snapshot, seat: SeatInfo) -> Ask:
    """Somebody who asks for a seat, as this guest is told."""
    mine = s.asking == seat.seat
    words = WORDS("table_you_ask", seat=seat.name) if mine else WORDS("table_asks", name=seat.asked_by, seat=seat.name)
    return Ask(seat.seat, seat.asked_by, words, mine, seat.seat in s.may_answer)


def may_sit(s: Snapshot) -> bool:
    """Whether this guest may take a seat that is open or a bot's, or ask for it."""
    if s.table.status == RUNNING:
        return s.may_take_over and s.asking is None
    return s.table.status == WAITING and not s.my_seats


def chair_words(seat: SeatInfo, mine: bool) -> str:
    """Who sits there, in a few words."""
    if seat.kind == OPEN_SEAT:
        return ""
    words = [WORDS("lobby_you")] if mine and not seat.minded else []
    if seat.kind == BOT:
        level = WORDS(f"level_{seat.level}")
        words = [WORDS("table_minded", who=bot_words(seat)) if seat.minded else WORDS("table_bot", level=level)]
    if seat.taken_over is not None:
        words.append(WORDS("table_taken_over", at=seat.taken_over))
    return listed(words)


def bot_words(seat: SeatInfo) -> str:
    """The bot of a seat by its own name, and how strong it is."""
    return WORDS("table_bot_named", name=BOTS[seat.bot].title, level=WORDS(f"level_{seat.level}"))


def chair_actions(seat: SeatInfo, status: str, *, mine: bool, sitting: bool, host: bool) -> tuple[tuple[str, str], ...]:
    """What this guest may do with a seat; the house checks it again."""
    if status not in (WAITING, RUNNING):
        return ()
    if mine and status == WAITING:
        return (("rename", WORDS("lobby_rename")),)
    if mine and seat.minded:
        return (("take-back", WORDS("table_take_back")),)
    if seat.kind != PERSON and not seat.minded and not seat.asked_by and sitting:
        take_over = WORDS("table_ask_seat" if status == RUNNING else "table_take_over")
        return (("join", WORDS("lobby_sit") if seat.kind == OPEN_SEAT else take_over),)
    if status == RUNNING and seat.kind == PERSON and (mine or host):
        return (("hand", WORDS("table_hand") if mine else WORDS("table_hand_other")),)
    return ()
