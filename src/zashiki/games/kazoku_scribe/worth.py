"""What a position is worth to a seat of Kazoku Scribe: greedy play.

The unit is a hundredth of a step into the dungeon. Treasures in lanes count most, then steps to come (pieces that fit),
then a village that still hangs together, cheap requirements, wards, and what is in reach of the seat that explores next.
"""

from __future__ import annotations

from zashiki.core.bits import bit, count, lowest
from zashiki.core.rooms import ALIKE
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i64s
from zashiki.games.kazoku_scribe import actions, cards, phase, scoring
from zashiki.games.kazoku_scribe.cards import HONEST_EAST, NOBODY, NONE, ROUNDS, WARS
from zashiki.games.kazoku_scribe.rules import challenges, exploring, planning, submission, village
from zashiki.games.kazoku_scribe.state import NOT_YET, State, round_start, team_of

STEP = 100
WIN = 1_000_000
FOUND = 3 * STEP  # an icon of a lane that can still be won
OWNED = 12 * STEP
LEADING = STEP // 2
LINK = 12  # two intact cells side by side
WARD_NOW, WARD_LATER = 60, 40
CUT_TOWER, CUT_OTHER = 60, 25  # a tower or gate, a house or tree less in a requirement that can still be used
MARK = 120  # a cut or a bridge to come
ENOUGH_PLACES = 4  # for two copies of a piece, whatever others cover
IN_REACH = (150, 70, 40, 20)  # a treasure one, two, three, four steps away
WORLDS = 1  # what others plan and seal adds the same to all options of a seat


class Reach(Work):
    """The dungeon cells that have been reached, and those that can be crossed."""

    cells: list[int] = i64s(cards.CAVE_WORDS, 0, cards.CAVE_WORD)
    passable: list[int] = i64s(cards.CAVE_WORDS, 0, cards.CAVE_WORD)


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
    for word in range(cards.CAVE_WORDS):
        reach.cells[word] = s.crossed[word]
        reach.passable[word] = exploring.passable_in(s, word)
    for layer in range(layers):
        value += IN_REACH[layer] * next_layer(s, reach, wanted)
    return value if team_of(explorer) == team_of(seat) else -value


@rule
def next_layer(s: State, reach: Reach, wanted: int) -> int:
    """Widen `cells` by one step over the passable ones; how many wanted treasures that reaches."""
    first = exploring.next_to(reach.cells, 0, 0) & reach.passable[0] & ~reach.cells[0]
    second = exploring.next_to(reach.cells, 0, 1) & reach.passable[1] & ~reach.cells[1]
    third = exploring.next_to(reach.cells, 0, 2) & reach.passable[2] & ~reach.cells[2]
    reach.cells[0] |= first
    reach.cells[1] |= second
    reach.cells[2] |= third
    return wanted_in(s, wanted, 0, first) + wanted_in(s, wanted, 1, second) + wanted_in(s, wanted, 2, third)


@rule
def wanted_in(s: State, wanted: int, word: int, cells: int) -> int:
    """How many of these cells hold a wanted treasure."""
    treasures = 0
    while cells:
        treasures += wanted >> s.dungeon[cards.CAVE_CELL_AT[word * cards.CAVE_PLACES + lowest(cells)]] & 1
        cells &= cells - 1
    return treasures


@rule
def village_worth(s: State, seat: int) -> int:
    """How well the intact cells hang together; nothing in the last round, when no estate follows."""
    if s.round == ROUNDS and s.phase != phase.PLAN:
        return 0
    west = village.intact(s, seat, cards.WEST_BANK) & ~s.draft[cards.BANKS * seat]
    east = village.intact(s, seat, cards.EAST_BANK) & ~s.draft[cards.BANKS * seat + 1]
    return LINK * count_links(s, seat, west, east)


@rule
def count_links(s: State, seat: int, west: int, east: int) -> int:
    """For each direction, how many cells of a set have a land link to another one forwards or backwards."""
    at, bridges = seat * cards.CROSSINGS, s.bridges
    near_w, near_e = west >> 1 & HONEST_EAST, east >> 1 & HONEST_EAST
    near_w, near_e = near_w | (west & HONEST_EAST) << 1, near_e | (east & HONEST_EAST) << 1
    near_w, near_e = near_w | bridges[at] & east << 1, near_e | (bridges[at] & west) >> 1
    links = count(near_w & west) + count(near_e & east)
    near_w, near_e = west >> 7 | west << 7, east >> 7 | east << 7
    near_w, near_e = near_w | bridges[at + 1] & east >> 5, near_e | (bridges[at + 1] & west) << 5
    near_w, near_e = near_w | bridges[at + 3] & east << 9, near_e | (bridges[at + 3] & west) >> 9
    links += count(near_w & west) + count(near_e & east)
    near_w, near_e = west >> 8 | west << 8, east >> 8 | east << 8
    near_w, near_e = near_w | bridges[at + 2] & east >> 6, near_e | (bridges[at + 2] & west) << 6
    near_w, near_e = near_w | bridges[at + 4] & east << 10, near_e | (bridges[at + 4] & west) >> 10
    return links + count(near_w & west) + count(near_e & east)


@rule
def piece_steps(s: State, seat: int, war: int, copies: int) -> int:
    """The steps that so many copies of a war piece promise."""
    left = s.squares[seat * WARS + war]
    at, shape = (seat * WARS + war) * cards.SQUARES, s.shapes[seat * WARS + war]
    places = submission.count_placements(s, s.icons, at, shape, left, ENOUGH_PLACES)
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
    value, boxes, rounds_left = 0, s.wards[seat], ROUNDS - s.round
    while boxes:
        number = lowest(boxes) % ROUNDS + 1
        boxes &= boxes - 1
        if number == s.round and s.phase == phase.PLAN:
            value += WARD_NOW
        elif number > s.round:
            value += WARD_LATER - 5 * (number - s.round)
    for deed in range(cards.DEEDS):
        uses = min(cards.ARROWS - planning.used_arrows(s, seat, deed), rounds_left)
        if uses:
            required, squares = s.required[seat * cards.DEEDS + deed], 0
            # Houses and trees, towers and gates.
            common, rare = cards.ICONS_IN[required & 15], cards.ICONS_IN[required >> 4]
            if deed < WARS:
                squares = count(s.squares[seat * WARS + deed])
            value += uses * (STEP // 3 * squares - CUT_OTHER * common - CUT_TOWER * rare)
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
    sick_w, sick_e = s.sick[cards.BANKS * victim], s.sick[cards.BANKS * victim + 1]
    if action >= actions.SPREAD:
        challenges.spread(s, victim, action - actions.SPREAD)
    else:
        challenges.break_out(s, victim, (action - actions.BREAK_OUT) % cards.PAIRS)
    after = village_worth(s, victim) + pieces_worth(s, victim)
    s.sick[cards.BANKS * victim], s.sick[cards.BANKS * victim + 1] = sick_w, sick_e
    return before - after


@rule
def plausible(s: State, seat: int) -> int:
    """Bots have no opinion on what others hide: all worlds are alike."""
    return ALIKE
