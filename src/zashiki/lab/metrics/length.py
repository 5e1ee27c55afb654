"""Length and tempo: decisions, minutes, waiting."""

from __future__ import annotations

import numpy as np

from zashiki.lab.figures import Part, boot, quantile, ratio
from zashiki.lab.metrics.registry import MINUTES, SHARE, TOO_FEW, Evidence, metric
from zashiki.lab.sums import Array


def _moments(e: Evidence, name: str) -> tuple[Array, Array]:
    """The mean and the standard deviation of a number that every game has."""
    mean = e.per(name)
    return mean, np.sqrt(np.maximum(e.per(f"{name}_sq") - mean**2, 0))


@metric(10, "length")
def decisions(e: Evidence) -> list[Part]:
    mean, sd = _moments(e, "decisions")
    return [boot(mean, "mean"), boot(ratio(sd, mean), "sd_mean"), quantile(e.studies["main"].counts["decisions"], 0.95, "p95")]


@metric(11, "length")
def rounds(e: Evidence) -> list[Part] | str:
    if e.game.measures is None:
        return "why_no_rounds"
    mean, _ = _moments(e, "rounds")
    return [boot(mean, "mean"), quantile(e.studies["main"].counts["rounds"], 0.95, "p95")]


@metric(12, "length", MINUTES)
def minutes(e: Evidence) -> list[Part]:
    return [boot(e.per("seconds") / 60, "mean"), quantile(e.studies["main"].counts["minutes"], 0.95, "p95")]


@metric(13, "length")
def waiting(e: Evidence) -> list[Part] | str:
    if not e.studies["main"].counts["waits"]:
        return TOO_FEW
    return [boot(e.per("waited", "waits"), "mean"), quantile(e.studies["main"].counts["waits"], 0.95, "p95")]


@metric(14, "length", SHARE)
def side_by_side(e: Evidence) -> list[Part]:
    return [boot(e.per("aside", "decisions"))]


@metric(15, "length", SHARE)
def forced(e: Evidence) -> list[Part]:
    return [boot(e.per("forced", "decisions"))]
