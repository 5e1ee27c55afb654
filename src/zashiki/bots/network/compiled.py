"""The network's answer as machine code: the same moves as plain Python plays, much sooner.

`bots.preparing` compiles it, which a house starts. Whoever is asked for a move loads it once it is on disk, and plays plain until
it is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.bots.kernels import BASE, PLACES
from zashiki.bots.network import kernels
from zashiki.bots.network.file import Network, network_of
from zashiki.bots.prepared import Prepared, first_question
from zashiki.core.actions import Action
from zashiki.core.chance import seeded
from zashiki.core.game import AnyGame
from zashiki.core.native import native
from zashiki.core.rooms import Seat

Answer = Callable[[Any, Seat, list[int], int], Action]  # (state, seat, rng, slack)


def native_answer(game: AnyGame, network: Network) -> Answer:
    """What `eased_option` answers in the native gear; MissingExtra without Numba. Its first call compiles or loads it."""
    gear = native(game)
    kernel, (net, weights) = gear.compile(kernels.eased_option), network.arrays()
    states, words, room = gear.states(PLACES), gear.rngs(1)[0], gear.array(network.room, "int32")
    out, totals = gear.buffer(), gear.buffer("int64")

    def answer(s: Any, seat: Seat, rng: list[int], slack: int) -> Action:
        states[BASE] = gear.record(s)
        words[: len(rng)] = rng
        action: int = kernel(states, seat, words, out, totals, net, weights, room, slack)
        rng[:] = words[: len(rng)].tolist()
        return action

    return answer


def _answered_once(game: AnyGame) -> Answer:
    network = network_of(game)
    assert network is not None, "only the answer of a network is compiled"
    answer, (s, seat) = native_answer(game, network), first_question(game)
    answer(s, seat, seeded(0), 0)
    return answer


COMPILED = Prepared("network", kernels.eased_option, _answered_once)
