"""Who sits where: `--seat 0=human --seat 1=greedy`, and the `seats:` line of a record.

In a terminal people type the numbers of seats, in commands and in moves, so that sentences there count from 0 as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from zashiki.bots import BOTS, GUESTS, Bot
from zashiki.bots.company import MIDDLE, nearest
from zashiki.bots.protocol import find_player
from zashiki.cli.common import harmless
from zashiki.cli.language import WORDS
from zashiki.core.errors import BadOption
from zashiki.core.record import NAMELESS, Kifu
from zashiki.core.rooms import Seat
from zashiki.core.words import listed

HUMAN = NAMELESS


@dataclass(frozen=True)
class Sitter:
    """A person or a bot in a seat."""

    name: str
    bot: Bot | None
    nameless: bool = False  # somebody who gave no name and is called by the seat

    @property
    def written(self) -> str:
        """As written in the `seats:` line of a record, which knows no language."""
        if self.bot is not None:
            return f"bot:{self.bot.name}"
        return HUMAN if self.nameless else self.name


def sit(seat: Seat, who: str) -> Sitter:
    """Who the word stands for: `human`, `human:Aiko`, a bot by name or level with or without `bot:`, or `program:COMMAND`."""
    kind, _, name = who.partition(":")
    if kind == HUMAN:
        return person(name) if name else Sitter(called(seat), None, nameless=True)
    bot = find_player(name if kind == "bot" else who)
    return Sitter(bot_name(seat, bot.name, bot.title), bot)


def called(seat: Seat) -> str:
    """What somebody is called who gave no name."""
    return WORDS("seat", number=seat)


def bot_name(seat: Seat, bot: str, title: str) -> str:
    """What a bot is called at the table: a guest by name, others with their seat."""
    return title if bot in GUESTS else WORDS("seated_bot", bot=title, number=seat)


def told_apart(names: list[str]) -> list[str]:
    """The names at a table; where a guest sits twice, the second is called with the seat."""
    return [WORDS("seated_bot", bot=name, number=seat) if name in names[:seat] else name for seat, name in enumerate(names)]


def person(name: str) -> Sitter:
    """A person by name; names in a record have no spaces."""
    if not name.isprintable() or any(sign in name for sign in " ={}:"):
        raise BadOption(WORDS("bad_person", name=name))
    return Sitter(name, None)


def seat_words(words: list[str], players: int) -> dict[Seat, str]:
    """`--seat 0=human` arguments as a dict."""
    asked: dict[Seat, str] = {}
    seats = {str(seat): seat for seat in range(players)}
    for word in words:
        seat, equals, who = word.partition("=")
        if not equals or not seat.isdecimal():
            raise BadOption(WORDS("bad_seat", word=word, known=listed(BOTS)))
        if seat not in seats:
            raise BadOption(WORDS("no_seat", seat=seat, players=players, last=players - 1))
        if seats[seat] in asked:
            raise BadOption(WORDS("seat_twice", seat=seat))
        asked[seats[seat]] = who
    return asked


def seats_of_record(kifu: Kifu, players: int) -> dict[Seat, str]:
    """Who sat where according to the `seats:` line of a record; people keep their names."""
    written = kifu.seats
    sitters = {seat: written[str(seat)] for seat in range(players) if str(seat) in written}
    return {seat: who if who.startswith("bot:") or who == HUMAN else f"{HUMAN}:{who}" for seat, who in sitters.items()}


def sitting_on(kifu: Kifu, players: int, asked: dict[Seat, str]) -> dict[Seat, str]:
    """Who continues a saved game: as asked, or else as in the record. A record never starts a program."""
    written = seats_of_record(kifu, players)
    for seat in written.keys() - asked.keys():
        kind, _, name = written[seat].partition(":")
        if kind == "bot" and not any(name in (bot.name, bot.level) for bot in BOTS.values()):
            raise BadOption(WORDS("unknown_player", seat=seat, name=name))
    return written | asked


def seat_everybody(players: int, asked: dict[Seat, str]) -> list[Sitter]:
    """A sitter for each seat: unless asked otherwise, seat 0 is a person and guests of a middle level take the others."""
    seated = {who.removeprefix("bot:") for who in asked.values()}
    guests = iter(nearest(MIDDLE, players, seated))
    words = [asked.get(seat) or (HUMAN if seat == 0 else next(guests)) for seat in range(players)]
    sitters = [sit(seat, word) for seat, word in enumerate(words)]
    names = told_apart([sitter.name for sitter in sitters])
    return [replace(sitter, name=name) if sitter.bot else sitter for sitter, name in zip(sitters, names, strict=True)]


def written_seats(sitters: list[Sitter]) -> str:
    """The `seats:` line of a record."""
    return " ".join(f"{seat}={sitter.written}" for seat, sitter in enumerate(sitters))


def record_names(kifu: Kifu, players: int) -> list[str]:
    """The names to show for the seats of a record."""
    sitters = seats_of_record(kifu, players)
    return told_apart([harmless(_shown(seat, sitters.get(seat, ""))) for seat in range(players)])


def _shown(seat: Seat, who: str) -> str:
    kind, _, name = who.partition(":")
    if not name:
        return called(seat)
    return bot_name(seat, name, BOTS[name].title if name in BOTS else name) if kind == "bot" else name
