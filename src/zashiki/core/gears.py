"""Gears: the same rules bound to a game three ways. Plain is here; native and CUDA are compiled on demand."""

from __future__ import annotations

import dis
import hashlib
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import zashiki.core
from zashiki.core import kernels
from zashiki.core.game import AnyGame
from zashiki.core.rule import globals_read, is_primitive, is_rule, with_globals

if TYPE_CHECKING:
    import numpy as np

CONTRACT = (
    "setup", "status", "draw", "reveal", "to_act", "legal", "apply",
    "scores", "winners", "resample", "observe", "worth",
)  # fmt: skip


def contract_rules(game: AnyGame) -> dict[str, Callable[..., Any]]:
    """The rules of the game under the names the kernels use."""
    return {name: getattr(game, name) for name in CONTRACT} | {"clear": game.state.clear}


@cache
def plain(game: AnyGame, loops: ModuleType = kernels) -> SimpleNamespace:
    """The rules of the game and the kernels over plain states, with those of a further module of `loops`."""
    known = contract_rules(game) if loops is kernels else vars(plain(game))
    scope = vars(loops) | known
    bound = {kernel.__name__: with_globals(kernel, scope) for kernel in _rules_of(loops)}
    scope |= bound
    return SimpleNamespace(**known | bound)


def _rules_of(module: ModuleType) -> list[Callable[..., Any]]:
    return [value for value in vars(module).values() if is_rule(value) and value.__module__ == module.__name__]


class Binder:
    """Rebuilds rules for a compiler: every rule a function calls is compiled first and put into its scope."""

    def __init__(self, game: AnyGame, compile: Callable[[Callable[..., Any]], Any], primitives: dict[str, Any]) -> None:
        self._compile = compile
        self._primitives = primitives
        self._contract = contract_rules(game)
        self._done: dict[Callable[..., Any], Any] = {}

    def bind(self, function: Callable[..., Any]) -> Any:
        """The compiled form of a rule."""
        if function not in self._done:
            scope = {name: self._convert(function, name) for name in globals_read(function)}
            rebuilt = with_globals(function, {k: v for k, v in scope.items() if v is not _BUILTIN})
            rebuilt.__module__ = function.__module__
            self._done[function] = self._compile(rebuilt)
        return self._done[function]

    def _convert(self, function: Callable[..., Any], name: str) -> Any:
        scope = function.__globals__
        value: Any = scope[name] if name in scope else self._contract.get(name, _BUILTIN)
        if is_rule(value):
            return self.bind(value)
        if is_primitive(value):
            return self._primitives[name]
        if isinstance(value, tuple):
            return as_table(value)
        if isinstance(value, int) or value is _BUILTIN:
            return value
        raise TypeError(f"rule {function.__qualname__} reads {name}, which is not a rule, an integer or a table of integers")


_BUILTIN = object()


@cache
def as_table(value: tuple[Any, ...]) -> np.ndarray[Any, Any]:
    """A constant table for a compiler, in the smallest kind of integer that holds it."""
    import numpy as np

    table = np.array(value, dtype=np.int64)
    for kind in (np.int8, np.int16, np.int32):
        if table.size == 0 or (np.iinfo(kind).min <= table.min() and table.max() <= np.iinfo(kind).max):
            return table.astype(kind)
    return table


@cache
def rules_below(game: AnyGame, function: Callable[..., Any]) -> frozenset[Callable[..., Any]]:
    """A rule and all rules it calls, directly or not."""
    contract = contract_rules(game)
    found: set[Callable[..., Any]] = set()
    ahead = [function]
    while ahead:
        caller = ahead.pop()
        if caller not in found:
            found.add(caller)
            called: list[Any] = [caller.__globals__.get(name, contract.get(name)) for name in globals_read(caller)]
            ahead += [value for value in called if is_rule(value)]
    return frozenset(found)


SHORT = 50  # instructions, with those of the short rules it calls


def rules_to_inline(game: AnyGame) -> set[CodeType]:
    """The rules a compiler should always put into their callers: short ones, and those called from one place only."""
    contract, loops = contract_rules(game), _rules_of(kernels)
    sizes: dict[Callable[..., Any], int] = {}
    places: Counter[Callable[..., Any]] = Counter()

    def size(function: Callable[..., Any]) -> int:
        if function in sizes:
            return sizes[function]
        total = 0
        for step in dis.get_instructions(function):
            total += 1
            name = step.argval if step.opname == "LOAD_GLOBAL" else ""
            called: Any = function.__globals__.get(name, contract.get(name))
            if is_rule(called):
                places[called] += function not in loops
                total += size(called) if size(called) <= SHORT else 0
        sizes[function] = total
        return total

    for kernel in loops:
        size(kernel)
    return {rule.__code__ for rule in sizes if sizes[rule] <= SHORT or places[rule] <= 1}


def source_hash(game: AnyGame) -> str:
    """A name for the rules as they are written now: it changes with any file of the game or the core."""
    digest = hashlib.sha256()
    for folder in (Path(zashiki.core.__file__).parent, game.folder):
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".toml"}:
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]
