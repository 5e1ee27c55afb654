"""A ladder: how strong players are beside each other, and how sure that is.

Players meet at tables of neighbours. A deal is played once for every seat a player can have, everybody moving on by one, so that
neither the cards nor the seats favour anybody. The winners of all games are explained by a strength of each player and an
advantage of each seat (the first choice in the model of R. D. Luce, 1959, and R. L. Plackett, 1975); deals are drawn again and
again to see how far the strengths could have been off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property
from math import log
from multiprocessing import get_context
from typing import Any

import numpy as np

from zashiki.bots import find_bot
from zashiki.bots.levels import BEST, slacks, turns_ahead
from zashiki.core.errors import BadOption
from zashiki.core.game import seats_in
from zashiki.lab import kernels
from zashiki.lab.catalogue import WORDS
from zashiki.lab.play import Lot, play_lot
from zashiki.lab.setup import LEVELS, Setup, Sitter

Array = np.ndarray[Any, Any]
POINTS = 400 / log(10)  # rating points in a unit of strength: 100 points are odds of 64 to 36
BOTTOM = 1000  # the rating of the first player
RESAMPLES = 400
LOT = 25  # deals played in one go
TAILS = (2.5, 97.5)  # per cent: the ends of an interval
STEPS = 12  # of Newton's method; it has settled long before
HELD = 1e-3  # a little pull to the middle, so that somebody who never wins has a strength at all


def sitter_of(setup: Setup, name: str) -> Sitter:
    """How the lab plays a bot of `zashiki bots`: those that search do so for a number of worlds, or simulations, and not for a
    time. `search*64` searches 64 worlds, `warashi*64` makes 64 simulations."""
    plain_name, _, effort = name.partition("*")
    count = int(effort) if effort.isdecimal() else 0
    bot = find_bot(plain_name if count else name)
    if bot.level.isdecimal():
        number, game = int(bot.level), setup.rules()
        return Sitter("network", slack=slacks(game)[number - 1], effort=count, turns=turns_ahead(game) if number == BEST else 0)
    if bot.name not in LEVELS:
        raise BadOption(WORDS("ladder_without", name=bot.name))
    return Sitter(bot.name, effort=count)


@dataclass(frozen=True)
class Ladder:
    """Who plays, at what table, and how many deals."""

    setup: Setup
    names: tuple[str, ...]  # from the weakest to the strongest, as expected
    sets: int

    def __post_init__(self) -> None:
        if len(self.names) < 2 or len(set(self.names)) < len(self.names):
            raise BadOption(WORDS("ladder_two"))

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win together."""
        teams, players = self.setup.rules().about.teams, self.setup.players
        count = teams if teams and players > teams else players
        return tuple(tuple(range(side, players, count)) for side in range(count))

    @cached_property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """Who meets: runs of neighbours, one player a side, each run as often as the others."""
        size = min(len(self.sides), len(self.names))
        runs = [tuple(range(first, first + size)) for first in range(len(self.names) - size + 1)]
        return tuple(tuple(run[k % size] for k in range(len(self.sides))) for run in runs)

    def seating(self, table: int, turn: int) -> tuple[int, ...]:
        """Who sits where, seat by seat."""
        run, count = self.tables[table], len(self.sides)
        return tuple(run[(seat % count + turn) % count] for seat in range(self.setup.players))

    @property
    def turns(self) -> int:
        """How often a deal is played: until everybody comes back to the same seats."""
        sides, size = len(self.sides), min(len(self.sides), len(self.names))
        return size if sides % size == 0 else sides

    def lots(self) -> list[tuple[int, int, int]]:
        """What there is to play: the table, the first deal and the last. No two tables share a deal."""
        share = [self.sets // len(self.tables) + (k < self.sets % len(self.tables)) for k in range(len(self.tables))]
        found, first = [], 0
        for table, deals in enumerate(share):
            found += [(table, first + at, first + min(at + LOT, deals)) for at in range(0, deals, LOT)]
            first += deals
        return found

    def play(self, table: int, first: int, last: int) -> Array:
        """The shares of the win: by deal, turn and side."""
        sitters = [sitter_of(self.setup, name) for name in self.names]
        shares = np.zeros((last - first, self.turns, len(self.sides)))
        for turn in range(self.turns):
            lot = Lot(self.setup, tuple(sitters[player] for player in self.seating(table, turn)), first, last)
            for k, won in enumerate(play_lot(lot)[0].results[:, kernels.WON].tolist()):
                sides = {seat % len(self.sides) for seat in seats_in(won)}
                shares[k, turn, sorted(sides)] = 1 / len(sides)
        return shares


@dataclass(frozen=True)
class Rating:
    """A player's place: points, how far they could be off, and how far it is to the player below."""

    name: str
    points: float
    low: float
    high: float
    step: float  # above the player below; 0 for the first
    step_low: float
    step_high: float


@dataclass(frozen=True)
class Standings:
    """What came of a ladder."""

    ladder: Ladder
    ratings: tuple[Rating, ...]
    seats: tuple[float, ...]  # what a seat is worth, in rating points, beside the first
    sets: int
    games: int


def climb(ladder: Ladder, jobs: int = 1, after_lot: Callable[[int], object] = lambda sets: None) -> Standings:
    """Play the ladder and rate everybody. Ctrl-C ends it early with what was played until then."""
    played: dict[tuple[int, int, int], Array] = {}
    lots = ladder.lots()
    if jobs == 1:
        try:
            for lot in lots:
                played[lot] = ladder.play(*lot)
                after_lot(len(played[lot]))
        except KeyboardInterrupt:
            pass
    else:
        with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
            under_way = {pool.submit(ladder.play, *lot): lot for lot in lots}
            try:
                for done in as_completed(under_way):
                    played[under_way[done]] = done.result()
                    after_lot(len(done.result()))
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
    return rated(ladder, [(lot[0], played[lot]) for lot in lots if lot in played])


def rated(ladder: Ladder, played: Sequence[tuple[int, Array]]) -> Standings:
    """The ratings behind some shares of the win, given by table."""
    if not played:
        raise BadOption(WORDS("ladder_unplayed"))
    tables = range(len(ladder.tables))
    shape = (0, ladder.turns, len(ladder.sides))
    by_table = [np.concatenate([np.zeros(shape), *(shares for at, shares in played if at == table)]) for table in tables]
    rng = np.random.default_rng(ladder.setup.seed)
    drawn = [np.array([_drawn(shares, rng) for shares in by_table]) for _ in range(RESAMPLES)]
    count, sets = len(ladder.names), sum(map(len, by_table))
    strengths = POINTS * _strengths(ladder, np.array([[shares.sum(0) for shares in by_table], *drawn]))
    points = BOTTOM + strengths[:, :count] - strengths[:, :1]
    steps = np.diff(points, axis=1, prepend=points[:, :1])
    lows, highs = np.percentile(points[1:], TAILS, axis=0)
    step_lows, step_highs = np.percentile(steps[1:], TAILS, axis=0)
    columns = (points[0], lows, highs, steps[0], step_lows, step_highs)
    ratings = [Rating(name, *map(float, row)) for name, row in zip(ladder.names, np.array(columns).T, strict=True)]
    seats = strengths[0, count:] - strengths[0, count]
    return Standings(ladder, tuple(ratings), tuple(map(float, seats)), sets, sets * ladder.turns)


def _drawn(shares: Array, rng: np.random.Generator) -> Array:
    """The sum over as many deals, drawn with replacement."""
    total: Array = shares[rng.integers(0, max(len(shares), 1), len(shares))].sum(0)
    return total


def _strengths(ladder: Ladder, wins: Array) -> Array:
    """The strengths of the players, then those of the sides, that make wins (by table, turn and side) likeliest.

    Newton's method, for many sets of wins at once: `wins` has one dimension more, and so has the result.
    """
    count, sides = len(ladder.names), len(ladder.sides)
    seatings = [ladder.seating(table, turn)[:sides] for table in range(len(ladder.tables)) for turn in range(ladder.turns)]
    marks = np.zeros((len(seatings), sides, count + sides))  # which strengths a side of a table has
    for k, seating in enumerate(seatings):
        marks[k, range(sides), seating] = 1
        marks[k, range(sides), range(count, count + sides)] = 1
    won = wins.reshape(len(wins), len(seatings), sides)
    games = won.sum(2, keepdims=True)
    strengths: Array = np.zeros((len(won), count + sides))
    for _ in range(STEPS):
        sums = np.einsum("ksp,rp->rks", marks, strengths)
        chances = np.exp(sums - sums.max(2, keepdims=True))
        chances /= chances.sum(2, keepdims=True)
        slope = np.einsum("rks,ksp->rp", won - games * chances, marks) - HELD * strengths
        means = np.einsum("rks,ksp->rkp", chances, marks)
        bend = np.einsum("rks,ksp,ksq->rpq", games * chances, marks, marks, optimize=True)
        bend -= np.einsum("rkp,rkq->rpq", games * means, means, optimize=True)
        strengths += np.linalg.solve(bend + HELD * np.eye(count + sides), slope[..., None])[..., 0]
    return strengths
