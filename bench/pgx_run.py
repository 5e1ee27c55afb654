"""Measure Pgx on the CPU or GPU that JAX finds; prints one JSON object.

    python bench/pgx_run.py [--batch 4096 65536] [--out FILE] [GAME ...]

Pgx is used in its fastest way: a compiled `vmap(step)` steps thousands of games together, many steps per call, each with a
uniformly drawn legal action, and restarts finished games. "batch with masks" leaves the observations out (the compiler then
drops them); "with observations" keeps them at every step; "numbers" is the size of an observation. On a CPU, rates are per
second of CPU time over all threads. A machine that has JAX but no package index needs only the folders `pgx` and `svgwrite`
from their wheels on PYTHONPATH.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

GAMES = ("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_holdem", "backgammon", "sparrow_mahjong")
STEPS = 32  # per call
SECONDS = 1.0


def stepper(env: Any, observed: bool) -> Callable[[Any, Any], Any]:
    """A compiled function that makes STEPS random steps in every game."""
    import jax
    import jax.numpy as jnp
    from pgx.experimental import auto_reset

    step = jax.vmap(auto_reset(env.step, env.init))

    def one(_: int, carried: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = carried
        key, choice, chance = jax.random.split(key, 3)
        actions = jax.random.categorical(choice, jnp.log(state.legal_action_mask.astype(jnp.float32)))
        after = step(state, actions, jax.random.split(chance, len(actions)))
        return after if observed else after.replace(observation=state.observation), key

    return jax.jit(lambda state, key: jax.lax.fori_loop(0, STEPS, one, (state, key)))


def measure(name: str, n: int, clock: Callable[[], float]) -> dict[str, float]:
    """Decisions/s of a batch of n games, the best of three attempts, not counting compilation."""
    import jax
    import pgx

    env = pgx.make(name)
    found = {"n": n, "numbers": math.prod(env.observation_shape)}
    for kind, observed in (("batch with masks", False), ("with observations", True)):
        run, best = stepper(env, observed), 0.0
        state, key = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), n)), jax.random.key(2)
        state, key = jax.block_until_ready(run(state, key))
        for _ in range(3):
            calls, start = 0, clock()
            while (spent := clock() - start) < SECONDS / 3:
                state, key = jax.block_until_ready(run(state, key))
                calls += 1
            best = max(best, calls * n * STEPS / spent)
        found[kind] = best
    return found


def best_batches(names: list[str], sizes: list[int]) -> dict[str, dict[str, float]]:
    """The figures of every game at its best batch size."""
    import jax

    clock = time.process_time if jax.default_backend() == "cpu" else time.perf_counter
    found = {}
    for name in names:
        try:
            tried = [measure(name, n, clock) for n in sizes]
        except Exception as error:  # report a game that cannot run
            print(f"Pgx {name} could not be measured: {type(error).__name__}: {error}", file=sys.stderr)
            continue
        found[name] = max(tried, key=lambda figures: figures["with observations"])
        print(f"Pgx {name}: {found[name]}", file=sys.stderr, flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--batch", type=int, nargs="+", default=[4096])
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    import jax
    import pgx

    device = jax.devices()[0]
    text = json.dumps({
        "machine": f"{device.device_kind}, JAX {jax.__version__}, Pgx {pgx.__version__}",
        "found": best_batches(given.games or list(GAMES), given.batch),
    })  # fmt: skip
    if given.out:
        given.out.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
