"""Figures in words: names, numbers, the verdict in a sentence and what deserves a look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zashiki.core.game import AnyGame
from zashiki.core.rooms import Measure
from zashiki.core.words import LANGUAGES, Text
from zashiki.lab.catalogue import WORDS
from zashiki.lab.compare import Change
from zashiki.lab.figures import Part
from zashiki.lab.metrics import ELO, METRICS, MINUTES, POINTS, SHARE
from zashiki.lab.result import Result, own_key

UNLIKELY = 0.01  # a spread between seats that chance gives less often deserves a word
LOOKED_AT = 5
FEW = 10  # games looked into, of which no story is told


def own_measure(game: AnyGame, key: str) -> Measure[Any]:
    """The game's own measure behind a figure."""
    listed = game.measures.measures() if game.measures else ()
    return next(measure for measure in listed if own_key(measure) == key)


def number(value: float | None, unit: str) -> str:
    """A number as people read it."""
    if value is None:
        return "–"
    if unit == SHARE:
        text = f"{100 * value:.1f} %"
    elif unit in (POINTS, ELO, MINUTES):
        text = f"{value:.1f}"
    else:
        text = f"{value:.2f}" if abs(value) < 10 else f"{value:.0f}"
    return text.replace("-", "−")


def interval(part: Part, unit: str) -> str:
    """The interval of a number."""
    return "" if part.low is None or part.high is None else f"{number(part.low, unit)} … {number(part.high, unit)}"


def said(texts: Sequence[str]) -> str:
    """One of the texts in all languages, in the reader's."""
    return str(Text(tuple(zip(LANGUAGES, texts, strict=False))))


def label(text: str) -> str:
    """The label of a part in the reader's language."""
    first, *rest = text.split(" · ")
    if first.startswith("="):
        return said(first[1:].split("\n"))
    kind, *numbers = first.split(":")
    if kind == "against":
        told = WORDS("against", stronger=numbers[0], weaker=numbers[1])
    elif numbers:
        told = WORDS(kind, n=numbers[0])
    else:
        told = WORDS(f"part_{kind}") if kind else ""
    return " · ".join([told, *rest])


def study_title(study: str) -> str:
    """What is being played, for whoever waits."""
    kind, colon, what = study.partition(":")
    return WORDS("study_of", study=WORDS(f"study_{kind}"), what=what) if colon else WORDS(f"study_{kind}")


def unit_of(game: AnyGame, key: str, part: str = "") -> str:
    """The unit of a figure, or of one of its parts: a few figures hold several."""
    if part in ("sd_mean", "kingmaking", "leader_hit"):
        return SHARE
    return METRICS[key].unit if key in METRICS else own_measure(game, key).unit


def change_row(game: AnyGame, change: Change) -> dict[str, str]:
    """A change as a row of a table."""
    unit, part = unit_of(game, change.key, change.label), label(change.label)
    name = WORDS(change.key) if change.key in METRICS else own_measure(game, change.key).name
    return {
        "name": name + (f" · {part}" if part else ""),
        "a": number(change.a, unit), "b": number(change.b, unit), "change": number(change.change, unit),
        "interval": f"{number(change.low, unit)} … {number(change.high, unit)}",
        "clear": WORDS("clear_yes" if change.clear else "clear_no"),
        "pairing": "–" if change.pairing is None else number(change.pairing, ""),
    }  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """Something to look at: how much it matters, a sentence, and games that show it."""

    weight: float
    sentence: str
    deals: tuple[int, ...] = ()


def verdict(result: Result) -> str:
    """The verdict in a sentence."""
    spread, first = result["seat_spread"], result["first_seat_edge"]
    clauses = [
        WORDS("verdict_unfair", spread=number(spread.value, SHARE)) if spread.notes["p"] < UNLIKELY else WORDS("verdict_fair")
    ]
    if first.parts:
        edge = first.parts[0]
        even = edge.low is None or edge.high is None or edge.low <= 0 <= edge.high
        key = "verdict_first_even" if even else "verdict_first" if edge.value > 0 else "verdict_first_cost"
        clauses.append(WORDS(key, edge=number(abs(edge.value), SHARE)))
    told = {"decisions": f"{result['decisions'].value:.0f}", "minutes": f"{result['minutes'].value:.0f}"}
    clauses.append(WORDS("verdict_length", **told))
    if result["decided"].parts:
        clauses.append(WORDS("verdict_decided", decided=number(result["decided"].value, SHARE)))
    if result["ladder"].parts:
        clauses.append(WORDS("verdict_skill", **_step(result, result["ladder"].parts[-1])))
    return WORDS("verdict_whole", clauses=WORDS("verdict_joint").join(clauses))


def _step(result: Result, part: Part) -> dict[str, str]:
    _, stronger, weaker = part.label.split(":")
    sides = len(result.setup.rules().sides(result.setup.players))
    return {"stronger": stronger, "weaker": weaker, "share": number(part.value, SHARE), "fair": number(1 / sides, SHARE)}


def findings(result: Result) -> list[Finding]:
    """What stands out, the weightiest first."""
    found = [*_about_fairness(result), *_about_choice(result), *_about_story(result), *_about_skill(result)]
    return sorted(found, key=lambda one: -one.weight)[:LOOKED_AT]


def _surely_above(part: Part, least: float) -> bool:
    return part.low is not None and part.low > least


def _finding(result: Result, key: str, weight: float, shown: str = "", **parts: Any) -> Finding:
    return Finding(weight, WORDS(f"find_{key}", **parts), tuple(result.shown.get(shown, ())))


def _about_fairness(result: Result) -> Iterator[Finding]:
    spread, first, ties = result["seat_spread"], result["first_seat_edge"], result["ties"].parts[0]
    if spread.notes["p"] < UNLIKELY and spread.parts[0].value > 0.02:
        parts = sorted(result["seat_share"].parts, key=lambda part: part.value)
        names = {"best": parts[-1].label.split(":")[1], "worst": parts[0].label.split(":")[1]}
        told = {"high": number(parts[-1].value, SHARE), "low": number(parts[0].value, SHARE)}
        yield _finding(result, "seats", 20 * spread.parts[0].value, "margin", **names, **told)
    if first.parts and (_surely_above(first.parts[0], 0.02) or (first.parts[0].high or 0) < -0.02):
        fair = 1 / result.setup.players
        told = {"first": number(first.parts[0].value + fair, SHARE), "last": number(first.parts[-1].value + fair, SHARE)}
        told["fair"] = number(fair, SHARE)
        yield _finding(result, "first", 20 * abs(first.parts[0].value), "margin", **told)
    if _surely_above(ties, 0.1):
        yield _finding(result, "ties", 5 * ties.value, "close", ties=number(ties.value, SHARE))
    spread_of_length = result["decisions"].parts[1]
    if _surely_above(spread_of_length, 0.25):
        yield _finding(result, "spread", 2 * spread_of_length.value, "long", sd=number(spread_of_length.value, SHARE))


def _about_choice(result: Result) -> Iterator[Finding]:
    dead, traps, forced, waits = (result[key] for key in ("dead_options", "traps", "forced", "waiting"))
    if dead.notes["dead"]:
        often = dead.notes["often"]
        told = {"dead": dead.notes["dead"], "often": often, "action": dead.notes["listed"][0]["action"]}
        yield _finding(result, "dead_options", 0.4 + 2 * dead.notes["dead"] / often, **told)
    for trap in traps.notes.get("listed", []):
        times = f"{trap['weak'] / max(trap['strong'], 1e-3):.0f}"
        yield _finding(result, "traps", 10 * trap["loss"], kind=trap["kind"], times=times, loss=number(trap["loss"], SHARE))
    if _surely_above(forced.parts[0], 0.3):
        yield _finding(result, "forced", forced.parts[0].value, "long", forced=number(forced.parts[0].value, SHARE))
    long = waits.parts[-1] if waits.parts else None
    if long and long.value > 2 * result.setup.players:
        yield _finding(result, "waiting", long.value / (8 * result.setup.players), "long", waits=f"{long.value:.0f}")
    components = [one for one in result.tables.get("components", []) if min(abs(one["low"]), abs(one["high"])) > 0.08]
    for one in sorted(components, key=lambda one: -min(abs(one["low"]), abs(one["high"])))[:2]:
        if one["low"] * one["high"] > 0:
            key = "component" if one["value"] > 0 else "component_bad"
            sentence = WORDS(f"find_{key}", action=one["action"], share=number(abs(one["value"]), SHARE))
            yield Finding(2 * min(abs(one["low"]), abs(one["high"])), sentence, tuple(one["deals"]))


def _about_story(result: Result) -> Iterator[Finding]:
    if result.studies.get("ahead", 0) < FEW:
        return
    hopeless, decided, comebacks = (result[key].parts[0] for key in ("dead_seats", "decided", "comebacks"))
    runaway, leader = result["runaway"].parts
    last = result["tension"].parts[-1]
    if _surely_above(hopeless, 0.15):
        yield _finding(result, "hopeless", 2 * hopeless.value, "margin", dead=number(hopeless.value, SHARE))
    if _surely_above(runaway, 0.05):
        told = {"wins": number(leader.value, SHARE), "more": number(runaway.value, SHARE)}
        yield _finding(result, "runaway", 5 * runaway.value, "margin", **told)
    if decided.high is not None and decided.high < 0.6:
        yield _finding(result, "decided", 1.5 - decided.value, "margin", decided=number(decided.value, SHARE))
    if comebacks.high is not None and comebacks.high < 0.05:
        yield _finding(result, "comebacks_few", 0.6, "margin", comebacks=number(comebacks.value, SHARE))
    elif _surely_above(comebacks, 0.2):
        yield _finding(result, "comebacks_many", 2 * comebacks.value, "drama", comebacks=number(comebacks.value, SHARE))
    if last.high is not None and last.high < 0.15:
        yield _finding(result, "flat_end", 0.7 - last.value, "margin", tension=number(last.value, SHARE))
    elif _surely_above(last, 0.5):
        yield _finding(result, "open", 0.5 * last.value, "lead_changes", tension=number(last.value, SHARE))
    kings = [part for part in result["interference"].parts if part.label == "kingmaking"]
    if kings and _surely_above(kings[0], 0.02):
        yield _finding(result, "kingmaking", 8 * kings[0].value, "drama", share=number(kings[0].value, SHARE))


def _about_skill(result: Result) -> Iterator[Finding]:
    sides = len(result.setup.rules().sides(result.setup.players))
    luck = result["luck_share"].parts
    if luck and _surely_above(luck[0], 0.2):
        yield _finding(result, "luck", 1.5 * luck[0].value, luck=number(luck[0].value, SHARE))
    for part in result["ladder"].parts:
        if (part.high or 1) < 1 / sides + 0.1:
            yield _finding(result, "skill", 0.8, **_step(result, part))
        elif part.label.startswith("against:search") and _surely_above(part, 1 / sides + 0.05):
            yield _finding(result, "deep", 0.5 * (part.value - 1 / sides), **_step(result, part))
    avoided = result["restricted_play"].parts
    if avoided and avoided[0].value < -0.1:
        yield _finding(result, "needed", -avoided[0].value, kind=avoided[0].label[1:], loss=number(-avoided[0].value, SHARE))
    for part in avoided:
        if _surely_above(part, -0.02):
            told = {"share": number(part.value + 1 / sides, SHARE), "fair": number(1 / sides, SHARE)}
            key = "overrated" if _surely_above(part, 0.02) else "useless"
            yield _finding(result, key, 0.5 + 4 * max(part.value, 0), kind=part.label[1:], **told)
    known = result["worth_of_knowledge"].parts
    if len(known) == 2 and _surely_above(known[0], 0.05):
        yield _finding(result, "knowledge", known[0].value, share=number(known[0].value, SHARE))
    for cycle in result["cycles"].notes.get("cycles", [])[:1]:
        yield _finding(result, "cycle", 0.9, cycle=cycle)
