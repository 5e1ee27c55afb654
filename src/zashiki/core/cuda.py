"""The CUDA gear: the same rules as device functions of a GPU.

Buffers are device arrays; everything with `__cuda_array_interface__` (CuPy, PyTorch, Numba) is taken without a copy.

Batches have one thread for each game. Whole random games are played in company: a thread holds several games, and the
threads of a block agree before every decision on the kind that most of them have waiting. So all run the same part of the
rules at the same time: threads that part ways wait for one another, and a large game's code does not fit the caches twice.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

from zashiki.core import chance, kernels
from zashiki.core.chance import RNG_WORDS
from zashiki.core.errors import MissingExtra
from zashiki.core.game import OVER, AnyGame
from zashiki.core.gears import Binder
from zashiki.core.kernels import CHECKSUM_PRIME as PRIME

AT_ONCE = 131072  # games; more of them no longer fit the caches of a large GPU
BLOCK = 128  # threads of a batch that start together
WARP = 32  # threads that run in step
COMPANY = 512  # threads that agree on what to play next, at most
REGISTERS = 65536 // COMPANY  # so that a company fits on one multiprocessor
HELD_BYTES = 2048  # of the states a thread holds, unless one is larger
MOST_HELD = 4  # games
ALIGNMENT = 16  # of a state in a thread's own memory
NO_GAME = -1
KIND_FIELDS = ("node", "phase")  # the first of them that a state has tells what comes next


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
        self.held = max(1, min(MOST_HELD, HELD_BYTES // self.dtype.itemsize))
        self.buffer_size = max(game.max_legal, game.max_seats)
        self.target = _numba_cuda()
        self._binder = Binder(game, self._device, _primitives(self.target))
        self.kernels = _kernels(self)

    def _device(self, function: Callable[..., Any]) -> Any:
        function.__qualname__ = f"{self.game.id}.{function.__name__}"
        return self.target.jit(device=True)(function)  # the compiler of the GPU inlines nearly everything by itself

    def compile(self, function: Callable[..., Any]) -> Any:
        """A rule, or a loop written in the rules language, as a device function."""
        return self._binder.bind(function)

    # Memory

    def array(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        """A zeroed array on the device."""
        import numpy as np

        return self.copy_in(np.zeros(shape, dtype=kind))

    def copy_in(self, array: Any) -> Any:
        """A copy of a NumPy array on the device."""
        return self.target.to_device(array)

    def copy_out(self, array: Any) -> Any:
        """A copy of a device array as a NumPy array."""
        found = self.target.as_cuda_array(array).copy_to_host()
        return found.view(self.dtype) if found.dtype.names else found

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

    def launch(self, kernel: Any, threads: int, *arguments: Any) -> None:
        """Start a kernel on so many threads and return at once; `synchronize` waits for it."""
        kernel[(threads + BLOCK - 1) // BLOCK, BLOCK](*arguments)

    def synchronize(self) -> None:
        """Wait for everything that was launched."""
        self.target.synchronize()

    def play_random(
        self, players: int, games: int, seed: int = 0, options: Any = None, at_once: int = AT_ONCE
    ) -> tuple[int, int]:
        """Whole random games on the device: the same (decisions, checksum) as the native gear gives."""
        options = self.options(players) if options is None else options
        threads = -(-min(at_once, games) // self.held)
        share = -(-threads // self.target.get_current_device().MULTIPROCESSOR_COUNT)
        company = min(-(-share // WARP) * WARP, threads, COMPANY)
        blocks = -(-threads // company)
        totals, next_game = self.array((blocks * company, 2), "int64"), self.array(1, "int64")
        held = min(at_once, self.held)
        self.kernels.play_games[blocks, company](players, options, seed, games, held, next_game, totals)
        decisions, checksum = totals.copy_to_host().sum(axis=0)
        return int(decisions), int(checksum) % PRIME


def _kernels(gear: Cuda) -> SimpleNamespace:
    """The kernels a GPU can start for whole games and single events."""
    import numpy as np

    cuda, game = gear.target, gear.game
    state, held, buffer_size, words, alignment = gear.dtype, gear.held, gear.buffer_size, RNG_WORDS, ALIGNMENT
    field = next(name for name in KIND_FIELDS if name in game.state.fields)
    ended: int = game.state.fields[field].high + 1
    idle = ended + 1
    i32, i64 = np.int32, np.int64
    clear, setup, status, apply = (gear.compile(rule) for rule in (game.state.clear, game.setup, game.status, game.apply))
    seed_rng, advance, fold_scores = (gear.compile(loop) for loop in (chance.seed_rng, kernels.advance, kernels.fold_scores))
    seat_to_act, random_action = gear.compile(kernels.seat_to_act), gear.compile(kernels.random_action)
    one_event_of = gear.compile(kernels.one_event)

    def common_kind(kinds: Any, games: int) -> int:
        """What comes next in the games of most threads of the block; `idle` when no game is left."""
        waiting = i64(0)
        for k in range(games):
            waiting |= i64(1) << kinds[k]
        most, found = 0, idle
        for kind in range(idle):
            threads = cuda.syncthreads_count((waiting >> kind) & 1)
            if threads > most:
                most, found = threads, kind
        return found

    agreed = cuda.jit(device=True)(common_kind)

    def play_games(players: int, options: Any, seed: int, last: int, games: int, next_game: Any, totals: Any) -> None:
        """Games 0 .. `last - 1`, so many at once in every thread; totals per thread: decisions, checksum."""
        states = cuda.local.array(held, state, alignment=alignment)
        rngs = cuda.local.array((held, words), i64)
        numbers = cuda.local.array(held, i64)
        kinds = cuda.local.array(held, i64)
        out = cuda.local.array(buffer_size, i32)
        decisions, checksum = i64(0), i64(0)
        for k in range(games):
            numbers[k] = NO_GAME
            kinds[k] = ended
        kind = i64(ended)
        while kind != idle:
            mine = games
            for k in range(games):
                if kinds[k] == kind:
                    mine = k
            if mine < games:
                s, rng = states[mine], rngs[mine]
                if kind != ended:
                    seat = seat_to_act(s)
                    apply(s, seat, random_action(s, seat, rng, out))
                    decisions += 1
                else:
                    if numbers[mine] != NO_GAME:
                        checksum = (checksum + fold_scores(s, out, numbers[mine] % PRIME)) % PRIME
                    numbers[mine] = cuda.atomic.add(next_game, 0, 1)
                    if numbers[mine] < last:
                        seed_rng(rng, seed, numbers[mine])
                        clear(s)
                        setup(s, players, options)
                kinds[mine] = idle
                if numbers[mine] < last:
                    advance(s, rng)
                    kinds[mine] = ended if status(s) == OVER else s[field]
            kind = agreed(kinds, games)
        totals[cuda.grid(1), 0] = decisions
        totals[cuda.grid(1), 1] = checksum

    def one_event(states: Any, rngs: Any, before: Any) -> None:
        """The next random event of every game; the status before it."""
        out = cuda.local.array(buffer_size, i32)
        i = cuda.grid(1)
        if i < len(states):
            before[i] = one_event_of(states, i, rngs[i], out)

    return SimpleNamespace(play_games=cuda.jit(play_games, max_registers=REGISTERS), one_event=cuda.jit(one_event))
