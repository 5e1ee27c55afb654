"""Bots that never give a move, each in its own way, and a worker process that has them: `python -m tests.server.strange_bots`."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Sequence
from typing import Any

from zashiki.bots import BOTS
from zashiki.bots.registry import Bot
from zashiki.bots.worker import main
from zashiki.core.actions import Action
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat


def sleep(game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float) -> Action:
    """Never answer."""
    time.sleep(3600)
    return options[0]


def babble(game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float) -> Action:
    """Write nonsense wherever something can be written, which includes the pipe for answers."""
    for file in range(3, 32):
        with contextlib.suppress(OSError):
            os.write(file, b"\xff" * 64)
    return options[0]


def gorge(game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float) -> Action:
    """Take all the memory there is."""
    eaten: list[bytes] = []
    while True:
        eaten.append(bytes(64 << 20))


def lie(game: AnyGame, view: Any, seat: Seat, options: Sequence[Action], rng: list[int], seconds: float) -> Action:
    """Answer with something that is no action at all."""
    return -1


STRANGE = {
    name: Bot(name, "easy", choose)
    for name, choose in (("sleeper", sleep), ("babbler", babble), ("glutton", gorge), ("liar", lie))
}

if __name__ == "__main__":
    BOTS.update(STRANGE)
    main()
