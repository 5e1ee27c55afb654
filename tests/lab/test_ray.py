"""The lab on a Ray cluster of two nodes, of which one dies: nothing is lost, nothing is counted twice."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from tests.support import free_port
from zashiki.lab import Effort, Setup, measure
from zashiki.lab.play import Look

pytest.importorskip("ray", reason="Ray is not installed; `make test-ray` installs it and runs this test")
pytestmark = pytest.mark.slow

RAY = [sys.executable, "-c", "from ray.scripts.scripts import main; main()", "start"]
SMALL = ("--num-cpus=1", "--disable-usage-stats", "--object-store-memory=80000000")


def start_node(*words: str) -> list[psutil.Process]:
    """The processes of a new node."""
    before = set(psutil.pids())
    subprocess.run([*RAY, *words, *SMALL], check=True, capture_output=True)
    return [process for process in psutil.process_iter() if process.pid not in before and is_ray(process)]


def is_ray(process: psutil.Process) -> bool:
    with contextlib.suppress(psutil.Error):
        return any("ray" in word for word in process.cmdline())
    return False


def kill(processes: list[psutil.Process]) -> None:
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[psutil.Process]]]:
    """The address of a cluster of two nodes, and the processes of the second."""
    port = free_port()
    first = start_node("--head", f"--port={port}", "--include-dashboard=false")
    second: list[psutil.Process] = []
    try:
        second = start_node(f"--address=127.0.0.1:{port}")
        yield f"127.0.0.1:{port}", second
    finally:
        kill([*second, *first])


def test_a_node_that_dies_changes_no_digit(cluster: tuple[str, list[psutil.Process]]) -> None:
    address, second = cluster
    setup = Setup(game="tests.lab.coin_race:GAME", players=3)
    effort = Effort(20_000, 4, 0, 50, Look(looks=4, playouts=8, worlds=8, options=3))

    def kill_in_between(study: str, done: int, of: int) -> None:
        if study == "main" and done >= 1000:
            kill(second)

    spread = measure(setup, effort, ray=address, progress=kill_in_between)
    alone = measure(setup, effort, jobs=1)
    assert spread.figures == alone.figures
    assert spread.studies == alone.studies
