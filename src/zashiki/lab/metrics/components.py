"""Components: what is taken, what goes with winning, where points come from."""

from __future__ import annotations

import numpy as np

from zashiki.lab.count import kinds_of
from zashiki.lab.figures import Figure, Part, boot, difference, mean_part, proportion
from zashiki.lab.metrics.registry import ENOUGH_LOOKS, MOST_PARTS, NOT_LOOKED, POINTS, SHARE, TOO_FEW, Evidence, metric

ENOUGH = 100  # games with and without a component before they are compared


@metric(41, "components", SHARE)
def taken_when_offered(e: Evidence) -> Figure:
    """How often each kind of action is taken when it is offered; its actions are in the table of components."""
    blocks = e.game.actions.blocks
    offered, taken = (e.by_kind(e.actions(name)[0]) for name in ("offered", "taken"))
    # An option is offered once for each action of its kind; being asked is what counts, so the most often offered stand first.
    order = [b for b in np.argsort(-offered, kind="stable") if offered[b] > 0][:MOST_PARTS]
    return Figure(
        "taken_when_offered",
        tuple(proportion(taken[b : b + 1], offered[b : b + 1], f"={blocks[b].name}") for b in order),
    )


def components_compared(e: Evidence, study: str = "main") -> list[tuple[int, Part, int]]:
    """(action, share of the win of seats that did it minus that of seats that did not, how many did); seats count alike."""
    had, won = e.table("had", study), e.table("had_won", study)
    games = np.full(e.players, e.sum("games", study)[0])
    wins = np.array([e.sum(f"won_{seat}", study)[0] for seat in range(e.players)])
    found = []
    for action in np.flatnonzero(had.sum(axis=0) >= ENOUGH):
        inside = (had[:, action] > 0) & (games - had[:, action] > 0)
        a, b = had[inside, action].sum(), (games - had[:, action])[inside].sum()
        if a >= ENOUGH and b >= ENOUGH:
            with_, without = won[inside, action].sum(), (wins - won[:, action])[inside].sum()
            label = f"={e.game.actions.write(int(action))}"
            found.append((int(action), difference(float(with_), float(a), float(without), float(b), label), int(a)))
    return found


@metric(42, "components", SHARE)
def with_without(e: Evidence) -> list[Part] | str:
    found = [part for _, part, _ in components_compared(e)]
    found.sort(key=lambda part: -part.value)
    if len(found) > MOST_PARTS:
        found = [*found[: MOST_PARTS // 2], *found[-MOST_PARTS // 2 :]]
    return found or TOO_FEW


@metric(43, "components", SHARE)
def value_added(e: Evidence) -> list[Part] | str:
    """By kind: actions of the same kind answer the same question."""
    if not e.has("ahead"):
        return NOT_LOOKED
    kinds, blocks = kinds_of(e.game), e.game.actions.blocks
    total, squares, n = (np.bincount(kinds, e.table(name, "ahead"), len(blocks)) for name in ("gained", "gained_sq", "gained_of"))
    found = [mean_part(total[b], squares[b], n[b], f"={blocks[b].name}") for b in range(len(blocks)) if n[b] >= ENOUGH_LOOKS]
    return sorted(found, key=lambda part: -part.value) or TOO_FEW


@metric(44, "components", POINTS)
def sources_of_points(e: Evidence) -> Figure | str:
    """The rows of the final count, winners beside the others."""
    start = "points_won:"
    rows = [name.removeprefix(start) for name in e.studies["main"].weighted if name.startswith(start)]
    listed, apart = [], []
    for row in rows:
        won, others = (e.per(f"points_{who}:{row}", f"points_{who}_of:{row}") for who in ("won", "others"))
        known = bool(np.isfinite(others[0]))
        listed.append({"words": row.split("\n"), "winners": float(won[0]), "others": float(others[0]) if known else None})
        apart += [boot(won - others, f"={row}")] if known else []
    parts = tuple(sorted(apart, key=lambda part: -abs(part.value))[:MOST_PARTS])
    return Figure("sources_of_points", parts, why="" if parts else "why_no_count", notes={"listed": listed})


@metric(45, "components")
def concentration(e: Evidence) -> list[Part]:
    """Gini's coefficient of how often the actions that were offered are taken."""
    seen = e.actions("offered")[0] > 0
    uses = np.sort(e.actions("taken")[:, seen], axis=1)
    n = uses.shape[1]
    rank = np.arange(1, n + 1)
    return [boot(2 * (uses * rank).sum(axis=1) / (n * np.maximum(uses.sum(axis=1), 1)) - (n + 1) / n)]
