"""What an estate must hold, and how much of it a set of cells holds: numbers of eight bits for each kind, side by side in one."""

from __future__ import annotations

from zashiki.core.bits import count
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import BASICS, EAST_BANK, KINDS, WEST_BANK
from zashiki.games.kazoku_scribe.rules.village import Page
from zashiki.games.kazoku_scribe.state import State

ONE = tuple(1 << 8 * kind for kind in range(KINDS))  # a cell of a kind
RARE = ONE[cards.GATE]  # gates, shields and double arrows are numbered last
ONES = sum(ONE)
TOPS = ONES << 7  # the top bit of each number, which marks kinds
GATES, SHIELDS, DOUBLES = (ONE[kind] << 7 for kind in (cards.GATE, cards.SHIELD, cards.DOUBLE))
BASIC = sum(ONE[kind] for kind in range(BASICS)) << 7  # all basic kinds, marked
TIMES = (1, 1, 2)  # what a mode needs of basic elements
ADVANCED = (0, ONE[cards.SHIELD], ONE[cards.DOUBLE])
# NEEDED[requirement]: what an estate for it must hold.
NEEDED = tuple(sum((packed >> 2 * kind & 3) * ONE[kind] for kind in range(BASICS)) for packed in range(cards.MOST_REQUIRED + 1))


@rule
def need_of(s: State, seat: int, deed: int, mode: int) -> int:
    """What an estate for the action of a seat in this mode must hold."""
    return in_mode(NEEDED[s.required[seat * cards.DEEDS + deed]], mode)


@rule
def in_mode(need: int, mode: int) -> int:
    # KZS-19: exactly the required elements; KZS-20: with a double arrow exactly twice as many.
    # KZS-18: one shield, or one double arrow, or no advanced element.
    return need * TIMES[mode] + ADVANCED[mode]


@rule
def cells_in(need: int) -> int:
    """How many cells that is."""
    return need * ONES >> 8 * (KINDS - 1) & 255


@rule
def tally(page: Page, need: int, west: int, east: int) -> int:
    """How many intact cells of each kind a set holds; rare kinds are counted only if they are needed."""
    if east == 0:
        return tally_on(page, need, WEST_BANK, west)
    if west == 0:
        return tally_on(page, need, EAST_BANK, east)
    return tally_on(page, need, WEST_BANK, west) + tally_on(page, need, EAST_BANK, east)


@rule
def tally_on(page: Page, need: int, side: int, cells: int) -> int:
    """The same for cells of one bank."""
    kinds = page.kind
    held = count(cells & kinds[side]) + (count(cells & kinds[2 + side]) << 8) + (count(cells & kinds[4 + side]) << 16)
    if need >= RARE:
        held += count(cells & kinds[6 + side]) << 24
        held += (count(cells & kinds[8 + side]) << 32) + (count(cells & kinds[10 + side]) << 40)
    return held


@rule
def short_of(held: int, need: int) -> int:
    """The kinds of which too few are held."""
    return held + TOPS - need & TOPS ^ TOPS


@rule
def some_of(need: int) -> int:
    """The kinds of which something is needed."""
    return need + (TOPS - ONES) & TOPS


@rule
def cells_of(page: Page, marked: int) -> tuple[int, int]:
    """All intact cells of the marked kinds."""
    kinds, house, tree, tower = page.kind, -(marked >> 7 & 1), -(marked >> 15 & 1), -(marked >> 23 & 1)
    west, east = kinds[0] & house | kinds[2] & tree | kinds[4] & tower, kinds[1] & house | kinds[3] & tree | kinds[5] & tower
    if marked >= RARE:
        if marked & GATES:
            west, east = west | kinds[6], east | kinds[7]
        if marked & SHIELDS:
            west, east = west | kinds[8], east | kinds[9]
        if marked & DOUBLES:
            west, east = west | kinds[10], east | kinds[11]
    return west, east


@rule
def cells_on(page: Page, marked: int, side: int) -> int:
    """The same on one bank."""
    kinds = page.kind
    cells = kinds[side] & -(marked >> 7 & 1) | kinds[2 + side] & -(marked >> 15 & 1) | kinds[4 + side] & -(marked >> 23 & 1)
    if marked >= RARE:
        if marked & GATES:
            cells |= kinds[6 + side]
        if marked & SHIELDS:
            cells |= kinds[8 + side]
        if marked & DOUBLES:
            cells |= kinds[10 + side]
    return cells


@rule
def kind_of(page: Page, west: int, east: int) -> int:
    """The kind of a single intact cell."""
    kind = 0
    while west & page.kind[2 * kind] | east & page.kind[2 * kind + 1] == 0:
        kind += 1
    return kind
