"""The metrics: what each is, in one function from sums to a figure. The words are in `words.toml` under the same key.

w is a seat's share of the win (1/k among k winners), v what a side may expect, with everything seen, when all play on greedily,
and Q the same after one option, over worlds that the seat cannot rule out. The numbers are those of `docs/lab.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.stats import chi2

from zashiki.core.game import AnyGame
from zashiki.lab.ahead import QUARTERS
from zashiki.lab.count import kinds_of
from zashiki.lab.figures import Figure, Part, boot, difference, elo_of, mean_part, proportion, quantile, ratio
from zashiki.lab.setup import Setup
from zashiki.lab.sums import Array, Sums

SHARE, POINTS, PLAIN, MINUTES, ELO = "share", "points", "", "minutes", "elo"  # units

DEAD_OFFERS, DEAD_TAKEN = 1000, 0.005  # a dead option is offered this often at least, and taken less often than that
TRAP_TIMES, TRAP_LOSS = 3.0, 0.02
ENOUGH = 100  # games with and without a component before they are compared
ENOUGH_LOOKS = 20
FROM_GAMES = 16  # the metrics up to this number need neither looks ahead nor other studies
ALSO_FROM_GAMES = ("dead_options", "taken_when_offered", "with_without", "sources_of_points", "concentration")
MOST_PARTS = 12  # of a figure with a number for each component


@dataclass
class Evidence:
    """All that was played for a report, as sums for each study."""

    setup: Setup
    studies: dict[str, Sums] = field(default_factory=dict)

    @property
    def game(self) -> AnyGame:
        return self.setup.rules()

    @property
    def players(self) -> int:
        return self.setup.players

    @property
    def sides(self) -> int:
        return len(self.game.sides(self.players))

    def has(self, study: str) -> bool:
        """Whether that study was played at all."""
        return study in self.studies and bool(self.studies[study].weighted)

    def sum(self, name: str, study: str = "main") -> Array:
        """A weighted sum: the sample, then the replicates."""
        return self.studies[study].weighted[name]

    def per(self, above: str, below: str = "games", study: str = "main") -> Array:
        """One sum over another."""
        return ratio(self.sum(above, study), self.sum(below, study))

    def table(self, name: str, study: str = "main") -> Array:
        return self.studies[study].tables[name]

    def challenger(self, study: str) -> Array:
        """The share of the side that took the first place of the line-up."""
        return np.asarray(sum(self.per(f"place_won_{place}", study=study) for place in self.game.sides(self.players)[0]))


Compute = Callable[[Evidence], Figure]


@dataclass(frozen=True)
class Metric:
    """One metric: its number in the list, its key, the group it stands in, and the unit of its numbers."""

    number: int
    key: str
    group: str
    unit: str
    compute: Compute

    @property
    def from_games(self) -> bool:
        """Whether the games themselves are enough: nothing looked into, no levels against each other."""
        return self.number <= FROM_GAMES or self.key in ALSO_FROM_GAMES


METRICS: dict[str, Metric] = {}
GROUPS = ("fairness", "length", "choice", "story", "skill", "components", "interaction")


def metric(number: int, group: str, unit: str = PLAIN) -> Callable[[Callable[[Evidence], Any]], Compute]:
    """Register a function, under its own name, as a metric; it answers with parts, or with the reason why there are none."""

    def register(function: Callable[[Evidence], Any]) -> Compute:
        key = function.__name__

        def compute(evidence: Evidence) -> Figure:
            found = function(evidence)
            if isinstance(found, str):
                return Figure(key, why=found)
            return found if isinstance(found, Figure) else Figure(key, tuple(found))

        METRICS[key] = Metric(number, key, group, unit, compute)
        return compute

    return register


def measure_all(evidence: Evidence) -> dict[str, Figure]:
    """Every figure, in the order of the list."""
    return {key: METRICS[key].compute(evidence) for key in sorted(METRICS, key=lambda key: METRICS[key].number)}


NOT_LOOKED, NOT_PLAYED = "why_not_looked", "why_not_played"


# Outcome and fairness


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
    p = float(chi2.sf(statistic, len(first) - 1))
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


# Length and tempo


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
        return "why_too_few"
    return [boot(e.per("waited", "waits"), "mean"), quantile(e.studies["main"].counts["waits"], 0.95, "p95")]


@metric(14, "length", SHARE)
def side_by_side(e: Evidence) -> list[Part]:
    return [boot(e.per("aside", "decisions"))]


@metric(15, "length", SHARE)
def forced(e: Evidence) -> list[Part]:
    return [boot(e.per("forced", "decisions"))]


# Choice


@metric(16, "choice")
def options(e: Evidence) -> list[Part]:
    return [boot(e.per("options", "decisions"), "mean"), quantile(e.studies["main"].counts["options"], 0.95, "p95")]


def _per_choice(e: Evidence, name: str) -> list[Part] | str:
    if not e.has("ahead"):
        return NOT_LOOKED
    return [boot(e.per(name, "choices", "ahead"))]


@metric(17, "choice")
def effective_options(e: Evidence) -> list[Part] | str:
    return _per_choice(e, "effective")


@metric(18, "choice", SHARE)
def stakes(e: Evidence) -> list[Part] | str:
    return _per_choice(e, "stakes")


@metric(19, "choice", SHARE)
def close_calls(e: Evidence) -> Figure | str:
    found = _per_choice(e, "close")
    if isinstance(found, str):
        return found
    return Figure("close_calls", tuple(found), notes={"noise": float(e.per("gap_noise", "choices", "ahead")[0])})


@metric(20, "choice", SHARE)
def no_brainers(e: Evidence) -> list[Part] | str:
    return _per_choice(e, "clear")


def _level_tables(e: Evidence, name: str) -> dict[str, Array]:
    """A table of each level that played, by action: the main study, and the challengers of the ladder."""
    found: dict[str, Array] = {}
    for place, sitter in enumerate(e.setup.sitters):
        found[sitter.level] = found.get(sitter.level, 0) + e.table(name)[place]
    for study in e.studies:
        if study.startswith("ladder:") and e.has(study):
            _, weaker, stronger = study.split(":")
            side = list(e.game.sides(e.players)[0])
            others = [place for place in range(e.players) if place not in side]
            found[stronger] = found.get(stronger, 0) + e.table(name, study)[side].sum(axis=0)
            found[weaker] = found.get(weaker, 0) + e.table(name, study)[others].sum(axis=0)
    return found


@metric(21, "choice", SHARE)
def dead_options(e: Evidence) -> Figure:
    """Options that good levels have all the chances to take and never want."""
    offered, taken = _level_tables(e, "offered"), _level_tables(e, "taken")
    good = [level for level in offered if level != "random"] or list(offered)
    asked = np.sum([offered[level] for level in good], axis=0)
    rates = np.array([ratio(taken[level].astype(float), offered[level].astype(float)) for level in good])
    often = asked >= DEAD_OFFERS
    dead = often & np.all(np.isnan(rates) | (rates < DEAD_TAKEN), axis=0)
    order = np.flatnonzero(dead)[np.argsort(-asked[dead], kind="stable")]
    listed = [
        {"action": e.game.actions.write(int(a)), "offered": int(asked[a]), "taken": int(sum(taken[level][a] for level in good))}
        for a in order[: 3 * MOST_PARTS]
    ]
    share = Part("", float(dead.sum() / max(1, often.sum())))
    return Figure("dead_options", (share,), notes={"dead": int(dead.sum()), "often": int(often.sum()), "listed": listed})


@metric(22, "choice", SHARE)
def traps(e: Evidence) -> Figure | str:
    """Kinds of action that random play takes much more often than the strongest level, at a loss."""
    offered, taken = _level_tables(e, "offered"), _level_tables(e, "taken")
    strong = [level for level in offered if level != "random"]
    if not e.has("ahead") or "random" not in offered or not strong:
        return NOT_LOOKED if not e.has("ahead") else NOT_PLAYED
    kinds, blocks = kinds_of(e.game), e.game.actions.blocks
    lost, lost_of = (np.bincount(kinds, e.table(name, "ahead"), len(blocks)) for name in ("lost", "lost_of"))
    rate = {
        level: ratio(np.bincount(kinds, taken[level], len(blocks)), np.bincount(kinds, offered[level], len(blocks)))
        for level in ("random", strong[-1])
    }
    loss = ratio(lost, lost_of)
    trap = (rate["random"] > TRAP_TIMES * rate[strong[-1]]) & (loss > TRAP_LOSS) & (lost_of >= ENOUGH_LOOKS)
    listed = [
        {"kind": blocks[b].name, "weak": float(rate["random"][b]), "strong": float(rate[strong[-1]][b]), "loss": float(loss[b])}
        for b in np.flatnonzero(trap)
    ]
    judged = int((lost_of >= ENOUGH_LOOKS).sum())
    return Figure("traps", (Part("", trap.sum() / max(1, judged)),), notes={"listed": listed, "judged": judged})


@metric(23, "choice", SHARE)
def random_cost(e: Evidence) -> Figure | str:
    found = _per_choice(e, "cost")
    if isinstance(found, str):
        return found
    by_round = ratio(e.table("round_cost", "ahead"), e.table("round_looked", "ahead"))
    return Figure("random_cost", tuple(found), notes={"by_round": [None if np.isnan(x) else float(x) for x in by_round]})


# Story


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
    return _per_choice(e, "dead")


@metric(32, "story", SHARE)
def last_round_changes(e: Evidence) -> list[Part] | str:
    if not e.has("ahead"):
        return NOT_LOOKED
    if e.sum("last_rounds", "ahead")[0] == 0:
        return "why_no_rounds"
    return [boot(e.per("last_changed", "last_rounds", "ahead"))]


# Skill and luck


def _steps(e: Evidence) -> list[tuple[str, str, str]]:
    """The ladder as (study, weaker, stronger)."""
    return [(study, *study.split(":")[1:]) for study in e.studies if study.startswith("ladder:") and e.has(study)]  # type: ignore[misc]


@metric(33, "skill", SHARE)
def ladder(e: Evidence) -> list[Part] | str:
    steps = [boot(e.challenger(study), f"against:{stronger}:{weaker}") for study, weaker, stronger in _steps(e)]
    return steps or NOT_PLAYED


@metric(34, "skill", ELO)
def depth(e: Evidence) -> list[Part] | str:
    steps = _steps(e)
    if not steps:
        return NOT_PLAYED
    return [boot(np.sum([elo_of(e.challenger(study), e.sides) for study, _, _ in steps], axis=0) / 100)]


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
    """Three styles of which each beats the next, beyond chance."""
    pairs = {
        tuple(study.split(":")[1:]): e.challenger(study) for study in e.studies if study.startswith("style:") and e.has(study)
    }
    if not pairs:
        return NOT_PLAYED
    beats = {pair for pair, share in pairs.items() if np.percentile(share[1:], 2.5) > 1 / e.sides}
    beats |= {(b, a) for (a, b), share in pairs.items() if np.percentile(share[1:], 97.5) < 1 / e.sides}
    styles = sorted({style for pair in pairs for style in pair})
    found = [
        f"{a} > {b} > {c} > {a}"
        for a in styles for b in styles for c in styles
        if a < b and a < c and b != c and {(a, b), (b, c), (c, a)} <= beats
    ]  # fmt: skip
    return Figure("cycles", (Part("", float(len(found))),), notes={"cycles": found, "styles": styles})


# Components


@metric(41, "components", SHARE)
def taken_when_offered(e: Evidence) -> Figure:
    """How often each kind of action is taken when it is offered; its actions are in the table of components."""
    kinds, blocks = kinds_of(e.game), e.game.actions.blocks
    offered = np.bincount(kinds, e.table("offered").sum(axis=0), len(blocks))
    taken = np.bincount(kinds, e.table("taken").sum(axis=0), len(blocks))
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
    return found or "why_too_few"


@metric(43, "components", SHARE)
def value_added(e: Evidence) -> list[Part] | str:
    """By kind: actions of the same kind answer the same question."""
    if not e.has("ahead"):
        return NOT_LOOKED
    kinds, blocks = kinds_of(e.game), e.game.actions.blocks
    total, squares, n = (np.bincount(kinds, e.table(name, "ahead"), len(blocks)) for name in ("gained", "gained_sq", "gained_of"))
    found = [mean_part(total[b], squares[b], n[b], f"={blocks[b].name}") for b in range(len(blocks)) if n[b] >= ENOUGH_LOOKS]
    return sorted(found, key=lambda part: -part.value) or "why_too_few"


@metric(44, "components", POINTS)
def sources_of_points(e: Evidence) -> Figure | str:
    """The rows of the final count, winners beside the others."""
    rows = {name.partition(":")[2]: table for name, table in e.studies["main"].tables.items() if name.startswith("points:")}
    listed = [
        {"words": words.split("\n"), "winners": won / of_won, "others": rest / of_rest if of_rest else None}
        for words, (won, of_won, rest, of_rest) in rows.items()
        if of_won
    ]
    if not listed:
        return "why_no_count"
    apart = [Part("=" + "\n".join(row["words"]), row["winners"] - row["others"]) for row in listed if row["others"] is not None]
    parts = tuple(sorted(apart, key=lambda part: -abs(part.value))[:MOST_PARTS])
    return Figure("sources_of_points", parts, why="" if parts else "why_no_count", notes={"listed": listed})


@metric(45, "components")
def concentration(e: Evidence) -> list[Part]:
    """Gini's coefficient of how often the actions that were offered are taken."""
    seen = e.table("offered").sum(axis=0) > 0
    uses = np.sort(e.table("uses")[:, seen].astype(float), axis=1)
    n = uses.shape[1]
    rank = np.arange(1, n + 1)
    return [boot(2 * (uses * rank).sum(axis=1) / (n * np.maximum(uses.sum(axis=1), 1)) - (n + 1) / n)]


# Interaction


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
