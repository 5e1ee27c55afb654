"""The inner loops of the batch and the vector of seats, in the rules language.

Every gear binds the names below to the rules of one game, as it does for `core.kernels`. Each call works on a slice of
the array of states, `first` .. `last - 1`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.core.bits import has, lowest
from zashiki.core.chance import below, seed_rng
from zashiki.core.game import OVER
from zashiki.core.kernels import (
    advance,
    begin,
    observe_scaled,
    random_action,
    seat_to_act,
    share_win,
    step_game,
    write_mask,
)
from zashiki.core.rule import rule

clear: Callable[[Any], None]
setup: Callable[[Any, int, Any], None]
status: Callable[[Any], int]
to_act: Callable[[Any], int]
legal: Callable[[Any, int, Any], int]
apply: Callable[[Any, int, int], None]
resample: Callable[[Any, int, Any], None]
worth: Callable[[Any, int], int]

WORLD, TRIAL = 0, 1  # indices in `imagined`


@rule
def start_game(s: Any, players: int, options: Any, rng: Any, seed: int, number: int) -> None:
    """A new game before its first event, with its own generator."""
    seed_rng(rng, seed, number)
    clear(s)
    setup(s, players, options)


# The batch: every game waits for the lowest seat to act.


@rule
def reset_batch(
    states: Any, rngs: Any, players: int, options: Any, seed: int, seats: Any, masks: Any, out: Any, first: int, last: int
) -> None:
    """Start every game of the slice, each with its own generator; write the seats to act and the masks."""
    for i in range(first, last):
        seed_rng(rngs[i], seed, i)
        begin(states[i], players, options, rngs[i])
        seats[i] = seat_to_act(states[i])
        write_mask(states[i], seats[i], masks[i], out)


@rule
def step_batch(
    states: Any,
    rngs: Any,
    players: int,
    options: Any,
    actions: Any,
    seats: Any,
    masks: Any,
    rewards: Any,
    done: Any,
    out: Any,
    first: int,
    last: int,
) -> None:
    """One decision in every game of the slice, with rewards, auto-reset, and the next seats and masks."""
    for i in range(first, last):
        done[i] = step_game(states[i], rngs[i], players, options, seats[i], actions[i], rewards[i])
        seats[i] = seat_to_act(states[i])
        write_mask(states[i], seats[i], masks[i], out)


@rule
def ask_batch(states: Any, seats: Any, masks: Any, out: Any, first: int, last: int) -> None:
    """The seats to act and their masks."""
    for i in range(first, last):
        seats[i] = seat_to_act(states[i])
        write_mask(states[i], seats[i], masks[i], out)


@rule
def sample_batch(states: Any, rngs: Any, seats: Any, actions: Any, out: Any, first: int, last: int) -> None:
    """A uniformly random legal action for every game of the slice."""
    for i in range(first, last):
        actions[i] = random_action(states[i], seats[i], rngs[i], out)


@rule
def observe_batch(states: Any, seats: Any, scales: Any, observations: Any, first: int, last: int) -> None:
    """The observation of the seat to act in every game of the slice."""
    for i in range(first, last):
        observe_scaled(states[i], seats[i], scales, observations[i])


# The vector: one seat in every game learns, and bots play all the others.


@rule
def greedy_action(states: Any, i: int, seat: int, rng: Any, imagined: Any, out: Any) -> int:
    """The option after which one possible world is worth most to the seat; ties are broken at random."""
    n = legal(states[i], seat, out)
    chosen: int = out[0]
    if n > 1:
        imagined[WORLD] = states[i]
        resample(imagined[WORLD], seat, rng)
        best, ties = 0, 0
        for k in range(n):
            imagined[TRIAL] = imagined[WORLD]
            apply(imagined[TRIAL], seat, out[k])
            value = worth(imagined[TRIAL], seat)
            if ties == 0 or value > best:
                best, ties = value, 1
                chosen = out[k]
            elif value == best:
                ties += 1
                if below(rng, ties) == 0:
                    chosen = out[k]
    return chosen


@rule
def let_others_play(states: Any, i: int, seat: int, greedy: int, rng: Any, imagined: Any, out: Any) -> None:
    """Let bots, greedy or random, play until the seat must decide or the game is over."""
    while status(states[i]) != OVER and not has(to_act(states[i]), seat):
        other = lowest(to_act(states[i]))
        if greedy:
            action = greedy_action(states, i, other, rng, imagined, out)
        else:
            action = random_action(states[i], other, rng, out)
        apply(states[i], other, action)
        advance(states[i], rng)


@rule
def begin_for_seat(
    states: Any, i: int, players: int, options: Any, seat: int, greedy: int, rng: Any, imagined: Any, out: Any
) -> None:
    """A new game, up to the seat's first decision; if a game ends without one, another is started."""
    begin(states[i], players, options, rng)
    let_others_play(states, i, seat, greedy, rng, imagined, out)
    while status(states[i]) == OVER:
        begin(states[i], players, options, rng)
        let_others_play(states, i, seat, greedy, rng, imagined, out)


@rule
def reset_seats(
    states: Any,
    rngs: Any,
    players: int,
    options: Any,
    seed: int,
    seats: Any,
    greedy: int,
    masks: Any,
    imagined: Any,
    out: Any,
    first: int,
    last: int,
) -> None:
    """Start every game of the slice, each with its own generator."""
    for i in range(first, last):
        seed_rng(rngs[i], seed, i)
        begin_for_seat(states, i, players, options, seats[i], greedy, rngs[i], imagined, out)
        write_mask(states[i], seats[i], masks[i], out)


@rule
def step_seats(
    states: Any,
    rngs: Any,
    players: int,
    options: Any,
    actions: Any,
    seats: Any,
    turns: int,
    greedy: int,
    masks: Any,
    shares: Any,
    gains: Any,
    done: Any,
    scales: Any,
    last_seen: Any,
    imagined: Any,
    out: Any,
    first: int,
    last: int,
) -> None:
    """One decision of the learning seat in every game of the slice, and everything up to its next one.

    A finished game splits the win, stores what the seat sees at the end and restarts with the seat moved on by `turns`.
    """
    for i in range(first, last):
        seat = seats[i]
        before = worth(states[i], seat)
        apply(states[i], seat, actions[i])
        advance(states[i], rngs[i])
        let_others_play(states, i, seat, greedy, rngs[i], imagined, out)
        gains[i] = worth(states[i], seat) - before
        done[i] = status(states[i]) == OVER
        for k in range(players):
            shares[i, k] = 0.0
        if done[i]:
            share_win(states[i], shares[i])
            observe_scaled(states[i], seat, scales, last_seen[i])
            seats[i] = (seat + turns) % players
            begin_for_seat(states, i, players, options, seats[i], greedy, rngs[i], imagined, out)
        write_mask(states[i], seats[i], masks[i], out)


@rule
def weigh_options(states: Any, rngs: Any, seats: Any, worths: Any, imagined: Any, out: Any, first: int, last: int) -> None:
    """What one possible world is worth after each option of the learning seat in every game of the slice; 0 elsewhere."""
    for i in range(first, last):
        for action in range(worths.shape[1]):
            worths[i, action] = 0
        n = legal(states[i], seats[i], out)
        imagined[WORLD] = states[i]
        resample(imagined[WORLD], seats[i], rngs[i])
        for k in range(n):
            imagined[TRIAL] = imagined[WORLD]
            apply(imagined[TRIAL], seats[i], out[k])
            worths[i, out[k]] = worth(imagined[TRIAL], seats[i])
