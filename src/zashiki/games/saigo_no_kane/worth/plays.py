"""What teacher cards on the stack will do, and questions half answered."""

from __future__ import annotations

from zashiki.core.bits import bit, lowest
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import cards, phase, stage
from zashiki.games.saigo_no_kane.cards import EMPTY
from zashiki.games.saigo_no_kane.rules import piles, teachers
from zashiki.games.saigo_no_kane.state import State
from zashiki.games.saigo_no_kane.worth import assets, rates

PENDING = 80  # percent of a card that may still be countered


@rule
def stack_value(s: State, seat: int) -> int:
    """What the card being played will do to this seat, if nobody counters."""
    if s.counters % 2 == 1:
        return 0
    if s.turn == seat:
        return own_card_value(s, seat)
    day = rates.spending_day(s)
    if s.target == seat and s.power == cards.LOSE_POPULARITY:
        return -rates.POPULARITY_ON[day] * min(cards.LOSS, s.popularity[seat]) * PENDING // 100
    if s.target == seat and s.power == cards.LOSE_YEN:
        return -rates.YEN_ON[day] * min(cards.LOSS, s.yen[seat]) * PENDING // 100
    student = s.target - cards.MAX_SEATS
    if s.power == cards.MARK and 0 <= student < cards.STUDENTS and s.students[seat] & bit(student):
        return -mark_value(s, student) * PENDING // 100
    return 0


@rule
def mark_value(s: State, student: int) -> int:
    """What Daigoku takes from the owner of a student."""
    if s.marked & bit(student):
        return assets.student_value(s, student, 1) + rates.VOTE // 3
    return assets.student_value(s, student, 0) - assets.student_value(s, student, 1) + rates.VOTE // 4


@rule
def own_card_value(s: State, seat: int) -> int:
    """What the own card on the stack will bring, by its target or the best one it could have."""
    best = 0
    if s.phase == phase.TARGET:
        targets = teachers.target_set(s, seat, s.power)
        while targets:
            best = max(best, power_value(s, seat, s.power, lowest(targets), EMPTY))
            targets &= targets - 1
        return best * PENDING // 100
    target = s.target
    if s.power == cards.EXCHANGE_ITEM:
        target -= cards.MAX_SEATS + cards.STUDENTS
    elif s.power != cards.LOSE_POPULARITY and s.power != cards.LOSE_YEN:
        target -= cards.MAX_SEATS
    return power_value(s, seat, s.power, target, s.second) * PENDING // 100


@rule
def power_value(s: State, seat: int, power: int, target: int, second: int) -> int:
    share = 2 * (s.players - 1)
    day = rates.spending_day(s)
    if power == cards.LOSE_POPULARITY:
        return rates.POPULARITY_ON[day] * min(cards.LOSS, s.popularity[target]) // share
    if power == cards.LOSE_YEN:
        return rates.YEN_ON[day] * min(cards.LOSS, s.yen[target]) // share
    if power == cards.MARK:
        return mark_value(s, target) // share
    if power == cards.UNMARK:
        return assets.student_value(s, target, 0) - assets.student_value(s, target, 1)
    if power == cards.EXCHANGE_ITEM:
        return item_exchange_value(s, seat, target, second)
    if power == cards.EXCHANGE_STUDENT:
        return student_exchange_value(s, target, second)
    return rates.CARD_ON[min(s.day, 5)] // 2


@rule
def item_exchange_value(s: State, seat: int, own: int, second: int) -> int:
    """The gain of an exchange, for the tile wanted or the best one."""
    tiles = piles.on_track(s.market) & cards.ITEMS_UP_TO[cards.PRICE[own]]
    if second != EMPTY:
        tiles = bit(second - cards.STUDENTS)
    best = -rates.VOTE
    while tiles:
        item = lowest(tiles)
        tiles &= tiles - 1
        best = max(best, assets.item_value(s, seat, item) + rates.VOTE * cards.ITEM_NOW[item])
    return best - assets.item_value(s, seat, own)


@rule
def student_exchange_value(s: State, own: int, second: int) -> int:
    tiles = piles.on_track(s.school) & cards.STUDENTS_UP_TO[cards.COST[own]]
    if second != EMPTY:
        tiles = bit(second)
    best = -rates.VOTE
    while tiles:
        student = lowest(tiles)
        tiles &= tiles - 1
        best = max(best, assets.student_value(s, student, 0) + rates.VOTE * cards.STUDENT_NOW[student])
    return best - assets.student_value(s, own, s.marked & bit(own))


@rule
def asked_value(s: State, seat: int) -> int:
    """Tokens still to be taken, and a purchase that is still possible."""
    if s.phase == phase.FILL:
        return 2 * rates.SPARE_TALENT * s.fill_left
    if s.bonus != EMPTY and s.stage != stage.PREP:
        return rates.CARD_ON[min(s.day, 5)] // 2
    return 0
