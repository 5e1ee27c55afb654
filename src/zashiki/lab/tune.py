"""Turning dials: one at a time to see what each does, or many at once until targets are met."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import optuna

from zashiki.core.dials import Dial, dials
from zashiki.core.errors import BadDial, BadOption
from zashiki.core.words import CORE, listed
from zashiki.core.workers import Workers
from zashiki.lab.catalogue import WORDS
from zashiki.lab.compare import Change, compare
from zashiki.lab.metrics import METRICS
from zashiki.lab.result import Result, measure
from zashiki.lab.setup import Setup
from zashiki.lab.studies import Effort
from zashiki.lab.targets import Target

RUNGS = (250, 1000, 4000, 16_000)  # games; only the best quarter of the settings goes on to the next rung
CONFIRMED, CONFIRM_GAMES = 5, 20_000
FRESH = 1_000_003  # what is added to the seed for confirmation
PRICE_OF_CHANGE = 0.02  # how much missing a target one turned dial is worth, with `least_change`
MOST_STEPS = 5  # of a dial in a sweep

DONE = (optuna.trial.TrialState.COMPLETE, optuna.trial.TrialState.PRUNED)

Told = Callable[[str], None]


def _quiet(said: str) -> None:
    pass


# Sweeps


@dataclass(frozen=True)
class Step:
    """One dial at one value, and what changed against the printed game."""

    dial: str
    value: int
    result: Result
    changes: list[Change]


def steps_of(dial: Dial) -> list[int]:
    """A few values of a dial from low to high, without the printed one."""
    values = [value for value in dial.values if value != dial.value]
    if len(values) <= MOST_STEPS:
        return values
    places = [round(k * (len(values) - 1) / (MOST_STEPS - 1)) for k in range(MOST_STEPS)]
    return [values[place] for place in places]


def sweep(
    setup: Setup, games: int, workers: Workers, names: Sequence[str] = (), told: Told = _quiet, gear: str = "native"
) -> tuple[Result, list[Step]]:
    """The table as it is, and with one dial turned at a time, on common deals. Numbers that do not go together are left out."""
    known = {dial.name: dial for dial in dials(setup.rules())}
    unknown = set(names) - known.keys()
    if unknown or not known:
        name = min(unknown, default="")
        raise BadOption(CORE("dial_unknown", game=setup.rules().name, name=name, known=listed(known) or CORE("no_options")))
    base = measure(setup, games, workers=workers, gear=gear)
    steps = []
    for name in names or known:
        for value in steps_of(known[name]):
            told(f"{name}={value}")
            try:
                turned = setup.with_(dials={**setup.dials, name: value})
            except BadDial as error:
                told(str(error))
                continue
            result = measure(turned, games, workers=workers, gear=gear)
            steps.append(Step(name, value, result, compare(base, result)))
    return base, steps


# Tuning


@dataclass(frozen=True)
class Tuned:
    """A setting that was confirmed on fresh deals: how far it misses the targets, and what changed against the table before."""

    dials: dict[str, int]
    loss: float
    result: Result
    changes: list[Change]


def read_free(text: str) -> tuple[str, range]:
    """A dial that tuning may turn: `starting-coins=4..8`."""
    name, equals, ends = text.partition("=")
    low, dots, high = ends.partition("..")
    if not (equals and dots and low.removeprefix("-").isdecimal() and high.removeprefix("-").isdecimal()):
        raise BadOption(WORDS("free_form", text=text))
    return name, range(int(low), int(high) + 1)


def loss_of(result: Result, targets: Sequence[Target], turned: Mapping[str, int], least_change: bool) -> float:
    """How far the targets are missed in all, and the price of the dials that were turned."""
    missed = 0.0
    for target in targets:
        part = target.number(result.figures)
        if part is None:
            raise BadOption(WORDS("target_unmeasured", target=target))
        missed += target.miss(part.value)
    return missed + (PRICE_OF_CHANGE * len(turned) if least_change else 0.0)


def tune(
    setup: Setup,
    free: Mapping[str, range],
    targets: Sequence[Target],
    workers: Workers,
    *,
    trials: int = 40,
    rungs: Sequence[int] = RUNGS,
    confirm: int = CONFIRM_GAMES,
    least_change: bool = False,
    study: Path | None = None,
    told: Told = _quiet,
    gear: str = "native",
) -> list[Tuned]:
    """Settings that meet the targets best, confirmed on fresh deals, best first. A study file lets a later call go on."""
    printed = {dial.name: dial.value for dial in dials(setup.rules())} | dict(setup.dials)
    for name, values in free.items():
        known = {dial.name: dial for dial in dials(setup.rules())}
        if name not in known or not set(values) <= set(known[name].values) or not values:
            if name not in known:
                raise BadOption(WORDS("free_unknown", name=name))
            raise BadOption(WORDS("free_range", name=name, low=known[name].low, high=known[name].high))
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    search = _open_study(setup, free, targets, rungs, study)
    efforts = [_effort(games, targets) for games in rungs]

    def settings(params: Mapping[str, int]) -> dict[str, int]:
        return {name: value for name, value in params.items() if value != printed[name]}

    def objective(trial: optuna.Trial) -> float:
        params = {name: trial.suggest_int(name, values[0], values[-1]) for name, values in free.items()}
        for before in search.get_trials(deepcopy=False, states=DONE):
            if before.params == params and before.number != trial.number:
                raise optuna.TrialPruned
        turned = settings(params)
        try:
            table = setup.with_(dials={**setup.dials, **params})
        except BadDial as error:
            told(str(error))
            raise optuna.TrialPruned from None
        loss = 0.0
        for rung, effort in enumerate(efforts):
            loss = loss_of(measure(table, effort, workers=workers, gear=gear), targets, turned, least_change)
            told(WORDS("told_loss", dials=_written(params), loss=f"{loss:.3f}", count=effort.games))
            trial.report(loss, rung)
            if trial.should_prune():
                raise optuna.TrialPruned
        return loss

    combinations = prod(len(values) for values in free.values())
    search.enqueue_trial(
        {name: min(max(printed[name], values[0]), values[-1]) for name, values in free.items()}, skip_if_exists=True
    )
    search.optimize(objective, n_trials=min(trials, 2 * combinations))
    done = search.get_trials(states=(optuna.trial.TrialState.COMPLETE,))
    best = sorted(done, key=lambda trial: (trial.value, trial.number))[:CONFIRMED]
    fresh = setup.with_(seed=setup.seed + FRESH)
    base = measure(fresh, _effort(confirm, targets), workers=workers, gear=gear)
    confirmed = []
    for trial in best:
        told(WORDS("told_confirming", dials=_written(trial.params), count=confirm))
        tuned = fresh.with_(dials={**setup.dials, **trial.params})
        result = measure(tuned, _effort(confirm, targets), workers=workers, gear=gear)
        loss = loss_of(result, targets, settings(trial.params), least_change)
        confirmed.append(Tuned(dict(trial.params), loss, result, compare(base, result)))
    return sorted(confirmed, key=lambda one: one.loss)


def _written(params: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in params.items())


def _effort(games: int, targets: Sequence[Target]) -> Effort:
    """The games, and a sample of everything else where a target needs it."""
    if all(METRICS[target.key].from_games for target in targets):
        return Effort.only_games(games)
    return Effort(games, max(10, games // 100), 0, max(50, games // 20))


def _open_study(
    setup: Setup, free: Mapping[str, range], targets: Sequence[Target], rungs: Sequence[int], file: Path | None
) -> optuna.Study:
    """A study in memory or in a file; BadOption where the file belongs to another question."""
    from optuna.storages import InMemoryStorage, JournalStorage
    from optuna.storages.journal import JournalFileBackend

    storage = JournalStorage(JournalFileBackend(str(file))) if file else InMemoryStorage()
    search = optuna.create_study(
        storage=storage, study_name="zashiki", load_if_exists=True,
        sampler=optuna.samplers.TPESampler(seed=setup.seed, n_startup_trials=8),
        pruner=optuna.pruners.SuccessiveHalvingPruner(min_resource=1, reduction_factor=4),
    )  # fmt: skip
    question = {
        "setup": setup.to_json(), "free": {name: [values[0], values[-1]] for name, values in free.items()},
        "targets": [str(target) for target in targets], "rungs": list(rungs),
    }  # fmt: skip
    asked = search.user_attrs.get("question")
    if asked is not None and asked != question:
        raise BadOption(WORDS("other_study", file=file))
    search.set_user_attr("question", question)
    return search
