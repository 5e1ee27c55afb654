"""Prepares what bots need: compiles their search and their playouts, one game after the other, and leaves them on disk for all.

Run as `python -m zashiki.bots.preparing`, with the ids of games if not all are wanted; a house starts it when it opens. It gives
way to everything else, does nothing where all is there already, and only one such process works at a time.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from zashiki.bots import prospects
from zashiki.bots.search import compile_search, is_prepared
from zashiki.core.native import cache_folder

LOWEST = 19
LOCK = "preparing.lock"


def prepare(names: Sequence[str] = ()) -> None:
    """Compile what is not compiled yet, of these games or of all: first what opponents need, then what looking back does."""
    from zashiki.games import GAMES, find_game

    games = [find_game(name) for name in names or GAMES]
    for game in games:
        if not is_prepared(game):
            compile_search(game)
    for game in games:
        if not prospects.is_prepared(game):
            prospects.compile_playouts(game)


def main() -> None:
    """Prepare, unless somebody else is at it or there is no compiler."""
    logging.getLogger("zashiki").setLevel(logging.ERROR)
    if sys.platform == "win32" or find_spec("numba") is None:
        return
    import fcntl

    os.nice(LOWEST)
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        prepare(sys.argv[1:])


if __name__ == "__main__":
    main()
