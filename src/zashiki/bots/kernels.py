"""Greedy play and the loop inside the search bot, in the rules language.

Every gear binds the names below to the rules of one game, as it does for `core.kernels`. `states` has PLACES places. Assigning
to one copies the state: NumPy arrays do so, and `CopyingStates` does so in the plain gear.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.core.bits import bit, count
from zashiki.core.chance import below, draw_from, seed_rng
from zashiki.core.game import OVER
from zashiki.core.kernels import advance
from zashiki.core.rooms import ALIKE
from zashiki.core.rule import rule

same: Callable[[Any, Any], int]
status: Callable[[Any], int]
to_act: Callable[[Any], int]
legal: Callable[[Any, int, Any], int]
apply: Callable[[Any, int, int], None]
winners: Callable[[Any], int]
resample: Callable[[Any, int, Any], None]
worth: Callable[[Any, int], int]
plausible: Callable[[Any, int], int]
WORLDS: int

GUESSES = 8  # worlds drawn for one where the behaviour of others makes some likelier
LARGEST = 1 << 30  # a number `below` takes safely
WHOLE_WIN = 60  # a win, in parts that can be shared by two, three, four or five seats
BASE, FIRST, WORLD, TRIAL = range(4)  # places in `states`
PLACES = 4


# Imagining


@rule
def comes_up(weight: int, total: int, rng: Any) -> int:
    """1 with the chance weight / total, else 0."""
    while total > LARGEST:
        weight >>= 1
        total >>= 1
    return 1 if below(rng, total) < weight else 0


@rule
def imagine(states: Any, seat: int, rng: Any) -> None:
    """Put a world that the seat cannot rule out in states[BASE] into states[WORLD], a plausible one more often."""
    total = 0
    for _ in range(GUESSES):
        states[TRIAL] = states[BASE]
        resample(states[TRIAL], seat, rng)
        weight = plausible(states[TRIAL], seat)
        if weight == ALIKE:
            states[WORLD] = states[TRIAL]
            return
        total += weight
        if comes_up(weight, total, rng):
            states[WORLD] = states[TRIAL]


# Greedy play


@rule
def add_worths(states: Any, seat: int, n: int, out: Any, totals: Any) -> None:
    """Add what states[WORLD] is worth to the seat after each of its n options."""
    for i in range(n):
        states[TRIAL] = states[WORLD]
        apply(states[TRIAL], seat, out[i])
        totals[i] += worth(states[TRIAL], seat)


@rule
def weigh_options(states: Any, seat: int, rng: Any, out: Any, totals: Any) -> int:
    """Write the options of states[BASE] and what each is worth, added up over imagined worlds; how many options there are.

    As many worlds as the game asks for; where nothing is hidden, one counts for all of them. None is imagined where any would do.
    """
    n = legal(states[BASE], seat, out)
    for i in range(n):
        totals[i] = 0
    if WORLDS == 1:
        states[WORLD] = states[BASE]
        add_worths(states, seat, n, out, totals)
        return n
    for k in range(WORLDS):
        imagine(states, seat, rng)
        if k == 0:
            states[FIRST] = states[WORLD]
        elif same(states[WORLD], states[FIRST]):
            for i in range(n):
                totals[i] *= WORLDS
            return n
        add_worths(states, seat, n, out, totals)
    return n


@rule
def best_option(n: int, out: Any, totals: Any, rng: Any) -> int:
    """The option with the largest total; ties are drawn."""
    chosen: int = out[0]
    best, ties = totals[0], 1
    for i in range(1, n):
        if totals[i] > best:
            best, ties = totals[i], 1
            chosen = out[i]
        elif totals[i] == best:
            ties += 1
            if below(rng, ties) == 0:
                chosen = out[i]
    return chosen


@rule
def keep_best(n: int, kept: int, out: Any, totals: Any) -> int:
    """Move the options with the largest totals to the front; how many are kept."""
    kept = min(n, kept)
    for i in range(kept):
        best = i
        for k in range(i + 1, n):
            if totals[k] > totals[best]:
                best = k
        out[i], out[best] = out[best], out[i]
        totals[i], totals[best] = totals[best], totals[i]
    return kept


@rule
def greedy_option(states: Any, seat: int, rng: Any, out: Any, totals: Any) -> int:
    """What greedy play answers for the seat in states[BASE]."""
    n = legal(states[BASE], seat, out)
    if n > 1:
        n = weigh_options(states, seat, rng, out, totals)
        return best_option(n, out, totals, rng)
    only: int = out[0]
    return only


# Search


@rule
def answer_greedily(states: Any, seat: int, rng: Any, out: Any, totals: Any) -> None:
    """The greedy decision of a seat in states[WORLD], which it takes for the truth, and the chance behind it."""
    n = legal(states[WORLD], seat, out)
    if n > 1:
        for i in range(n):
            totals[i] = 0
        add_worths(states, seat, n, out, totals)
        apply(states[WORLD], seat, best_option(n, out, totals, rng))
    else:
        apply(states[WORLD], seat, out[0])
    advance(states[WORLD], rng)


@rule
def play_on(states: Any, rng: Any, out: Any, totals: Any) -> None:
    """The decision of a seat to act.

    Whoever answers last among several sees, in its head, what comes of it: so the order is drawn.
    """
    answer_greedily(states, draw_from(rng, to_act(states[WORLD])), rng, out, totals)


@rule
def follow_option(states: Any, rng: Any, out: Any, totals: Any, seat: int, action: int, depth: int, result: Any) -> None:
    """Make the move in states[WORLD] and let everybody play greedily for `depth` decisions.

    Adds to result: what the seat has then is worth, and its share of the win where the game is over.
    """
    apply(states[WORLD], seat, action)
    advance(states[WORLD], rng)
    for _ in range(depth):
        if status(states[WORLD]) != OVER:
            play_on(states, rng, out, totals)
    result[0] += worth(states[WORLD], seat)
    if status(states[WORLD]) == OVER:
        won = winners(states[WORLD])
        if won & bit(seat):
            result[1] += WHOLE_WIN // count(won)


@rule
def try_option(
    states: Any, rng: Any, out: Any, totals: Any, seat: int, action: int, seed: int, world: int, depth: int, result: Any
) -> None:
    """Imagine world number `world` of states[BASE] and follow the option there."""
    seed_rng(rng, seed, world)
    imagine(states, seat, rng)
    follow_option(states, rng, out, totals, seat, action, depth, result)


# Prospects


@rule
def share_out(s: Any, into: Any, first: int) -> None:
    """Add every seat's part of the win of a finished game to `into`, from place `first` on."""
    won = winners(s)
    part = WHOLE_WIN // count(won)
    for seat in range(s.players):
        if won & bit(seat):
            into[first + seat] += part


@rule
def play_on_honestly(start: Any, states: Any, rng: Any, out: Any, totals: Any, seed: int, playouts: int, into: Any) -> None:
    """Play start[0] to its end so many times, everybody greedily by what their seat can know; the parts of the wins are added."""
    for k in range(playouts):
        seed_rng(rng, seed, k)
        states[BASE] = start[0]
        while status(states[BASE]) != OVER:
            seat = draw_from(rng, to_act(states[BASE]))
            apply(states[BASE], seat, greedy_option(states, seat, rng, out, totals))
            advance(states[BASE], rng)
        share_out(states[BASE], into, 0)
