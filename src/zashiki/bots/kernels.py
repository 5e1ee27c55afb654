"""The search bot's inner loop, in the rules language: one possible world, continued by greedy play.

Every gear binds the names below to the rules of one game, as it does for `core.kernels`. Assigning to an element of `states`
copies the state: NumPy arrays do this, and `CopyingStates` does it for the plain gear.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.core.bits import bit, count, lowest
from zashiki.core.chance import seed_rng
from zashiki.core.game import OVER
from zashiki.core.kernels import advance
from zashiki.core.rule import rule

status: Callable[[Any], int]
to_act: Callable[[Any], int]
legal: Callable[[Any, int, Any], int]
apply: Callable[[Any, int, int], None]
winners: Callable[[Any], int]
resample: Callable[[Any, int, Any], None]
worth: Callable[[Any, int], int]

WHOLE_WIN = 60  # divisible by two, three, four and five, so that winners can share it
BASE, WORLD, TRIAL = 0, 1, 2  # indices in `states`


@rule
def greedy_option(states: Any, seat: int, out: Any) -> int:
    """The option after which the world is worth most to the seat."""
    n = legal(states[WORLD], seat, out)
    chosen: int = out[0]
    best = 0
    if n > 1:
        for i in range(n):
            states[TRIAL] = states[WORLD]
            apply(states[TRIAL], seat, out[i])
            value = worth(states[TRIAL], seat)
            if i == 0 or value > best:
                best = value
                chosen = out[i]
    return chosen


@rule
def try_option(states: Any, rng: Any, out: Any, seat: int, action: int, seed: int, world: int, depth: int, totals: Any) -> None:
    """Sample world number `world` of states[BASE], make the move, and let everybody play greedily for `depth` decisions.

    Adds to totals: what the position is then worth to the seat, and its share of the win if the game is over.
    """
    seed_rng(rng, seed, world)
    states[WORLD] = states[BASE]
    resample(states[WORLD], seat, rng)
    apply(states[WORLD], seat, action)
    advance(states[WORLD], rng)
    for _ in range(depth):
        if status(states[WORLD]) != OVER:
            mover = lowest(to_act(states[WORLD]))
            apply(states[WORLD], mover, greedy_option(states, mover, out))
            advance(states[WORLD], rng)
    totals[0] += worth(states[WORLD], seat)
    if status(states[WORLD]) == OVER:
        won = winners(states[WORLD])
        if won & bit(seat):
            totals[1] += WHOLE_WIN // count(won)
