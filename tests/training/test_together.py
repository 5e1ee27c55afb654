"""Two real processes train one network: other games, the same numbers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environments import ROOT

torch = pytest.importorskip("torch")
pytest.importorskip("llvmlite")

from zashiki.training.together import ALONE, Together  # noqa: E402


def test_two_processes_play_other_games_and_keep_equal_networks(tmp_path: Path) -> None:
    found = [str(ROOT), str(ROOT / "src"), str(ROOT / "examples" / "paper-lantern" / "src")]
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    subprocess.run(
        [*command, str(Path(__file__).with_name("two_processes.py")), str(tmp_path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(found), "OMP_NUM_THREADS": "1"}, check=True, timeout=300,
    )  # fmt: skip
    one, two = (torch.load(tmp_path / f"{rank}.pt", weights_only=True) for rank in range(2))
    assert one["updates"] == two["updates"] > 2
    assert torch.equal(one["numbers"], two["numbers"])
    assert one["games"] != two["games"]
    assert (tmp_path / "both.pt").exists()
    assert (tmp_path / "both.csv").read_text(encoding="utf-8").count("\n") == 3  # one process tells, at the start and at the end


def test_one_process_has_its_own_mean_and_deviation() -> None:
    numbers = torch.tensor([1.0, 2.0, 6.0])
    mean, deviation = ALONE.spread(numbers)
    assert (mean, deviation) == pytest.approx((3.0, float(numbers.std(correction=0))))
    assert ALONE.mean(torch.tensor(4.0)) == 4.0
    assert Together().told("as it is") == "as it is"
