"""Whether a set of cells can become an estate: a search from any set, over bridges, for estates of any size; exact.

A set is a core when all that it still lacks touches it: then any choice of touching cells completes it. The search first goes
straight ahead, by the shortest way to whatever is hardest to reach, which is enough most of the time. Where that fails it looks
at everything: each step takes one cell beside the set, or closes that cell, and it turns back as soon as too few cells of some
missing kind can be reached in the steps that are left.
"""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8, i64, i64s
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import EAST_BANK, KINDS, WEST_BANK, WORD
from zashiki.games.kazoku_scribe.rules import needs, village
from zashiki.games.kazoku_scribe.rules.needs import ONE, RARE

SMALLEST_RING = 6  # fewer cells cannot enclose a hole
NEVER, NOT_YET, FOUND = -1, 0, 1
LEVELS = cards.ESTATE_MOST + 1
MOST = (1 << 8 * KINDS) - 1


class Draft(Work):
    """A set that is to become an estate: its cells, all that is linked to them, the cells still open, and what is missing."""

    west: int = i64(0, WORD)
    east: int = i64(0, WORD)
    front_west: int = i64(0, WORD)
    front_east: int = i64(0, WORD)
    open_west: int = i64(0, WORD)
    open_east: int = i64(0, WORD)
    missing: int = i64(0, MOST)


class Found(Work):
    """A core, what touches it, and what it lacks.

    If a choice of touching cells may have a hole, also one that has none.
    """

    west: int = i64(0, WORD)
    east: int = i64(0, WORD)
    touch_west: int = i64(0, WORD)
    touch_east: int = i64(0, WORD)
    lacking: int = i64(0, MOST)
    holes: int = i8(0, 1)
    fill_west: int = i64(0, WORD)
    fill_east: int = i64(0, WORD)


class Layers(Work):
    """The cells that are reached with each step."""

    west: list[int] = i64s(LEVELS, 0, WORD)
    east: list[int] = i64s(LEVELS, 0, WORD)


class Levels(Work):
    """The drafts of all levels of the search."""

    west: list[int] = i64s(LEVELS, 0, WORD)
    east: list[int] = i64s(LEVELS, 0, WORD)
    front_west: list[int] = i64s(LEVELS, 0, WORD)
    front_east: list[int] = i64s(LEVELS, 0, WORD)
    open_west: list[int] = i64s(LEVELS, 0, WORD)
    open_east: list[int] = i64s(LEVELS, 0, WORD)
    missing: list[int] = i64s(LEVELS, 0, MOST)


@rule
def start(page: village.Page, draft: Draft, west: int, east: int, need: int) -> int:
    """Make a set the draft of an estate that holds what is needed; 0 if it holds more than that."""
    held = needs.tally(page, need, west, east)
    if needs.short_of(need, held):
        return 0
    draft.west, draft.east, draft.missing = west, east, need - held
    open_w, open_e = needs.cells_of(page, needs.some_of(draft.missing))
    draft.open_west, draft.open_east = open_w & ~west, open_e & ~east
    # KZS-15: an estate is connected by adjacent elements, so each new cell has a link to the draft.
    draft.front_west, draft.front_east = village.near(page, west, east)
    return 1


@rule
def start_empty(page: village.Page, draft: Draft, need: int) -> None:
    """The draft of an estate that holds what is needed, without a cell."""
    draft.west, draft.east, draft.front_west, draft.front_east, draft.missing = 0, 0, 0, 0, need
    draft.open_west, draft.open_east = needs.cells_of(page, needs.some_of(need))


@rule
def add(page: village.Page, draft: Draft, new: Draft, kind: int, west: int, east: int) -> None:
    """The draft with one more cell, of that kind."""
    open_w, open_e = draft.open_west & ~west, draft.open_east & ~east
    near_w, near_e = village.near(page, west, east)
    new.west, new.east = draft.west | west, draft.east | east
    new.front_west, new.front_east = draft.front_west | near_w, draft.front_east | near_e
    new.missing = draft.missing - ONE[kind]
    if new.missing >> 8 * kind & 255 == 0:
        open_w, open_e = open_w & ~page.kind[2 * kind], open_e & ~page.kind[2 * kind + 1]
    new.open_west, new.open_east = open_w, open_e


@rule
def add_some(page: village.Page, draft: Draft, new: Draft, kind: int, west: int, east: int) -> None:
    """The draft with one of these cells, without saying which: whatever is linked to any of them, and all of them still open."""
    near_w, near_e = village.near(page, west, east)
    new.west, new.east, new.missing = draft.west, draft.east, draft.missing - ONE[kind]
    new.front_west, new.front_east = draft.front_west | near_w, draft.front_east | near_e
    new.open_west, new.open_east = draft.open_west, draft.open_east
    if new.missing >> 8 * kind & 255 == 0:
        new.open_west, new.open_east = draft.open_west & ~page.kind[2 * kind], draft.open_east & ~page.kind[2 * kind + 1]


# Cores


@rule
def finish(page: village.Page, found: Found, west: int, east: int, touch_w: int, touch_e: int, lacking: int, cells: int) -> int:
    """Keep a core, whose estates have so many cells: FOUND; NOT_YET if the first such estate has a hole."""
    found.holes = 0
    if cells >= SMALLEST_RING and village.may_enclose(west | touch_w, east | touch_e, touch_w, touch_e):
        fill_w, fill_e = fill(page, touch_w, touch_e, lacking)
        # KZS-21: an estate may have no hole.
        if village.has_hole(page, west | fill_w, east | fill_e):
            return NOT_YET
        found.holes, found.fill_west, found.fill_east = 1, fill_w, fill_e
    found.west, found.east, found.lacking = west, east, lacking
    found.touch_west, found.touch_east = touch_w, touch_e
    return FOUND


@rule
def fill(page: village.Page, touch_w: int, touch_e: int, lacking: int) -> tuple[int, int]:
    """As many touching cells of each kind as are lacking."""
    west, east, kind = 0, 0, 0
    while lacking:
        here_w, here_e = touch_w & page.kind[2 * kind], touch_e & page.kind[2 * kind + 1]
        for _ in range(lacking & 255):
            if here_w:
                west |= here_w & -here_w
                here_w &= here_w - 1
            else:
                east |= here_e & -here_e
                here_e &= here_e - 1
        lacking >>= 8
        kind += 1
    return west, east


@rule
def answered(page: village.Page, found: Found, ask_w: int, ask_e: int) -> tuple[int, int]:
    """The asked cells that the core just found answers for: its own, and all touching ones of the kinds that it lacks."""
    west, east = found.west, found.east
    if not found.holes:
        more_w, more_e = needs.cells_of(page, needs.some_of(found.lacking))
        return ask_w & (west | found.touch_west & more_w), ask_e & (east | found.touch_east & more_e)
    west, east = west | found.fill_west, east | found.fill_east
    good_w, good_e = west, east
    wait_w, wait_e = ask_w & found.touch_west & ~west, ask_e & found.touch_east & ~east
    lacking, kind = found.lacking, 0
    while lacking:
        here_w, here_e = wait_w & page.kind[2 * kind], wait_e & page.kind[2 * kind + 1]
        if lacking & 255 and here_w | here_e:
            # Each of them can take the place of another one of its kind.
            out_w, out_e = village.first_of(found.fill_west & page.kind[2 * kind], found.fill_east & page.kind[2 * kind + 1])
            more_w, more_e = without_hole(page, west & ~out_w, east & ~out_e, here_w, here_e)
            good_w, good_e = good_w | more_w, good_e | more_e
        lacking >>= 8
        kind += 1
    return ask_w & good_w, ask_e & good_e


@rule
def without_hole(page: village.Page, west: int, east: int, here_w: int, here_e: int) -> tuple[int, int]:
    """Those of some cells with which a set has no hole; each of them touches it."""
    good_w, good_e = 0, 0
    while here_w | here_e:
        one_w, one_e = village.first_of(here_w, here_e)
        if not village.has_hole(page, west | one_w, east | one_e):
            good_w, good_e = good_w | one_w, good_e | one_e
        here_w, here_e = here_w & ~one_w, here_e & ~one_e
    return good_w, good_e


# Straight ahead, on one bank


@rule
def go_straight(page: village.Page, draft: Draft, found: Found, cells: int) -> int:
    """Go the shortest way to whatever is reached last, over and over: FOUND if that leads to a core, NEVER if nothing can."""
    if draft.west and draft.east:
        return NOT_YET
    layers, missing = Layers(), draft.missing
    side = EAST_BANK if draft.east else WEST_BANK
    core, front, free = draft.west | draft.east, draft.front_west, draft.open_west
    if side == EAST_BANK:
        front, free = draft.front_east, draft.open_east
    while True:
        touch = front & free
        held = needs.tally_on(page, missing, side, touch)
        if needs.short_of(held, missing) == 0:
            if side == EAST_BANK:
                return finish(page, found, 0, core, 0, touch, missing, cells)
            return finish(page, found, core, 0, touch, 0, missing, cells)
        steps, last = walk_out(page, layers, side, touch, free, missing, held)
        if steps == 0:
            return NEVER if missing == draft.missing and not crosses(page, draft, side, core | last) else NOT_YET
        path = walk_back(page, layers, side, steps, last, missing)
        held = needs.tally_on(page, missing, side, path)
        if needs.short_of(missing, held):
            return NOT_YET
        core, missing = core | path, missing - held
        free &= needs.cells_on(page, needs.some_of(missing), side) & ~path
        front |= village.grown(path)


@rule
def crosses(page: village.Page, draft: Draft, side: int, cells: int) -> int:
    """Whether a bridge leads from cells of a bank to something that a draft may still hold."""
    if page.bridged == 0 or cells & page.ends[side] == 0:
        return 0
    if side == EAST_BANK:
        return 1 if village.over_from_east(page, cells) & draft.open_west else 0
    return 1 if village.over_from_west(page, cells) & draft.open_east else 0


@rule
def walk_out(page: village.Page, layers: Layers, side: int, touch: int, free: int, missing: int, held: int) -> tuple[int, int]:
    """How many steps from touching cells lead to enough of everything, and the kinds reached last; 0 and all that was reached."""
    most, last, steps, hardest = needs.cells_in(missing) - 1, touch, 0, 0
    layers.west[0] = touch
    lack = needs.short_of(held, missing)
    while lack:
        last = village.grown(last) & free & ~touch
        if steps == most or last == 0:
            return 0, touch
        steps += 1
        layers.west[steps] = last
        touch, hardest = touch | last, lack
        held += needs.tally_on(page, missing, side, last)
        lack = needs.short_of(held, missing)
    return steps, hardest


@rule
def walk_back(page: village.Page, layers: Layers, side: int, steps: int, hardest: int, missing: int) -> int:
    """A way from the last layer, beginning with a cell of a kind reached last, over what is missing most."""
    common = page.kind[2 * (cards.HOUSE if missing & 255 >= missing >> 8 & 255 else cards.TREE) + side]
    cell = layers.west[steps] & needs.cells_on(page, hardest, side)
    cell &= -cell
    path = cell
    for step in range(steps - 1, -1, -1):
        near = village.grown(cell) & layers.west[step]
        cell = near & common if near & common else near
        cell &= -cell
        path |= cell
    return path


# Everywhere


@rule
def reach_out(
    page: village.Page, layers: Layers, touch_w: int, touch_e: int, open_w: int, open_e: int, missing: int, lack: int
) -> tuple[int, int]:
    """`walk_out` over bridges."""
    layers.west[0], layers.east[0] = touch_w, touch_e
    last_w, last_e, hardest, steps = touch_w, touch_e, lack, 0
    most = needs.cells_in(missing) - 1
    while lack:
        near_w, near_e = village.near(page, last_w, last_e)
        last_w, last_e = near_w & open_w & ~touch_w, near_e & open_e & ~touch_e
        if steps == most or last_w | last_e == 0:
            return 0, 0
        steps += 1
        layers.west[steps], layers.east[steps] = last_w, last_e
        touch_w, touch_e, hardest = touch_w | last_w, touch_e | last_e, lack
        lack = needs.short_of(needs.tally(page, missing, touch_w, touch_e), missing)
    return steps, hardest


@rule
def shortest_ways(
    page: village.Page, layers: Layers, touch_w: int, touch_e: int, open_w: int, open_e: int, missing: int, lack: int
) -> int:
    """Leave in the layers only the shortest ways to what is hardest to reach; how many layers, none if that is too far away.

    All missing cells must be within as many steps of the set.
    """
    steps, hardest = reach_out(page, layers, touch_w, touch_e, open_w, open_e, missing, lack)
    if steps == 0:
        return 0
    west, east = needs.cells_of(page, hardest)
    layers.west[steps], layers.east[steps] = west & layers.west[steps], east & layers.east[steps]
    for step in range(steps - 1, -1, -1):
        west, east = village.near(page, layers.west[step + 1], layers.east[step + 1])
        layers.west[step], layers.east[step] = west & layers.west[step], east & layers.east[step]
    return steps + 1


@rule
def search(page: village.Page, draft: Draft, found: Found, cells: int) -> int:
    """Whether some estate of so many cells holds the draft; a core of it is found."""
    levels, layers, depth, missing = Levels(), Layers(), 0, draft.missing
    all_w, all_e, front_w, front_e = draft.west, draft.east, draft.front_west, draft.front_east
    open_w, open_e = draft.open_west, draft.open_east
    while True:
        touch_w, touch_e, steps = front_w & open_w, front_e & open_e, 1
        lack = needs.short_of(needs.tally(page, missing, touch_w, touch_e), missing)
        if lack:
            steps = shortest_ways(page, layers, touch_w, touch_e, open_w, open_e, missing, lack)
            touch_w, touch_e = layers.west[0], layers.east[0]
        elif finish(page, found, all_w, all_e, touch_w, touch_e, missing, cells):
            return 1
        if steps == 0 or touch_w | touch_e == 0:
            depth -= 1
            if depth < 0:
                return 0
            all_w, all_e, missing = levels.west[depth], levels.east[depth], levels.missing[depth]
            front_w, front_e = levels.front_west[depth], levels.front_east[depth]
            open_w, open_e = levels.open_west[depth], levels.open_east[depth]
            steps = 0
        # A whole way at once: what its cells lead to is looked at only from its end, and from the others if that fails.
        step = 0
        while step < steps and touch_w | touch_e:
            kind = rarest_at_hand(page, missing, touch_w, touch_e)
            west, east = village.first_of(touch_w & page.kind[2 * kind], touch_e & page.kind[2 * kind + 1])
            # Whatever estates hold this cell are those of the next level; those of this one do without it.
            open_w, open_e = open_w & ~west, open_e & ~east
            levels.west[depth], levels.east[depth], levels.missing[depth] = all_w, all_e, missing
            levels.front_west[depth], levels.front_east[depth] = front_w, front_e
            levels.open_west[depth], levels.open_east[depth] = open_w, open_e
            near_w, near_e = village.near(page, west, east)
            all_w, all_e, front_w, front_e = all_w | west, all_e | east, front_w | near_w, front_e | near_e
            missing -= ONE[kind]
            if missing >> 8 * kind & 255 == 0:
                open_w, open_e = open_w & ~page.kind[2 * kind], open_e & ~page.kind[2 * kind + 1]
            depth += 1
            step += 1
            if step < steps:
                touch_w, touch_e = near_w & layers.west[step] & open_w, near_e & layers.east[step] & open_e


@rule
def rarest_at_hand(page: village.Page, missing: int, west: int, east: int) -> int:
    """The rarest kind that has a cell in a set of missing kinds; kinds are numbered from the commonest."""
    kind, kinds = KINDS - 1 if missing >= RARE else cards.TOWER, page.kind
    while west & kinds[2 * kind] | east & kinds[2 * kind + 1] == 0:
        kind -= 1
    return kind


# The questions


@rule
def grows(page: village.Page, draft: Draft, found: Found, cells: int) -> int:
    """Whether some estate of so many cells holds the draft; a core of it is found."""
    answer = go_straight(page, draft, found, cells)
    if answer == NOT_YET:
        answer = search(page, draft, found, cells)
    return 1 if answer == FOUND else 0


@rule
def in_reach(page: village.Page, draft: Draft) -> int:
    """Whether all that a draft lacks is within as many steps; if not, no estate holds it."""
    open_w, open_e, missing = draft.open_west, draft.open_east, draft.missing
    west, east = draft.front_west & open_w, draft.front_east & open_e
    last_w, last_e = west, east
    for _ in range(needs.cells_in(missing) - 1):
        if needs.short_of(needs.tally(page, missing, west, east), missing) == 0:
            return 1
        near_w, near_e = village.near(page, last_w, last_e)
        last_w, last_e = near_w & open_w & ~west, near_e & open_e & ~east
        if last_w | last_e == 0:
            return 0
        west, east = west | last_w, east | last_e
    return 1 if needs.short_of(needs.tally(page, missing, west, east), missing) == 0 else 0


@rule
def certified(page: village.Page, draft: Draft, ask_w: int, ask_e: int, good_w: int, good_e: int, cells: int) -> tuple[int, int]:
    """Those of the asked cells, all linked to the draft, that are in some estate of so many cells with it, given some of them."""
    found, more = Found(), Draft()
    for kind in range(KINDS - 1, -1, -1):
        wait_w, wait_e = ask_w & page.kind[2 * kind] & ~good_w, ask_e & page.kind[2 * kind + 1] & ~good_e
        if draft.missing >> 8 * kind & 255 == 0:
            wait_w, wait_e = 0, 0
        if wait_w | wait_e:
            # If something is out of reach from all of a kind together, it is from each of them.
            add_some(page, draft, more, kind, wait_w, wait_e)
            if not in_reach(page, more):
                draft.open_west, draft.open_east = draft.open_west & ~wait_w, draft.open_east & ~wait_e
                wait_w, wait_e = 0, 0
        while wait_w | wait_e:
            west, east = village.first_of(wait_w, wait_e)
            add(page, draft, more, kind, west, east)
            if grows(page, more, found, cells):
                # One core answers for several cells at once.
                more_w, more_e = answered(page, found, ask_w & ~good_w, ask_e & ~good_e)
                good_w, good_e = good_w | more_w, good_e | more_e
            else:
                draft.open_west, draft.open_east = draft.open_west & ~west, draft.open_east & ~east
            wait_w, wait_e = wait_w & ~(good_w | west), wait_e & ~(good_e | east)
    return good_w, good_e
