"""The list of bots: seven guests of rated strength, three with a style, and four that are each plain to describe."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zashiki.bots.levels import BEST, NAMES, STYLES, guest, guest_with_style
from zashiki.bots.manners.player import choose_by_network
from zashiki.bots.players import choose_greedily, choose_randomly
from zashiki.bots.search import search
from zashiki.core.actions import Action
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat
from zashiki.core.words import Words, listed

WORDS = Words(Path(__file__).with_name("words.toml"))

Chooser = Callable[[AnyGame, Any, Seat, Sequence[Action], list[int], float], Action]


@dataclass(frozen=True)
class Bot:
    """A kind of player: `choose(game, view, seat, options, rng, seconds)` returns one of the options."""

    name: str
    level: str
    choose: Chooser
    uses_its_time: bool = False  # whether it thinks for as long as it may

    @property
    def title(self) -> str:
        """What it is called at a table, in the reader's language."""
        return WORDS.name(f"name_{self.name}", self.name)

    @property
    def words(self) -> str:
        """How it plays, in the reader's language."""
        return WORDS(f"plays_{self.level}", name=self.name)


GUESTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        Bot(NAMES[0], "1", guest(1)),
        Bot(NAMES[1], "2", guest(2)),
        Bot(NAMES[2], "3", guest(3)),
        Bot(NAMES[3], "4", guest(4)),
        Bot(NAMES[4], "5", guest(5)),
        Bot(NAMES[5], "6", guest(6)),
        Bot(NAMES[6], "7", guest(BEST), uses_its_time=True),
        Bot(STYLES[0], "careful", guest_with_style(STYLES[0])),
        Bot(STYLES[1], "blocking", guest_with_style(STYLES[1])),
        Bot(STYLES[2], "bluffing", guest_with_style(STYLES[2])),
    )
}
PLAIN: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        Bot("random", "easy", choose_randomly),
        Bot("greedy", "normal", choose_greedily),
        Bot("network", "strong", choose_by_network),
        Bot("search", "hard", search, uses_its_time=True),
    )
}
BOTS: dict[str, Bot] = GUESTS | PLAIN


def find_bot(name: str) -> Bot:
    """The bot with that name or level; BadOption with the list if there is none."""
    for bot in BOTS.values():
        if name.casefold() in (bot.name, bot.level):
            return bot
    known = listed(WORDS("bot_and_level", bot=bot.name, level=bot.level) for bot in BOTS.values())
    raise BadOption(WORDS("no_bot", name=name, known=known))
