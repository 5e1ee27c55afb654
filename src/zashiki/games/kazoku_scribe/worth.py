"""What a position is worth to a seat of Kazoku Scribe: greedy play.

The unit is a hundredth of a step into the dungeon. Treasures in lanes count most, then steps to come (pieces that fit),
then a village that still hangs together, cheap requirements, wards, and what is in reach of the seat that explores next.
"""

from __future__ import annotations

from zashiki.core.bits import bit, count, lowest
from zashiki.core.rooms import ALIKE
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i16s
from zashiki.games.kazoku_scribe import actions, cards, phase, scoring
from zashiki.games.kazoku_scribe.cards import NOBODY, NONE, ROUNDS, WARS
from zashiki.games.kazoku_scribe.rules import challenges, exploring, planning, submission, village
from zashiki.games.kazoku_scribe.state import NOT_YET, ROW, State, round_start, team_of

STEP = 100
WIN = 1_000_000
FOUND = 3 * STEP  # an icon of a lane that can still be won
OWNED = 12 * STEP
LEADING = STEP // 2
LINK = 12  # two intact cells side by side
WARD_NOW, WARD_LATER = 60, 40
CUT_TOWER, CUT_OTHER = 60, 25  # an icon less in a requirement that can still be used
MARK = 120  # a cut or a bridge to come
IN_REACH = (150, 70, 40, 20)  # a treasure one, two, three, four steps away
WORLDS = 1  # what others plan and seal adds the same to all options of a seat


class Reach(Work):
    """The dungeon cells that have been reached, and those that can be crossed, row by row."""

    rows: list[int] = i16s(cards.CAVE_ROWS, 0, ROW)
    passable: list[int] = i16s(cards.CAVE_ROWS, 0, ROW)


@rule
def worth(s: State, seat: int) -> int:
    """The heuristic value of the position for a seat."""
    if s.phase == phase.OVER:
        won = scoring.winners(s)
        return (WIN if won >> seat & 1 else 0) // count(won) + STEP * scoring.team_points(s, team_of(seat))
    value = lanes_worth(s, team_of(seat)) + dungeon_worth(s, seat)
    for other in range(s.players):
        if team_of(other) != team_of(seat):
            if s.phase != phase.PLAN:
                value -= village_worth(s, other) + pieces_worth(s, other)
        elif other == seat or s.phase != phase.PLAN:
            value += village_worth(s, other) + pieces_worth(s, other) + page_worth(s, other)
    value += plan_worth(s, seat)
    if s.phase == phase.CHALLENGE and s.answer[seat] != NOT_YET:
        value += challenge_worth(s, challenges.target_of(s, seat), s.answer[seat])
    return value


@rule
def lanes_worth(s: State, team: int) -> int:
    """Icons found, rows owned, and how near a row is to its middle; the other team's count against it."""
    value = 0
    middle = (cards.LANE[s.size] + 1) // 2
    for treasure in range(cards.TREASURES):
        own, theirs = s.lanes[treasure * cards.TEAMS + team], s.lanes[treasure * cards.TEAMS + 1 - team]
        owner = exploring.owner_of(s, treasure)
        if owner == NOBODY:
            # The nearer to the middle, the more the next icon is worth.
            value += FOUND * (own - theirs) + FOUND * (own * own - theirs * theirs) // (2 * middle)
            value += LEADING if own > theirs else -LEADING if theirs > own else 0
        else:
            value += OWNED + FOUND * middle * 2 if owner == team else -OWNED - FOUND * middle * 2
    return value


@rule
def wanted_icons(s: State) -> int:
    """The treasures that nobody owns yet, as a set of icons."""
    wanted = 0
    for treasure in range(cards.TREASURES):
        if exploring.owner_of(s, treasure) == NOBODY:
            wanted |= bit(cards.COIN + treasure)
    return wanted


@rule
def dungeon_worth(s: State, seat: int) -> int:
    """Treasures near the crossed cells, for the seat that explores next: before submission the starting seat of the round."""
    explorer = round_start(s) if s.phase == phase.PLAN or s.phase == phase.CHALLENGE else s.seat
    layers = min(s.steps, len(IN_REACH)) if s.steps else len(IN_REACH)
    reach, wanted, value = Reach(), wanted_icons(s), 0
    for row in range(cards.CAVE_ROWS):
        reach.rows[row] = s.crossed[row]
        reach.passable[row] = exploring.passable_in(s, row)
    for layer in range(layers):
        value += IN_REACH[layer] * next_layer(s, reach, wanted)
    return value if team_of(explorer) == team_of(seat) else -value


@rule
def next_layer(s: State, reach: Reach, wanted: int) -> int:
    """Widen `rows` by one step over the passable cells; how many wanted treasures that reaches."""
    treasures, above, here = 0, 0, reach.rows[0]
    for row in range(cards.CAVE_ROWS):
        below = reach.rows[row + 1] if row + 1 < cards.CAVE_ROWS else 0
        new = (here << 1 | here >> 1 | above | below) & reach.passable[row] & ~here
        reach.rows[row] = here | new
        while new:
            treasures += wanted >> s.dungeon[row * cards.CAVE_COLUMNS + lowest(new)] & 1
            new &= new - 1
        above, here = here, below
    return treasures


@rule
def village_worth(s: State, seat: int) -> int:
    """How well the intact cells hang together; nothing in the last round, when no estate follows."""
    page = village.Page()
    if s.round == ROUNDS and s.phase != phase.PLAN:
        return 0
    village.load_page(s, page, seat)
    village.load_links(s, page, seat)
    north = village.intact(s, seat, 0) & ~s.draft[2 * seat]
    south = village.intact(s, seat, 1) & ~s.draft[2 * seat + 1]
    return LINK * count_links(page, north, south)


@rule
def count_links(page: village.Page, north: int, south: int) -> int:
    """For each direction, how many cells of a set have a land link to another one forwards or backwards."""
    link = page.link
    east_n, east_s = village.step_along(north, south, link[0], link[1], 0, 0, 0, 0)
    west_n, west_s = village.step_along(north, south, 0, 0, link[2], link[3], 0, 0)
    down_n, down_s = village.step_along(north, south, 0, 0, 0, 0, link[4], link[5])
    in_north = count(east_n & north) + count(west_n & north) + count(down_n & north)
    return in_north + count(east_s & south) + count(west_s & south) + count(down_s & south)


@rule
def piece_steps(s: State, seat: int, war: int, copies: int) -> int:
    """The steps that so many copies of a war piece promise."""
    left = s.squares[seat * WARS + war]
    places = submission.count_placements(s, s.icons, (seat * WARS + war) * cards.SQUARES, s.shapes[seat * WARS + war], left)
    # A matched piece brings a step for each square, an unmatched one a single step; a lone place may be lost.
    sure = STEP * count(left)
    lone = (2 * sure + STEP) // 3
    if places == 0:
        return STEP * copies
    if copies == 1:
        return sure if places > 2 else lone
    return 2 * sure if places > 3 else sure + lone if places > 1 else lone + STEP


@rule
def pieces_worth(s: State, seat: int) -> int:
    """The steps of the pieces that wait, or are being explored with."""
    one, two = s.pieces[seat * cards.PIECES_A_ROUND], s.pieces[seat * cards.PIECES_A_ROUND + 1]
    value = STEP * s.steps if s.phase >= phase.EXPLORE and s.seat == seat else 0
    if one != NONE and one == two:
        return value + piece_steps(s, seat, one, 2)
    if one != NONE:
        value += piece_steps(s, seat, one, 1)
    if two != NONE:
        value += piece_steps(s, seat, two, 1)
    return value


@rule
def page_worth(s: State, seat: int) -> int:
    """Boxes crossed, and for actions that can still be used, cheap requirements and squares of the piece."""
    value = 0
    for box in range(cards.BOXES):
        if s.wards[seat] >> box & 1:
            number = box % ROUNDS + 1
            if number == s.round and s.phase == phase.PLAN:
                value += WARD_NOW
            elif number > s.round:
                value += WARD_LATER - 5 * (number - s.round)
    rounds_left = ROUNDS - s.round
    for deed in range(cards.DEEDS):
        uses = min(cards.ARROWS - planning.used_arrows(s, seat, deed), rounds_left)
        for kind in range(cards.BASICS):
            price = CUT_TOWER if cards.TOWER <= kind <= cards.GATE else CUT_OTHER
            value -= uses * price * s.required[(seat * cards.DEEDS + deed) * cards.BASICS + kind]
        if deed < WARS:
            value += uses * (STEP // 3) * count(s.squares[seat * WARS + deed])
    return value


@rule
def plan_worth(s: State, seat: int) -> int:
    """What the action being fenced, and the marks and shields to come, promise."""
    value = (WARD_NOW - 10) * s.shields[seat] + MARK * s.marks[seat]
    deed, mode = s.deed[seat], s.mode[seat]
    if deed == NONE:
        return value
    if mode == cards.SHIELDED:
        value += WARD_NOW - 10
    copies = 2 if mode == cards.DOUBLED else 1
    if deed < WARS:
        return value + piece_steps(s, seat, deed, copies)
    # Special actions pay in later rounds.
    mark = MARK * (ROUNDS - s.round) // 2 if deed == cards.TAILORING else MARK * (ROUNDS - s.round) // 4
    return value + copies * (2 * mark + 2 * (WARD_NOW - 10))


@rule
def worth_without_square(s: State, victim: int, square: int) -> int:
    """The victim's village and pieces if it loses that square."""
    at = victim * WARS + square // cards.SQUARES
    left = s.squares[at]
    s.squares[at] = left & ~bit(square % cards.SQUARES)
    value = village_worth(s, victim) + pieces_worth(s, victim)
    s.squares[at] = left
    return value - STEP // 3


@rule
def challenge_worth(s: State, victim: int, action: int) -> int:
    """What a sealed challenge will cost its victim."""
    if action == actions.CHALLENGE_NONE:
        return 0
    before = village_worth(s, victim) + pieces_worth(s, victim)
    if action >= actions.STRIKE_PIECE:
        return before - worth_without_square(s, victim, (action - actions.STRIKE_PIECE) % actions.PIECE_SQUARES)
    sick_n, sick_s = s.sick[2 * victim], s.sick[2 * victim + 1]
    if action >= actions.SPREAD:
        challenges.spread(s, victim, action - actions.SPREAD)
    else:
        challenges.break_out(s, victim, (action - actions.BREAK_OUT) % cards.PAIRS)
    after = village_worth(s, victim) + pieces_worth(s, victim)
    s.sick[2 * victim], s.sick[2 * victim + 1] = sick_n, sick_s
    return before - after


@rule
def plausible(s: State, seat: int) -> int:
    """Bots have no opinion on what others hide: all worlds are alike."""
    return ALIKE
