"""Numbers with their intervals, and how sums become numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor, sqrt
from typing import Any

import numpy as np

from zashiki.bots.arena import wilson_interval
from zashiki.lab.sums import Array

TAIL = 2.5  # per cent on each side of an interval of 95 %
Z = 1.959963984540054  # standard deviations from the middle of a normal interval of 95 % to its end


@dataclass(frozen=True)
class Part:
    """One number of a figure. `label` is a key of the words, `seat:2`, or `=` and the text itself."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    replicates: Sequence[float | None] = ()  # of the bootstrap; they make paired differences between two runs


@dataclass(frozen=True)
class Figure:
    """What a metric came to: one number or several; without any, `why` is a key of the words that says why not."""

    key: str
    parts: tuple[Part, ...] = ()
    why: str = ""
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def value(self) -> float | None:
        """The number that stands for the figure: its first."""
        return self.parts[0].value if self.parts else None


def boot(values: Array, label: str = "") -> Part:
    """The number of the sample, and an interval from the replicates behind it."""
    usable = values[1:][np.isfinite(values[1:])]
    if not np.isfinite(values[0]) or len(usable) < len(values) // 2:
        return Part(label, float(values[0]))
    low, high = np.percentile(usable, [TAIL, 100 - TAIL])
    return Part(label, float(values[0]), float(low), float(high), _kept(values))


def boot_count(values: Array, label: str = "") -> Part:
    """The same for a count of what lies beyond a limit: the samples tip one way at a limit, so the number itself is let in."""
    part = boot(values, label)
    if part.low is None or part.high is None:
        return part
    return replace(part, low=min(part.low, part.value), high=max(part.high, part.value))


def ratio(above: Array, below: Array) -> Array:
    """Sums over sums, not a number where there was nothing to divide by."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(below > 0, above / below, np.nan))


def proportion(above: Array, below: Array, label: str = "") -> Part:
    """A proportion of games: Wilson's interval, and the replicates for comparisons."""
    values = ratio(above, below)
    low, high = wilson_interval(float(above[0]), int(below[0])) if below[0] else (None, None)
    return Part(label, float(values[0]), low, high, _kept(values))


def _kept(values: Array) -> tuple[float | None, ...]:
    """The replicates as they are written down: None where one had nothing to divide by."""
    return tuple(None if np.isnan(value) else round(float(value), 9) for value in values[1:])


def quantile(counts: Counter[int], share: float, label: str) -> Part:
    """A quantile of whole numbers; its interval is between two members of the ordered sample."""
    numbers = sorted(counts)
    ends = np.cumsum([counts[number] for number in numbers])
    n = int(ends[-1])
    spread = Z * sqrt(n * share * (1 - share))
    places = [share * n, floor(share * n - spread), ceil(share * n + spread)]
    at = [numbers[int(np.searchsorted(ends, min(max(place, 1), n)))] for place in places]
    return Part(label, at[0], at[1], at[2])


def difference(wins_a: float, games_a: float, wins_b: float, games_b: float, label: str) -> Part:
    """The difference of two proportions with Newcombe's interval (1998, method 10)."""
    a, b = wins_a / games_a, wins_b / games_b
    low_a, high_a = wilson_interval(wins_a, int(games_a))
    low_b, high_b = wilson_interval(wins_b, int(games_b))
    low = a - b - sqrt((a - low_a) ** 2 + (high_b - b) ** 2)
    high = a - b + sqrt((high_a - a) ** 2 + (b - low_b) ** 2)
    return Part(label, a - b, low, high)


def mean_part(total: float, squares: float, n: float, label: str) -> Part:
    """A mean with a normal interval."""
    mean = total / n
    error = Z * sqrt(max(0.0, squares / n - mean**2) / max(1.0, n - 1))
    return Part(label, mean, mean - error, mean + error)


def elo_of(share: Array, sides: int) -> Array:
    """How many points of rating a share of the win against equal opponents stands for, one against all others."""
    bounded = np.clip(share, 1e-3, 1 - 1e-3)
    return np.asarray(400 * np.log10(bounded * (sides - 1) / (1 - bounded)))
