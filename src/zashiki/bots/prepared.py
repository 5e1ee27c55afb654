"""What bots use once it has been compiled: whether it is on disk, and loading it while they play on without it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

from zashiki.core.chance import seeded
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain, rules_key
from zashiki.core.native import cache_folder, can_compile
from zashiki.core.rooms import Seat

T = TypeVar("T")


class Prepared(Generic[T]):
    """Something made with a kernel over a game's rules: compiled once on a machine, loaded once in a process.

    `make` returns it and has called the kernel once, so that it is compiled.
    """

    def __init__(self, name: str, kernel: Callable[..., Any], make: Callable[[AnyGame], T]) -> None:
        self._name, self._kernel, self._make = name, kernel, make
        self._ready: dict[AnyGame, T] = {}
        self._loading: set[AnyGame] = set()
        self._marks: dict[AnyGame, str] = {}

    def is_on_disk(self, game: AnyGame) -> bool:
        """Whether it has been compiled on this machine."""
        return can_compile() and self._mark(game).exists()

    def compile(self, game: AnyGame) -> T:
        """It, compiled or loaded now and at hand from now on; MissingExtra without a compiler."""
        if game not in self._ready:
            self._ready[game] = self._make(game)
            self._mark(game).touch()
        return self._ready[game]

    def at_hand(self, game: AnyGame) -> T | None:
        """It, if it is loaded; starts loading it once it is on disk."""
        if game not in self._loading and self.is_on_disk(game):
            self._loading.add(game)
            threading.Thread(target=self.compile, args=(game,), daemon=True).start()
        return self._ready.get(game)

    def _mark(self, game: AnyGame) -> Path:
        """A file that says that the kernel, over the rules as they are written now, is in the cache of compiled rules."""
        if game not in self._marks:
            self._marks[game] = f"{game.id}-{self._name}-{rules_key(game, self._kernel)[:20]}"
        return cache_folder() / self._marks[game]


def first_question(game: AnyGame) -> tuple[Any, Seat]:
    """A position in which a seat is asked, to call a kernel with."""
    s = game.new(game.seats[0])
    plain(game).advance(s, seeded(0))
    return s, game.acting(s)[0]
