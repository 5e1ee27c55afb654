"""The back room: work that takes long, one piece at a time, so that it never keeps the event loop or other threads busy."""

from __future__ import annotations

import asyncio
import contextvars
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from zashiki.server.addresses import HOUSEHOLD
from zashiki.server.errors import TooMany
from zashiki.server.words import WORDS

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING = 200  # each of them is somebody looking at an empty page
MOST_WAITING_EACH = 60  # of these, for one address: a browser behind a proxy asks for all pages of a set at once

Piece = tuple["Future[Any]", Callable[[], Any]]


class BackRoom:
    """One thread and the line in front of it, in which addresses take turns: whoever asks for a lot waits, and not the others.

    A second thread would only fight over the interpreter with everybody else.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "backroom")
        self._lines: OrderedDict[str, deque[Piece]] = OrderedDict()  # by address, the one that comes next first
        self._change = Lock()  # of the lines
        self._waiting = 0

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` returns, in the language of whoever asks; TooMany if the line is too long."""
        source = HOUSEHOLD.get()
        done: Future[T] = Future()
        with self._change:
            if len(self._lines.get(source, ())) >= MOST_WAITING_EACH:
                raise TooMany(WORDS("too_many_requests"))
            if self._waiting >= MOST_WAITING:
                raise TooMany(WORDS("many_look_back"))
            piece = partial(contextvars.copy_context().run, partial(work, *args, **kwargs))
            self._lines.setdefault(source, deque()).append((done, piece))
            self._waiting += 1
        try:
            self._thread.submit(self._work)  # on what comes next, which need not be this
            return await asyncio.wrap_future(done)
        finally:
            with self._change:
                self._waiting -= 1

    def _work(self) -> None:
        """One piece of work, unless nobody waits for it any more."""
        with self._change:
            source, line = self._lines.popitem(last=False)
            done, piece = line.popleft()
            if line:
                self._lines[source] = line
        if not done.set_running_or_notify_cancel():
            return
        try:
            done.set_result(piece())
        except BaseException as error:
            done.set_exception(error)


BACK_ROOM = BackRoom()  # of this process
