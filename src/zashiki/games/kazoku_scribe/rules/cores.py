"""Small estates on one bank, for all cells at once.

Every connected set of up to four cells lies around two neighbours of its own, its core: all other cells touch one of them. With
five cells it may be a path, whose core are the three in its middle. So an estate is there wherever the cells around such a core
are enough: at a place of a word stands whether the core there has what is needed, and one step of arithmetic answers for the
whole bank. These sets are too small to have a hole.
"""

from __future__ import annotations

from zashiki.core.bits import count, lowest
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i64s
from zashiki.games.kazoku_scribe.cards import AROUND, BANKS, HONEST_EAST, KINDS, WORD
from zashiki.games.kazoku_scribe.rules import needs, village

LARGEST, MOST = 5, 3  # cells of such an estate, and of a kind
PAIRS = 3  # in the directions east, south-east and south-west
# A row is a cell and its neighbours in two directions that are not side by side.
DIRECTIONS = len(AROUND)
FIRST_ARM = (0, 1, 2, 3, 4, 5, 0, 1, 2)
SECOND_ARM = (2, 3, 4, 5, 0, 1, 3, 4, 5)
ROWS = len(FIRST_ARM)
# How far a word is moved, to the right and to the left, so that every cell comes to its neighbour in a direction.
BACK_RIGHT = tuple(max(-away, 0) for away in AROUND)
BACK_LEFT = tuple(max(away, 0) for away in AROUND)
ALL = -1


class Bank(Work):
    """One bank of the page being searched."""

    kind: list[int] = i64s(KINDS, 0, WORD)  # its intact cells
    at_least: list[int] = i64s(KINDS * (MOST + 1), ALL, WORD)  # with so many of a kind among a cell and its neighbours
    pairs: list[int] = i64s(PAIRS, 0, WORD)  # which have all that is needed around them
    next: list[int] = i64s(DIRECTIONS, 0, WORD)  # places with a cell of some set in that direction
    beyond: list[int] = i64s(DIRECTIONS, 0, WORD)  # and with one behind the cell in that direction
    rows: list[int] = i64s(ROWS, 0, WORD)  # which have all that is needed beyond their ends
    lacking: list[int] = i64s(KINDS * ROWS, 0, WORD)  # those that lack some of a kind
    first_end: list[int] = i64s(ROWS, 0, WORD)  # those that have something of what they lack there
    second_end: list[int] = i64s(ROWS, 0, WORD)


@rule
def load_bank(page: village.Page, bank: Bank, side: int) -> None:
    """Make one bank of the page the one to look at."""
    for kind in range(KINDS):
        bank.kind[kind] = page.kind[kind * BANKS + side]


@rule
def is_small(need: int) -> int:
    """Whether estates that hold this lie around two cells, or three in a row."""
    return 1 if needs.cells_in(need) <= LARGEST and needs.short_of(MOST * needs.ONES, need) == 0 else 0


# Looking around


@rule
def look_around(bank: Bank, kind: int) -> None:
    """Count the cells of a kind in the neighbourhood of every cell, itself included."""
    cells = bank.kind[kind]
    east, west = cells >> 1 & HONEST_EAST, (cells & HONEST_EAST) << 1
    south_west, south_east, north_east, north_west = cells >> 7, cells >> 8, cells << 7, cells << 8
    # Three binary digits for every place, from full adders.
    ones, twos = east ^ west ^ south_west, east & west | south_west & (east ^ west)
    more_ones = south_east ^ north_east ^ north_west
    more_twos = south_east & north_east | north_west & (south_east ^ north_east)
    carry = ones & more_ones | cells & (ones ^ more_ones)
    ones ^= more_ones ^ cells
    fours = twos & more_twos | carry & (twos ^ more_twos)
    twos ^= more_twos ^ carry
    at = kind * (MOST + 1)
    bank.at_least[at] = ALL
    bank.at_least[at + 1] = (ones | twos | fours) & WORD
    bank.at_least[at + 2] = (twos | fours) & WORD
    bank.at_least[at + 3] = (ones & twos | fours) & WORD


@rule
def look_beside(bank: Bank, kind: int) -> None:
    """The same for a kind of which an estate holds one cell at most."""
    at = kind * (MOST + 1)
    bank.at_least[at], bank.at_least[at + 1] = ALL, village.grown(bank.kind[kind])
    bank.at_least[at + 2], bank.at_least[at + 3] = 0, 0


@rule
def look_out(bank: Bank, cells: int) -> None:
    """Where there is a cell of a set in each direction, and where there is one behind the cell in that direction."""
    east, west = cells >> 1 & HONEST_EAST, (cells & HONEST_EAST) << 1 & WORD
    south_east, south_west, north_west, north_east = cells >> 8, cells >> 7, cells << 8 & WORD, cells << 7 & WORD
    bank.next[0], bank.next[1], bank.next[2] = east, south_east, south_west
    bank.next[3], bank.next[4], bank.next[5] = west, north_west, north_east
    bank.beyond[0], bank.beyond[1] = (north_east | east | south_east) >> 1 & HONEST_EAST, (east | south_east | south_west) >> 8
    bank.beyond[2] = (south_east | south_west | west) >> 7
    bank.beyond[3] = ((south_west | west | north_west) & HONEST_EAST) << 1 & WORD
    bank.beyond[4], bank.beyond[5] = (west | north_west | north_east) << 8 & WORD, (north_west | north_east | east) << 7 & WORD


@rule
def cells_of(bank: Bank, need: int) -> int:
    """All cells of the kinds that are needed."""
    cells, marked = 0, needs.some_of(need)
    while marked:
        cells |= bank.kind[lowest(marked) // 8]
        marked &= marked - 1
    return cells


@rule
def in_reach(bank: Bank, need: int, size: int) -> int:
    """Whether enough of everything is near enough to cells of the rarest kind; if not, there is no estate of that size."""
    cells, reached, held, marked = 0, 0, 0, needs.some_of(need)
    while marked:
        reached = bank.kind[lowest(marked) // 8]
        cells |= reached
        marked &= marked - 1
    for _ in range(size - 1):
        reached = village.grown(reached) & cells
    for kind in range(KINDS):
        held += count(reached & bank.kind[kind]) << 8 * kind
    return 1 if needs.short_of(held, need) == 0 else 0


# Pairs: cores of two neighbours, the first of them in the west or in the north


@rule
def find_pairs(bank: Bank, need: int, cells: int) -> int:
    """Find the pairs of needed cells that have all that is needed in them and around them; whether there are any."""
    east, south_east, south_west = cells & cells >> 1 & HONEST_EAST, cells & cells >> 8, cells & cells >> 7
    marked = needs.some_of(need)
    while marked:
        kind = lowest(marked) // 8
        here, number, at = bank.kind[kind], need >> 8 * kind & 255, kind * (MOST + 1)
        one = bank.at_least[at + 1]
        if number == 1:
            # One around them, and not both of them.
            east &= (one | one >> 1) & ~(here & here >> 1)
            south_east &= (one | one >> 8) & ~(here & here >> 8)
            south_west &= (one | one >> 7) & ~(here & here >> 7)
        else:
            # Each has its own neighbours, which are counted; those that both have are counted twice.
            two, east_1, east_8, south, north = bank.at_least[at + 2], here >> 1, here >> 8, here >> 7, here << 7
            all_e, all_se = here | east_1 | east_8 | north, here | east_8 | east_1 | south
            all_sw = here | south | east_8 | here << 1
            if number == 2:
                east &= two | two >> 1 | one & one >> 1 & ~all_e
                south_east &= two | two >> 8 | one & one >> 8 & ~all_se
                south_west &= two | two >> 7 | one & one >> 7 & ~all_sw
            else:
                three = bank.at_least[at + 3]
                some_e = here & east_1 | east_8 & north | (here | east_1) & (east_8 | north)
                some_se = here & east_8 | east_1 & south | (here | east_8) & (east_1 | south)
                some_sw = here & south | east_8 & here << 1 | (here | south) & (east_8 | here << 1)
                east &= three | three >> 1 | two & two >> 1 & ~some_e | (two & one >> 1 | one & two >> 1) & ~all_e
                south_east &= three | three >> 8 | two & two >> 8 & ~some_se | (two & one >> 8 | one & two >> 8) & ~all_se
                south_west &= three | three >> 7 | two & two >> 7 & ~some_sw | (two & one >> 7 | one & two >> 7) & ~all_sw
        marked &= marked - 1
    bank.pairs[0], bank.pairs[1], bank.pairs[2] = east, south_east, south_west
    return 1 if east | south_east | south_west else 0


@rule
def around_pairs(bank: Bank, need: int) -> int:
    """All cells of all estates around the pairs that were found."""
    east, south_east, south_west = bank.pairs[0], bank.pairs[1], bank.pairs[2]
    found = east | east << 1 | south_east | south_east << 8 | south_west | south_west << 7
    marked = needs.some_of(need)
    while marked:
        kind = lowest(marked) // 8
        here, number = bank.kind[kind], need >> 8 * kind & 255
        first, second, third = east, south_east, south_west  # the pairs that lack some of the kind
        if number == 1:
            first, second, third = first & ~(here | here >> 1), second & ~(here | here >> 8), third & ~(here | here >> 7)
        elif number == 2:
            first, second, third = first & ~(here & here >> 1), second & ~(here & here >> 8), third & ~(here & here >> 7)
        found |= village.grown(first | first << 1 | second | second << 8 | third | third << 7) & here
        marked &= marked - 1
    return found


# Rows: three cells in the middle of a path


@rule
def find_rows(bank: Bank, need: int, cells: int) -> int:
    """Find the rows of needed cells that have the other two beyond their ends, one each; whether there are any."""
    look_out(bank, cells)
    for row in range(ROWS):
        bank.rows[row] = cells & bank.next[FIRST_ARM[row]] & bank.next[SECOND_ARM[row]]
        bank.first_end[row], bank.second_end[row] = 0, 0
    marked, found = needs.some_of(need), 0
    while marked:
        kind = lowest(marked) // 8
        look_out(bank, bank.kind[kind])
        keep_rows(bank, kind, need >> 8 * kind & 255)
        marked &= marked - 1
    for row in range(ROWS):
        bank.rows[row] &= bank.first_end[row] & bank.second_end[row]
        found |= bank.rows[row]
    return 1 if found else 0


@rule
def keep_rows(bank: Bank, kind: int, number: int) -> None:
    """Keep the rows that hold at most so many cells of a kind and, if they hold fewer, have one beyond an end."""
    here = bank.kind[kind]
    for row in range(ROWS):
        one, two = FIRST_ARM[row], SECOND_ARM[row]
        first, second, end, other = bank.next[one], bank.next[two], bank.beyond[one], bank.beyond[two]
        if number == 1:
            lacking, fits = ~(here | first | second), ~(here & (first | second) | first & second)
        elif number == 2:
            lacking, fits = ~(here & (first | second) | first & second), ~(here & first & second)
        else:
            lacking, fits = ~(here & first & second), ALL
        bank.rows[row] &= fits & (~lacking | end | other)
        bank.lacking[ROWS * kind + row] = lacking & WORD
        bank.first_end[row] |= lacking & end
        bank.second_end[row] |= lacking & other


@rule
def around_rows(bank: Bank, need: int) -> int:
    """All cells of all estates around the rows that were found."""
    found, marked = 0, needs.some_of(need)
    for row in range(ROWS):
        found |= with_arms(bank.rows[row], row)
    while marked:
        kind, beside = lowest(marked) // 8, 0
        for row in range(ROWS):
            lacking = bank.rows[row] & bank.lacking[ROWS * kind + row]
            if lacking:
                beside |= with_arms(lacking, row)
        found |= village.grown(beside) & bank.kind[kind]
        marked &= marked - 1
    return found


@rule
def with_arms(cells: int, row: int) -> int:
    """The cells of rows, which are known by their middle."""
    one, two = FIRST_ARM[row], SECOND_ARM[row]
    return cells | cells >> BACK_RIGHT[one] << BACK_LEFT[one] | cells >> BACK_RIGHT[two] << BACK_LEFT[two]


# The questions


@rule
def some_around(bank: Bank, need: int) -> int:
    """Whether the bank has an estate that holds what is needed, which is small."""
    size = needs.cells_in(need)
    if not in_reach(bank, need, size):
        return 0
    if size == 1 or find_pairs(bank, need, cells_of(bank, need)):
        return 1
    return find_rows(bank, need, cells_of(bank, need)) if size == LARGEST else 0


@rule
def all_around(bank: Bank, need: int) -> int:
    """All cells of all estates on the bank that hold what is needed, which is small."""
    size, found, marked = needs.cells_in(need), 0, needs.some_of(need)
    if not in_reach(bank, need, size):
        return 0
    while marked:
        look_around(bank, lowest(marked) // 8)
        marked &= marked - 1
    cells = cells_of(bank, need)
    if size == 1:
        return cells
    if find_pairs(bank, need, cells):
        found = around_pairs(bank, need)
    if size == LARGEST and find_rows(bank, need, cells):
        found |= around_rows(bank, need)
    return found
