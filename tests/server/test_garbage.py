"""Garbage is looked for while nobody waits, and in the end even if somebody always does."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest
from starlette.types import Message, Receive, Scope, Send

from zashiki.server import garbage
from zashiki.server.ops import Counting

pytestmark = pytest.mark.anyio
LONG = 0.002  # for a loop that has something to do


class Ring:
    """Something that only the collector can let go."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "TICK_SECONDS", 0.001)
    gc.collect()


@asynccontextmanager
async def looking() -> AsyncIterator[None]:
    task = asyncio.create_task(garbage.look_in_quiet())
    await asyncio.sleep(0)
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def somebody_waiting() -> AsyncIterator[None]:
    async def work() -> None:
        while True:
            time.sleep(LONG)
            await asyncio.sleep(0)

    task = asyncio.create_task(work())
    try:
        yield
    finally:
        task.cancel()


@contextmanager
def looks() -> Iterator[list[int]]:
    """The generations that are looked through meanwhile."""
    seen: list[int] = []

    def note(phase: str, about: dict[str, int]) -> None:
        if phase == "start":
            seen.append(about["generation"])

    gc.callbacks.append(note)
    try:
        yield seen
    finally:
        gc.callbacks.remove(note)


def litter(number: int = garbage.YOUNG) -> weakref.ref[Ring]:
    """Leave so many new objects behind; one of them."""
    rings = [Ring() for _ in range(number)]
    return weakref.ref(rings[0])


async def test_what_is_left_behind_is_gone_soon_after_nobody_waits_any_more() -> None:
    usual = gc.get_threshold()
    async with looking():
        assert gc.get_threshold() != usual
        async with somebody_waiting():
            ring = litter()
            for _ in range(20):
                await asyncio.sleep(LONG)
            assert ring() is not None
        async with asyncio.timeout(60):
            while ring() is not None:
                await asyncio.sleep(LONG)
    assert gc.get_threshold() == usual


async def test_a_request_leaves_nothing_behind_for_it() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200})

    async def request() -> weakref.ref[Ring]:
        thing = Ring()
        del thing.me
        scope = {"type": "http", "method": "GET", "thing": thing}

        async def send(message: Message) -> None:
            assert "type" in scope  # a server's own way to send knows what was asked

        await Counting(app)(scope, nothing, send)
        return weakref.ref(thing)

    async def nothing() -> Message:
        raise AssertionError

    gc.disable()
    try:
        assert (await request())() is None
    finally:
        gc.enable()


async def test_much_is_looked_through_even_while_somebody_waits_and_little_at_a_time() -> None:
    async with looking(), somebody_waiting():
        ring = litter()
        with looks() as seen:
            async with asyncio.timeout(60):
                while ring() is not None:
                    litter()
                    await asyncio.sleep(LONG)
    assert set(seen) <= {0, 1}


async def settled() -> None:
    """Wait until what is new has been dealt with."""
    async with asyncio.timeout(60):
        while gc.get_count()[0] >= garbage.YOUNG:
            await asyncio.sleep(LONG)


async def test_as_long_as_looks_find_nothing_most_of_what_is_new_is_set_aside_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[list[list[int]]] = []
    async with looking():
        with looks() as seen:
            for _ in range(garbage.SET_ASIDE + 2):
                kept.append([[] for _ in range(2 * garbage.YOUNG)])
                await settled()
        assert seen == [1, 1]
        ring = litter()
        await settled()
        assert ring() is not None
        with monkeypatch.context() as now:
            now.setattr(garbage, "OLD", -1)
            async with asyncio.timeout(60):
                while ring() is not None:
                    await asyncio.sleep(LONG)
        kept.append([[] for _ in range(2 * garbage.YOUNG)])
        await settled()
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0


async def test_as_long_as_looks_find_something_all_that_is_new_is_looked_through() -> None:
    async with looking():
        with looks() as seen:
            for _ in range(3):
                ring = litter()
                await settled()
                assert ring() is None
    assert seen == [1, 1, 1]


async def test_everything_is_looked_through_once_it_is_quiet_and_only_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "OLD", -1)
    monkeypatch.setattr(garbage, "QUIET_TICKS", 50)
    async with looking(), asyncio.timeout(60):
        with looks() as seen:
            while 1 not in seen:
                litter()
                await asyncio.sleep(LONG)
        assert 2 not in seen
        with looks() as seen:
            while 2 not in seen:
                await asyncio.sleep(LONG)
