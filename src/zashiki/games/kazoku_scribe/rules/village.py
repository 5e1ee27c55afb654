"""The village map as sets of cells: land links, holes, shore pairs, and which cells are intact.

A set is two words, north and south (see cards.py). A link is written at its first cell, for each of three directions.
"""

from __future__ import annotations

from zashiki.core.bits import lowest
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe.cards import (
    BIT_OF,
    BORDER_NORTH,
    BORDER_SOUTH,
    CELL_AT,
    DIRECTIONS,
    HALF,
    HALF_OF,
    HALVES,
    HEX,
    KINDS,
    MAP,
    MAP_NORTH,
    MAP_SOUTH,
    NEAR,
    PAIR_OF,
    STEP,
)
from zashiki.games.kazoku_scribe.state import LINKS, WORD, State

HEX_EAST_NORTH, HEX_EAST_SOUTH, HEX_WEST_NORTH, HEX_WEST_SOUTH, HEX_DOWN_NORTH, HEX_DOWN_SOUTH = HEX


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
def near_links(s: State, north: int, south: int) -> tuple[int, int]:
    """All cells with a land link to a set, on the page being searched."""
    link = s.link
    return step_along(north, south, link[0], link[1], link[2], link[3], link[4], link[5])


@rule
def near_hex(north: int, south: int) -> tuple[int, int]:
    """All cells hex-adjacent to a set; the creek does not matter."""
    return step_along(
        north, south, HEX_EAST_NORTH, HEX_EAST_SOUTH, HEX_WEST_NORTH, HEX_WEST_SOUTH, HEX_DOWN_NORTH, HEX_DOWN_SOUTH
    )


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
def reach_links(s: State, north: int, south: int, within_n: int, within_s: int) -> tuple[int, int]:
    """Everything that can be reached from a set by land links within another."""
    while True:
        near_n, near_s = near_links(s, north, south)
        near_n, near_s = (near_n | north) & within_n, (near_s | south) & within_s
        if near_n == north and near_s == south:
            return north, south
        north, south = near_n, near_s


@rule
def hole_in(north: int, south: int) -> tuple[int, int]:
    """The cells of all holes of a set: outside it, and cut off from the edge of the map."""
    # KZS-R8: by hex steps, the creek ignored; what is pinned against the edge is no hole.
    out_n, out_s = MAP_NORTH & ~north, MAP_SOUTH & ~south
    free_n, free_s = reach_hex(out_n & BORDER_NORTH, out_s & BORDER_SOUTH, out_n, out_s)
    return out_n & ~free_n, out_s & ~free_s


@rule
def opposite(west: int, other: int, step: int) -> int:
    """The cells of a half whose neighbour `step` further is on the other bank; `other` is the southern half, or 0."""
    return west ^ (west >> step | other << (HALF - step) & WORD)


@rule
def shore_links(s: State, seat: int, direction: int, half: int) -> int:
    """First cells of the shore pairs in a direction."""
    west = s.west[seat * HALVES + half]
    other = s.west[seat * HALVES + 1] if half == 0 else 0
    return HEX[direction * HALVES + half] & opposite(west, other, STEP[direction])


@rule
def intact(s: State, seat: int, half: int) -> int:
    """KZS-16: the cells that are neither fenced nor sick."""
    return MAP[half] & ~(s.fenced[seat * HALVES + half] | s.sick[seat * HALVES + half])


@rule
def load_page(s: State, seat: int) -> None:
    """Make the page of a seat the one being searched: its intact cells by kind and its land links."""
    for half in range(HALVES):
        free = intact(s, seat, half)
        for kind in range(KINDS):
            s.kind[kind * HALVES + half] = s.elements[(seat * KINDS + kind) * HALVES + half] & free
        s.bank[half] = s.west[seat * HALVES + half]
    load_banks(s)
    # KZS-17: an estate crosses the creek only over a bridge. KZS-R33: one whose end is not intact stays, but leads nowhere.
    for k in range(LINKS):
        bridges = s.bridges[seat * LINKS + k]
        if bridges:
            s.link[k] |= bridges
            note_bridge_ends(s, bridges, k % HALVES, STEP[k // HALVES])


@rule
def load_banks(s: State) -> None:
    """The land links of a page without bridges, from its western bank."""
    # KZS-R7: cells that face each other over the creek have no link, though an estate linked otherwise may hold both.
    s.ends[0], s.ends[1] = 0, 0
    for direction in range(DIRECTIONS):
        step = STEP[direction]
        s.link[2 * direction] = HEX[2 * direction] & ~opposite(s.bank[0], s.bank[1], step)
        s.link[2 * direction + 1] = HEX[2 * direction + 1] & ~opposite(s.bank[1], 0, step)


@rule
def note_bridge_ends(s: State, bridges: int, half: int, step: int) -> None:
    """Remember both ends of bridges as cells with more links than their bank gives them."""
    s.ends[half] |= bridges | bridges << step & WORD
    if half == 0:
        s.ends[1] |= bridges >> (HALF - step)


@rule
def linked(s: State, cell: int) -> tuple[int, int]:
    """The land links of one cell."""
    half, one = HALF_OF[cell], BIT_OF[cell]
    if s.ends[half] & one:
        return near_links(s, one if half == 0 else 0, one if half == 1 else 0)
    if s.bank[half] & one:
        return NEAR[2 * cell] & s.bank[0], NEAR[2 * cell + 1] & s.bank[1]
    return NEAR[2 * cell] & ~s.bank[0], NEAR[2 * cell + 1] & ~s.bank[1]


@rule
def first_cell(north: int, south: int) -> int:
    """The first cell of a set that is not empty, in reading order."""
    return CELL_AT[lowest(north)] if north else CELL_AT[HALF + lowest(south)]


@rule
def list_cells(north: int, south: int, block: int, out: list[int]) -> int:
    """Write an action for every cell of a set, in reading order; how many."""
    n = 0
    while north:
        out[n] = block + CELL_AT[lowest(north)]
        north &= north - 1
        n += 1
    while south:
        out[n] = block + CELL_AT[HALF + lowest(south)]
        south &= south - 1
        n += 1
    return n


@rule
def list_pairs(cell: int, east: int, west: int, down: int, block: int, out: list[int], n: int) -> int:
    """Write an action for every direction in which `cell` is the first of a pair; the new length."""
    if east:
        out[n] = block + PAIR_OF[cell * DIRECTIONS]
        n += 1
    if west:
        out[n] = block + PAIR_OF[cell * DIRECTIONS + 1]
        n += 1
    if down:
        out[n] = block + PAIR_OF[cell * DIRECTIONS + 2]
        n += 1
    return n
