"""Measure the engine and update the tables in docs/performance.md (`make bench`).

    python bench/run.py [--only limit,games,peers,cuda] [--game ID ...] [--cuda cuda.json] [--pgx pgx.json] [--quick]

Rates are per second of CPU time on one thread, the best of several attempts, so that other work on the machine
matters little; two threads are timed by the wall clock. Results are stored in build/bench.json, so that parts can be
measured again separately; only the marked tables on the page are rewritten.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import limits

from zashiki.core.rule import rule

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "performance.md"
KEPT = ROOT / "build" / "bench.json"
PEERS = ROOT / ".venv-bench"
PEER_PACKAGES = "open_spiel rlcard pettingzoo pygame chess pgx"
SEED = 1
BATCH = 4096
PLANNING_POSITIONS = 5000


def best(work: Callable[[], int], seconds: float, clock: Callable[[], float] = time.process_time, attempts: int = 5) -> float:
    """The best rate of a few attempts; `work` returns how much it did."""
    found = 0.0
    for _ in range(attempts):
        done, start = 0, clock()
        while (spent := clock() - start) < seconds / attempts:
            done += work()
        found = max(found, done / spent if spent else 0.0)
    return found


# The limits: games hand-written in C++


def usual_seats(game: Any) -> int:
    return 4 if 4 in game.seats else game.max_seats


def measure_limits(seconds: float) -> dict[str, Any]:
    """Compare the hand-written programs with the native gear: equal checksums first, then rates."""
    from zashiki.games import find_game

    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for game_id in limits.PLAYED:
            game, program = find_game(game_id), limits.build(game_id, Path(folder))
            for players in game.seats:
                found[f"{game.name}: playouts, {players} seats"] = playout_limit(game, program, players, seconds)
            players = usual_seats(game)
            cpp = limit_rate(program, "batch", players, BATCH, 500, SEED)
            ours = batch_rate(game, players, 1, seconds)["masks"]
            found[f"{game.name}: batch of {BATCH} with masks"] = {"cpp": cpp, "ours": ours, "unit": "decisions/s"}
            cpp = 1e9 / limit_rate(program, "clone", players, 64, 100000)
            found[f"{game.name}: clone"] = {"cpp": cpp, "ours": clone_ns(game, seconds), "unit": "ns"}
        found["Kazoku Scribe: options while planning, 4 seats"] = search_limit(Path(folder), seconds)
    return found


def limit_rate(program: Path, *arguments: object) -> float:
    runs = [limits.run(program, *arguments) for _ in range(3)]
    return max(count / seconds for count, _, seconds in runs)


def playout_limit(game: Any, program: Path, players: int, seconds: float) -> dict[str, Any]:
    from zashiki.core.native import native

    gear = native(game)
    expected = limits.run(program, "playouts", players, 2000, SEED)[:2]
    if gear.play_random(players, 2000, SEED) != expected:
        raise SystemExit(f"{game.name}: the native gear and the C++ program differ for {players} seats.")
    games, cpp, ours = int(2_000_000 / (expected[0] / 2000)), 0.0, 0.0
    for _ in range(5):  # alternately, so that both run under the same conditions
        cpp = max(cpp, limit_rate(program, "playouts", players, games, SEED))
        ours = max(ours, best(lambda: gear.play_random(players, games // 5, SEED)[0], seconds / 5, attempts=2))
    return {"cpp": cpp, "ours": ours, "unit": "decisions/s"}


def search_limit(folder: Path, seconds: float) -> dict[str, Any]:
    """The planning search of Kazoku Scribe: equal answers first, then positions answered per second."""
    import planning

    from zashiki.core.native import native

    program, positions = limits.build(planning.GAME.id, folder), folder / "positions"
    states, seats = planning.planning_positions(4, PLANNING_POSITIONS, SEED)
    planning.write_positions(states, seats, positions)
    if planning.native_answers(states, seats) != planning.cpp_answers(program, positions):
        raise SystemExit("Kazoku Scribe: the native gear and the C++ program answer differently.")
    gear = native(planning.GAME)
    answer, out = gear.compile(planning.answer_all), gear.buffer()

    def answer_all() -> int:
        answer(states, seats, 10, out)
        return 10 * len(seats)

    answer_all()
    cpp, ours = 0.0, 0.0
    for _ in range(5):
        cpp = max(cpp, limit_rate(program, "time", positions, 10))
        ours = max(ours, best(answer_all, seconds / 5, attempts=2))
    return {"cpp": cpp, "ours": ours, "unit": "positions/s"}


# All games, all gears


@rule
def clone_many(states: Any, times: int) -> None:
    """Copy every state but the last over its neighbour, `times` times over."""
    for _ in range(times):
        for i in range(len(states) - 1):
            states[i + 1] = states[i]


def clone_ns(game: Any, seconds: float) -> float:
    from zashiki.core.native import native

    gear = native(game)
    states, clone = gear.states(64), gear.compile(clone_many)
    clone(states, 1)

    def copy() -> int:
        clone(states, 500)
        return 500 * (len(states) - 1)

    return 1e9 / best(copy, seconds / 2)


def plain_rate(game: Any, players: int, seconds: float) -> float:
    from zashiki.core.chance import seeded
    from zashiki.core.gears import plain

    rules, options, number = plain(game), game.encode_options(players, {}) or [0], [0]
    out = [0] * max(game.about.max_legal, game.max_seats)

    def play() -> int:
        s, rng = game.state(), seeded(SEED, number[0])
        number[0] += 1
        rules.begin(s, players, options, rng)
        decisions: int = rules.playout(s, rng, out)
        return decisions

    return best(play, seconds, attempts=3)


def python_rate(game: Any, players: int, seconds: float) -> float:
    """Single steps from Python: one call for each decision."""
    from zashiki.rl import Single

    table, number = Single(game, players), [0]
    step, options = table.step, table.options

    def play() -> int:
        number[0] += 1
        n, decisions = table.begin(number[0]), 0
        while n:
            n = step(options[decisions % n])
            decisions += 1
        return decisions

    return best(play, seconds, attempts=3)


def batch_rate(game: Any, players: int, threads: int, seconds: float) -> dict[str, float]:
    from zashiki.rl import Batch

    n = BATCH if game.action_count * BATCH < 8_000_000 else BATCH // 8  # keeps masks to a few MB instead of dozens
    env = Batch(game, players, n, seed=SEED, threads=threads)
    env.reset()

    def step() -> int:
        env.step(env.sample(), check=False)
        return n

    def step_and_observe() -> int:
        env.observe()
        return step()

    step_and_observe()
    clock = time.process_time if threads == 1 else time.perf_counter
    return {"masks": best(step, seconds, clock), "observations": best(step_and_observe, seconds, clock), "n": n}


def start_seconds(game: Any) -> tuple[float, float]:
    """CPU seconds of a new process: compiling the playouts into an empty cache, and starting again from it."""
    code = (
        "import time; from zashiki.core.native import native; from zashiki.games import find_game; "
        f"native(find_game('{game.id}')).play_random({game.seats[0]}, 1); print(time.process_time())"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"ZASHIKI_CACHE": folder}
        cold, warm = (subprocess.check_output([sys.executable, "-c", code], text=True, env=environment) for _ in range(2))
    return float(cold), float(warm)


def measure_game(game: Any, seconds: float, cold: bool) -> dict[str, Any]:
    from zashiki.core.native import native
    from zashiki.rl import Batch

    players = usual_seats(game)
    gear = native(game)
    decisions = gear.play_random(players, 20, SEED)[0] / 20
    games = max(int(100_000 / decisions), 1)
    found: dict[str, Any] = {"players": players, "decisions a game": decisions, "plain": plain_rate(game, players, seconds)}
    found["native"] = best(lambda: gear.play_random(players, games, SEED)[0], seconds)
    pair = Batch(game, players, 2, threads=2)
    found["native, 2 threads"] = best(lambda: pair.playouts(2 * games, SEED)[0], seconds, time.perf_counter)
    found["batch"], found["batch, 2 threads"] = batch_rate(game, players, 1, seconds), batch_rate(game, players, 2, seconds)
    found["from Python"] = python_rate(game, players, seconds)
    found["clone_ns"] = clone_ns(game, seconds)
    found["state bytes"] = gear.dtype.itemsize
    if cold:
        found["cold_s"], found["warm_s"] = start_seconds(game)
    return found


# Other libraries


def measure_peers() -> dict[str, Any]:
    """Measure other libraries, in a separate environment that is created if it is missing."""
    python, listed = PEERS / "bin" / "python", PEERS / "listed"
    if not listed.exists() or listed.read_text() != PEER_PACKAGES:
        print(f"Creating .venv-bench with {PEER_PACKAGES} …", flush=True)
        subprocess.run([sys.executable, "-m", "venv", str(PEERS)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *PEER_PACKAGES.split()], check=True)
        listed.write_text(PEER_PACKAGES)
    done = subprocess.run([str(python), str(ROOT / "bench" / "peers.py")], check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


# The page


def rate_text(value: float) -> str:
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.{2 if value < 10 * size else 1}f} {unit}"
    return f"{value:.0f}"


def table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows))


def limit_table(found: dict[str, Any]) -> str:
    rows = []
    for name, figure in found.items():
        if figure["unit"] == "ns":
            ours, cpp, ratio = f"{figure['ours']:.1f} ns", f"{figure['cpp']:.1f} ns", figure["cpp"] / figure["ours"]
        else:
            ours, cpp, ratio = rate_text(figure["ours"]) + "/s", rate_text(figure["cpp"]) + "/s", figure["ours"] / figure["cpp"]
        rows.append([name, ours, cpp, f"{ratio:.2f}"])
    return table(["", "native", "hand-written C++", "native : C++"], rows)


def games_table(found: dict[str, Any]) -> str:
    head = ["game (seats)", "decisions per game", "plain", "native", "2 threads", "batch, masks", "2 threads", "+ observations"]
    head += ["2 threads", "single steps", "clone", "state", "cold / warm start"]
    rows = []
    for name, f in found.items():
        starts = f"{f['cold_s']:.1f} s / {f['warm_s']:.1f} s" if "cold_s" in f else "—"
        rows.append([
            f"{name} ({f['players']})", f"{f['decisions a game']:.0f}", rate_text(f["plain"]), rate_text(f["native"]),
            rate_text(f["native, 2 threads"]), rate_text(f["batch"]["masks"]), rate_text(f["batch, 2 threads"]["masks"]),
            rate_text(f["batch"]["observations"]), rate_text(f["batch, 2 threads"]["observations"]), rate_text(f["from Python"]),
            f"{f['clone_ns']:.0f} ns", f"{f['state bytes']} B", starts,
        ])  # fmt: skip
    return table(head, rows)


def peers_table(found: dict[str, Any], games: dict[str, Any]) -> str:
    rows, ours = [], games.get("rights-of-losers", {})
    beside = {"rollouts inside C++": ours.get("native"), "from Python": ours.get("from Python")}
    beside["batch with masks"] = ours.get("batch", {}).get("masks")
    beside["with observations"] = ours.get("batch", {}).get("observations")
    for peer, measured in found.items():
        for name, figures in measured.items():
            for kind, mine in beside.items():
                if kind in figures:
                    ratio = f"{mine / figures[kind]:.{1 if mine > figures[kind] else 2}f} ×" if mine else "—"
                    rows.append([f"{peer} {name}", kind, rate_text(figures[kind]), ratio])
    return table(["library and game", "how", "decisions/s", "Rights of Losers, same way"], rows)


def cuda_table(found: dict[str, Any], games: dict[str, Any]) -> str:
    rows = []
    at_once = sorted({n for f in found["results"] for n in f["playouts"]}, key=int)
    for f in found["results"]:
        top = max(f["playouts"].values())
        native = games.get(f["game"], {}).get("native")
        cells = [f"{f['game']} ({f['players']})", f"{f['events']:,}"]
        cells += [rate_text(f["playouts"][n]) if n in f["playouts"] else "—" for n in at_once]
        batch = f.get("batch", {})  # not every run measures it
        cells += [rate_text(batch[kind]) if kind in batch else "—" for kind in ("masks", "observations")]
        rows.append([*cells, f"{top / native:.0f} ×" if native else "—"])
    head = ["game (seats)", "events compared", *(f"{int(n):,} at a time" for n in at_once)]
    return table([*head, "batch, masks", "+ observations", "best : native on one core"], rows)


def pgx_table(found: dict[str, Any], cuda: dict[str, Any]) -> str:
    """Pgx on a GPU, followed by our batch on the same GPU."""
    from zashiki.games import find_game

    rows = [
        [f"Pgx {name}", f"{f['n']:,}", f"{f['numbers']:,}", rate_text(f["batch with masks"]), rate_text(f["with observations"])]
        for name, f in found.items()
    ]
    for f in [measured for measured in cuda.get("results", []) if "batch" in measured]:
        game, batch = find_game(f["game"]), f["batch"]
        cells = [rate_text(batch["masks"]), rate_text(batch["observations"])]
        rows.append([f"{game.name} ({f['players']})", f"{batch.get('n', 65536):,}", f"{game.observation_size:,}", *cells])
    return table(["game (seats)", "at a time", "numbers observed", "batch, masks", "+ observations"], rows)


def machine() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")] or [platform.processor()]
    versions = ", ".join(f"{name} {__import__(name).__version__}" for name in ("numpy", "llvmlite"))
    load = os.getloadavg()[0]
    return f"{len(names)} × {names[0]}, Python {platform.python_version()}, {versions}; load average {load:.1f} while measuring"


def write_page(kept: dict[str, Any]) -> None:
    """Rewrite the marked tables and leave the rest of the page alone."""
    text = PAGE.read_text(encoding="utf-8")
    tables = {
        "limit": lambda: limit_table(kept["limit"]["found"]),
        "games": lambda: games_table(kept["games"]["found"]),
        "peers": lambda: peers_table(kept["peers"]["found"], kept.get("games", {}).get("found", {})),
        "cuda": lambda: cuda_table(kept["cuda"]["found"], kept.get("games", {}).get("found", {})),
        "pgx": lambda: pgx_table(kept["pgx"]["found"], kept.get("cuda", {}).get("found", {})),
    }
    for name, make in tables.items():
        if name in kept:
            start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
            before, _, rest = text.partition(start)
            _, _, after = rest.partition(end)
            where = f"{kept[name]['date']} · {kept[name]['machine']}"
            text = f"{before}{start}\n{make()}\n\n{where}\n{end}{after}"
    PAGE.write_text(text, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the engine and update docs/performance.md.")
    parser.add_argument("--only", default="limit,games,peers", help="parts to measure: limit, games, peers, cuda")
    parser.add_argument("--game", nargs="*", help="ids of games for the part 'games'; default: all")
    parser.add_argument("--cuda", help="results of bench/cuda_run.py --out")
    parser.add_argument("--pgx", help="results of bench/pgx_run.py --out on a GPU")
    parser.add_argument("--quick", action="store_true", help="spend a tenth of the time, and skip the cold start")
    given = parser.parse_args()
    parts, seconds = set(given.only.split(",")), 0.2 if given.quick else 2.0
    KEPT.parent.mkdir(exist_ok=True)
    kept: dict[str, Any] = json.loads(KEPT.read_text()) if KEPT.exists() else {}

    def keep(part: str, found: dict[str, Any], where: str = "") -> None:
        if KEPT.exists():  # another run may have stored its part in the meantime
            kept.update(json.loads(KEPT.read_text()))
        kept[part] = {"date": time.strftime("%Y-%m-%d"), "machine": where or machine(), "found": found}
        KEPT.write_text(json.dumps(kept, indent=1))
        write_page(kept)

    if "limit" in parts:
        print("The games written in C++ …", flush=True)
        keep("limit", measure_limits(seconds))
    if "games" in parts:
        from zashiki.games import GAMES

        for name in given.game or GAMES:
            print(f"{name} in every gear …", flush=True)
            found = kept.get("games", {}).get("found", {}) | {name: measure_game(GAMES[name], seconds, not given.quick)}
            keep("games", {game: found[game] for game in GAMES if game in found})
    if "peers" in parts:
        print("Other libraries …", flush=True)
        keep("peers", measure_peers())
    if given.cuda:
        found = json.loads(Path(given.cuda).read_text())
        keep("cuda", found, found.get("machine", ""))
    if given.pgx:
        measured = json.loads(Path(given.pgx).read_text())
        keep("pgx", measured["found"], measured["machine"])
    write_page(kept)
    print(PAGE.read_text(encoding="utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
