"""The look-ahead of planning: whether some cells can still become an estate; exact, and without recursion.

The search grows a connected set cell by cell. Every step takes one open cell next to the set, or closes that cell; it
turns back as soon as too few cells of some missing kind can be reached in the steps that are left.
"""

from __future__ import annotations

from zashiki.core.bits import count
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8s, i64s
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import BASICS, KINDS, NONE
from zashiki.games.kazoku_scribe.rules import village
from zashiki.games.kazoku_scribe.state import State

RARE_FIRST = (cards.GATE, cards.DOUBLE, cards.SHIELD, cards.TOWER, cards.TREE, cards.HOUSE)
SMALLEST_RING = 6  # fewer cells cannot enclose a hole
LEVELS = cards.ESTATE_MOST + 1


class Search(Work):
    """What is missing, and for every level of the search the set, the cells next to it and the open cells."""

    need: list[int] = i8s(KINDS, 0, 12)
    found: list[int] = i64s(cards.HALVES, 0, cards.WORD)
    taken_north: list[int] = i64s(LEVELS, 0, cards.WORD)
    taken_south: list[int] = i64s(LEVELS, 0, cards.WORD)
    front_north: list[int] = i64s(LEVELS, 0, cards.WORD)
    front_south: list[int] = i64s(LEVELS, 0, cards.WORD)
    open_north: list[int] = i64s(LEVELS, 0, cards.WORD)
    open_south: list[int] = i64s(LEVELS, 0, cards.WORD)
    added: list[int] = i8s(LEVELS, 0, KINDS - 1)


@rule
def load_need(s: State, search: Search, seat: int, deed: int, mode: int) -> int:
    """Note what an estate for the action in this mode must hold, of every kind; how many cells that is."""
    for kind in range(BASICS):
        search.need[kind] = s.required[(seat * cards.DEEDS + deed) * BASICS + kind]
    return need_in_mode(search, mode)


@rule
def load_printed_need(search: Search, deed: int, mode: int) -> int:
    """The same for a page as it is printed."""
    for kind in range(BASICS):
        search.need[kind] = cards.REQUIRED[deed * BASICS + kind]
    return need_in_mode(search, mode)


@rule
def need_in_mode(search: Search, mode: int) -> int:
    """Turn the basic elements in `need` into what the mode asks for; how many cells that is."""
    # KZS-19: exactly the required elements; KZS-20: with a double arrow exactly twice as many.
    if mode == cards.DOUBLED:
        for kind in range(BASICS):
            search.need[kind] *= 2
    # KZS-18: one shield, or one double arrow, or no advanced element.
    search.need[cards.SHIELD] = 1 if mode == cards.SHIELDED else 0
    search.need[cards.DOUBLE] = 1 if mode == cards.DOUBLED else 0
    cells = 0
    for kind in range(KINDS):
        cells += search.need[kind]
    return cells


@rule
def needed_cells(page: village.Page, search: Search, half: int) -> int:
    """The intact cells of all kinds that are still missing."""
    cells = 0
    for kind in range(KINDS):
        if search.need[kind]:
            cells |= page.kind[kind * cards.HALVES + half]
    return cells


@rule
def count_kind(page: village.Page, kind: int, north: int, south: int) -> int:
    return count(north & page.kind[2 * kind]) + count(south & page.kind[2 * kind + 1])


@rule
def lacking(page: village.Page, search: Search, north: int, south: int) -> int:
    """A missing kind of which a set holds too few cells, or NONE."""
    need, cells = search.need, page.kind
    for kind in range(KINDS):
        if need[kind] and count(north & cells[2 * kind]) + count(south & cells[2 * kind + 1]) < need[kind]:
            return kind
    return NONE


@rule
def lead(page: village.Page, search: Search, depth: int, missing: int) -> tuple[int, int]:
    """The open cells next to the set of a level that lead to what is hardest to reach; none when it cannot be completed.

    All `missing` cells must be within that many steps of the set. The kind that is reached last shows the way: back from
    its cells of the last step to the cells next to the set.
    """
    open_n, open_s = search.open_north[depth], search.open_south[depth]
    front_n, front_s = search.front_north[depth] & open_n, search.front_south[depth] & open_s
    north, south = front_n, front_s
    last_n, last_s = north, south
    kind = lacking(page, search, north, south)
    hardest = kind
    while kind != NONE:
        missing -= 1
        near_n, near_s = village.near_links(page, north, south)
        last_n, last_s = near_n & open_n & ~north, near_s & open_s & ~south
        if missing == 0 or last_n | last_s == 0:
            return 0, 0
        north, south = north | last_n, south | last_s
        hardest = kind
        kind = lacking(page, search, north, south)
    if hardest == NONE:
        return front_n, front_s
    last_n, last_s = last_n & page.kind[2 * hardest], last_s & page.kind[2 * hardest + 1]
    while last_n & front_n | last_s & front_s == 0:
        near_n, near_s = village.near_links(page, last_n, last_s)
        last_n, last_s = last_n | near_n & north, last_s | near_s & south
    return last_n & front_n, last_s & front_s


@rule
def complete(search: Search, depth: int, cells: int) -> int:
    """Whether an estate whose numbers are right has no hole; it is left in `found`."""
    search.found[0], search.found[1] = search.taken_north[depth], search.taken_south[depth]
    # KZS-21: an estate may have no hole.
    if cells < SMALLEST_RING:
        return 1
    hole_n, hole_s = village.hole_in(search.found[0], search.found[1])
    return 1 if hole_n | hole_s == 0 else 0


@rule
def rarest_at_hand(page: village.Page, search: Search, north: int, south: int) -> int:
    """The rarest missing kind that has a cell in the set."""
    for k in range(KINDS - 1):
        kind = RARE_FIRST[k]
        if search.need[kind] and (north & page.kind[2 * kind] or south & page.kind[2 * kind + 1]):
            return kind
    return RARE_FIRST[KINDS - 1]


@rule
def take(page: village.Page, search: Search, depth: int, cell: int, kind: int) -> None:
    """Go one level deeper with this cell; on this level it is closed."""
    north, south = village.only(cell)
    search.open_north[depth] &= ~north
    search.open_south[depth] &= ~south
    search.need[kind] -= 1
    more_n, more_s = village.linked(page, cell)
    search.taken_north[depth + 1] = search.taken_north[depth] | north
    search.taken_south[depth + 1] = search.taken_south[depth] | south
    search.front_north[depth + 1] = search.front_north[depth] | more_n
    search.front_south[depth + 1] = search.front_south[depth] | more_s
    search.open_north[depth + 1] = search.open_north[depth]
    search.open_south[depth + 1] = search.open_south[depth]
    if search.need[kind] == 0:
        search.open_north[depth + 1] &= ~page.kind[2 * kind]
        search.open_south[depth + 1] &= ~page.kind[2 * kind + 1]
    search.added[depth + 1] = kind


@rule
def give_back(search: Search, depth: int) -> None:
    """Put back into `need` everything taken down to a level."""
    while depth > 0:
        search.need[search.added[depth]] += 1
        depth -= 1


@rule
def completes(page: village.Page, search: Search, cell: int, kind: int, cells: int, left: int) -> int:
    """Whether a complete estate holds the cells of level 0 and this one; the cell is closed afterwards, for a retry.

    Level 0 holds the cells taken so far, the cells next to them and the open cells. The estate has `cells` cells, of which
    `left` are still missing. When there is one, it is left in `found`.
    """
    take(page, search, 0, cell, kind)
    depth = 1
    while depth > 0:
        missing = left - depth
        if missing == 0:
            if complete(search, depth, cells):
                give_back(search, depth)
                return 1
        else:
            north, south = lead(page, search, depth, missing)
            if north | south:
                next_kind = rarest_at_hand(page, search, north, south)
                next_cell = village.first_cell(north & page.kind[2 * next_kind], south & page.kind[2 * next_kind + 1])
                take(page, search, depth, next_cell, next_kind)
                depth += 1
                continue
        search.need[search.added[depth]] += 1
        depth -= 1
    return 0


@rule
def rarest_needed(page: village.Page, search: Search, north: int, south: int) -> int:
    """The missing kind with the fewest cells in a set."""
    best, least = cards.HOUSE, 99
    for kind in range(KINDS):
        if search.need[kind]:
            cells = count_kind(page, kind, north, south)
            if cells < least:
                best, least = kind, cells
    return best


@rule
def estate_fits(s: State, page: village.Page, search: Search, seat: int, deed: int, mode: int) -> int:
    """Whether the loaded page has a complete estate for the action in this mode."""
    return some_estate(page, search, load_need(s, search, seat, deed, mode))


@rule
def some_estate(page: village.Page, search: Search, cells: int) -> int:
    """Whether the loaded page has an estate of what is needed; `cells` is its size."""
    search.taken_north[0], search.taken_south[0] = 0, 0
    search.front_north[0], search.front_south[0] = 0, 0
    search.open_north[0], search.open_south[0] = needed_cells(page, search, 0), needed_cells(page, search, 1)
    if lacking(page, search, search.open_north[0], search.open_south[0]) != NONE:
        return 0
    # Every estate holds a cell of its rarest kind: those are the seeds.
    kind = rarest_needed(page, search, search.open_north[0], search.open_south[0])
    while True:
        north, south = search.open_north[0] & page.kind[2 * kind], search.open_south[0] & page.kind[2 * kind + 1]
        if north | south == 0:
            return 0
        if completes(page, search, village.first_cell(north, south), kind, cells, cells):
            return 1


@rule
def load_draft(s: State, page: village.Page, search: Search, seat: int) -> tuple[int, int]:
    """Make the draft of a seat level 0 of the search; how many cells its estate has, and how many of them are missing."""
    cells = load_need(s, search, seat, s.deed[seat], s.mode[seat])
    draft_n, draft_s = s.draft[2 * seat], s.draft[2 * seat + 1]
    left = cells
    for kind in range(KINDS):
        drafted = count_kind(page, kind, draft_n, draft_s)
        search.need[kind] -= drafted
        left -= drafted
    search.taken_north[0], search.taken_south[0] = draft_n, draft_s
    # KZS-15: an estate is connected by adjacent elements, so each new cell has a link to the draft.
    search.front_north[0], search.front_south[0] = village.near_links(page, draft_n, draft_s)
    search.open_north[0] = needed_cells(page, search, 0) & ~draft_n
    search.open_south[0] = needed_cells(page, search, 1) & ~draft_s
    return cells, left


@rule
def fenceable(s: State, seat: int) -> tuple[int, int]:
    """The cells that can be added to the draft of a seat so that a complete estate stays possible."""
    page, search = village.Page(), Search()
    village.load_page(s, page, seat)
    cells, left = load_draft(s, page, search, seat)
    next_n, next_s = search.open_north[0], search.open_south[0]
    if search.taken_north[0] | search.taken_south[0]:
        next_n, next_s = next_n & search.front_north[0], next_s & search.front_south[0]
    return certified(page, search, next_n, next_s, cells, left)


@rule
def certified(page: village.Page, search: Search, ask_n: int, ask_s: int, cells: int, left: int) -> tuple[int, int]:
    """Those of the asked cells that are in some complete estate. One estate settles all its cells at once."""
    good_n, good_s = 0, 0
    for k in range(KINDS):
        kind = RARE_FIRST[k]
        if search.need[kind]:
            wait_n, wait_s = ask_n & page.kind[2 * kind] & ~good_n, ask_s & page.kind[2 * kind + 1] & ~good_s
            while wait_n | wait_s:
                cell = village.first_cell(wait_n, wait_s)
                open_n, open_s = search.open_north[0], search.open_south[0]
                if completes(page, search, cell, kind, cells, left):
                    # The cell stays open for the others; a cell without an estate stays closed.
                    search.open_north[0], search.open_south[0] = open_n, open_s
                    good_n |= search.found[0] & ask_n
                    good_s |= search.found[1] & ask_s
                wait_n &= search.open_north[0] & ~good_n
                wait_s &= search.open_south[0] & ~good_s
    return good_n, good_s
