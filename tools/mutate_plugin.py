"""What pytest does for `tools/mutate.py`: no native gear, nothing random, a time limit for each test, and a line about each.

It is loaded with `-p tools.mutate_plugin` and reads the environment: MUTATE_REPORT, the file to write `seconds outcome test` to;
MUTATE_KEEP, a pattern that names of tests must have; MUTATE_LIMITS, a file of JSON with the seconds each test may take.
"""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType

import hypothesis
import pytest

REPORT = Path(os.environ["MUTATE_REPORT"])
KEEP = re.compile(os.environ.get("MUTATE_KEEP", ""))
LIMITS: dict[str, float] = json.loads(Path(os.environ["MUTATE_LIMITS"]).read_text()) if "MUTATE_LIMITS" in os.environ else {}
MEMORY = 6 << 30  # bytes: a loop that never ends may also never stop collecting

sys.modules["llvmlite"] = None  # type: ignore[assignment]  # the tests of the native gear skip themselves
with suppress(ValueError, OSError):  # where the system has no such limit
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
hypothesis.settings.register_profile("mutate", derandomize=True, database=None, deadline=None)
hypothesis.settings.load_profile("mutate")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    unwanted = [item for item in items if not KEEP.search(item.nodeid)]
    items[:] = [item for item in items if KEEP.search(item.nodeid)]
    config.hook.pytest_deselected(items=unwanted)


def too_long(signum: int, frame: FrameType | None) -> None:
    pytest.fail("too long", pytrace=False)  # no Exception: code under test cannot swallow it


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, LIMITS.get(item.nodeid, 0))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" or not report.passed:
        outcome = "timeout" if report.failed and "too long" in str(report.longrepr) else report.outcome
        with REPORT.open("a", encoding="utf-8") as file:
            file.write(f"{report.duration:.4f} {outcome} {report.nodeid}\n")
