"""What metrics are made of: the evidence they read, and the list they are entered in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from zashiki.core.game import AnyGame
from zashiki.lab.figures import Figure, Part, boot, ratio
from zashiki.lab.setup import Setup
from zashiki.lab.sums import Array, Sums

SHARE, POINTS, PLAIN, MINUTES, ELO = "share", "points", "", "minutes", "elo"  # units

ENOUGH_LOOKS = 20
FROM_GAMES = 16  # the metrics up to this number need neither looks ahead nor other studies
ALSO_FROM_GAMES = ("dead_options", "taken_when_offered", "with_without", "sources_of_points", "concentration")
MOST_PARTS = 12  # of a figure with a number for each component


@dataclass
class Evidence:
    """All that was played for a report, as sums for each study."""

    setup: Setup
    studies: dict[str, Sums] = field(default_factory=dict)

    @property
    def game(self) -> AnyGame:
        return self.setup.rules()

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def sides(self) -> int:
        return len(self.game.sides(self.players))

    def has(self, study: str) -> bool:
        """Whether that study was played at all."""
        return study in self.studies and bool(self.studies[study].weighted)

    def sum(self, name: str, study: str = "main") -> Array:
        """A weighted sum: the sample, then the replicates."""
        return self.studies[study].weighted[name]

    def per(self, above: str, below: str = "games", study: str = "main") -> Array:
        """One sum over another."""
        return ratio(self.sum(above, study), self.sum(below, study))

    def table(self, name: str, study: str = "main") -> Array:
        return self.studies[study].tables[name]

    def by_level(self, name: str, study: str = "main") -> dict[str, Array]:
        """How often each level was `offered` every action, or has `taken` it: the sample, then the replicates."""
        tables = self.studies[study].tables
        return {key.partition(":")[2]: table for key, table in tables.items() if key.partition(":")[0] == name}

    def actions(self, name: str) -> Array:
        """The same of all levels in the main study."""
        return np.asarray(sum(self.by_level(name).values()), float)

    def by_kind(self, table: Array) -> Array:
        """A table of actions, added up by their kinds."""
        return np.add.reduceat(table, [block.first for block in self.game.actions.blocks], axis=-1)

    def challenger(self, study: str) -> Array:
        """The share of the side that took the first place of the line-up."""
        return np.asarray(sum(self.per(f"place_won_{place}", study=study) for place in self.game.sides(self.players)[0]))


Compute = Callable[[Evidence], Figure]


@dataclass(frozen=True)
class Metric:
    """One metric: its number in the list, its key, the group it stands in, and the unit of its numbers."""

    number: int
    key: str
    group: str
    unit: str
    compute: Compute

    @property
    def from_games(self) -> bool:
        """Whether the games themselves are enough: nothing looked into, no levels against each other."""
        return self.number <= FROM_GAMES or self.key in ALSO_FROM_GAMES


METRICS: dict[str, Metric] = {}
GROUPS = ("fairness", "length", "choice", "story", "skill", "components", "interaction")


def metric(number: int, group: str, unit: str = PLAIN) -> Callable[[Callable[[Evidence], Any]], Compute]:
    """Register a function, under its own name, as a metric; it answers with parts, or with the reason why there are none."""

    def register(function: Callable[[Evidence], Any]) -> Compute:
        key = function.__name__

        def compute(evidence: Evidence) -> Figure:
            found = function(evidence)
            if isinstance(found, str):
                return Figure(key, why=found)
            return found if isinstance(found, Figure) else Figure(key, tuple(found))

        METRICS[key] = Metric(number, key, group, unit, compute)
        return compute

    return register


def measure_all(evidence: Evidence) -> dict[str, Figure]:
    """Every figure, in the order of the list."""
    return {key: METRICS[key].compute(evidence) for key in sorted(METRICS, key=lambda key: METRICS[key].number)}


NOT_LOOKED, NOT_PLAYED, TOO_FEW = "why_not_looked", "why_not_played", "why_too_few"


def per_choice(e: Evidence, name: str) -> list[Part] | str:
    """The mean of what was added up at every decision that was looked at."""
    if not e.has("ahead"):
        return NOT_LOOKED
    return [boot(e.per(name, "choices", "ahead"))]
