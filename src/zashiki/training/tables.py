"""Many games of one seat count, seen as a learner needs them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from zashiki.bots.search import CANDIDATES, DEPTH
from zashiki.core.game import AnyGame
from zashiki.rl.batch import Batch
from zashiki.rl.kernels import NO_OPTION
from zashiki.training.network import there

SPREAD = 256  # random decisions after which games that began together are everywhere in their course


@dataclass(frozen=True)
class Seen:
    """What the decisions of all games are made from; the tensors are used again."""

    own: Tensor  # (n, size)
    options: Tensor  # (n, most)
    worths: Tensor  # (n, most)
    counts: Tensor  # (n,)
    seats: Tensor  # (n,)


class Tables:
    """A batch whose buffers are PyTorch tensors."""

    def __init__(
        self,
        game: AnyGame,
        players: int,
        n: int,
        *,
        device: str,
        given: Mapping[str, str] | None = None,
        worlds: int = 1,
        threads: int = 1,
    ) -> None:
        self.game, self.players, self.n, self.device, self.worlds = game, players, n, device, worlds
        most, size = game.about.max_legal, game.observation_size
        self.seats = self._room(n, kind=torch.int8)
        self.rewards, self.done = self._room(n, players), self._room(n, kind=torch.bool)
        self._own, self._other = self._room(n, size), self._room(n, size)
        self._options, self._worths = self._room(n, most, kind=torch.int32), self._room(n, most, kind=torch.int64)
        self._counts = self._room(n, kind=torch.int32)
        buffers = {
            "seats": self.seats, "rewards": self.rewards, "done": self.done, "observations": self._own,
            "options": self._options, "worths": self._worths, "counts": self._counts,
        }  # fmt: skip
        shared = {name: self._shared(tensor) for name, tensor in buffers.items()}
        self.batch = Batch(game, players, n, options=given, device=device, buffers=shared, threads=threads)

    def _room(self, *shape: int, kind: torch.dtype = torch.float32) -> Tensor:
        return torch.zeros(shape, dtype=kind, device=self.device)

    def _shared(self, tensor: Tensor) -> Any:
        """The same memory as the batch takes it."""
        return tensor.numpy() if self.device == "cpu" else tensor

    def begin(self, seed: int) -> None:
        """New games, all at their beginning."""
        self.batch.reset(seed)

    def begin_spread(self, seed: int) -> None:
        """New games, each somewhere in its course: otherwise they would all end together, again and again."""
        self.batch.reset(seed)
        slots = torch.arange(self.n, device=self.device) % SPREAD
        for t in range(SPREAD):
            self.batch.restart(self._shared(slots == t))
            self.batch.step(self.batch.sample(), check=False)

    def look(self) -> Seen:
        """What the seat to act sees in every game, and its options with their worth."""
        self.batch.observe()
        self.batch.weigh(self.worlds)
        return Seen(self._own, self._options, self._worths, self._counts, self.seats)

    def look_from_others(self, into: Tensor) -> None:
        """What the other seats see, in the order of play after the seat to act."""
        for k in range(1, self.players):
            seats = ((self.seats + k) % self.players).to(torch.int8)
            self.batch.observe_from(self._shared(seats), self._shared(self._other))
            into[:, k - 1] = self._other

    def play(self, choice: Tensor) -> None:
        """Make the chosen option, by its place in the list, of every game."""
        actions = self._options.gather(1, choice[:, None]).squeeze(1).contiguous()
        self.batch.step(self._shared(actions), check=False)

    def search(self, seen: Seen, worlds: int, seed: int) -> tuple[Tensor, Tensor]:
        """What the search bot makes of its candidates: their places (n, k), -1 for none, and a mark from 0 to 2 for each."""
        present = there(seen.counts, seen.worths.shape[1])
        k = min(CANDIDATES, seen.worths.shape[1])
        drawn = seen.worths.double() + 0.5 * torch.rand(seen.worths.shape, dtype=torch.double, device=self.device)
        best, places = drawn.masked_fill(~present, -torch.inf).topk(k, dim=1)
        wanted = torch.isfinite(best) & (seen.counts > 1)[:, None]
        candidates = seen.options.gather(1, places).masked_fill(~wanted, NO_OPTION).contiguous()
        seeds = torch.arange(self.n, device=self.device, dtype=torch.int64) + seed * self.n
        results = self._room(self.n, k, 2, kind=torch.int64)
        self.batch.try_options(self._shared(candidates), self._shared(seeds), worlds, DEPTH, self._shared(results))
        found = results.double()
        low = found.masked_fill(~wanted[:, :, None], torch.inf).amin(1, keepdim=True)
        high = found.masked_fill(~wanted[:, :, None], -torch.inf).amax(1, keepdim=True)
        marks = ((found - low) / (high - low).clamp(min=1.0)).sum(2)
        return places.masked_fill(~wanted, -1), marks.masked_fill(~wanted, -torch.inf).float()
