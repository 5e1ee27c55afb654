"""Mutation testing: make small wrong changes to the rules and the core, one at a time, and see whether a test notices.

    make mutate ARGS="--count 200 --seed 1"
    .venv/bin/python -m tools.mutate --only games/akiwado --count 50
    .venv/bin/python -m tools.mutate --replay games/akiwado/rules/turns.py::next_turn::0123abcd

The changes are made in copies of the tree. For each, the tests of its package run until one fails, beginning with those that are
quick and have noticed many changes before.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TextIO

from tools.mutants import Mutant, explained, find_mutants, sample

ROOT = Path(__file__).parent.parent
SOURCE = Path("src", "zashiki")
LIGHT_GAME = "idol-conclave"  # whose contract suite is quickest: it tests the core too

KILLED, TIMEOUT, SURVIVED, EXPLAINED = "killed", "timeout", "survived", "explained"
OUTCOMES = (KILLED, TIMEOUT, SURVIVED, EXPLAINED)


class Problem(Exception):
    """Why there can be no figures: a sentence."""


@dataclass
class Stage:
    """Some tests, and how they do without any change."""

    targets: list[str]
    marks: str
    keep: str  # a pattern for the names of tests
    seconds: dict[str, float] | None = None  # of each test that passes; None before the first run
    kills: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def order(self) -> dict[str, float]:
        """The seconds of each test, those first that find much in little time."""
        assert self.seconds is not None
        return dict(sorted(self.seconds.items(), key=lambda test: (test[1] + 0.01) / (1 + self.kills[test[0]])))


@cache
def stages_of(package: str) -> tuple[Stage, ...]:
    """The tests for a package: the quick ones, then those that only a mutant gets that the quick ones let pass."""
    suites = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests" / "games").glob("test_*.py"))]
    quick, slow = "not browser and not slow", "not browser and slow"
    if package == "core":
        first = Stage(["tests/core", *suites], quick, rf"^tests/core/|\[{LIGHT_GAME}[]-]")
        return first, Stage(suites, quick, "")  # of every game
    folder = package.split("/")[1]
    targets, keep = [f"tests/games/{folder}", *suites], rf"^tests/games/{folder}/|\[{folder.replace('_', '-')}[]-]"
    return Stage(targets, quick, keep), Stage(targets, slow, keep)


@dataclass
class Result:
    """What became of a mutant."""

    outcome: str
    by: str = ""  # the test that noticed, or a reason
    seconds: float = 0.0
    diff: str = ""
    said: str = ""  # by pytest


class Tree:
    """A copy of the working tree in which one mutant at a time is tried."""

    process: subprocess.Popen[str] | None

    def __init__(self, folder: Path) -> None:
        self.folder, self.process, self.stopped, self._clock = folder, None, False, time.time()
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for name in listed:
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes((ROOT / name).read_bytes())

    def write(self, file: str, text: bytes) -> None:
        """Put the text into a file, with a time of its own, so that Python takes no older bytecode for it."""
        path = self.folder / SOURCE / file
        path.write_bytes(text)
        self._clock += 2
        os.utime(path, (self._clock, self._clock))

    def pytest(self, words: list[str], limit: float | None, **settings: str) -> tuple[int | None, list[list[str]], str]:
        """Run tests: the exit status (None where the time was over), (seconds, outcome, test) of each, and what pytest said."""
        if self.stopped:
            raise Problem("The tests were stopped.")
        report = self.folder / "report.txt"
        report.unlink(missing_ok=True)
        environment = os.environ | settings | {
            "PYTHONPATH": os.pathsep.join([str(self.folder / "src"), str(self.folder)]), "MUTATE_REPORT": str(report),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }  # fmt: skip
        plugins = ("no:cacheprovider", "zashiki.testing.plugin", "tools.mutate_plugin")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-o", "addopts=", *(f"-p{name}" for name in plugins)]
        self.process = subprocess.Popen(
            [*command, "-W", "ignore::pytest.PytestConfigWarning", *words], cwd=self.folder, env=environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            said, status = self.process.communicate(timeout=limit)[0], self.process.returncode
        except subprocess.TimeoutExpired:
            self.end_tests()
            said, status = self.process.communicate()[0], None
        lines = report.read_text(encoding="utf-8").splitlines() if report.exists() else []
        return status, [line.split(" ", 2) for line in lines], said

    def stop(self) -> None:
        """End the tests for good."""
        self.stopped = True
        self.end_tests()

    def end_tests(self) -> None:
        """End the tests that run now, with every process they started."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)

    def learn(self, stage: Stage) -> None:
        """Run the tests of a stage without a change, once, to know which there are and how long they take."""
        with stage.lock:
            if stage.seconds is not None:
                return
            status, tests, said = self.pytest(["-m", stage.marks, *stage.targets], None, MUTATE_KEEP=stage.keep)
            if status not in (0, 5):  # 5: there are none
                raise Problem(f"The tests do not pass as the tree stands:\n{said}")
            stage.seconds = {test: float(seconds) for seconds, outcome, test in tests if outcome == "passed"}

    def attempt(self, mutant: Mutant, *, quick: bool) -> Result:
        """Run the tests of the mutant's package until one fails."""
        source, seconds, result = (self.folder / SOURCE / mutant.file).read_bytes(), 0.0, Result(SURVIVED)
        for stage in stages_of(mutant.package)[: 1 if quick else None]:
            self.learn(stage)
            began = time.monotonic()
            self.write(mutant.file, mutant.apply(source))
            result = self.try_stage(stage) if stage.seconds else result
            self.write(mutant.file, source)
            seconds += time.monotonic() - began
            if result.outcome != SURVIVED:
                break
        result.seconds, result.diff = round(seconds, 1), mutant.diff(source)
        return result

    def try_stage(self, stage: Stage) -> Result:
        order = stage.order()
        (self.folder / "limits.json").write_text(json.dumps({test: 10 + 10 * seconds for test, seconds in order.items()}))
        (self.folder / "tests.txt").write_text("\n".join(order))
        limit = 60 + 10 * sum(order.values())
        status, tests, said = self.pytest(["@tests.txt"], limit, MUTATE_LIMITS=str(self.folder / "limits.json"))
        if status is None:
            return Result(TIMEOUT, "all tests together", said=said)
        if status == 0:
            return Result(SURVIVED, said=said)
        failed = [(outcome, test) for _, outcome, test in tests if outcome in ("failed", "timeout")]
        outcome, test = failed[-1] if failed else ("failed", "loading the tests")
        stage.kills[test] += 1
        return Result(TIMEOUT if outcome == "timeout" else KILLED, test, said=said)


def run_all(mutants: list[Mutant], jobs: int, quick: bool, out: TextIO) -> dict[Mutant, Result]:
    """Try every mutant, several at a time; Ctrl-C ends it early, with what was found so far."""
    known, results = explained(ROOT / "tools" / "mutants-explained.toml"), {}
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder, ThreadPoolExecutor(jobs) as pool:
        trees = [Tree(Path(folder, str(number))) for number in range(jobs)]
        free: queue.SimpleQueue[Tree] = queue.SimpleQueue()
        for tree in trees:
            free.put(tree)

        def work(mutant: Mutant) -> Result:
            if mutant.id in known:
                return Result(EXPLAINED, known[mutant.id])
            tree = free.get()
            try:
                return tree.attempt(mutant, quick=quick)
            finally:
                free.put(tree)

        began = time.monotonic()
        futures: dict[Future[Result], Mutant] = {pool.submit(work, mutant): mutant for mutant in mutants}
        try:
            for future in as_completed(futures):
                mutant = futures[future]
                results[mutant] = result = future.result()
                line = vars(mutant) | {key: value for key, value in vars(result).items() if key != "said"}
                out.write(json.dumps(line) + "\n")
                out.flush()
                tell_progress(results, len(mutants), time.monotonic() - began)
        except (KeyboardInterrupt, Problem) as end:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C would lose the report
            pool.shutdown(wait=False, cancel_futures=True)
            for tree in trees:
                tree.stop()
            if isinstance(end, Problem):
                raise
            print("\nStopped; the report holds what was found so far.", file=sys.stderr)
    return results


def tell_progress(results: dict[Mutant, Result], whole: int, seconds: float) -> None:
    counts = Counter(result.outcome for result in results.values())
    left = seconds / len(results) * (whole - len(results))
    line = f"{len(results)}/{whole}  " + "  ".join(f"{counts[outcome]} {outcome}" for outcome in OUTCOMES if counts[outcome])
    before, after = ("\r", "   ") if sys.stderr.isatty() else ("", "\n")
    print(f"{before}{line}  about {left / 60:.0f} min left", end=after, file=sys.stderr, flush=True)


def report_of(results: dict[Mutant, Result]) -> str:
    """The figures for each package, and every survivor as a patch."""
    lines = ["| package | made | killed | by time | explained | survived |", "|---|---|---|---|---|---|"]
    packages = sorted({mutant.package for mutant in results})
    for package in [*packages, "all"]:
        counts = Counter(result.outcome for mutant, result in results.items() if package in (mutant.package, "all"))
        lines.append(
            f"| {package} | {counts.total()} | "
            + " | ".join(str(counts[outcome]) for outcome in (KILLED, TIMEOUT, EXPLAINED, SURVIVED))
            + " |"
        )
    for mutant in sorted(
        (mutant for mutant, result in results.items() if result.outcome == SURVIVED), key=lambda mutant: mutant.id
    ):
        lines += ["", f"`{mutant.id}` ({mutant.kind})", "", "```diff", results[mutant].diff, "```"]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutate", description="Make small wrong changes and see whether a test notices.")
    parser.add_argument("--count", type=int, default=200, help="how many changes to make (200)")
    parser.add_argument(
        "--seed", type=int, default=1, help="which of all possible ones: the same seed gives the same changes (1)"
    )
    parser.add_argument(
        "--only", default="", metavar="PATH", help="only files that begin so: core, games/akiwado, games/akiwado/rules"
    )
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time (2)")
    parser.add_argument("--quick", action="store_true", help="leave the slow tests out")
    parser.add_argument("--replay", nargs="+", default=[], metavar="ID", help="only these, and show what pytest says")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "build" / "mutants", metavar="FOLDER", help="where the results go (build/mutants)"
    )
    given = parser.parse_args()
    mutants = find_mutants(ROOT / SOURCE, "" if given.replay else given.only)
    known = {mutant.id for mutant in mutants}
    if unknown := [name for name in given.replay if name not in known]:
        parser.error(f"There is no mutant {unknown[0]}; has its line changed?")
    if given.replay:
        chosen = [mutant for mutant in mutants if mutant.id in given.replay]
    else:
        chosen = sample(ROOT / SOURCE, mutants, given.count, given.seed)
    print(f"{len(chosen)} of {len(mutants)} possible changes", file=sys.stderr)
    given.out.mkdir(parents=True, exist_ok=True)
    os.nice(10)
    try:
        with (given.out / "results.jsonl").open("w", encoding="utf-8") as out:
            results = run_all(chosen, given.jobs, given.quick, out)
    except Problem as problem:
        print(f"\n{problem}", file=sys.stderr)
        return 1
    if given.replay:
        for result in results.values():
            print(result.said, f"{result.outcome}: {result.by or 'no test noticed'}", sep="\n")
    report = report_of(results)
    (given.out / "report.md").write_text(report, encoding="utf-8")
    print("", report, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
