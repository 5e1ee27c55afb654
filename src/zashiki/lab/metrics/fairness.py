"""Outcome and fairness: who wins, by how much, and how the game ends."""

from __future__ import annotations

import numpy as np
from scipy.special import chdtrc

from zashiki.lab.figures import Figure, Part, boot, proportion, quantile, ratio
from zashiki.lab.metrics.registry import POINTS, SHARE, Evidence, metric
from zashiki.lab.sums import Array


@metric(1, "fairness", SHARE)
def seat_share(e: Evidence) -> list[Part]:
    return [proportion(e.sum(f"won_{seat}"), e.sum("games"), f"seat:{seat + 1}") for seat in range(e.players)]


@metric(2, "fairness", SHARE)
def seat_spread(e: Evidence) -> Figure:
    shares = np.array([e.per(f"won_{seat}") for seat in range(e.players)])
    spread = boot(shares.max(axis=0) - shares.min(axis=0))
    # χ² on shares: each seat's total against the fair one, in units of its own variance; partners count once.
    first = [side[0] for side in e.game.sides(e.players)]
    n, fair = e.sum("games")[0], 1 / e.players
    variance = np.mean([e.per(f"won_sq_{seat}")[0] for seat in first]) - fair**2
    statistic = (len(first) - 1) / len(first) * sum((shares[seat, 0] - fair) ** 2 for seat in first) * n / max(variance, 1e-12)
    # `scipy.stats` names this chi2.sf, and takes half a second more to load.
    p = float(chdtrc(len(first) - 1, statistic))
    return Figure("seat_spread", (spread,), notes={"chi2": float(statistic), "p": p})


@metric(3, "fairness", SHARE)
def first_seat_edge(e: Evidence) -> list[Part] | str:
    if e.sum("has_first")[0] == 0:
        return "why_no_first"
    names = ["edge", *(f"after:{after}" for after in range(1, e.players))]
    return [boot(e.per(f"order_won_{k}", "has_first") - 1 / e.players, name) for k, name in enumerate(names)]


@metric(4, "fairness", SHARE)
def ties(e: Evidence) -> list[Part]:
    return [proportion(e.sum("ties"), e.sum("games"))]


@metric(5, "fairness", SHARE)
def completion(e: Evidence) -> list[Part]:
    return [proportion(e.sum("ended"), e.sum("games"))]


def _score_sd(e: Evidence) -> Array:
    mean = np.sum([e.per(f"score_{seat}") for seat in range(e.players)], axis=0) / e.players
    return np.asarray(np.sqrt(np.maximum(e.per("score_sq") / e.players - mean**2, 0)))


@metric(6, "fairness", POINTS)
def margin(e: Evidence) -> list[Part]:
    return [boot(ratio(e.per("margin"), _score_sd(e)), "in_sd"), boot(e.per("margin"), "in_points")]


@metric(7, "fairness", POINTS)
def field_gap(e: Evidence) -> list[Part]:
    return [boot(ratio(e.per("field"), _score_sd(e)), "in_sd"), boot(e.per("field"), "in_points")]


@metric(8, "fairness", POINTS)
def scores(e: Evidence) -> list[Part]:
    counts = e.studies["main"].counts
    return [
        quantile(counts[f"score_{seat}"], share, f"seat:{seat + 1} · p{round(100 * share)}")
        for seat in range(e.players)
        for share in (0.05, 0.5, 0.95)
    ]


@metric(9, "fairness", SHARE)
def ends(e: Evidence) -> list[Part] | str:
    counts = e.studies["main"].named["ends"]
    if not counts:
        return "why_never_ended"
    of = np.array([float(counts.total())])
    return [proportion(np.array([float(often)]), of, f"={clause}") for clause, often in counts.most_common()]
