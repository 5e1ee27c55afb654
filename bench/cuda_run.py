"""Check and measure the CUDA gear on a machine with an NVIDIA GPU, in one command.

    PYTHONPATH=src:build/wheels python3 bench/cuda_run.py [--games 1000] [--only PARTS] [--out FILE] [GAME ...]

For every registered game this compares the states of seeded games with the plain gear, byte by byte after every event, and
the checksum of whole playouts with the native gear. Then it measures decisions/s for 1 to 1048576 games at a time, and for the
batch with masks and with observations. Games are compiled in parallel, one process each, and measured one after the other.
Exits with 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from zashiki.core.chance import seeded
from zashiki.core.errors import MissingExtra
from zashiki.core.game import OVER, AnyGame
from zashiki.core.gears import plain
from zashiki.core.native import native
from zashiki.games import GAMES, find_game
from zashiki.rl import Batch, device, gpu_kernels
from zashiki.rl.playouts import play_random

AT_ONCE = (1, 16384, 65536, 131072, 262144, 524288, 1048576)
PARTS = ("playouts", "bytes", "batch")
LONG_S = 5.0  # once an attempt takes this long, each larger number of games gets a single, shorter one
SEED = 12345


def check_bytes(game: AnyGame, players: int, given: dict[str, str], games: int) -> int:
    """Play the same games in both gears, event by event; returns the number of events compared."""
    gear, rules, size = device.cuda(game), plain(game), game.state.layout.size
    twins = [game.new(players, given) for _ in range(games)]
    rngs = [seeded(SEED, stream) for stream in range(games)]
    host = np.zeros(games, dtype=gear.dtype)
    raw = host.view(np.uint8).reshape(games, -1)
    for i, twin in enumerate(twins):
        raw[i, :size] = np.frombuffer(twin.to_bytes(), dtype=np.uint8)
    states, device_rngs = gear.copy_in(host), gear.copy_in(np.array(rngs, dtype=np.int64))
    before = gear.array(games, "int8")
    out = [0] * max(game.about.max_legal, game.max_seats)
    compared = 0
    while any(rules.status(twin) != OVER for twin in twins):
        gear.launch(gear.kernel(gpu_kernels.one_event), games, states, device_rngs, before)
        raw = gear.copy_out(states).view(np.uint8).reshape(games, -1)
        for i, twin in enumerate(twins):
            if rules.status(twin) == OVER:
                continue
            rules.random_event(twin, rngs[i], out)
            compared += 1
            if raw[i, :size].tobytes() != twin.to_bytes():
                there = game.state.from_bytes(raw[i].tobytes())
                differing = [name for name in game.state.fields if getattr(there, name) != getattr(twin, name)]
                raise AssertionError(f"{game.id}, {players} seats: game {i}, event {compared}: {', '.join(differing)} differ")
    if not np.array_equal(gear.copy_out(device_rngs), np.array(rngs, dtype=np.int64)):
        raise AssertionError(f"{game.id}, {players} seats: the generators ended differently")
    return compared


def check_playouts(game: AnyGame, players: int, games: int) -> None:
    """Compare the checksum of whole games with that of the native gear."""
    with ProcessPoolExecutor(1, get_context("spawn")) as beside:
        awaited = beside.submit(expected_playouts, game.id, players, games)  # compiles while the CUDA gear does
        found = play_random(device.cuda(game), players, games, SEED)
        expected = awaited.result()
    if found != expected:
        raise AssertionError(f"{game.id}, {players} seats: playouts gave {found}, the native gear {expected}")


def expected_playouts(name: str, players: int, games: int) -> tuple[int, int]:
    """What the native gear plays."""
    return native(find_game(name)).play_random(players, games, SEED)


def measure_playouts(game: AnyGame, players: int) -> dict[str, float]:
    """Decisions/s of whole playouts for each number of games at a time."""
    gear, rates, rounds = device.cuda(game), {}, 8
    for at_once in AT_ONCE:
        for attempt in range(3 if rounds == 8 else 1):
            start = time.perf_counter()
            decisions, _ = play_random(gear, players, at_once * rounds if at_once > 1 else 50, attempt, at_once=at_once)
            took = time.perf_counter() - start
            rates[str(at_once)] = max(rates.get(str(at_once), 0.0), decisions / took)
            if took > LONG_S:
                rounds = 4
                break
    return rates


def measure_batch(game: AnyGame, players: int, n: int = 65536, steps: int = 50) -> dict[str, float]:
    """Decisions/s of batch steps with masks, and with masks and observations."""
    gear, env = device.cuda(game), Batch(game, players, n, seed=SEED, device="cuda")
    env.reset()

    def run(with_observations: bool) -> float:
        gear.synchronize()
        start = time.perf_counter()
        for _ in range(steps):
            env.step(env.sample())
            if with_observations:
                env.observe()
        gear.synchronize()
        return n * steps / (time.perf_counter() - start)

    run(True)
    return {"masks": max(run(False) for _ in range(3)), "observations": max(run(True) for _ in range(3))}


def check_variants(game: AnyGame, players: int, games: int) -> int:
    """Compare bytes for the default table and, with fewer games, for every other seat count and variant."""
    compared = check_bytes(game, players, {}, games)
    for seats in game.seats:
        for given in game.about.variants:
            try:
                game.encode_options(seats, given)
            except Exception:  # a variant for other seat counts
                continue
            if seats != players or given:
                compared += check_bytes(game, seats, dict(given), max(games // 20, 1))
    return compared


def one_game(game: AnyGame, games: int, parts: list[str]) -> dict[str, object]:
    """Run the chosen parts for one game; waits for a line on stdin between checking and measuring."""
    players = 4 if 4 in game.seats else game.max_seats
    start = time.perf_counter()
    result: dict[str, object] = {"game": game.id, "players": players}
    if "playouts" in parts:
        check_playouts(game, players, 1000)
        result["first_playout_s"] = round(time.perf_counter() - start, 1)
    if "bytes" in parts:
        result["events"] = check_variants(game, players, games)
    if "batch" in parts:
        measure_batch(game, players, n=64, steps=1)  # compile while the others do
    result["checked_s"] = round(time.perf_counter() - start, 1)
    print(json.dumps({"ready": game.id}), flush=True)
    sys.stdin.readline()
    if "playouts" in parts:
        result["playouts"] = measure_playouts(game, players)
    if "batch" in parts:
        result["batch"] = measure_batch(game, players)
    return result


def device_name() -> str:
    """The name of the GPU; without one, print a sentence and exit with 2."""
    try:
        return device.cuda(next(iter(GAMES.values()))).device_name
    except MissingExtra as error:
        print(error, file=sys.stderr)
        sys.exit(2)


def run_all(chosen: list[AnyGame], games: int, parts: str) -> tuple[list[dict[str, object]], list[str]]:
    """Check all games in parallel, then measure them one by one; returns results and failures."""
    workers = [
        subprocess.Popen(
            [sys.executable, __file__, "--worker", "--games", str(games), "--only", parts, game.id],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        for game in chosen
    ]  # fmt: skip
    ready = [hear(worker) for worker in workers]
    for game, answer in zip(chosen, ready, strict=True):
        print(f"{game.id}: {'equal' if answer else 'FAILED, see above'}", flush=True)
    results, failures = [], []
    for game, worker, answer in zip(chosen, workers, ready, strict=True):
        result = hear(worker, "go\n") if answer else {}
        if result:
            results.append(result)
            print(json.dumps(result), flush=True)
        else:
            failures.append(f"{game.id}, {'measuring' if answer else 'checking'}")
        worker.wait()
    return results, failures


def hear(worker: subprocess.Popen[str], word: str = "") -> dict[str, object]:
    """Send a word to a worker and read its next answer; empty if it has stopped."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    worker.stdin.write(word)
    worker.stdin.flush()
    return json.loads(worker.stdout.readline() or "{}")


def spread(value: float) -> str:
    if not value:
        return "—"
    return f"{value / 1e9:.2f} G" if value >= 1e9 else f"{value / 1e6:.2f} M"


def print_table(results: list[dict[str, object]], failures: list[str]) -> str:
    head = ["game", "seats", "events compared", *(f"{n} at a time" for n in AT_ONCE), "batch, masks", "+ observations"]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for result in results:
        playouts, batch = result.get("playouts", {}), result.get("batch", {})
        assert isinstance(playouts, dict)
        assert isinstance(batch, dict)
        cells = [result["game"], result["players"], result.get("events", "")]
        cells += [spread(playouts.get(str(n), 0.0)) for n in AT_ONCE]
        cells += [spread(batch.get(kind, 0.0)) for kind in ("masks", "observations")]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines + [f"FAILED: {failure}" for failure in failures])


def main() -> int:
    parser = argparse.ArgumentParser(description="Check and measure the CUDA gear.")
    parser.add_argument("game", nargs="*", help="ids of games; default: all registered games")
    parser.add_argument("--games", type=int, default=1000, help="number of seeded games to compare byte by byte")
    parser.add_argument("--only", default=",".join(PARTS), help=f"parts to run: {', '.join(PARTS)}")
    parser.add_argument("--out", default="", help="also write the results as JSON to this file")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    chosen = [find_game(name) for name in given.game] or list(GAMES.values())
    if given.worker:
        print(json.dumps(one_game(chosen[0], given.games, given.only.split(","))), flush=True)
        return 0

    machine = f"{device_name()}, Python {sys.version.split()[0]}, NumPy {np.__version__}"
    print(machine, flush=True)
    results, failures = run_all(chosen, given.games, given.only)
    print(print_table(results, failures))
    if given.out:
        kept = {"date": time.strftime("%Y-%m-%d"), "machine": machine, "results": results, "failures": failures}
        Path(given.out).write_text(json.dumps(kept, indent=1))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
