"""The seven guests of the house: opponents from somebody who has just learnt a game to the best there is.

Guests one to six play by the game's network and let some loss pass, the weaker the more, within a bound at every decision
(`network.kernels.eased_option`); how much is measured for each game and stands in its `levels.toml`. The seventh searches over
the policy of the network (`foresight`), once that is compiled, and plays like the sixth until then. In a game without a network
the first six go by `worth` alone, and the seventh is `search`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from zashiki.bots import search as by_worth
from zashiki.bots.foresight import player as by_policy
from zashiki.bots.network.kernels import ONE
from zashiki.bots.network.player import choose_by_network, usable_network
from zashiki.bots.players import SECONDS, weigh
from zashiki.core.actions import Action
from zashiki.core.chance import below
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat

NAMES = ("mame", "taro", "hana", "genji", "oharu", "kyubei", "warashi")  # from the weakest to the strongest
BEST = len(NAMES)
FILE = "levels.toml"
USUAL_SLACK = (64, 48, 32, 20, 10, 0)  # logits that guests one to six let pass where a game has not measured its own
USUAL_TURNS = 1  # own decisions that the seventh thinks ahead where a game has not measured it
NEAR = (0, 20, 40, 60, 80, 100)  # without a network: how near the best an option must be, in hundredths of the way from the worst


@cache
def measured(game: AnyGame) -> dict[str, Any]:
    """What was measured for a game, from its file; empty without one."""
    file = game.folder / FILE
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


@cache
def slacks(game: AnyGame) -> tuple[int, ...]:
    """What the guests let pass in a game, in parts of a logit."""
    return (*(round(logits * (1 << ONE)) for logits in measured(game).get("slack", USUAL_SLACK)), 0)


def turns_ahead(game: AnyGame) -> int:
    """How many decisions of its own the seventh guest thinks ahead; 0: it is better off with the first thought."""
    turns: int = measured(game).get("turns", USUAL_TURNS)
    return turns


def choose_as_guest(
    number: int, game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS
) -> Action:
    """What guest `number`, from 1, answers."""
    if usable_network(game) is None:
        if number == BEST and by_worth.trier_is_compiled(game):
            return by_worth.search(game, view, seat, options, rng, seconds)
        return _choose_near_the_best(NEAR[min(number, BEST - 1) - 1], game, view, seat, options, rng)
    if number == BEST and turns_ahead(game) > 0 and by_policy.is_compiled(game):
        return by_policy.foresight(game, view, seat, options, rng, seconds, turns=turns_ahead(game))
    return choose_by_network(game, view, seat, options, rng, seconds, slack=slacks(game)[number - 1])


def guest(number: int) -> Callable[..., Action]:
    """How guest `number` plays."""
    return partial(choose_as_guest, number)


def _choose_near_the_best(near: int, game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int]) -> Action:
    """One of the options that `worth` places at least so near the best, all equally likely."""
    worths = weigh(game, view, seat, rng)
    low, high = min(worths), max(worths)
    good = [option for option, worth in zip(options, worths, strict=True) if 100 * (worth - low) >= near * (high - low)]
    return good[below(rng, len(good))]
