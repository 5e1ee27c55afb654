"""Story: who leads, how the lead changes, and when it is decided."""

from __future__ import annotations

import numpy as np

from zashiki.lab.ahead import QUARTERS
from zashiki.lab.figures import Part, boot, proportion, ratio
from zashiki.lab.metrics.registry import NOT_LOOKED, SHARE, Evidence, metric, per_choice


def _per_game(e: Evidence, name: str) -> list[Part] | str:
    return [boot(e.per(name, "looked", "ahead"))] if e.has("ahead") else NOT_LOOKED


@metric(24, "story")
def lead_changes(e: Evidence) -> list[Part] | str:
    return _per_game(e, "lead_changes")


@metric(25, "story", SHARE)
def drama(e: Evidence) -> list[Part] | str:
    return _per_game(e, "drama")


@metric(26, "story", SHARE)
def comebacks(e: Evidence) -> list[Part] | str:
    return [proportion(e.sum("comeback", "ahead"), e.sum("halves", "ahead"))] if e.has("ahead") else NOT_LOOKED


@metric(27, "story", SHARE)
def runaway(e: Evidence) -> list[Part] | str:
    if not e.has("ahead"):
        return NOT_LOOKED
    won, said = e.per("leader_won", "halves", "ahead"), e.per("leader_value", "halves", "ahead")
    return [boot(won - said, "more_than_said"), boot(won, "leader_wins")]


@metric(28, "story", SHARE)
def decided(e: Evidence) -> list[Part] | str:
    return _per_game(e, "decided")


@metric(29, "story", SHARE)
def tension(e: Evidence) -> list[Part] | str:
    if not e.has("ahead"):
        return NOT_LOOKED
    quarters = range(QUARTERS)
    above, below = (np.sum([e.sum(f"tension_{q}{part}", "ahead") for q in quarters], axis=0) for part in ("", "_of"))
    return [
        boot(ratio(above, below), "mean"),
        *(boot(e.per(f"tension_{q}", f"tension_{q}_of", "ahead"), f"quarter:{q + 1}") for q in quarters),
    ]


@metric(30, "story", SHARE)
def volatility(e: Evidence) -> list[Part] | str:
    if not e.has("ahead"):
        return NOT_LOOKED
    return [boot(np.sqrt(np.maximum(e.per("moved_sq", "moves", "ahead"), 0)))]


@metric(31, "story", SHARE)
def dead_seats(e: Evidence) -> list[Part] | str:
    return per_choice(e, "dead")


@metric(32, "story", SHARE)
def last_round_changes(e: Evidence) -> list[Part] | str:
    if not e.has("ahead"):
        return NOT_LOOKED
    if e.sum("last_rounds", "ahead")[0] == 0:
        return "why_no_rounds"
    return [boot(e.per("last_changed", "last_rounds", "ahead"))]
