"""Phases 1 and 2: every seat plans its estates, draws bridges and cuts, and prepares for the challenges."""

from __future__ import annotations

from zashiki.core.bits import count, list_bits
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe import actions, cards, phase
from zashiki.games.kazoku_scribe.cards import ARROWS, BANKS, DEEDS, DEEDS_A_ROUND, DIGITS, NONE, PIECES_A_ROUND, WARS
from zashiki.games.kazoku_scribe.rules import estates, marks, needs, village
from zashiki.games.kazoku_scribe.state import BEFORE, NOT_YET, State

ALL_MODES = (1 << cards.MODES) - 1
# MODES_OF_ALL[pieces planned]: all modes of special actions; of war actions plain and shielded while another piece may come,
# and doubled while two may.
MODES_OF_ALL = tuple(
    sum((ALL_MODES if deed >= WARS else of_wars) << cards.MODES * deed for deed in range(DEEDS)) for of_wars in (ALL_MODES, 3, 0)
)

# Legality


@rule
def list_planning(s: State, seat: int, out: list[int]) -> int:
    """What a seat may do at its step of planning."""
    step = s.step[seat]
    if step == phase.FENCE:
        west, east = estates.fenceable(s, seat)
        return village.list_cells(west, east, actions.FENCE_CELL, out)
    if step == phase.CHOOSE:
        return list_deeds(s, seat, out)
    if step == phase.BRIDGE:
        return marks.list_bridges(s, seat, out)
    if step == phase.CUT:
        # KZS-R11: a cut of the action may be declined.
        n = marks.list_cuts(s, seat, out)
        out[n] = actions.CUT_NONE
        return n + 1
    # KZS-30: a box of the current or a future round.
    return marks.list_wards(s, seat, s.round, out)


@rule
def used_arrows(s: State, seat: int, deed: int) -> int:
    at = (seat * DEEDS + deed) * ARROWS
    return (1 if s.arrows[at] else 0) + (1 if s.arrows[at + 1] else 0)


@rule
def pieces_left(s: State, seat: int) -> int:
    """War pieces of this round still to be submitted; while planning, all that were planned."""
    at = seat * PIECES_A_ROUND
    return (1 if s.pieces[at] != NONE else 0) + (1 if s.pieces[at + 1] != NONE else 0)


@rule
def may_choose(s: State, seat: int) -> int:
    """The actions that may be planned if the village has an estate for them, as a set of 3 * action + mode."""
    # KZS-29, KZS-R5: never more than two pieces.
    allowed, planned = MODES_OF_ALL[pieces_left(s, seat)], s.planned[seat * DEEDS_A_ROUND]
    # KZS-12: two different actions; KZS-14: each at most twice in the game.
    if planned != NONE:
        allowed &= ~(ALL_MODES << cards.MODES * planned)
    for deed in range(DEEDS):
        if s.arrows[(seat * DEEDS + deed) * ARROWS + 1]:
            allowed &= ~(ALL_MODES << cards.MODES * deed)
    return allowed


@rule
def list_deeds(s: State, seat: int, out: list[int]) -> int:
    page, asked = village.Page(), estates.Needs()
    village.load_page(s, page, seat)
    estates.load_needs(s, asked, seat)
    # KZS-13: an action needs an estate that supports it.
    n = list_bits(estates.possible(page, asked, may_choose(s, seat)), actions.PLAN_DEED, out, 0)
    # KZS-12, KZS-R2: planning is compulsory while some action fits.
    if n == 0:
        out[0] = actions.PLAN_NONE
        n = 1
    return n


# Effects


@rule
def begin_round(s: State) -> None:
    """Start the next round: keep every page as the others know it, and let all seats plan."""
    s.round += 1
    s.phase = phase.PLAN
    for seat in range(s.players):
        s.step[seat] = phase.CHOOSE
        for k in range(DEEDS_A_ROUND):
            s.planned[seat * DEEDS_A_ROUND + k] = NONE
        # KZS-11: until the reveal others see each page as it was when planning began.
        copy_page(s, seat, seat + BEFORE)


@rule
def copy_page(s: State, page: int, to: int) -> None:
    """Copy the marks that planning may change."""
    for k in range(cards.CROSSINGS):
        s.bridges[to * cards.CROSSINGS + k] = s.bridges[page * cards.CROSSINGS + k]
    for deed in range(DEEDS):
        s.required[to * DEEDS + deed] = s.required[page * DEEDS + deed]
    for k in range(WARS):
        s.squares[to * WARS + k] = s.squares[page * WARS + k]
    s.wards[to] = s.wards[page]


@rule
def forget_page(s: State, seat: int) -> None:
    page = seat + BEFORE
    for k in range(cards.CROSSINGS):
        s.bridges[page * cards.CROSSINGS + k] = 0
    for deed in range(DEEDS):
        s.required[page * DEEDS + deed] = 0
    for k in range(WARS):
        s.squares[page * WARS + k] = 0
    s.wards[page] = 0


@rule
def apply_planning(s: State, seat: int, action: int) -> None:
    """One step of a seat's planning; when all seats are done, the plans are shown."""
    step = s.step[seat]
    if step == phase.FENCE:
        fence(s, seat, action - actions.FENCE_CELL)
    elif step == phase.CHOOSE:
        choose_deed(s, seat, action)
    elif step == phase.WARD:
        ward(s, seat, action - actions.WARD_BOX)
    else:
        make_mark(s, seat, action)
    if s.step[seat] == phase.DONE and all_done(s):
        reveal_plans(s)


@rule
def all_done(s: State) -> int:
    for seat in range(s.players):
        if s.step[seat] != phase.DONE:
            return 0
    return 1


@rule
def choose_deed(s: State, seat: int, action: int) -> None:
    if action == actions.PLAN_NONE:
        prepare(s, seat)
    else:
        s.deed[seat] = (action - actions.PLAN_DEED) // cards.MODES
        s.mode[seat] = (action - actions.PLAN_DEED) % cards.MODES
        s.step[seat] = phase.FENCE


@rule
def fence(s: State, seat: int, cell: int) -> None:
    bank = village.bank_of(s, seat, cell)
    s.draft[seat * BANKS + bank] |= cards.BIT_OF[bank * cards.CELLS + cell]
    # KZS-R30: the estate closes when its numbers are complete.
    if estate_is_full(s, seat):
        close_estate(s, seat)


@rule
def estate_is_full(s: State, seat: int) -> int:
    # Only cells that are needed can be fenced, so their number tells.
    cells = needs.cells_in(needs.need_of(s, seat, s.deed[seat], s.mode[seat]))
    return 1 if count(s.draft[BANKS * seat]) + count(s.draft[BANKS * seat + 1]) == cells else 0


@rule
def close_estate(s: State, seat: int) -> None:
    """The draft becomes an estate, and the action brings its result."""
    deed, mode = s.deed[seat], s.mode[seat]
    order = 0 if s.planned[seat * DEEDS_A_ROUND] == NONE else 1
    s.planned[seat * DEEDS_A_ROUND + order] = deed
    # KZS-22: the estate is marked with its round; the two of one round are told apart.
    mark_estate(s, seat, DEEDS_A_ROUND * (s.round - 1) + order)
    # KZS-13: the round goes into one arrow; KZS-R4: a doubled action uses one as well.
    at = (seat * DEEDS + deed) * ARROWS
    s.arrows[at + used_arrows(s, seat, deed)] = s.round
    # KZS-28: a double arrow doubles the effect.
    times = 2 if mode == cards.DOUBLED else 1
    # KZS-23: special actions carry shields; a fenced shield adds one.
    s.shields[seat] += times * cards.SHIELDS[deed] + (1 if mode == cards.SHIELDED else 0)
    s.deed[seat], s.mode[seat] = NONE, 0
    earn(s, seat, deed, times)


@rule
def mark_estate(s: State, seat: int, number: int) -> None:
    for bank in range(BANKS):
        cells = s.draft[BANKS * seat + bank]
        s.draft[BANKS * seat + bank] = 0
        s.fenced[BANKS * seat + bank] |= cells
        for digit in range(DIGITS):
            if number >> digit & 1:
                s.estates[(seat * DIGITS + digit) * BANKS + bank] |= cells


@rule
def earn(s: State, seat: int, deed: int, times: int) -> None:
    if deed < WARS:
        for _ in range(times):
            s.pieces[seat * PIECES_A_ROUND + pieces_left(s, seat)] = deed
        next_deed(s, seat)
        return
    # KZS-R3: bridges and cuts are made at once and work at once.
    s.marks[seat] = times * cards.MARKS[deed]
    s.step[seat] = phase.BRIDGE if deed == cards.BRIDGES else phase.CUT
    go_on_marking(s, seat)


@rule
def make_mark(s: State, seat: int, action: int) -> None:
    """One bridge, or one cut, or the cut declined."""
    s.marks[seat] -= 1
    if s.step[seat] == phase.BRIDGE:
        marks.draw_bridge(s, seat, action - actions.DRAW_BRIDGE)
    elif action != actions.CUT_NONE:
        marks.cut(s, seat, action)
    go_on_marking(s, seat)


@rule
def go_on_marking(s: State, seat: int) -> None:
    # KZS-R9: when no pair is left, the remaining bridges are lost.
    if s.step[seat] == phase.BRIDGE and s.marks[seat] and not marks.can_bridge(s, seat):
        s.marks[seat] = 0
    if s.marks[seat] == 0:
        next_deed(s, seat)


@rule
def next_deed(s: State, seat: int) -> None:
    if s.planned[seat * DEEDS_A_ROUND + 1] == NONE:
        s.step[seat] = phase.CHOOSE
    else:
        prepare(s, seat)


@rule
def prepare(s: State, seat: int) -> None:
    """KZS-30: each shield crosses a box, as long as there are both; then the seat is done."""
    if s.shields[seat] and marks.open_boxes(s, seat, s.round):
        s.step[seat] = phase.WARD
    else:
        s.shields[seat], s.step[seat] = 0, phase.DONE


@rule
def ward(s: State, seat: int, box: int) -> None:
    marks.cross_box(s, seat, box)
    s.shields[seat] -= 1
    prepare(s, seat)


@rule
def reveal_plans(s: State) -> None:
    """All pages become public; KZS-33: the check finds no mistake, since only legal plans can be made (KZS-R1)."""
    s.phase = phase.CHALLENGE
    for seat in range(s.players):
        forget_page(s, seat)
        s.answer[seat] = NOT_YET
