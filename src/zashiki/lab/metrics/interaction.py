"""Interaction: what decisions do to others."""

from __future__ import annotations

from zashiki.lab.figures import Part, boot
from zashiki.lab.metrics.registry import NOT_LOOKED, Evidence, metric


@metric(46, "interaction")
def interference(e: Evidence) -> list[Part] | str:
    if not e.has("ahead"):
        return NOT_LOOKED
    if e.sides == 2:
        return "why_two_sides"
    hopeless = e.sum("hopeless", "ahead")
    parts = [
        boot(e.per("others_moved", "own_moved", "ahead"), "moved"),
        boot(e.per("leader_moved", "behind_moved", "ahead"), "leader_hit"),
        boot(e.per("kingmaking", "choices", "ahead"), "kingmaking"),
    ]
    return parts if hopeless[0] > 0 else parts[:2]
