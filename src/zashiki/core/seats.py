"""Seats around the table, in the rules language: they are numbered clockwise."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.schema import Record


@rule
def seat_after(s: Record, seat: int, steps: int) -> int:
    """The seat so many steps further clockwise, less than once around."""
    return seat + steps if seat + steps < s.players else seat + steps - s.players


@rule
def left_of(s: Record, seat: int) -> int:
    """The next seat clockwise."""
    return seat_after(s, seat, 1)
