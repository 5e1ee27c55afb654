"""Distillation: the network learns what the search bot would answer, before it learns from its own games.

Search is slow, but on a GPU it weighs the positions of thousands of games at once. The network plays those games itself, now
and then with the search's move, so that it sees the positions it will get into.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from zashiki.bots.search import CANDIDATES
from zashiki.training.learner import Learner, half, quick, sampled
from zashiki.training.tables import Tables

WORLDS = 6  # simulated for every candidate
SHARPNESS = 6.0  # the target is the softmax of so many times the mark, which is 0 to 2
FOLLOWS = 0.5  # share of decisions in which the search's best candidate is played
KEPT = 24  # looks at all tables that are learnt from
PASSES = 6  # steps of the optimiser after every look


@dataclass
class Lessons:
    """The latest positions of all tables, with the chances that search would give to their options."""

    own: Tensor
    options: Tensor
    worths: Tensor
    counts: Tensor
    places: Tensor
    chances: Tensor
    looks: int = 0

    @classmethod
    def room_for(cls, tables: Tables) -> Lessons:
        """An empty store."""
        size, most, on = tables.game.observation_size, tables.game.about.max_legal, tables.device
        candidates = min(CANDIDATES, most)
        lead = (KEPT, tables.n)
        return cls(
            own=torch.zeros(*lead, size, dtype=half(on), device=on),
            options=torch.zeros(*lead, most, dtype=torch.int16, device=on),
            worths=torch.zeros(*lead, most, 2, dtype=torch.float16, device=on),
            counts=torch.ones(*lead, dtype=torch.int32, device=on),
            places=torch.zeros(*lead, candidates, dtype=torch.int64, device=on),
            chances=torch.zeros(*lead, candidates, device=on),
        )


class Distiller:
    """Search and learning by turns, at the tables of a learner."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self._lessons: Lessons | None = None
        self.looks = 0

    def look(self, rate: float) -> float:
        """One decision in every game, searched, kept and played; then some learning. The loss."""
        learner, tables = self.learner, self.learner.tables
        seen = tables.look()
        longest = seen.options.shape[1]
        places, marks = tables.search(seen, WORLDS, seed=self.looks * learner.together.size + learner.together.rank)
        lessons = self._lessons = self._lessons or Lessons.room_for(tables)
        at, candidates = lessons.looks % KEPT, places.shape[1]
        chances = (SHARPNESS * marks).softmax(1).nan_to_num(0.0)  # not a number where there was no choice
        lessons.own[at], lessons.counts[at] = seen.own, seen.counts
        lessons.options[at, :, :longest], lessons.worths[at, :, :longest] = seen.options, learner.features(seen)
        lessons.places[at, :, :candidates], lessons.chances[at, :, :candidates] = places.clamp(min=0), chances
        lessons.chances[at, :, candidates:] = 0
        lessons.looks += 1
        given = lessons.own[at], lessons.options[at, :, :longest], lessons.worths[at, :, :longest], lessons.counts[at]
        with torch.no_grad(), quick(tables.device):
            logits, _ = learner.player(*given)
        best = places.gather(1, marks.argmax(1, keepdim=True)).squeeze(1).clamp(min=0)
        follows = torch.rand(tables.n, device=tables.device) < FOLLOWS
        tables.play(torch.where(follows, best, sampled(logits)))
        self.looks += 1
        losses = [self.learn(lessons, rate) for _ in range(PASSES)]
        return sum(losses) / len(losses)

    def learn(self, lessons: Lessons, rate: float) -> float:
        """One step of the optimiser over a random part of the store; the loss."""
        learner = self.learner
        for group in learner.optimiser.param_groups:
            group["lr"] = rate
        learner.optimiser.zero_grad(set_to_none=True)
        held = min(lessons.looks, KEPT) * learner.tables.n
        at = torch.randint(held, (learner.plan.chunk,)).to(learner.device)
        longest = int(lessons.counts.max())
        flat = {name: value.flatten(0, 1) for name, value in vars(lessons).items() if name != "looks"}
        own, counts, places, chances = (flat[name][at] for name in ("own", "counts", "places", "chances"))
        with quick(learner.device):
            logits, _ = learner.player(own, flat["options"][:, :longest][at], flat["worths"][:, :longest][at], counts)
        logp = logits.log_softmax(1).gather(1, places).clamp(min=-50)
        loss = -(chances * logp).sum(1).mean()
        loss.backward()
        learner.climb()
        return float(loss.detach())

    def close(self) -> None:
        """End it: self-play starts from what was learnt, with new games."""
        self._lessons, self.looks = None, 0
        self.learner.forget()
        self.learner.begin_games()
