"""Prepares what guests need: compiles networks, searches and playouts, a game after the other, and leaves them on disk for all.

Run as `python -m zashiki.bots.preparing`, with the ids of games if not all are wanted; a house starts it when it opens. It gives
way to everything else, does nothing where all is there already, and only one such process works at a time.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence

from zashiki.bots import prospects, search
from zashiki.bots.foresight import player as foresight
from zashiki.bots.manners import player as manners
from zashiki.bots.network.file import usable_network
from zashiki.core.game import AnyGame
from zashiki.core.native import cache_folder, can_compile

LOWEST = 19
LOCK = "preparing.lock"
OF_A_NETWORK = (manners.COMPILED, manners.STYLES, foresight.COMPILED)


def prepare(names: Sequence[str] = ()) -> None:
    """Compile what these games, or all, need and have not yet: first what most guests play by, last what looks back."""
    from zashiki.games import GAMES, find_game

    games = [find_game(name) for name in names or GAMES]
    for needed in (manners.COMPILED, foresight.COMPILED, manners.STYLES, search.COMPILED, prospects.COMPILED):
        for game in games:
            if not needed.is_on_disk(game) and (needed not in OF_A_NETWORK or usable_network(game) is not None):
                needed.compile(game)


def best_is_prepared(game: AnyGame) -> bool:
    """Whether all is on disk that the strongest guest needs."""
    return foresight.COMPILED.is_on_disk(game) or (search.COMPILED.is_on_disk(game) and usable_network(game) is None)


def can_prepare() -> bool:
    """Whether there is a compiler here."""
    return sys.platform != "win32" and can_compile()


def main() -> None:
    """Prepare, unless somebody else is at it or there is no compiler."""
    logging.getLogger("zashiki").setLevel(logging.ERROR)
    if not can_prepare():
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
