"""What is played: a game, its seats, options and dials, and who sits there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from zashiki.bots import BOTS, find_bot
from zashiki.bots.network.file import network_of, usable_network
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.streams import streamed
from zashiki.core.turning import turned
from zashiki.core.words import listed
from zashiki.games import named_game
from zashiki.lab import kernels
from zashiki.lab.catalogue import WORDS

# How the compiled loops play the bots of `zashiki bots`; what a person calls a level is the bot's name.
LEVELS = {"random": kernels.RANDOM, "greedy": kernels.GREEDY, "network": kernels.NETWORK, "search": kernels.SEARCH}
SEARCH_WORLDS = 16  # the search bot of the lab counts worlds instead of seconds, so that it plays the same everywhere
SEARCH_DEPTH = 30


@dataclass(frozen=True)
class Sitter:
    """Who takes a place at the table: a level, and where it is held back a run of actions it avoids."""

    level: str = "greedy"
    sees_all: bool = False  # a search that knows what is hidden
    avoids: tuple[int, int] = (0, 0)  # from the first of these actions to before the second

    def numbers(self) -> list[int]:
        """Its row of the kernels' `lineup`."""
        level = kernels.SEER if self.sees_all else LEVELS[self.level]
        return [level, SEARCH_WORLDS, SEARCH_DEPTH, *self.avoids]


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A table as the lab plays it. The game is an id of `zashiki games`, or `package.module:NAME` for one of your own."""

    game: str
    players: int = 0  # 0: the fewest the game allows
    options: Mapping[str, str] = field(default_factory=dict)
    dials: Mapping[str, int] = field(default_factory=dict)
    levels: Sequence[str] = ("greedy",)  # by seat; the last one takes the remaining seats
    seed: int = 1

    def __post_init__(self) -> None:
        found = named_game(self.game)
        if not self.players:
            object.__setattr__(self, "players", found.seats[0])
        found.encode_options(self.players, self.options)
        self.rules()
        if not 1 <= len(self.levels) <= self.players:
            raise BadOption(WORDS("levels_for_seats", players=self.players, named=len(self.levels)))
        names = tuple(find_bot(level).name for level in self.levels)
        for name in names:
            if name not in LEVELS:
                raise BadOption(WORDS("no_level", name=name, known=listed(LEVELS)))
            if name == "network" and network_of(self.rules()) is None:
                raise BadOption(WORDS("no_network", game=self.rules().name))
        object.__setattr__(self, "levels", names)

    @property
    def sitters(self) -> tuple[Sitter, ...]:
        """Who sits where."""
        names = [*self.levels, *[self.levels[-1]] * (self.players - len(self.levels))]
        return tuple(Sitter(name) for name in names)

    def rules(self) -> AnyGame:
        """The game with its dials turned."""
        return turned_game(self.game, tuple(sorted(self.dials.items())))

    def with_(self, **changes: Any) -> Setup:
        """The same table with something changed."""
        return replace(self, **changes)

    def to_json(self) -> dict[str, Any]:
        """As it is written beside the results."""
        return {
            "game": self.game, "players": self.players, "options": dict(self.options), "dials": dict(self.dials),
            "levels": list(self.levels), "seed": self.seed,
        }  # fmt: skip

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Setup:
        """What `to_json` wrote."""
        return cls(**{**written, "levels": tuple(written["levels"])})

    def command(self) -> str:
        """The words of the command line that stand for this table."""
        words = [self.game, f"--players {self.players}"]
        words += [f"--option {name}={value}" for name, value in self.options.items()]
        words += [f"--set {name}={value}" for name, value in self.dials.items()]
        words += [f"--level {level}" for level in self.levels]
        return " ".join([*words, f"--seed {self.seed}"])


def known_levels(game: AnyGame) -> list[str]:
    """The levels that a compiled game can be played at, weakest first, as `zashiki bots` lists them."""
    return [name for name in BOTS if name in LEVELS and (name != "network" or usable_network(game) is not None)]


@cache
def turned_game(name: str, dials: tuple[tuple[str, int], ...]) -> AnyGame:
    """The game with its dials turned and its chance in streams, so that pairs stay pairs."""
    return streamed(turned(named_game(name), dict(dials)))
