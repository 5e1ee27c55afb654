"""Tasks out, results back: on one core, on several processes or on a Ray cluster."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from zashiki.core.errors import MissingExtra
from zashiki.core.words import CORE as WORDS

AHEAD = 2  # tasks that wait for each worker, so that none is idle and few results wait for their turn
PATIENCE = 0.2  # seconds until somebody who waits for a result looks whether to stop

Stop = threading.Event
Task = TypeVar("Task")
Done = TypeVar("Done")


@contextmanager
def stopped_by_interrupt() -> Iterator[Stop]:
    """An event that Ctrl-C sets instead of breaking off; a second Ctrl-C breaks off."""
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def ask_to_stop(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, ask_to_stop)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


class Workers(Protocol):
    """Somebody who does tasks."""

    def work(self, do: Callable[[Task], Done], tasks: Sequence[Task], stop: Stop) -> Iterator[tuple[int, Done]]:
        """What `do` makes of the tasks, with their numbers, as it comes, each once; ends early when asked to."""

    def close(self) -> None:
        """Let them go."""


class Here:
    """This process, one task after the other."""

    def work(self, do: Callable[[Task], Done], tasks: Sequence[Task], stop: Stop) -> Iterator[tuple[int, Done]]:
        for number, task in enumerate(tasks):
            if stop.is_set():
                return
            yield number, do(task)

    def close(self) -> None:
        """There is nobody to let go."""


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Processes:
    """Several processes on this machine."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = ProcessPoolExecutor(count, get_context("spawn"), _leave_interrupts_to_the_parent)

    def work(self, do: Callable[[Task], Done], tasks: Sequence[Task], stop: Stop) -> Iterator[tuple[int, Done]]:
        under_way: dict[Future[Done], int] = {}
        ahead = iter(enumerate(tasks))
        while not stop.is_set():
            while len(under_way) < AHEAD * self._count and (task := next(ahead, None)):
                under_way[self._pool.submit(do, task[1])] = task[0]
            if not under_way:
                return
            for future in wait(under_way, timeout=PATIENCE, return_when=FIRST_COMPLETED).done:
                yield under_way.pop(future), future.result()
        for future in under_way:
            future.cancel()

    def close(self) -> None:
        """Let the processes end; those in the middle of a lot finish it."""
        self._pool.shutdown(cancel_futures=True)


class RayCluster:
    """A Ray cluster. A task whose node dies is done again elsewhere; only one of its results is ever handed on."""

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ModuleNotFoundError:
            raise MissingExtra(WORDS("needs_ray")) from None
        self._ray: Any = ray
        ray.init(address=address, log_to_driver=False, logging_level="error")

    def work(self, do: Callable[[Task], Done], tasks: Sequence[Task], stop: Stop) -> Iterator[tuple[int, Done]]:
        cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        remote = self._ray.remote(max_retries=-1, num_cpus=1)(do)
        under_way: dict[Any, int] = {}
        ahead = iter(enumerate(tasks))
        while not stop.is_set():
            while len(under_way) < AHEAD * cores and (task := next(ahead, None)):
                under_way[remote.remote(task[1])] = task[0]
            if not under_way:
                return
            ready, _ = self._ray.wait(list(under_way), num_returns=1, timeout=PATIENCE)
            for reference in ready:
                yield under_way.pop(reference), self._ray.get(reference)
        for reference in under_way:
            self._ray.cancel(reference, force=True)

    def close(self) -> None:
        """Leave the cluster."""
        self._ray.shutdown()


def hire(jobs: int | None = None, ray: str = "") -> Workers:
    """Workers: a Ray cluster by its address, else so many processes, else one for each core."""
    if ray:
        return RayCluster(ray)
    count = jobs or cores()
    return Here() if count == 1 else Processes(count)


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(results: Iterator[tuple[int, Done]], take: Callable[[int, Done], None]) -> list[int]:
    """Hand results on in the order of their tasks, whatever order they come in; the numbers of those that came."""
    waiting: dict[int, Done] = {}
    taken: list[int] = []
    for number, done in results:
        waiting[number] = done
        while (due := len(taken)) in waiting:
            take(due, waiting.pop(due))
            taken.append(due)
    for number in sorted(waiting):
        take(number, waiting[number])
        taken.append(number)
    return taken
