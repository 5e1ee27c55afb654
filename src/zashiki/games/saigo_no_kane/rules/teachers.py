"""Teacher cards: their powers, targets, the counter window and the effects."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.core.seats import left_of
from zashiki.games.saigo_no_kane import actions, cards, phase
from zashiki.games.saigo_no_kane.cards import MAX_SEATS
from zashiki.games.saigo_no_kane.rules import holdings, piles
from zashiki.games.saigo_no_kane.state import FROM_EXCHANGE, State, clear_stack, go_to

# Legality


@rule
def list_powers(s: State, seat: int, out: list[int], n: int) -> int:
    for power in range(cards.POWERS):
        # SNK-41: a card in hand; SNK-R11: and something it could do.
        if s.hands[seat * cards.TEACHERS + cards.POWER_TEACHER[power]] > 0 and target_set(s, seat, power) != 0:
            out[n] = actions.PLAY + power
            n += 1
    return n


@rule
def target_set(s: State, seat: int, power: int) -> int:
    """The legal targets of a power: a set of seats, students or items."""
    if cards.LOSE_POPULARITY <= power <= cards.LOSE_YEN:
        return seats_with(s, seat, power)
    if power == cards.MARK:
        return students_of_others(s, seat)
    if power == cards.UNMARK:
        # SNK-46: one of the seat's own marked students.
        return s.students[seat] & s.marked
    if power == cards.NEW_ITEM:
        return piles.on_track(s.market)
    if power == cards.NEW_STUDENT:
        return piles.on_track(s.school)
    if power == cards.EXCHANGE_ITEM:
        return exchangeable_items(s, seat)
    return exchangeable_students(s, seat)


@rule
def seats_with(s: State, seat: int, power: int) -> int:
    """SNK-43, SNK-44: the opponents who have at least 1 to lose."""
    seats = 0
    for other in range(s.players):
        if other != seat and (s.popularity[other] if power == cards.LOSE_POPULARITY else s.yen[other]) > 0:
            seats |= bit(other)
    return seats


@rule
def students_of_others(s: State, seat: int) -> int:
    # SNK-45: any student of any opponent; SNK-R12: never one's own.
    students = 0
    for other in range(s.players):
        if other != seat:
            students |= s.students[other]
    return students


@rule
def exchangeable_items(s: State, seat: int) -> int:
    """SNK-49: the seat's items for which the market has one of equal or lower price."""
    tiles, price = piles.on_track(s.market), 0
    while price <= cards.DEAREST_ITEM and not tiles & cards.ITEMS_UP_TO[price]:
        price += 1
    return s.items[seat] & ~cards.ITEMS_UP_TO[price - 1] if price <= cards.DEAREST_ITEM else 0


@rule
def exchangeable_students(s: State, seat: int) -> int:
    """SNK-50: the seat's students, marked or not, for which the school has one of equal or lower cost."""
    tiles, cost = piles.on_track(s.school), 0
    while cost <= cards.DEAREST_STUDENT and not tiles & cards.STUDENTS_UP_TO[cost]:
        cost += 1
    return s.students[seat] & ~cards.STUDENTS_UP_TO[cost - 1] if cost <= cards.DEAREST_STUDENT else 0


@rule
def first_target(s: State) -> int:
    """The number of the first target of a kind: seat, student or item."""
    if s.power == cards.LOSE_POPULARITY or s.power == cards.LOSE_YEN:
        return actions.TARGET
    return actions.TARGET_ITEM if s.power == cards.EXCHANGE_ITEM or s.power == cards.NEW_ITEM else actions.TARGET_STUDENT


@rule
def exchange_set(s: State) -> int:
    """The tiles that can be had for the target, as a set."""
    # SNK-49, SNK-50: equal or lower cost.
    if s.power == cards.EXCHANGE_ITEM:
        return piles.on_track(s.market) & cards.ITEMS_UP_TO[cards.PRICE[s.target - MAX_SEATS - cards.STUDENTS]]
    return piles.on_track(s.school) & cards.STUDENTS_UP_TO[cards.COST[s.target - MAX_SEATS]]


@rule
def list_counters(s: State, seat: int, out: list[int]) -> int:
    n = 0
    for k in range(len(cards.COUNTERING)):
        # SNK-51: Chamberlain and Ekichi counter.
        if s.hands[seat * cards.TEACHERS + cards.COUNTERING[k]] > 0:
            out[n] = actions.COUNTER + k
            n += 1
    out[n] = actions.ALLOW
    return n + 1


# Playing and countering


@rule
def play_card(s: State, seat: int, power: int) -> None:
    # SNK-41: the card leaves the hand face up.
    teacher = cards.POWER_TEACHER[power]
    s.hands[seat * cards.TEACHERS + teacher] -= 1
    s.played[teacher] += 1
    s.stack_card = teacher
    s.power = power
    # SNK-R39: the target is named even if there is only one.
    s.phase = phase.TARGET


@rule
def choose_target(s: State, target: int) -> None:
    # SNK-R10: before anybody can counter.
    s.target = target
    if s.power == cards.EXCHANGE_ITEM or s.power == cards.EXCHANGE_STUDENT:
        s.phase = phase.EXCHANGE
    else:
        go_to(s, phase.TO_COUNTER)


@rule
def choose_exchange(s: State, tile: int) -> None:
    # SNK-R14: an exchange can be countered like any other play.
    s.second = tile
    go_to(s, phase.TO_COUNTER)


@rule
def newest_player(s: State) -> int:
    """The seat that played the newest card on the stack."""
    return s.counter_seat[s.counters - 1] if s.counters > 0 else s.turn


@rule
def ask_next_counter(s: State) -> None:
    """Ask the next seat clockwise that holds a card; when the window has gone round, settle the stack."""
    # SNK-42: out of turn, only against an opponent's card; SNK-R9: every opponent with a card is asked.
    seat = left_of(s, s.seat)
    newest = newest_player(s)
    while seat != newest and holdings.hand_count(s, seat) == 0:
        seat = left_of(s, seat)
    if seat == newest:
        settle_stack(s)
    else:
        s.seat = seat
        s.phase = phase.COUNTER


@rule
def answer(s: State, seat: int, action: int) -> None:
    if action != actions.ALLOW:
        # SNK-R8: a counter may be countered, so a new window opens, starting left of its player.
        teacher = cards.COUNTERING[action - actions.COUNTER]
        s.hands[seat * cards.TEACHERS + teacher] -= 1
        s.played[teacher] += 1
        s.counter_seat[s.counters] = seat
        s.counter_card[s.counters] = teacher
        s.counters += 1
    go_to(s, phase.TO_COUNTER)


# Effects


@rule
def settle_stack(s: State) -> None:
    power, target, second = s.power, s.target, s.second
    # SNK-51: a countered card has no effect; every second counter restores it.
    works = s.counters % 2 == 0
    clear_stack(s)
    s.seat = s.turn
    go_to(s, phase.END_TURN)
    if works:
        take_effect(s, s.turn, power, target, second)


@rule
def take_effect(s: State, seat: int, power: int, target: int, second: int) -> None:
    if power == cards.LOSE_POPULARITY:
        # SNK-43: the opponent gives up 2 popularity, or all if fewer.
        s.popularity[target] -= min(cards.LOSS, s.popularity[target])
    elif power == cards.LOSE_YEN:
        # SNK-44: the opponent gives up 2 yen, or all if fewer.
        s.yen[target] -= min(cards.LOSS, s.yen[target])
    elif power == cards.MARK:
        mark_or_discard(s, target - MAX_SEATS)
    elif power == cards.UNMARK:
        # SNK-46: upright again.
        s.marked &= ~bit(target - MAX_SEATS)
    elif power == cards.NEW_ITEM:
        replace_item(s, target - MAX_SEATS - cards.STUDENTS)
    elif power == cards.NEW_STUDENT:
        replace_student(s, target - MAX_SEATS)
    elif power == cards.EXCHANGE_ITEM:
        exchange_item(s, seat, target - MAX_SEATS - cards.STUDENTS, second - cards.STUDENTS)
    else:
        exchange_student(s, seat, target - MAX_SEATS, second)


@rule
def mark_or_discard(s: State, student: int) -> None:
    # SNK-45: marked, or discarded if it is marked already; no talents for its owner.
    if not s.marked & bit(student):
        s.marked |= bit(student)
        return
    s.marked &= ~bit(student)
    s.student_discard |= bit(student)
    for seat in range(s.players):
        s.students[seat] &= ~bit(student)


@rule
def replace_item(s: State, item: int) -> None:
    # SNK-47: discard it, slide, draw a new one; then one purchase is possible.
    piles.take_from(s.market, item)
    s.item_discard |= bit(item)
    s.bonus = cards.NEW_ITEM
    piles.refill_market(s, phase.TO_BONUS)


@rule
def replace_student(s: State, student: int) -> None:
    # SNK-48: the same in the school.
    piles.take_from(s.school, student)
    s.student_discard |= bit(student)
    s.bonus = cards.NEW_STUDENT
    piles.refill_school(s, phase.TO_BONUS)


@rule
def exchange_item(s: State, seat: int, own: int, other: int) -> None:
    # SNK-49: the two tiles change places (SNK-R13), and the votes of the new one are scored.
    s.market[piles.space_of(s.market, other)] = own
    s.items[seat] = (s.items[seat] & ~bit(own)) | bit(other)
    holdings.score(s, seat, cards.ITEM_NOW[other], FROM_EXCHANGE)


@rule
def exchange_student(s: State, seat: int, own: int, other: int) -> None:
    # SNK-50: both tiles are unmarked afterwards.
    s.school[piles.space_of(s.school, other)] = own
    s.students[seat] = (s.students[seat] & ~bit(own)) | bit(other)
    s.marked &= ~bit(own)
    holdings.score(s, seat, cards.STUDENT_NOW[other], FROM_EXCHANGE)


@rule
def ask_bonus(s: State) -> None:
    s.seat = s.turn
    s.phase = phase.BONUS


@rule
def decline_bonus(s: State) -> None:
    s.bonus = cards.EMPTY
    go_to(s, phase.END_TURN)
