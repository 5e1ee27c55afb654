"""Looking for garbage while nobody waits.

Python's collector stops everything while it looks. Left to itself it does so after so many new objects, which is in the middle of
somebody's move. In a process that serves a house it looks when the event loop has nothing else to do, and at little each time.

Nearly everything that a move makes and leaves is no garbage but what was drawn and told, and is let go without the collector once
later moves take its place. So new objects are looked through only now and then as long as that finds nothing: the others are
set aside as they are, which takes no time, until everything is looked through.
"""

from __future__ import annotations

import asyncio
import gc
import time

TICK_SECONDS = 0.1
YOUNG = 700  # new objects that are worth a look, which takes about a millisecond
MOST = 5_000  # as many are looked through even while somebody waits, some five milliseconds
SET_ASIDE = 15  # after a look that found nothing, so many times new objects are set aside instead
OLD = 1_500  # times before everything is looked through in a quiet moment, which takes up to a second in a large house ...
OLD_MOST = 120_000  # ... and before that is done in any moment: some hours of a busy house
QUIET_TICKS = 20  # so many without that are a quiet moment
IDLE_SECONDS = 0.0005  # how soon the loop comes round when it has nothing else to do


async def look_in_quiet() -> None:
    """Look for garbage until cancelled, mostly before Python does it in its own way."""
    usual, quiet, old, to_set_aside = gc.get_threshold(), 0, 0, 0
    gc.set_threshold(MOST, 0, OLD_MOST)
    try:
        while True:
            await asyncio.sleep(TICK_SECONDS)
            quiet = quiet + 1 if gc.get_count()[0] < YOUNG else 0
            if ((quiet >= QUIET_TICKS and old > OLD) or old > OLD_MOST) and await _is_idle():
                gc.unfreeze()
                gc.collect()
                old = 0
            elif not quiet and to_set_aside:
                gc.freeze()
                old, to_set_aside = old + 1, to_set_aside - 1
            elif not quiet and await _is_idle():
                found = gc.collect(1)  # what a look has left belongs to the old: a second one takes longer
                old, to_set_aside = old + 1, 0 if found else SET_ASIDE
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


async def _is_idle() -> bool:
    """Whether nothing else waits for the event loop now."""
    before = time.perf_counter()
    await asyncio.sleep(0)
    return time.perf_counter() - before < IDLE_SECONDS
