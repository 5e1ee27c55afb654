"""Purchases, and own tiles given up: the same wherever a seat may buy, use, dismiss or discard."""

from __future__ import annotations

from zashiki.core.bits import bit, list_bits
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane.actions import BUY, DISCARD, DISMISS, RECRUIT, USE
from zashiki.games.saigo_no_kane.cards import (
    COST,
    DEAREST_ITEM,
    DEAREST_STUDENT,
    EMPTY,
    ITEM_KIND,
    ITEM_NOW,
    ITEMS_UP_TO,
    NEW_ITEM,
    NEW_STUDENT,
    POPULARITY_ITEM,
    PRICE,
    STUDENT_NOW,
    STUDENT_TALENTS,
    STUDENTS_UP_TO,
    TALENTS,
    YEN_ITEM,
)
from zashiki.games.saigo_no_kane.rules.tiles import (
    discardable,
    fill_up,
    item_talents,
    production_level,
    refill_market,
    refill_school,
    score,
    take_from,
    take_talent,
    tiles_on,
)
from zashiki.games.saigo_no_kane.state import (
    ASK_BONUS,
    ASK_LOBBY,
    ASK_PAY,
    ASK_PREPARE,
    ASK_SETTLE,
    END_TURN,
    FROM_BUY,
    FROM_RECRUIT,
    SAME_TURN,
    TO_BONUS,
    TO_PAY,
    TO_PREPARE,
    TO_SETTLE,
    State,
)

# Where students may be dismissed, where items discarded
DISMISSING = 1 << ASK_LOBBY | 1 << ASK_PAY | 1 << ASK_PREPARE
DISCARDING = DISMISSING | 1 << ASK_SETTLE | 1 << ASK_BONUS

# Legality


@rule
def list_tiles(s: State, seat: int, out: list[int]) -> int:
    """What may be bought, used, dismissed or discarded at one of the nodes above."""
    n = 0
    # SNK-47, SNK-48: after Fukada one purchase at its price.
    if s.phase == ASK_LOBBY or (s.phase == ASK_BONUS and s.bonus == NEW_STUDENT):
        n = list_bits(recruitable(s, seat), RECRUIT, out, n)
    if s.phase == ASK_LOBBY or (s.phase == ASK_BONUS and s.bonus == NEW_ITEM):
        n = list_bits(buyable(s, seat), BUY, out, n)
    if s.phase == ASK_LOBBY:
        # SNK-29: unmarked students can be used.
        n = list_bits(s.students[seat] & ~s.marked, USE, out, n)
    if bit(s.phase) & DISMISSING:
        # SNK-30: marked ones discarded; SNK-57: before paying as well (SNK-R7).
        n = list_bits(s.students[seat] & s.marked, DISMISS, out, n)
    # SNK-R4: items may be discarded at all these nodes; SNK-R35: before Fukada's purchase as well.
    return list_bits(discardable(s, seat), DISCARD, out, n)


@rule
def recruitable(s: State, seat: int) -> int:
    """The students in school a seat can afford."""
    return tiles_on(s.school) & STUDENTS_UP_TO[min(s.popularity[seat], DEAREST_STUDENT)]


@rule
def buyable(s: State, seat: int) -> int:
    """The items in the market a seat can afford."""
    return tiles_on(s.market) & ITEMS_UP_TO[min(s.yen[seat], DEAREST_ITEM)]


# Effects: purchases


@rule
def purchase(s: State, seat: int, action: int) -> None:
    s.bonus = EMPTY
    if action < BUY:
        recruit(s, seat, action - RECRUIT)
    else:
        buy(s, seat, action - BUY)


@rule
def recruit(s: State, seat: int, student: int) -> None:
    # SNK-26: pay the cost in popularity and take the tile.
    s.popularity[seat] -= COST[student]
    s.students[seat] |= bit(student)
    # SNK-27: votes without a plus are scored once, now.
    score(s, seat, STUDENT_NOW[student], FROM_RECRUIT)
    take_from(s.school, student)
    # SNK-R34: to use the student is an action of a later turn.
    refill_school(s, END_TURN)


@rule
def buy(s: State, seat: int, item: int) -> None:
    # SNK-33: pay the price in yen and take the tile; then slide and refill.
    s.yen[seat] -= PRICE[item]
    s.items[seat] |= bit(item)
    # SNK-36: vote items without a plus score once, now.
    score(s, seat, ITEM_NOW[item], FROM_BUY)
    take_from(s.market, item)
    refill_market(s, END_TURN)


# Effects: own tiles


@rule
def give_up(s: State, seat: int, action: int) -> None:
    """Use or dismiss a student, or discard an item, for what it gives."""
    resume = step_after(s, action)
    if action < DISCARD:
        missing = gain_student_talents(s, seat, use_or_dismiss(s, seat, action))
    else:
        missing = discard_item(s, seat, action - DISCARD)
    fill_up(s, missing, resume)


@rule
def use_or_dismiss(s: State, seat: int, action: int) -> int:
    """Mark a student, or discard a marked one; which it is."""
    if action < DISMISS:
        # SNK-29: mark the student and take the talents printed on it; SNK-31: only a card turns it upright again.
        s.marked |= bit(action - USE)
        return action - USE
    # SNK-30: a marked student is discarded for its talents once more.
    student = action - DISMISS
    s.students[seat] &= ~bit(student)
    s.marked &= ~bit(student)
    s.student_discard |= bit(student)
    return student


@rule
def step_after(s: State, action: int) -> int:
    """What follows a student or an item that is given up here."""
    if s.phase == ASK_LOBBY:
        # SNK-39: an item costs no action, so the same turn goes on; SNK-R37: a pass after it joins those before.
        return SAME_TURN if action >= DISCARD else END_TURN
    if s.phase == ASK_PAY:
        return TO_PAY
    if s.phase == ASK_PREPARE:
        return TO_PREPARE
    return TO_BONUS if s.phase == ASK_BONUS else TO_SETTLE


@rule
def gain_student_talents(s: State, seat: int, student: int) -> int:
    """Take the talents printed on a student; how many tokens are missing."""
    missing = 0
    for talent in range(TALENTS):
        shown = STUDENT_TALENTS[student * TALENTS + talent]
        if shown > 0:
            missing += take_talent(s, seat, talent, shown)
    return missing


@rule
def discard_item(s: State, seat: int, item: int) -> int:
    """Discard an item for what it yields; how many tokens are missing."""
    # SNK-39: without using an action, for the amount the item yields at that moment.
    s.items[seat] &= ~bit(item)
    s.item_discard |= bit(item)
    missing = 0
    if ITEM_KIND[item] == POPULARITY_ITEM:
        s.popularity[seat] += production_level(s, seat, item)
    elif ITEM_KIND[item] == YEN_ITEM:
        s.yen[seat] += production_level(s, seat, item)
    else:
        for talent in range(TALENTS):
            missing += take_talent(s, seat, talent, item_talents(s, seat, item, talent))
    return missing
