"""The designers' lab: measure a game, compare two tables, turn dials until targets are met. `docs/lab.md` shows how."""

from typing import NoReturn

from zashiki.core.errors import MissingExtra
from zashiki.lab.catalogue import WORDS

try:
    from zashiki.core.workers import hire
    from zashiki.lab.compare import Change, changed, compare
    from zashiki.lab.pilot import fitted
    from zashiki.lab.report import write_comparison, write_index, write_report
    from zashiki.lab.result import Result, measure
    from zashiki.lab.setup import Setup
    from zashiki.lab.studies import Effort
    from zashiki.lab.targets import Target, read_target
    from zashiki.lab.tune import sweep, tune
except ModuleNotFoundError as error:
    missing = error.name

    def __getattr__(name: str) -> NoReturn:
        """Only what was asked for is missing: the ladder does without."""
        if name in __all__:
            raise MissingExtra(WORDS("needs_lab", package=missing))
        raise AttributeError(name)


__all__ = [
    "Change", "Effort", "Result", "Setup", "Target", "changed", "compare", "fitted", "hire", "measure", "read_target", "sweep",
    "tune", "write_comparison", "write_index", "write_report",
]  # fmt: skip
