"""The back room: work that takes long, one piece at a time, so that it never keeps the event loop or other threads busy."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from zashiki.server.errors import TooMany
from zashiki.server.words import WORDS

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING = 100  # each of them is somebody looking at an empty page


class BackRoom:
    """One thread and the line in front of it. A second thread would only fight over the interpreter with everybody else."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "backroom")
        self._waiting = 0

    async def run(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` returns, in the language of whoever asks; TooMany if the line is too long."""
        if self._waiting >= MOST_WAITING:
            raise TooMany(WORDS("many_look_back"))
        context = contextvars.copy_context()
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, partial(context.run, partial(work, *args, **kwargs)))
        finally:
            self._waiting -= 1


BACK_ROOM = BackRoom()  # of this process
