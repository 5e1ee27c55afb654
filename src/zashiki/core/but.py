"""Frozen things with some parts replaced."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def but(thing: T, **parts: object) -> T:
    """The same but for some parts: `dataclasses.replace` for what is made at every move, without setting each field again."""
    made = object.__new__(type(thing))
    made.__dict__.update(vars(thing), **parts)
    return made
