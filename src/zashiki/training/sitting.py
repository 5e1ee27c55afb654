"""A sitting of training: distillation first, then self-play, with a progress line and a row of a CSV file now and then.

A training may take several sittings; all that goes from one to the next is the file of `keeping`.
"""

from __future__ import annotations

import csv
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from zashiki.bots.network.file import network_of, read_network
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.words import listed
from zashiki.training.distilling import Distiller
from zashiki.training.judging import Share, judged
from zashiki.training.keeping import keep, resume
from zashiki.training.learner import Learner, Plan
from zashiki.training.network import WIDTHS
from zashiki.training.tables import Kind, Tables
from zashiki.training.together import ALONE, Together
from zashiki.training.whole_numbers import as_shipped, player_of, unit_of
from zashiki.training.words import WORDS

OF_SEAT_COUNT, OF_VARIANT = 3, 1  # parts of all tables
NUMBERS = ("entropy", "pull", "critic", "value", "distilled")  # of the latest update, in a row


@dataclass(frozen=True)
class Length:
    """How long a training takes, in seconds of the clock it is given."""

    distil: float  # of distillation, which comes first
    whole: float  # altogether, over all sittings
    sitting: float  # this time
    report: float  # between two progress lines
    keep: float  # between two files


def usual_seats(game: AnyGame) -> int:
    """The seat count in the middle."""
    return game.seats[(len(game.seats) - 1) // 2]


def kinds_of_tables(game: AnyGame, tables: int) -> list[Kind]:
    """Tables for every seat count, and some for every variant at the usual one."""
    usual = usual_seats(game)
    wanted: list[tuple[int, Mapping[str, str], int]] = [(players, {}, OF_SEAT_COUNT) for players in game.seats]
    wanted += [(usual, given, OF_VARIANT) for given in game.about.variants if given and possible(game, usual, given)]
    parts = sum(part for _, _, part in wanted)
    return [Kind(players, max(2, tables * part // parts), given) for players, given, part in wanted]


def possible(game: AnyGame, players: int, given: Mapping[str, str]) -> bool:
    """Whether a variant can be played by so many."""
    try:
        game.encode_options(players, given)
    except BadOption:
        return False
    return True


class Sitting:
    """One process that trains, from a file if there is one, until its time is over; or one of several that train together."""

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
        seed: int = 0,
        start: Path | None = None,
        worlds: int | None = None,
        together: Together = ALONE,
        clock: Callable[[], float] = time.monotonic,
        say: Callable[[str], object] = print,
    ) -> None:
        begun = clock()
        self.game, self.file, self.length, self.clock, self.say = game, file, length, clock, say
        self.together, usual = together, game.worth.WORLDS  # worlds that greedy play imagines
        at = Tables(game, kinds_of_tables(game, tables), device=device, worlds=worlds or usual, threads=threads)
        self.learner = Learner(game, at, plan or Plan(), widths, seed=seed, together=together)
        kinds = [Kind(players, judged * players) for players in game.seats]
        self.judges = Tables(game, kinds, device=device, worlds=usual, threads=threads)
        network = network_of(game)
        self.release = None if network is None else (player_of(game, network).to(device), unit_of(network))
        self.spent, self.told_at, self.looked = 0.0, -1, 0.0
        if together.told(file.exists()):
            self.spent = resume(self.learner, file)
        else:
            self.learner.begin_games()
            if start is None:
                self.learner.find_unit()
            else:
                given = read_network(game, start)
                origin = f"{start.name} {hashlib.sha256(start.read_bytes()).hexdigest()[:12]}"
                self.learner.begin_from(player_of(game, given), unit_of(given), origin)
            keep(self.learner, 0.0, file)
        if together.rank == 0:
            self.say(WORDS("ready", game=game.full_id, seconds=f"{clock() - begun:.0f}", unit=self.learner.unit))

    def train(self) -> list[Share]:
        """Until the sitting or the training is over; how the network does against greedy play at the end."""
        before, start = self.spent, self.now()
        kept = told = start
        distiller = Distiller(self.learner)
        if self.told_at != self.learner.updates:
            self.report({})
        while self.spent < min(before + self.length.sitting, self.length.whole):
            numbers = self.advance(distiller)
            now = self.now()
            self.spent = before + now - start
            if now - kept >= self.length.keep:
                keep(self.learner, self.spent, self.file)
                kept = now
            if now - told >= self.length.report:
                self.report(numbers)
                told = now
        keep(self.learner, self.spent, self.file)
        return self.report({})

    def now(self) -> float:
        """The time by the clock of the first process."""
        read: float = self.together.told(self.clock())
        return read

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
        """Play in whole numbers against greedy seats and against the released network, print a line and write a row."""
        begun, self.told_at = self.clock(), self.learner.updates
        if self.together.rank != 0:
            return []
        learner = self.learner
        player = as_shipped(self.game, learner.player, learner.unit)
        shares: list[Share] = judged((player, learner.unit), self.judges, seed=777)
        beside = [] if self.release is None else judged((player, learner.unit), self.judges, seed=778, rival=self.release)
        self.looked = self.clock() - begun
        self.tell(shares, beside, numbers)
        return shares

    def tell(self, shares: Sequence[Share], beside: Sequence[Share], numbers: Mapping[str, float]) -> None:
        """The progress line and the row."""
        learner, named = self.learner, {"game": self.game.full_id}
        sentence = "progress_distilled" if "distilled" in numbers else "progress_learnt" if "entropy" in numbers else "progress"
        so_far = {"seconds": f"{self.spent:.0f}", "updates": learner.updates, "decisions": f"{learner.decisions / 1e6:.1f}"}
        parts = {name: f"{number:.4f}" for name, number in numbers.items()}
        self.say(WORDS(sentence, shares=listed(map(str, shares)), **named, **so_far, **parts))
        if beside:
            self.say(WORDS("beside_release", shares=listed(map(str, beside)), **named))
        rows = self.file.with_suffix(".csv")
        new = not rows.exists()
        columns: dict[str, object] = {
            "seconds": round(self.spent), "updates": learner.updates, "decisions": learner.decisions
        }  # fmt: skip
        columns |= {f"share_{each.players}p": f"{each.mean:.4f}" for each in shares}
        columns |= {f"release_{each.players}p": f"{each.mean:.4f}" for each in beside}
        columns |= {name: f"{numbers[name]:.4f}" if name in numbers else "" for name in NUMBERS}
        with rows.open("a", newline="", encoding="utf-8") as out:
            writer = csv.writer(out)
            if new:
                writer.writerow(columns)
            writer.writerow(columns.values())
