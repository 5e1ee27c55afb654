"""Estates that are a cell and some of its neighbours: found for all cells of a page at once, and never with a hole.

What an estate needs is one number: how many cells of each kind, in four bits a kind.
"""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.schema import Work, i64s
from zashiki.games.kazoku_scribe.cards import HALF, HALVES, KINDS, WORD
from zashiki.games.kazoku_scribe.rules import village

ONE = tuple(1 << 4 * kind for kind in range(KINDS))  # a cell of a kind
ALL = tuple(15 << 4 * kind for kind in range(KINDS))
LARGEST = 7  # cells of a star
MOST = 4  # neighbours of a kind that are told apart


class Hoods(Work):
    """For each kind and each number up to MOST: the cells with land links to at least so many of the kind."""

    at_least: list[int] = i64s(KINDS * MOST * HALVES, 0, WORD)


@rule
def look_around(page: village.Page, hoods: Hoods) -> None:
    """Count the neighbours of all cells."""
    for kind in range(KINDS):
        count_neighbours(page, hoods, kind)


@rule
def count_neighbours(page: village.Page, hoods: Hoods, kind: int) -> None:
    """Count the neighbours of a kind."""
    north, south, link = page.kind[2 * kind], page.kind[2 * kind + 1], page.link
    low, high = north & link[2], north & link[4]
    add_up(
        hoods, kind, 0, (north & link[0]) << 1, north >> 1 & link[0], low << 9 & WORD, high << 10 & WORD,
        (north >> 9 | south << HALF - 9) & link[2], (north >> 10 | south << HALF - 10) & link[4],
    )  # fmt: skip
    add_up(
        hoods, kind, 1, (south & link[1]) << 1, south >> 1 & link[1], (south & link[3]) << 9 | low >> HALF - 9,
        (south & link[5]) << 10 | high >> HALF - 10, south >> 9 & link[3], south >> 10 & link[5],
    )  # fmt: skip


@rule
def add_up(hoods: Hoods, kind: int, half: int, a: int, b: int, c: int, d: int, e: int, f: int) -> None:
    """Add six sets up, place by place: the cells that are in at least one, two, three or four of them."""
    # Three binary digits for every place, from full adders.
    ones, twos = a ^ b ^ c, a & b | c & (a ^ b)
    more_ones, more_twos = d ^ e ^ f, d & e | f & (d ^ e)
    carry = ones & more_ones
    ones ^= more_ones
    fours = twos & more_twos | carry & (twos ^ more_twos)
    twos ^= more_twos ^ carry
    at = kind * MOST * HALVES + half
    hoods.at_least[at] = ones | twos | fours
    hoods.at_least[at + 2] = twos | fours
    hoods.at_least[at + 4] = ones & twos | fours
    hoods.at_least[at + 6] = fours


@rule
def centres(page: village.Page, hoods: Hoods, need: int, kind: int) -> tuple[int, int]:
    """The cells of a kind with everything else that is needed around them."""
    north, south = page.kind[2 * kind], page.kind[2 * kind + 1]
    need -= ONE[kind]
    for other in range(KINDS):
        if need & ALL[other]:
            number = need >> 4 * other & 15
            if number > MOST:
                return 0, 0
            at = (other * MOST + number - 1) * HALVES
            north, south = north & hoods.at_least[at], south & hoods.at_least[at + 1]
    return north, south


@rule
def some_star(page: village.Page, hoods: Hoods, need: int) -> int:
    """Whether some cell and its neighbours hold what is needed."""
    for kind in range(KINDS):
        if need & ALL[kind]:
            north, south = centres(page, hoods, need, kind)
            if north | south:
                return 1
    return 0


@rule
def in_some_star(page: village.Page, need: int) -> tuple[int, int]:
    """All cells of all such estates."""
    hoods = Hoods()
    for kind in range(KINDS):
        if need & ALL[kind]:
            count_neighbours(page, hoods, kind)
    good_n, good_s = 0, 0
    for kind in range(KINDS):
        if need & ALL[kind]:
            north, south = centres(page, hoods, need, kind)
            if north | south:
                good_n, good_s = good_n | north, good_s | south
                near_n, near_s = village.near_links(page, north, south)
                for other in range(KINDS):
                    if (need - ONE[kind]) & ALL[other]:
                        good_n |= near_n & page.kind[2 * other]
                        good_s |= near_s & page.kind[2 * other + 1]
    return good_n, good_s
