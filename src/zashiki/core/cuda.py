"""The CUDA gear: the same rules as device functions of a GPU.

Buffers are device arrays; anything with `__cuda_array_interface__` (CuPy, PyTorch, Numba) is used without a copy. The
kernels of batches and of whole random games are in `zashiki.rl`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from zashiki.core.bits import bit, count, lowest
from zashiki.core.errors import MissingExtra
from zashiki.core.game import AnyGame
from zashiki.core.gears import ALIGNMENT, Binder, Compiled, rules_key
from zashiki.core.native import cache_folder
from zashiki.core.rows import blank
from zashiki.core.schema import Work
from zashiki.core.words import CORE as WORDS

BLOCK = 128  # threads that start together


@cache
def cuda(game: AnyGame) -> Cuda:
    """The CUDA gear of a game; a kernel's first use on a machine compiles for some seconds, later ones read it from disk."""
    if not _numba_cuda().is_available():
        raise MissingExtra(WORDS("needs_gpu"))
    return Cuda(game)


def _numba_cuda() -> Any:
    try:
        import numba_cuda  # noqa: F401
        from numba import cuda as numba_cuda_target
    except ImportError as error:
        raise MissingExtra(WORDS("needs_cuda")) from error
    return numba_cuda_target


def _primitives(target: Any) -> dict[Callable[..., Any], Any]:
    import numpy as np

    device = target.jit(device=True)
    return {
        bit: device(lambda k: np.int64(1) << np.int64(k)),
        count: device(lambda mask: np.int64(target.popc(np.int64(mask)))),
        lowest: device(lambda mask: np.int64(target.ffs(np.int64(mask)) - 1)),
        blank: device(lambda row: None),  # the threads of a block do it together, before any of them calls a rule
    }


def _room(target: Any, work: type[Work]) -> Any:
    """What makes work space in the local memory of a thread; inlined, so that it lasts as long as the function calling it."""
    record, alignment = work.dtype(), ALIGNMENT
    return target.jit(device=True, inline="always")(lambda: target.local.array(1, record, alignment=alignment)[0])


class Cuda(Compiled):
    """Kernels compiled for one game and one GPU. Threads are numbered like the games of an array."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.buffer_size = max(game.about.max_legal, game.max_seats)
        self.target = _numba_cuda()
        primitives, room = _primitives(self.target), partial(_room, self.target)
        self._binder = Binder(game, self._device, primitives, room)
        self._inliner = Binder(game, partial(self._device, inline=True), primitives, room)
        self.multiprocessors: int = self.target.get_current_device().MULTIPROCESSOR_COUNT

    @property
    def device_name(self) -> str:
        """Of the GPU, as its maker calls it."""
        name = self.target.get_current_device().name
        return name.decode() if isinstance(name, bytes) else str(name)

    def _device(self, function: Callable[..., Any], inline: bool = False) -> Any:
        function.__qualname__ = f"{self.game.full_id}.{function.__name__}"
        return self.target.jit(device=True, forceinline=inline)(function)

    def compile(self, function: Callable[..., Any]) -> Any:
        """A rule, or a loop written in the rules language, as a device function."""
        return self._binder.bind(function)

    def inline(self, function: Callable[..., Any]) -> Any:
        """The same for a kernel that is compiled for size: it inlines all rules before any of their loops is unrolled."""
        return self._inliner.bind(function)

    def kernel(self, function: Callable[..., Any], **limits: int) -> Any:
        """A function whose closure holds compiled rules as a kernel to be launched; kept on disk."""
        from zashiki.machine.gpu_code import KeptKernels, digest_of

        def key_of(called: Any) -> str | None:
            rule = getattr(called, "__wrapped__", None)
            return None if rule is None else rules_key(self.game, rule)

        made, name = self.target.jit(function, **limits), f"{self.game.id}-{function.__name__}"
        made._cache = KeptKernels(name, f"{digest_of(function, key_of)} {limits}", cache_folder())
        return made

    def small_code(self) -> Any:
        """Called by a kernel to be compiled for size: its loops are not unrolled, so more of it fits in the instruction cache."""
        from numba import types
        from numba.cuda.extending import intrinsic

        @intrinsic
        def keep_code_small(typing: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                builder.function.attributes.add("optsize")
                return context.get_dummy_value()

            return types.none(), generate

        return keep_code_small

    # Memory

    def room(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        """An uninitialised array on the device."""
        return self.target.device_array(shape, kind)

    def view(self, tensor: Any) -> Any:
        """An array in the memory of a tensor, as kernels take it."""
        return self.target.as_cuda_array(tensor)

    def copy_in(self, array: Any) -> Any:
        """A copy of a NumPy array on the device."""
        return self.target.to_device(array)

    def copy_out(self, array: Any) -> Any:
        """A copy of a device array as a NumPy array."""
        found = self.target.as_cuda_array(array).copy_to_host()
        return found.view(self.dtype) if found.dtype.kind == "V" else found  # the interface names no fields

    # Running

    def launch(self, kernel: Any, threads: int, *arguments: Any) -> None:
        """Start a kernel on that many threads and return at once; `synchronize` waits for it."""
        kernel[(threads + BLOCK - 1) // BLOCK, BLOCK](*arguments)

    def synchronize(self) -> None:
        """Wait for everything that was launched."""
        self.target.synchronize()
