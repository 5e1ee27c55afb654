"""The batch on a GPU: the CUDA gear with one thread per game; all threads of a block fill whole rows together."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Any

from zashiki.bots import kernels as bots
from zashiki.bots.kernels import BASE, PLACES, WORLD
from zashiki.bots.network.file import Network
from zashiki.core import kernels as core
from zashiki.core.chance import RNG_WORDS
from zashiki.core.cuda import Cuda, cuda
from zashiki.core.game import AnyGame
from zashiki.core.gears import ALIGNMENT
from zashiki.rl import kernels, playouts
from zashiki.rl.batch import observation_scales
from zashiki.rl.playouts import WARP

WEIGHERS = 16  # threads that weigh the options of a game
ROOM = 12 << 10  # bytes of shared memory for the games of a warp; with more, fewer warps fit on a multiprocessor


class OnDevice:
    """The counterpart of `OnProcessor` for arrays on the GPU."""

    def __init__(self, game: AnyGame, n: int) -> None:
        self.gear, self.n, self.game = cuda(game), n, game
        self.states, self.rngs, self.options, self.array = self.gear.states, self.gear.rngs, self.gear.options, self.gear.array
        self._kernels, self._scales = batch_kernels(self.gear), self.gear.copy_in(observation_scales(game))

    def run(self, loop: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        self.gear.launch(getattr(self._kernels, loop.__name__), self.n, *arguments)

    def drive(self, loop: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        table_kernels(self.gear)[loop][-(-self.n // WARP), WARP](*arguments)

    def observe(self, states: Any, seats: Any, observations: Any) -> None:
        kernel, games = observe_kernel(self.gear)
        kernel[-(-self.n // games), WARP](states, seats, self._scales, observations)

    @cached_property
    def _rooms(self) -> Any:
        """Places for the worlds that each game imagines."""
        return self.gear.room((self.n, PLACES), self.gear.dtype)

    def weigh(self, states: Any, rngs: Any, seats: Any, options: Any, worths: Any, counts: Any, worlds: int) -> None:
        imagine, weigh = weigh_kernels(self.gear)
        for world in range(worlds):
            imagine[-(-self.n // WARP), WARP](states, rngs, seats, options, counts, self._rooms)
            self.gear.launch(weigh, self.n * WEIGHERS, self._rooms, seats, options, counts, worths, world)

    def choose(self, states: Any, rngs: Any, seats: Any, actions: Any, network: Network) -> None:
        kernel, rooms = choose_kernel(self.gear), self.gear.room((self.n, network.room), "int32")
        net, weights = (self.gear.copy_in(array) for array in network.arrays())
        kernel[-(-self.n // WARP), WARP](states, rngs, seats, actions, net, weights, self._rooms, rooms)

    def try_options(self, states: Any, seats: Any, candidates: Any, seeds: Any, worlds: int, depth: int, results: Any) -> None:
        kernel, tries = try_kernel(self.gear), self.n * candidates.shape[1] * worlds
        rooms = self.gear.room((tries, PLACES), self.gear.dtype)
        kernel[-(-tries // WARP), WARP](states, seats, candidates, seeds, worlds, depth, results, rooms)

    def check(self, masks: Any, actions: Any, seats: Any) -> None:
        """Nothing is checked: that would copy the masks back, and actions on the GPU come from masks on the GPU."""

    def playouts(self, players: int, games: int, seed: int, options: Any) -> tuple[int, int]:
        return playouts.play_random(self.gear, players, games, seed, options)

    def bytes_of(self, array: Any) -> bytes:
        data: bytes = self.gear.copy_out(array).tobytes()
        return data

    def fill(self, array: Any, data: bytes) -> None:
        import numpy as np

        place = self.gear.target.as_cuda_array(array)
        place.copy_to_device(np.frombuffer(data, dtype=place.dtype).reshape(place.shape))


@cache
def batch_kernels(gear: Cuda) -> SimpleNamespace:
    """The loops of the batch as GPU kernels, under the same names as on the CPU."""
    import numpy as np

    cuda, i32, buffer_size, width = gear.target, np.int32, gear.buffer_size, WARP
    reset, step = gear.compile(kernels.reset_batch), gear.compile(kernels.step_batch)
    ask, sample = gear.compile(kernels.ask_batch), gear.compile(kernels.sample_batch)
    restart = gear.compile(kernels.restart_batch)

    def clear(rows: Any) -> None:
        """Clear the rows of this block's games, one warp per row, and wait until that is done."""
        first, end = cuda.blockIdx.x * cuda.blockDim.x, min((cuda.blockIdx.x + 1) * cuda.blockDim.x, len(rows))
        for i in range(first + cuda.threadIdx.x // width, end, cuda.blockDim.x // width):
            for k in range(cuda.threadIdx.x % width, rows.shape[1], width):
                rows[i, k] = 0
        cuda.syncthreads()

    clear_rows = cuda.jit(device=True)(clear)

    def reset_batch(states: Any, rngs: Any, players: int, options: Any, seed: int, seats: Any, masks: Any) -> None:
        out = cuda.local.array(buffer_size, i32)
        i = cuda.grid(1)
        clear_rows(masks)
        if i < len(states):
            reset(states, rngs, players, options, seed, seats, masks, out, i, i + 1)

    def restart_batch(states: Any, rngs: Any, players: int, options: Any, chosen: Any, seats: Any, masks: Any) -> None:
        out = cuda.local.array(buffer_size, i32)
        i = cuda.grid(1)
        clear_rows(masks)
        if i < len(states):
            restart(states, rngs, players, options, chosen, seats, masks, out, i, i + 1)

    def step_batch(
        states: Any, rngs: Any, players: int, options: Any, actions: Any, seats: Any, masks: Any, rewards: Any, done: Any
    ) -> None:
        out = cuda.local.array(buffer_size, i32)
        i = cuda.grid(1)
        clear_rows(masks)
        if i < len(states):
            step(states, rngs, players, options, actions, seats, masks, rewards, done, out, i, i + 1)

    def ask_batch(states: Any, seats: Any, masks: Any) -> None:
        out = cuda.local.array(buffer_size, i32)
        i = cuda.grid(1)
        clear_rows(masks)
        if i < len(states):
            ask(states, seats, masks, out, i, i + 1)

    def sample_batch(states: Any, rngs: Any, seats: Any, actions: Any) -> None:
        out = cuda.local.array(buffer_size, i32)
        i = cuda.grid(1)
        if i < len(states):
            sample(states, rngs, seats, actions, out, i, i + 1)

    made = (reset_batch, restart_batch, step_batch, ask_batch, sample_batch)
    return SimpleNamespace(**{kernel.__name__: gear.kernel(kernel) for kernel in made})


@cache
def table_kernels(gear: Cuda) -> dict[Callable[..., None], Any]:
    """The loops over tables of different kinds as GPU kernels, one thread per game."""
    cuda, begin, play = gear.target, gear.compile(kernels.begin_tables), gear.compile(kernels.play_tables)

    def begin_tables(states: Any, rngs: Any, players: Any, options: Any, chosen: Any, seed: int, seats: Any) -> None:
        i = cuda.grid(1)
        if i < len(states):
            begin(states, rngs, players, options, chosen, seed, seats, i, i + 1)

    def play_tables(
        states: Any, rngs: Any, players: Any, options: Any, actions: Any, seats: Any, rewards: Any, done: Any
    ) -> None:
        i = cuda.grid(1)
        if i < len(states):
            play(states, rngs, players, options, actions, seats, rewards, done, i, i + 1)

    return {kernels.begin_tables: gear.kernel(begin_tables), kernels.play_tables: gear.kernel(play_tables)}


@cache
def observe_kernel(gear: Cuda) -> tuple[Any, int]:
    """The kernel that writes observations, and the number of games per warp.

    Numbers are written to the block's shared memory, where scattered writes are cheap, and copied out in whole rows.
    """
    import numpy as np

    cuda, width, size = gear.target, WARP, gear.game.observation_size
    number = np.int8 if max(part.high for part in gear.game.eyes.OBSERVATION) <= np.iinfo(np.int8).max else np.int16
    row_bytes = size * number().itemsize
    row_bytes += (4 - row_bytes) % 8  # an odd number of words: the same column of all rows lies in different banks
    games, length = min(width, ROOM // row_bytes), row_bytes // number().itemsize
    observe = gear.compile(gear.game.eyes.observe)

    def observe_batch(states: Any, seats: Any, scales: Any, observations: Any) -> None:
        rows = cuda.shared.array((games, length), number)
        thread, first = cuda.threadIdx.x, cuda.blockIdx.x * games
        here = min(games, len(states) - first)
        for k in range(thread, length, width):
            for row in range(here):
                rows[row, k] = 0
        cuda.syncthreads()
        if thread < here:
            observe(states[first + thread], seats[first + thread], rows[thread])
        cuda.syncthreads()
        for k in range(thread, size, width):
            scale = scales[k]
            for row in range(here):
                observations[first + row, k] = rows[row, k] * scale

    return gear.kernel(observe_batch), games


@cache
def weigh_kernels(gear: Cuda) -> tuple[Any, Any]:
    """The kernel that imagines a world for every game, one thread each, and the one that weighs its options, several each."""
    cuda, imagine, after = gear.target, gear.compile(kernels.imagine_batch), gear.compile(kernels.worth_after)
    state, alignment, place, weighers = gear.dtype, ALIGNMENT, WORLD, WEIGHERS

    def imagine_batch(states: Any, rngs: Any, seats: Any, options: Any, counts: Any, imagined: Any) -> None:
        i = cuda.grid(1)
        if i < len(states):
            imagine(states, rngs, seats, options, counts, imagined, i, i + 1)

    def weigh_batch(imagined: Any, seats: Any, options: Any, counts: Any, worths: Any, world: int) -> None:
        trial = cuda.local.array(1, state, alignment=alignment)
        t = cuda.grid(1)
        i = t // weighers
        if i < len(imagined):
            for k in range(t % weighers, counts[i], weighers):
                if world == 0:
                    worths[i, k] = 0
                if counts[i] > 1:
                    trial[0] = imagined[i, place]
                    worths[i, k] += after(trial[0], seats[i], options[i, k])

    return gear.kernel(imagine_batch), gear.kernel(weigh_batch)


@cache
def try_kernel(gear: Cuda) -> Any:
    """The kernel that makes the simulations of the search bot for every candidate of every game, one thread each."""
    import numpy as np

    cuda, try_option, buffer_size, words = gear.target, gear.compile(bots.try_option), gear.buffer_size, RNG_WORDS
    i32, i64, place, none = np.int32, np.int64, BASE, kernels.NO_OPTION

    def try_batch(
        states: Any, seats: Any, candidates: Any, seeds: Any, worlds: int, depth: int, results: Any, rooms: Any
    ) -> None:
        out, totals = cuda.local.array(buffer_size, i32), cuda.local.array(buffer_size, i64)
        rng, result = cuda.local.array(words, i64), cuda.local.array(2, i64)
        t = cuda.grid(1)
        world, i, k = t % worlds, t // worlds // candidates.shape[1], t // worlds % candidates.shape[1]
        if i < len(states) and candidates[i, k] != none:
            rooms[t, place] = states[i]
            result[0] = result[1] = 0
            try_option(rooms[t], rng, out, totals, seats[i], candidates[i, k], seeds[i], world, depth, result)
            cuda.atomic.add(results, (i, k, 0), result[0])
            cuda.atomic.add(results, (i, k, 1), result[1])

    return gear.kernel(try_batch)


@cache
def choose_kernel(gear: Cuda) -> Any:
    """The kernel in which a network answers in every game, one thread each."""
    import numpy as np

    cuda, choose, buffer_size, i32, i64 = gear.target, gear.compile(kernels.choose_batch), gear.buffer_size, np.int32, np.int64

    def choose_batch(states: Any, rngs: Any, seats: Any, actions: Any, net: Any, weights: Any, imagined: Any, rooms: Any) -> None:
        out, totals = cuda.local.array(buffer_size, i32), cuda.local.array(buffer_size, i64)
        i = cuda.grid(1)
        if i < len(states):
            choose(states, rngs, seats, actions, net, weights, imagined[i], rooms[i], out, totals, i, i + 1)

    return gear.kernel(choose_batch)


@cache
def one_event(gear: Cuda) -> Any:
    """The kernel that carries out the next random event of every game and tells the status before it."""
    import numpy as np

    cuda, buffer_size, i32, play = gear.target, gear.buffer_size, np.int32, gear.compile(core.one_event)

    def one_event(states: Any, rngs: Any, before: Any) -> None:
        out = cuda.local.array(buffer_size, i32)
        i = cuda.grid(1)
        if i < len(states):
            before[i] = play(states, i, rngs[i], out)

    return gear.kernel(one_event)
