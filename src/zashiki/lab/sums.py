"""What lots of games are reduced to: sums, which can be added up in any number of places and stay small.

Intervals come from a bootstrap over deals without keeping the deals: in each of REPLICATES made-up samples a deal counts as often
as a Poisson number with mean 1 says (Hanley and MacGibbon, 2006). That number depends on the deal alone, so a deal counts equally
often in the samples of two runs, and their differences are paired differences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
REPLICATES = 200
SHOWN_GAMES = 3  # kept for each finding
NO_DEAL = np.iinfo(np.int64).max  # of something that happened in none


@cache
def _poisson() -> Array:
    """The chances of at most 0, 1, 2 … at mean 1."""
    return np.cumsum(np.exp(-1.0) / np.cumprod([1.0, *range(1, 16)]))


def weights_of(deals: Array) -> Array:
    """How often each deal counts: a row of ones for the sample that was played, then one for each made-up sample."""
    x = deals.astype(np.uint64)[None, :] * np.uint64(REPLICATES) + np.arange(REPLICATES, dtype=np.uint64)[:, None]
    x = (x + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)  # splitmix64 (Steele, Lea and Flood, 2014)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    uniform = (x ^ (x >> np.uint64(31))) / 2.0**64
    return np.vstack([np.ones(len(deals)), np.searchsorted(_poisson(), uniform)])


@dataclass
class Sums:
    """Sums over games. `weighted` has one number for the sample and one for each replicate; `tables` are plain sums."""

    weighted: dict[str, Array] = field(default_factory=dict)
    tables: dict[str, Array] = field(default_factory=dict)
    counts: dict[str, Counter[int]] = field(default_factory=dict)  # how often a whole number occurred
    named: dict[str, Counter[str]] = field(default_factory=dict)  # the same for words
    firsts: dict[str, Array] = field(default_factory=dict)  # the number of the first deal in which something happened
    shown: dict[str, list[tuple[float, int]]] = field(default_factory=dict)  # the games that show something most

    def add(self, other: Sums) -> None:
        """Add what another lot of games came to."""
        for mine, theirs in ((self.weighted, other.weighted), (self.tables, other.tables)):
            for name, numbers in theirs.items():
                mine[name] = _added(mine[name], numbers) if name in mine else numbers
        for name, deals in other.firsts.items():
            self.firsts[name] = np.minimum(self.firsts[name], deals) if name in self.firsts else deals
        for name, counter in other.counts.items():
            self.counts[name] = self.counts.get(name, Counter()) + counter
        for name, words in other.named.items():
            self.named[name] = self.named.get(name, Counter()) + words
        for name, games in other.shown.items():
            self.shown[name] = sorted([*self.shown.get(name, []), *games], key=lambda one: (-one[0], one[1]))[:SHOWN_GAMES]

    def weigh(self, deals: Array, numbers: Mapping[str, Array]) -> None:
        """Add numbers that each of these deals has, under every weighting."""
        weights = weights_of(deals)
        stacked = np.column_stack([np.asarray(column, float) for column in numbers.values()])
        for name, column in zip(numbers, (weights @ stacked).T, strict=True):
            self.weighted[name] = self.weighted[name] + column if name in self.weighted else column

    def count(self, name: str, numbers: Array) -> None:
        """Count how often each whole number occurs."""
        found, often = np.unique(numbers, return_counts=True)
        self.counts[name] = self.counts.get(name, Counter()) + Counter(dict(zip(found.tolist(), often.tolist(), strict=True)))

    def show(self, name: str, values: Array, deals: Array) -> None:
        """Keep the games with the largest values; the earlier one of equals."""
        most = np.lexsort((deals, -values))[:SHOWN_GAMES]
        self.shown[name] = [(float(values[k]), int(deals[k])) for k in most]


def _added(a: Array, b: Array) -> Array:
    """The sum of two tables, the smaller one padded with zeros."""
    if a.shape == b.shape:
        return a + b
    shape = tuple(max(pair) for pair in zip(a.shape, b.shape, strict=True))
    total = np.zeros(shape, np.result_type(a, b))
    for part in (a, b):
        total[tuple(slice(0, size) for size in part.shape)] += part
    return total


def total(parts: Iterable[Sums]) -> Sums:
    """All parts added up, in their order."""
    whole = Sums()
    for part in parts:
        whole.add(part)
    return whole
