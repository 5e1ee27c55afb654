"""The batch on a GPU against the batch on the CPU: the same seeds and actions give the same of everything.

Needs an NVIDIA GPU and is skipped elsewhere. On a machine without a package index the packages of `bench/CUDA-RUN.txt` and
pytest are enough: `python3 -m pytest --noconftest -c /dev/null --rootdir . tests/rl/test_batch_on_gpu.py`.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import every_game
from zashiki.core.errors import BadOption, MissingExtra
from zashiki.core.game import AnyGame
from zashiki.games import find_game

pytest.importorskip("llvmlite")

from zashiki.rl import Batch

N, STEPS = 192, 420
WEIGHED = ("options", "worths", "counts")


@pytest.fixture(autouse=True)
def _gpu() -> None:
    from zashiki.core.cuda import cuda

    try:
        cuda(find_game("rights-of-losers"))
    except MissingExtra as error:
        pytest.skip(str(error))


def on_host(array):  # type: ignore[no-untyped-def]
    """A copy of a device array of any library."""
    from zashiki.core.cuda import cuda

    return cuda(find_game("rights-of-losers")).copy_out(array)


def torch_buffers(env: Batch):  # type: ignore[no-untyped-def]
    torch = pytest.importorskip("torch")
    kinds = {
        "bool": torch.bool,
        "int8": torch.int8,
        "uint8": torch.uint8,
        "int32": torch.int32,
        "int64": torch.int64,
        "float32": torch.float32,
    }
    return {name: torch.zeros(shape, dtype=kinds[kind], device="cuda") for name, (shape, kind) in env._shapes.items()}


def cupy_buffers(env: Batch):  # type: ignore[no-untyped-def]
    cupy = pytest.importorskip("cupy")
    return {name: cupy.zeros(shape, dtype=kind) for name, (shape, kind) in env._shapes.items()}


def same(here: Batch, there: Batch, game: AnyGame, names: tuple[str, ...]) -> None:
    for name in names:
        assert np.array_equal(getattr(here, name), on_host(getattr(there, name))), f"{game.id}: {name}"
    size = game.state.layout.size
    one, two = (states.view(np.uint8).reshape(N, -1)[:, :size] for states in (here.states, on_host(there.states)))
    assert np.array_equal(one, two), f"{game.id}: states"


@every_game
@pytest.mark.parametrize("brought", [None, torch_buffers, cupy_buffers], ids=["own", "torch", "cupy"])
def test_the_gpu_plays_the_games_of_the_cpu(game: AnyGame, brought) -> None:  # type: ignore[no-untyped-def]
    players = game.seats[-1]
    here = Batch(game, players, N, seed=5)
    buffers = brought(here) if brought else {}
    there = Batch(game, players, N, seed=5, device="cuda", buffers=buffers)
    for env in (here, there):
        env.reset()
    ended = 0
    for step in range(STEPS if brought is None else 60):
        for env in (here, there):
            env.sample()
        if step % 7 == 0:
            for env in (here, there):
                env.observe()
            same(here, there, game, ("actions", "observations"))
        here.step(here.actions)
        there.step(there.actions)
        ended += int(here.done.sum())
        if step % 7 == 0 or here.done.any():
            same(here, there, game, ("seats", "masks", "rewards", "done"))
    assert ended > 0 or brought
    found = dict(zip(WEIGHED, there.weigh(), strict=True))
    listed = np.arange(game.about.max_legal) < on_host(found["counts"])[:, None]
    for name, expected in zip(WEIGHED, here.weigh(), strict=True):
        within = listed if expected.ndim == 2 else ...
        assert np.array_equal(expected[within], on_host(found[name])[within]), f"{game.id}: {name}"
    for name, array in buffers.items():
        assert (found[name] if name in found else getattr(there, name)) is array  # nothing was copied


def test_a_batch_saved_on_the_gpu_goes_on_anywhere() -> None:
    game = find_game("akiwado")
    there = Batch(game, 4, N, seed=6, device="cuda")
    there.reset()
    for _ in range(30):
        there.step(there.sample())
    here, again = Batch(game, 4, N), Batch(game, 4, N, device="cuda")
    for env in (here, again):
        env.restore(there.save())
    for _ in range(40):
        for env in (here, there, again):
            env.step(env.sample())
        same(here, there, game, ("seats", "masks", "rewards", "done"))
        same(here, again, game, ("seats", "masks", "rewards", "done"))
    assert here.playouts(200, seed=3) == there.playouts(200, seed=3)


def test_wrong_buffers_are_refused() -> None:
    with pytest.raises(BadOption, match="must have shape"):
        Batch(find_game("akiwado"), 4, 2, device="cuda", buffers={"seats": np.zeros(2, np.uint8)})
