"""The batch on a GPU: the CUDA gear, a thread for every game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from zashiki.core.cuda import Cuda, cuda
from zashiki.core.game import AnyGame
from zashiki.rl import kernels, playouts
from zashiki.rl.batch import OnProcessor, observation_scales


class OnDevice:
    """What `OnProcessor` does, for arrays on the GPU."""

    def __init__(self, game: AnyGame, n: int) -> None:
        self.gear, self.n, self.game = cuda(game), n, game
        self.states, self.rngs, self.options, self.array = self.gear.states, self.gear.rngs, self.gear.options, self.gear.array
        self._kernels, self._scales = batch_kernels(self.gear), self.gear.copy_in(observation_scales(game))

    def run(self, loop: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        self.gear.launch(getattr(self._kernels, loop.__name__), self.n, *arguments)

    def observe(self, states: Any, seats: Any, observations: Any) -> None:
        self.gear.launch(self._kernels.observe_batch, self.n, states, seats, self._scales, observations)

    def check(self, masks: Any, actions: Any, seats: Any) -> None:
        """Checking would copy the masks back; actions on the GPU come from masks on the GPU."""

    def playouts(self, players: int, games: int, seed: int, options: Any) -> tuple[int, int]:
        return playouts.play_random(self.gear, players, games, seed, options)

    def bytes_of(self, array: Any) -> bytes:
        data: bytes = self.gear.copy_out(array).tobytes()
        return data

    def fill(self, array: Any, data: bytes) -> None:
        import numpy as np

        place = self.gear.target.as_cuda_array(array)
        place.copy_to_device(np.frombuffer(data, dtype=place.dtype).reshape(place.shape))

    def write_masks(self, states: Any, seats: Any, masks: Any) -> None:
        host = OnProcessor(self.game, self.n, 1)
        written = host.array(masks.shape, "uint8")
        host.write_masks(self.gear.copy_out(states), self.gear.copy_out(seats), written)
        self.fill(masks, written.tobytes())


@cache
def batch_kernels(gear: Cuda) -> SimpleNamespace:
    """The loops of the batch as a GPU can start them: each thread runs one over its own place."""
    import numpy as np

    cuda, i32 = gear.target, np.int32
    buffer_size, observation_size = gear.buffer_size, gear.game.observation_size
    reset, step = gear.compile(kernels.reset_batch), gear.compile(kernels.step_batch)
    sample, observe = gear.compile(kernels.sample_batch), gear.compile(kernels.observe_batch)

    def reset_batch(states: Any, rngs: Any, players: int, options: Any, seed: int, seats: Any, masks: Any) -> None:
        out = cuda.local.array(buffer_size, i32)
        i = cuda.grid(1)
        if i < len(states):
            reset(states, rngs, players, options, seed, seats, masks, out, i, i + 1)

    def step_batch(
        states: Any, rngs: Any, players: int, options: Any, actions: Any, seats: Any, masks: Any, rewards: Any, done: Any
    ) -> None:
        out = cuda.local.array(buffer_size, i32)
        i = cuda.grid(1)
        if i < len(states):
            step(states, rngs, players, options, actions, seats, masks, rewards, done, out, i, i + 1)

    def sample_batch(states: Any, rngs: Any, seats: Any, actions: Any) -> None:
        out = cuda.local.array(buffer_size, i32)
        i = cuda.grid(1)
        if i < len(states):
            sample(states, rngs, seats, actions, out, i, i + 1)

    def observe_batch(states: Any, seats: Any, scales: Any, observations: Any) -> None:
        numbers = cuda.local.array(observation_size, i32)
        i = cuda.grid(1)
        if i < len(states):
            observe(states, seats, numbers, scales, observations, i, i + 1)

    loops = (reset_batch, step_batch, sample_batch, observe_batch)
    return SimpleNamespace(**{loop.__name__: cuda.jit(loop) for loop in loops})
