"""Bots that play by the network or by `worth`: at their best, letting some loss pass, or in a style of their own.

The answer is the same as plain Python and as machine code, which comes much sooner. `bots.preparing` compiles it, which a house
starts; whoever is asked for a move loads it once it is on disk, and plays plain until it is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from zashiki.bots.kernels import BASE, PLACES
from zashiki.bots.manners import kernels
from zashiki.bots.network.file import usable_network
from zashiki.bots.players import SECONDS, Desk, choose_greedily
from zashiki.bots.prepared import Prepared, first_question
from zashiki.core.actions import Action
from zashiki.core.chance import seeded
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.core.native import native
from zashiki.core.rooms import Seat

Answer = Callable[[Any, Seat, list[int], "Manner"], Action]  # (state, seat, rng, manner)


@dataclass(frozen=True)
class Manner:
    """How somebody departs from what the network likes best: see the kernels."""

    sight: int = kernels.ALL  # the share of decisions seen with the network
    near: int = kernels.ALL  # at the others, how near the best by `worth` is good enough
    dull: int = 0  # the share of decisions at which the least is taken that is good enough
    alert: bool = False  # whether a win at hand is taken whatever the network says
    style: int = kernels.PLAIN

    def numbers(self, game: AnyGame) -> list[int]:
        """As the kernels take it."""
        return [self.sight, self.near, self.dull, int(self.alert), self.style, game.about.teams or game.max_seats]

    @property
    def kernel(self) -> Callable[..., Any]:
        """What answers in this manner. Those with a style are few, and theirs takes longer to compile."""
        return kernels.styled_option if self.style else kernels.mannered_option


AT_ITS_BEST = Manner()


def choose_by_network(
    game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS
) -> Action:
    """The option that the game's network likes best; the greedy one in a game without a network."""
    return choose_in_manner(AT_ITS_BEST, game, view, seat, options, rng, seconds)


def choose_in_manner(
    manner: Manner, game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS
) -> Action:
    """What somebody of that manner answers; the greedy option in a game without a network."""
    network = usable_network(game)
    if network is None:
        return choose_greedily(game, view, seat, options, rng, seconds)
    answer = (STYLES if manner.style else COMPILED).at_hand(game)
    if answer is not None:
        return answer(game.eyes.state_from(view, rng), seat, rng, manner)
    desk, option = Desk(game, view, rng), getattr(plain(game, kernels), manner.kernel.__name__)
    lists = desk.out, desk.totals, *([0] * game.about.max_legal for _ in range(2))
    given = network.net, network.weights, [0] * network.room, manner.numbers(game)
    action: Action = option(desk.states, rng, *lists, *given, seat)
    return action


# Compiled


def native_answer(kernel: Callable[..., Any], game: AnyGame) -> Answer:
    """What a kernel answers in the native gear; MissingExtra without a compiler. Its first call compiles or loads it."""
    gear, network = native(game), usable_network(game)
    assert network is not None, "only the answer of a network is compiled"
    states, words, room = gear.states(PLACES), gear.rngs(1)[0], gear.array(network.room, "int32")
    numbers = gear.array(len(AT_ITS_BEST.numbers(game)), "int64")
    lists = gear.buffer(), gear.buffer("int64"), gear.buffer(), gear.buffer("int64")
    option = gear.compile(kernel).over(states, words, *lists, *network.arrays(), room, numbers, ...)

    def answer(s: Any, seat: Seat, rng: list[int], manner: Manner) -> Action:
        states[BASE] = gear.record(s)
        words[: len(rng)] = rng
        numbers[:] = manner.numbers(game)
        action: int = option(seat)
        rng[:] = words[: len(rng)].tolist()
        return action

    return answer


def _answered_once(kernel: Callable[..., Any], game: AnyGame) -> Answer:
    answer, (s, seat) = native_answer(kernel, game), first_question(game)
    answer(s, seat, seeded(0), AT_ITS_BEST)
    return answer


COMPILED = Prepared("network", kernels.mannered_option, partial(_answered_once, kernels.mannered_option))
STYLES = Prepared("styles", kernels.styled_option, partial(_answered_once, kernels.styled_option))
