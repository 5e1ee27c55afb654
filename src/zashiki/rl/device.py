"""The batch on a GPU: the CUDA gear with one thread per game; all threads of a block fill whole rows together."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from zashiki.bots.kernels import PLACES
from zashiki.bots.network.file import Network
from zashiki.core.cuda import WARP, cuda, observed_row
from zashiki.core.game import AnyGame
from zashiki.rl import gpu_kernels, playouts
from zashiki.rl.batch import observation_scales


class OnDevice:
    """The counterpart of `OnProcessor` for arrays on the GPU."""

    def __init__(self, game: AnyGame, n: int) -> None:
        self.gear, self.n, self.game = cuda(game), n, game
        self.states, self.rngs, self.options, self.array = self.gear.states, self.gear.rngs, self.gear.options, self.gear.array
        self._scales, self._row = self.gear.copy_in(observation_scales(game)), observed_row(game)

    @cached_property
    def _form(self) -> dict[str, int]:
        """How loops are compiled."""
        return playouts.COMPACT if playouts.number_of_rules(self.game) > playouts.VERY_LARGE else {}

    def run(self, loop: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        self.gear.launch(self._kernel(loop), self.n, *arguments)

    def drive(self, loop: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        self._in_warps(self._kernel(loop), *arguments)

    def _kernel(self, loop: Callable[..., None]) -> Any:
        """The kernel of the same name for a loop of the batch."""
        return self.gear.kernel(getattr(gpu_kernels, loop.__name__), **self._form)

    def _in_warps(self, kernel: Any, *arguments: Any, count: int = 0) -> None:
        kernel[-(-(count or self.n) // WARP), WARP](*arguments)

    def observe(self, states: Any, seats: Any, observations: Any) -> None:
        games, length = self._row.games, self._row.length
        kernel = self.gear.kernel(gpu_kernels.observe_batch)
        kernel[-(-self.n // games), WARP](states, seats, self._scales, observations, games, length)

    @cached_property
    def _rooms(self) -> Any:
        """Places for the worlds that each game imagines."""
        return self.gear.room((self.n, PLACES), self.gear.dtype)

    def weigh(self, states: Any, rngs: Any, seats: Any, options: Any, worths: Any, counts: Any, worlds: int) -> None:
        imagine, weigh = self.gear.kernel(gpu_kernels.imagine_batch), self.gear.kernel(gpu_kernels.weigh_batch)
        for world in range(worlds):
            self._in_warps(imagine, states, rngs, seats, options, counts, self._rooms)
            self.gear.launch(weigh, self.n * gpu_kernels.WEIGHERS, self._rooms, seats, options, counts, worths, world)

    def choose(self, states: Any, rngs: Any, seats: Any, actions: Any, network: Network) -> None:
        rooms = self.gear.room((self.n, network.room), "int32")
        net, weights = (self.gear.copy_in(array) for array in network.arrays())
        self._in_warps(self.gear.kernel(gpu_kernels.choose_batch), states, rngs, seats, actions, net, weights, self._rooms, rooms)

    def try_options(self, states: Any, seats: Any, candidates: Any, seeds: Any, worlds: int, depth: int, results: Any) -> None:
        tries = self.n * candidates.shape[1] * worlds
        rooms = self.gear.room((tries, PLACES), self.gear.dtype)
        kernel = self.gear.kernel(gpu_kernels.try_batch)
        self._in_warps(kernel, states, seats, candidates, seeds, worlds, depth, results, rooms, count=tries)

    def check(self, masks: Any, actions: Any, seats: Any) -> None:
        """Nothing is checked: that would copy the masks back, and actions on the GPU come from masks on the GPU."""

    def playouts(self, players: int, games: int, seed: int, options: Any) -> tuple[int, int]:
        return playouts.play_random(self.gear, players, games, seed, options)

    def bytes_of(self, array: Any) -> bytes:
        data: bytes = self.gear.copy_out(array).tobytes()
        return data

    def fill(self, array: Any, data: bytes) -> None:
        import numpy as np

        self.gear.fill(array, np.frombuffer(data, dtype=np.uint8))
