"""Choice: how many options there are, what they are worth, and which are dead or traps."""

from __future__ import annotations

import numpy as np

from zashiki.bots import BOTS
from zashiki.lab.figures import Figure, Part, boot, boot_count, quantile, ratio
from zashiki.lab.metrics.registry import (
    ENOUGH_LOOKS,
    MOST_PARTS,
    NOT_LOOKED,
    NOT_PLAYED,
    SHARE,
    TOO_FEW,
    Evidence,
    metric,
    per_choice,
)
from zashiki.lab.sums import Array

DEAD_OFFERS, DEAD_TAKEN = 1000, 0.005  # a dead option is offered this often at least, and taken less often than that
TRAP_TIMES, TRAP_LOSS = 3.0, 0.02


@metric(16, "choice")
def options(e: Evidence) -> list[Part]:
    return [boot(e.per("options", "decisions"), "mean"), quantile(e.studies["main"].counts["options"], 0.95, "p95")]


@metric(17, "choice")
def effective_options(e: Evidence) -> list[Part] | str:
    return per_choice(e, "effective")


@metric(18, "choice", SHARE)
def stakes(e: Evidence) -> list[Part] | str:
    return per_choice(e, "stakes")


@metric(19, "choice", SHARE)
def close_calls(e: Evidence) -> Figure | str:
    found = per_choice(e, "close")
    if isinstance(found, str):
        return found
    return Figure("close_calls", tuple(found), notes={"noise": float(e.per("gap_noise", "choices", "ahead")[0])})


@metric(20, "choice", SHARE)
def no_brainers(e: Evidence) -> list[Part] | str:
    return per_choice(e, "clear")


def _by_level(e: Evidence, name: str) -> dict[str, Array]:
    """How often each level that played was `offered` an action, or has `taken` it; weaker levels first."""
    found: dict[str, Array] = {}
    for study in (study for study in e.studies if study == "main" or study.startswith("ladder:")):
        for level, table in e.by_level(name, study).items():
            found[level] = found.get(level, 0) + table
    return {level: found[level] for level in BOTS if level in found}


@metric(21, "choice", SHARE)
def dead_options(e: Evidence) -> Figure:
    """Options that good levels have all the chances to take and never want."""
    offered, taken = _by_level(e, "offered"), _by_level(e, "taken")
    good = [level for level in offered if level != "random"] or list(offered)
    asked, took = (np.sum([table[level] for level in good], axis=0) for table in (offered, taken))
    often = asked[0] >= DEAD_OFFERS
    rates = np.array([ratio(taken[level][:, often], offered[level][:, often]) for level in good])
    dead = np.all(np.isnan(rates) | (rates < DEAD_TAKEN), axis=0)  # by replicate and action
    found = np.flatnonzero(often)[dead[0]]
    listed = [
        {"action": e.game.actions.write(int(a)), "offered": int(asked[0, a]), "taken": int(took[0, a])}
        for a in found[np.argsort(-asked[0, found], kind="stable")][: 3 * MOST_PARTS]
    ]
    notes = {"dead": len(found), "often": int(often.sum()), "listed": listed}
    if not often.any():
        return Figure("dead_options", why=TOO_FEW, notes=notes)
    return Figure("dead_options", (boot_count(dead.mean(axis=1)),), notes=notes)


@metric(22, "choice", SHARE)
def traps(e: Evidence) -> Figure | str:
    """Kinds of action that random play takes much more often than the strongest level, at a loss."""
    offered, taken = _by_level(e, "offered"), _by_level(e, "taken")
    strong = [level for level in offered if level != "random"]
    if not e.has("ahead") or "random" not in offered or not strong:
        return NOT_LOOKED if not e.has("ahead") else NOT_PLAYED
    levels = ("random", strong[-1])
    weak_rate, strong_rate = (ratio(e.by_kind(taken[level]), e.by_kind(offered[level])) for level in levels)
    lost, lost_of = e.table("lost", "ahead"), e.table("lost_of", "ahead")
    loss, judged = ratio(lost, lost_of), lost_of[0] >= ENOUGH_LOOKS
    if not judged.any():
        return TOO_FEW
    trap = ((weak_rate > TRAP_TIMES * strong_rate) & (loss > TRAP_LOSS))[:, judged]
    names = [block.name for block, known in zip(e.game.actions.blocks, judged, strict=True) if known]
    told = zip(names, trap[0], weak_rate[0, judged], strong_rate[0, judged], loss[0, judged], strict=True)
    listed = [{"kind": n, "weak": float(w), "strong": float(s), "loss": float(x)} for n, trapped, w, s, x in told if trapped]
    return Figure("traps", (boot_count(trap.mean(axis=1)),), notes={"listed": listed, "judged": len(names)})


@metric(23, "choice", SHARE)
def random_cost(e: Evidence) -> Figure | str:
    found = per_choice(e, "cost")
    if isinstance(found, str):
        return found
    by_round = ratio(e.table("round_cost", "ahead"), e.table("round_looked", "ahead"))
    return Figure("random_cost", tuple(found), notes={"by_round": [None if np.isnan(x) else float(x) for x in by_round]})
