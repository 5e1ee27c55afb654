"""Which guests sit down where nobody says who."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain, cycle, islice
from statistics import fmean

from zashiki.bots.levels import NAMES

MIDDLE = 4  # the level of whoever fills in: neither wins a game for somebody who left nor throws it away
GENTLE = 1  # the level to begin with for somebody who has not played a game yet


def nearest(level: float, count: int, seated: Collection[str] = ()) -> list[str]:
    """So many guests as near to a level as can be, the weaker first; nobody twice, nor anybody seated, while others are left."""
    near = sorted(NAMES, key=lambda name: abs(level_of(name) - level))
    left = (name for name in near if name not in seated)
    return list(islice(chain(left, cycle(near)), count))


def gentle(count: int) -> list[str]:
    """So many guests for somebody's first game: the weakest there are, each once."""
    return nearest(GENTLE, count)


def like(levels: Sequence[int], count: int) -> list[str]:
    """So many guests: those of these levels, and beyond them such as are near."""
    known = [NAMES[level - 1] for level in levels][:count]
    return [*known, *nearest(fmean(levels), count - len(known), known)]


def level_of(name: str) -> int:
    """The level of a guest, from 1."""
    return NAMES.index(name) + 1
