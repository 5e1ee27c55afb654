"""Skill and luck: levels against each other, deals played again, styles."""

from __future__ import annotations

import numpy as np

from zashiki.lab.figures import TAIL, Figure, Part, boot, elo_of, ratio
from zashiki.lab.metrics.registry import ELO, NOT_PLAYED, SHARE, Evidence, metric
from zashiki.lab.sums import Array


def _steps(e: Evidence) -> list[tuple[str, str, str]]:
    """The ladder as (study, weaker, stronger)."""
    return [(study, *study.split(":")[1:]) for study in e.studies if study.startswith("ladder:") and e.has(study)]  # type: ignore[misc]


@metric(33, "skill", SHARE)
def ladder(e: Evidence) -> list[Part] | str:
    steps = [boot(e.challenger(study), f"against:{stronger}:{weaker}") for study, weaker, stronger in _steps(e)]
    return steps or NOT_PLAYED


@metric(34, "skill", ELO)
def depth(e: Evidence) -> list[Part] | str:
    """Greedy over random play, and the best of those that play against greedy."""
    steps = {level: elo_of(e.challenger(study), e.sides) / 100 for study, _, level in _steps(e)}
    if "greedy" not in steps:
        return NOT_PLAYED
    stronger = [np.zeros_like(steps["greedy"]), *(step for level, step in steps.items() if level != "greedy")]
    return [boot(steps["greedy"] + np.max(stronger, axis=0))]


def _luck(e: Evidence, study: str) -> Array:
    """How much of the variance of w the frozen chance explains: one minus what is left between repeats of a deal."""
    fair = 1 / e.players
    variance = e.per("w_sq", "seats", study) - fair**2
    return 1 - ratio(e.per("within", "seats", study), variance)


@metric(35, "skill", SHARE)
def luck_share(e: Evidence) -> list[Part] | str:
    return [boot(_luck(e, "luck"))] if e.has("luck") else NOT_PLAYED


@metric(36, "skill", SHARE)
def worth_of_knowledge(e: Evidence) -> list[Part] | str:
    if not e.has("seer"):
        return NOT_PLAYED
    honest = next((study for study, _, stronger in _steps(e) if stronger == "search"), "")
    seer = e.challenger("seer")
    parts = [boot(seer - 1 / e.sides, "seer")]
    if honest:
        parts = [boot(seer - e.challenger(honest), "over_honest"), *parts]
    return parts


@metric(37, "skill", SHARE)
def luck_sources(e: Evidence) -> list[Part] | str:
    found = [study for study in e.studies if study.startswith("luck:") and e.has(study)]
    return [boot(_luck(e, study), f"={study.partition(':')[2]}") for study in found] or "why_one_source"


@metric(38, "skill", SHARE)
def worth_of_looking_ahead(e: Evidence) -> list[Part] | str:
    found = [study for study, _, stronger in _steps(e) if stronger == "search"]
    return [boot(e.challenger(found[0]) - 1 / e.sides)] if found else NOT_PLAYED


@metric(39, "skill", SHARE)
def restricted_play(e: Evidence) -> list[Part] | str:
    """What a bot loses that never does something as long as it can do something else; the worst loss first."""
    found = [
        boot(e.challenger(study) - 1 / e.sides, f"={study.partition(':')[2]}")
        for study in e.studies
        if study.startswith("without:") and e.has(study)
    ]
    return sorted(found, key=lambda part: part.value) or NOT_PLAYED


@metric(40, "skill")
def cycles(e: Evidence) -> Figure | str:
    """Three styles of which each beats the next: those where every step is sure; at most, those where no step is ruled out."""
    pairs = {
        tuple(study.split(":")[1:]): e.challenger(study) for study in e.studies if study.startswith("style:") and e.has(study)
    }
    if not pairs:
        return NOT_PLAYED
    fair, sure, possible = 1 / e.sides, set(), set()
    for (a, b), share in pairs.items():
        low, high = np.percentile(share[1:], [TAIL, 100 - TAIL])
        sure |= ({(a, b)} if low > fair else set()) | ({(b, a)} if high < fair else set())
        possible |= ({(a, b)} if high > fair else set()) | ({(b, a)} if low < fair else set())
    found = _circles(sure)
    part = Part("", float(len(found)), float(len(found)), float(len(_circles(possible))))
    return Figure("cycles", (part,), notes={"cycles": found, "styles": sorted({style for pair in pairs for style in pair})})


def _circles(beats: set[tuple[str, str]]) -> list[str]:
    """All circles of three, each told once."""
    styles = sorted({style for pair in beats for style in pair})
    return [
        f"{a} > {b} > {c} > {a}"
        for a in styles for b in styles for c in styles
        if a < b and a < c and b != c and {(a, b), (b, c), (c, a)} <= beats
    ]  # fmt: skip
