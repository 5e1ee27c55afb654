"""Loops over the contract that run inside a gear: events, steps, whole games.

The names below are bound to the rules of one game by each gear (`core.gears`). Every function here is written in the
rules language, so plain, native and CUDA run the same loops.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.core.bits import lowest
from zashiki.core.chance import below, seed_rng
from zashiki.core.game import CHANCE, OVER
from zashiki.core.rule import rule

clear: Callable[[Any], None]
setup: Callable[[Any, int, Any], None]
status: Callable[[Any], int]
draw: Callable[[Any, Any], None]
reveal: Callable[[Any], None]
to_act: Callable[[Any], int]
legal: Callable[[Any, int, Any], int]
apply: Callable[[Any, int, int], None]
scores: Callable[[Any, Any], None]
winners: Callable[[Any], int]

CHECKSUM_PRIME = 2147483647
NOBODY = -1  # the seat to act when the game is over
REFUSED = -1  # what `step_at` answers to an action that is not an option
BEGIN, STEP = range(2)  # the jobs of `single`


@rule
def advance(s: Any, rng: Any) -> None:
    """Carry out chance events until a seat must decide or the game is over."""
    while status(s) == CHANCE:
        draw(s, rng)
        reveal(s)


@rule
def begin(s: Any, players: int, options: Any, rng: Any) -> None:
    """A new game, up to its first decision."""
    clear(s)
    setup(s, players, options)
    advance(s, rng)


@rule
def seat_to_act(s: Any) -> int:
    """The lowest seat to act."""
    return lowest(to_act(s))


@rule
def random_action(s: Any, seat: int, rng: Any, out: Any) -> int:
    """A uniform legal action of a seat to act."""
    n = legal(s, seat, out)
    action: int = out[below(rng, n)]
    return action


@rule
def random_event(s: Any, rng: Any, out: Any) -> None:
    """The next event: chance, or a uniform choice of the lowest seat to act."""
    if status(s) == CHANCE:
        draw(s, rng)
        reveal(s)
    else:
        seat = seat_to_act(s)
        apply(s, seat, random_action(s, seat, rng, out))


@rule
def playout(s: Any, rng: Any, out: Any) -> int:
    """Play uniformly at random to the end, from any event on; returns the number of decisions."""
    decisions = 0
    while True:
        now = status(s)
        while now == CHANCE:
            draw(s, rng)
            reveal(s)
            now = status(s)
        if now == OVER:
            return decisions
        seat = seat_to_act(s)
        apply(s, seat, random_action(s, seat, rng, out))
        decisions += 1


@rule
def fold_scores(s: Any, out: Any, checksum: int) -> int:
    """Fold scores and winners of a finished game into a checksum."""
    scores(s, out)
    for seat in range(s.players):
        checksum = (checksum * 31 + out[seat]) % CHECKSUM_PRIME
    return (checksum * 31 + winners(s)) % CHECKSUM_PRIME


@rule
def play_games(
    states: Any, rng: Any, out: Any, players: int, options: Any, seed: int, first: int, last: int, totals: Any
) -> None:
    """Play random games number `first` to `last - 1` of a seed in states[0]; adds decisions and checksum to totals."""
    s = states[0]
    for game in range(first, last):
        seed_rng(rng, seed, game)
        clear(s)
        setup(s, players, options)
        totals[0] += playout(s, rng, out)
        totals[1] = (totals[1] + fold_scores(s, out, game % CHECKSUM_PRIME)) % CHECKSUM_PRIME


@rule
def one_event(states: Any, i: int, rng: Any, out: Any) -> int:
    """Play the next random event of one game; returns the status before it."""
    before = status(states[i])
    if before != OVER:
        random_event(states[i], rng, out)
    return before


@rule
def legal_at(states: Any, i: int, seat: int, out: Any) -> int:
    """`legal` for one state of an array."""
    return legal(states[i], seat, out)


@rule
def ask(s: Any, out: Any, turn: Any) -> int:
    """Write the lowest seat to act to turn[0], its options to `out` and their number to turn[1]; 0 if the game is over."""
    turn[0] = NOBODY
    turn[1] = 0
    if status(s) != OVER:
        turn[0] = seat_to_act(s)
        turn[1] = legal(s, turn[0], out)
    number: int = turn[1]
    return number


@rule
def begin_at(states: Any, rng: Any, out: Any, turn: Any, players: int, options: Any, seed: int) -> int:
    """A new game in states[0] with chance from a seed, up to its first decision; what `ask` answers."""
    seed_rng(rng, seed, 0)
    begin(states[0], players, options, rng)
    return ask(states[0], out, turn)


@rule
def step_at(states: Any, rng: Any, out: Any, turn: Any, action: int) -> int:
    """Play one of the options that `ask` wrote, and all chance behind it; what `ask` answers then.

    REFUSED, and nothing is played, if the action is not among the options.
    """
    for i in range(turn[1]):
        if out[i] == action:
            apply(states[0], turn[0], action)
            advance(states[0], rng)
            return ask(states[0], out, turn)
    return REFUSED


@rule
def single(states: Any, rng: Any, out: Any, turn: Any, players: int, options: Any, job: int, number: int) -> int:
    """Both of these in one kernel, which is compiled once: BEGIN a new game with a seed, or STEP with an action."""
    if job == BEGIN:
        return begin_at(states, rng, out, turn, players, options, number)
    return step_at(states, rng, out, turn, number)
