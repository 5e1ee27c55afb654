"""Marking the functions that must run in every gear, and taking them apart for a compiler."""

from __future__ import annotations

import dis
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

_RULES: set[Callable[..., Any]] = set()
_PRIMITIVES: set[Callable[..., Any]] = set()


def rule(function: F) -> F:
    """Mark a function written in the rules language. The plain gear runs it as it stands."""
    _RULES.add(function)
    return function


def primitive(function: F) -> F:
    """Mark a function of the core that every compiled gear replaces by an instruction of its own."""
    _PRIMITIVES.add(function)
    return function


def is_rule(value: object) -> bool:
    """Whether the value is a function marked with `rule`."""
    return isinstance(value, FunctionType) and value in _RULES


def is_primitive(value: object) -> bool:
    """Whether the value is a function marked with `primitive`."""
    return isinstance(value, FunctionType) and value in _PRIMITIVES


def globals_read(function: Callable[..., Any]) -> list[str]:
    """The global names a function reads, each once."""
    return list(dict.fromkeys(step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"))


def with_globals(function: Callable[..., Any], scope: dict[str, Any]) -> Callable[..., Any]:
    """The same code reading its globals from another scope."""
    original = cast(FunctionType, function)
    return FunctionType(original.__code__, scope, original.__name__)
