"""The designers' lab: measure a game, compare two tables, turn dials until targets are met. `docs/lab.md` shows how."""

from zashiki.core.errors import MissingExtra
from zashiki.lab.catalogue import WORDS

try:
    from zashiki.lab.compare import Change, changed, compare
    from zashiki.lab.pilot import fitted
    from zashiki.lab.report import write_comparison, write_index, write_report
    from zashiki.lab.result import Result, measure
    from zashiki.lab.run import hire
    from zashiki.lab.setup import Setup
    from zashiki.lab.studies import Effort
    from zashiki.lab.targets import Target, read_target
    from zashiki.lab.tune import sweep, tune
except ModuleNotFoundError as error:
    raise MissingExtra(WORDS("needs_lab", package=error.name)) from None

__all__ = [
    "Change", "Effort", "Result", "Setup", "Target", "changed", "compare", "fitted", "hire", "measure", "read_target", "sweep",
    "tune", "write_comparison", "write_index", "write_report",
]  # fmt: skip
