"""Random and greedy play, written from the contract of a game alone.

A bot is given the view of its seat and the seat's options; it answers with one of them. What it cannot see, it can
only guess: `state_from` builds a state that fits the view, and `resample` another one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zashiki.bots import kernels
from zashiki.core.actions import Action
from zashiki.core.chance import below
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.core.rooms import Seat

SECONDS = 1.0  # what a bot may take for one decision unless it is told otherwise


def choose_randomly(
    game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS
) -> Action:
    """Any option, all equally likely."""
    return options[below(rng, len(options))]


def choose_greedily(
    game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS
) -> Action:
    """The option after which the game's `worth` is highest, on average over imagined worlds; ties are drawn."""
    desk = Desk(game, view, rng, weighing=True)
    action: Action = desk.loops.greedy_option(desk.states, seat, rng, desk.out, desk.totals)
    return action


def weigh(game: AnyGame, view: Any, seat: Seat, rng: list[int]) -> list[int]:
    """What each option of the seat is worth to greedy play, in canonical order."""
    desk = Desk(game, view, rng, weighing=True)
    return desk.totals[: desk.loops.weigh_options(desk.states, seat, rng, desk.out, desk.totals)]


class CopyingStates(list[Any]):
    """Places for plain states; as in a NumPy array, what is put into a place is copied."""

    def __setitem__(self, at: Any, s: Any) -> None:
        super().__setitem__(at, s.copy())


class Desk:
    """The loops of `bots.kernels` in the plain gear and what they work on: a state the view could come from, and room."""

    def __init__(self, game: AnyGame, view: Any, rng: list[int], *, weighing: bool = False) -> None:
        base = game.state_to_weigh(view, rng) if weighing else game.eyes.state_from(view, rng)
        self.loops = plain(game, kernels)
        self.states = CopyingStates([base] * kernels.PLACES)
        self.out, self.totals = [0] * game.about.max_legal, [0] * game.about.max_legal
