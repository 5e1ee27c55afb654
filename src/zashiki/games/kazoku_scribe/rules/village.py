"""The village map as sets of cells: land links, holes, shore pairs, and which cells are intact.

A set is two words, north and south (see cards.py). A link is written at its first cell, for each of three directions.
"""

from __future__ import annotations

from zashiki.core.bits import bit, count, lowest
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8, i64s
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import DIRECTIONS, HALF, HALVES, WORD
from zashiki.games.kazoku_scribe.state import State


class Page(Work):
    """The page being searched."""

    kind: list[int] = i64s(cards.KINDS * HALVES, 0, WORD)  # its intact cells
    bank: list[int] = i64s(HALVES, 0, WORD)  # the western one
    bridged: int = i8(0, 1)
    link: list[int] = i64s(cards.LINKS, 0, WORD)


EAST_N, EAST_S, WEST_N, WEST_S, DOWN_N, DOWN_S = cards.HEX


@rule
def step_along(
    north: int, south: int, east_n: int, east_s: int, west_n: int, west_s: int, down_n: int, down_s: int
) -> tuple[int, int]:
    """All cells one link away from a set; the links are given for east, south-west and south-east."""
    low, high = north & west_n, north & down_n
    near_n = (north & east_n) << 1 | north >> 1 & east_n | (low << 9 | high << 10) & WORD
    near_n |= (north >> 9 | (south & 0x1FF) << 29) & west_n | (north >> 10 | (south & 0x3FF) << 28) & down_n
    near_s = (south & east_s) << 1 | south >> 1 & east_s | low >> 29 | high >> 28
    near_s |= (south & west_s) << 9 | (south & down_s) << 10 | south >> 9 & west_s | south >> 10 & down_s
    return near_n, near_s


@rule
def near_links(page: Page, north: int, south: int) -> tuple[int, int]:
    """All cells with a land link to a set, on the page being searched."""
    link = page.link
    return step_along(north, south, link[0], link[1], link[2], link[3], link[4], link[5])


@rule
def near_hex(north: int, south: int) -> tuple[int, int]:
    """All cells hex-adjacent to a set; the creek does not matter."""
    return step_along(north, south, EAST_N, EAST_S, WEST_N, WEST_S, DOWN_N, DOWN_S)


@rule
def reach_hex(north: int, south: int, within_n: int, within_s: int) -> tuple[int, int]:
    """Everything that can be reached from a set by hex steps within another."""
    while True:
        near_n, near_s = near_hex(north, south)
        near_n, near_s = (near_n | north) & within_n, (near_s | south) & within_s
        if near_n == north and near_s == south:
            return north, south
        north, south = near_n, near_s


@rule
def hole_in(north: int, south: int) -> tuple[int, int]:
    """The cells of all holes of a set: outside it, and cut off from the edge of the map."""
    # KZS-R8: by hex steps, the creek ignored; what is pinned against the edge is no hole.
    out_n, out_s = cards.MAP_NORTH & ~north, cards.MAP_SOUTH & ~south
    free_n, free_s = reach_hex(out_n & cards.BORDER_NORTH, out_s & cards.BORDER_SOUTH, out_n, out_s)
    return out_n & ~free_n, out_s & ~free_s


@rule
def has_hole(north: int, south: int) -> int:
    """Whether a connected set has a hole. Euler: cells - pairs + triangles of neighbours is 1 without a hole, else less."""
    east_n, east_s = north & EAST_N & ahead(north, south, 0), south & EAST_S & ahead(south, 0, 0)
    west_n, west_s = north & WEST_N & ahead(north, south, 1), south & WEST_S & ahead(south, 0, 1)
    down_n, down_s = north & DOWN_N & ahead(north, south, 2), south & DOWN_S & ahead(south, 0, 2)
    pairs = count(east_n) + count(east_s) + count(west_n) + count(west_s) + count(down_n) + count(down_s)
    # Each cell with its neighbours to the south-east and east, or to the south-east and south-west.
    triangles = count(down_n & east_n) + count(down_s & east_s) + count(down_n & west_n) + count(down_s & west_s)
    return 1 if count(north) + count(south) - pairs + triangles < 1 else 0


@rule
def ahead(cells: int, below: int, direction: int) -> int:
    """The places of a half whose neighbour in a direction is in a set; `below` is the set's southern half, or 0."""
    return cells >> cards.STEP[direction] | below << (HALF - cards.STEP[direction]) & WORD


@rule
def west_bank(s: State, seat: int, half: int) -> int:
    """The cells west of the creek."""
    west, first = 0, half * cards.VILLAGE_ROWS // HALVES
    for row in range(first, first + cards.VILLAGE_ROWS // HALVES):
        west |= cards.WEST_OF[row * (cards.VILLAGE_COLUMNS + 1) + s.creek[seat * cards.VILLAGE_ROWS + row]]
    return west


@rule
def shore_links(s: State, seat: int, direction: int, half: int) -> int:
    """The first cells of the shore pairs in a direction."""
    west = west_bank(s, seat, half)
    below = west_bank(s, seat, 1) if half == 0 else 0
    return cards.HEX[direction * HALVES + half] & (west ^ ahead(west, below, direction))


@rule
def intact(s: State, seat: int, half: int) -> int:
    """KZS-16: the cells that are neither fenced nor sick."""
    return cards.MAP[half] & ~(s.fenced[seat * HALVES + half] | s.sick[seat * HALVES + half])


@rule
def load_page(s: State, page: Page, seat: int) -> None:
    """Make the page of a seat the one being searched: its intact cells by kind, its banks and bridges."""
    free_n, free_s = intact(s, seat, 0), intact(s, seat, 1)
    at = seat * cards.KINDS * HALVES
    for kind in range(cards.KINDS):
        page.kind[2 * kind] = s.elements[at + 2 * kind] & free_n
        page.kind[2 * kind + 1] = s.elements[at + 2 * kind + 1] & free_s
    page.bank[0], page.bank[1] = west_bank(s, seat, 0), west_bank(s, seat, 1)
    page.bridged = 0
    for k in range(seat * cards.LINKS, (seat + 1) * cards.LINKS):
        if s.bridges[k]:
            page.bridged = 1
    if page.bridged:
        load_links(s, page, seat)


@rule
def load_links(s: State, page: Page, seat: int) -> None:
    """All land links of the page of a seat."""
    link_banks(page)
    # KZS-17: an estate crosses the creek only over a bridge. KZS-R33: one whose end is not intact stays, but leads nowhere.
    for k in range(cards.LINKS):
        page.link[k] |= s.bridges[seat * cards.LINKS + k]


@rule
def link_banks(page: Page) -> None:
    """The land links of a page without bridges."""
    # KZS-R7: cells that face each other over the creek have no link, though an estate linked otherwise may hold both.
    for direction in range(DIRECTIONS):
        across_n = page.bank[0] ^ ahead(page.bank[0], page.bank[1], direction)
        across_s = page.bank[1] ^ ahead(page.bank[1], 0, direction)
        page.link[2 * direction] = cards.HEX[2 * direction] & ~across_n
        page.link[2 * direction + 1] = cards.HEX[2 * direction + 1] & ~across_s


@rule
def same_bank(page: Page, north: int, south: int, of_n: int, of_s: int) -> tuple[int, int]:
    """What a set has on the bank where another one begins; all of it where bridges join the banks."""
    if page.bridged:
        return of_n, of_s
    if north & page.bank[0] or (north == 0 and south & -south & page.bank[1]):
        return of_n & page.bank[0], of_s & page.bank[1]
    return of_n & ~page.bank[0], of_s & ~page.bank[1]


@rule
def near_within_bank(page: Page, north: int, south: int) -> tuple[int, int]:
    """All cells with a land link to a set; without bridges, also some on the other bank, for a search that keeps to one."""
    return near_links(page, north, south) if page.bridged else near_hex(north, south)


@rule
def loose_cells(page: Page, north: int, south: int) -> tuple[int, int]:
    """Cells of a connected set that can be taken out of it one by one without cutting it in two: not all, but most."""
    bank_n, bank_s = page.bank[0], page.bank[1]
    # Neighbours of a cell that lie side by side are linked with each other, unless the creek runs between them.
    crossing = page.bridged and north & bank_n | south & bank_s and north & ~bank_n | south & ~bank_s
    link_e, link_w, link_d = EAST_N, WEST_N, DOWN_N
    low_e, low_w, low_d = EAST_S, WEST_S, DOWN_S
    if page.bridged:
        link_e, link_w, link_d = page.link[0], page.link[2], page.link[4]
        low_e, low_w, low_d = page.link[1], page.link[3], page.link[5]
    low, high = north & link_w, north & link_d
    east, south_east = north >> 1 & link_e, (north >> 10 | south << HALF - 10) & link_d
    south_west, west = (north >> 9 | south << HALF - 9) & link_w, (north & link_e) << 1
    north_west, north_east = high << 10 & WORD, low << 9 & WORD
    apart_n = two_groups(east, south_east, south_west, west, north_west, north_east, 0 if crossing else WORD)
    east, south_east = south >> 1 & low_e, south >> 10 & low_d
    south_west, west = south >> 9 & low_w, (south & low_e) << 1
    north_west, north_east = (south & low_d) << 10 | high >> HALF - 10, (south & low_w) << 9 | low >> HALF - 9
    apart_s = two_groups(east, south_east, south_west, west, north_west, north_east, 0 if crossing else WORD)
    return north & ~apart_n, south & ~apart_s


@rule
def two_groups(a: int, b: int, c: int, d: int, e: int, f: int, joined: int) -> int:
    """The cells with neighbours in at least two groups, given those with a neighbour in each direction, round in order."""
    once = a & ~(b & joined)
    begins = b & ~(c & joined)
    twice, once = once & begins, once | begins
    begins = c & ~(d & joined)
    twice, once = twice | once & begins, once | begins
    begins = d & ~(e & joined)
    twice, once = twice | once & begins, once | begins
    begins = e & ~(f & joined)
    twice, once = twice | once & begins, once | begins
    return twice | once & f & ~(a & joined)


@rule
def around(page: Page, place: int) -> tuple[int, int]:
    """The same for a single cell."""
    if page.bridged:
        north, south = cell_at(place)
        return near_links(page, north, south)
    return cards.NEAR[2 * place], cards.NEAR[2 * place + 1]


@rule
def group_of(page: Page, north: int, south: int, within_n: int, within_s: int) -> tuple[int, int]:
    """Everything that land links lead to within a set, from cells on one bank."""
    within_n, within_s = same_bank(page, north, south, within_n, within_s)
    while True:
        near_n, near_s = near_within_bank(page, north, south)
        near_n, near_s = (near_n | north) & within_n, (near_s | south) & within_s
        if near_n == north and near_s == south:
            return north, south
        north, south = near_n, near_s


@rule
def only(cell: int) -> tuple[int, int]:
    """The set of one cell."""
    if cards.HALF_OF[cell]:
        return 0, cards.BIT_OF[cell]
    return cards.BIT_OF[cell], 0


@rule
def first_cell(north: int, south: int) -> int:
    """The first cell of a set that is not empty, in reading order."""
    return cards.CELL_AT[lowest(north)] if north else cards.CELL_AT[HALF + lowest(south)]


@rule
def cell_at(place: int) -> tuple[int, int]:
    """The set of the cell at a place."""
    if place >= HALF:
        return 0, bit(place - HALF)
    return bit(place), 0


@rule
def first_of(north: int, south: int) -> tuple[int, int]:
    """The set of the first cell of a set that is not empty."""
    return north & -north, 0 if north else south & -south


@rule
def first_place(north: int, south: int) -> int:
    """The place of the first cell of a set that is not empty."""
    return lowest(north) if north else HALF + lowest(south)


@rule
def list_cells(north: int, south: int, block: int, out: list[int]) -> int:
    """Write an action for every cell of a set, in reading order; how many."""
    n = 0
    while north:
        out[n] = block + cards.CELL_AT[lowest(north)]
        north &= north - 1
        n += 1
    while south:
        out[n] = block + cards.CELL_AT[HALF + lowest(south)]
        south &= south - 1
        n += 1
    return n


@rule
def list_pairs(half: int, east: int, west: int, down: int, block: int, out: list[int], n: int) -> int:
    """Write an action for every pair, given by the first cells of the pairs in each direction; the new length."""
    firsts = east | west | down
    while firsts:
        one = firsts & -firsts
        at = DIRECTIONS * cards.CELL_AT[half * HALF + lowest(one)]
        if east & one:
            out[n] = block + cards.PAIR_OF[at]
            n += 1
        if west & one:
            out[n] = block + cards.PAIR_OF[at + 1]
            n += 1
        if down & one:
            out[n] = block + cards.PAIR_OF[at + 2]
            n += 1
        firsts ^= one
    return n
