"""The native gear: the rules as machine code over NumPy records, compiled by Numba at their first use and kept on disk."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zashiki.core import kernels
from zashiki.core.errors import MissingExtra
from zashiki.core.game import AnyGame
from zashiki.core.gears import ALIGNMENT, Binder, Compiled, contract_closure, rules_key, rules_to_inline
from zashiki.core.rule import length_of
from zashiki.core.words import CORE as WORDS

SHORT_LOOP = 60  # instructions of a kernel from outside the core that is always inlined


@cache
def native(game: AnyGame) -> Native:
    """The native gear of a game. A kernel's first use on a machine compiles for some seconds; later uses read the cache."""
    if find_spec("numba") is None:
        raise MissingExtra(WORDS("needs_numba"))
    return Native(game)


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
        from zashiki.machine.compiling import part, primitives, room

        if sys.stderr.isatty():
            print(f"Compiling {self.game.name} for the native gear (once on this machine) …", file=sys.stderr, flush=True)
        inlined, own = rules_to_inline(self.game), contract_closure(self.game)

        def compile(function: Any) -> Any:
            # Two games may have rules with the same name, and compiled code is found by name.
            function.__qualname__ = f"{self.game.full_id}.{function.__name__}"
            beyond = function.__wrapped__ not in own
            return part(function, inline=length_of(function) <= SHORT_LOOP if beyond else function.__code__ in inlined)

        return Binder(self.game, compile, primitives(), lambda work: room(work.dtype(), ALIGNMENT))

    def buffer(self, kind: str = "int32") -> Any:
        """Space for one number per action of the longest list, and for scores."""
        return self.array(max(self.game.about.max_legal, self.game.max_seats), kind)

    def play_random(self, players: int, games: int, seed: int = 0) -> tuple[int, int]:
        """Whole random games inside the gear: (decisions, checksum)."""
        options, totals = self.options(players), self.array(2, "int64")
        self.play_games(self.states(1), self.rngs(1)[0], self.buffer(), players, options, seed, 0, games, totals)
        return int(totals[0]), int(totals[1])
