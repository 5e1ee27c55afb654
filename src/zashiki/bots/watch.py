"""How long a bot that searches may think: for a time, and for a number of steps at most."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

Clock = Callable[[], float]


class Watch:
    """Tells whether there is time for one more step, if it takes no longer than the longest so far.

    With infinite seconds only the number of steps counts, and an answer is the same on every machine.
    """

    def __init__(self, seconds: float, most: int, clock: Clock | None = None) -> None:
        self.most = most
        self._seconds, self._clock, self._longest = seconds, clock or time.monotonic, 0.0
        self._began, self._last = self._clock(), inf  # what comes before the first step is no step

    def has_time(self, part: float = 1.0) -> bool:
        """Whether a step would end within that part of the time; asked before every step."""
        now = self._clock()
        self._longest = max(self._longest, now - self._last)
        self._last = now
        return now + self._longest < self._began + self._seconds * part
