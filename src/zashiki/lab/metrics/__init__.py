"""The metrics: what each is, in one function from sums to a figure. The words are in `words.toml` under the same key.

w is a seat's share of the win (1/k among k winners), v what a side may expect, with everything seen, when all play on greedily,
and Q the same after one option, over worlds that the seat cannot rule out. The numbers are those of `docs/lab.md`.
"""

from zashiki.lab.metrics import choice, components, fairness, interaction, length, skill, story
from zashiki.lab.metrics.components import components_compared
from zashiki.lab.metrics.registry import ELO, GROUPS, METRICS, MINUTES, POINTS, SHARE, Evidence, Metric, measure_all

__all__ = [
    "ELO", "GROUPS", "METRICS", "MINUTES", "POINTS", "SHARE", "Evidence", "Metric", "choice", "components",
    "components_compared", "fairness", "interaction", "length", "measure_all", "skill", "story",
]  # fmt: skip
