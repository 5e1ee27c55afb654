"""Prepares what guests need: compiles networks, searches and playouts, a game after the other, and leaves them on disk for all.

Run as `python -m zashiki.bots.preparing`, with the ids of games if not all are wanted; a house starts it when it opens. It gives
way to everything else, does nothing where all is there already, and only one such process works at a time.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from zashiki.bots import prospects, search
from zashiki.bots.foresight import player as foresight
from zashiki.bots.network import compiled
from zashiki.bots.network.player import usable_network
from zashiki.core.game import AnyGame
from zashiki.core.native import cache_folder

LOWEST = 19
LOCK = "preparing.lock"


def prepare(names: Sequence[str] = ()) -> None:
    """Compile what these games, or all, need and have not yet: first what most guests play by, last what looks back."""
    from zashiki.games import GAMES, find_game

    games = [find_game(name) for name in names or GAMES]
    for game in games:
        network = usable_network(game)
        if network is not None and not compiled.is_prepared(game):
            compiled.compile_answer(game, network)
    for game in games:
        prepare_foresight(game)
    for game in games:
        if not search.is_prepared(game):
            search.compile_search(game)
    for game in games:
        if not prospects.is_prepared(game):
            prospects.compile_playouts(game)


def prepare_foresight(game: AnyGame) -> None:
    """Compile the search over the policy of a game that has a network."""
    if usable_network(game) is not None and not foresight.is_prepared(game):
        foresight.compile_foresight(game)


def best_is_prepared(game: AnyGame) -> bool:
    """Whether all is on disk that the strongest guest needs."""
    return foresight.is_prepared(game) if usable_network(game) is not None else search.is_prepared(game)


def can_prepare() -> bool:
    """Whether there is a compiler here."""
    return sys.platform != "win32" and find_spec("numba") is not None


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
