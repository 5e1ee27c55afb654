"""Marking the functions that must run in every gear, and finding what they read."""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

_RULES: set[Callable[..., Any]] = set()
_PRIMITIVES: set[Callable[..., Any]] = set()
_COMPILED_AS: dict[object, Callable[..., Any]] = {}


def rule(function: F) -> F:
    """Mark a function written in the rules language. The plain gear runs it unchanged."""
    _RULES.add(function)
    return function


def primitive(function: F) -> F:
    """Mark a function of the core, or of Python, that every compiled gear replaces with its own instruction."""
    _PRIMITIVES.add(function)
    return function


def compiled_as(stand_in: Callable[..., Any]) -> Callable[[F], F]:
    """Mark a function that rules call and that only the plain gear runs; compiled gears call a rule in its stead."""

    def mark(function: F) -> F:
        _COMPILED_AS[function] = stand_in
        return function

    return mark


def is_rule(value: object) -> bool:
    """Whether the value is a function marked with `rule`."""
    return isinstance(value, FunctionType) and value in _RULES


def is_primitive(value: object) -> bool:
    """Whether the value is a function marked with `primitive`."""
    return callable(value) and value in _PRIMITIVES


def reads_of(function: Callable[..., Any]) -> Iterator[tuple[str, ...]]:
    """What a function reads from its module, at every place: `("PRICE",)`, or `("cards", "PRICE")` through an imported module."""
    steps = list(dis.get_instructions(function))
    for k, step in enumerate(steps):
        if step.opname == "LOAD_GLOBAL":
            through = isinstance(function.__globals__.get(step.argval), ModuleType)
            yield (step.argval, steps[k + 1].argval) if through else (step.argval,)


@cache
def globals_read(function: Callable[..., Any]) -> tuple[tuple[str, ...], ...]:
    """The same, each once."""
    return tuple(dict.fromkeys(reads_of(function)))


def global_value(function: Callable[..., Any], path: tuple[str, ...], default: Any) -> Any:
    """The value at a path of `globals_read`, as compiled gears take it; the default if the module does not define it."""
    value = function.__globals__.get(path[0], default)
    if len(path) > 1:
        value = getattr(value, path[1])
    return _COMPILED_AS.get(value, value) if isinstance(value, FunctionType) else value


def with_globals(function: Callable[..., Any], scope: dict[str, Any]) -> Callable[..., Any]:
    """The same code reading its globals from another scope."""
    original = cast(FunctionType, function)
    return FunctionType(original.__code__, scope, original.__name__)
