"""The network's answer as machine code: the same moves as plain Python plays, much sooner.

`bots.preparing` compiles it, which a house starts. Whoever is asked for a move loads it once it is on disk, and plays plain until
it is loaded.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zashiki.bots.kernels import BASE, PLACES
from zashiki.bots.network import kernels
from zashiki.bots.network.file import Network
from zashiki.core.actions import Action
from zashiki.core.chance import seeded
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain, rules_key
from zashiki.core.native import cache_folder, native
from zashiki.core.rooms import Seat

Answer = Callable[[Any, Seat, list[int], int], Action]  # (state, seat, rng, slack)

_ready: dict[AnyGame, Answer] = {}
_loading: set[AnyGame] = set()


def compiled_answer(game: AnyGame, network: Network) -> Answer | None:
    """The compiled answer if it is at hand; starts loading it once it is on disk."""
    if game not in _loading and is_prepared(game):
        _loading.add(game)
        threading.Thread(target=compile_answer, args=(game, network), daemon=True).start()
    return _ready.get(game)


def is_prepared(game: AnyGame) -> bool:
    """Whether the compiled answer is on disk."""
    return find_spec("numba") is not None and _mark(game).exists()


def compile_answer(game: AnyGame, network: Network) -> None:
    """Compile the answer for a game, or load it, and use it from now on."""
    answer = native_answer(game, network)
    s = game.new(game.seats[0])
    plain(game).advance(s, seeded(0))
    answer(s, game.acting(s)[0], seeded(0), 0)
    _mark(game).touch()
    _ready[game] = answer


def native_answer(game: AnyGame, network: Network) -> Answer:
    """What `eased_option` answers in the native gear; MissingExtra without Numba. Its first call compiles or loads it."""
    gear = native(game)

    import numpy as np

    kernel, (net, weights) = gear.compile(kernels.eased_option), network.arrays()
    states, words, room = gear.states(PLACES), gear.rngs(1)[0], gear.array(network.room, "int32")
    out, totals = gear.buffer(), gear.buffer("int64")
    layout, dtype = game.state.layout, game.state.dtype()

    def answer(s: Any, seat: Seat, rng: list[int], slack: int) -> Action:
        states[BASE] = np.frombuffer(s.to_bytes().ljust(layout.itemsize, b"\0"), dtype=dtype)[0]
        words[: len(rng)] = rng
        action: int = kernel(states, seat, words, out, totals, net, weights, room, slack)
        rng[:] = words[: len(rng)].tolist()
        return action

    return answer


@cache
def _mark(game: AnyGame) -> Path:
    """A file that says that the answer of this game, as its rules are written now, is in the cache of compiled rules."""
    return cache_folder() / f"{game.id}-network-{rules_key(game, kernels.eased_option)[:20]}"
