"""Submission: seats match their war pieces with the battle plan."""

from __future__ import annotations

from zashiki.core.bits import bit, count, lowest
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i64s
from zashiki.games.kazoku_scribe import actions, cards
from zashiki.games.kazoku_scribe.cards import HALVES, NONE, PIECES_A_ROUND, SQUARES, WARS
from zashiki.games.kazoku_scribe.rules import exploring
from zashiki.games.kazoku_scribe.state import State, team_of


class Plan(Work):
    """The battle plan as pieces find it: the cells of each icon that are not covered."""

    uncovered: list[int] = i64s(cards.ARMY * HALVES, 0, cards.PLAN_WORD)


@rule
def load_plan(s: State, plan: Plan) -> None:
    upper, lower = ~s.covered[0], ~s.covered[1]
    for icon in range(0, cards.ARMY * HALVES, HALVES):
        plan.uncovered[icon], plan.uncovered[icon + 1] = s.battle[icon] & upper, s.battle[icon + 1] & lower


@rule
def corners_of_form(s: State, plan: Plan, icons: list[int], at: int, form: int) -> tuple[int, int]:
    """Where a form of a piece fits, its printed icons being at `at`: the places of its upper left corner."""
    uncovered, outline = plan.uncovered, cards.FORM_OUTLINE[form]
    room = HALVES * (cards.OUTLINES * s.size + outline)
    upper, lower = cards.ROOM[room], cards.ROOM[room + 1]
    for k in range(cards.OUTLINE_SIZE[outline]):
        icon = HALVES * icons[at + cards.FORM_SQUARE[SQUARES * form + k]]
        step = cards.OUTLINE_STEP[SQUARES * outline + k]
        # KZS-43: the icons must match; KZS-44: covered cells are gone, so pieces never overlap.
        upper &= uncovered[icon] >> step | uncovered[icon + 1] << (cards.PLAN_HALF - step)
        lower &= uncovered[icon + 1] >> step
    return upper, lower


@rule
def corners_of_outline(s: State, plan: Plan, icons: list[int], at: int, first: int) -> tuple[int, int]:
    """The same for all forms that have the outline of this one, the first of them."""
    # KZS-R17: the same cells in another orientation are the same placement.
    upper, lower = 0, 0
    for form in range(first, cards.NEXT_OUTLINE[first]):
        more_upper, more_lower = corners_of_form(s, plan, icons, at, form)
        upper, lower = upper | more_upper, lower | more_lower
    return upper, lower


@rule
def count_placements(s: State, icons: list[int], at: int, shape: int, left: int, enough: int) -> int:
    """How many placements a piece has; if there are enough, not all of them are counted."""
    plan, total, form = Plan(), 0, cards.FORMS_OF[16 * shape + left]
    load_plan(s, plan)
    while form < cards.FORMS_OF[16 * shape + left + 1] and total < enough:
        upper, lower = corners_of_outline(s, plan, icons, at, form)
        total += count(upper) + count(lower)
        form = cards.NEXT_OUTLINE[form]
    return total


@rule
def list_piece(s: State, seat: int, war: int, out: list[int], n: int) -> int:
    """Every placement of a war piece under turning and mirroring, by outline; the new length (KZS-43)."""
    plan, piece = Plan(), 16 * s.shapes[seat * WARS + war] + s.squares[seat * WARS + war]
    load_plan(s, plan)
    form = cards.FORMS_OF[piece]
    while form < cards.FORMS_OF[piece + 1]:
        upper, lower = corners_of_outline(s, plan, s.icons, (seat * WARS + war) * SQUARES, form)
        n = list_corners(war, cards.FORM_OUTLINE[form], upper, 0, out, n)
        n = list_corners(war, cards.FORM_OUTLINE[form], lower, cards.PLAN_ROWS // HALVES, out, n)
        form = cards.NEXT_OUTLINE[form]
    return n


@rule
def list_corners(war: int, outline: int, corners: int, first_row: int, out: list[int], n: int) -> int:
    while corners:
        corner = lowest(corners)
        out[n] = actions.placement(war, outline, first_row + corner // cards.PLAN_COLUMNS, corner % cards.PLAN_COLUMNS)
        corners &= corners - 1
        n += 1
    return n


@rule
def list_submissions(s: State, seat: int, out: list[int]) -> int:
    """For every different piece of the seat all placements, or `unmatched` where there is none."""
    # KZS-R18: the owner chooses which piece goes first.
    one, two = s.pieces[seat * PIECES_A_ROUND], s.pieces[seat * PIECES_A_ROUND + 1]
    if two != NONE and two < one:
        one, two = two, one
    of_one = list_piece(s, seat, one, out, 0)
    n = of_one
    if two != NONE and two != one:
        n = list_piece(s, seat, two, out, of_one)
    of_two = n - of_one
    # KZS-45: a piece that can be matched must be matched.
    if of_one == 0:
        out[n] = actions.UNMATCHED + one
        n += 1
    if two != NONE and two != one and of_two == 0:
        out[n] = actions.UNMATCHED + two
        n += 1
    return n


@rule
def submit(s: State, seat: int, action: int) -> None:
    """Place a piece or show that it fits nowhere, and start exploring."""
    if action < actions.UNMATCHED:
        war = actions.war_of(action)
        cover(s, seat, action, war)
        # KZS-46: a step for every covered icon.
        s.steps = count(s.squares[seat * WARS + war])
    else:
        # KZS-55: an unmatched piece gives exactly one step.
        war = action - actions.UNMATCHED
        s.steps = 1
    muster(s, seat, war)
    drop_piece(s, seat, war)
    exploring.explore_on(s)


@rule
def cover(s: State, seat: int, action: int, war: int) -> None:
    outline = actions.outline_of(action, war)
    corner = actions.corner_of(action, war, outline)
    # KZS-44: the area is labelled with round and team.
    label = cards.TEAMS * (s.round - 1) + team_of(seat)
    for k in range(cards.OUTLINE_SIZE[outline]):
        cell = corner + cards.OUTLINE_STEP[SQUARES * outline + k]
        half, place = cell // cards.PLAN_HALF, bit(cell % cards.PLAN_HALF)
        s.covered[half] |= place
        for digit in range(cards.DIGITS):
            if label >> digit & 1:
                s.labels[HALVES * digit + half] |= place


@rule
def is_covered(s: State, cell: int) -> int:
    """Whether a piece lies on a cell of the battle plan."""
    return s.covered[cell // cards.PLAN_HALF] >> cell % cards.PLAN_HALF & 1


@rule
def label_of(s: State, cell: int) -> int:
    """What is written on a covered cell: 2 * (round - 1) + team."""
    label = 0
    for digit in range(cards.DIGITS):
        label |= (s.labels[HALVES * digit + cell // cards.PLAN_HALF] >> cell % cards.PLAN_HALF & 1) << digit
    return label


@rule
def muster(s: State, seat: int, war: int) -> None:
    """KZS-48, KZS-R19, KZS-R20: the piece's icons as they are now, matched or not."""
    for icon in range(cards.ARMY):
        s.troops[icon] = 0
    for square in range(SQUARES):
        if s.squares[seat * WARS + war] >> square & 1:
            s.troops[s.icons[(seat * WARS + war) * SQUARES + square]] += 1


@rule
def drop_piece(s: State, seat: int, war: int) -> None:
    """Take one such piece off the seat's list."""
    at = seat * PIECES_A_ROUND
    if s.pieces[at] == war:
        s.pieces[at] = s.pieces[at + 1]
    s.pieces[at + 1] = NONE
