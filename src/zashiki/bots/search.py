"""The search bot: simulates many possible games after each promising option.

In every possible world it redraws what is hidden, makes the move and lets all seats continue greedily, with the same worlds
and the same chance for every option, so that luck cancels out. It searches until its time is up. The loop runs as plain
Python; once it has been compiled (by `bots.preparing`, which a house starts), the compiled one is loaded and takes over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from zashiki.bots import kernels
from zashiki.bots.players import SECONDS, CopyingStates, weigh
from zashiki.bots.prepared import Prepared, first_question
from zashiki.bots.watch import Watch
from zashiki.core.actions import Action
from zashiki.core.chance import RNG_WORDS, next_word
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.core.native import native
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
    watch = Watch(seconds, MOST_WORLDS)
    worths = weigh(game, view, seat, rng)
    candidates = sorted(range(len(options)), key=lambda i: -worths[i])[:CANDIDATES]
    base, seed, try_option = game.eyes.state_from(view, rng), next_word(rng), trier(game)
    return best_tried([options[i] for i in candidates], lambda action, world: try_option(base, seat, action, seed, world), watch)


def best_tried(candidates: Sequence[Action], try_option: Callable[[Action, int], Totals], watch: Watch) -> Action:
    """The candidate that does best, tried in one world after the other until the watch says stop."""
    totals = [(0, 0)] * len(candidates)
    for world in range(watch.most):
        tried: list[Totals] = []
        for action in candidates:
            if not watch.has_time():
                return candidates[best_of(totals)]
            tried.append(try_option(action, world))
        totals = [(a + c, b + d) for (a, b), (c, d) in zip(totals, tried, strict=True)]
    return candidates[best_of(totals)]


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
    """The compiled loop; MissingExtra without a compiler. The first call on a machine takes a while."""
    gear = native(game)
    kernel = gear.compile(kernels.try_option)

    def try_option(s: Any, seat: Seat, action: Action, seed: int, world: int) -> Totals:
        states, result = gear.states(kernels.PLACES), gear.array(2, "int64")
        states[kernels.BASE] = gear.record(s)
        kernel(states, gear.rngs(1)[0], gear.buffer(), gear.buffer("int64"), seat, action, seed, world, DEPTH, result)
        return int(result[0]), int(result[1])

    return try_option


def _tried_once(game: AnyGame) -> TryOption:
    try_option, (s, seat) = native_trier(game), first_question(game)
    try_option(s, seat, game.legal_actions(s, seat)[0], 0, 0)
    return try_option


COMPILED = Prepared("search", kernels.try_option, _tried_once)


def trier(game: AnyGame) -> TryOption:
    """The fastest loop available for the game now."""
    return COMPILED.at_hand(game) or plain_trier(game)
