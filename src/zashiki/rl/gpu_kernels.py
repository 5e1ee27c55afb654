"""What a GPU runs for a batch, in the rules language: the loops of `rl.kernels` by many threads together (`core.threads`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zashiki.bots.kernels import BASE, WORLD, try_option
from zashiki.core import kernels as core
from zashiki.core.cuda import WARP
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i64s
from zashiki.core.threads import add_to, become, block, meet_block, part_of, thread, threads
from zashiki.rl import kernels as loops
from zashiki.rl.kernels import NO_OPTION

observe: Callable[[Any, int, Any], None]

# Work space of a thread, as large as the game needs it, and observations that a block shares (`core.cuda`).
OwnState: Callable[[], Any]
Listed: Callable[[], Any]
Weighed: Callable[[], Any]
Generator: Callable[[], Any]
Rows: Callable[[], Any]

WEIGHERS = 16  # threads that weigh the options of a game


@rule
def mine() -> int:
    """The number of this thread among those of all blocks."""
    return block() * threads() + thread()


class Pair(Work):
    """What a simulation of the search bot gives."""

    two: list[int] = i64s(2, 0, 0)


@rule
def clear_rows(rows: Any) -> None:
    """Clear the rows of this block's games, one warp per row, and wait until that is done."""
    i = block() * threads() + thread() // WARP
    end = min((block() + 1) * threads(), len(rows))
    while i < end:
        for k in range(thread() % WARP, rows.shape[1], WARP):
            rows[i, k] = 0
        i += threads() // WARP
    meet_block()


@rule
def reset_batch(states: Any, rngs: Any, players: int, options: Any, seed: int, seats: Any, masks: Any) -> None:
    listed = Listed()
    i = mine()
    clear_rows(masks)
    if i < len(states):
        loops.reset_batch(states, rngs, players, options, seed, seats, masks, listed.out, i, i + 1)


@rule
def restart_batch(states: Any, rngs: Any, players: int, options: Any, chosen: Any, seats: Any, masks: Any) -> None:
    listed = Listed()
    i = mine()
    clear_rows(masks)
    if i < len(states):
        loops.restart_batch(states, rngs, players, options, chosen, seats, masks, listed.out, i, i + 1)


@rule
def step_batch(
    states: Any, rngs: Any, players: int, options: Any, actions: Any, seats: Any, masks: Any, rewards: Any, done: Any
) -> None:
    listed = Listed()
    i = mine()
    clear_rows(masks)
    if i < len(states):
        loops.step_batch(states, rngs, players, options, actions, seats, masks, rewards, done, listed.out, i, i + 1)


@rule
def ask_batch(states: Any, seats: Any, masks: Any) -> None:
    listed = Listed()
    i = mine()
    clear_rows(masks)
    if i < len(states):
        loops.ask_batch(states, seats, masks, listed.out, i, i + 1)


@rule
def sample_batch(states: Any, rngs: Any, seats: Any, actions: Any) -> None:
    listed = Listed()
    i = mine()
    if i < len(states):
        loops.sample_batch(states, rngs, seats, actions, listed.out, i, i + 1)


@rule
def begin_tables(states: Any, rngs: Any, players: Any, options: Any, chosen: Any, seed: int, seats: Any) -> None:
    i = mine()
    if i < len(states):
        loops.begin_tables(states, rngs, players, options, chosen, seed, seats, i, i + 1)


@rule
def play_tables(states: Any, rngs: Any, players: Any, options: Any, actions: Any, seats: Any, rewards: Any, done: Any) -> None:
    i = mine()
    if i < len(states):
        loops.play_tables(states, rngs, players, options, actions, seats, rewards, done, i, i + 1)


@rule
def observe_batch(states: Any, seats: Any, scales: Any, observations: Any, games: int, length: int) -> None:
    """Observations of so many games by a warp; `length` numbers are kept for each.

    They are written to the block's shared memory, where scattered writes are cheap, and copied out in whole rows.
    """
    shared = Rows()
    first = block() * games
    here = min(games, len(states) - first)
    for k in range(thread(), here * length, WARP):
        shared.numbers[k] = 0
    meet_block()
    if thread() < here:
        observe(states[first + thread()], seats[first + thread()], part_of(shared.numbers, thread() * length, length))
    meet_block()
    for k in range(thread(), len(scales), WARP):
        scale = scales[k]
        for row in range(here):
            observations[first + row, k] = shared.numbers[row * length + k] * scale


@rule
def imagine_batch(states: Any, rngs: Any, seats: Any, options: Any, counts: Any, imagined: Any) -> None:
    i = mine()
    if i < len(states):
        loops.imagine_batch(states, rngs, seats, options, counts, imagined, i, i + 1)


@rule
def weigh_batch(imagined: Any, seats: Any, options: Any, counts: Any, worths: Any, world: int) -> None:
    """Several threads for each game, which share its options."""
    trial = OwnState()
    i = mine() // WEIGHERS
    if i < len(imagined):
        for k in range(thread() % WEIGHERS, counts[i], WEIGHERS):
            if world == 0:
                worths[i, k] = 0
            if counts[i] > 1:
                become(trial, imagined[i, WORLD])
                worths[i, k] += loops.worth_after(trial, seats[i], options[i, k])


@rule
def try_batch(states: Any, seats: Any, candidates: Any, seeds: Any, worlds: int, depth: int, results: Any, rooms: Any) -> None:
    """The simulations of the search bot for every candidate of every game, one thread each."""
    listed, weighed, generator, won = Listed(), Weighed(), Generator(), Pair()
    t = mine()
    world, i, k = t % worlds, t // worlds // candidates.shape[1], t // worlds % candidates.shape[1]
    if i < len(states) and candidates[i, k] != NO_OPTION:
        rooms[t, BASE] = states[i]
        won.two[0] = won.two[1] = 0
        try_option(
            rooms[t], generator.words, listed.out, weighed.totals, seats[i], candidates[i, k], seeds[i], world, depth, won.two
        )
        add_to(results[i, k], 0, won.two[0])
        add_to(results[i, k], 1, won.two[1])


@rule
def choose_batch(states: Any, rngs: Any, seats: Any, actions: Any, net: Any, weights: Any, imagined: Any, rooms: Any) -> None:
    listed, weighed = Listed(), Weighed()
    i = mine()
    if i < len(states):
        loops.choose_batch(
            states, rngs, seats, actions, net, weights, imagined[i], rooms[i], listed.out, weighed.totals, i, i + 1
        )


@rule
def one_event(states: Any, rngs: Any, before: Any) -> None:
    listed = Listed()
    i = mine()
    if i < len(states):
        before[i] = core.one_event(states, i, rngs[i], listed.out)
