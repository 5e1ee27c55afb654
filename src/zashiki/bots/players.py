"""Random and greedy play, written from the contract of a game alone.

A bot is asked with the view of its seat and the seat's options; it answers with one of them. What it cannot see it may
only imagine: `state_from` builds a state the view could come from, and `resample` another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zashiki.core.actions import Action
from zashiki.core.chance import below
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat

IMAGINED = 3  # how many states greedy play averages over where something is hidden
SECONDS = 1.0  # what a bot may take for one decision unless it is told otherwise


def choose_randomly(
    game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS
) -> Action:
    """Any option, all equally likely."""
    return options[below(rng, len(options))]


def choose_greedily(
    game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS
) -> Action:
    """The option after which the game's `worth` is highest, on average over imagined states; ties are drawn."""
    if len(options) == 1:
        return options[0]
    worths = weigh(game, view, seat, options, rng)
    best = [i for i, worth in enumerate(worths) if worth == max(worths)]
    return options[best[below(rng, len(best))]]


def weigh(game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int]) -> list[int]:
    """What the position is worth after each option, summed over the same imagined states."""
    totals = [0] * len(options)
    for imagined in imagine(game, view, seat, rng, IMAGINED):
        for i, action in enumerate(options):
            s = imagined.copy()
            game.rules.apply(s, seat, action)
            totals[i] += game.worth.worth(s, seat)
    return totals


def imagine(game: AnyGame, view: Any, seat: Seat, rng: list[int], times: int) -> list[Any]:
    """States the view could come from; only one where nothing is hidden."""
    first = game.eyes.state_from(view, rng)
    states = [first]
    for _ in range(times - 1):
        s = first.copy()
        game.eyes.resample(s, seat, rng)
        if s == first:
            break
        states.append(s)
    return states
