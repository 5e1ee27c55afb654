"""Submission: seats match their war pieces with the battle plan."""

from __future__ import annotations

from zashiki.core.bits import bit, count, full, lowest
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8s, i16s
from zashiki.games.kazoku_scribe import actions, cards
from zashiki.games.kazoku_scribe.cards import NONE, PIECES_A_ROUND, SQUARES, WARS
from zashiki.games.kazoku_scribe.rules import exploring
from zashiki.games.kazoku_scribe.state import State, team_of

ICON_CODES = 81  # four squares of three icons


class Piece(Work):
    """The war piece being matched: its printed icons and its different forms."""

    icons: list[int] = i8s(SQUARES, NONE, cards.ARMY - 1)
    forms: list[int] = i16s(cards.TURNS + 1, 0, cards.OUTLINES * ICON_CODES)


@rule
def load_piece(s: State, piece: Piece, seat: int, war: int) -> None:
    """Make a war piece of a seat the one being matched."""
    for square in range(SQUARES):
        piece.icons[square] = s.icons[(seat * WARS + war) * SQUARES + square]


@rule
def form_code(piece: Piece, form: int, outline: int) -> int:
    """An outline with its icons as one number."""
    code = 0
    for k in range(cards.OUTLINE_SIZE[outline] - 1, -1, -1):
        code = 3 * code + piece.icons[cards.FORM_SQUARE[SQUARES * form + k]]
    return outline * ICON_CODES + code


@rule
def list_forms(piece: Piece, shape: int, left: int) -> int:
    """The different forms of the loaded piece under turning and mirroring, ascending; how many (KZS-43)."""
    n = 0
    for turn in range(cards.TURNS):
        form = (shape * 16 + left) * cards.TURNS + turn
        code = form_code(piece, form, cards.FORM_OUTLINE[form])
        at = n
        while at > 0 and piece.forms[at - 1] > code:
            at -= 1
        # KZS-R17: the same cells in another orientation are the same placement.
        if at == 0 or piece.forms[at - 1] != code:
            for k in range(n, at, -1):
                piece.forms[k] = piece.forms[k - 1]
            piece.forms[at] = code
            n += 1
    return n


@rule
def fitting_columns(s: State, code: int, row: int) -> int:
    """Where a form fits with its top in this row: the columns of its left edge."""
    outline, icons = code // ICON_CODES, code % ICON_CODES
    columns = full(cards.BATTLE_COLUMNS[s.size] - cards.OUTLINE_WIDTH[outline] + 1)
    for k in range(cards.OUTLINE_SIZE[outline]):
        at = SQUARES * outline + k
        # KZS-43: the icons must match; KZS-44: covered cells are gone, so pieces never overlap.
        columns &= s.uncovered[icons % 3 * cards.PLAN_ROWS + row + cards.OUTLINE_ROW[at]] >> cards.OUTLINE_COLUMN[at]
        icons = icons // 3
    return columns


@rule
def list_placements(s: State, piece: Piece, war: int, forms: int, out: list[int], n: int) -> int:
    """Every placement of the listed forms; the new length."""
    first = 0
    while first < forms:
        outline = piece.forms[first] // ICON_CODES
        last = first
        while last < forms and piece.forms[last] // ICON_CODES == outline:
            last += 1
        for row in range(cards.BATTLE_ROWS[s.size] - cards.OUTLINE_HEIGHT[outline] + 1):
            columns = 0
            for k in range(first, last):
                columns |= fitting_columns(s, piece.forms[k], row)
            while columns:
                out[n] = actions.placement(war, outline, row, lowest(columns))
                columns &= columns - 1
                n += 1
        first = last
    return n


@rule
def count_placements(s: State, piece: Piece, shape: int, left: int) -> int:
    """How many placements the loaded piece has."""
    total = 0
    for k in range(list_forms(piece, shape, left)):
        for row in range(cards.BATTLE_ROWS[s.size] - cards.OUTLINE_HEIGHT[piece.forms[k] // ICON_CODES] + 1):
            total += count(fitting_columns(s, piece.forms[k], row))
    return total


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
def list_piece(s: State, seat: int, war: int, out: list[int], n: int) -> int:
    piece = Piece()
    load_piece(s, piece, seat, war)
    forms = list_forms(piece, s.shapes[seat * WARS + war], s.squares[seat * WARS + war])
    return list_placements(s, piece, war, forms, out, n)


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
    for k in range(cards.OUTLINE_SIZE[outline]):
        at = SQUARES * outline + k
        cell = corner + cards.OUTLINE_ROW[at] * cards.PLAN_COLUMNS + cards.OUTLINE_COLUMN[at]
        # KZS-44: the area is labelled with round and team.
        s.labels[cell] = cards.TEAMS * (s.round - 1) + team_of(seat) + 1
        s.uncovered[s.battle[cell] * cards.PLAN_ROWS + cell // cards.PLAN_COLUMNS] &= ~bit(cell % cards.PLAN_COLUMNS)


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
