"""Where the time of a kernel goes, rule by rule, inlined or not.

    python bench/hotspots.py GAME [--players 4] [--seconds 3] [--kernel playouts|step|sample] [--lines]

Compiles the kernel with notes about where every instruction was written, runs it while `perf record` takes samples by the clock
(no counters of the processor are needed), and lists the functions: their own share of the samples, and that with everything they
call. What is elsewhere is the C library and Python. Needs perf and addr2line (Debian: linux-perf, binutils).
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zashiki.core.game import AnyGame
from zashiki.games import find_game

SAMPLES = 10000  # a second
KERNELS = {"playouts": "play_games", "step": "step_batch", "sample": "sample_batch"}
Chain = tuple[tuple[str, str], ...]  # functions, each with the line it was in: the innermost first


def prepared(game: AnyGame, players: int, what: str, folder: Path) -> Callable[[], object]:
    """What runs the kernel for a moment; leaves its object file in the folder, and where that was loaded."""
    from zashiki.core.native import native
    from zashiki.machine import compiling
    from zashiki.machine.loading import Entry
    from zashiki.rl import Batch

    compiling.TRACED = True
    os.environ["ZASHIKI_CACHE"] = str(folder)
    load: Any = Entry.__init__

    def note(entry: Entry, code: bytes, name: str) -> None:
        load(entry, code, name)
        if KERNELS[what] in name:
            (folder / "object").write_bytes(code)
            (folder / "place").write_text(f"{name} {entry.address}")

    Entry.__init__ = note  # type: ignore[method-assign]
    if what == "playouts":
        gear = native(game)
        gear.play_random(players, 1)
        return lambda: gear.play_random(players, 200)
    batch = Batch(game, players, 4096)
    batch.reset()
    batch.step(batch.sample(), check=False)
    return lambda: batch.step(batch.sample(), check=False)


def take_samples(work: Callable[[], object], seconds: float, file: Path) -> None:
    """Run something for a while and let perf watch."""
    watch = ["perf", "record", "-q", "-e", "cpu-clock:u", "-F", str(SAMPLES), "-o", str(file), "-p", str(os.getpid())]
    watcher = subprocess.Popen(watch)
    end = time.process_time() + seconds
    while time.process_time() < end:
        work()
    watcher.send_signal(signal.SIGINT)
    watcher.wait()


def output_of(*command: object) -> list[str]:
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True).stdout.splitlines()


def chains(folder: Path) -> Counter[Chain]:
    """How often the processor was found where."""
    name, loaded = (folder / "place").read_text().split()
    (start,) = (int(line.split()[0], 16) for line in output_of("nm", folder / "object") if line.split()[-1] == name)
    sampled = output_of("perf", "script", "-i", folder / "samples", "-F", "ip")
    times = Counter(int(address, 16) - int(loaded) + start for address in sampled)
    inside = [offset for offset in times if 0 <= offset < (folder / "object").stat().st_size]
    found: Counter[Chain] = Counter({(("elsewhere", ""),): times.total() - sum(times[offset] for offset in inside)})
    at, words = 0, list[str]()
    for line in [*output_of("addr2line", "-e", folder / "object", "-f", "-i", "-a", *map(hex, inside)), "0x0"]:
        if line.startswith("0x"):
            found[tuple(zip(words[::2], words[1::2], strict=True))] += times[at] if words else 0
            at, words = int(line, 16), []
        else:
            words.append(line.rpartition("/")[2])
    return found


def show(found: Counter[Chain], by_line: bool) -> None:
    """Print the functions, or the lines, in which most samples were taken."""
    own, with_calls = Counter[str](), Counter[str]()
    for chain, times in found.items():
        names = [f"{function} ({line})" if by_line else function for function, line in chain]
        own[names[0] if names else "nowhere"] += times
        for name in set(names):
            with_calls[name] += times
    print("own time  with calls")
    for name, times in own.most_common(60):
        print(f"{times / own.total():8.1%} {with_calls[name] / own.total():11.1%}  {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--kernel", choices=KERNELS, default="playouts")
    parser.add_argument("--lines", action="store_true", help="line by line")
    given = parser.parse_args()
    game = find_game(given.game)
    with tempfile.TemporaryDirectory() as name:
        folder, players = Path(name), given.players or (4 if 4 in game.seats else game.max_seats)
        take_samples(prepared(game, players, given.kernel, folder), given.seconds, folder / "samples")
        show(chains(folder), given.lines)


if __name__ == "__main__":
    main()
