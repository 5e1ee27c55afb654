"""The search over a network's policy: what comes of the options the network likes, in many possible worlds.

A world is imagined from the view alone. Every candidate is followed in the same worlds with the same chance: all seats go on by
the network, each from what it would see, and after a few decisions the network says what share of the win is left. Half of the
candidates are dropped again and again (sequential halving; Karnin, Koren, Somekh, 2013), and what was seen improves the policy
instead of replacing it. The loop runs as plain Python too; once compiled, the compiled one is loaded and takes over.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zashiki.bots.foresight import kernels
from zashiki.bots.kernels import BASE, PLACES
from zashiki.bots.network.file import Network
from zashiki.bots.network.player import usable_network
from zashiki.bots.players import SECONDS, CopyingStates
from zashiki.core.actions import Action
from zashiki.core.chance import RNG_WORDS, next_word, seeded
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain, rules_key
from zashiki.core.native import cache_folder, native
from zashiki.core.rooms import Seat

MOST_SIMULATIONS = 2048  # more would change little

Think = Callable[[int, int, int, int], int]  # `kernels.think` over one position: (n, seed, world, turns)


def foresight(
    game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS, *, turns: int
) -> Action:
    """The option that looks best after thinking so many own decisions ahead; it must be a game with a network."""
    if len(options) == 1:
        return options[0]
    return ponder(game, _ready.get(game) or plain_mind, view, seat, rng, turns, seconds)


def ponder(
    game: AnyGame, mind: Mind, view: Any, seat: Seat, rng: list[int], turns: int, seconds: float, most: int = MOST_SIMULATIONS
) -> Action:
    """The answer after about so many simulations, or when the time is up; every halving has an equal part of both."""
    began, loops = time.monotonic(), plain(game, kernels)
    base, seed = game.eyes.state_from(view, rng), next_word(rng)
    desk, think = mind(game, base, seat)
    n = think(0, seed, 0, turns)
    rounds, worlds, longest = loops.rounds_for(n), 0, 0.0
    for k in range(rounds):
        if worlds > 0:
            n = loops.keep_better(desk, n, worlds)
        until = worlds + max(most // (rounds * n), 1)
        end = began + seconds * (k + 1) / rounds
        while worlds < until and (now := time.monotonic()) + longest < end:
            think(n, seed, worlds, turns)
            longest = max(longest, time.monotonic() - now)
            worlds += 1
    sealed = int(len(game.acting(base)) > 1)
    return int(loops.settle(desk, n, worlds, [0] * kernels.MOST, [0] * kernels.MOST, sealed, rng))


# Gears


Mind = Callable[[AnyGame, Any, Seat], tuple[Any, Think]]  # the candidates of a position, and what thinks about them


def plain_mind(game: AnyGame, base: Any, seat: Seat) -> tuple[Any, Think]:
    """As plain Python."""
    network, size = _network(game), game.about.max_legal
    states, rngs, lists = CopyingStates([base] * PLACES), ([0] * RNG_WORDS for _ in range(2)), ([0] * size for _ in range(2))
    room, desk = [0] * network.room, [0] * kernels.DESK
    return desk, partial(plain(game, kernels).think, states, *rngs, *lists, network.net, network.weights, room, desk, seat)


def native_mind(game: AnyGame, base: Any, seat: Seat) -> tuple[Any, Think]:
    """Compiled; MissingExtra without Numba. The first use on a machine takes a while."""
    gear, network = native(game), _network(game)

    import numpy as np

    states, desk, room = gear.states(PLACES), gear.array(kernels.DESK, "int64"), gear.array(network.room, "int32")
    states[BASE] = np.frombuffer(base.to_bytes().ljust(game.state.layout.itemsize, b"\0"), dtype=gear.dtype)[0]
    rngs = np.zeros((2, RNG_WORDS), np.int64)
    return desk, partial(
        gear.compile(kernels.think), states, *rngs, gear.buffer(), gear.buffer("int64"), *network.arrays(), room, desk, seat
    )


def _network(game: AnyGame) -> Network:
    network = usable_network(game)
    assert network is not None, "a search over the policy of a network needs one"
    return network


_ready: dict[AnyGame, Mind] = {}
_loading: set[AnyGame] = set()


def is_compiled(game: AnyGame) -> bool:
    """Whether the compiled loop is at hand; starts loading it once it is on disk."""
    if game not in _loading and is_prepared(game):
        _loading.add(game)
        threading.Thread(target=compile_foresight, args=(game,), daemon=True).start()
    return game in _ready


def is_prepared(game: AnyGame) -> bool:
    """Whether the compiled loop is on disk."""
    return find_spec("numba") is not None and compiled_mark(game).exists()


def compiled_mark(game: AnyGame) -> Path:
    """A file that says that the loop of this game, as its rules are written now, is in the cache of compiled rules."""
    return cache_folder() / f"{game.id}-foresight-{_loop_key(game)}"


@cache
def _loop_key(game: AnyGame) -> str:
    return rules_key(game, kernels.think)[:20]


def compile_foresight(game: AnyGame) -> None:
    """Compile the loop for a game, or load it from the cache, and use it from now on."""
    s = game.new(game.seats[0])
    plain(game).advance(s, seeded(0))
    seat = game.acting(s)[0]
    ponder(game, native_mind, game.eyes.view(s, seat), seat, seeded(0), 0, 3600.0, 1)
    compiled_mark(game).touch()
    _ready[game] = native_mind
