"""What a position is worth to a seat of Rights of Losers: greedy play.

The value is in hundredths of a point: the margin over the others by the field as it stands, an empty space counting 6
points for who dominates it; in the trick, a hand full of losing cards is good and standing to win the trick is bad.
"""

from __future__ import annotations

from zashiki.core.bits import lowest
from zashiki.core.rooms import ALIKE
from zashiki.core.rule import rule
from zashiki.games.rights_of_losers import cards, phase
from zashiki.games.rights_of_losers.rules.chips import may_hold_chip
from zashiki.games.rights_of_losers.scoring import Judgement, judge_space, land_bonus
from zashiki.games.rights_of_losers.state import State

POINT = 100
EMPTY_SPACE = 6  # what a space without a card is worth to who dominates it: about what will be built there
STRENGTH_IN_HAND = 20
STRENGTH_THAT_WINS = 100
WORLDS = 1  # nothing that others hide counts


@rule
def worth(s: State, seat: int) -> int:
    """The heuristic value of the position for a seat."""
    judged = Judgement()
    weigh_field(s, judged)
    value = margin(s, judged, seat)
    if s.phase == phase.BUILD and s.winner == seat:
        value += best_building(s, judged, seat)
    elif s.phase == phase.DROP and s.winner == seat:
        value = best_drop(s, judged, seat)
    value -= STRENGTH_IN_HAND * hand_strength(s, s.hands[seat])
    if (s.phase == phase.PLAY and s.play_count > 0) or s.phase == phase.CHIP:
        value -= STRENGTH_THAT_WINS * winning_strength(s, seat)
    return value


@rule
def strength(s: State, card: int) -> int:
    """1 for the weakest number, 10 for the strongest, by the present direction."""
    return cards.NUMBERS - card % cards.NUMBERS if s.reversed else card % cards.NUMBERS + 1


@rule
def hand_strength(s: State, hand: int) -> int:
    total = 0
    while hand:
        total += strength(s, lowest(hand))
        hand &= hand - 1
    return total


@rule
def winning_strength(s: State, seat: int) -> int:
    """How strongly the seat stands to win the trick: 0 when another card beats its own, 10 when it has won."""
    if s.phase == phase.CHIP:
        return cards.NUMBERS if s.winner == seat else 0
    best = 0
    for i in range(1, s.play_count):
        if s.plays[i] // cards.NUMBERS == s.plays[0] // cards.NUMBERS and strength(s, s.plays[i]) > strength(s, s.plays[best]):
            best = i
    return strength(s, s.plays[best]) if (s.leader + best) % s.players == seat else 0


@rule
def space_value(s: State, space: int) -> int:
    """The points a space brings to its owner; land counts through the bonus."""
    card = s.field[space]
    if card == cards.EMPTY:
        return EMPTY_SPACE
    return 0 if card >= cards.FIRST_LAND else cards.POINTS_OF[card]


@rule
def weigh_field(s: State, judged: Judgement) -> None:
    """As `judge`, with the empty spaces counted for who dominates them."""
    for seat in range(s.players):
        judged.building[seat] = 0
        judged.land[seat] = 0
    for space in range(cards.SPACES):
        judged.owners[space] = judge_space(s, judged, space)
        credit(s, judged, space, judged.owners[space], 1)


@rule
def credit(s: State, judged: Judgement, space: int, owner: int, sign: int) -> None:
    """Give a space to an owner, or take it away again."""
    if owner != cards.NOBODY:
        judged.building[owner] += sign * space_value(s, space)
        if s.field[space] >= cards.FIRST_LAND:
            judged.land[owner] += sign


@rule
def margin(s: State, judged: Judgement, seat: int) -> int:
    """Own points minus half the best and half the mean of the others."""
    best, total = 0, 0
    for other in range(s.players):
        if other != seat:
            points = judged.building[other] + land_bonus(s, judged, other)
            best = max(best, points)
            total += points
    own = judged.building[seat] + land_bonus(s, judged, seat)
    return POINT * own - (POINT // 2) * best - (POINT // 2) * total // (s.players - 1)


@rule
def best_building(s: State, judged: Judgement, seat: int) -> int:
    """What the picked card gains on the space that suits the seat best."""
    number = cards.POINTS_OF[s.picked] - EMPTY_SPACE
    best = -POINT * cards.NUMBERS
    for space in range(cards.SPACES):
        if s.field[space] == cards.EMPTY:
            owner = judged.owners[space]
            gain = 0 if owner == cards.NOBODY else POINT * number if owner == seat else -(POINT // 2) * number
            best = max(best, gain)
    return best


@rule
def best_drop(s: State, judged: Judgement, seat: int) -> int:
    """The margin with the lifted chip on the point that suits the seat best."""
    best = -POINT * 1000
    for point in range(cards.POINTS):
        if may_hold_chip(s, point):
            s.chips[point] = seat
            best = max(best, margin_with_chip(s, judged, seat, point))
            s.chips[point] = cards.EMPTY
    return best


@rule
def margin_with_chip(s: State, judged: Judgement, seat: int, point: int) -> int:
    """The margin after a new chip, judging again only the spaces around it; leaves the points as they were."""
    row, column = point // 9, point % 9
    for space_row in range(row // 2, (row + 1) // 2 + 1):
        for space_column in range(column // 2, (column + 1) // 2 + 1):
            space = 5 * space_row + space_column
            credit(s, judged, space, judged.owners[space], -1)
            credit(s, judged, space, judge_space(s, judged, space), 1)
    value = margin(s, judged, seat)
    for space_row in range(row // 2, (row + 1) // 2 + 1):
        for space_column in range(column // 2, (column + 1) // 2 + 1):
            space = 5 * space_row + space_column
            credit(s, judged, space, judge_space(s, judged, space), -1)
            credit(s, judged, space, judged.owners[space], 1)
    return value


@rule
def plausible(s: State, seat: int) -> int:
    """The bots have no opinion on what others hide: all worlds are alike."""
    return ALIKE
