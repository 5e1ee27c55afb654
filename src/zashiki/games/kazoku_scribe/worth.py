"""What a position is worth to a seat of Kazoku Scribe: greedy play.

The unit is a hundredth of a step into the dungeon. Treasures in lanes count most, then steps to come (pieces that fit),
then a village that still holds together, cheap requirements, wards, and what lies open before whoever explores next.
"""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.rooms import ALIKE
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe.actions import BREAK_OUT, CHALLENGE_NONE, PIECE_SQUARES, SPREAD, STRIKE_PIECE
from zashiki.games.kazoku_scribe.cards import (
    ARMY,
    ARROWS,
    BASICS,
    BOXES,
    CAVE_COLUMNS,
    CAVE_ROWS,
    COIN,
    DEEDS,
    DOUBLED,
    GATE,
    LANE,
    NOBODY,
    NONE,
    PAIR_FIRST,
    PAIR_SECOND,
    PAIRS,
    PIECES_A_ROUND,
    ROUNDS,
    SHIELDED,
    SQUARES,
    TAILORING,
    TEAMS,
    TOWER,
    TREASURES,
    WARS,
)
from zashiki.games.kazoku_scribe.rules.challenges import fall_sick, next_to_sick, target_of
from zashiki.games.kazoku_scribe.rules.exploring import is_treasure, owner_of
from zashiki.games.kazoku_scribe.rules.planning import used_arrows
from zashiki.games.kazoku_scribe.rules.submission import count_placements, load_piece
from zashiki.games.kazoku_scribe.rules.village import intact, load_page, step_along
from zashiki.games.kazoku_scribe.scoring import team_points, winners
from zashiki.games.kazoku_scribe.state import (
    CHALLENGE,
    EXPLORE,
    NOT_YET,
    OVER,
    PLAN,
    State,
    round_start,
    team_of,
)

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
WORLDS = 3  # imagined for a greedy choice


@rule
def worth(s: State, seat: int) -> int:
    """The heuristic value of the position for a seat."""
    if s.phase == OVER:
        won = winners(s)
        return (WIN if won >> seat & 1 else 0) // count(won) + STEP * team_points(s, team_of(seat))
    value = lanes_worth(s, team_of(seat)) + dungeon_worth(s, seat)
    for other in range(s.players):
        if team_of(other) != team_of(seat):
            if s.phase != PLAN:
                value -= village_worth(s, other) + pieces_worth(s, other)
        elif other == seat or s.phase != PLAN:
            value += village_worth(s, other) + pieces_worth(s, other) + page_worth(s, other)
    value += plan_worth(s, seat)
    if s.phase == CHALLENGE and s.answer[seat] != NOT_YET:
        value += challenge_worth(s, target_of(s, seat), s.answer[seat])
    return value


@rule
def lanes_worth(s: State, team: int) -> int:
    """Icons found, rows owned, and how near a row is to its middle; the other team's count against it."""
    value = 0
    middle = (LANE[s.size] + 1) // 2
    for treasure in range(TREASURES):
        own, theirs = s.lanes[treasure * TEAMS + team], s.lanes[treasure * TEAMS + 1 - team]
        owner = owner_of(s, treasure)
        if owner == NOBODY:
            # The nearer to the middle, the more the next icon is worth.
            value += FOUND * (own - theirs) + FOUND * (own * own - theirs * theirs) // (2 * middle)
            value += LEADING if own > theirs else -LEADING if theirs > own else 0
        else:
            value += OWNED + FOUND * middle * 2 if owner == team else -OWNED - FOUND * middle * 2
    return value


@rule
def wanted(s: State, cell: int) -> int:
    """Whether a dungeon cell holds a treasure nobody owns yet."""
    icon = s.dungeon[cell]
    return 1 if is_treasure(icon) and owner_of(s, icon - COIN) == NOBODY else 0


@rule
def next_explorer(s: State) -> int:
    """The seat that explores next, as far as it can be told."""
    if s.phase >= EXPLORE:
        return s.seat
    if s.phase == PLAN or s.phase == CHALLENGE:
        return round_start(s)
    return s.seat


@rule
def dungeon_worth(s: State, seat: int) -> int:
    """Treasures near the crossed cells, for whoever explores next."""
    explorer = next_explorer(s)
    layers = len(IN_REACH)
    if s.steps and s.steps < layers:
        layers = s.steps
    for row in range(CAVE_ROWS):
        s.rows[row] = s.crossed[row]
    value = 0
    for layer in range(layers):
        value += IN_REACH[layer] * next_layer(s)
    return value if team_of(explorer) == team_of(seat) else -value


@rule
def next_layer(s: State) -> int:
    """Widen `rows` by one step over the passable cells; how many wanted treasures that reaches."""
    for row in range(CAVE_ROWS):
        here = s.rows[row]
        near = here << 1 | here >> 1
        if row > 0:
            near |= s.rows[row - 1]
        if row + 1 < CAVE_ROWS:
            near |= s.rows[row + 1]
        passable = s.spaces[row]
        for icon in range(ARMY):
            if s.troops[icon]:
                passable |= s.walls[icon * CAVE_ROWS + row]
        s.reached[row] = near & passable & ~here
    treasures = 0
    for row in range(CAVE_ROWS):
        s.rows[row] |= s.reached[row]
        for column in range(CAVE_COLUMNS):
            if s.reached[row] >> column & 1:
                treasures += wanted(s, row * CAVE_COLUMNS + column)
    return treasures


@rule
def village_worth(s: State, seat: int) -> int:
    """How well the intact cells hang together; nothing in the last round, when no estate follows."""
    if s.round == ROUNDS and s.phase != PLAN:
        return 0
    load_page(s, seat)
    north = intact(s, seat, 0) & ~s.draft[2 * seat]
    south = intact(s, seat, 1) & ~s.draft[2 * seat + 1]
    return LINK * count_links(s, north, south)


@rule
def count_links(s: State, north: int, south: int) -> int:
    """The land links within a set of cells of the loaded page."""
    links = 0
    for direction in range(3):
        one_n, one_s = s.link[2 * direction], s.link[2 * direction + 1]
        if direction == 0:
            near_n, near_s = step_along(north, south, one_n, one_s, 0, 0, 0, 0)
        elif direction == 1:
            near_n, near_s = step_along(north, south, 0, 0, one_n, one_s, 0, 0)
        else:
            near_n, near_s = step_along(north, south, 0, 0, 0, 0, one_n, one_s)
        links += count(near_n & north) + count(near_s & south)
    return links


@rule
def piece_steps(s: State, seat: int, war: int, copies: int) -> int:
    """The steps that so many copies of a war piece promise."""
    left = s.squares[seat * WARS + war]
    load_piece(s, seat, war)
    places = count_placements(s, s.shapes[seat * WARS + war], left)
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
    one, two = s.pieces[seat * PIECES_A_ROUND], s.pieces[seat * PIECES_A_ROUND + 1]
    value = STEP * s.steps if s.phase >= EXPLORE and s.seat == seat else 0
    if one != NONE and one == two:
        return value + piece_steps(s, seat, one, 2)
    if one != NONE:
        value += piece_steps(s, seat, one, 1)
    if two != NONE:
        value += piece_steps(s, seat, two, 1)
    return value


@rule
def page_worth(s: State, seat: int) -> int:
    """Boxes crossed, and requirements that have become cheap."""
    value = 0
    for box in range(BOXES):
        if s.wards[seat] >> box & 1:
            number = box % ROUNDS + 1
            if number == s.round and s.phase == PLAN:
                value += WARD_NOW
            elif number > s.round:
                value += WARD_LATER - 5 * (number - s.round)
    rounds_left = ROUNDS - s.round
    for deed in range(DEEDS):
        uses = min(ARROWS - used_arrows(s, seat, deed), rounds_left)
        for kind in range(BASICS):
            price = CUT_TOWER if TOWER <= kind <= GATE else CUT_OTHER
            value -= uses * price * s.required[(seat * DEEDS + deed) * BASICS + kind]
    # Squares of pieces that can still be used.
    for war in range(WARS):
        uses = min(ARROWS - used_arrows(s, seat, war), rounds_left)
        value += uses * (STEP // 3) * count(s.squares[seat * WARS + war])
    return value


@rule
def plan_worth(s: State, seat: int) -> int:
    """What the action being fenced, and the marks and shields to come, promise."""
    value = (WARD_NOW - 10) * s.shields[seat] + MARK * s.marks[seat]
    deed, mode = s.deed[seat], s.mode[seat]
    if deed == NONE:
        return value
    if mode == SHIELDED:
        value += WARD_NOW - 10
    copies = 2 if mode == DOUBLED else 1
    if deed < WARS:
        return value + piece_steps(s, seat, deed, copies)
    # Special actions pay in later rounds.
    marks = MARK * (ROUNDS - s.round) // 2 if deed == TAILORING else MARK * (ROUNDS - s.round) // 4
    return value + copies * (2 * marks + 2 * (WARD_NOW - 10))


@rule
def worth_without_square(s: State, victim: int, square: int) -> int:
    """The victim's village and pieces if it loses that square."""
    at = victim * WARS + square // SQUARES
    left = s.squares[at]
    s.squares[at] = left & ~bit(square % SQUARES)
    value = village_worth(s, victim) + pieces_worth(s, victim)
    s.squares[at] = left
    return value - STEP // 3


@rule
def challenge_worth(s: State, victim: int, action: int) -> int:
    """What a sealed challenge will cost its victim."""
    if action == CHALLENGE_NONE:
        return 0
    before = village_worth(s, victim) + pieces_worth(s, victim)
    if action >= STRIKE_PIECE:
        return before - worth_without_square(s, victim, (action - STRIKE_PIECE) % PIECE_SQUARES)
    sick_n, sick_s = s.sick[2 * victim], s.sick[2 * victim + 1]
    if action >= SPREAD:
        north, south = next_to_sick(s, victim, action - SPREAD)
        s.sick[2 * victim] |= north
        s.sick[2 * victim + 1] |= south
    else:
        pair = (action - BREAK_OUT) % PAIRS
        fall_sick(s, victim, PAIR_FIRST[pair])
        fall_sick(s, victim, PAIR_SECOND[pair])
    after = village_worth(s, victim) + pieces_worth(s, victim)
    s.sick[2 * victim], s.sick[2 * victim + 1] = sick_n, sick_s
    return before - after


@rule
def plausible(s: State, seat: int) -> int:
    """The bots have no opinion on what others hide: all worlds are alike."""
    return ALIKE
