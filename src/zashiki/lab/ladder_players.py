"""Who may climb a ladder, and how each of them answers: with the same machine code as at the tables of a house.

A player is written NAME, and where it searches NAME*STEPS or NAME@SECONDS: `warashi*64` makes 64 simulations a decision,
`warashi@0.1` thinks for a tenth of a second of processor time. Settings follow the name: `warashi:turns=3,wide=4@0.1`,
`hana:wit=-50`, `goro:near=60`. Beside the bots of `zashiki bots` there are `ismcts`, the search of OpenSpiel, and `seer`, which
thinks like the seventh guest and is shown what is hidden. A seer measures how much of a game is out of reach; it sits at no other
table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import inf
from typing import Any

import numpy as np

from zashiki.bots import GUESTS, find_bot
from zashiki.bots import kernels as by_worth
from zashiki.bots.foresight import kernels as by_policy
from zashiki.bots.foresight.player import NativeMind, Thinking, ponder
from zashiki.bots.kernels import BASE, PLACES
from zashiki.bots.levels import STYLES, manner_at, manner_in_style, manner_of, thinking_of
from zashiki.bots.manners.player import AT_ITS_BEST, Manner
from zashiki.bots.network.file import usable_network
from zashiki.bots.search import CANDIDATES, DEPTH, best_tried
from zashiki.bots.watch import Watch
from zashiki.core.actions import Action
from zashiki.core.chance import RNG_WORDS, below, next_word
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.native import native
from zashiki.core.rooms import Seat
from zashiki.lab import kernels
from zashiki.lab.catalogue import WORDS

Array = np.ndarray[Any, Any]
Answer = Callable[[Any, Seat, list[Action], list[int]], Action]  # (record of the game, seat, options, generator)
SEER, ISMCTS = "seer", "ismcts"
SEARCHING = {"search": 16, "warashi": 256, SEER: 256, ISMCTS: 200}  # steps, where neither they nor a time are given


@dataclass(frozen=True)
class Spec:
    """A player as it is written."""

    name: str
    settings: Mapping[str, str]
    steps: int = 0
    seconds: float = inf

    def watch(self) -> Watch:
        """For one decision. By processor time, so that others at work on the machine do not matter."""
        return Watch(self.seconds, self.steps, time.thread_time)


def read_spec(text: str) -> Spec:
    """What somebody wrote; BadOption where it means nothing."""
    head, at, seconds = text.partition("@")
    head, star, steps = head.partition("*")
    name, _, rest = head.partition(":")
    try:
        settings = dict(_setting(word) for word in rest.split(",") if word)
        spec = Spec(name, settings, int(steps) if star else 0, float(seconds) if at else inf)
    except ValueError:
        raise BadOption(WORDS("ladder_spec", text=text)) from None
    known = SEER if name == SEER else ISMCTS if name == ISMCTS else find_bot(name).name
    if (star or at) and known not in SEARCHING:
        raise BadOption(WORDS("ladder_effort", name=known))
    usual = 0 if known not in SEARCHING else 1 << 30 if at else SEARCHING[known]
    return replace(spec, name=known, steps=spec.steps or usual)


def _setting(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise ValueError
    return key, value


@cache
def player(game: AnyGame, text: str) -> Answer:
    """How a player answers in a game."""
    spec = read_spec(text)
    if spec.name == ISMCTS:
        from zashiki.lab.ladder_ismcts import Ismcts

        return Ismcts(game, spec.settings, spec.watch).answer
    if spec.name == "random":
        return choose_any
    if spec.name == "greedy":
        return Greedy(game).answer
    if spec.name == "search":
        return Searching(game, spec).answer
    if usable_network(game) is None:
        raise BadOption(WORDS("no_network", game=game.name))
    if spec.name in (SEER, "warashi"):
        return Foreseeing(game, spec).answer
    return Mannered(game, manner_for(game, spec)).answer


def manner_for(game: AnyGame, spec: Spec) -> Manner:
    """The manner of a guest, with what is set otherwise."""
    usual = (
        AT_ITS_BEST
        if spec.name == "network"
        else (manner_in_style(game, spec.name) if spec.name in STYLES else manner_of(game, int(GUESTS[spec.name].level)))
    )
    if "wit" in spec.settings:
        return manner_at(float(spec.settings["wit"]))
    return replace(usual, near=10 * int(spec.settings["near"])) if "near" in spec.settings else usual


def thinking_for(game: AnyGame, spec: Spec) -> Thinking:
    """How the seventh guest thinks, with what is set otherwise."""
    return replace(thinking_of(game), **{key: int(value) for key, value in spec.settings.items()})


def choose_any(s: Any, seat: Seat, options: list[Action], rng: list[int]) -> Action:
    """Any option, all equally likely."""
    return options[below(rng, len(options))]


class Compiled:
    """What most players have: a place for the position, a generator, and lists."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.gear = game, native(game)
        self.states, self.words = self.gear.states(PLACES), self.gear.array(RNG_WORDS, "int64")
        self.out, self.totals = self.gear.buffer(), self.gear.buffer("int64")

    def ask(self, kernel: Callable[[int], int], s: Any, seat: Seat, rng: list[int]) -> int:
        """What a kernel over the position and the generator answers."""
        self.states[BASE] = s
        self.words[:] = rng
        answer = kernel(seat)
        rng[:] = self.words.tolist()
        return answer


class Mannered(Compiled):
    """By the network."""

    def __init__(self, game: AnyGame, manner: Manner) -> None:
        super().__init__(game)
        network = usable_network(game)
        assert network is not None
        given = self.gear.buffer(), self.gear.buffer("int64"), *network.arrays(), self.gear.array(network.room, "int32")
        numbers = np.array(manner.numbers(game), np.int64)
        self._kernel = self.gear.compile(manner.kernel).over(self.states, self.words, self.out, self.totals, *given, numbers, ...)

    def answer(self, s: Any, seat: Seat, options: list[Action], rng: list[int]) -> Action:
        return self.ask(self._kernel, s, seat, rng)


class Greedy(Compiled):
    """By `worth` alone."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._kernel = self.gear.compile(by_worth.greedy_option).over(self.states, ..., self.words, self.out, self.totals)

    def answer(self, s: Any, seat: Seat, options: list[Action], rng: list[int]) -> Action:
        return self.ask(self._kernel, s, seat, rng)


class Searching(Compiled):
    """The old search, without any Python that a house would need to turn a view into a position."""

    def __init__(self, game: AnyGame, spec: Spec) -> None:
        super().__init__(game)
        self._spec, self._result = spec, self.gear.array(2, "int64")
        self._weigh = self.gear.compile(by_worth.weigh_options).over(self.states, ..., self.words, self.out, self.totals)
        self._try = self.gear.compile(by_worth.try_option).over(
            self.states, self.words, self.out, self.totals, ..., ..., ..., ..., DEPTH, self._result
        )

    def answer(self, s: Any, seat: Seat, options: list[Action], rng: list[int]) -> Action:
        watch, n = self._spec.watch(), self.ask(self._weigh, s, seat, rng)
        seed, worths = next_word(rng), self.totals[:n]
        candidates = [int(self.out[i]) for i in np.argsort(-worths, kind="stable")[:CANDIDATES]]

        def tried(action: Action, world: int) -> tuple[int, int]:
            self._result[:] = 0
            self._try(seat, action, seed, world)
            worth, wins = self._result.tolist()
            return worth, wins

        return best_tried(candidates, tried, watch)


class Foreseeing:
    """The seventh guest, or its copy that is shown what is hidden."""

    def __init__(self, game: AnyGame, spec: Spec) -> None:
        self._game, self._spec, self._thinking = game, spec, thinking_for(game, spec)
        self._mind = NativeMind(game, kernels.think_seeing if spec.name == SEER else by_policy.think)

    def answer(self, s: Any, seat: Seat, options: list[Action], rng: list[int]) -> Action:
        watch = self._spec.watch()
        desk, think = self._mind.about(s, self._thinking)
        return ponder(self._game, desk, think, seat, rng, watch, self._thinking.numbers())
