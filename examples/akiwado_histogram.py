"""Play random games of Akiwado by the million on a GPU and draw a histogram of the scores.

    make example-gpu                                       (or: pip install -e '.[cuda]' and then)
    python examples/akiwado_histogram.py [--games 1000000] [--players 4] [--seed 1] [--cpu]

Every game runs in its own GPU thread. With `--cpu` the native gear plays the same games on one core: the same
seed gives the same histogram on both.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

try:
    import numpy as np
except ImportError as error:
    raise SystemExit(f"This example needs NumPy ({error}): pip install -e '.[cuda]'.") from None

from zashiki.core.cuda import cuda
from zashiki.core.errors import ZashikiError
from zashiki.core.game import OVER
from zashiki.core.kernels import playout
from zashiki.core.native import native
from zashiki.core.rule import rule
from zashiki.games import find_game
from zashiki.rl import Batch
from zashiki.rl.gpu_kernels import one_event

GAME = find_game("akiwado")
BAR = 60  # length of the longest bar, in characters
scores: Callable[[Any, Any], None]  # bound to the game's own rule by the gear


@rule
def play_all(states: Any, rngs: Any, out: Any) -> None:
    """Play every game to its end."""
    for i in range(len(states)):
        playout(states[i], rngs[i], out)


@rule
def count_all(states: Any, found: Any) -> None:
    """The final scores of every game."""
    for i in range(len(states)):
        scores(states[i], found[i])  # noqa: F821


def play_on_gpu(players: int, games: int, seed: int) -> tuple[Any, float]:
    """The finished games, and the seconds they took, not counting compilation."""
    gear = cuda(GAME)

    def play(n: int) -> tuple[Any, float]:
        env, before = Batch(GAME, players, n, seed=seed, device="cuda"), gear.array(n, "int8")
        gear.synchronize()
        start, events = time.perf_counter(), 0
        env.reset()
        while events % 16 or (before.copy_to_host() != OVER).any():
            gear.launch(gear.kernel(one_event), n, env.states, env.rngs, before)
            events += 1
        return env.states, time.perf_counter() - start

    play(1)  # compiles
    states, seconds = play(games)
    return states.copy_to_host(), seconds


def play_on_cpu(players: int, games: int, seed: int) -> tuple[Any, float]:
    """The same games on one core."""
    gear = native(GAME)
    play_to_the_end = gear.compile(play_all)

    def play(n: int) -> tuple[Any, float]:
        env = Batch(GAME, players, n, seed=seed)
        start = time.perf_counter()
        env.reset()
        play_to_the_end(env.states, env.rngs, gear.buffer())
        return env.states, time.perf_counter() - start

    play(1)  # compiles
    return play(games)


def draw(found: Any) -> str:
    """The histogram as text, one line per score."""
    counts = np.bincount(found - found.min())
    top = counts.max()
    lines = [f"{found.min() + k:5}  {'█' * round(BAR * count / top):<{BAR}}  {count:,}" for k, count in enumerate(counts)]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cpu", action="store_true", help="play on one core instead")
    given = parser.parse_args()
    print("Compiling the rules …", flush=True)
    try:
        play = play_on_cpu if given.cpu else play_on_gpu
        states, seconds = play(given.players, given.games, given.seed)
    except ZashikiError as error:
        raise SystemExit(f"{error}" + ("" if given.cpu else " --cpu plays the same games on one core.")) from None
    found = np.zeros((given.games, GAME.max_seats), dtype=np.int32)
    native(GAME).compile(count_all)(states, found)
    found = found[:, : given.players].reshape(-1)
    print(draw(found))
    where = "one core" if given.cpu else "the GPU"
    print(
        f"{given.games:,} games for {given.players} on {where} in {seconds:.2f} s, {given.games / seconds:,.0f} games/s; "
        f"scores {found.mean():.2f} ± {found.std():.2f}, from {found.min()} to {found.max()}"
    )


if __name__ == "__main__":
    main()
