"""The studies behind a report: which games are played for which metrics, and what each lot of them is reduced to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from zashiki.core.game import AnyGame
from zashiki.lab.ahead import count_looks
from zashiki.lab.count import count_games, deals_of, kinds_of, shares_of
from zashiki.lab.frames import frames_of
from zashiki.lab.metrics import Evidence
from zashiki.lab.play import Look, Lot, Played, options_of, play_lot
from zashiki.lab.setup import Setup, Sitter, known_levels
from zashiki.lab.sums import Sums

LOT, AHEAD_LOT, SEARCH_LOT = 250, 2, 4  # deals that one process plays in one go; results do not depend on how many processes
LUCK_REPEATS = 6
STYLES = 3  # bots that avoid something, beside the one that avoids nothing
AVOIDING_GAMES = 3
OFTEN = 0.01  # a kind of action that makes up less of the decisions is not worth avoiding


@dataclass(frozen=True)
class Effort:
    """How many games each study plays."""

    games: int = 10_000
    ahead: int = 40  # looked into
    search: int = 60  # with one search bot
    pairs: int = 400  # in each other comparison of two ways to play
    look: Look = field(default_factory=Look)

    @classmethod
    def only_games(cls, games: int) -> Effort:
        """Nothing that looks ahead or compares."""
        return cls(games, 0, 0, 0)


@dataclass(frozen=True)
class Study:
    """One study: who plays, how many deals, and in lots of how many."""

    name: str
    sitters: tuple[Sitter, ...]
    deals: int
    size: int = LOT
    turning: bool = False
    repeats: int = 1
    frozen: int = -1
    look: Look | None = None
    usual_length: int = 0

    def tasks(self, setup: Setup, gear: str) -> Iterator[Task]:
        """The lots of the study, in order."""
        for first in range(0, self.deals, self.size):
            lot = Lot(
                setup, self.sitters, first, min(first + self.size, self.deals), self.turning, self.repeats, self.frozen,
                self.look, self.usual_length, gear,
            )  # fmt: skip
            yield Task(self.name, lot)


@dataclass(frozen=True)
class Task:
    """A lot of a study: what goes out to a process."""

    study: str
    lot: Lot
    frames: bool = False  # whether the decisions themselves are wanted


@dataclass(frozen=True)
class Done:
    """What comes back: sums, and Parquet files by name."""

    sums: Sums
    files: Mapping[str, bytes]


def do(task: Task) -> Done:
    """Play a lot and reduce it."""
    played = play_lot(task.lot)
    if task.study == "ahead":
        return Done(count_looks(played[0]), {})
    if task.study.partition(":")[0] == "luck":
        return Done(count_luck(played), {})
    files = frames_of(played[0]) if task.frames else {}
    return Done(count_games(played[0], ends=task.study == "main"), files)


def count_luck(played: list[Played]) -> Sums:
    """Deals that were played several times: how much of the win differs between the times."""
    shares = np.array([shares_of(one) for one in played])  # repeats, deals, seats
    sums = Sums()
    numbers = {
        "seats": np.full(shares.shape[1], float(shares.shape[2])),
        "w_sq": (shares**2).mean(axis=0).sum(axis=1),
        "within": shares.var(axis=0, ddof=1).sum(axis=1),
    }
    sums.weigh(deals_of(played[0]), numbers)
    return sums


# Which studies there are


def first_studies(evidence: Evidence, effort: Effort) -> list[Study]:
    """The games that most metrics come from."""
    return [Study("main", evidence.setup.sitters, effort.games)]


def later_studies(evidence: Evidence, effort: Effort) -> list[Study]:
    """What is played once the main study is known."""
    setup, game = evidence.setup, evidence.game
    found = []
    if effort.ahead:
        length = round(float(evidence.per("decisions")[0]))
        found.append(Study("ahead", setup.sitters, effort.ahead, AHEAD_LOT, look=effort.look, usual_length=length))
    if not effort.pairs:
        return found
    equal = (Sitter(setup.sitters[0].level),) * setup.players
    if equal[0].level != "search":
        found.append(Study("luck", equal, effort.pairs, repeats=LUCK_REPEATS))
        if len(game.sources) > 1:
            for source, name in enumerate(game.sources):
                found.append(Study(f"luck:{name}", equal, effort.pairs // 2, repeats=LUCK_REPEATS // 2, frozen=source))
    for weaker, stronger in rungs(game):
        games, size = (effort.search, SEARCH_LOT) if stronger == "search" else (2 * effort.pairs, LOT)
        if games:
            found.append(_against(evidence, f"ladder:{weaker}:{stronger}", Sitter(stronger), Sitter(weaker), games, size))
    if effort.search:
        seer = Sitter("search", sees_all=True)
        found.append(_against(evidence, "seer", seer, Sitter("greedy"), effort.search, SEARCH_LOT))
    for name, style in _avoiders(evidence).items():
        found.append(_against(evidence, f"without:{name}", style, Sitter(), effort.pairs, LOT))
    return found


def rungs(game: AnyGame) -> list[tuple[str, str]]:
    """The steps of the ladder: greedy play against random play, and every stronger level against greedy play."""
    levels = known_levels(game)
    return [("random", "greedy"), *(("greedy", stronger) for stronger in levels[levels.index("greedy") + 1 :])]


def last_studies(evidence: Evidence, effort: Effort) -> list[Study]:
    """Styles against each other: bots that avoid something and do well."""
    if not effort.pairs:
        return []
    shares = {
        study.partition(":")[2]: float(evidence.challenger(study)[0])
        for study in evidence.studies
        if study.startswith("without:") and evidence.has(study)
    }
    avoiders = _avoiders(evidence)
    styles = {"greedy": Sitter()} | {name: avoiders[name] for name in sorted(shares, key=lambda one: -shares[one])[:STYLES]}
    return [_against(evidence, f"style:{a}:{b}", styles[a], styles[b], effort.pairs, LOT) for a, b in combinations(styles, 2)]


def _against(evidence: Evidence, name: str, challenger: Sitter, others: Sitter, games: int, size: int) -> Study:
    """One side of challengers against the others, moving on by a seat with every deal."""
    mine = evidence.game.sides(evidence.players)[0]
    sitters = tuple(challenger if place in mine else others for place in range(evidence.players))
    return Study(name, sitters, games, size, turning=True)


def _avoiders(evidence: Evidence) -> dict[str, Sitter]:
    """Greedy bots that avoid one kind of action, for each kind that is often taken and can be avoided at all."""
    blocks = evidence.game.actions.blocks
    taken = evidence.by_kind(evidence.actions("taken")[0])
    often = (taken >= OFTEN * taken.sum()) & avoidable(evidence.setup)
    return {
        block.name: replace(Sitter(), avoids=(block.first, block.first + block.size))
        for block, wanted in zip(blocks, often, strict=True)
        if wanted
    }


def avoidable(setup: Setup) -> np.ndarray[Any, Any]:
    """Which kinds of action are, in a few games, among options of several kinds."""
    game, kinds = setup.rules(), kinds_of(setup.rules())
    found = np.zeros(len(game.actions.blocks), bool)
    for deal in range(AVOIDING_GAMES):
        for options in options_of(setup, deal):
            mixed = np.unique(kinds[options])
            if len(mixed) > 1:
                found[mixed] = True
    return found


def games_in(studies: list[Study]) -> int:
    """How many games studies come to."""
    return sum(study.deals * study.repeats for study in studies)
