"""Prepares what strong bots need: compiles their searches, one game after the other, and leaves them on disk for all processes.

Run as `python -m zashiki.bots.preparing`, with the ids of games if not all are wanted; a house starts it when it opens. It gives
way to everything else, does nothing where all is there already, and only one such process works at a time.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from zashiki.bots import search
from zashiki.bots.foresight import player as foresight
from zashiki.bots.network.player import usable_network
from zashiki.core.game import AnyGame
from zashiki.core.native import cache_folder

LOWEST = 19
LOCK = "preparing.lock"


def prepare(names: Sequence[str] = ()) -> None:
    """Compile the searches of these games, or of all, where they are not compiled yet: first those of the strongest guest."""
    from zashiki.games import GAMES, find_game

    games = [find_game(name) for name in names or GAMES]
    for game in games:
        prepare_foresight(game)
    for game in games:
        if not search.is_prepared(game):
            search.compile_search(game)


def prepare_foresight(game: AnyGame) -> None:
    """Compile the search over the policy of a game that has a network."""
    if usable_network(game) is not None and not foresight.is_prepared(game):
        foresight.compile_foresight(game)


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
