"""Buying tiles, and using or giving up one's own: the same wherever a seat may recruit, buy, use, dismiss or discard."""

from __future__ import annotations

from zashiki.core.bits import bit, list_bits
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import actions, cards, phase
from zashiki.games.saigo_no_kane.rules import holdings, piles
from zashiki.games.saigo_no_kane.state import FROM_BUY, FROM_RECRUIT, State

# The phases in which students may be dismissed, and those in which items may be discarded.
DISMISSING = 1 << phase.LOBBY | 1 << phase.PAY | 1 << phase.PREPARE
DISCARDING = DISMISSING | 1 << phase.SETTLE | 1 << phase.BONUS

# Legality


@rule
def list_tiles(s: State, seat: int, out: list[int]) -> int:
    """What may be bought, used, dismissed or discarded in one of these phases."""
    n = 0
    # SNK-47, SNK-48: after Fukada, one purchase at the normal price.
    if s.phase == phase.LOBBY or (s.phase == phase.BONUS and s.bonus == cards.NEW_STUDENT):
        n = list_bits(recruitable(s, seat), actions.RECRUIT, out, n)
    if s.phase == phase.LOBBY or (s.phase == phase.BONUS and s.bonus == cards.NEW_ITEM):
        n = list_bits(buyable(s, seat), actions.BUY, out, n)
    if s.phase == phase.LOBBY:
        # SNK-29: unmarked students can be used.
        n = list_bits(s.students[seat] & ~s.marked, actions.USE, out, n)
    if bit(s.phase) & DISMISSING:
        # SNK-30: marked ones can be dismissed; SNK-57: before paying too (SNK-R7).
        n = list_bits(s.students[seat] & s.marked, actions.DISMISS, out, n)
    # SNK-R4: items may be discarded in all these phases; SNK-R35: before Fukada's purchase too.
    return list_bits(holdings.discardable(s, seat), actions.DISCARD, out, n)


@rule
def recruitable(s: State, seat: int) -> int:
    """The students in school a seat can afford."""
    return piles.on_track(s.school) & cards.STUDENTS_UP_TO[min(s.popularity[seat], cards.DEAREST_STUDENT)]


@rule
def buyable(s: State, seat: int) -> int:
    """The items in the market a seat can afford."""
    return piles.on_track(s.market) & cards.ITEMS_UP_TO[min(s.yen[seat], cards.DEAREST_ITEM)]


# Effects: purchases


@rule
def purchase(s: State, seat: int, action: int) -> None:
    s.bonus = cards.EMPTY
    if action < actions.BUY:
        recruit(s, seat, action - actions.RECRUIT)
    else:
        buy(s, seat, action - actions.BUY)


@rule
def recruit(s: State, seat: int, student: int) -> None:
    # SNK-26: pay the cost in popularity and take the tile.
    s.popularity[seat] -= cards.COST[student]
    s.students[seat] |= bit(student)
    # SNK-27: votes without a plus are scored once, now.
    holdings.score(s, seat, cards.STUDENT_NOW[student], FROM_RECRUIT)
    piles.take_from(s.school, student)
    # SNK-R34: using the student is an action for a later turn.
    piles.refill_school(s, phase.END_TURN)


@rule
def buy(s: State, seat: int, item: int) -> None:
    # SNK-33: pay the price in yen and take the tile; then slide and refill.
    s.yen[seat] -= cards.PRICE[item]
    s.items[seat] |= bit(item)
    # SNK-36: vote items without a plus score once, now.
    holdings.score(s, seat, cards.ITEM_NOW[item], FROM_BUY)
    piles.take_from(s.market, item)
    piles.refill_market(s, phase.END_TURN)


# Effects: own tiles


@rule
def give_up(s: State, seat: int, action: int) -> None:
    """Use or dismiss a student, or discard an item, for what it gives."""
    resume = step_after(s, action)
    if action < actions.DISCARD:
        missing = gain_student_talents(s, seat, use_or_dismiss(s, seat, action))
    else:
        missing = discard_item(s, seat, action - actions.DISCARD)
    holdings.fill_up(s, missing, resume)


@rule
def use_or_dismiss(s: State, seat: int, action: int) -> int:
    """Mark a student, or discard a marked one; the number of the student."""
    if action < actions.DISMISS:
        # SNK-29: mark the student and take the talents printed on it; SNK-31: only a card turns it upright again.
        s.marked |= bit(action - actions.USE)
        return action - actions.USE
    # SNK-30: a marked student is discarded for its talents once more.
    student = action - actions.DISMISS
    s.students[seat] &= ~bit(student)
    s.marked &= ~bit(student)
    s.student_discard |= bit(student)
    return student


@rule
def step_after(s: State, action: int) -> int:
    """What follows once a student or an item is used or given up."""
    if s.phase == phase.LOBBY:
        # SNK-39: an item costs no action, so the same turn goes on; SNK-R37: a pass after it counts as a pass.
        return phase.SAME_TURN if action >= actions.DISCARD else phase.END_TURN
    if s.phase == phase.PAY:
        return phase.TO_PAY
    if s.phase == phase.PREPARE:
        return phase.TO_PREPARE
    return phase.TO_BONUS if s.phase == phase.BONUS else phase.TO_SETTLE


@rule
def gain_student_talents(s: State, seat: int, student: int) -> int:
    """Take the talents printed on a student; how many tokens are missing."""
    missing = 0
    for talent in range(cards.TALENTS):
        missing += holdings.take_talent(s, seat, talent, cards.STUDENT_TALENTS[student * cards.TALENTS + talent])
    return missing


@rule
def discard_item(s: State, seat: int, item: int) -> int:
    """Discard an item for what it yields; how many tokens are missing."""
    # SNK-39: without using an action, for what the item yields at that moment.
    s.items[seat] &= ~bit(item)
    s.item_discard |= bit(item)
    missing = 0
    if cards.ITEM_KIND[item] == cards.POPULARITY_ITEM:
        s.popularity[seat] += holdings.production_level(s, seat, item)
    elif cards.ITEM_KIND[item] == cards.YEN_ITEM:
        s.yen[seat] += holdings.production_level(s, seat, item)
    else:
        for talent in range(cards.TALENTS):
            missing += holdings.take_talent(s, seat, talent, holdings.item_talents(s, seat, item, talent))
    return missing
