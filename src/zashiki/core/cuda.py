"""The CUDA gear: the same rules as machine code of a GPU. It needs the GPU's driver, and the compiler of the native gear.

Buffers are device arrays; anything with `__cuda_array_interface__` (PyTorch, CuPy) is used without a copy. The kernels of batches
and of whole random games are in `zashiki.rl`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from types import new_class
from typing import Any

from zashiki.core import bits, chance, rows, threads
from zashiki.core.chance import RNG_WORDS
from zashiki.core.errors import MissingExtra
from zashiki.core.game import AnyGame
from zashiki.core.gears import ALIGNMENT, Binder, Compiled, rules_key
from zashiki.core.native import cache_folder, can_compile
from zashiki.core.schema import Shared, Work, i8s, i16s, i32s, i64s
from zashiki.core.words import CORE as WORDS

OLDEST = 70  # compute capability: from here on the threads of a warp can wait for each other
OLDEST_LLVM = (22,)
BLOCK = 128  # threads that start together
WARP = 32  # threads that run in lockstep
SHARED_ROOM = 12 << 10  # bytes of shared memory for the games of a warp; with more, fewer warps fit on a multiprocessor


@cache
def cuda(game: AnyGame) -> Cuda:
    """The CUDA gear of a game; a kernel's first use on a machine compiles for some seconds, later ones read it from disk."""
    if not can_compile():
        raise MissingExtra(WORDS("needs_cuda"))
    from llvmlite import binding as llvm

    from zashiki.machine.driver import device

    if llvm.llvm_version_info < OLDEST_LLVM:
        raise MissingExtra(WORDS("needs_cuda"))
    try:
        found = device()
    except (OSError, RuntimeError) as error:
        raise MissingExtra(WORDS("needs_gpu")) from error
    if found.capability < OLDEST:
        raise MissingExtra(WORDS("needs_gpu"))
    return Cuda(game, found)


def work_of(game: AnyGame) -> dict[str, type[Work]]:
    """Work space for kernels of a game: a state, options and their worth, a generator; and observations that a block shares."""
    most, row = max(game.about.max_legal, game.max_seats), observed_row(game)
    fields: dict[str, dict[str, Any]] = {
        "OwnState": dict(game.state.fields),
        "Listed": {"out": i32s(most, 0, 0)},
        "Weighed": {"totals": i64s(most, 0, 0)},
        "Generator": {"words": i64s(RNG_WORDS * (1 + len(game.sources)), 0, 0)},
    }
    numbers = (i8s if row.size == 1 else i16s)(row.games * row.length, 0, 0)
    made = {name: _declared(name, Work, each) for name, each in fields.items()}
    return made | {"Rows": _declared("Rows", Shared, {"numbers": numbers})}


def _declared(name: str, base: type[Work], fields: dict[str, Any]) -> type[Work]:
    return new_class(name, (base,), exec_body=lambda body: body.update({"__module__": __name__} | fields))


@dataclass(frozen=True)
class ObservedRow:
    """How observations lie in shared memory: the bytes of a number, numbers from row to row, and how many rows there are."""

    size: int
    length: int
    games: int


def observed_row(game: AnyGame) -> ObservedRow:
    """An odd number of words for each row: the same column of all rows lies in different banks of the memory."""
    size = 1 if max(part.high for part in game.eyes.OBSERVATION) < 1 << 7 else 2
    row_bytes = game.observation_size * size
    row_bytes += (4 - row_bytes) % 8
    return ObservedRow(size, row_bytes // size, min(WARP, max(1, SHARED_ROOM // row_bytes)))


class Cuda(Compiled):
    """Kernels compiled for one game and one GPU."""

    def __init__(self, game: AnyGame, device: Any) -> None:
        super().__init__(game)
        self.device = device
        self._kernels: dict[tuple[Callable[..., Any], str], Any] = {}

    @property
    def multiprocessors(self) -> int:
        """Of the GPU."""
        count: int = self.device.multiprocessors
        return count

    @property
    def device_name(self) -> str:
        """Of the GPU, as its maker calls it."""
        name: str = self.device.name
        return name

    @cached_property
    def _binder(self) -> Binder:
        """What prepares rules and kernels for the compiler; made when something has to be compiled."""
        from zashiki.machine.instructions import PORTABLE
        from zashiki.machine.writing import Part, Room

        self.tell_compiling("CUDA")
        instructions, shared = self._for_threads()
        own: dict[Callable[..., Any], Any] = {getattr(threads, name): form for name, form in instructions.items()}
        own |= {bits.bit: PORTABLE["bit"], bits.count: PORTABLE["count"], bits.lowest: PORTABLE["lowest"]}
        own |= {chance.small_word: PORTABLE["small_word"], rows.blank: Part(_cleared_before)}

        def room(work: type[Work]) -> Room:
            return (shared if issubclass(work, Shared) else Room)(work.dtype(), ALIGNMENT)

        return Binder(self.game, Part, own, room, work_of(self.game))

    def _for_threads(self) -> tuple[dict[str, Any], Any]:
        """The instructions for `core.threads`, and what makes room that a block shares."""
        from zashiki.machine.gpu import THREADS, SharedRoom

        return THREADS, SharedRoom

    def kernel(self, function: Callable[..., Any], **form: Any) -> Any:
        """A kernel in the rules language, for `kernel[blocks, threads](…)`; compiled at its first launch (`machine.gpu.Form`)."""
        asked = function, str(form)
        if asked not in self._kernels:
            self._kernels[asked] = self._new_kernel(function, form)
        return self._kernels[asked]

    def _new_kernel(self, function: Callable[..., Any], form: dict[str, Any]) -> Any:
        from zashiki.machine.gpu import Form, ptx
        from zashiki.machine.gpu_kernel import GpuKernel

        def code(kinds: Any) -> str:
            return ptx(self._binder.bind(function), kinds, Form(**form), self.device.capability)

        sizes = {name: work.fields for name, work in work_of(self.game).items()}
        key = f"{rules_key(self.game, function)} {sizes} {form}"
        return GpuKernel(f"{self.game.id}-{function.__name__}", key, cache_folder(), self.device, code)

    # Memory

    def room(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        """An uninitialised array on the device."""
        import numpy as np

        from zashiki.machine.driver import DeviceArray

        return DeviceArray(self.device, shape if isinstance(shape, tuple) else (shape,), np.dtype(kind))

    def view(self, array: Any) -> Any:
        """An array of another library, as kernels take it; made once for many launches."""
        from zashiki.machine.driver import Taken

        return Taken(array)

    def copy_in(self, array: Any) -> Any:
        """A copy of a NumPy array on the device."""
        made = self.room(array.shape, array.dtype)
        self.device.copy_in(made.address, array)
        return made

    def fill(self, array: Any, data: Any) -> None:
        """Copy the bytes of a NumPy array into a contiguous one on the device."""
        self.device.copy_in(self.view(array).address, data)

    def copy_out(self, array: Any) -> Any:
        """A copy of a contiguous device array as a NumPy array."""
        import numpy as np

        taken = self.view(array)
        found = np.empty(taken.shape, taken.dtype)
        self.device.copy_out(found, taken.address)
        return found

    # Running

    def launch(self, kernel: Any, count: int, *arguments: Any) -> None:
        """Start a kernel on that many threads and return at once; `synchronize` waits for it."""
        kernel[(count + BLOCK - 1) // BLOCK, BLOCK](*arguments)

    def synchronize(self) -> None:
        """Wait for everything that was launched."""
        self.device.synchronize()


def _cleared_before(row: Any) -> None:
    """The threads of a block have cleared their rows together, before any of them calls a rule."""
