"""Looking for garbage while nobody waits.

Python's collector stops everything while it looks. Left to itself it does so after so many new objects, which is in the middle of
somebody's move. In a process that serves a house it looks when the event loop has nothing else to do, and at little each time.
"""

from __future__ import annotations

import asyncio
import gc
import time

TICK_SECONDS = 0.1
YOUNG = 700  # new objects that are worth a look, which takes about a millisecond
MOST = 5_000  # as many are looked through even while somebody waits, some five milliseconds
OLD = 1_500  # looks before everything is looked through in a quiet moment, which takes up to a second in a large house ...
OLD_MOST = 120_000  # ... and before that is done in any moment: some hours of a busy house
QUIET_TICKS = 20  # so many without a look are a quiet moment
IDLE_SECONDS = 0.0005  # how soon the loop comes round when it has nothing else to do


async def look_in_quiet() -> None:
    """Look for garbage until cancelled, mostly before Python does it in its own way."""
    usual, quiet = gc.get_threshold(), 0
    gc.set_threshold(MOST, 0, OLD_MOST)
    try:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            young, _, old = gc.get_count()
            if young < YOUNG:
                quiet += 1
                if quiet >= QUIET_TICKS and old > OLD and await _is_idle():
                    gc.collect()
            elif await _is_idle():
                quiet = 0
                gc.collect(2 if old > OLD_MOST else 1)  # what a look has left belongs to the old: a second one takes longer
    finally:
        gc.set_threshold(*usual)


async def _is_idle() -> bool:
    """Whether nothing else waits for the event loop now."""
    before = time.perf_counter()
    await asyncio.sleep(0)
    return time.perf_counter() - before < IDLE_SECONDS
