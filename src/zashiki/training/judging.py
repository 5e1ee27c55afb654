"""How a network does against greedy play: whole games, the network on every side in turn."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch

from zashiki.training.learner import greedy_choice, quick, side_of
from zashiki.training.network import Player, worth_features
from zashiki.training.tables import Tables
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


@torch.no_grad()
def against_greedy(player: Player, tables: Tables, unit: float, seed: int) -> Share:
    """One game at every table; the network takes the option with the largest logit."""
    side = side_of(tables)
    rows = torch.arange(tables.n, device=tables.device)
    shares, going = torch.zeros(tables.n, device=tables.device), torch.ones(tables.n, dtype=torch.bool, device=tables.device)
    tables.begin(seed)
    while bool(going.any()):
        seen = tables.look()
        with quick(tables.device):
            features = worth_features(seen.worths, seen.counts, unit * tables.worlds)
            logits, _ = player(seen.own, seen.options, features, seen.counts)
        own = side[rows, seen.seats.long()]
        tables.play(torch.where(own, logits.argmax(1), greedy_choice(seen)))
        ended = going & tables.done
        shares = torch.where(ended, (tables.rewards * side).sum(1), shares)
        going &= ~ended
    half = 1.96 * float(shares.std()) / math.sqrt(tables.n)
    return Share(tables.players, float(shares.mean()), half, 1 / len(tables.game.sides(tables.players)))
