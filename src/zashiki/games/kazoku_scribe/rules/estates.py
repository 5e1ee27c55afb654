"""The look-ahead of planning: which actions have an estate, and which cells can still be fenced; complete and exact."""

from __future__ import annotations

from zashiki.core.bits import bit, lowest
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i64s
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import BANKS, DEEDS, EAST_BANK, KINDS, MODES, WEST_BANK
from zashiki.games.kazoku_scribe.rules import cores, growing, needs, village
from zashiki.games.kazoku_scribe.rules.growing import SMALLEST_RING
from zashiki.games.kazoku_scribe.state import State

# The actions, w1 before w3 and w2 before w4, which need the same and more: what was found for one serves for the other.
IN_TURN = (0, 2, 1, 3, cards.TAILORING, 4, cards.BRIDGES)


NUMBERS = cores.MOST + 1  # of a kind that are told apart in a neighbourhood
SHIELDS = NUMBERS * cards.SHIELD + 1  # where it is noted that there is a shield


class Needs(Work):
    """What the actions of a page need, unless they are doubled."""

    plain: list[int] = i64s(DEEDS, 0, growing.MOST)


@rule
def load_needs(s: State, wanted: Needs, seat: int) -> None:
    for deed in range(DEEDS):
        wanted.plain[deed] = needs.NEEDED[s.required[seat * DEEDS + deed]]


# Which actions have an estate: sets of 3 * action + mode


@rule
def possible(page: village.Page, asked: Needs, ask: int) -> int:
    """Those of the asked actions that have an estate on the loaded page."""
    west, east = cores.Bank(), cores.Bank()
    cores.load_bank(page, west, WEST_BANK)
    cores.load_bank(page, east, EAST_BANK)
    for kind in range(cards.GATE):
        cores.look_around(west, kind)
        cores.look_around(east, kind)
    for kind in range(cards.GATE, KINDS):
        cores.look_beside(west, kind)
        cores.look_beside(east, kind)
    found = around_one_cell(west, east, asked, ask)
    ask &= ~found
    held_w, held_e = needs.tally(page, needs.RARE, -1, 0), needs.tally(page, needs.RARE, 0, -1)
    large = 0
    while ask:
        k = lowest(ask)
        ask &= ask - 1
        need = needs.in_mode(asked.plain[k // MODES], k % MODES)
        lack_w, lack_e = needs.short_of(held_w, need), needs.short_of(held_e, need)
        if (page.bridged == 0 and lack_w and lack_e) or needs.short_of(held_w + held_e, need):
            continue
        if not cores.is_small(need):
            large |= bit(k)
        elif (
            (lack_w == 0 and cores.some_around(west, need))
            or (lack_e == 0 and cores.some_around(east, need))
            or (page.bridged and over_some_bridge(page, need))
        ):
            found |= bit(k)
    return found | grown_ones(page, asked, large) if large else found


@rule
def around_one_cell(west: cores.Bank, east: cores.Bank, asked: Needs, ask: int) -> int:
    """Those of the asked actions, not doubled, that have an estate around one cell: with a hole it would lack that cell."""
    found, near_w, near_e, here_w, here_e = 0, west.at_least, east.at_least, west.kind, east.kind
    shields_w, shields_e, beside_w, beside_e = here_w[cards.SHIELD], here_e[cards.SHIELD], near_w[SHIELDS], near_e[SHIELDS]
    for deed in range(DEEDS):
        if ask >> MODES * deed & 3:
            need, cells_w, cells_e = asked.plain[deed], 0, 0
            houses, trees, towers, gates = need & 255, need >> 8 & 255, need >> 16 & 255, need >> 24
            full_w = near_w[houses] & near_w[NUMBERS + trees] & near_w[2 * NUMBERS + towers] & near_w[3 * NUMBERS + gates]
            full_e = near_e[houses] & near_e[NUMBERS + trees] & near_e[2 * NUMBERS + towers] & near_e[3 * NUMBERS + gates]
            if houses:
                cells_w, cells_e = here_w[0], here_e[0]
            if trees:
                cells_w, cells_e = cells_w | here_w[1], cells_e | here_e[1]
            if towers:
                cells_w, cells_e = cells_w | here_w[2], cells_e | here_e[2]
            if gates:
                cells_w, cells_e = cells_w | here_w[3], cells_e | here_e[3]
            if full_w & cells_w | full_e & cells_e:
                found |= bit(MODES * deed)
            if full_w & beside_w & (cells_w | shields_w) | full_e & beside_e & (cells_e | shields_e):
                found |= bit(MODES * deed + cards.SHIELDED)
    return found & ask


@rule
def over_some_bridge(page: village.Page, need: int) -> int:
    """Whether the loaded page has an estate that holds what is needed, and a bridge."""
    draft, found, cells = growing.Draft(), growing.Found(), needs.cells_in(need)
    open_w, open_e = open_bridges(page, need)
    if open_w == 0:
        return 0
    for crossing in range(cards.CROSSINGS):
        away = cards.OVER[crossing]
        ends = page.bridges[crossing] & open_w & (open_e >> away if away > 0 else open_e << -away)
        while ends:
            west = ends & -ends
            east = west << away if away > 0 else west >> -away
            if growing.start(page, draft, west, east, need) and growing.grows(page, draft, found, cells):
                return 1
            ends &= ends - 1
    return 0


@rule
def grown_ones(page: village.Page, asked: Needs, ask: int) -> int:
    """Those of the asked actions, which need large estates, that have one."""
    draft, seeded, found, yes = growing.Draft(), growing.Draft(), growing.Found(), 0
    for mode in range(MODES):
        last = 0  # what the core found last was looked for
        for turn in range(DEEDS):
            k = MODES * IN_TURN[turn] + mode
            if ask >> k & 1:
                need = needs.in_mode(asked.plain[IN_TURN[turn]], mode)
                further = last and needs.short_of(need, last) == 0 and grows_further(page, draft, found, need)
                if further or grows_somewhere(page, draft, seeded, found, need):
                    yes |= bit(k)
                    last = need
    return yes


@rule
def grows_further(page: village.Page, draft: growing.Draft, found: growing.Found, need: int) -> int:
    """Whether the core found last leads to an estate that holds what is needed, straight ahead."""
    growing.start(page, draft, found.west, found.east, need)
    return 1 if growing.go_straight(page, draft, found, needs.cells_in(need)) == growing.FOUND else 0


@rule
def grows_somewhere(page: village.Page, draft: growing.Draft, seeded: growing.Draft, found: growing.Found, need: int) -> int:
    """Whether the loaded page has an estate that holds what is needed; a core of it is found."""
    # Every estate holds a cell of its rarest kind. Only if none of these leads straight to an estate are they searched.
    kind, cells, wait_w, wait_e = rarest_needed(need), needs.cells_in(need), 0, 0
    left_w, left_e = page.kind[2 * kind], page.kind[2 * kind + 1]
    growing.start_empty(page, draft, need)
    while left_w | left_e:
        west, east = village.first_of(left_w, left_e)
        growing.add(page, draft, seeded, kind, west, east)
        answer = growing.go_straight(page, seeded, found, cells)
        if answer == growing.FOUND:
            return 1
        if answer == growing.NOT_YET:
            wait_w, wait_e = wait_w | west, wait_e | east
        left_w, left_e = left_w & ~west, left_e & ~east
    while wait_w | wait_e:
        west, east = village.first_of(wait_w, wait_e)
        growing.add(page, draft, seeded, kind, west, east)
        if growing.search(page, seeded, found, cells):
            return 1
        wait_w, wait_e = wait_w & ~west, wait_e & ~east
    return 0


@rule
def rarest_needed(need: int) -> int:
    """The needed kind of which the fewest cells are printed."""
    if need >> 8 * cards.GATE & 255:
        return cards.GATE
    kind = KINDS - 1
    while need >> 8 * kind & 255 == 0:
        kind -= 1
    return kind


# Which cells can be fenced


@rule
def fenceable(s: State, seat: int) -> tuple[int, int]:
    """The cells that can be added to the draft of a seat so that a complete estate stays possible."""
    page = village.Page()
    village.load_page(s, page, seat)
    need = needs.need_of(s, seat, s.deed[seat], s.mode[seat])
    west, east = s.draft[BANKS * seat], s.draft[BANKS * seat + 1]
    if west | east == 0:
        return in_some_estate(page, need)
    if east and not page.bridged:
        village.turn_over(page)
        east, west = joinable(page, need, east, west)
        return west, east
    return joinable(page, need, west, east)


@rule
def joinable(page: village.Page, need: int, west: int, east: int) -> tuple[int, int]:
    """The cells linked to a draft that are in some estate with it."""
    draft, found, cells = growing.Draft(), growing.Found(), needs.cells_in(need)
    growing.start(page, draft, west, east, need)
    touch_w, touch_e = draft.front_west & draft.open_west, draft.front_east & draft.open_east
    held = needs.tally(page, draft.missing, touch_w, touch_e)
    lack = needs.short_of(held, draft.missing)
    if lack == 0 and cells < SMALLEST_RING:
        return touch_w, touch_e
    good_w, good_e = 0, 0
    if growing.go_straight(page, draft, found, cells) == growing.FOUND:
        good_w, good_e = growing.answered(page, found, touch_w, touch_e)
    if good_w == touch_w and good_e == touch_e:
        return good_w, good_e
    return growing.certified(page, draft, touch_w, touch_e, good_w, good_e, cells)


@rule
def in_some_estate(page: village.Page, need: int) -> tuple[int, int]:
    """All cells of all estates that hold what is needed."""
    bank, cells, small = cores.Bank(), needs.cells_in(need), cores.is_small(need)
    good_w, good_e = 0, 0
    if small or (cells <= 7 and needs.short_of(3 * needs.ONES, need) == 0):
        cores.load_bank(page, bank, WEST_BANK)
        good_w = cores.all_around(bank, need)
        cores.load_bank(page, bank, EAST_BANK)
        good_e = cores.all_around(bank, need)
    if small and page.bridged == 0:
        return good_w, good_e
    # All others hold a bridge, or they are large and hold a cell of the rarest kind: those are the seeds.
    kind = rarest_needed(need)
    seeds_w, seeds_e = page.kind[2 * kind], page.kind[2 * kind + 1]
    if small:
        seeds_w, seeds_e = open_bridges(page, need)
    if page.bridged:
        return spread_out(page, need, seeds_w, seeds_e, good_w, good_e)
    good_w, _ = spread_out(page, need, seeds_w, 0, good_w, 0)
    village.turn_over(page)
    good_e, _ = spread_out(page, need, seeds_e, 0, good_e, 0)
    return good_w, good_e


@rule
def open_bridges(page: village.Page, need: int) -> tuple[int, int]:
    """The ends of all bridges between cells of needed kinds."""
    open_w, open_e = needs.cells_of(page, needs.some_of(need))
    west, east = page.ends[WEST_BANK] & open_w, page.ends[EAST_BANK] & open_e
    if west == 0 or east == 0:
        return 0, 0
    return west, east


@rule
def spread_out(page: village.Page, need: int, seeds_w: int, seeds_e: int, good_w: int, good_e: int) -> tuple[int, int]:
    """Some cells that are in an estate, and all those that are in one with a seed.

    Whatever leads from a seed to another cell of its estate is in that estate too, so only cells beside good ones are asked
    about.
    """
    draft, found, more, cells = growing.Draft(), growing.Found(), growing.Draft(), needs.cells_in(need)
    growing.start_empty(page, draft, need)
    ring_w, ring_e, seen_w, seen_e = seeds_w, seeds_e, 0, 0
    while ring_w | ring_e:
        wait_w, wait_e = ring_w & ~good_w, ring_e & ~good_e
        while wait_w | wait_e:
            west, east = village.first_of(wait_w, wait_e)
            growing.add(page, draft, more, needs.kind_of(page, west, east), west, east)
            if growing.grows(page, more, found, cells):
                more_w, more_e = growing.answered(page, found, draft.open_west & ~good_w, draft.open_east & ~good_e)
                good_w, good_e = good_w | more_w, good_e | more_e
            else:
                draft.open_west, draft.open_east = draft.open_west & ~west, draft.open_east & ~east
            wait_w, wait_e = wait_w & ~(good_w | west), wait_e & ~(good_e | east)
        seen_w, seen_e = seen_w | ring_w & good_w, seen_e | ring_e & good_e
        near_w, near_e = village.near(page, seen_w, seen_e)
        ring_w, ring_e = near_w & draft.open_west & ~seen_w, near_e & draft.open_east & ~seen_e
    return good_w, good_e
