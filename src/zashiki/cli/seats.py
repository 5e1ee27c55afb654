"""Who sits where: `--seat 0=human --seat 1=greedy`, and the `seats:` line of a record."""

from __future__ import annotations

from dataclasses import dataclass

from zashiki.bots import BOTS, Bot, find_bot
from zashiki.bots.protocol import program_bot
from zashiki.cli.common import harmless
from zashiki.core.errors import BadOption
from zashiki.core.record import Kifu
from zashiki.core.rooms import Seat

HUMAN = "human"
PROGRAM = "program"
DEFAULT_BOT = "greedy"


@dataclass(frozen=True)
class Sitter:
    """A person or a bot in a seat."""

    name: str
    bot: Bot | None

    @property
    def written(self) -> str:
        """As written in the `seats:` line of a record."""
        return self.name if self.bot is None else f"bot:{self.bot.name}"


def sit(seat: Seat, who: str) -> Sitter:
    """Who the word stands for: `human`, `human:Aiko`, a bot by name or level with or without `bot:`, or `program:COMMAND`."""
    kind, _, name = who.partition(":")
    if kind == HUMAN:
        return person(seat, name or f"Guest-{seat}")
    bot = find_player(name if kind == "bot" else who)
    return Sitter(f"{bot.name}-{seat}", bot)


def find_player(word: str) -> Bot:
    """A bot by name or level, or another program: `program:python mybot.py`."""
    kind, _, command = word.partition(":")
    if kind != PROGRAM:
        return find_bot(word)
    if not command.strip():
        raise BadOption("Add the command, as in: program:python mybot.py")
    return program_bot(command)


def person(seat: Seat, name: str) -> Sitter:
    """A person by name; names in a record have no spaces."""
    if not name.isprintable() or any(sign in name for sign in " ={}:"):
        raise BadOption(f"The name of seat {seat} must not contain spaces or any of = : {{ }}, unlike '{name}'.")
    return Sitter(name, None)


def seat_words(words: list[str], players: int) -> dict[Seat, str]:
    """`--seat 0=human` arguments as a dict."""
    asked: dict[Seat, str] = {}
    seats = {str(seat): seat for seat in range(players)}
    for word in words:
        seat, equals, who = word.partition("=")
        if not equals or not seat.isdecimal():
            known = ", ".join(BOTS)
            raise BadOption(f"A seat is written 0=human or 1=greedy, not '{word}'; the bots are: {known}.")
        if seat not in seats:
            raise BadOption(f"There is no seat {seat} with {players} players; the seats are 0 to {players - 1}.")
        if seats[seat] in asked:
            raise BadOption(f"Seat {seat} is given twice.")
        asked[seats[seat]] = who
    return asked


def seats_of_record(kifu: Kifu, players: int) -> dict[Seat, str]:
    """Who sat where according to the `seats:` line of a record; people keep their names."""
    written = kifu.seats
    sitters = {seat: written[str(seat)] for seat in range(players) if str(seat) in written}
    return {seat: who if who.startswith("bot:") else f"{HUMAN}:{who}" for seat, who in sitters.items()}


def sitting_on(kifu: Kifu, players: int, asked: dict[Seat, str]) -> dict[Seat, str]:
    """Who continues a saved game: as asked, or else as in the record. A record never starts a program."""
    written = seats_of_record(kifu, players)
    for seat in written.keys() - asked.keys():
        kind, _, name = written[seat].partition(":")
        if kind == "bot" and not any(name in (bot.name, bot.level) for bot in BOTS.values()):
            raise BadOption(f"Seat {seat} was played by '{name}', which is not a bot here; say who takes over: --seat {seat}=…")
    return written | asked


def seat_everybody(players: int, asked: dict[Seat, str]) -> list[Sitter]:
    """A sitter for each seat: seat 0 is a person and the others are bots unless asked otherwise."""
    return [sit(seat, asked.get(seat, HUMAN if seat == 0 else DEFAULT_BOT)) for seat in range(players)]


def written_seats(sitters: list[Sitter]) -> str:
    """The `seats:` line of a record."""
    return " ".join(f"{seat}={sitter.written}" for seat, sitter in enumerate(sitters))


def record_names(kifu: Kifu, players: int) -> list[str]:
    """The names to show for the seats of a record."""
    sitters = seats_of_record(kifu, players)
    return [harmless(_shown(seat, sitters.get(seat, ""))) for seat in range(players)]


def _shown(seat: Seat, who: str) -> str:
    kind, _, name = who.partition(":")
    if not name:
        return f"Seat-{seat}"
    return f"{name}-{seat}" if kind == "bot" else name
