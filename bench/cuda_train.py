"""Train several networks side by side on one machine with an NVIDIA GPU, one process each, within a given time.

    PYTHONPATH=src:. python3 bench/cuda_train.py --out FOLDER --wall 540 akiwado:seed=1 saigo-no-kane …

A training is a game, followed by its own settings:

    name=WORD         of its files; default: the game
    from=FILE         a network to begin from; `release` is the one that comes with the game
    resume=FILE       the file of a training to go on with; rates and entropy begin anew
    seconds=N         of training, less than there is time for
    seed, worlds, tables, steps, chunk, settle, greedy, earlier, rate=A,B, entropy=A,B

At the end FOLDER has a file of each training, without what a training can do without, and `results.tar.gz` with the networks
of whole numbers, the CSV files and what was said. Everything ends before the time is up, whatever happens. It needs
PyTorch and llvmlite (`tools/pack_wheels.sh`). Elsewhere `zashiki train` does the same for one game.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

HALFWAY = 0.45  # of the time, when a first look is taken
LOOK = 60.0  # seconds that looks may take, before one has been taken
LOOKS = 5  # at all tables, to time what is done at each
SPARE = 10.0  # seconds at the end for writing files


def ends(text: str) -> tuple[float, float]:
    start, end = map(float, text.split(","))
    return start, end


def settings_of(wish: str) -> tuple[str, dict[str, str]]:
    """The game and the settings of a training, with its name."""
    game, *settings = wish.split(":")
    given = dict(setting.split("=", 1) for setting in settings)
    return game, {"name": game} | given


def plan_for(given: dict[str, str]) -> Any:
    from zashiki.training.learner import Plan

    numbers: dict[str, Any] = {name: int(given[name]) for name in ("steps", "chunk", "settle") if name in given}
    numbers |= {name: float(given[name]) for name in ("greedy", "earlier") if name in given}
    numbers |= {name: ends(given[name]) for name in ("rate", "entropy") if name in given}
    return Plan(**numbers)


def train_one(wish: str, folder: Path, deadline: float, device: str, judged: int) -> None:
    """One training, in a process of its own; `deadline` is a time of the monotonic clock."""
    import torch

    torch.set_num_threads(1)
    warnings.filterwarnings("ignore")
    from zashiki.games import find_game
    from zashiki.training.sitting import Length, Sitting
    from zashiki.training.whole_numbers import near_in_release, write_whole_numbers

    name, given = settings_of(wish)
    game, file = find_game(name), folder / f"{given['name']}.pt"
    if "resume" in given:
        shutil.copy(given["resume"], file)
    begun = time.monotonic()
    start = game.folder / "network.bin" if given.get("from") == "release" else Path(given["from"]) if "from" in given else None
    length = Length(distil=0, whole=1, sitting=1, report=1e9, keep=1e9)

    def say(text: str) -> None:
        print(f"[{time.monotonic() - begun:4.0f} s {given['name']}] {text}", flush=True)

    sitting = Sitting(
        game, file, length, tables=int(given.get("tables", 16384)), judged=judged, device=device, plan=plan_for(given),
        seed=int(given.get("seed", 0)), start=start, worlds=int(given.get("worlds", 0)) or None, say=say,
    )  # fmt: skip
    time_updates(sitting, say)
    left = min(deadline - time.monotonic() - LOOK, float(given.get("seconds", 1e9)))
    sitting.spent, sitting.told_at = 0.0, sitting.learner.updates
    sitting.length = replace(length, whole=left, sitting=HALFWAY * left)
    sitting.train()
    rest = deadline - time.monotonic() - 1.6 * sitting.looked - SPARE
    if "seconds" in given:
        rest = min(rest, left - sitting.spent)
    say(f"a look took {sitting.looked:.0f} s; {rest:.0f} s more")
    sitting.length = replace(length, whole=sitting.spent + rest, sitting=rest)
    sitting.train()
    kept = torch.load(file, weights_only=True)
    torch.save(kept | {"moments": {}, "steps": {}, "past": [], "average": kept["player"]}, file)
    write_whole_numbers(game, sitting.learner.player, sitting.learner.unit, file.with_suffix(".bin"), near_in_release(game))
    if time.monotonic() + 0.8 * sitting.looked < deadline:
        in_floats(sitting, say)


def time_updates(sitting: Any, say: Any) -> None:
    """Where the time of an update goes; the second one is timed."""
    import torch

    learner = sitting.learner
    for timed in (False, True):
        marks = [time.monotonic()]
        for step in (learner.collect, lambda: learner.update(0.0)):
            step()
            if learner.device == "cuda":
                torch.cuda.synchronize()
            marks.append(time.monotonic())
        if timed:
            made = learner.tables.n * learner.plan.steps
            most = torch.cuda.max_memory_allocated() / 2**30 if learner.device == "cuda" else 0.0
            took = f"collected in {marks[1] - marks[0]:.3f} s, learnt in {marks[2] - marks[1]:.3f} s"
            say(f"{made} decisions: {took}; {most:.1f} GiB")
    for part, seconds in parts_of_a_step(learner).items():
        say(f"  {part}: {1000 * seconds:.2f} ms")


def parts_of_a_step(learner: Any) -> dict[str, float]:
    """Seconds of what happens at every decision of all tables, each by itself."""
    import torch

    tables, found = learner.tables, dict.fromkeys(("observe", "weigh", "others", "features", "play"), 0.0)
    choice = torch.zeros(tables.n, dtype=torch.int64, device=learner.device)

    def timed(name: str, part: Any) -> None:
        begun = time.monotonic()
        part()
        if learner.device == "cuda":
            torch.cuda.synchronize()
        found[name] += (time.monotonic() - begun) / LOOKS

    for _ in range(LOOKS):
        seen = tables.look()
        timed("observe", lambda: tables._gear.observe(tables._states, tables._seats_at, tables._own_at))
        timed("weigh", lambda: tables._gear.weigh(*tables._games, tables._seats_at, *tables._answers_at, tables.worlds))
        timed("others", lambda: tables.look_from_others(learner.room.others[0]))
        timed("features", lambda seen=seen: learner.features(seen))
        timed("play", lambda: tables.play(choice))
    return found


def in_floats(sitting: Any, say: Any) -> None:
    """What the rounding to whole numbers costs."""
    from zashiki.core.words import listed
    from zashiki.training.judging import judged

    learner = sitting.learner
    shares = judged((learner.player, learner.unit), sitting.judges, seed=777)
    say(f"without rounding: {listed(map(str, shares))}")


def share_gpu() -> dict[str, str]:
    """Start NVIDIA's service that lets several processes use a GPU at the same instant; what they need to know, {} without it."""
    folder = Path("/tmp/zashiki-mps")
    beside = {"CUDA_MPS_PIPE_DIRECTORY": str(folder / "pipe"), "CUDA_MPS_LOG_DIRECTORY": str(folder / "log")}
    found = shutil.which("nvidia-cuda-mps-control") or shutil.which("nvidia-cuda-mps-control", path="/usr/local/nvidia/bin")
    if found is None:
        print("No service to share the GPU: trainings take turns.", flush=True)
        return {}
    for place in beside.values():
        Path(place).mkdir(parents=True, exist_ok=True)
    try:
        subprocess.run([found, "-d"], env=os.environ | beside, check=True, timeout=10)
        trial = "import torch; print((torch.ones(9, device='cuda') * 2).sum().item())"
        subprocess.run([sys.executable, "-c", trial], env=os.environ | beside, check=True, timeout=40)
    except (subprocess.SubprocessError, OSError) as error:
        print(f"The service to share the GPU does not work ({error}): trainings take turns.", flush=True)
        stop_sharing(found, beside)
        return {}
    print("Trainings share the GPU through NVIDIA's service.", flush=True)
    return beside | {"ZASHIKI_MPS": found}


def stop_sharing(control: str, beside: dict[str, str]) -> None:
    subprocess.run([control], input=b"quit\n", env=os.environ | beside, check=False, timeout=10)


def gather(out: Path, work: Path, names: list[str]) -> None:
    """The files that stay."""
    with tarfile.open(out / "results.tar.gz", "w:gz") as packed:
        for file in sorted(work.iterdir()):
            if file.suffix in (".csv", ".bin", ".log"):
                packed.add(file, file.name)
    for name in names:
        if (work / f"{name}.pt").exists():
            shutil.copy(work / f"{name}.pt", out / f"{name}.pt")


def main() -> int:
    begun = time.monotonic()
    parser = argparse.ArgumentParser(description="Train several networks on one GPU.")
    parser.add_argument("training", nargs="*", help="GAME[:setting=value]…")
    parser.add_argument("--out", type=Path, default=Path("build/training"), help="folder of the files")
    parser.add_argument("--wall", type=float, default=540, help="seconds until everything has ended")
    parser.add_argument("--share", action="store_true", help="try NVIDIA's service for processes that share a GPU")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--judged", type=int, default=512, help="games of an evaluation, for each seat")
    parser.add_argument("--deadline", type=float, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.deadline is not None:
        train_one(given.training[0], given.out, given.deadline, given.device, given.judged)
        return 0
    deadline, work = begun + given.wall, Path(tempfile.mkdtemp(prefix="training-"))
    given.out.mkdir(parents=True, exist_ok=True)
    beside = share_gpu() if given.share and given.device == "cuda" else {}
    common = ["--out", str(work), "--device", given.device, "--judged", str(given.judged), "--deadline", str(deadline - 15)]
    environment = os.environ | beside | {"PYTHONUNBUFFERED": "1"}
    names = [settings_of(wish)[1]["name"] for wish in given.training]
    workers = []
    for wish, name in zip(given.training, names, strict=True):
        log = (work / f"{name}.log").open("w", encoding="utf-8")
        command = [sys.executable, __file__, *common, wish]
        workers.append(subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT))
    told = dict.fromkeys(names, 0)
    while any(worker.poll() is None for worker in workers) and time.monotonic() < deadline - 5:
        time.sleep(1)
        tell(work, told)
    for worker in workers:
        if worker.poll() is None:
            worker.kill()
    for worker in workers:
        worker.wait()
    tell(work, told)
    gather(given.out, work, names)
    if "ZASHIKI_MPS" in beside:
        stop_sharing(beside["ZASHIKI_MPS"], beside)
    print(f"Ended after {time.monotonic() - begun:.0f} s; {[worker.returncode for worker in workers]}", flush=True)
    return max(abs(worker.returncode or 0) for worker in workers)


def tell(work: Path, told: dict[str, int]) -> None:
    """Say what the trainings have said since the last time."""
    for name, seen in told.items():
        text = (work / f"{name}.log").read_text(encoding="utf-8", errors="replace")
        whole = text[: text.rfind("\n") + 1]
        print(whole[seen:], end="", flush=True)
        told[name] = max(seen, len(whole))


if __name__ == "__main__":
    sys.exit(main())
