"""Compiles the kernels that training uses, or measuring (`--part play`), for a kind of GPU, on a machine that has none.

    pip install numba==0.68.1 numba-cuda==0.30.4 nvidia-nvvm==13.0.* nvidia-cuda-nvrtc==13.0.* nvidia-nvjitlink==13.0.*
    ZASHIKI_CACHE=build/kernels python -m tools.compile_cuda [--capability 9.0] [GAME ...]

With that folder as ZASHIKI_CACHE, a machine with such a GPU begins at once, where it would compile for minutes; Python must be of
the same minor version on both, and the packages of Numba of the same version. `bench/cuda_train.py --kernels build/kernels` needs
no Numba at all. What else is in the folder is taken away.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

for gone, now in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, gone):  # names that NumPy has dropped and Numba still uses
        setattr(np, gone, getattr(np, now))
with contextlib.suppress(ImportError):
    import _numba_cuda_redirector  # noqa: F401  # .pth files do not run for a folder on PYTHONPATH

from bench.carried import SOURCES, sources  # noqa: E402
from numba import cuda, typeof  # noqa: E402
from numba.cuda import codegen, dispatcher  # noqa: E402

from zashiki.bots.network.file import network_of  # noqa: E402
from zashiki.core.cuda import Cuda  # noqa: E402
from zashiki.core.game import AnyGame  # noqa: E402
from zashiki.core.native import cache_folder  # noqa: E402
from zashiki.games import GAMES, find_game  # noqa: E402
from zashiki.rl import device, kernels  # noqa: E402

N = 2  # games; the code is for any number of them
PARTS = ("learn", "distil", "choose", "play")
KEPT: set[Path] = set()


class Absent(Cuda):
    """The CUDA gear of a GPU that is not there: a kernel is compiled where it would be launched."""

    def kernel(self, function: Callable[..., Any], **limits: int) -> Any:
        made = super().kernel(function, **limits)

        class Launch:
            def __getitem__(self, _sizes: Any) -> Callable[..., None]:
                return lambda *arguments: compile_for(made, arguments)

        return Launch()

    def copy_in(self, array: Any) -> Any:
        return array

    def copy_out(self, array: Any) -> Any:
        return array

    def room(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        return np.zeros(shape, kind)


def compile_for(made: Any, arguments: tuple[Any, ...]) -> None:
    begun, kinds = time.process_time(), tuple(map(typeof, arguments))
    kernel, name = made.compile(kinds), made.py_func.__name__
    for code in kernel._codelibrary._ptx_cache.values():  # where it has just been compiled
        taken = sum(5 + 2 * given.ndim if isinstance(given, np.ndarray) else 1 for given in arguments)
        assert "".join(code).count(f"_param_{taken - 1}\n") == 1, f"{name} takes other words than bench/carried.py gives"
    KEPT.add(made._cache._file(kinds))
    print(f"  {name}: {time.process_time() - begun:.0f} s", flush=True)


def stand_in_for_gpu(capability: tuple[int, int]) -> None:
    """Let Numba take this machine for one with such a GPU, as far as compiling goes."""
    absent = SimpleNamespace(compute_capability=capability, MULTIPROCESSOR_COUNT=1, id=0)
    variant = "a" if capability >= (9, 0) else ""  # as Numba names them
    cuda.get_current_device = dispatcher.get_current_device = lambda: absent
    codegen.CUDACodeLibrary._ensure_cc = lambda _library, cc: cc or (*capability, variant)
    dispatcher._Kernel.bind = lambda _kernel: None  # would load it onto the GPU


def compile_game(game: AnyGame, parts: tuple[str, ...]) -> None:
    """Call everything that a training calls, with arrays like its own."""
    gear = Absent(game)
    device.cuda = lambda _game: gear  # type: ignore[assignment]
    there, most = device.OnDevice(game, N), game.about.max_legal
    states, rngs, options = there.states(N), there.rngs(N), np.stack([there.options(game.seats[0])] * N)
    players, seats, actions, counts = (np.zeros(N, kind) for kind in ("int64", "int8", "int32", "int32"))
    rewards, listed, worths = (np.zeros((N, width), kind) for width, kind in ((5, "float32"), (most, "int32"), (most, "int64")))
    flags, seen = np.zeros(N, "bool"), np.zeros((N, game.observation_size), "float32")
    if "learn" in parts:
        there.drive(kernels.begin_tables, (states, rngs, players, options, flags, 0, seats))
        there.drive(kernels.play_tables, (states, rngs, players, options, actions, seats, rewards, flags))
        there.run(kernels.sample_batch, (states, rngs, seats, actions))
        there.observe(states, seats, seen)
        there.weigh(states, rngs, seats, listed, worths, counts, 1)
    if "distil" in parts:
        candidates, seeds, results = (
            np.zeros(shape, kind) for shape, kind in (((N, 2), "int32"), (N, "int64"), ((N, 2, 2), "int64"))
        )
        there.try_options(states, seats, candidates, seeds, 1, 1, results)
    if "play" in parts:
        there.playouts(game.seats[0], N, 0, there.options(game.seats[0]))
        gear.launch(device.one_event(gear), N, states, rngs, seats)
    network = network_of(game)
    if "choose" in parts and network is not None:
        there.choose(states, rngs, seats, actions, network)


def main() -> None:
    parser = argparse.ArgumentParser(description="Compile for a GPU that is not there.")
    parser.add_argument("game", nargs="*", help="ids of games; default: all")
    parser.add_argument("--capability", default="9.0", help="compute capability of the GPU")
    parser.add_argument("--part", action="append", choices=PARTS, help="what to compile; default: learn")
    given = parser.parse_args()
    if "ZASHIKI_CACHE" not in os.environ:
        parser.error("Name the folder for the files in ZASHIKI_CACHE.")
    major, minor = given.capability.split(".")
    stand_in_for_gpu((int(major), int(minor)))
    for game in [find_game(name) for name in given.game] or list(GAMES.values()):
        print(game.id, flush=True)
        compile_game(game, tuple(given.part or ["learn"]))
    folder = cache_folder()
    for file in set(folder.glob("*.cubin")) - KEPT:
        file.unlink()
    (folder / SOURCES).write_text(sources() + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
