"""The guests of the house: seven of rated strength, from somebody who has just learnt a game to the best there is, and three
with a style of their own.

How well the first six play is one number, their wit, measured for each game and kept in its `levels.toml`. From 0 to 100 it is
the share of decisions, in hundredths, at which they look with the game's network; at the others they play greedily, which is all
that a wit of 0 does. Below that they find more and more good enough (`manners`). Those with a style choose in their own way among
what is good enough, and how much that is makes them as strong as the guest in the middle. The seventh searches over the policy
of the network (`foresight`), once that is compiled, and plays like the sixth until then. In a game without a network everybody
goes by `worth` alone, and the seventh is `search`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from zashiki.bots import search as by_worth
from zashiki.bots.foresight import player as by_policy
from zashiki.bots.manners import kernels
from zashiki.bots.manners.kernels import ALL
from zashiki.bots.manners.player import Manner, choose_in_manner
from zashiki.bots.network.file import usable_network
from zashiki.bots.players import SECONDS, weigh
from zashiki.core.actions import Action
from zashiki.core.chance import below
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat

NAMES = ("mame", "taro", "hana", "genji", "oharu", "kyubei", "warashi")  # from the weakest to the strongest
BEST = len(NAMES)
STYLES = ("okiyo", "goro", "ponta")  # careful, blocking, bluffing
FILE = "levels.toml"
USUAL_WITS = (-200, -120, -40, 20, 60, 100)  # of guests one to six, where a game has not measured its own
USUAL_BOUND = 60  # for those with a style: what is good enough, in hundredths of the way from the worst option to the best
BLUFFS = 500  # thousandths of the decisions at which the one who bluffs does the least expected
BOUND = 600  # thousandths of the way from the worst option to the best
NEAR = (0, 20, 40, 60, 80, 100)  # without a network: how near the best an option must be, in hundredths of the way from the worst


@cache
def measured(game: AnyGame) -> dict[str, Any]:
    """What was measured for a game, from its file; empty without one."""
    file = game.folder / FILE
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def manner_at(wit: float) -> Manner:
    """How somebody of that wit plays, from -300 to 100.

    Down to -100 more and more is good enough, up to what is at 60 % of the way from the worst option to the best; down to -200
    the least of it is taken more and more often; after that it becomes less.
    """
    if wit >= 0:
        return Manner(round(10 * wit), alert=True)
    if wit >= -100:
        return Manner(0, round(ALL + (ALL - BOUND) * wit / 100), alert=True)
    if wit >= -200:
        return Manner(0, BOUND, round(10 * (-100 - wit)), alert=True)
    return Manner(0, max(round(BOUND * (300 + wit) / 100), 0), ALL, alert=True)


@cache
def manner_of(game: AnyGame, number: int) -> Manner:
    """How guest `number`, from 1, plays by the network; the seventh like the sixth."""
    return manner_at(measured(game).get("wits", USUAL_WITS)[min(number, BEST - 1) - 1])


@cache
def manner_in_style(game: AnyGame, name: str) -> Manner:
    """How a guest with a style plays."""
    near = measured(game).get("styles", {}).get(name, USUAL_BOUND)
    style = dict(zip(STYLES, (kernels.CAREFUL, kernels.BLOCKING, kernels.BLUFFING), strict=True))[name]
    return Manner(0, 10 * near, BLUFFS if style == kernels.BLUFFING else 0, alert=True, style=style)


@cache
def thinking_of(game: AnyGame) -> by_policy.Thinking:
    """How the seventh guest thinks."""
    return by_policy.Thinking(**measured(game).get("thinking", {}))


def choose_as_guest(
    number: int, game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS
) -> Action:
    """What guest `number`, from 1, answers."""
    if usable_network(game) is None:
        if number == BEST and by_worth.COMPILED.at_hand(game):
            return by_worth.search(game, view, seat, options, rng, seconds)
        return _choose_near_the_best(NEAR[min(number, BEST - 1) - 1], game, view, seat, options, rng)
    if number == BEST and by_policy.COMPILED.at_hand(game):
        return by_policy.foresight(game, view, seat, options, rng, seconds, thinking_of(game))
    return choose_in_manner(manner_of(game, number), game, view, seat, options, rng, seconds)


def choose_in_style(
    name: str, game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float = SECONDS
) -> Action:
    """What a guest with a style answers."""
    if usable_network(game) is None:
        return _choose_near_the_best(NEAR[BEST // 2], game, view, seat, options, rng)
    return choose_in_manner(manner_in_style(game, name), game, view, seat, options, rng, seconds)


def guest(number: int) -> Callable[..., Action]:
    """How guest `number` plays."""
    return partial(choose_as_guest, number)


def guest_with_style(name: str) -> Callable[..., Action]:
    """How a guest with a style plays."""
    return partial(choose_in_style, name)


def _choose_near_the_best(near: int, game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int]) -> Action:
    """One of the options that `worth` places at least so near the best, all equally likely."""
    worths = weigh(game, view, seat, rng)
    low, high = min(worths), max(worths)
    good = [option for option, worth in zip(options, worths, strict=True) if 100 * (worth - low) >= near * (high - low)]
    return good[below(rng, len(good))]
