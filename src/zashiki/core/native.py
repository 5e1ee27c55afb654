"""The native gear: the rules as machine code over NumPy records, compiled at their first use and kept on disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zashiki.core import bits, chance, kernels, rows
from zashiki.core.errors import MissingExtra
from zashiki.core.game import AnyGame
from zashiki.core.gears import ALIGNMENT, Binder, Compiled, rules_key
from zashiki.core.words import CORE as WORDS

WITH_INSTRUCTIONS: dict[str, Callable[..., Any]] = {
    "bit": bits.bit,
    "count": bits.count,
    "lowest": bits.lowest,
    "nth_bit": bits.nth_bit,
    "blank": rows.blank,
    "small_word": chance.small_word,
}


@cache
def native(game: AnyGame) -> Native:
    """The native gear of a game. A kernel's first use on a machine compiles for some seconds; later uses read the cache."""
    if not can_compile():
        raise MissingExtra(WORDS("needs_llvm"))
    return Native(game)


def can_compile() -> bool:
    """Whether what the native gear needs is installed."""
    return find_spec("numpy") is not None and find_spec("llvmlite") is not None


def cache_folder() -> Path:
    """Where compiled rules are kept: ZASHIKI_CACHE, or the user's cache folder."""
    chosen = os.environ.get("ZASHIKI_CACHE")
    return Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "zashiki"


class Native(Compiled):
    """Kernels compiled for one game; each attribute is a kernel of `core.kernels`, compiled at its first use."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._kernels: dict[Callable[..., Any], Any] = {}

    def __getattr__(self, name: str) -> Any:
        kernel = vars(kernels).get(name)
        if name.startswith("_") or kernel is None:
            raise AttributeError(name)
        compiled = self.compile(kernel)
        setattr(self, name, compiled)
        return compiled

    def compile(self, kernel: Callable[..., Any]) -> Any:
        """A kernel written here or elsewhere in the rules language, for this game; compiled at its first call."""
        from zashiki.machine.kernel import Kernel

        if kernel not in self._kernels:
            name, key = f"{self.game.id}-{kernel.__name__}", rules_key(self.game, kernel)

            def object_code(kinds: Any, name: str) -> bytes:
                from zashiki.machine.compiling import object_code

                code: bytes = object_code(self._binder.bind(kernel), kinds, name)
                return code

            self._kernels[kernel] = Kernel(name, key, cache_folder(), object_code)
        return self._kernels[kernel]

    @cached_property
    def _binder(self) -> Binder:
        """What prepares rules for the compiler; made when something has to be compiled."""
        from zashiki.machine.writing import Room

        self.tell_compiling("native")
        return self.binder(Room)

    def binder(self, room: Callable[[Any, int], Any]) -> Binder:
        """The same, with something that makes work space of a type, aligned to so many bytes."""
        from zashiki.machine.instructions import instructions
        from zashiki.machine.writing import Part

        own = {WITH_INSTRUCTIONS[name]: form for name, form in instructions().items()}
        return Binder(self.game, Part, own, lambda work: room(work.dtype(), ALIGNMENT))

    def buffer(self, kind: str = "int32") -> Any:
        """Space for one number per action of the longest list, and for scores."""
        return self.array(max(self.game.about.max_legal, self.game.max_seats), kind)

    def play_random(self, players: int, games: int, seed: int = 0) -> tuple[int, int]:
        """Whole random games inside the gear: (decisions, checksum)."""
        options, totals = self.options(players), self.array(2, "int64")
        self.play_games(self.states(1), self.rngs(1)[0], self.buffer(), players, options, seed, 0, games, totals)
        return int(totals[0]), int(totals[1])
