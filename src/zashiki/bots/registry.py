"""The list of bots: seven guests of rated strength, and four that are each plain to describe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zashiki.bots.levels import BEST, NAMES, guest
from zashiki.bots.network.player import choose_by_network
from zashiki.bots.players import choose_greedily, choose_randomly
from zashiki.bots.search import search
from zashiki.core.actions import Action
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat

Chooser = Callable[[AnyGame, Any, Seat, Sequence[Action], list[int], float], Action]


@dataclass(frozen=True)
class Bot:
    """A kind of player: `choose(game, view, seat, options, rng, seconds)` returns one of the options."""

    name: str
    level: str
    words: str
    choose: Chooser
    uses_its_time: bool = False  # whether it thinks for as long as it may


GUESTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        Bot(NAMES[0], "1", "Has just learnt the game and tries things out.", guest(1)),
        Bot(NAMES[1], "2", "Knows the rules and plays what catches the eye.", guest(2)),
        Bot(NAMES[2], "3", "Plays for the fun of it, and sees far now and then.", guest(3)),
        Bot(NAMES[3], "4", "A regular: solid, and easily tempted.", guest(4)),
        Bot(NAMES[4], "5", "Seldom gives anything away.", guest(5)),
        Bot(NAMES[5], "6", "Has played many millions of games and answers at once.", guest(6)),
        Bot(NAMES[6], "7", "The spirit of the room: thinks games through to their end.", guest(BEST), uses_its_time=True),
    )
}
PLAIN: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        Bot("random", "easy", "Plays any legal move.", choose_randomly),
        Bot("greedy", "normal", "Picks the move that looks best right away.", choose_greedily),
        Bot("network", "strong", "Plays by what it learnt in many millions of games against itself.", choose_by_network),
        Bot("search", "hard", "Simulates many possible games and picks the best move.", search, uses_its_time=True),
    )
}
BOTS: dict[str, Bot] = GUESTS | PLAIN


def find_bot(name: str) -> Bot:
    """The bot with that name or level; BadOption with the list if there is none."""
    for bot in BOTS.values():
        if name in (bot.name, bot.level):
            return bot
    known = ", ".join(f"{bot.name} ({bot.level})" for bot in BOTS.values())
    raise BadOption(f"There is no bot '{name}'; the bots are: {known}.")
