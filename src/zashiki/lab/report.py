"""The report: one HTML file that works offline, prints, and reads well in light, in dark and aloud."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf, isfinite
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, select_autoescape

from zashiki.core.words import LANGUAGE
from zashiki.lab.catalogue import WORDS
from zashiki.lab.compare import Change
from zashiki.lab.figures import Figure, Part
from zashiki.lab.metrics import GROUPS, METRICS, SHARE
from zashiki.lab.result import RESULT, Result
from zashiki.lab.setup import SEARCH_WORLDS
from zashiki.lab.targets import Target, with_usual
from zashiki.lab.telling import change_row, findings, interval, label, number, said, unit_of, verdict

REPORT, RECORDS = "report.html", "records"
SHADES = 5  # of the heat map
SHOWN_COMPONENTS = 30
SHOWN_RECORDS = 2  # for each finding


@dataclass(frozen=True)
class Gauge:
    """A target drawn: places are per cent of the width."""

    name: str
    target: str
    verdict: str
    value: str
    interval: str
    band: tuple[float, float]  # from, width
    bar: tuple[float, float] | None
    mark: float | None


def gauge(target: Target, figures: Mapping[str, Figure]) -> Gauge:
    """How a figure stands to its target."""
    part, unit = target.number(figures), METRICS[target.key].unit
    name = WORDS(target.key) + (f" · {label(target.part)}" if target.part else "")
    ends = [target.low, target.high, *((part.value, part.low, part.high) if part else ())]
    known = [end for end in ends if end is not None and isfinite(end)]
    low, high = min(0.0, *known), max(known)
    low, high = (low - 0.05 * (high - low) if low < 0 else low), high + 0.15 * (high - low or 1)

    def place(value: float) -> float:
        return round(float(100 * min(max((value - low) / (high - low), 0), 1)), 2)

    band = place(max(target.low, low)), place(min(target.high, high))
    bar = None
    if part and part.low is not None and part.high is not None:
        bar = place(part.low), max(0.5, place(part.high) - place(part.low))
    return Gauge(
        name, _shown_target(target, unit), target.verdict(figures), number(part.value if part else None, unit),
        interval(part, unit) if part else "", (band[0], round(band[1] - band[0], 2)), bar, place(part.value) if part else None,
    )  # fmt: skip


def _shown_target(target: Target, unit: str) -> str:
    if target.low == -inf:
        return f"≤ {number(target.high, unit)}"
    if target.high == inf:
        return f"≥ {number(target.low, unit)}"
    return f"{number(target.low, unit)} … {number(target.high, unit)}"


@dataclass(frozen=True)
class HeatRow:
    """A row of the heat map: text and shade of each round."""

    name: str
    cells: tuple[tuple[str, int], ...]


def heat_map(result: Result) -> tuple[list[int], list[HeatRow]]:
    """The rounds that were played, and what differs between them."""
    table, games = result.tables["rounds"], max(1, result.games)
    decisions = table["decisions"]
    rounds = [k for k, often in enumerate(decisions) if often >= games / 20]
    rows = [
        _heat_row("row_decisions", [decisions[k] / games for k in rounds], ""),
        _heat_row("row_options", [table["options"][k] / decisions[k] for k in rounds], ""),
        _heat_row("row_forced", [table["forced"][k] / decisions[k] for k in rounds], SHARE),
    ]
    if "looked" in table:
        costs = [
            table["cost"][k] / table["looked"][k] if k < len(table["looked"]) and table["looked"][k] else None for k in rounds
        ]
        rows.append(_heat_row("row_cost", costs, SHARE))
    return rounds, rows


def _heat_row(name: str, values: Sequence[float | None], unit: str) -> HeatRow:
    known = [value for value in values if value is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)
    shades = [0 if value is None or high == low else round((SHADES - 1) * (value - low) / (high - low)) for value in values]
    return HeatRow(WORDS(name), tuple((number(value, unit), shade) for value, shade in zip(values, shades, strict=True)))


@cache
def _templates() -> Environment:
    loader = FileSystemLoader(Path(__file__).parent / "templates")
    return Environment(loader=loader, autoescape=select_autoescape(), trim_blocks=True, lstrip_blocks=True)


def subtitle(result: Result) -> str:
    """Games, levels and rules in a line."""
    levels = [sitter.level for sitter in result.setup.sitters]
    told = WORDS("levels_all", level=levels[0]) if len(set(levels)) == 1 else WORDS("levels_mixed", levels=", ".join(levels))
    return WORDS("setup_line", games=f"{result.games:,}", levels=told, rules=result.setup.rules().about.rules_version)


def title(result: Result) -> str:
    """The game and its seats."""
    return WORDS("title", game=result.setup.rules().name, players=result.setup.players)


def draw_report(result: Result, targets: Sequence[Target] = (), house: str = "") -> str:
    """The report of one table as HTML, in the reader's language; with the address of a house, its records open there."""
    shown = with_usual(list(targets), result.setup.rules())
    looked_at = findings(result)
    rounds, rows = heat_map(result)
    groups = [(WORDS(group), [_row(result, key) for key in METRICS if METRICS[key].group == group]) for group in GROUPS]
    own = [_own_row(result, key) for key in result.figures if key.startswith("own:")]
    return _templates().get_template("report.html").render(
        w=WORDS, language=LANGUAGE.get(), result=result, title=title(result), subtitle=subtitle(result),
        setup=result.setup, verdict=verdict(result), gauges=[gauge(target, result.figures) for target in shown],
        findings=[(finding, [_replay(result, deal, house) for deal in finding.deals[:SHOWN_RECORDS]]) for finding in looked_at],
        rounds=rounds, heat=rows, seats=_seats(result), components=result.tables["components"][:SHOWN_COMPONENTS],
        ladder=_numbers(result, "ladder"), luck=[*_numbers(result, "luck_share"), *_numbers(result, "luck_sources")],
        points=result["sources_of_points"].notes.get("listed", []), at_language=said,
        groups=[*groups, *([(WORDS("own"), own)] if own else [])], number=number, share=SHARE, worlds=SEARCH_WORLDS,
        command=result.command(), files=RESULT,
        record=next((record_file(finding.deals[0]) for finding in looked_at if finding.deals), ""),
    )  # fmt: skip


def _replay(result: Result, deal: int, house: str) -> dict[str, str]:
    text = result.record(deal)
    # Behind the #, a browser keeps it to itself: the house gets the record when its reader says so.
    opened = f"{house.rstrip('/')}/replay#record={quote(text, safe='')}" if house else ""
    return {"title": WORDS("record_of", deal=deal), "href": record_file(deal), "text": text, "opened": opened}


def record_file(deal: int) -> str:
    """Where the record of a deal stands, beside the report."""
    return f"{RECORDS}/deal-{deal}.kifu"


def _row(result: Result, key: str) -> dict[str, Any]:
    """A metric with its numbers."""
    figure = result[key]
    parts = _numbers(result, key) if not figure.why else []
    return {
        "number": METRICS[key].number,
        "name": WORDS(key),
        "means": WORDS(f"{key}_means"),
        "parts": parts,
        "why": figure.why and WORDS(figure.why),
    }


def _own_row(result: Result, key: str) -> dict[str, Any]:
    measures = result.setup.rules().measures
    measure = next(one for one in (measures.measures() if measures else ()) if f"own:{one.key}" == key)
    figure = result[key]
    return {
        "number": "",
        "name": measure.name,
        "means": measure.meaning,
        "parts": [_number(part, measure.unit) for part in figure.parts],
        "why": "" if figure.parts else WORDS(figure.why),
    }


def _numbers(result: Result, key: str) -> list[dict[str, str]]:
    game = result.setup.rules()
    return [_number(part, unit_of(game, key, part.label)) for part in result[key].parts]


def _number(part: Part, unit: str) -> dict[str, str]:
    between = interval(part, unit) or WORDS("no_interval")
    return {"label": label(part.label), "value": number(part.value, unit), "interval": between}


def _seats(result: Result) -> list[dict[str, str]]:
    """A row for each seat: share, share in order of acting, scores."""
    shares, order, scores = result["seat_share"].parts, result["first_seat_edge"].parts, result["scores"].parts
    fair = 1 / result.setup.players
    return [
        {
            "seat": label(part.label),
            "share": number(part.value, SHARE),
            "interval": interval(part, SHARE),
            "order": number(order[k].value + fair, SHARE) if order else "–",
            "scores": " · ".join(f"{scores[3 * k + q].value:.0f}" for q in range(3)),
        }
        for k, part in enumerate(shares)
    ]


def write_report(result: Result, folder: Path, targets: Sequence[Target] = (), language: str = "en", house: str = "") -> Path:
    """Write the report, and the records it links to, into a result's folder; where it is."""
    token = LANGUAGE.set(language)
    try:
        text = draw_report(result, targets, house)
        deals = {deal for finding in findings(result) for deal in finding.deals[:SHOWN_RECORDS]}
    finally:
        LANGUAGE.reset(token)
    (folder / RECORDS).mkdir(exist_ok=True)
    for deal in deals:
        (folder / record_file(deal)).write_text(result.record(deal), encoding="utf-8")
    (folder / REPORT).write_text(text, encoding="utf-8")
    return folder / REPORT


def write_comparison(result: Result, changes: Sequence[Change], names: tuple[str, str], page: Path, language: str = "en") -> Path:
    """A page of what changed between two tables."""
    token = LANGUAGE.set(language)
    try:
        rows = [change_row(result.setup.rules(), change) for change in changes]
        text = (
            _templates()
            .get_template("compare.html")
            .render(
                w=WORDS, language=language, title=title(result), names=names, rows=rows, clear=any(one.clear for one in changes)
            )
        )
    finally:
        LANGUAGE.reset(token)
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, encoding="utf-8")
    return page


def write_index(folders: Sequence[Path], into: Path, language: str = "en") -> Path:
    """A page over several reports, with their ten dials side by side."""
    token = LANGUAGE.set(language)
    try:
        results = [(folder, Result.load(folder)) for folder in folders]
        keys = [target.key for target in with_usual([], results[0][1].setup.rules())]
        rows = [
            {
                "href": f"{_towards(folder, into)}/{REPORT}", "title": title(result), "games": f"{result.games:,}",
                "dials": ", ".join(f"{name}={value}" for name, value in result.setup.dials.items()),
                "cells": [gauge(target, result.figures) for target in with_usual([], result.setup.rules())],
            }
            for folder, result in results
        ]  # fmt: skip
        text = (
            _templates()
            .get_template("index.html")
            .render(w=WORDS, language=language, names=[WORDS(key) for key in keys], rows=rows)
        )
    finally:
        LANGUAGE.reset(token)
    page = into / "index.html"
    page.write_text(text, encoding="utf-8")
    return page


def _towards(folder: Path, into: Path) -> str:
    return Path(os.path.relpath(folder, into)).as_posix()
