"""A sitting of training: distillation first, then self-play, with a progress line and a row of a CSV file now and then.

A training may take several sittings; all that goes from one to the next is the file of `keeping`.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.words import listed
from zashiki.training.distilling import Distiller
from zashiki.training.judging import Share, against_greedy
from zashiki.training.keeping import keep, resume
from zashiki.training.learner import Learner, Plan
from zashiki.training.network import WIDTHS
from zashiki.training.tables import Tables
from zashiki.training.words import WORDS


@dataclass(frozen=True)
class Length:
    """How long a training takes, in seconds of the clock it is given."""

    distil: float  # of distillation, which comes first
    whole: float  # altogether, over all sittings
    sitting: float  # this time
    report: float  # between two progress lines
    keep: float  # between two files


def usual_seats(game: AnyGame) -> int:
    """The seat count in the middle, which gets half of the tables."""
    return game.seats[(len(game.seats) - 1) // 2]


def sets_of_tables(game: AnyGame, tables: int, device: str, threads: int) -> list[Tables]:
    """Tables for every seat count, and some for every variant at the usual one."""
    usual = usual_seats(game)
    others: list[tuple[int, Mapping[str, str]]] = [(players, {}) for players in game.seats if players != usual]
    others += [(usual, given) for given in game.about.variants if given and possible(game, usual, given)]
    made = [Tables(game, usual, max(2, tables // 2), device=device, threads=threads)]
    for players, given in others:
        n = max(2, tables // 2 // len(others))
        made.append(Tables(game, players, n, device=device, given=given, threads=threads))
    return made


def possible(game: AnyGame, players: int, given: Mapping[str, str]) -> bool:
    """Whether a variant can be played by so many."""
    try:
        game.encode_options(players, given)
    except BadOption:
        return False
    return True


class Sitting:
    """One process that trains, from a file if there is one, until its time is over."""

    def __init__(
        self,
        game: AnyGame,
        file: Path,
        length: Length,
        *,
        tables: int,
        judged: int,
        device: str,
        threads: int = 1,
        plan: Plan | None = None,
        widths: tuple[int, int, int] = WIDTHS,
        clock: Callable[[], float] = time.monotonic,
        say: Callable[[str], object] = print,
    ) -> None:
        self.game, self.file, self.length, self.clock, self.say = game, file, length, clock, say
        self.learner = Learner(game, sets_of_tables(game, tables, device, threads), plan or Plan(), widths)
        self.judges = [
            Tables(game, players, judged * players, device=device, worlds=game.worth.WORLDS, threads=threads)
            for players in game.seats
        ]
        begun = clock()
        self.spent = 0.0
        if file.exists():
            self.spent = resume(self.learner, file)
        else:
            self.learner.begin_games()
            self.learner.find_unit()
            keep(self.learner, 0.0, file)
        self.say(WORDS("ready", game=game.full_id, seconds=f"{clock() - begun:.0f}", unit=f"{self.learner.unit:.0f}"))

    def train(self) -> list[Share]:
        """Until the sitting or the training is over; how the network does against greedy play at the end."""
        before, start = self.spent, self.clock()
        kept = told = start
        distiller = Distiller(self.learner)
        self.report({})
        while self.spent < min(before + self.length.sitting, self.length.whole):
            numbers = self.advance(distiller)
            self.spent = before + self.clock() - start
            if self.clock() - kept >= self.length.keep:
                keep(self.learner, self.spent, self.file)
                kept = self.clock()
            if self.clock() - told >= self.length.report:
                self.report(numbers)
                told = self.clock()
        keep(self.learner, self.spent, self.file)
        return self.report({})

    def advance(self, distiller: Distiller) -> dict[str, float]:
        """One step of distillation, or one update by self-play."""
        distil, learner = self.length.distil, self.learner
        if self.spent < distil:
            rate = learner.plan.at((learner.plan.rate[0], learner.plan.rate[0] / 4), self.spent / distil)
            return {"distilled": distiller.look(rate)}
        if distiller.looks:
            distiller.close()
        learner.collect()
        return learner.update((self.spent - distil) / (self.length.whole - distil))

    def report(self, numbers: Mapping[str, float]) -> list[Share]:
        """Play against greedy seats, print a line and write a row."""
        learner = self.learner
        shares = [against_greedy(learner.player, tables, learner.unit, seed=777) for tables in self.judges]
        sentence = ("progress_distilled" if "distilled" in numbers else "progress_learnt") if numbers else "progress"
        so_far = {"seconds": f"{self.spent:.0f}", "updates": learner.updates, "decisions": f"{learner.decisions / 1e6:.1f}"}
        parts = {name: f"{number:.4f}" for name, number in numbers.items()}
        self.say(WORDS(sentence, game=self.game.full_id, shares=listed(map(str, shares)), **so_far, **parts))
        rows = self.file.with_suffix(".csv")
        new = not rows.exists()
        with rows.open("a", newline="", encoding="utf-8") as out:
            writer = csv.writer(out)
            if new:
                writer.writerow(["seconds", "updates", "decisions", *(f"share_{each.players}p" for each in shares)])
            writer.writerow([round(self.spent), learner.updates, learner.decisions, *(f"{each.mean:.4f}" for each in shares)])
        return shares
