"""What can be wrong with a printed page, and counting the icons of an outcome."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.schema import Work, i16s
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.state import State

# What is wrong with a page; 0 when nothing is.
VALID = 0
WRONG_NUMBERS, EQUAL_BLOCK = 1, 2
SPLIT, EQUAL_TREASURES, NO_QUIET_CIRCLE = 2, 3, 4
BAD_CREEK, POOR_BANK, NO_PLAIN_ESTATE, NO_DOUBLE_ESTATE = 2, 3, 4, 5
WRONG_SHAPES, ONE_ICON, FEW_PLACES = 2, 3, 4


class Numbers(Work):
    """How many there are of each icon."""

    tallies: list[int] = i16s(cards.ALL_ICONS, 0, cards.CAVE_CELLS)


@rule
def count_outcome(s: State, numbers: Numbers, first: int, cells: int) -> None:
    """Count the kinds of icon in a part of the outcome."""
    for icon in range(cards.ALL_ICONS):
        numbers.tallies[icon] = 0
    for k in range(first, first + cells):
        if s.outcome[k] != cards.NONE:
            numbers.tallies[s.outcome[k]] += 1
