"""A ladder on paper: a table in Markdown and a plot as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from pathlib import Path

from zashiki.games import named_game
from zashiki.lab.ladder import Comparison, Standings

ROW, LEFT, WIDE, EDGE = 26, 130, 420, 14  # of the plot, in pixels
TICK = 200  # rating points


def write_page(standings: Standings, file: Path, about: str) -> None:
    """Write the table into a file, and the plot beside it; `about` says when, where and by which command it was played."""
    plot, place = file.with_suffix(".svg"), standings.place
    lines = [
        f"# {named_game(place.game).name}, {place.players} seats",
        "",
        about,
        "",
        f"{standings.sets:,} sets, at least {standings.fewest} at every table: a deal, played once with everybody in every seat. "
        f"{standings.games:,} games. A hundred points are odds of 64 to 36.",
        "",
        "| player | rating | 95 % interval | above | | 95 % interval | processor time a choice |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| `{rating.name}` | {rating.points:.0f} | {rating.low:.0f} to {rating.high:.0f} | "
            + (
                f"`{rating.above}` | {rating.step:+.0f} | {rating.step_low:+.0f} to {rating.step_high:+.0f}"
                if rating.above
                else "| |"
            )
            + f" | {rating.milliseconds:.3g} ms |"
            for rating in standings.ratings
        ),
        "",
        "Seats beside the first, in rating points: " + ", ".join(f"{points:+.0f}" for points in standings.seats[1:]) + ".",
        "",
        *compared(standings.comparisons),
        f"![Ratings]({plot.name})",
        "",
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(lines), encoding="utf-8")
    plot.write_text(drawn(standings), encoding="utf-8")


def compared(comparisons: Sequence[Comparison]) -> list[str]:
    """Tables at which two met alone; two that are equally strong split the wins evenly."""
    if not comparisons:
        return []
    return [
        "| alone at a table | against | share of the wins | 95 % interval | sets |",
        "|---|---|---|---|---|",
        *(
            f"| `{one.name}` | `{one.other}` | {one.share:.1%} | {one.low:.1%} to {one.high:.1%} | {one.sets} |"
            for one in comparisons
        ),
        "",
    ]


def drawn(standings: Standings) -> str:
    """A dot for every player, and a line for its interval."""
    ratings = standings.ratings
    low = floor(min(rating.low for rating in ratings) / TICK) * TICK
    high = ceil(max(rating.high for rating in ratings) / TICK) * TICK
    height = ROW * len(ratings) + 2 * EDGE + 10

    def x(points: float) -> float:
        return round(LEFT + (points - low) / max(high - low, TICK) * WIDE, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 2 * EDGE} {height}" '
        'font-family="sans-serif" font-size="12" fill="#777">',
        "<title>Ratings with their 95 % intervals</title>",
    ]
    for tick in range(low, high + 1, TICK):
        parts.append(f'<path d="M{x(tick)} {EDGE}V{height - 18}" stroke="#777" stroke-opacity=".25"/>')
        parts.append(f'<text x="{x(tick)}" y="{height - 4}" text-anchor="middle">{tick}</text>')
    for k, rating in enumerate(reversed(ratings)):
        y = EDGE + ROW * k + ROW / 2
        parts.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{rating.name}</text>')
        parts.append(f'<path d="M{x(rating.low)} {y}H{x(rating.high)}" stroke="#b5482a" stroke-width="2"/>')
        parts.append(f'<circle cx="{x(rating.points)}" cy="{y}" r="4" fill="#b5482a"/>')
    return "\n".join([*parts, "</svg>\n"])
