"""The native gear: the rules compiled by Numba over NumPy records, cached on disk under a hash of their sources."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zashiki.core import kernels
from zashiki.core.errors import MissingExtra
from zashiki.core.game import AnyGame
from zashiki.core.gears import ALIGNMENT, Binder, Compiled, contract_closure, rules_below, rules_to_inline, source_hash
from zashiki.core.rows import blank
from zashiki.core.rule import length_of
from zashiki.core.schema import Work

if TYPE_CHECKING:
    pass


SHORT_LOOP = 60  # instructions of a kernel from outside the core that is always inlined


@cache
def native(game: AnyGame) -> Native:
    """The native gear of a game. Its first use on a machine compiles for some seconds; later uses read the cache."""
    try:
        import numba  # noqa: F401
    except ImportError as error:
        raise MissingExtra("The native gear needs Numba: pip install 'zashiki[native]'.") from error
    gear = Native(game)
    if not gear.folder.exists() and sys.stderr.isatty():
        print(f"Compiling {game.name} for the native gear (once on this machine) …", file=sys.stderr, flush=True)
    return gear


def cache_folder() -> Path:
    """Where compiled rules are kept: ZASHIKI_CACHE, or the user's cache folder."""
    chosen = os.environ.get("ZASHIKI_CACHE")
    return Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "zashiki"


def compiled_folder(game: AnyGame, function: Callable[..., Any] | None = None) -> Path:
    """Where the compiled rules of a game are kept; a function from elsewhere has a folder of its own inside it."""
    own = contract_closure(game)
    beyond = rules_below(game, function) - own if function else frozenset()
    folder = cache_folder() / f"{game.id}-{source_hash(game, own)}"
    return folder / source_hash(game, beyond) if beyond else folder


def _primitives() -> dict[str, Any]:
    import numpy as np
    from numba import njit, types
    from numba.extending import intrinsic

    def instruction(name: str, *flags: bool) -> Any:
        @intrinsic
        def counted(typing: Any, mask: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                from llvmlite import ir

                return getattr(builder, name)(arguments[0], *(ir.Constant(ir.IntType(1), flag) for flag in flags))

            return types.int64(types.int64), generate

        return counted

    ctpop, cttz = instruction("ctpop"), instruction("cttz", False)
    return {
        "bit": njit(nogil=True)(lambda k: np.int64(1) << k),
        "count": njit(nogil=True)(lambda mask: ctpop(np.int64(mask))),
        "lowest": njit(nogil=True)(lambda mask: cttz(np.int64(mask))),
        "blank": njit(nogil=True)(blank),
    }


def _room(work: type[Work]) -> Any:
    """What makes work space: the stack of the function that calls it, uninitialised."""
    from numba import from_dtype
    from numba.extending import intrinsic

    record: Any = from_dtype(work.dtype())

    @intrinsic
    def make(typing: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            from llvmlite import ir
            from numba.core import cgutils

            stack: Any = cgutils
            space = stack.alloca_once(builder, ir.ArrayType(ir.IntType(8), record.size))
            space.align = ALIGNMENT
            return space

        return record(), generate

    return make


class Native(Compiled):
    """Kernels compiled for one game; each attribute is a kernel of `core.kernels`, compiled at its first use."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.folder = compiled_folder(game)
        self._inlined = rules_to_inline(game)
        self._binder = Binder(game, self._jit, _primitives(), _room)

    def _jit(self, function: Any) -> Any:
        from numba import njit
        from numba.core import config as settings

        config: Any = settings
        # Two games may have rules with the same name, and compiled code is found by name.
        function.__qualname__ = f"{self.game.id}.{function.__name__}"
        # Rules allocate nothing, so no references need counting while arrays are passed around.
        settled: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
        beyond = function.__wrapped__ not in contract_closure(self.game)
        inline = length_of(function) <= SHORT_LOOP if beyond else function.__code__ in self._inlined
        compiled = njit(forceinline=inline, **settled)(function)
        if not function.__code__.co_filename.startswith("<"):
            kept, config.CACHE_DIR = config.CACHE_DIR, str(compiled_folder(self.game, function.__wrapped__))
            try:
                compiled.enable_caching()
            finally:
                config.CACHE_DIR = kept
        return compiled

    def __getattr__(self, name: str) -> Any:
        kernel = vars(kernels).get(name)
        if name.startswith("_") or kernel is None:
            raise AttributeError(name)
        compiled = self._binder.bind(kernel)
        setattr(self, name, compiled)
        return compiled

    def compile(self, kernel: Callable[..., Any]) -> Any:
        """A kernel written elsewhere in the rules language, compiled for this game at its first call."""
        return self._binder.bind(kernel)

    def buffer(self, kind: str = "int32") -> Any:
        """Space for one number per action of the longest list, and for scores."""
        return self.array(max(self.game.about.max_legal, self.game.max_seats), kind)

    def play_random(self, players: int, games: int, seed: int = 0) -> tuple[int, int]:
        """Whole random games inside the gear: (decisions, checksum)."""
        options, totals = self.options(players), self.array(2, "int64")
        self.play_games(self.states(1), self.rngs(1)[0], self.buffer(), players, options, seed, 0, games, totals)
        return int(totals[0]), int(totals[1])
