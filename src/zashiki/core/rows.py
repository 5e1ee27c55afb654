"""Rows of numbers for learners. Seats are counted from the observer: 0 is itself, 1 its left neighbour."""

from __future__ import annotations

from typing import Any

from zashiki.core.bits import lowest
from zashiki.core.rule import primitive, rule


@primitive
def blank(row: Any) -> None:
    """Fill with zeros. On a GPU the threads of a block have already done this together."""
    row[:] = [0] * len(row)


@rule
def turned(s: Any, other: int, seat: int) -> int:
    """A seat number relative to the observer."""
    return other - seat if other >= seat else other - seat + s.players


@rule
def mark_one(number: int, row: Any, at: int, size: int) -> int:
    """Mark one of `size` positions, none for a negative number; returns the position after them."""
    if number >= 0:
        row[at + number] = 1
    return at + size


@rule
def mark_seat(s: Any, other: int, seat: int, row: Any, at: int, size: int) -> int:
    """Mark a seat relative to the observer, none for a negative one; returns the position after the block."""
    return mark_one(turned(s, other, seat) if other >= 0 else other, row, at, size)


@rule
def mark_set(mask: int, row: Any, at: int, size: int) -> int:
    """Mark every member of a set; returns the position after the block."""
    while mask:
        row[at + lowest(mask)] = 1
        mask &= mask - 1
    return at + size
