"""The village map as sets of cells: neighbours, land links, holes, shore pairs, and which cells are intact.

A set is two words, its cells on the west bank and those on the east bank (see cards.py).
"""

from __future__ import annotations

from zashiki.core.bits import count, list_bits, lowest
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8, i64s
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import BANKS, CROSSINGS, DIGITS, EAST_BANK, HONEST_EAST, KINDS, WEST_BANK, WORD
from zashiki.games.kazoku_scribe.state import State


class Page(Work):
    """The page being searched."""

    kind: list[int] = i64s(KINDS * BANKS, 0, WORD)  # its intact cells
    bridged: int = i8(0, 1)
    bridges: list[int] = i64s(CROSSINGS, 0, WORD)  # these two only where there are bridges
    ends: list[int] = i64s(BANKS, 0, WORD)
    lost: list[int] = i64s(BANKS, 0, WORD)  # the cells that are not intact
    land: list[int] = i64s(BANKS, 0, WORD)  # all cells, once they have been loaded


ALL = -1  # places
EASTWARD, OVER_SW, OVER_SE, OVER_NE, OVER_NW = cards.HONEST_OVER
BORDER_WEST = sum(cards.BIT_OF[cell] for cell in cards.BORDER)
BORDER_EAST = sum(cards.BIT_OF[cards.CELLS + cell] for cell in cards.BORDER)


# Neighbours


@rule
def grown(cells: int) -> int:
    """Cells of a bank with all their neighbours on it."""
    if HONEST_EAST == ALL:
        pairs = cells | cells << 1
        return (pairs | pairs >> 1 | pairs << 7 | pairs >> 8) & WORD
    east, west = cells | (cells & HONEST_EAST) << 1, cells | cells >> 1 & HONEST_EAST
    return (east | west | east << 7 | west >> 7) & WORD


@rule
def near(page: Page, west: int, east: int) -> tuple[int, int]:
    """A set with all cells that have a land link to it."""
    # KZS-R7: cells that face each other over the creek have no link, though an estate linked otherwise may hold both.
    near_w, near_e = grown(west) if west else 0, grown(east) if east else 0
    # KZS-17: an estate crosses the creek only over a bridge.
    if page.bridged:
        if west & page.ends[WEST_BANK]:
            near_e |= over_from_west(page, west)
        if east & page.ends[EAST_BANK]:
            near_w |= over_from_east(page, east)
    return near_w, near_e


@rule
def over_from_west(page: Page, west: int) -> int:
    """Where bridges lead to from cells on the west bank."""
    bridge = page.bridges
    over = (west & bridge[0]) >> 1 | (west & bridge[1]) << 5 | (west & bridge[2]) << 6
    return over | (west & bridge[3]) >> 9 | (west & bridge[4]) >> 10


@rule
def over_from_east(page: Page, east: int) -> int:
    """Where bridges lead to from cells on the east bank."""
    bridge = page.bridges
    over = east << 1 & bridge[0] | east >> 5 & bridge[1] | east >> 6 & bridge[2]
    return over | east << 9 & bridge[3] | east << 10 & bridge[4]


@rule
def near_hex(west: int, east: int) -> tuple[int, int]:
    """A set with all cells hex-adjacent to it; the creek does not matter. Places that are no cells may be among them."""
    over_e = (west & EASTWARD) >> 1 | (west & OVER_SW) << 5 | (west & OVER_SE) << 6
    over_w = east << 1 & EASTWARD | east >> 5 & OVER_SW | east >> 6 & OVER_SE
    over_e |= (west & OVER_NE) >> 9 | (west & OVER_NW) >> 10
    over_w |= east << 9 & OVER_NE | east << 10 & OVER_NW
    return grown(west) | over_w & WORD, grown(east) | over_e & WORD


@rule
def reach_hex(west: int, east: int, within_w: int, within_e: int) -> tuple[int, int]:
    """Everything that can be reached from a set by hex steps within another."""
    while True:
        near_w, near_e = near_hex(west, east)
        near_w, near_e = near_w & within_w, near_e & within_e
        if near_w == west and near_e == east:
            return west, east
        west, east = near_w, near_e


@rule
def hole_in(page: Page, west: int, east: int) -> tuple[int, int]:
    """The cells of all holes of a set: outside it, and cut off from the edge of the map."""
    # KZS-R8: by hex steps, the creek ignored; what is pinned against the edge is no hole.
    out_w, out_e = page.land[WEST_BANK] & ~west, page.land[EAST_BANK] & ~east
    free_w, free_e = reach_hex(out_w & BORDER_WEST, out_e & BORDER_EAST, out_w, out_e)
    return out_w & ~free_w, out_e & ~free_e


@rule
def has_hole(page: Page, west: int, east: int) -> int:
    """Whether a connected set has a hole."""
    if west and east:
        load_land(page)
        west, east = hole_in(page, west, east)
        return 1 if west | east else 0
    return is_ring(west | east)


@rule
def is_ring(cells: int) -> int:
    """Whether connected cells of one bank have a hole. Euler: cells - pairs + triangles is 1 without one, else less."""
    east, south_west, south_east = cells & cells >> 1 & HONEST_EAST, cells & cells >> 7, cells & cells >> 8
    # Each cell with its neighbours to the south-east and east, or to the south-east and south-west.
    triangles = count(south_east & east) + count(south_east & south_west)
    return 1 if count(cells) - count(east) - count(south_west) - count(south_east) + triangles < 1 else 0


@rule
def may_enclose(west: int, east: int, spare_w: int, spare_e: int) -> int:
    """Whether a connected set may have a hole when some of its spare cells are left out.

    It may if it has one itself. Otherwise a hole consists of spare cells, and all their neighbours are in the whole set. A set
    on both banks is not looked at closely.
    """
    if west and east:
        return 1
    cells, spare = west | east, spare_w | spare_e
    inner = cells >> 1 & cells << 1 & cells >> 7 & cells << 7 & cells >> 8 & cells << 8
    return 1 if spare & inner else is_ring(cells)


# Pages


@rule
def bank_of(s: State, seat: int, cell: int) -> int:
    """On which side of the creek a cell is."""
    west = cell % cards.VILLAGE_COLUMNS < s.creek[seat * cards.VILLAGE_ROWS + cell // cards.VILLAGE_COLUMNS]
    return WEST_BANK if west else EAST_BANK


@rule
def land_of(s: State, seat: int, bank: int) -> int:
    """All cells of a bank."""
    printed, at = s.elements, seat * KINDS * BANKS + bank
    return printed[at] | printed[at + 2] | printed[at + 4] | printed[at + 6] | printed[at + 8] | printed[at + 10]


@rule
def intact(s: State, seat: int, bank: int) -> int:
    """KZS-16: the cells of a bank that are neither fenced nor sick."""
    return land_of(s, seat, bank) & ~(s.fenced[seat * BANKS + bank] | s.sick[seat * BANKS + bank])


@rule
def fenced_in(s: State, seat: int, round: int, bank: int) -> int:
    """The cells of a bank that a seat fenced in a round."""
    cells = s.fenced[seat * BANKS + bank]
    for digit in range(1, DIGITS):
        plane = s.estates[(seat * DIGITS + digit) * BANKS + bank]
        cells &= plane if round - 1 >> digit - 1 & 1 else ~plane
    return cells


@rule
def estate_at(s: State, seat: int, bank: int, place: int) -> int:
    """Which estate a fenced cell is in: 2 * (round - 1) + first or second."""
    number = 0
    for digit in range(DIGITS):
        number |= (s.estates[(seat * DIGITS + digit) * BANKS + bank] >> place & 1) << digit
    return number


@rule
def load_page(s: State, page: Page, seat: int) -> None:
    """Make the page of a seat the one being searched: its intact cells by kind, and its bridges."""
    kinds, printed, at = page.kind, s.elements, seat * KINDS * BANKS
    lost_w, lost_e = s.fenced[BANKS * seat] | s.sick[BANKS * seat], s.fenced[BANKS * seat + 1] | s.sick[BANKS * seat + 1]
    left_w, left_e = ~lost_w, ~lost_e
    kinds[0], kinds[1], kinds[2] = printed[at] & left_w, printed[at + 1] & left_e, printed[at + 2] & left_w
    kinds[3], kinds[4], kinds[5] = printed[at + 3] & left_e, printed[at + 4] & left_w, printed[at + 5] & left_e
    kinds[6], kinds[7], kinds[8] = printed[at + 6] & left_w, printed[at + 7] & left_e, printed[at + 8] & left_w
    kinds[9], kinds[10], kinds[11] = printed[at + 9] & left_e, printed[at + 10] & left_w, printed[at + 11] & left_e
    page.lost[WEST_BANK], page.lost[EAST_BANK], page.bridged, at = lost_w, lost_e, 0, seat * CROSSINGS
    if s.bridges[at] | s.bridges[at + 1] | s.bridges[at + 2] | s.bridges[at + 3] | s.bridges[at + 4]:
        load_bridges(s, page, at)


@rule
def turn_over(page: Page) -> None:
    """Exchange the banks of a page without bridges: a search is quicker on the first of them."""
    for kind in range(KINDS):
        west, east = page.kind[BANKS * kind], page.kind[BANKS * kind + 1]
        page.kind[BANKS * kind], page.kind[BANKS * kind + 1] = east, west


@rule
def load_bridges(s: State, page: Page, at: int) -> None:
    """The bridges of a page, which are at `at`. KZS-R33: one whose end is not intact stays, but leads nowhere."""
    bridge, kinds = page.bridges, page.kind
    west = kinds[0] | kinds[2] | kinds[4] | kinds[6] | kinds[8] | kinds[10]
    east = kinds[1] | kinds[3] | kinds[5] | kinds[7] | kinds[9] | kinds[11]
    bridge[0], bridge[1] = s.bridges[at] & west & east << 1, s.bridges[at + 1] & west & east >> 5
    bridge[2], bridge[3] = s.bridges[at + 2] & west & east >> 6, s.bridges[at + 3] & west & east << 9
    bridge[4] = s.bridges[at + 4] & west & east << 10
    page.ends[WEST_BANK] = bridge[0] | bridge[1] | bridge[2] | bridge[3] | bridge[4]
    page.ends[EAST_BANK] = bridge[0] >> 1 | bridge[1] << 5 | bridge[2] << 6 | bridge[3] >> 9 | bridge[4] >> 10
    page.bridged = 1 if page.ends[WEST_BANK] else 0


@rule
def load_land(page: Page) -> None:
    """All cells of the page being searched."""
    kinds, land = page.kind, page.land
    land[WEST_BANK] = page.lost[WEST_BANK] | kinds[0] | kinds[2] | kinds[4] | kinds[6] | kinds[8] | kinds[10]
    land[EAST_BANK] = page.lost[EAST_BANK] | kinds[1] | kinds[3] | kinds[5] | kinds[7] | kinds[9] | kinds[11]


@rule
def group_of(page: Page, west: int, east: int, within_w: int, within_e: int) -> tuple[int, int]:
    """Everything that land links lead to within a set, which holds these cells."""
    while True:
        near_w, near_e = near(page, west, east)
        near_w, near_e = near_w & within_w, near_e & within_e
        if near_w == west and near_e == east:
            return west, east
        west, east = near_w, near_e


# Single cells, lists


@rule
def first_of(west: int, east: int) -> tuple[int, int]:
    """The set of one cell of a set that is not empty."""
    return west & -west, 0 if west else east & -east


@rule
def list_cells(west: int, east: int, block: int, out: list[int]) -> int:
    """Write an action for every cell of a set, in reading order; how many."""
    n = 0
    if west == 0 or east == 0:
        bank = EAST_BANK if east else WEST_BANK
        left = west | east
        while left:
            out[n] = block + cards.CELL_AT[bank * cards.PLACES + lowest(left)]
            left &= left - 1
            n += 1
        return n
    for row in range(cards.VILLAGE_ROWS):
        n = list_bits(row_of(west, east, row), block + row * cards.VILLAGE_COLUMNS, out, n)
    return n


@rule
def row_of(west: int, east: int, row: int) -> int:
    """The columns of a set in a row."""
    at = cards.ROW_AT[row]
    return west >> at & cards.ROW_BITS | (east >> at & cards.ROW_BITS) << cards.FIRST_COLUMN[EAST_BANK]


@rule
def list_pairs(east_w: int, sw_w: int, se_w: int, east_e: int, sw_e: int, se_e: int, block: int, out: list[int], n: int) -> int:
    """Write an action for every pair, in order, given the first cells of those in each direction on each bank; the new length."""
    for row in range(cards.VILLAGE_ROWS):
        # One number for each row, with a place for each direction at each column.
        pairs = cards.SPREAD[row_of(east_w, east_e, row)] << cards.EAST
        pairs |= (
            cards.SPREAD[row_of(sw_w, sw_e, row)] << cards.SOUTH_WEST | cards.SPREAD[row_of(se_w, se_e, row)] << cards.SOUTH_EAST
        )
        while pairs:
            out[n] = block + cards.PAIR_OF[cards.DIRECTIONS * cards.VILLAGE_COLUMNS * row + lowest(pairs)]
            pairs &= pairs - 1
            n += 1
    return n


@rule
def list_neighbours(west: int, east: int, block: int, out: list[int], n: int) -> int:
    """Write an action for every pair of neighbours in a set; the creek does not matter."""
    return list_pairs(
        west & (west >> 1 & HONEST_EAST | east << 1 & EASTWARD), west & (west >> 7 | east >> 5 & OVER_SW),
        west & (west >> 8 | east >> 6 & OVER_SE), east & east >> 1 & HONEST_EAST,
        east & (east >> 7 | (west & OVER_NE) >> 9), east & (east >> 8 | (west & OVER_NW) >> 10), block, out, n,
    )  # fmt: skip
