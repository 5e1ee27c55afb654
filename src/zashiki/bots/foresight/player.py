"""The search over a network's policy: what comes of the options the network likes, in many possible worlds.

A world is imagined from the view alone. Every candidate is followed in the same worlds with the same chance: all seats go on by
the network, each from what it would see, and after a few decisions the network says what share of the win is left. Half of the
candidates are dropped again and again (sequential halving; Karnin, Koren, Somekh, 2013), and what was seen improves the policy
instead of replacing it. The loop runs as plain Python too; once compiled, the compiled one is loaded and takes over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from functools import cache, partial
from typing import Any

from zashiki.bots.foresight import kernels
from zashiki.bots.kernels import BASE, PLACES
from zashiki.bots.network.file import Network, usable_network
from zashiki.bots.players import CopyingStates
from zashiki.bots.prepared import Prepared, first_question
from zashiki.bots.watch import Watch
from zashiki.core.actions import Action
from zashiki.core.chance import RNG_WORDS, next_word
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.core.native import native
from zashiki.core.rooms import Seat

MOST_SIMULATIONS = 2048  # a quick machine stops there, before its time is up


@dataclass(frozen=True)
class Thinking:
    """How to think, as the kernels take it: see their constants."""

    turns: int = 1  # own decisions ahead
    wide: int = 8  # most candidates by the policy
    by_worth: int = 0  # candidates by `worth`, beside those
    greedy: int = kernels.NOBODY  # who goes on by `worth` alone
    sharp: int = 40  # logits that a whole win weighs once there is evidence
    worthy: int = 0  # likewise, the way from what is worth least in the end to what is worth most
    prior: int = 100  # hundredths of what the policy likes that count

    def __post_init__(self) -> None:
        assert self.wide > 0
        assert self.wide + self.by_worth <= kernels.MOST

    def numbers(self) -> list[int]:
        """As the kernels take it."""
        return list(astuple(self))


Think = Callable[[int, int, int, int], int]  # `kernels.think` about one position: (seat, n, seed, world)
Mind = Callable[[AnyGame, Any, Thinking], tuple[Any, Think]]  # the candidates in a position, and what thinks about them


def foresight(
    game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float, thinking: Thinking
) -> Action:
    """The option that looks best after some thought; it must be a game with a network."""
    if len(options) == 1:
        return options[0]
    watch = Watch(seconds, MOST_SIMULATIONS)
    desk, think = (COMPILED.at_hand(game) or plain_mind)(game, game.eyes.state_from(view, rng), thinking)
    return ponder(game, desk, think, seat, rng, watch, thinking.numbers())


def ponder(game: AnyGame, desk: Any, think: Think, seat: Seat, rng: list[int], watch: Watch, how: Sequence[int]) -> Action:
    """The answer after about as many simulations as allowed, or when the time is up; every halving has an equal part of both."""
    loops, seed = plain(game, kernels), next_word(rng)
    n = think(seat, 0, seed, 0)
    rounds, worlds = loops.rounds_for(n), 0
    for k in range(rounds):
        if worlds > 0:
            n = loops.keep_better(desk, n, worlds, how)
        until = worlds + max(watch.most // (rounds * n), 1)
        while worlds < until and watch.has_time((k + 1) / rounds):
            think(seat, n, seed, worlds)
            worlds += 1
    return int(loops.settle(desk, n, worlds, how, [0] * kernels.MOST, [0] * kernels.MOST, rng))


# Gears


def plain_mind(game: AnyGame, base: Any, thinking: Thinking) -> tuple[Any, Think]:
    """As plain Python."""
    network, size = _network(game), game.about.max_legal
    states, rngs, lists = CopyingStates([base] * PLACES), ([0] * RNG_WORDS for _ in range(2)), ([0] * size for _ in range(2))
    room, desk = [0] * network.room, [0] * kernels.DESK
    given = network.net, network.weights, room, desk, thinking.numbers()
    return desk, partial(plain(game, kernels).think, states, *rngs, *lists, *given)


class NativeMind:
    """Compiled; MissingExtra without a compiler. The first use on a machine takes a while. It has one thought at a time."""

    def __init__(self, game: AnyGame, kernel: Callable[..., Any] = kernels.think) -> None:
        gear, network = native(game), _network(game)
        self._gear, self._states = gear, gear.states(PLACES)
        self._desk, self._how = gear.array(kernels.DESK, "int64"), gear.array(len(Thinking().numbers()), "int64")
        rngs, room = gear.array((2, RNG_WORDS), "int64"), gear.array(network.room, "int32")
        given = gear.buffer(), gear.buffer("int64"), *network.arrays(), room, self._desk, self._how
        self._think: Think = gear.compile(kernel).over(self._states, *rngs, *given, ..., ..., ..., ...)

    def about(self, base: Any, thinking: Thinking) -> tuple[Any, Think]:
        """The candidates in a position of either gear, and what thinks about them."""
        self._states[BASE] = self._gear.record(base) if isinstance(base, self._gear.game.state) else base
        self._how[:] = thinking.numbers()
        return self._desk, self._think


@cache
def _native_mind(game: AnyGame) -> NativeMind:
    return NativeMind(game)


def native_mind(game: AnyGame, base: Any, thinking: Thinking) -> tuple[Any, Think]:
    """As machine code."""
    return _native_mind(game).about(base, thinking)


def _network(game: AnyGame) -> Network:
    network = usable_network(game)
    assert network is not None, "a search over the policy of a network needs one"
    return network


def _thought_once(game: AnyGame) -> Mind:
    s, seat = first_question(game)
    _, think = native_mind(game, s, Thinking(turns=0))
    think(seat, 0, 0, 0)
    return native_mind


COMPILED = Prepared("foresight", kernels.think, _thought_once)
