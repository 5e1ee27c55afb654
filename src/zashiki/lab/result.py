"""A measured table: playing its studies, and keeping what came out in a folder."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from zashiki import __version__
from zashiki.core.errors import BadOption
from zashiki.core.reasons import reason
from zashiki.core.record import kifu_of
from zashiki.core.rooms import Measure
from zashiki.core.workers import Stop, Workers, hire, in_order, stopped_by_interrupt
from zashiki.lab.catalogue import WORDS
from zashiki.lab.figures import Figure, Part, boot
from zashiki.lab.metrics import Evidence, components_compared, measure_all
from zashiki.lab.play import Lot, play_lot, table_of
from zashiki.lab.setup import Setup
from zashiki.lab.studies import LUCK_REPEATS, Done, Effort, Study, do, first_studies, games_in, last_studies, later_studies
from zashiki.lab.sums import NO_DEAL, Sums

RESULT = "result.json"
MOST_COMPONENTS = 60
USUAL = Effort()

Progress = Callable[[str, int, int], None]  # (study, games played, games to play)


@dataclass
class Result:
    """What a table came to: figures by their key, tables for the report, and the games that show a finding."""

    setup: Setup
    games: int
    figures: dict[str, Figure]
    tables: dict[str, Any] = field(default_factory=dict)
    shown: dict[str, list[int]] = field(default_factory=dict)  # numbers of deals
    studies: dict[str, int] = field(default_factory=dict)  # games of each
    whole: bool = True  # False: stopped before all was played
    version: str = __version__

    def __getitem__(self, key: str) -> Figure:
        return self.figures[key]

    def save(self, folder: Path) -> None:
        """Write `result.json`."""
        folder.mkdir(parents=True, exist_ok=True)
        written = {
            "zashiki": self.version, "setup": self.setup.to_json(), "games": self.games, "whole": self.whole,
            "studies": self.studies, "figures": {key: asdict(figure) for key, figure in self.figures.items()},
            "tables": self.tables, "shown": self.shown,
        }  # fmt: skip
        (folder / RESULT).write_text(json.dumps(written, ensure_ascii=False, default=_plain_number), encoding="utf-8")

    def command(self) -> str:
        """The words of the command line that measure this again."""
        effort = f"--look-ahead {self.studies.get('ahead', 0)} --search {self.studies.get('seer', 0)}"
        pairs = self.studies.get("luck", 0) // LUCK_REPEATS
        return f"zashiki lab measure {self.setup.command()} --games {self.games} {effort} --pairs {pairs}"

    def record(self, deal: int) -> str:
        """The record of one of the deals, played again."""
        seats = " ".join(f"{seat}=bot:{sitter.level}" for seat, sitter in enumerate(self.setup.sitters))
        return kifu_of(table_of(self.setup, deal), {"seats": seats}).write()

    @classmethod
    def load(cls, folder: Path) -> Result:
        """What `save` wrote; BadOption where the folder holds no result."""
        try:
            written = json.loads((folder / RESULT).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadOption(WORDS("no_result", folder=folder, why=reason(error))) from None
        figures = {
            key: Figure(key, tuple(_part(part) for part in figure["parts"]), figure["why"], figure["notes"])
            for key, figure in written["figures"].items()
        }
        return cls(
            Setup.from_json(written["setup"]), written["games"], figures, written["tables"], written["shown"],
            written["studies"], written["whole"], written["zashiki"],
        )  # fmt: skip


def _part(written: dict[str, Any]) -> Part:
    return Part(**{**written, "replicates": tuple(written["replicates"])})


def _plain_number(value: Any) -> Any:
    """NumPy's numbers and arrays as JSON has them."""
    return value.tolist()


def measure(
    setup: Setup,
    effort: Effort | int = USUAL,
    *,
    jobs: int | None = None,
    ray: str = "",
    folder: Path | None = None,
    progress: Progress = lambda study, done, of: None,
    gear: str = "native",
    workers: Workers | None = None,
) -> Result:
    """Play a table and measure it; with a folder, also write down every game and decision there.

    The effort is the number of games, or says it for every study. The result is the same for any number of processes or machines;
    workers that are given are used, and kept for the next time.
    """
    effort = Effort.only_games(effort) if isinstance(effort, int) else effort
    hired = workers or hire(jobs, ray)
    play_lot(Lot(setup, setup.sitters, 0, 0, gear=gear))  # compiles, so that several processes need not do it at once
    try:
        with stopped_by_interrupt() as stop:
            return _measure(setup, effort, hired, stop, folder, progress, gear)
    finally:
        if workers is None:
            hired.close()


def _measure(
    setup: Setup, effort: Effort, workers: Workers, stop: Stop, folder: Path | None, progress: Progress, gear: str
) -> Result:
    evidence = Evidence(setup)
    played: dict[str, int] = {}
    for next_studies in (first_studies, later_studies, last_studies):
        if not stop.is_set():
            played |= play_studies(evidence, next_studies(evidence, effort), workers, stop, folder, progress, gear)
    if not evidence.has("main"):
        raise BadOption(WORDS("nothing_played"))
    return Result(
        setup, round(float(evidence.sum("games")[0])), measure_all(evidence) | own_figures(evidence), tables_of(evidence),
        {name: [deal for _, deal in games] for study in evidence.studies.values() for name, games in study.shown.items()},
        played, not stop.is_set(),
    )  # fmt: skip


def play_studies(
    evidence: Evidence, studies: list[Study], workers: Workers, stop: Stop, folder: Path | None, progress: Progress, gear: str
) -> dict[str, int]:
    """Play studies and add them to the evidence; how many games each came to."""
    tasks = [task for study in studies for task in study.tasks(evidence.setup, gear)]
    tasks = [replace(task, frames=folder is not None and task.study == "main") for task in tasks]
    played: dict[str, int] = {study.name: 0 for study in studies}
    of = games_in(studies)

    def take(number: int, done: Done) -> None:
        task = tasks[number]
        evidence.studies.setdefault(task.study, Sums()).add(done.sums)
        for name, content in done.files.items():
            assert folder is not None
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        played[task.study] += task.lot.games
        progress(task.study, sum(played.values()), of)

    if tasks:
        progress(tasks[0].study, 0, of)
        in_order(workers.work(do, tasks, stop), take)
    return played


def own_key(measure: Measure[Any]) -> str:
    """The key of the figure that a game's own measure makes."""
    return f"own:{measure.key}"


def own_figures(evidence: Evidence) -> dict[str, Figure]:
    """What the game counts itself."""
    own = evidence.game.measures.measures() if evidence.game.measures else ()
    found = {}
    for measure in own:
        key, values = own_key(measure), evidence.per(f"own_{measure.key}", f"own_{measure.key}_of")
        found[key] = Figure(key, (boot(values),)) if np.isfinite(values[0]) else Figure(key, why="why_too_few")
    return found


def _known(deal: int) -> list[int]:
    return [] if deal == NO_DEAL else [int(deal)]


def tables_of(evidence: Evidence) -> dict[str, Any]:
    """The tables of the report: rounds, components."""
    main = evidence.studies["main"].tables
    found: dict[str, Any] = {}
    found["rounds"] = {name: main[f"round_{name}"].tolist() for name in ("decisions", "options", "forced")}
    if evidence.has("ahead"):
        ahead = evidence.studies["ahead"].tables
        found["rounds"] |= {name: ahead[f"round_{name}"].tolist() for name in ("cost", "looked") if f"round_{name}" in ahead}
    offered, taken = evidence.actions("offered")[0], evidence.actions("taken")[0]
    firsts = evidence.studies["main"].firsts["had_won"]
    compared = sorted(components_compared(evidence), key=lambda one: -abs(one[1].value))[:MOST_COMPONENTS]
    found["components"] = [
        {
            "action": part.label[1:], "offered": int(offered[action]), "taken": int(taken[action]), "did": did,
            "value": part.value, "low": part.low, "high": part.high, "deals": _known(firsts[action]),
        }
        for action, part, did in compared
    ]  # fmt: skip
    return found
