"""Runs the kernels of the CUDA gear in Numba's simulator, where Python threads stand for those of a GPU.

    NUMBA_ENABLE_CUDASIM=1 python -m tests.core.simulated_cuda rights-of-losers [hand-size=9 …]

Prints, as JSON, what the CUDA gear found; with dials, in the turned game with its chance in streams. The simulator computes with
NumPy's numbers, which stay as narrow as the field they came from; a GPU computes with 64 bits. So states and tables are laid
out with 64 bits for every number here.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import cuda as host
from numba.cuda.simulator.kernel import _get_kernel_context as simulated

from tests.bots.test_network import any_network
from zashiki.core import cuda, gears
from zashiki.core.dials import dials_in
from zashiki.core.game import AnyGame
from zashiki.core.schema import Fields
from zashiki.core.streams import streamed
from zashiki.core.turning import turned
from zashiki.games import find_game
from zashiki.rl import Batch, device, kernels, playouts


def soiled(shape: Any, kind: Any) -> Any:
    """The memory of a thread, which holds anything at first."""
    room = np.zeros(shape, kind)
    room.view(np.uint8)[...] = 0x5A
    return room


class Simulator:
    """What a kernel finds under the name of `numba.cuda`: the simulated device inside a kernel, else the host's side."""

    local = SimpleNamespace(array=lambda shape, kind, alignment=0: soiled(shape, kind))
    syncwarp = staticmethod(lambda: None)  # here a warp is one thread
    ffs = staticmethod(lambda mask: (int(mask) & -int(mask)).bit_length())  # the simulator's own one stops at 32 bits

    @staticmethod
    def as_cuda_array(array: Any) -> Any:
        """Through the interface of arrays, which tells the size of a record and not its fields."""
        kept, named = array.copy_to_host(), array.dtype.names is not None
        bare = kept.view(f"V{kept.itemsize}") if named else kept
        return SimpleNamespace(
            shape=bare.shape,
            dtype=bare.dtype,
            copy_to_host=lambda: bare,
            copy_to_device=lambda given: array.copy_to_device(given.view(kept.dtype) if named else given),
        )

    @staticmethod
    def jit(function: Any = None, device: bool = False, **settings: Any) -> Any:
        return host.jit(function, device=device)

    @staticmethod
    def get_current_device() -> SimpleNamespace:
        return SimpleNamespace(MULTIPROCESSOR_COUNT=1)

    def __getattr__(self, name: str) -> Any:
        return getattr(host, name) if hasattr(host, name) else getattr(simulated(), name)


def wide(fields: type[Fields]) -> np.dtype[Any]:
    shapes = {name: (field.length,) if field.length else () for name, field in fields.fields.items()}
    return np.dtype((np.record, [(name, np.int64, shape) for name, shape in shapes.items()]))


def play(game: AnyGame, players: int, games: int, n: int) -> dict[str, object]:
    """Whole games both ways with two threads, then a batch that is started, sampled, stepped, observed, weighed and taken on."""
    gear = cuda.Cuda(game)
    whole = []
    for playouts.LARGE in (1000, 0):
        whole.append(playouts.play_random(gear, players, games, 5, at_once=2))
    env, before = Batch(game, players, n, seed=3, device="cuda"), gear.array(n, "int8")
    env.reset()
    sampled = gear.copy_out(env.sample()).tolist()
    env.step(env.actions)
    env.observe()
    env.restore(env.save())
    options, worths, counts = (gear.copy_out(a).tolist() for a in env.weigh(2))
    candidates = gear.copy_in(np.array([row[:2] for row in options], dtype=np.int32))
    results = gear.array((n, 2, 2), "int64")
    env.try_options(candidates, gear.copy_in(np.arange(n)), 2, 5, results)
    tried = gear.copy_out(results).tolist()
    with TemporaryDirectory() as folder:
        chosen = gear.copy_out(env.choose(any_network(game, Path(folder) / "network.bin"))).tolist()
    gear.launch(device.one_event(gear), n, env.states, env.rngs, before)
    gear.synchronize()
    arrays = [sampled, *(gear.copy_out(a).tolist() for a in (env.seats, env.masks, env.observations, before))]
    weighed = [[row[:k] for row, k in zip(rows, counts, strict=True)] for rows in (options, worths)]
    phases = gear.copy_out(env.states)["phase"].tolist()
    env.restart(gear.copy_in(np.arange(n) == 0))
    again = gear.copy_out(env.states)["phase"].tolist()
    return {
        "whole": whole,
        "batch": arrays,
        "weighed": weighed,
        "tried": tried,
        "chosen": chosen,
        "phases": phases,
        "again": again,
        "tables": play_at_tables(game, n),
    }


def play_at_tables(game: AnyGame, n: int) -> list[Any]:
    """One decision at tables of different seat counts."""
    there = device.OnDevice(game, n)
    gear, (states, rngs) = there.gear, (there.states(n), there.rngs(n))
    players = game.seats[:n]
    options = gear.copy_in(np.array([game.encode_options(count, {}) or [0] for count in players]))
    held = (states, rngs, gear.copy_in(np.array(players)), options)
    seats, actions, done = (gear.array(n, kind) for kind in ("int8", "int32", "bool"))
    rewards = gear.array((n, game.max_seats), "float32")
    there.drive(kernels.begin_tables, (*held, gear.copy_in(np.ones(n, dtype=bool)), 4, seats))
    there.drive(kernels.begin_tables, (*held, gear.copy_in(np.arange(n) == 0), -1, seats))
    there.run(kernels.sample_batch, (states, rngs, seats, actions))
    there.drive(kernels.play_tables, (*held, actions, seats, rewards, done))
    return [*(gear.copy_out(a).tolist() for a in (rngs, actions, seats, done)), gear.copy_out(states)["phase"].tolist()]


if __name__ == "__main__":
    cuda._numba_cuda = Simulator
    cuda.BLOCK = 2
    playouts.WARP = device.WARP = 1
    device.cuda = cuda.Cuda
    cuda.Cuda.small_code = lambda _gear: lambda: None  # type: ignore[method-assign]
    game = find_game(sys.argv[1])
    if sys.argv[2:]:
        game = streamed(turned(game, dials_in(" ".join(sys.argv[2:]))))
    Fields.dtype = classmethod(wide)  # type: ignore[assignment]
    gears.as_table = lambda value: np.array(value, dtype=np.int64)  # type: ignore[assignment]
    with np.errstate(over="ignore"):
        print(json.dumps(play(game, game.seats[0], 1 if game.sources else 3, 2)))
