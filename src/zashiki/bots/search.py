"""The search bot: simulates many possible games after each promising option.

In every possible world it redraws what is hidden, makes the move and lets all seats continue greedily, with the same worlds
and the same chance for every option, so that luck cancels out. It searches until its time is up. The loop runs as plain
Python; once it has been compiled (by `bots.preparing`, which a house starts), the compiled one is loaded and takes over.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zashiki.bots import kernels
from zashiki.bots.players import SECONDS, CopyingStates, weigh
from zashiki.core.actions import Action
from zashiki.core.chance import RNG_WORDS, next_word, seeded
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain, rules_key
from zashiki.core.native import cache_folder, native
from zashiki.core.rooms import Seat

CANDIDATES = 6  # options to simulate
DEPTH = 30  # decisions simulated in each world
MOST_WORLDS = 400  # more would change little

Totals = tuple[int, int]  # worth, and parts of wins
TryOption = Callable[[Any, Seat, Action, int, int], Totals]  # (state, seat, action, seed, world)


def search(game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS) -> Action:
    """The option that does best in the simulations; with no time at all, the greedy one. Ends before its time does."""
    if len(options) == 1:
        return options[0]
    deadline = time.monotonic() + seconds
    worths = weigh(game, view, seat, rng)
    candidates = sorted(range(len(options)), key=lambda i: -worths[i])[:CANDIDATES]
    base, seed, try_option = game.eyes.state_from(view, rng), next_word(rng), trier(game)
    totals, longest = [(0, 0)] * len(candidates), 0.0
    for world in range(MOST_WORLDS):
        tried: list[Totals] = []
        for i in candidates:
            began = time.monotonic()
            if began + longest >= deadline:
                return options[candidates[best_of(totals)]]
            tried.append(try_option(base, seat, options[i], seed, world))
            longest = max(longest, time.monotonic() - began)
        totals = [(a + c, b + d) for (a, b), (c, d) in zip(totals, tried, strict=True)]
    return options[candidates[best_of(totals)]]


def best_of(totals: Sequence[Totals]) -> int:
    """The index of the best: worth and wins, each scaled from 0 for the worst to 1 for the best, and added."""
    worths, wins = (scaled(column) for column in zip(*totals, strict=True))
    return max(range(len(totals)), key=lambda i: worths[i] + wins[i])


def scaled(numbers: Sequence[int]) -> list[float]:
    """Scaled from 0 for the least to 1 for the most; all 0 if they are equal."""
    low, spread = min(numbers), max(numbers) - min(numbers)
    return [(number - low) / spread if spread else 0.0 for number in numbers]


# Gears


@cache
def plain_trier(game: AnyGame) -> TryOption:
    """The loop as plain Python."""
    loop = plain(game, kernels).try_option
    states = CopyingStates(game.state() for _ in range(kernels.PLACES))
    out, totals, rng = [0] * game.about.max_legal, [0] * game.about.max_legal, [0] * RNG_WORDS

    def try_option(s: Any, seat: Seat, action: Action, seed: int, world: int) -> Totals:
        states[kernels.BASE] = s
        result = [0, 0]
        loop(states, rng, out, totals, seat, action, seed, world, DEPTH, result)
        return result[0], result[1]

    return try_option


@cache
def native_trier(game: AnyGame) -> TryOption:
    """The compiled loop; MissingExtra without Numba. The first call on a machine takes a while."""
    gear = native(game)

    import numpy as np

    kernel = gear.compile(kernels.try_option)
    layout, dtype = game.state.layout, game.state.dtype()

    def try_option(s: Any, seat: Seat, action: Action, seed: int, world: int) -> Totals:
        states, result = gear.states(kernels.PLACES), gear.array(2, "int64")
        states[kernels.BASE] = np.frombuffer(s.to_bytes().ljust(layout.itemsize, b"\0"), dtype=dtype)[0]
        kernel(states, gear.rngs(1)[0], gear.buffer(), gear.buffer("int64"), seat, action, seed, world, DEPTH, result)
        return int(result[0]), int(result[1])

    return try_option


_ready: dict[AnyGame, TryOption] = {}
_loading: set[AnyGame] = set()


def trier(game: AnyGame) -> TryOption:
    """The fastest loop available for the game now; starts loading the compiled one once it is on disk."""
    if game not in _loading and is_prepared(game):
        _loading.add(game)
        threading.Thread(target=compile_search, args=(game,), daemon=True).start()
    return _ready.get(game) or plain_trier(game)


def trier_is_compiled(game: AnyGame) -> bool:
    """Whether the compiled loop is at hand; starts loading it once it is on disk."""
    trier(game)
    return game in _ready


def is_prepared(game: AnyGame) -> bool:
    """Whether the compiled loop is on disk."""
    return find_spec("numba") is not None and compiled_mark(game).exists()


def compiled_mark(game: AnyGame) -> Path:
    """A file that says that the loop of this game, as its rules are written now, is in the cache of compiled rules."""
    return cache_folder() / f"{game.id}-search-{_loop_key(game)}"


@cache
def _loop_key(game: AnyGame) -> str:
    return rules_key(game, kernels.try_option)[:20]


def compile_search(game: AnyGame) -> None:
    """Compile the loop for a game, or load it from the cache, and use it from now on."""
    try_option = native_trier(game)
    s = game.new(game.seats[0])
    plain(game).advance(s, seeded(0))
    seat = game.acting(s)[0]
    try_option(s, seat, game.legal_actions(s, seat)[0], 0, 0)
    compiled_mark(game).touch()
    _ready[game] = try_option
