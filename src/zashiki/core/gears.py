"""Gears: the same rules bound to a game three ways. Plain is here; native and CUDA are compiled on demand."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

from zashiki.core import kernels
from zashiki.core.chance import RNG_WORDS
from zashiki.core.game import AnyGame
from zashiki.core.rule import global_value, globals_read, is_rule, with_globals
from zashiki.core.schema import Work, is_work

if TYPE_CHECKING:
    import numpy as np


@cache
def plain(game: AnyGame, loops: ModuleType = kernels) -> SimpleNamespace:
    """The rules of the game and the kernels of a module `loops` over plain states, with the kernels it imports."""
    known = game.contract_rules()
    for module in {value.__module__ for value in vars(loops).values() if is_rule(value)} - {loops.__name__}:
        if module.endswith(".kernels"):
            known |= vars(plain(game, sys.modules[module]))
    scope = vars(loops) | known
    bound = {kernel.__name__: with_globals(kernel, scope) for kernel in _rules_of(loops)}
    scope |= bound
    return SimpleNamespace(**known | bound)


def _rules_of(module: ModuleType) -> list[Callable[..., Any]]:
    return [value for value in vars(module).values() if is_rule(value) and value.__module__ == module.__name__]


class Binder:
    """Rebuilds rules for a compiler: every rule a function calls is compiled first and put into its scope."""

    def __init__(
        self,
        game: AnyGame,
        compile: Callable[[Callable[..., Any]], Any],
        own: Mapping[Callable[..., Any], Any],
        room: Callable[[type[Work]], Any],
        work: Mapping[str, type[Work]] | None = None,
    ) -> None:
        """`own` has the functions of the core that the compiler knows by itself: all primitives, and maybe some rules.

        `work` is work space whose size depends on the game, under the names that kernels declare for it.
        """
        self._compile, self._own, self._room = compile, own, cache(room)
        self._contract = game.contract_rules() | dict(work or {})
        self._done: dict[Callable[..., Any], Any] = {}

    def bind(self, function: Callable[..., Any]) -> Any:
        """The compiled form of a rule."""
        if function not in self._done:
            scope: dict[str, Any] = {}
            for path in globals_read(function):
                value = self._convert(function, path)
                if len(path) > 1:
                    # The compilers read constants and rules through modules; this one holds them in their compiled form.
                    setattr(scope.setdefault(path[0], ModuleType(path[0])), path[1], value)
                elif value is not _BUILTIN:
                    scope[path[0]] = value
            rebuilt: Any = with_globals(function, scope)
            rebuilt.__module__, rebuilt.__wrapped__ = function.__module__, function
            self._done[function] = self._compile(rebuilt)
        return self._done[function]

    def _convert(self, function: Callable[..., Any], path: tuple[str, ...]) -> Any:
        value = global_value(function, path, self._contract.get(path[0], _BUILTIN))
        if callable(value) and value in self._own:
            return self._own[value]
        if is_rule(value):
            return self.bind(value)
        if is_work(value):
            return self._room(value)
        if isinstance(value, tuple):
            return as_table(value)
        if isinstance(value, int) or value is _BUILTIN:
            return value
        name = ".".join(path)
        raise TypeError(f"rule {function.__qualname__} reads {name}: no rule, no integer, no table of integers, no work space")


_BUILTIN = object()
ALIGNMENT = 16  # bytes, of work space and of a state in a thread's own memory
CACHE_LINE = 64  # bytes


class Compiled:
    """What the compiled gears share: the record's NumPy form, and arrays of states, generators and options."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.dtype = game, game.state.dtype()
        self.rng_words = RNG_WORDS * (1 + len(game.sources))

    def tell_compiling(self, gear: str) -> None:
        """Tell whoever sits at a terminal why nothing happens for some seconds."""
        if sys.stderr.isatty():
            print(f"Compiling {self.game.name} for the {gear} gear (once on this machine) …", file=sys.stderr, flush=True)

    def copy_in(self, array: Any) -> Any:
        """A NumPy array where the gear works."""
        return array

    def array(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        """A zeroed array."""
        import numpy as np

        return self.copy_in(np.zeros(shape, dtype=kind))

    def states(self, n: int) -> Any:
        """A zeroed array of n states, which begins with a cache line: copies are quicker there."""
        import numpy as np

        room = np.zeros(n * self.dtype.itemsize + CACHE_LINE, dtype=np.uint8)
        start = -room.ctypes.data % CACHE_LINE
        return self.copy_in(room[start : start + n * self.dtype.itemsize].view(self.dtype))

    def record(self, s: Any) -> Any:
        """A state of the plain gear in NumPy's form."""
        import numpy as np

        return np.frombuffer(s.to_bytes().ljust(self.dtype.itemsize, b"\0"), dtype=self.dtype)[0]

    def rngs(self, n: int) -> Any:
        """Space for n generators; seed them before use."""
        return self.array((n, self.rng_words), "int64")

    def options(self, players: int, given: dict[str, str] | None = None) -> Any:
        """The numbers of the options as the kernels take them; at least one, so that the array is not empty."""
        import numpy as np

        return self.copy_in(np.array(self.game.encode_options(players, given or {}) or [0], dtype=np.int64))


@cache
def as_table(value: tuple[Any, ...]) -> np.ndarray[Any, Any]:
    """A constant table for a compiler, in the smallest integer type that holds it."""
    import numpy as np

    table = np.array(value, dtype=np.int64)
    for kind in (np.int8, np.int16, np.int32):
        if table.size == 0 or (np.iinfo(kind).min <= table.min() and table.max() <= np.iinfo(kind).max):
            return table.astype(kind)
    return table


@cache
def rules_below(game: AnyGame, function: Callable[..., Any]) -> frozenset[Callable[..., Any]]:
    """A rule and all rules it calls, directly or not."""
    contract = game.contract_rules()
    found: set[Callable[..., Any]] = set()
    ahead = [function]
    while ahead:
        caller = ahead.pop()
        if caller not in found:
            found.add(caller)
            called = [global_value(caller, path, contract.get(path[0])) for path in globals_read(caller)]
            ahead += [value for value in called if is_rule(value)]
    return frozenset(found)


@cache
def contract_closure(game: AnyGame) -> frozenset[Callable[..., Any]]:
    """All rules of a game and the loops of the core over them."""
    starts = [value for value in game.contract_rules().values() if is_rule(value)] + _rules_of(kernels)
    return frozenset().union(*(rules_below(game, start) for start in starts))


@cache
def rules_key(game: AnyGame, function: Callable[..., Any]) -> str:
    """A name for a rule and everything it reads: code, numbers, tables and fields, but no comment and no other file."""
    digest, contract = hashlib.sha256(repr(game.state.fields).encode()), game.contract_rules()
    for rule in sorted(rules_below(game, function), key=_full_name):
        code = rule.__code__
        numbers = [None if isinstance(constant, str) else constant for constant in code.co_consts]  # without its docstring
        digest.update(f"{_full_name(rule)} {code.co_code!r} {numbers} {code.co_names} {code.co_varnames}\0".encode())
        for path in globals_read(rule):
            value = global_value(rule, path, contract.get(path[0]))
            shown = value.fields if is_work(value) else _full_name(value) if callable(value) else value
            digest.update(f"{'.'.join(path)}={shown}\0".encode())
    return digest.hexdigest()


def _full_name(function: Callable[..., Any]) -> str:
    """The name of a rule; a copy of its game over other numbers (`core.turning`) is told apart by the numbers alone."""
    return re.sub(r"\[.*\]", "", f"{getattr(function, '__module__', 'builtins')}.{function.__qualname__}")
