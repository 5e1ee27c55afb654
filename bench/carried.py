"""The CUDA gear from kernels that were compiled on another machine (`tools/compile_cuda.py`): Numba is not needed where they run.

A training needs PyTorch then, the driver of the GPU and a few megabytes of kernels. PyTorch has the memory, the driver's own
functions start the kernels.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
import torch

from zashiki.core.cuda import Cuda
from zashiki.core.game import AnyGame
from zashiki.core.gears import Compiled

DIGEST = 32  # bytes before the name of a kernel in its file
SOURCES = "sources"  # the file that tells what the kernels were compiled from
CODE = Path(__file__).parents[1] / "src" / "zashiki"


def sources() -> str:
    """A name for everything that kernels could be made from."""
    digest = hashlib.sha256()
    for folder in ("core", "machine", "games", "bots", "rl"):
        for file in sorted((CODE / folder).rglob("*.py")):
            digest.update(file.relative_to(CODE).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


class Driver:
    """The functions of the driver's library; one that fails raises, with the driver's number for what went wrong."""

    def __init__(self, library: str = "libcuda.so.1") -> None:
        self._library = ctypes.CDLL(library)

    def __getattr__(self, name: str) -> Callable[..., None]:
        function = getattr(self._library, name)

        def call(*arguments: Any) -> None:
            code = function(*arguments)
            if code:
                raise RuntimeError(f"{name} of the driver failed with {code}")

        setattr(self, name, call)
        return call


@cache
def driver() -> Driver:
    """With the context that PyTorch works in."""
    torch.zeros(1, device="cuda")
    found, context, device = Driver(), ctypes.c_void_p(), ctypes.c_int()
    found.cuInit(0)
    found.cuCtxGetCurrent(ctypes.byref(context))
    if not context:
        found.cuDeviceGet(ctypes.byref(device), torch.cuda.current_device())
        found.cuDevicePrimaryCtxRetain(ctypes.byref(context), device)
        found.cuCtxSetCurrent(context)
    return found


@dataclass(frozen=True)
class View:
    """An array in the memory of a tensor, with the words that a kernel takes for it."""

    tensor: torch.Tensor
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    words: tuple[int, ...]


def view_of(tensor: torch.Tensor, shape: tuple[int, ...], dtype: np.dtype[Any]) -> View:
    """An array of that shape and kind of numbers, one row after the other, in a tensor's memory."""
    if not tensor.is_contiguous():
        raise ValueError("Kernels take whole rows of numbers only.")
    return View(tensor, shape, dtype, array_words(tensor.data_ptr(), shape, dtype.itemsize))


def array_words(address: int, shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    """What Numba's kernels take for an array: two words of its own, how many numbers of what size, where, shape and strides."""
    strides = [size * prod(shape[k + 1 :]) for k in range(len(shape))]
    return (0, 0, prod(shape), size, address, *shape, *strides)


def words_of(arguments: tuple[Any, ...]) -> list[int]:
    """The words of all arguments."""
    return [word for given in arguments for word in (given.words if isinstance(given, View) else (int(given),))]


class Kernel:
    """A kernel from its file."""

    def __init__(self, file: Path) -> None:
        entry, _, code = file.read_bytes()[DIGEST:].partition(b"\0")
        self._name, self._driver = file.name, driver()
        self._module, self._function = ctypes.c_void_p(), ctypes.c_void_p()
        self._driver.cuModuleLoadData(ctypes.byref(self._module), code)
        self._driver.cuModuleGetFunction(ctypes.byref(self._function), self._module, entry)

    def __getitem__(self, sizes: tuple[int, int]) -> Callable[..., None]:
        blocks, threads = sizes

        def launch(*arguments: Any) -> None:
            words = words_of(arguments)
            values = (ctypes.c_int64 * len(words))(*words)
            first, size = ctypes.addressof(values), ctypes.sizeof(ctypes.c_int64)
            places = (ctypes.c_void_p * len(words))(*(first + size * k for k in range(len(words))))
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            self._driver.cuLaunchKernel(self._function, blocks, 1, 1, threads, 1, 1, 0, stream, places, None)

        return launch


class Nothing:
    """In place of Numba: what is only written down, and never compiled here, may name anything."""

    def __getattr__(self, _name: str) -> Any:
        return self

    def __call__(self, *_arguments: Any, **_settings: Any) -> Any:
        return self


class Carried(Cuda):
    """The gear of one game over kernels in a folder."""

    def __init__(self, game: AnyGame, folder: Path) -> None:
        Compiled.__init__(self, game)
        self.buffer_size, self.target, self._folder = max(game.about.max_legal, game.max_seats), Nothing(), folder
        self.multiprocessors = torch.cuda.get_device_properties(0).multi_processor_count

    @property
    def device_name(self) -> str:
        return torch.cuda.get_device_name()

    def compile(self, function: Callable[..., Any]) -> Any:
        return None

    def inline(self, function: Callable[..., Any]) -> Any:
        return None

    def small_code(self) -> Any:
        return None

    def kernel(self, function: Callable[..., Any], **limits: int) -> Any:
        return LaterKernel(self._folder, f"{self.game.id}-{function.__name__}-*.cubin")

    def room(self, shape: int | tuple[int, ...], kind: Any) -> View:
        dtype, shape = np.dtype(kind), shape if isinstance(shape, tuple) else (shape,)
        return view_of(torch.zeros(prod(shape) * dtype.itemsize, dtype=torch.uint8, device="cuda"), shape, dtype)

    def copy_in(self, array: Any) -> View:
        plain = torch.from_numpy(np.frombuffer(array.tobytes(), dtype=np.uint8).copy())
        return view_of(plain.to("cuda"), array.shape, array.dtype)

    def copy_out(self, array: Any) -> Any:
        return np.frombuffer(array.tensor.cpu().numpy().tobytes(), dtype=array.dtype).reshape(array.shape)

    def view(self, tensor: torch.Tensor) -> View:
        return view_of(tensor, tuple(tensor.shape), np.dtype(str(tensor.dtype).removeprefix("torch.")))

    def synchronize(self) -> None:
        torch.cuda.synchronize()


class LaterKernel:
    """A kernel that is loaded when it is first launched: not all of them have been carried."""

    def __init__(self, folder: Path, pattern: str) -> None:
        self._folder, self._pattern, self._kernel = folder, pattern, None

    def __getitem__(self, sizes: tuple[int, int]) -> Callable[..., None]:
        if self._kernel is None:
            (file,) = self._folder.glob(self._pattern)
            self._kernel = Kernel(file)
        return self._kernel[sizes]


def carry(folder: Path) -> None:
    """Let all games run from the kernels of a folder from now on; RuntimeError where they are of other sources."""
    from zashiki.rl import device

    if (folder / SOURCES).read_text(encoding="ascii").strip() != sources():
        raise RuntimeError(f"The kernels in {folder} were not compiled from these sources: compile them again.")
    device.cuda = cache(lambda game: Carried(game, folder))
