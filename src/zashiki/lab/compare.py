"""Two tables on common deals: paired differences, what changed most first."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from zashiki.core.errors import BadOption
from zashiki.lab.catalogue import WORDS
from zashiki.lab.figures import TAIL, Part
from zashiki.lab.result import Result
from zashiki.lab.setup import Setup

LIKELY = 0.05  # chance of calling anything a change when nothing changed
CERTAIN = 99.0  # standard errors that stand for a change without any uncertainty


@dataclass(frozen=True)
class Change:
    """One number of two runs: B minus A with its interval, how many standard errors that is, and whether it is clear.

    `pairing` is the correlation of the two runs over resampled deals: with 0 common deals gain nothing, with 1 everything.
    """

    key: str
    label: str
    a: float
    b: float
    low: float
    high: float
    errors: float
    pairing: float | None
    clear: bool = False

    @property
    def change(self) -> float:
        return self.b - self.a


def compare(a: Result, b: Result) -> list[Change]:
    """What changed from A to B, the surest change first. Changes are clear where they stay so after Holm's correction."""
    if a.setup.game != b.setup.game:
        raise BadOption(WORDS("two_games", a=a.setup.game, b=b.setup.game))
    found = []
    for key, figure in a.figures.items():
        others = {part.label: part for part in b.figures[key].parts} if key in b.figures else {}
        for part in figure.parts:
            other = others.get(part.label)
            if other and part.replicates and len(part.replicates) == len(other.replicates):
                found.append(_change(key, part, other))
    found.sort(key=lambda change: -abs(change.errors))
    return _with_holm(found)


def _change(key: str, a: Part, b: Part) -> Change:
    first, second = np.array(a.replicates, float), np.array(b.replicates, float)
    differences = (second - first)[np.isfinite(second - first)]
    low, high = np.percentile(differences, [TAIL, 100 - TAIL])
    spread, change = float(differences.std()), b.value - a.value
    errors = change / spread if spread > 1e-12 else (0.0 if abs(change) < 1e-12 else CERTAIN * np.sign(change))
    both = first.std() > 1e-12 and second.std() > 1e-12 and np.isfinite(first + second).all()
    pairing = float(np.corrcoef(first, second)[0, 1]) if both else None
    return Change(key, a.label, a.value, b.value, float(low), float(high), float(errors), pairing)


def _with_holm(changes: list[Change]) -> list[Change]:
    """The same changes, marked from the surest on as long as chance would not give them (Holm, 1979)."""
    marked, clear = [], True
    for place, change in enumerate(changes):
        p = 2 * NormalDist().cdf(-abs(change.errors))
        clear = clear and p < LIKELY / (len(changes) - place)
        marked.append(Change(**{**asdict(change), "clear": clear}))
    return marked


def changed(setup: Setup, text: str) -> Setup:
    """A table with changes as the command line writes them: `players=5,starting-coins=6,level=search`; `printed` changes nothing.

    A name is `players`, `level`, an option of the game, or else a dial.
    """
    options = {option.name for option in setup.rules().about.options}
    now: dict[str, Any] = {"options": dict(setup.options), "dials": dict(setup.dials)}
    for word in (word for word in text.split(",") if word and word != "printed"):
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOption(WORDS("change_form", word=word))
        if name == "players" and value.isdecimal():
            now["players"] = int(value)
        elif name == "level":
            now["levels"] = tuple(value.split("+"))
        elif name in options:
            now["options"][name] = value
        elif value.removeprefix("-").isdecimal():
            now["dials"][name] = int(value)
        else:
            raise BadOption(WORDS("no_change", word=word, name=name, game=setup.game))
    return setup.with_(**now)
