"""The examples run as people start them, made small."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, f"examples/{script}.py", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_ismcts_plays_and_reports() -> None:
    pytest.importorskip("pyspiel")
    done = run("ismcts_idol_conclave", "--games", "1", "--players", "3", "--simulations", "4")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"1 games against 2 (\w+) seats: wins \d+% ± 0% \(fair share 33%\)", done.stdout) == ["random", "greedy"]


def test_the_histogram_counts_every_seat_of_every_game() -> None:
    pytest.importorskip("llvmlite")
    done = run("akiwado_histogram", "--cpu", "--games", "300")
    assert done.returncode == 0, done.stderr
    assert sum(int(count) for count in re.findall(r"^ *\d+  [█ ]{60}  (\d+)$", done.stdout, re.M)) == 300 * 4
    assert "300 games for 4 on one core" in done.stdout


def test_the_histogram_says_what_to_do_without_a_gpu() -> None:
    pytest.importorskip("numpy")
    done = run("akiwado_histogram", "--games", "10")
    if done.returncode == 0:
        pytest.skip("this machine has a GPU")
    assert done.stderr.startswith("The CUDA gear needs")
    assert "--cpu" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_ppo_learns_and_reports() -> None:
    pytest.importorskip("sb3_contrib")
    pytest.importorskip("llvmlite")
    done = run(
        "train_ppo", "--decisions", "64", "--envs", "8", "--steps", "8", "--width", "16", "--threads", "1", "--games", "30"
    )
    assert done.returncode == 0, done.stderr
    assert "Against 2 greedy seats it wins" in done.stdout
    assert re.search(r"of 30 fresh games: (more than|less than|about) its fair share of 33.3%", done.stdout)
