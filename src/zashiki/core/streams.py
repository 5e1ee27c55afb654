"""Chance in streams: a generator for each source of chance, so that turning a price does not reshuffle the deck.

A game names its sources (`rules.SOURCES`: deal, dice, …), and `rules.source` says which of them the next chance event belongs to.
In `streamed(game)` every event draws from a generator of its own, which depends on the seed, the source and how many events that
source has had: nothing that happens at other sources, and no decision in between, changes it. Two games with the same seed and
other numbers, or other players, have the same luck as long as they ask for the same things.

The generator of a streamed game has words for every source behind the first two, which serve everything else. `gear.rngs(n)`,
`seeded(seed, number, len(game.sources))` and `Table(game, …, seed)` make such ones, and `seed_rng` seeds them whole. A bot that
plays games out in its head needs a generator of its own: one with two words draws from no stream.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

from zashiki.core import rooms
from zashiki.core.chance import RNG_WORDS, mix, small_word
from zashiki.core.game import AnyGame
from zashiki.core.rule import rule, with_globals

ONE_SOURCE = ("chance",)  # of a game that does not tell its sources apart

source: Callable[[Any], int]
draw_event: Callable[[Any, Any], None]


@rule
def begin_event(rng: list[int], source: int) -> None:
    """Put a generator for the next event of a source into the first two words."""
    at = RNG_WORDS * (1 + source)
    rng[0], rng[1] = rng[at], rng[at + 1]
    low, high = small_word(rng), small_word(rng)
    rng[at], rng[at + 1] = rng[0], rng[1]
    rng[0] = mix(low ^ 0x9E3779B9)
    rng[1] = mix(high ^ rng[0] ^ 0x7F4A7C15)
    if rng[0] == 0 and rng[1] == 0:
        rng[1] = 1


@rule
def draw_from_source(s: Any, rng: list[int]) -> None:
    """The `draw` of a streamed game: the event draws from its source; a generator without streams is used as it is."""
    if len(rng) == RNG_WORDS:
        draw_event(s, rng)
        return
    low, high = rng[0], rng[1]
    begin_event(rng, source(s))
    draw_event(s, rng)
    rng[0], rng[1] = low, high


@rule
def only_source(s: Any) -> int:
    """The source in a game that does not tell its sources apart."""
    return 0


def sources_of(game: AnyGame) -> tuple[str, ...]:
    """The names of the game's sources of chance."""
    names: tuple[str, ...] = getattr(game.rules, "SOURCES", ONE_SOURCE)
    return names


def next_source(game: AnyGame, s: Any) -> str:
    """The name of the source that the next event, a chance event, belongs to."""
    found: Callable[[Any], int] = getattr(game.rules, "source", only_source)
    return sources_of(game)[found(s)]


@cache
def streamed(game: AnyGame) -> AnyGame:
    """The same game with its chance in streams. Seeds give other games than without, and the same ones in every gear."""
    if game.sources:
        return game
    members = {name: getattr(game.rules, name) for name in dir(game.rules) if not name.startswith("_")}
    scope = {**globals(), "draw_event": game.rules.draw, "source": members.get("source", only_source)}
    members["draw"] = rule(with_globals(draw_from_source, scope))
    return replace(game, rules=cast("rooms.Rules[Any]", SimpleNamespace(**members)), sources=sources_of(game))
