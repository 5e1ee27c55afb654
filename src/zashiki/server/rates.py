"""How often each address may change something: so many times within any stretch of so many seconds.

`limits` can do the same in memory, and hands each address that it knows to a thread at every request.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable

from limits import RateLimitItem


class MovingWindow:
    """What each source did lately, as far as limits ask."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._times: dict[RateLimitItem, OrderedDict[str, deque[float]]] = {}  # who was quiet for longest first

    async def hit(self, limit: RateLimitItem, source: str, *, cost: int = 1) -> bool:
        """Count what a source does, unless that would be too much."""
        now, of_limit = self._clock(), self._times.setdefault(limit, OrderedDict())
        forgotten = now - limit.get_expiry()
        while of_limit and next(iter(of_limit.values()))[-1] <= forgotten:
            of_limit.popitem(last=False)
        times = of_limit.get(source, deque())
        while times and times[0] <= forgotten:
            times.popleft()
        if len(times) + cost > limit.amount:
            return False
        times.extend([now] * cost)
        of_limit[source] = times
        of_limit.move_to_end(source)
        return True

    async def get_window_stats(self, limit: RateLimitItem, source: str) -> tuple[float, int]:
        """When a source may do something again, and how much it may do now."""
        times = self._times.get(limit, OrderedDict()).get(source, deque())
        return (times[0] if times else self._clock()) + limit.get_expiry(), limit.amount - len(times)
