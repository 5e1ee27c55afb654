"""What has changed between two drawings, line by line, so that a stream need not send again what its reader has.

A drawing is text of many lines. A change names runs of lines of the drawing before, `[first, count]`, and gives every other line
as it is; put together in their order they are the new drawing, byte for byte, whatever game was drawn.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

Piece = str | list[int]  # a new line, or the first of some lines of the drawing before and their number


@dataclass(frozen=True)
class Drawing:
    """A text and, for each of its lines, Python's hash of 64 bits: all that a stream keeps of what it has sent."""

    text: str
    prints: array[int]


def drawing(text: str) -> Drawing:
    """The text with the prints of its lines."""
    return Drawing(text, array("q", map(hash, text.split("\n"))))


def changes(before: array[int], after: Drawing) -> list[Piece]:
    """How to make a drawing from the one whose prints these are."""
    places = dict(zip(before, range(len(before)), strict=True))
    lines, prints = after.text.split("\n"), after.prints
    found: list[Piece] = []
    here = there = 0  # the next line, and the one of the drawing before that it most likely was
    while here < len(prints):
        if there >= len(before) or before[there] != prints[here]:
            there = places.get(prints[here], len(before))
        if there < len(before):
            count = _run(before, there, prints, here)
            found.append([there, count])
            here, there = here + count, there + count
        else:
            found.append(lines[here])
            here += 1
    return found


def _run(one: array[int], i: int, other: array[int], k: int) -> int:
    """How many prints are the same in both from there on; the first ones are. Longer and longer parts are compared at once."""
    count = step = 1
    while step:
        part = one[i + count : i + count + step]
        if len(part) == step and part == other[k + count : k + count + step]:
            count += step
            step *= 2
        else:
            step //= 2
    return count


def changed(before: str, found: Sequence[Piece]) -> str:
    """The new drawing, as a reader makes it from the one before."""
    lines = before.split("\n")
    parts = [[part] if isinstance(part, str) else lines[part[0] : part[0] + part[1]] for part in found]
    return "\n".join(line for part in parts for line in part)
