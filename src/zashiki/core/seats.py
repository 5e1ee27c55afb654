"""Seats around the table, in the rules language: they are numbered clockwise."""

from __future__ import annotations

from zashiki.core.bits import bit
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


@rule
def seats_with_most(s: Record, numbers: list[int]) -> int:
    """The seats that share the largest of the numbers, one for each seat, as a bit mask."""
    best, mask = numbers[0], 0
    for seat in range(s.players):
        if numbers[seat] > best:
            best, mask = numbers[seat], 0
        if numbers[seat] == best:
            mask |= bit(seat)
    return mask
