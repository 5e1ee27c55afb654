"""How a network does against greedy play, or against another network: whole games, the network on every side in turn."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from zashiki.training.learner import greedy_choice
from zashiki.training.network import Player, worth_features
from zashiki.training.tables import Seen, Tables
from zashiki.training.words import WORDS


@dataclass(frozen=True)
class Share:
    """The share of the win over many games, with half of its 95 % interval, beside the fair one."""

    players: int
    mean: float
    half: float
    fair: float

    def __str__(self) -> str:
        return WORDS("share", players=self.players, mean=f"{self.mean:.1%}", half=f"{self.half:.1%}", fair=f"{self.fair:.0%}")


Rated = tuple[Player, int]  # a network and its unit of worth


@torch.no_grad()
def judged(player: Rated, tables: Tables, seed: int, rival: Rated | None = None) -> list[Share]:
    """One game at every table; networks take the option with the largest logit. A share for each kind of tables.

    In 32 bits throughout: a network of whole numbers has the logits here that it has from its file. A bot that plays from the
    file draws among options near the best where others decide at the same time.
    """
    rows = torch.arange(tables.n, device=tables.device)
    shares, going = torch.zeros(tables.n, device=tables.device), torch.ones(tables.n, dtype=torch.bool, device=tables.device)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        tables.begin(seed)
        while bool(going.any()):
            seen = tables.look()
            others = greedy_choice(seen.worths, seen.counts) if rival is None else best_choice(rival, tables, seen)
            own = tables.side[rows, seen.seats.long()]
            tables.play(torch.where(own, best_choice(player, tables, seen), others))
            ended = going & tables.done
            shares = torch.where(ended, (tables.rewards * tables.side).sum(1), shares)
            going &= ~ended
    found = []
    for kind, place in zip(tables.kinds, tables.places, strict=True):
        half = 1.96 * float(shares[place].std()) / math.sqrt(kind.n)
        found.append(Share(kind.players, float(shares[place].mean()), half, 1 / len(tables.game.sides(kind.players))))
    return found


def best_choice(rated: Rated, tables: Tables, seen: Seen) -> Tensor:
    """The place of the option with the largest logit."""
    player, unit = rated
    logits, _ = player(seen.own, seen.options, worth_features(seen.worths, seen.counts, unit * tables.worlds), seen.counts)
    best: Tensor = logits.argmax(1)
    return best
