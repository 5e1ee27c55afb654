"""A ladder: how strong players are beside each other, and how sure that is.

Players meet at tables of neighbours. A deal is played once for every seat a player can have, everybody moving on by one, so that
neither the cards nor the seats favour anybody: such games are a set. The winners of all games are explained by a strength of each
player and an advantage of each seat (the first choice in the model of R. D. Luce, 1959, and R. L. Plackett, 1975); sets are drawn
again and again to see how far the strengths could have been off. Sets may come from several runs and machines.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import log
from typing import Any
from zlib import crc32

import numpy as np

from zashiki.bots.levels import NAMES
from zashiki.core.chance import RNG_WORDS, seeded
from zashiki.core.errors import BadOption
from zashiki.core.game import seats_in
from zashiki.core.native import native
from zashiki.core.streams import streamed
from zashiki.core.workers import Workers, stopped_by_interrupt
from zashiki.games import named_game
from zashiki.lab import kernels
from zashiki.lab.catalogue import WORDS
from zashiki.lab.ladder_players import player, read_spec

Array = np.ndarray[Any, Any]
POINTS = 400 / log(10)  # rating points in a unit of strength: 100 points are odds of 64 to 36
BOTTOM = 1000  # the rating of the first player
RESAMPLES = 400
LOT = 10  # sets played in one go
TAILS = (2.5, 97.5)  # per cent: the ends of an interval
STEPS = 12  # of Newton's method; it has settled long before
HELD = 1e-3  # a little pull to the middle, so that somebody who never wins has a strength at all
OF_A_TABLE = 20  # bits: more sets than one table ever plays


@dataclass(frozen=True)
class Place:
    """Where a ladder stands: the game, how many play, by which options."""

    game: str
    players: int = 0  # 0: as many as usual, the seat count in the middle
    options: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        found = named_game(self.game)
        object.__setattr__(self, "players", self.players or found.seats[(len(found.seats) - 1) // 2])
        found.encode_options(self.players, dict(self.options))

    @cached_property
    def sides(self) -> int:
        """How many sides there are, to which the seats belong in turn: they win together."""
        teams = named_game(self.game).about.teams
        return teams if teams and self.players > teams else self.players


@dataclass(frozen=True)
class Table:
    """Who plays: a name for each side."""

    place: Place
    names: tuple[str, ...]

    @cached_property
    def turns(self) -> int:
        """How often a deal is played: until everybody comes back to the same seats."""
        count = len(self.names)
        return next(turn for turn in range(1, count + 1) if self.names[turn % count :] + self.names[: turn % count] == self.names)

    def seating(self, turn: int) -> tuple[str, ...]:
        """Who sits where, seat by seat."""
        count = len(self.names)
        return tuple(self.names[(seat + turn) % count] for seat in range(self.place.players))


@dataclass(frozen=True)
class Set:
    """A deal and what came of it: the sides that won, by turn, and the time that everybody took."""

    names: tuple[str, ...]
    seed: int
    deal: int
    won: tuple[tuple[int, ...], ...]
    spent: tuple[tuple[str, int, float], ...] = ()  # name, choices, seconds of processor time


@dataclass(frozen=True)
class Ladder:
    """Who plays, where, and how many sets at every table."""

    place: Place
    names: tuple[str, ...]  # from the weakest to the strongest, as expected
    sets: int
    seed: int = 1

    def __post_init__(self) -> None:
        if len(self.names) < 2 or len(set(self.names)) < len(self.names):
            raise BadOption(WORDS("ladder_two"))
        for name in self.names:
            read_spec(name)

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """Who meets: runs of neighbours. Two sit by turns, and where seats are odd, each of them has more seats at one table."""
        sides, size = self.place.sides, min(self.place.sides, len(self.names))
        runs = [self.names[first : first + size] for first in range(len(self.names) - size + 1)]
        if sides % size:
            runs = [run[k:] + run[:k] for run in runs for k in range(size)]
        return tuple(Table(self.place, tuple(run[k % size] for k in range(sides))) for run in runs)

    def tasks(self, part: tuple[int, int] = (1, 1), but: Iterable[Set] = ()) -> list[Task]:
        """What there is to play: one of so many equal parts, without sets that were played already."""
        number, parts = part
        done = {(one.names, one.seed, one.deal) for one in but}
        found = []
        for deals in (range(first, min(first + LOT, self.sets)) for first in range(0, self.sets, LOT)):
            for table in self.tables:
                mine = [deal for deal in deals if deal % parts == number - 1]
                left = tuple(deal for deal in mine if (table.names, self.seed, deal) not in done)
                timed = any(read_spec(name).steps for name in table.names)
                found += (
                    [Task(table, self.seed, (deal,)) for deal in left] if timed else [Task(table, self.seed, left)] * bool(left)
                )
        return found


# Playing


@dataclass(frozen=True)
class Task:
    """Sets for one process."""

    table: Table
    seed: int
    deals: tuple[int, ...]


def play_task(task: Task) -> list[Set]:
    """Play them."""
    return [play_set(task.table, task.seed, deal) for deal in task.deals]


def play_set(table: Table, seed: int, deal: int) -> Set:
    """A deal, with everybody in every seat."""
    spent: dict[str, list[float]] = {name: [0, 0.0] for name in sorted(set(table.names))}
    board, sides = _board(table.place), len(table.names)
    number = (crc32("|".join(table.names).encode()) << OF_A_TABLE) + deal  # no two tables share a deal
    won = []
    for turn in range(table.turns):
        winners = board.play(table.seating(turn), seed, number, spent)
        won.append(tuple(sorted({seat % sides for seat in winners})))
    return Set(
        table.names,
        seed,
        deal,
        tuple(won),
        tuple((name, int(choices), round(took, 6)) for name, (choices, took) in spent.items()),
    )


class Board:
    """A game in the native gear, played from choice to choice; only the players' own thoughts take time."""

    def __init__(self, place: Place) -> None:
        game = streamed(named_game(place.game))
        gear = native(game)
        self._game, self._states = named_game(place.game), gear.states(1)
        self._out, self._turn = gear.buffer(), gear.array(1, "int64")
        given = gear.rngs(1)[0], gear.array(RNG_WORDS, "int64"), self._out, self._turn
        options = gear.options(place.players, dict(place.options))
        self._next = gear.compile(kernels.next_choice).over(self._states, *given, options, place.players, ..., ..., ...)

    def play(self, names: Sequence[str], seed: int, deal: int, spent: dict[str, list[float]]) -> list[int]:
        """Play a deal; the seats that won. What everybody spends is added."""
        answers = [player(self._game, name) for name in names]
        generators = [seeded(seed + 1, deal * len(names) + seat) for seat in range(len(names))]
        n = self._next(seed, deal, kernels.NO_ACTION)
        while n:
            seat, options, began = int(self._turn[0]), self._out[:n].tolist(), time.thread_time()
            action = answers[seat](self._states[0], seat, options, generators[seat])
            mine = spent[names[seat]]
            mine[0] += 1
            mine[1] += time.thread_time() - began
            n = self._next(seed, deal, action)
        return seats_in(int(self._turn[0]))


@cache
def _board(place: Place) -> Board:
    return Board(place)


def climb(tasks: Sequence[Task], workers: Workers, take: Callable[[list[Set]], object]) -> None:
    """Play what there is to play, handing every result on as it comes. Ctrl-C ends it early."""
    with stopped_by_interrupt() as stop:
        for _, played in workers.work(play_task, tasks, stop):
            take(played)


# Rating


@dataclass(frozen=True)
class Rating:
    """A player's place: points and how far they could be off, and the same of the step up from another player."""

    name: str
    points: float
    low: float
    high: float
    above: str  # the guest one level down, or in a ladder without guests whoever is below; "" for the lowest and for anchors
    step: float
    step_low: float
    step_high: float
    milliseconds: float  # that a choice took


@dataclass(frozen=True)
class Standings:
    """What came of a ladder."""

    place: Place
    ratings: tuple[Rating, ...]  # the weakest first
    seats: tuple[float, ...]  # what a side is worth, in rating points, beside the first
    sets: int
    games: int
    fewest: int  # sets at a table
    comparisons: tuple[Comparison, ...]


@dataclass(frozen=True)
class Comparison:
    """Two who met alone: the share of the wins of the first, where two that are equally strong would split them evenly."""

    name: str
    other: str
    share: float
    low: float
    high: float
    sets: int


def rated(place: Place, sets: Iterable[Set]) -> Standings:
    """The ratings behind sets of one place."""
    tables: dict[tuple[str, ...], list[Set]] = defaultdict(list)
    for one in sets:
        tables[one.names].append(one)
    if not tables:
        raise BadOption(WORDS("ladder_unplayed"))
    names = sorted({name for table in tables for name in table})
    _check_they_met(names, tables)
    shares = [_shares(Table(place, table), played) for table, played in tables.items()]
    seatings = [Table(place, table).seating(turn)[: place.sides] for table in tables for turn in range(Table(place, table).turns)]
    marks = np.zeros((len(seatings), place.sides, len(names) + place.sides))  # which strengths a side of a table has
    for k, seating in enumerate(seatings):
        for side, name in enumerate(seating):
            marks[k, side, [names.index(name), len(names) + side]] = 1
    rng = np.random.default_rng(1)
    drawn = [np.concatenate([_drawn(won, rng) for won in shares]) for _ in range(RESAMPLES)]
    strengths = POINTS * _strengths(marks, np.array([np.concatenate([won.sum(0) for won in shares]), *drawn]))
    order = np.argsort(strengths[0, : len(names)], kind="stable")
    points = BOTTOM + strengths[:, : len(names)] - strengths[:, order[:1]]
    below = steps_between([names[k] for k in order])
    spent = _spent(one for played in tables.values() for one in played)
    ratings = []
    for k in order:
        name, mine = names[k], points[:, k]
        steps = mine - points[:, names.index(below[name])] if name in below else np.zeros(len(mine))
        (low, high), (step_low, step_high) = np.percentile(mine[1:], TAILS), np.percentile(steps[1:], TAILS)
        step = float(steps[0]), float(step_low), float(step_high)
        rating = Rating(name, float(mine[0]), float(low), float(high), below.get(name, ""), *step, spent.get(name, 0.0))
        ratings.append(rating)
    seats = strengths[0, len(names) :] - strengths[0, len(names)]
    counts = [len(won) for won in shares]
    games = sum(won.shape[0] * won.shape[1] for won in shares)
    return Standings(place, tuple(ratings), tuple(map(float, seats)), sum(counts), games, min(counts), compared(place, tables))


def compared(place: Place, tables: Mapping[tuple[str, ...], Sequence[Set]]) -> tuple[Comparison, ...]:
    """The tables at which two met alone; where one had more seats than the other at one of them, it had fewer at the next."""
    pairs: dict[frozenset[str], list[Array]] = defaultdict(list)
    for names, played in tables.items():
        if len(set(names)) == 2:
            table = Table(place, names)
            first = np.array([[name == min(names) for name in table.seating(turn)[: place.sides]] for turn in range(table.turns)])
            pairs[frozenset(names)].append((_shares(table, played) * first).sum(2).mean(1))
    found = []
    for pair, shares in pairs.items():
        name, other = sorted(pair)
        rng = np.random.default_rng(1)
        drawn = [float(np.mean([_drawn(one, rng) / len(one) for one in shares])) for _ in range(RESAMPLES)]
        low, high = np.percentile(drawn, TAILS)
        share = float(np.mean([one.mean() for one in shares]))
        found.append(Comparison(name, other, share, float(low), float(high), sum(map(len, shares))))
    return tuple(found)


def steps_between(names: Sequence[str]) -> dict[str, str]:
    """For each player the one whose step up it is: guests by their levels, and where there are no two of them, by strength."""
    known = [(read_spec(name), name) for name in names]
    guests = sorted((NAMES.index(spec.name), name) for spec, name in known if spec.name in NAMES and not spec.settings)
    line = [name for _, name in guests] if len({level for level, _ in guests}) > 1 else names
    return dict(zip(line[1:], line, strict=False))


def _check_they_met(names: Sequence[str], tables: Iterable[tuple[str, ...]]) -> None:
    """BadOption if somebody met nobody who, directly or not, met all the others."""
    known = {names[0]}
    for _ in names:
        known |= {name for table in tables if known & set(table) for name in table}
    if len(known) < len(names):
        raise BadOption(WORDS("ladder_apart", names=", ".join(sorted(set(names) - known))))


def _shares(table: Table, played: Sequence[Set]) -> Array:
    """The shares of the win: by set, turn and side."""
    shares = np.zeros((len(played), table.turns, len(table.names)))
    for k, one in enumerate(played):
        for turn, sides in enumerate(one.won):
            shares[k, turn, list(sides)] = 1 / len(sides)
    return shares


def _spent(sets: Iterable[Set]) -> dict[str, float]:
    """Milliseconds that a choice took everybody."""
    counts: dict[str, int] = defaultdict(int)
    seconds: dict[str, float] = defaultdict(float)
    for one in sets:
        for name, choices, took in one.spent:
            counts[name] += choices
            seconds[name] += took
    return {name: 1000 * seconds[name] / max(counts[name], 1) for name in counts}


def _drawn(shares: Array, rng: np.random.Generator) -> Array:
    """The sum over as many sets, drawn with replacement: by turn and side."""
    total: Array = shares[rng.integers(0, len(shares), len(shares))].sum(0)
    return total


def _strengths(marks: Array, won: Array) -> Array:
    """The strengths of the players, then those of the sides, that make wins (by table and turn, and by side) likeliest.

    Newton's method, for many sums of wins at once: `won` has one dimension more, and so has the result.
    """
    games, count = won.sum(2, keepdims=True), marks.shape[2]
    strengths: Array = np.zeros((len(won), count))
    for _ in range(STEPS):
        sums = np.einsum("ksp,rp->rks", marks, strengths)
        chances = np.exp(sums - sums.max(2, keepdims=True))
        chances /= chances.sum(2, keepdims=True)
        slope = np.einsum("rks,ksp->rp", won - games * chances, marks) - HELD * strengths
        means = np.einsum("rks,ksp->rkp", chances, marks)
        bend = np.einsum("rks,ksp,ksq->rpq", games * chances, marks, marks, optimize=True)
        bend -= np.einsum("rkp,rkq->rpq", games * means, means, optimize=True)
        strengths += np.linalg.solve(bend + HELD * np.eye(count), slope[..., None])[..., 0]
    return strengths
