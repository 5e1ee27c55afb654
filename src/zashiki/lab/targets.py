"""Targets: what a designer wants a figure to be, as `seat_spread<1.5%`, `minutes=40±5` or `waiting.p95<=6`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.words import listed
from zashiki.lab.catalogue import WORDS
from zashiki.lab.figures import Figure, Part
from zashiki.lab.metrics import METRICS, SHARE

_FORM = re.compile(
    r"(?P<key>[a-z_]+)(\.(?P<part>[a-z0-9_:]+))?\s*(?P<sign><=|>=|<|>|=)\s*"
    r"(?P<number>-?\d+(\.\d+)?)(?P<percent>%?)(\s*(±|\+-)\s*(?P<around>\d+(\.\d+)?)%?)?"
)
MET, MISSED, OPEN, NONE = "met", "missed", "open", "none"


@dataclass(frozen=True)
class Target:
    """A figure, or one part of it, that shall lie between two numbers."""

    key: str
    low: float
    high: float
    part: str = ""

    def number(self, figures: Mapping[str, Figure]) -> Part | None:
        """The number it is about; None where it was not measured."""
        parts = figures[self.key].parts if self.key in figures else ()
        found = [part for part in parts if not self.part or part.label == self.part]
        return found[0] if found else None

    def verdict(self, figures: Mapping[str, Figure]) -> str:
        """MET or MISSED where the whole interval says so, else OPEN; NONE where nothing was measured."""
        found = self.number(figures)
        if found is None:
            return NONE
        low, high = (found.value if end is None else end for end in (found.low, found.high))
        if self.low <= low and high <= self.high:
            return MET
        return MISSED if high < self.low or low > self.high else OPEN

    def miss(self, value: float) -> float:
        """How far a number is outside, 0 inside; in units of the target's own size."""
        size = max(abs(bound) for bound in (self.low, self.high) if abs(bound) != inf) or 0.01
        return max(self.low - value, value - self.high, 0.0) / size

    def __str__(self) -> str:
        name = self.key + (f".{self.part}" if self.part else "")
        scale, sign = (100, "%") if METRICS[self.key].unit == SHARE else (1, "")
        if self.low == -inf:
            return f"{name}<={self.high * scale:g}{sign}"
        if self.high == inf:
            return f"{name}>={self.low * scale:g}{sign}"
        return f"{name}={(self.low + self.high) / 2 * scale:g}{sign}±{(self.high - self.low) / 2 * scale:g}{sign}"


def read_target(text: str) -> Target:
    """A target from its text; BadOption where it is none."""
    form = _FORM.fullmatch(text.strip())
    if form is None:
        raise BadOption(WORDS("target_form", text=text))
    key = form["key"]
    if key not in METRICS:
        raise BadOption(WORDS("no_metric", key=key, known=listed(METRICS)))
    scale = 100 if form["percent"] else 1
    number, around = float(form["number"]) / scale, float(form["around"] or 0) / scale
    if form["sign"] in ("<", "<="):
        return Target(key, -inf, number, form["part"] or "")
    if form["sign"] in (">", ">="):
        return Target(key, number, inf, form["part"] or "")
    return Target(key, number - around, number + around, form["part"] or "")


def usual_targets(game: AnyGame) -> list[Target]:
    """Ten that most games would want; the time on the box is the most that deciding may take."""
    minutes = re.match(r"\d+", game.about.minutes)
    return [
        Target("seat_spread", -inf, 0.03),
        Target("first_seat_edge", -0.03, 0.03),
        Target("ties", -inf, 0.05),
        Target("minutes", -inf, float(minutes[0]) if minutes else 60.0),
        Target("forced", -inf, 0.25),
        Target("waiting", -inf, 4.0),
        Target("decided", 0.6, inf),
        Target("comebacks", 0.05, 0.3),
        Target("dead_seats", -inf, 0.15),
        Target("luck_share", -inf, 0.25),
    ]


def with_usual(given: list[Target], game: AnyGame) -> list[Target]:
    """The designer's targets first, then usual ones, ten in all."""
    named = {target.key for target in given}
    return [*given, *(target for target in usual_targets(game) if target.key not in named)][: max(10, len(given))]
