"""The look-ahead of planning: whether some cells can still become an estate; exact, and without recursion.

The search grows a connected set cell by cell. It first takes whatever is at hand, rare kinds first, which is enough most of
the time. Where that fails it looks around: every step takes one open cell next to the set, or closes that cell, and it turns
back as soon as too few cells of some missing kind can be reached in the steps that are left.

What is needed or missing is one number (see `stars`).
"""

from __future__ import annotations

from math import prod

from zashiki.core.bits import count
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i16s, i32s, i64s
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import BASICS, KINDS, NONE, WORD
from zashiki.games.kazoku_scribe.rules import stars, village
from zashiki.games.kazoku_scribe.rules.stars import ALL, ONE
from zashiki.games.kazoku_scribe.state import State

PRINTED = tuple(sum(cards.REQUIRED[deed * BASICS + kind] * ONE[kind] for kind in range(BASICS)) for deed in range(cards.DEEDS))
SMALLEST_RING = 6  # fewer cells cannot enclose a hole
LEVELS = cards.ESTATE_MOST + 1
# Parts of the basic elements of an estate, doubled ones included.
PARTS = max(prod(2 * number + 1 for number in cards.REQUIRED[at : at + BASICS]) for at in range(0, len(cards.REQUIRED), BASICS))


class Search(Work):
    """For every level of the search the set, the cells next to it, the open cells and what is missing; and what was found."""

    taken_north: list[int] = i64s(LEVELS, 0, WORD)
    taken_south: list[int] = i64s(LEVELS, 0, WORD)
    front_north: list[int] = i64s(LEVELS, 0, WORD)
    front_south: list[int] = i64s(LEVELS, 0, WORD)
    open_north: list[int] = i64s(LEVELS, 0, WORD)
    open_south: list[int] = i64s(LEVELS, 0, WORD)
    missing: list[int] = i32s(LEVELS, 0, sum(ALL))
    found: list[int] = i64s(cards.HALVES, 0, WORD)  # an estate


class Paths(Work):
    """For every part of what is needed: where paths with no more end, and what is next to ends that take no less."""

    end_north: list[int] = i64s(PARTS, 0, WORD)
    end_south: list[int] = i64s(PARTS, 0, WORD)
    near_north: list[int] = i64s(PARTS, 0, WORD)
    near_south: list[int] = i64s(PARTS, 0, WORD)
    apart: list[int] = i16s(BASICS, 1, PARTS)  # parts that differ in one cell of a kind


# What an estate must hold


@rule
def need_of(s: State, seat: int, deed: int, mode: int) -> int:
    """What an estate for the action of a seat in this mode must hold."""
    need, at = 0, (seat * cards.DEEDS + deed) * BASICS
    for kind in range(BASICS):
        need += s.required[at + kind] * ONE[kind]
    return in_mode(need, mode)


@rule
def printed_need(deed: int, mode: int) -> int:
    """The same for a page as it is printed."""
    return in_mode(PRINTED[deed], mode)


@rule
def in_mode(need: int, mode: int) -> int:
    # KZS-19: exactly the required elements; KZS-20: with a double arrow exactly twice as many.
    # KZS-18: one shield, or one double arrow, or no advanced element.
    if mode == cards.DOUBLED:
        return 2 * need + ONE[cards.DOUBLE]
    return need + ONE[cards.SHIELD] if mode == cards.SHIELDED else need


@rule
def cells_in(need: int) -> int:
    """How many cells that is."""
    cells = 0
    while need:
        cells += need & 15
        need >>= 4
    return cells


@rule
def still_missing(page: village.Page, need: int, north: int, south: int) -> int:
    """What is missing when a set has been taken."""
    for kind in range(KINDS):
        if need & ALL[kind]:
            need -= ONE[kind] * (count(north & page.kind[2 * kind]) + count(south & page.kind[2 * kind + 1]))
    return need


@rule
def needed_cells(page: village.Page, need: int) -> tuple[int, int]:
    """The intact cells of all kinds that are missing."""
    north, south = 0, 0
    for kind in range(KINDS):
        if need & ALL[kind]:
            north |= page.kind[2 * kind]
            south |= page.kind[2 * kind + 1]
    return north, south


@rule
def lacking(page: village.Page, need: int, north: int, south: int) -> int:
    """A missing kind of which a set holds too few cells, or NONE."""
    kinds = page.kind
    for kind in range(KINDS):
        number = need & ALL[kind]
        if number:
            here_n, here_s = north & kinds[2 * kind], south & kinds[2 * kind + 1]
            if here_n | here_s == 0 or (number > ONE[kind] and ONE[kind] * (count(here_n) + count(here_s)) < number):
                return kind
    return NONE


@rule
def rarest_at_hand(page: village.Page, need: int, north: int, south: int) -> int:
    """The rarest missing kind that has a cell in a set, or NONE; kinds are numbered from the commonest."""
    kinds = page.kind
    for kind in range(KINDS - 1 if need >= ONE[cards.GATE] else cards.TOWER, -1, -1):
        if need & ALL[kind] and (north & kinds[2 * kind] or south & kinds[2 * kind + 1]):
            return kind
    return NONE


@rule
def rarest_needed(page: village.Page, need: int, north: int, south: int) -> int:
    """The missing kind with the fewest cells in a set."""
    best, least = cards.HOUSE, cards.CELLS
    for kind in range(KINDS):
        if need & ALL[kind]:
            cells = count(north & page.kind[2 * kind]) + count(south & page.kind[2 * kind + 1])
            if cells < least:
                best, least = kind, cells
    return best


# The search


@rule
def start(search: Search, north: int, south: int, need: int) -> None:
    """Level 0 without a cell taken: these are open."""
    search.taken_north[0], search.taken_south[0] = 0, 0
    search.front_north[0], search.front_south[0] = 0, 0
    search.open_north[0], search.open_south[0] = north, south
    search.missing[0] = need


@rule
def start_with(page: village.Page, search: Search, draft_n: int, draft_s: int, need: int) -> None:
    """Level 0 with a draft taken, of an estate that needs so much in all."""
    missing = still_missing(page, need, draft_n, draft_s)
    north, south = needed_cells(page, missing)
    north, south = village.same_bank(page, draft_n, draft_s, north & ~draft_n, south & ~draft_s)
    start(search, north, south, missing)
    search.taken_north[0], search.taken_south[0] = draft_n, draft_s
    # KZS-15: an estate is connected by adjacent elements, so each new cell has a link to the draft.
    search.front_north[0], search.front_south[0] = village.near_within_bank(page, draft_n, draft_s)


@rule
def take(page: village.Page, search: Search, depth: int, place: int, kind: int) -> None:
    """Go one level deeper with this cell; on this level it is closed."""
    north, south = village.cell_at(place)
    open_n, open_s = search.open_north[depth] & ~north, search.open_south[depth] & ~south
    search.open_north[depth], search.open_south[depth] = open_n, open_s
    more_n, more_s = village.around(page, place)
    search.taken_north[depth + 1] = search.taken_north[depth] | north
    search.taken_south[depth + 1] = search.taken_south[depth] | south
    search.front_north[depth + 1] = search.front_north[depth] | more_n
    search.front_south[depth + 1] = search.front_south[depth] | more_s
    missing = search.missing[depth] - ONE[kind]
    if missing & ALL[kind] == 0:
        open_n, open_s = open_n & ~page.kind[2 * kind], open_s & ~page.kind[2 * kind + 1]
    search.open_north[depth + 1], search.open_south[depth + 1] = open_n, open_s
    search.missing[depth + 1] = missing


@rule
def grow_level(page: village.Page, search: Search, depth: int, cells: int) -> int:
    """`grow` from a level of the search."""
    north, south = search.taken_north[depth], search.taken_south[depth]
    front_n, front_s = search.front_north[depth], search.front_south[depth]
    open_n, open_s = search.open_north[depth], search.open_south[depth]
    return grow(page, search, north, south, front_n, front_s, open_n, open_s, search.missing[depth], cells)


@rule
def grow(
    page: village.Page,
    search: Search,
    north: int,
    south: int,
    front_n: int,
    front_s: int,
    open_n: int,
    open_s: int,
    missing: int,
    cells: int,
) -> int:
    """Complete a set with what is at hand, in rounds; 1 when that makes an estate of so many cells, left in `found`."""
    kinds = page.kind
    while missing:
        new_n, new_s = 0, 0
        front_n, front_s = front_n & open_n, front_s & open_s
        for kind in range(KINDS if missing >= ONE[cards.GATE] else cards.GATE):
            if missing & ALL[kind]:
                here_n, here_s = front_n & kinds[2 * kind], front_s & kinds[2 * kind + 1]
                while missing & ALL[kind] and here_n | here_s:
                    missing -= ONE[kind]
                    if here_n:
                        new_n |= here_n & -here_n
                        here_n &= here_n - 1
                    else:
                        new_s |= here_s & -here_s
                        here_s &= here_s - 1
        if new_n | new_s == 0:
            return 0
        north, south = north | new_n, south | new_s
        open_n, open_s = open_n & ~new_n, open_s & ~new_s
        if missing:
            more_n, more_s = village.near_within_bank(page, new_n, new_s)
            front_n, front_s = front_n | more_n, front_s | more_s
    search.found[0], search.found[1] = north, south
    # KZS-21: an estate may have no hole.
    return 1 if cells < SMALLEST_RING or not village.has_hole(north, south) else 0


@rule
def lead(page: village.Page, search: Search, depth: int) -> tuple[int, int]:
    """The open cells next to the set of a level that lead to what is hardest to reach; none when it cannot be completed.

    All missing cells must be within as many steps of the set. The kind that is reached last shows the way: back from
    its cells of the last step to the cells next to the set.
    """
    open_n, open_s = search.open_north[depth], search.open_south[depth]
    front_n, front_s = search.front_north[depth] & open_n, search.front_south[depth] & open_s
    need = search.missing[depth]
    kind = lacking(page, need, front_n, front_s)
    if kind == NONE:
        return front_n, front_s
    north, south = front_n, front_s
    last_n, last_s, hardest = north, south, kind
    steps = cells_in(need)
    while kind != NONE:
        steps -= 1
        near_n, near_s = village.near_within_bank(page, north, south)
        last_n, last_s = near_n & open_n & ~north, near_s & open_s & ~south
        if steps == 0 or last_n | last_s == 0:
            return 0, 0
        north, south = north | last_n, south | last_s
        hardest = kind
        kind = lacking(page, need, north, south)
    last_n, last_s = last_n & page.kind[2 * hardest], last_s & page.kind[2 * hardest + 1]
    while last_n & front_n | last_s & front_s == 0:
        near_n, near_s = village.near_within_bank(page, last_n, last_s)
        last_n, last_s = last_n | near_n & north, last_s | near_s & south
    return last_n & front_n, last_s & front_s


@rule
def completes(page: village.Page, search: Search, place: int, kind: int, cells: int) -> int:
    """Whether a complete estate of so many cells holds those of level 0 and this one; the cell is closed afterwards.

    When there is one, it is left in `found`.
    """
    take(page, search, 0, place, kind)
    depth = 1
    while depth > 0:
        if grow_level(page, search, depth, cells):
            return 1
        north, south = 0, 0
        if search.missing[depth]:
            north, south = lead(page, search, depth)
        if north | south:
            next_kind = rarest_at_hand(page, search.missing[depth], north, south)
            next_place = village.first_place(north & page.kind[2 * next_kind], south & page.kind[2 * next_kind + 1])
            take(page, search, depth, next_place, next_kind)
            depth += 1
        else:
            depth -= 1
    return 0


# The questions


@rule
def some_estate(page: village.Page, search: Search, hoods: stars.Hoods, need: int) -> int:
    """Whether the loaded page has an estate that holds what is needed."""
    cells = cells_in(need)
    if cells <= stars.LARGEST and stars.some_star(page, hoods, need):
        return 1
    open_n, open_s = needed_cells(page, need)
    if lacking(page, need, open_n, open_s) != NONE:
        return 0
    # Every estate holds a cell of its rarest kind: those are the seeds.
    kind = rarest_needed(page, need, open_n, open_s)
    seeds_n, seeds_s = open_n & page.kind[2 * kind], open_s & page.kind[2 * kind + 1]
    if quick_estate(page, search, need - ONE[kind], seeds_n, seeds_s, open_n, open_s):
        return 1
    while seeds_n | seeds_s:
        north, south = next_group(page, seeds_n, seeds_s, open_n, open_s)
        if lacking(page, need, north, south) == NONE:
            start(search, north, south, need)
            wait_n, wait_s = seeds_n & north, seeds_s & south
            while wait_n | wait_s:
                if completes(page, search, village.first_place(wait_n, wait_s), kind, cells):
                    return 1
                wait_n, wait_s = wait_n & search.open_north[0], wait_s & search.open_south[0]
        seeds_n, seeds_s = seeds_n & ~north, seeds_s & ~south
    return 0


@rule
def quick_estate(page: village.Page, search: Search, need: int, seeds_n: int, seeds_s: int, open_n: int, open_s: int) -> int:
    """Whether an estate grows from some seed with what is at hand; `need` is what it needs beside the seed."""
    cells = cells_in(need) + 1
    while seeds_n | seeds_s:
        one_n, one_s = village.first_of(seeds_n, seeds_s)
        front_n, front_s = village.around(page, village.first_place(one_n, one_s))
        north, south = village.same_bank(page, one_n, one_s, open_n & ~one_n, open_s & ~one_s)
        if grow(page, search, one_n, one_s, front_n, front_s, north, south, need, cells):
            return 1
        seeds_n, seeds_s = seeds_n & ~one_n, seeds_s & ~one_s
    return 0


@rule
def next_group(page: village.Page, seeds_n: int, seeds_s: int, open_n: int, open_s: int) -> tuple[int, int]:
    """The open cells that hang together with the first seed."""
    one_n, one_s = village.first_of(seeds_n, seeds_s)
    return village.group_of(page, one_n, one_s, open_n, open_s)


@rule
def fenceable(s: State, seat: int) -> tuple[int, int]:
    """The cells that can be added to the draft of a seat so that a complete estate stays possible."""
    page, search = village.Page(), Search()
    village.load_page(s, page, seat)
    need = need_of(s, seat, s.deed[seat], s.mode[seat])
    draft_n, draft_s = s.draft[2 * seat], s.draft[2 * seat + 1]
    if draft_n | draft_s == 0:
        village.load_links(s, page, seat)
        return in_some_estate(page, search, need)
    start_with(page, search, draft_n, draft_s, need)
    ask_n, ask_s = search.front_north[0] & search.open_north[0], search.front_south[0] & search.open_south[0]
    cells = cells_in(need)
    if cells < SMALLEST_RING and lacking(page, search.missing[0], ask_n, ask_s) == NONE:
        return ask_n, ask_s
    good_n, good_s = 0, 0
    if grow_level(page, search, 0, cells):
        good_n, good_s = settled(page, search, ask_n, ask_s, cells)
    return certified(page, search, ask_n, ask_s, good_n, good_s, cells)


@rule
def in_some_estate(page: village.Page, search: Search, need: int) -> tuple[int, int]:
    """All cells of all estates that hold what is needed."""
    open_n, open_s = needed_cells(page, need)
    kind, cells = cards.SHIELD if need & ALL[cards.SHIELD] else cards.DOUBLE, cells_in(need)
    if need & ALL[kind] == 0:
        kind = rarest_needed(page, need, open_n, open_s)
    seeds_n, seeds_s = page.kind[2 * kind], page.kind[2 * kind + 1]
    open_n, open_s = on_paths(page, need - ONE[kind], seeds_n, seeds_s)
    good_n, good_s = 0, 0
    if cells <= stars.LARGEST:
        good_n, good_s = stars.in_some_star(page, need)
    while seeds_n | seeds_s:
        north, south = next_group(page, seeds_n, seeds_s, open_n, open_s)
        if lacking(page, need, north, south) == NONE:
            start(search, north, south, need)
            more_n, more_s = certified(page, search, north, south, good_n, good_s, cells)
            good_n, good_s = good_n | more_n, good_s | more_s
        seeds_n, seeds_s = seeds_n & ~north, seeds_s & ~south
    return good_n, good_s


@rule
def on_paths(page: village.Page, need: int, north: int, south: int) -> tuple[int, int]:
    """The cells that paths from a set lead to, the set included; a path holds no more than is needed of each basic element.

    Paths are sorted by what they hold. Those that lead to a cell which can be reached with less are not followed.
    """
    paths, kinds, size = Paths(), page.kind, 1
    for kind in range(BASICS):
        paths.apart[kind] = size
        size *= 1 + (need >> 4 * kind & 15)
    paths.near_north[0], paths.near_south[0] = village.near_links(page, north, south)
    paths.end_north[0], paths.end_south[0] = north, south
    held = 0
    for at in range(1, size):
        held = next_part(held, need)
        north, south, new_n, new_s = 0, 0, 0, 0
        for kind in range(BASICS):
            if held & ALL[kind]:
                before = at - paths.apart[kind]
                north, south = north | paths.end_north[before], south | paths.end_south[before]
                new_n |= paths.near_north[before] & kinds[2 * kind]
                new_s |= paths.near_south[before] & kinds[2 * kind + 1]
        new_n, new_s = new_n & ~north, new_s & ~south
        paths.near_north[at], paths.near_south[at] = 0, 0
        if new_n | new_s:
            paths.near_north[at], paths.near_south[at] = village.near_links(page, new_n, new_s)
        north, south = north | new_n, south | new_s
        paths.end_north[at], paths.end_south[at] = north, south
    return north, south


@rule
def next_part(part: int, whole: int) -> int:
    """Count parts of what is needed up: the one after this."""
    kind = 0
    while part & ALL[kind] == whole & ALL[kind]:
        part &= ~ALL[kind]
        kind += 1
    return part + ONE[kind]


@rule
def settled(page: village.Page, search: Search, ask_n: int, ask_s: int, cells: int) -> tuple[int, int]:
    """The asked cells that the estate just found answers for: its own, and those that can be exchanged for one of them."""
    north, south = search.found[0], search.found[1]
    good_n, good_s = ask_n & north, ask_s & south
    near_n, near_s = village.near_within_bank(page, north, south)
    wait_n, wait_s = ask_n & near_n & ~north, ask_s & near_s & ~south
    if wait_n | wait_s == 0:
        return good_n, good_s
    loose_n, loose_s = village.loose_cells(page, north, south)
    loose_n, loose_s = loose_n & ~search.taken_north[0], loose_s & ~search.taken_south[0]
    for kind in range(KINDS):
        here_n, here_s = wait_n & page.kind[2 * kind], wait_s & page.kind[2 * kind + 1]
        give_n, give_s = loose_n & page.kind[2 * kind], loose_s & page.kind[2 * kind + 1]
        if here_n | here_s and give_n | give_s:
            one_n, one_s = village.first_of(give_n, give_s)
            near_n, near_s = village.near_within_bank(page, north & ~one_n, south & ~one_s)
            give_n, give_s = give_n & ~one_n, give_s & ~one_s
            if cells < SMALLEST_RING:
                if give_n | give_s == 0:
                    # A cell that touches only the one to be given up cannot take its place.
                    here_n, here_s = here_n & near_n, here_s & near_s
                good_n, good_s = good_n | here_n, good_s | here_s
            else:
                two_n, two_s = village.first_of(give_n, give_s)
                more_n, more_s = without_hole(north & ~one_n, south & ~one_s, here_n & near_n, here_s & near_s)
                good_n, good_s = good_n | more_n, good_s | more_s
                if two_n | two_s:
                    more_n, more_s = without_hole(north & ~two_n, south & ~two_s, here_n & ~near_n, here_s & ~near_s)
                    good_n, good_s = good_n | more_n, good_s | more_s
    return good_n, good_s


@rule
def without_hole(north: int, south: int, here_n: int, here_s: int) -> tuple[int, int]:
    """Those of some cells with which a set has no hole; each of them touches it."""
    good_n, good_s = 0, 0
    while here_n | here_s:
        one_n, one_s = village.first_of(here_n, here_s)
        if not village.has_hole(north | one_n, south | one_s):
            good_n, good_s = good_n | one_n, good_s | one_s
        here_n, here_s = here_n & ~one_n, here_s & ~one_s
    return good_n, good_s


@rule
def certified(
    page: village.Page, search: Search, ask_n: int, ask_s: int, good_n: int, good_s: int, cells: int
) -> tuple[int, int]:
    """Those of the asked cells that are in some complete estate, given some of them. One estate settles several at once."""
    for kind in range(KINDS - 1, -1, -1):
        if search.missing[0] & ALL[kind]:
            wait_n, wait_s = ask_n & page.kind[2 * kind] & ~good_n, ask_s & page.kind[2 * kind + 1] & ~good_s
            while wait_n | wait_s:
                open_n, open_s = search.open_north[0], search.open_south[0]
                if completes(page, search, village.first_place(wait_n, wait_s), kind, cells):
                    # The cell stays open for the others; a cell without an estate stays closed.
                    search.open_north[0], search.open_south[0] = open_n, open_s
                    more_n, more_s = settled(page, search, ask_n & ~good_n, ask_s & ~good_s, cells)
                    good_n, good_s = good_n | more_n, good_s | more_s
                wait_n &= search.open_north[0] & ~good_n
                wait_s &= search.open_south[0] & ~good_s
    return good_n, good_s
