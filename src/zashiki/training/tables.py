"""Many games side by side, of different seat counts and options, seen as a learner needs them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor

from zashiki.bots.search import CANDIDATES, DEPTH
from zashiki.core.game import AnyGame
from zashiki.rl import kernels
from zashiki.rl.batch import gear_for
from zashiki.rl.kernels import NO_OPTION
from zashiki.training.network import there

SPREAD = 256  # random decisions after which games that began together are everywhere in their course
AS_BEFORE = -1  # in place of a seed: with the generators that the games have


@dataclass(frozen=True)
class Kind:
    """So many tables of one seat count, with one set of options."""

    players: int
    n: int
    given: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Seen:
    """What the decisions of all games are made from; the tensors are used again. The longest list of options just fits."""

    own: Tensor  # (n, size)
    options: Tensor  # (n, longest)
    worths: Tensor  # (n, longest)
    counts: Tensor  # (n,)
    seats: Tensor  # (n,)


class Tables:
    """States of games, and what is asked and told about them as PyTorch tensors."""

    def __init__(self, game: AnyGame, kinds: Sequence[Kind], *, device: str, worlds: int = 1, threads: int = 1) -> None:
        self.game, self.kinds, self.device, self.worlds = game, kinds, device, worlds
        self.n, self.players = sum(kind.n for kind in kinds), game.max_seats
        edges = [sum(kind.n for kind in kinds[:k]) for k in range(len(kinds) + 1)]
        self.places = [slice(first, last) for first, last in pairwise(edges)]
        self.side = self._sides()
        most, size, n = game.about.max_legal, game.observation_size, self.n
        self.seats, self.done = self._room(n, kind=torch.int8), self._room(n, kind=torch.bool)
        self.rewards = self._room(n, self.players)
        self._own, self._options = self._room(n, size), self._room(n, most, kind=torch.int32)
        self._worths, self._counts = self._room(n, most, kind=torch.int64), self._room(n, kind=torch.int32)
        self._other, self._looking = self._room(n, size), self._room(n, kind=torch.int8)
        self._actions, self._chosen = self._room(n, kind=torch.int32), self._room(n, kind=torch.bool)
        counts = [kind.players for kind in kinds for _ in range(kind.n)]
        given = [game.encode_options(kind.players, kind.given) or [0] for kind in kinds for _ in range(kind.n)]
        self._players, self._given = (torch.tensor(numbers).to(device) for numbers in (counts, given))
        self._gear = gear_for(game, n, device, threads)
        self._states, self._rngs = self._gear.states(n), self._gear.rngs(n)
        # The same memory once more, as the loops over games take it.
        self._seats_at, self._actions_at = self._shared(self.seats), self._shared(self._actions)
        self._own_at, self._other_at, self._looking_at = map(self._shared, (self._own, self._other, self._looking))
        self._chosen_at, self._games = self._shared(self._chosen), (self._states, self._rngs)
        self._of_kinds = tuple(map(self._shared, (self._players, self._given)))
        self._answers_at = tuple(map(self._shared, (self._options, self._worths, self._counts)))
        self._ends_at = tuple(map(self._shared, (self.rewards, self.done)))

    def _room(self, *shape: int, kind: torch.dtype = torch.float32) -> Tensor:
        return torch.zeros(shape, dtype=kind, device=self.device)

    def _shared(self, tensor: Tensor) -> Any:
        """The same memory as the loops over games take it."""
        return tensor.numpy() if self.device == "cpu" else self._gear.gear.view(tensor)

    def _sides(self) -> Tensor:
        """Which seats (n, players) a network has where it plays against others: a side, another one from table to table."""
        found = self._room(self.n, self.players, kind=torch.bool)
        for kind, place in zip(self.kinds, self.places, strict=True):
            sides = self.game.sides(kind.players)
            table = self._room(len(sides), self.players, kind=torch.bool)
            for number, seats in enumerate(sides):
                table[number, list(seats)] = True
            found[place] = table[torch.arange(kind.n, device=self.device) % len(sides)]
        return found

    def _begin(self, chosen: Tensor | bool, seed: int) -> None:
        self._chosen[:] = chosen
        self._gear.drive(kernels.begin_tables, (*self._games, *self._of_kinds, self._chosen_at, seed, self._seats_at))

    def begin(self, seed: int) -> None:
        """New games, all at their beginning."""
        self._begin(True, seed)

    def begin_spread(self, seed: int) -> None:
        """New games, each somewhere in its course: otherwise they would all end together, again and again."""
        self.begin(seed)
        slots = torch.arange(self.n, device=self.device) % SPREAD
        for t in range(SPREAD):
            self._begin(slots == t, AS_BEFORE)
            self._gear.run(kernels.sample_batch, (*self._games, self._seats_at, self._actions_at))
            self._play()

    def look(self) -> Seen:
        """What the seat to act sees in every game, and its options with their worth."""
        self._gear.observe(self._states, self._seats_at, self._own_at)
        self._gear.weigh(*self._games, self._seats_at, *self._answers_at, self.worlds)
        longest = int(self._counts.max())
        return Seen(self._own, self._options[:, :longest], self._worths[:, :longest], self._counts, self.seats)

    def look_from_others(self, into: Tensor) -> None:
        """What the other seats see, in the order of play after the seat to act; at smaller tables this goes round again."""
        for k in range(1, self.players):
            self._looking[:] = (self.seats + k) % self._players
            self._gear.observe(self._states, self._looking_at, self._other_at)
            into[:, k - 1] = self._other

    def play(self, choice: Tensor) -> None:
        """Make the chosen option, by its place in the list, of every game."""
        self._actions[:] = self._options.gather(1, choice[:, None]).squeeze(1)
        self._play()

    def _play(self) -> None:
        given = (*self._games, *self._of_kinds, self._actions_at, self._seats_at, *self._ends_at)
        self._gear.drive(kernels.play_tables, given)

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
        shared = (self._shared(tensor) for tensor in (candidates, seeds))
        self._gear.try_options(self._states, self._seats_at, *shared, worlds, DEPTH, self._shared(results))
        found = results.double()
        low = found.masked_fill(~wanted[:, :, None], torch.inf).amin(1, keepdim=True)
        high = found.masked_fill(~wanted[:, :, None], -torch.inf).amax(1, keepdim=True)
        marks = ((found - low) / (high - low).clamp(min=1.0)).sum(2)
        return places.masked_fill(~wanted, -1), marks.masked_fill(~wanted, -torch.inf).float()
