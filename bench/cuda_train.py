"""Train several games side by side on one machine with an NVIDIA GPU, one process each.

    PYTHONPATH=src:build/cuda-wheels python3 bench/cuda_train.py --out FOLDER --sitting 460 akiwado:whole=900 saigo-no-kane …

A game is followed by its own settings: `distil`, `whole` (seconds), `tables`, `chunk`, `rate`, `entropy` (start-end). A training
whose file is in FOLDER goes on. For machines without typer; elsewhere `zashiki train` does the same for one game.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np

for gone, now in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
    if not hasattr(np, gone):  # names that NumPy has dropped and Numba still uses
        setattr(np, gone, getattr(np, now))
with contextlib.suppress(ImportError):
    import _numba_cuda_redirector  # noqa: F401  # .pth files do not run for a folder on PYTHONPATH


def ends(text: str) -> tuple[float, float]:
    start, _, end = text.partition("-")
    return float(start), float(end)


def one_game(wish: str, folder: Path, sitting: float, device: str, judged: int) -> None:
    from zashiki.games import find_game
    from zashiki.training.learner import Plan
    from zashiki.training.sitting import Length, Sitting

    name, *settings = wish.split(":")
    given = dict(setting.split("=") for setting in settings)
    warnings.filterwarnings("ignore")
    plain = Plan()
    plan = Plan(
        rate=ends(given["rate"]) if "rate" in given else plain.rate,
        entropy=ends(given["entropy"]) if "entropy" in given else plain.entropy,
        chunk=int(given.get("chunk", plain.chunk)),
    )
    length = Length(
        distil=float(given.get("distil", 0)), whole=float(given.get("whole", sitting)), sitting=sitting, report=100, keep=240
    )
    tables = int(given.get("tables", 8192))
    Sitting(find_game(name), folder / f"{name}.pt", length, tables=tables, judged=judged, device=device, plan=plan).train()


def main() -> int:
    parser = argparse.ArgumentParser(description="Train several games on one GPU.")
    parser.add_argument("game", nargs="+", help="GAME[:setting=value]…")
    parser.add_argument("--out", type=Path, required=True, help="folder of the files")
    parser.add_argument("--sitting", type=float, default=460, help="seconds of training")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--judged", type=int, default=1024, help="games of an evaluation, for each seat")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    if given.worker:
        one_game(given.game[0], given.out, given.sitting, given.device, given.judged)
        return 0
    common = ["--out", str(given.out), "--sitting", str(given.sitting), "--device", given.device, "--judged", str(given.judged)]
    beside = os.environ | {"PYTHONUNBUFFERED": "1"}
    workers = [subprocess.Popen([sys.executable, __file__, "--worker", *common, game], env=beside) for game in given.game]
    return max(worker.wait() for worker in workers)


if __name__ == "__main__":
    sys.exit(main())
