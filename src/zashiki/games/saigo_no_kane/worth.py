"""What a position is worth to a seat of Saigo no Kane, as greedy play counts it.

The value is in thousandths of a vote: votes, the events the seat has marked by how nearly it can pay them, what is left
over, tiles by what they will still produce, majorities as they stand; minus an eighth of what the others have on average.
"""

from __future__ import annotations

from zashiki.core.bits import bit, count, lowest
from zashiki.core.rooms import ALIKE
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane.cards import (
    AUCTION,
    BLUE,
    CARDS_REWARD,
    COST,
    DISCARDABLE,
    EMPTY,
    EVENT_VOTES,
    EXCHANGE_ITEM,
    EXCHANGE_STUDENT,
    FIRST_TALENT,
    ITEM_CLUB,
    ITEM_KIND,
    ITEM_NOW,
    ITEMS_UP_TO,
    LOSE_POPULARITY,
    LOSE_YEN,
    LOSS,
    MARK,
    MAX_SEATS,
    NO_AUCTION,
    POPULARITY,
    POPULARITY_ITEM,
    PRICE,
    REQUIRED,
    REQUIRED_MASK,
    REWARD,
    REWARD_MASK,
    REWARDS,
    SPACES,
    STUDENT_CLEANUP,
    STUDENT_NOW,
    STUDENT_POPULARITY,
    STUDENT_TALENTS,
    STUDENT_YEN,
    STUDENTS,
    STUDENTS_UP_TO,
    SWAPS,
    TALENT_ITEM,
    TALENT_LIMIT,
    TALENTS,
    TYPES,
    UNMARK,
    VOTE_ITEM,
    YEN,
    YEN_ITEM,
)
from zashiki.games.saigo_no_kane.rules.teachers import target_set
from zashiki.games.saigo_no_kane.rules.tiles import characters, hand_count, held, item_talents, production_level, tiles_on
from zashiki.games.saigo_no_kane.scoring import leader_in, majority_count
from zashiki.games.saigo_no_kane.state import (
    ASK_ABILITY,
    ASK_BID,
    ASK_FILL,
    ASK_REWARD,
    ASK_TARGET,
    CLEANUP,
    COMPETE,
    DRAW_CARD,
    LOBBY,
    OVER,
    PREP,
    SETUP,
    State,
)

VOTE = 1000
# What one popularity or yen is worth on a day, by the day it can be spent (0: setup, 6: never).
POPULARITY_ON = (520, 520, 520, 460, 370, 170, 2)
YEN_ON = (330, 330, 300, 260, 200, 100, 2)
CARD_ON = (170, 170, 170, 150, 130, 30, 0)
# The same for one produced at every clean-up of today and later days.
POPULARITY_FROM = tuple(sum(POPULARITY_ON[day + 1 : 6]) for day in range(6))
YEN_FROM = tuple(sum(YEN_ON[day + 1 : 6]) for day in range(6))
CLEANUPS_FROM = (5, 5, 4, 3, 2, 1)

HELD, FREE, TO_USE, WILD = 100, 90, 80, 75  # how surely a needed token is there, in percent
SPARE_TALENT = 60  # a token kept for the night, up to the limit
LOST_TALENT = 5
UPRIGHT_TALENT, MARKED_TALENT = 350, 200  # on a student, not needed today
ITEM_TOKEN = 20
CLEANUP_CHANCE = (10, 25, 55, 100)  # percent by characters of the club
LEAD_BEFORE, LEAD_AFTER = 650, 770  # a majority led before and after the lobby
FACE_UP = 180
PENDING = 80  # percent of a card that may still be countered
TO_COME = 65  # percent of an auction that hangs on tokens still to be gained today
WORLDS = 3  # imagined for a greedy choice


@rule
def worth(s: State, seat: int) -> int:
    """The heuristic value of the position for a seat."""
    if s.stage == SETUP:
        return 0
    value = own_value(s, seat)
    others = 0
    for other in range(s.players):
        if other != seat:
            others += public_value(s, other)
    return value - others // (8 * (s.players - 1))


@rule
def spending_day(s: State) -> int:
    """The day on which popularity and yen can be spent freely next."""
    return s.day if s.stage <= LOBBY else s.day + 1


@rule
def own_value(s: State, seat: int) -> int:
    gather_stock(s, seat)
    value = VOTE * s.votes[seat] + tile_value(s, seat) + lead_value(s, seat)
    value += plan_events(s, seat) + pending_payment(s, seat)
    value += left_over(s, seat)
    value += CARD_ON[min(s.day, 5)] * hand_count(s, seat)
    if s.stage <= LOBBY and s.face_up & bit(seat):
        value += FACE_UP
    if s.stack_card != EMPTY:
        value += stack_value(s, seat)
    if s.seat == seat:
        value += asked_value(s, seat)
    return value


@rule
def public_value(s: State, other: int) -> int:
    """What another seat has, without its plans."""
    day = spending_day(s)
    value = VOTE * s.votes[other] + tile_value(s, other)
    value += POPULARITY_ON[day] * s.popularity[other] + YEN_ON[day] * s.yen[other]
    for talent in range(other * TALENTS, (other + 1) * TALENTS):
        value += SPARE_TALENT * s.talents[talent]
    return value


# Tiles


@rule
def tile_value(s: State, seat: int) -> int:
    value = 0
    students = s.students[seat]
    while students:
        student = lowest(students)
        students &= students - 1
        value += student_value(s, student, s.marked & bit(student))
    items = s.items[seat]
    while items:
        item = lowest(items)
        items &= items - 1
        value += item_value(s, seat, item)
    return value


@rule
def clean_day(s: State) -> int:
    """The day whose clean-up comes next."""
    return s.day + 1 if s.stage == CLEANUP else s.day


@rule
def student_value(s: State, student: int, marked: int) -> int:
    """What a student will still bring: production, clean-up votes, talents on later days."""
    day = clean_day(s)
    if day > 5 or s.stage == OVER:
        return 0
    value = POPULARITY_FROM[day] * STUDENT_POPULARITY[student] + YEN_FROM[day] * STUDENT_YEN[student]
    value += VOTE * CLEANUPS_FROM[day] * STUDENT_CLEANUP[student]
    if day < 5:
        each = MARKED_TALENT if marked else UPRIGHT_TALENT
        for talent in range(TALENTS):
            value += each * STUDENT_TALENTS[student * TALENTS + talent]
    return value


@rule
def item_value(s: State, seat: int, item: int) -> int:
    """What an item will still bring to its owner."""
    day = clean_day(s)
    kind = ITEM_KIND[item]
    if day > 5 or s.stage == OVER or kind == VOTE_ITEM:
        return 0
    if kind == POPULARITY_ITEM:
        return max(POPULARITY_FROM[day], POPULARITY_ON[day] - 10) * production_level(s, seat, item)
    if kind == YEN_ITEM:
        return max(YEN_FROM[day], YEN_ON[day] - 10) * production_level(s, seat, item)
    if kind == TALENT_ITEM:
        tokens = 0
        for talent in range(TALENTS):
            tokens += item_talents(s, seat, item, talent)
        return ITEM_TOKEN * tokens if day < 5 else 0
    return VOTE * CLEANUPS_FROM[day] * CLEANUP_CHANCE[min(characters(s, seat, ITEM_CLUB[item]), 3)] // 100


@rule
def lead_value(s: State, seat: int) -> int:
    """The majorities of the day as they stand."""
    if s.stage >= CLEANUP:
        return 0
    value = 0
    each = LEAD_AFTER if s.stage == COMPETE else LEAD_BEFORE
    for majority in range(majority_count(s)):
        if leader_in(s, majority) == seat:
            value += each
    return value


# Events: what the seat holds, what it could turn into tokens, and how far that goes


@rule
def gather_stock(s: State, seat: int) -> None:
    """What the seat holds; what it can discard for free; what its upright students could bring today."""
    for kind in range(TYPES):
        s.stock[kind] = held(s, seat, kind)
        s.reserve[kind] = 0
        s.later[kind] = 0
    items = s.items[seat] & DISCARDABLE
    while items:
        item = lowest(items)
        items &= items - 1
        if ITEM_KIND[item] == POPULARITY_ITEM:
            s.reserve[POPULARITY] += production_level(s, seat, item)
        elif ITEM_KIND[item] == YEN_ITEM:
            s.reserve[YEN] += production_level(s, seat, item)
        else:
            for talent in range(TALENTS):
                s.reserve[FIRST_TALENT + talent] += item_talents(s, seat, item, talent)
    students = s.students[seat]
    while students:
        student = lowest(students)
        students &= students - 1
        for talent in range(TALENTS):
            number = STUDENT_TALENTS[student * TALENTS + talent]
            if s.marked & bit(student):
                s.reserve[FIRST_TALENT + talent] += number
            elif s.stage <= LOBBY:
                s.later[FIRST_TALENT + talent] += number


@rule
def plan_events(s: State, seat: int) -> int:
    """The value of the marked events that are still to come, the one being held first."""
    if s.stage >= CLEANUP:
        return 0
    value = 0
    wild = wild_tokens(s, seat)
    if s.current != EMPTY and decides_later(s, seat):
        value += event_value(s, seat, s.current, wild)
    for space in range(SPACES):
        if space != s.current and s.markers[space] & bit(seat):
            value += event_value(s, seat, space, wild)
    return value


@rule
def decides_later(s: State, seat: int) -> int:
    """Whether the seat takes part in the event being held and has not decided yet."""
    if not s.markers[s.current] & bit(seat):
        return 0
    if AUCTION[s.events[s.current]] != NO_AUCTION:
        return s.bids[seat] == EMPTY and s.offers[s.pet] == EMPTY and no_offers(s)
    steps = (seat - s.pet + s.players) % s.players
    return s.paid[seat] == 0 and steps >= s.asked and s.phase != ASK_REWARD and s.phase != DRAW_CARD


@rule
def no_offers(s: State) -> int:
    for seat in range(s.players):
        if s.offers[seat] != EMPTY:
            return 0
    return 1


@rule
def wild_tokens(s: State, seat: int) -> int:
    """How many tokens the candidate's ability can still exchange today."""
    if s.phase == ASK_ABILITY and s.seat == seat:
        return SWAPS - s.swaps
    return SWAPS if s.stage <= LOBBY and s.face_up & bit(seat) else 0


@rule
def event_value(s: State, seat: int, space: int, wild: int) -> int:
    """What an event promises, by how nearly the seat can pay it; takes what it needs out of the stock."""
    event = s.events[space]
    promise = event_promise(s, seat, space)
    if AUCTION[event] != NO_AUCTION:
        return auction_value(s, seat, space, promise, wild)
    needed, sure, missing = 0, 0, 0
    for kind in range(TYPES):
        required = REQUIRED[event * TYPES + kind]
        if required > 0:
            needed += required
            here = min(required, s.stock[kind])
            s.stock[kind] -= here
            free = min(required - here, s.reserve[kind])
            s.reserve[kind] -= free
            useful = min(required - here - free, s.later[kind])
            s.later[kind] -= useful
            sure += HELD * here + FREE * free + TO_USE * useful
            if kind >= FIRST_TALENT:
                missing += required - here - free - useful
    sure += sure_of_swaps(s, seat, WILD) * min(missing, wild, spare_tokens(s))
    # squared, because half a payment is worth much less than half the event; SNK-70: on day 5 it is worth nothing
    share = sure * sure // (needed * needed)
    if event >= BLUE:
        share = share * share // (HELD * HELD)
    return promise * share // (HELD * HELD)


@rule
def sure_of_swaps(s: State, seat: int, before: int) -> int:
    """How surely tokens will be swapped, in percent: almost certainly once the candidate is face down for it."""
    return HELD - 5 if s.phase == ASK_ABILITY and s.seat == seat else before


@rule
def spare_tokens(s: State) -> int:
    total = 0
    for kind in range(FIRST_TALENT, TYPES):
        total += s.stock[kind]
    return total


@rule
def event_promise(s: State, seat: int, space: int) -> int:
    """Votes, shared with some of the rivals, and all rewards."""
    event = s.events[space]
    rivals = count(s.markers[space] & ~bit(seat))
    votes = VOTE * EVENT_VOTES[event] * 5 // (5 + rivals)
    return votes + rewards_value(s, event, REWARD_MASK[event])


@rule
def rewards_value(s: State, event: int, elements: int) -> int:
    day = min(s.day + 1, 6)
    value = 0
    if elements & bit(POPULARITY):
        value += POPULARITY_ON[day] * REWARD[event * REWARDS + POPULARITY]
    if elements & bit(YEN):
        value += YEN_ON[day] * REWARD[event * REWARDS + YEN]
    if elements & bit(CARDS_REWARD):
        value += CARD_ON[day] * REWARD[event * REWARDS + CARDS_REWARD]
    return value


@rule
def best_reward(s: State, event: int) -> int:
    """The most valuable single element."""
    best = 0
    for element in range(REWARDS):
        if REWARD_MASK[event] & bit(element):
            best = max(best, rewards_value(s, event, bit(element)))
    return best


@rule
def strongest_rival(s: State, seat: int, space: int) -> int:
    """The most any other participant could bid."""
    most = 0
    for other in range(s.players):
        if other != seat and s.markers[space] & bit(other):
            most = max(most, held(s, other, AUCTION[s.events[space]]))
    return most


@rule
def auction_value(s: State, seat: int, space: int, promise: int, wild: int) -> int:
    """By the tokens at hand, and by what upright students and the candidate could add to them."""
    kind = AUCTION[s.events[space]]
    rival = strongest_rival(s, seat, space)
    now = s.stock[kind] + s.reserve[kind]
    more = now + s.later[kind]
    if kind >= FIRST_TALENT:
        more += min(wild, spare_tokens(s) - s.stock[kind])
    sure = sure_of_swaps(s, seat, TO_COME)
    return promise * (winning_chance(now, rival) * (HELD - sure) + winning_chance(more, rival) * sure) // (HELD * HELD)


@rule
def winning_chance(have: int, rival: int) -> int:
    """In percent, with the most that a rival holds now."""
    if have == 0:
        return 0
    return 85 if have > rival else 20 + 50 * have // rival


@rule
def bid_value(s: State, seat: int) -> int:
    """An own sealed bid, before the reveal: the chance to be highest, and what it costs."""
    event = s.events[s.current]
    kind = AUCTION[event]
    number = s.bids[seat]
    s.stock[kind] -= number
    if number == 0:
        return 0
    rival = strongest_rival(s, seat, s.current)
    promise = event_promise(s, seat, s.current)
    chance = 100 if number > rival else 25 + 65 * number // (rival + 1)
    return best_reward(s, event) + (promise - best_reward(s, event)) * chance // 100


@rule
def pending_payment(s: State, seat: int) -> int:
    """What an own payment or bid in the event being held will bring."""
    if s.current == EMPTY:
        return 0
    if s.phase == ASK_BID and s.bids[seat] != EMPTY:
        return bid_value(s, seat)
    if s.paid[seat] == 0:
        return 0
    event = s.events[s.current]
    steps = (seat - s.pet + s.players) % s.players
    if s.phase == DRAW_CARD or s.phase == ASK_REWARD:
        if steps < s.asked:
            return 0
        if steps == s.asked:
            return CARD_ON[min(s.day + 1, 6)] * s.cards_due + (best_reward(s, event) if s.phase == ASK_REWARD else 0)
    if s.full & bit(seat):
        return VOTE * EVENT_VOTES[event] // max(1, count(s.full)) + rewards_value(s, event, REWARD_MASK[event])
    if count(s.paid[seat]) >= count(REWARD_MASK[event]) or s.paid[seat] == REQUIRED_MASK[event]:
        return rewards_value(s, event, REWARD_MASK[event])
    return best_reward(s, event)


@rule
def left_over(s: State, seat: int) -> int:
    """What no event needs."""
    day = spending_day(s)
    tokens = spare_tokens(s)
    kept = min(tokens, TALENT_LIMIT) if s.day < 5 else 0
    value = POPULARITY_ON[day] * s.stock[POPULARITY] + YEN_ON[day] * s.stock[YEN]
    return value + SPARE_TALENT * kept + LOST_TALENT * (tokens - kept)


# Teacher cards, and questions half answered


@rule
def stack_value(s: State, seat: int) -> int:
    """What the card being played will do to this seat, if nobody counters."""
    if s.counters % 2 == 1:
        return 0
    if s.turn == seat:
        return own_card_value(s, seat)
    day = spending_day(s)
    if s.target == seat and s.power == LOSE_POPULARITY:
        return -POPULARITY_ON[day] * min(LOSS, s.popularity[seat]) * PENDING // 100
    if s.target == seat and s.power == LOSE_YEN:
        return -YEN_ON[day] * min(LOSS, s.yen[seat]) * PENDING // 100
    student = s.target - MAX_SEATS
    if s.power == MARK and 0 <= student < STUDENTS and s.students[seat] & bit(student):
        return -mark_value(s, student) * PENDING // 100
    return 0


@rule
def mark_value(s: State, student: int) -> int:
    """What Daigoku takes from the owner of a student."""
    if s.marked & bit(student):
        return student_value(s, student, 1) + VOTE // 3
    return student_value(s, student, 0) - student_value(s, student, 1) + VOTE // 4


@rule
def own_card_value(s: State, seat: int) -> int:
    """What the own card on the stack will bring, by its target or the best one it could have."""
    best = 0
    if s.phase == ASK_TARGET:
        targets = target_set(s, seat, s.power)
        while targets:
            best = max(best, power_value(s, seat, s.power, lowest(targets), EMPTY))
            targets &= targets - 1
        return best * PENDING // 100
    target = s.target
    if s.power == EXCHANGE_ITEM:
        target -= MAX_SEATS + STUDENTS
    elif s.power != LOSE_POPULARITY and s.power != LOSE_YEN:
        target -= MAX_SEATS
    return power_value(s, seat, s.power, target, s.second) * PENDING // 100


@rule
def power_value(s: State, seat: int, power: int, target: int, second: int) -> int:
    share = 2 * (s.players - 1)
    day = spending_day(s)
    if power == LOSE_POPULARITY:
        return POPULARITY_ON[day] * min(LOSS, s.popularity[target]) // share
    if power == LOSE_YEN:
        return YEN_ON[day] * min(LOSS, s.yen[target]) // share
    if power == MARK:
        return mark_value(s, target) // share
    if power == UNMARK:
        return student_value(s, target, 0) - student_value(s, target, 1)
    if power == EXCHANGE_ITEM:
        return item_exchange_value(s, seat, target, second)
    if power == EXCHANGE_STUDENT:
        return student_exchange_value(s, target, second)
    return CARD_ON[min(s.day, 5)] // 2


@rule
def item_exchange_value(s: State, seat: int, own: int, second: int) -> int:
    """The gain of an exchange, for the tile wanted or the best one."""
    tiles = tiles_on(s.market) & ITEMS_UP_TO[PRICE[own]]
    if second != EMPTY:
        tiles = bit(second - STUDENTS)
    best = -VOTE
    while tiles:
        item = lowest(tiles)
        tiles &= tiles - 1
        best = max(best, item_value(s, seat, item) + VOTE * ITEM_NOW[item])
    return best - item_value(s, seat, own)


@rule
def student_exchange_value(s: State, own: int, second: int) -> int:
    tiles = tiles_on(s.school) & STUDENTS_UP_TO[COST[own]]
    if second != EMPTY:
        tiles = bit(second)
    best = -VOTE
    while tiles:
        student = lowest(tiles)
        tiles &= tiles - 1
        best = max(best, student_value(s, student, 0) + VOTE * STUDENT_NOW[student])
    return best - student_value(s, own, s.marked & bit(own))


@rule
def asked_value(s: State, seat: int) -> int:
    """Tokens still to be taken, and a purchase that is still possible."""
    if s.phase == ASK_FILL:
        return 2 * SPARE_TALENT * s.fill_left
    if s.bonus != EMPTY and s.stage != PREP:
        return CARD_ON[min(s.day, 5)] // 2
    return 0


@rule
def plausible(s: State, seat: int) -> int:
    """The bots have no opinion on what others hide: all worlds are alike."""
    return ALIKE
