"""The CUDA gear: the same rules as device functions of a GPU, one thread for each game.

Buffers are device arrays; everything with `__cuda_array_interface__` (CuPy, PyTorch, Numba) is taken without a copy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from zashiki.core import kernels
from zashiki.core.chance import RNG_WORDS
from zashiki.core.errors import MissingExtra
from zashiki.core.game import AnyGame
from zashiki.core.gears import Binder
from zashiki.core.native import as_table

BLOCK = 128  # threads that share a scheduler
ALIGNMENT = 16  # of a state in a thread's own memory


@cache
def cuda(game: AnyGame) -> Cuda:
    """The CUDA gear of a game; its kernels are compiled at their first use, some seconds each."""
    if not _numba_cuda().is_available():
        raise MissingExtra("The CUDA gear needs an NVIDIA GPU and its driver; this machine shows none.")
    return Cuda(game)


def _numba_cuda() -> Any:
    try:
        import numba_cuda  # noqa: F401
        from numba import cuda as numba_cuda_target
    except ImportError as error:
        raise MissingExtra("The CUDA gear needs numba-cuda: pip install 'zashiki[cuda]'.") from error
    return numba_cuda_target


def _primitives(target: Any) -> dict[str, Any]:
    import numpy as np

    device = target.jit(device=True)
    return {
        "bit": device(lambda k: np.int64(1) << np.int64(k)),
        "count": device(lambda mask: np.int64(target.popc(np.int64(mask)))),
        "lowest": device(lambda mask: np.int64(target.ffs(np.int64(mask)) - 1)),
    }


class Cuda:
    """Kernels compiled for one game and one GPU. Threads are numbered like the games of an array."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.dtype = game.state.dtype()
        self.buffer_size = max(game.max_legal, game.max_seats)
        self._target = _numba_cuda()
        self._binder = Binder(game, self._device, as_table, _primitives(self._target))
        self.kernels = _kernels(self)

    def _device(self, function: Callable[..., Any]) -> Any:
        function.__qualname__ = f"{self.game.id}.{function.__name__}"
        return self._target.jit(device=True)(function)  # the compiler of the GPU inlines nearly everything by itself

    def bound(self, name: str) -> Any:
        """A kernel of `core.kernels` as a device function."""
        return self._binder.bind(getattr(kernels, name))

    # Memory

    def array(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        """A zeroed array on the device."""
        import numpy as np

        return self.copy_in(np.zeros(shape, dtype=kind))

    def copy_in(self, array: Any) -> Any:
        """A copy of a NumPy array on the device."""
        return self._target.to_device(array)

    def copy_out(self, array: Any) -> Any:
        """A copy of a device array as a NumPy array."""
        return self._target.as_cuda_array(array).copy_to_host()

    def states(self, n: int) -> Any:
        """A zeroed array of n states on the device."""
        return self.array(n, self.dtype)

    def rngs(self, n: int) -> Any:
        """Room on the device for n generators."""
        return self.array((n, RNG_WORDS), "int64")

    def options(self, players: int, given: dict[str, str] | None = None) -> Any:
        """The numbers of the options on the device."""
        import numpy as np

        return self.copy_in(np.array(self.game.encode_options(players, given or {}) or [0], dtype=np.int64))

    # Running

    def launch(self, name: str, threads: int, *arguments: Any) -> None:
        """Start a kernel on so many threads and return at once; `synchronize` waits for it."""
        getattr(self.kernels, name)[(threads + BLOCK - 1) // BLOCK, BLOCK](*arguments)

    def synchronize(self) -> None:
        """Wait for everything that was launched."""
        self._target.synchronize()

    def play_random(
        self, players: int, games: int, seed: int = 0, given: dict[str, str] | None = None, threads: int = 65536
    ) -> tuple[int, int]:
        """Whole random games on the device: the same (decisions, checksum) as the native gear gives."""
        return self.play_options(players, self.options(players, given), games, seed, threads)

    def play_options(self, players: int, options: Any, games: int, seed: int, threads: int = 65536) -> tuple[int, int]:
        """`play_random` with options that are on the device already."""
        totals = self.array((min(threads, games), 2), "int64")
        self.launch("play_games", len(totals), players, options, seed, 0, games, totals)
        decisions, checksum = totals.copy_to_host().sum(axis=0)
        return int(decisions), int(checksum) % kernels.CHECKSUM_PRIME


def _kernels(gear: Cuda) -> SimpleNamespace:
    """The kernels a GPU can start: each thread runs a loop of `core.kernels` over its own place."""
    import numpy as np

    cuda = gear._target
    state, buffer_size, words, alignment = gear.dtype, gear.buffer_size, RNG_WORDS, ALIGNMENT
    observation_size = gear.game.observation_size
    i32, i64 = np.int32, np.int64
    play_game, one_event_of = gear.bound("play_game"), gear.bound("one_event")
    reset, step, sample, observe = (gear.bound(f"{name}_batch") for name in ("reset", "step", "sample", "observe"))

    def play_games(players: int, options: Any, seed: int, first: int, last: int, totals: Any) -> None:
        """Games `first` .. `last - 1`, dealt out to the threads; totals per thread: decisions, checksum."""
        states = cuda.local.array(1, state, alignment=alignment)
        rng = cuda.local.array(words, i64)
        out = cuda.local.array(buffer_size, i32)
        thread = cuda.grid(1)
        if thread < len(totals):
            for game in range(first + thread, last, len(totals)):
                play_game(states[0], rng, out, players, options, seed, game, totals[thread])

    def one_event(states: Any, rngs: Any, before: Any) -> None:
        """The next random event of every game; the status before it."""
        out = cuda.local.array(buffer_size, i32)
        i = cuda.grid(1)
        if i < len(states):
            before[i] = one_event_of(states, i, rngs[i], out)

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

    loops = (play_games, one_event, reset_batch, step_batch, sample_batch, observe_batch)
    return SimpleNamespace(**{loop.__name__: cuda.jit(loop) for loop in loops})
