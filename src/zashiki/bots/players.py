"""Random and greedy play, written from the contract of a game alone.

A bot is given the view of its seat and the seat's options; it answers with one of them. What it cannot see, it can
only guess: `state_from` builds a state that fits the view, and `resample` another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zashiki.core.chance import below
from zashiki.core.game import Action, AnyGame, Seat

IMAGINED = 3  # how many states greedy play averages over when something is hidden
SECONDS = 1.0  # default time limit for one decision


def choose_randomly(
    game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS
) -> Action:
    """Any option, all equally likely."""
    return options[below(rng, len(options))]


def choose_greedily(
    game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS
) -> Action:
    """The option after which the game's `worth` is highest, averaged over possible states; ties are broken at random."""
    if len(options) == 1:
        return options[0]
    worths = weigh(game, view, seat, options, rng)
    best = [i for i, worth in enumerate(worths) if worth == max(worths)]
    return options[best[below(rng, len(best))]]


def weigh(game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int]) -> list[int]:
    """What the position is worth after each option, summed over the same possible states."""
    totals = [0] * len(options)
    for imagined in imagine(game, view, seat, rng, IMAGINED):
        for i, action in enumerate(options):
            s = imagined.copy()
            game.apply(s, seat, action)
            totals[i] += game.worth(s, seat)
    return totals


def imagine(game: AnyGame, view: Any, seat: Seat, rng: list[int], times: int) -> list[Any]:
    """States that fit the view; only one if nothing is hidden."""
    first = game.state_from(view, rng)
    states = [first]
    for _ in range(times - 1):
        s = first.copy()
        game.resample(s, seat, rng)
        if s == first:
            break
        states.append(s)
    return states
