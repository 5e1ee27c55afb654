"""What the events promise a seat: what it holds, what it could turn into tokens, and how far that goes."""

from __future__ import annotations

from zashiki.core.bits import bit, count, lowest
from zashiki.core.rows import turned
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i16s
from zashiki.games.saigo_no_kane import cards, phase, stage
from zashiki.games.saigo_no_kane.cards import EMPTY
from zashiki.games.saigo_no_kane.rules import holdings
from zashiki.games.saigo_no_kane.state import State
from zashiki.games.saigo_no_kane.worth import rates

HELD, FREE, TO_USE, WILD = 100, 90, 80, 75  # how certain it is that a needed token will be there, in percent
TO_COME = 65  # percent of an auction that depends on tokens still to be gained today
LOST_TALENT = 5  # a token over the limit


class Purse(Work):
    """The tokens a seat can count on: those it holds, can have for free, and could still gain today."""

    stock: list[int] = i16s(cards.TYPES, 0, cards.MOST_HELD)
    reserve: list[int] = i16s(cards.TYPES, 0, 9999)
    later: list[int] = i16s(cards.TYPES, 0, 9999)


@rule
def gather_stock(s: State, purse: Purse, seat: int) -> None:
    """What the seat holds; what it can discard for free; what its upright students could bring today."""
    for kind in range(cards.TYPES):
        purse.stock[kind] = holdings.held(s, seat, kind)
        purse.reserve[kind] = 0
        purse.later[kind] = 0
    items = s.items[seat] & cards.DISCARDABLE
    while items:
        item = lowest(items)
        items &= items - 1
        if cards.ITEM_KIND[item] == cards.POPULARITY_ITEM:
            purse.reserve[cards.POPULARITY] += holdings.production_level(s, seat, item)
        elif cards.ITEM_KIND[item] == cards.YEN_ITEM:
            purse.reserve[cards.YEN] += holdings.production_level(s, seat, item)
        else:
            for talent in range(cards.TALENTS):
                purse.reserve[cards.FIRST_TALENT + talent] += holdings.item_talents(s, seat, item, talent)
    students = s.students[seat]
    while students:
        student = lowest(students)
        students &= students - 1
        for talent in range(cards.TALENTS):
            number = cards.STUDENT_TALENTS[student * cards.TALENTS + talent]
            if s.marked & bit(student):
                purse.reserve[cards.FIRST_TALENT + talent] += number
            elif s.stage <= stage.LOBBY:
                purse.later[cards.FIRST_TALENT + talent] += number


@rule
def plan_events(s: State, purse: Purse, seat: int) -> int:
    """The value of the marked events that are still to come, the one being held first."""
    if s.stage >= stage.CLEANUP:
        return 0
    value, wild = 0, wild_tokens(s, seat)
    if s.current != EMPTY and decides_later(s, seat):
        value += event_value(s, purse, seat, s.current, wild)
    for space in range(cards.SPACES):
        if space != s.current and s.markers[space] & bit(seat):
            value += event_value(s, purse, seat, space, wild)
    return value


@rule
def decides_later(s: State, seat: int) -> int:
    """Whether the seat takes part in the event being held and has not decided yet."""
    if not s.markers[s.current] & bit(seat):
        return 0
    if cards.AUCTION[s.events[s.current]] != cards.NO_AUCTION:
        return s.bids[seat] == EMPTY and no_offers(s)
    steps = turned(s, seat, s.pet)
    return s.paid[seat] == 0 and steps >= s.asked and s.phase != phase.REWARD and s.phase != phase.DRAW_CARD


@rule
def no_offers(s: State) -> int:
    for seat in range(s.players):
        if s.offers[seat] != EMPTY:
            return 0
    return 1


@rule
def wild_tokens(s: State, seat: int) -> int:
    """How many tokens the candidate's ability can still exchange today."""
    if s.phase == phase.ABILITY and s.seat == seat:
        return cards.SWAPS - s.swaps
    return cards.SWAPS if s.stage <= stage.LOBBY and s.face_up & bit(seat) else 0


@rule
def event_value(s: State, purse: Purse, seat: int, space: int, wild: int) -> int:
    """What an event promises, by how nearly the seat can pay for it; what it needs leaves the stock."""
    event = s.events[space]
    promise = event_promise(s, seat, space)
    if cards.AUCTION[event] != cards.NO_AUCTION:
        return auction_value(s, purse, seat, space, promise, wild)
    needed, sure, missing = 0, 0, 0
    for kind in range(cards.TYPES):
        required = cards.REQUIRED[event * cards.TYPES + kind]
        if required > 0:
            needed += required
            here = min(required, purse.stock[kind])
            purse.stock[kind] -= here
            free = min(required - here, purse.reserve[kind])
            purse.reserve[kind] -= free
            useful = min(required - here - free, purse.later[kind])
            purse.later[kind] -= useful
            sure += HELD * here + FREE * free + TO_USE * useful
            if kind >= cards.FIRST_TALENT:
                missing += required - here - free - useful
    sure += sure_of_swaps(s, seat, WILD) * min(missing, wild, spare_tokens(purse))
    # squared, because half a payment is worth much less than half the event; SNK-70: on day 5 it is worth nothing
    share = sure * sure // (needed * needed)
    if event >= cards.BLUE:
        share = share * share // (HELD * HELD)
    return promise * share // (HELD * HELD)


@rule
def sure_of_swaps(s: State, seat: int, before: int) -> int:
    """How likely tokens are to be swapped, in percent: almost certain once the candidate is face down for it."""
    return HELD - 5 if s.phase == phase.ABILITY and s.seat == seat else before


@rule
def spare_tokens(purse: Purse) -> int:
    total = 0
    for kind in range(cards.FIRST_TALENT, cards.TYPES):
        total += purse.stock[kind]
    return total


@rule
def event_promise(s: State, seat: int, space: int) -> int:
    """Votes, shared with some of the rivals, and all rewards."""
    event = s.events[space]
    rivals = count(s.markers[space] & ~bit(seat))
    votes = rates.VOTE * cards.EVENT_VOTES[event] * 5 // (5 + rivals)
    return votes + rewards_value(s, event, cards.REWARD_MASK[event])


@rule
def rewards_value(s: State, event: int, elements: int) -> int:
    """What some of the reward elements of an event are worth."""
    value, day = 0, min(s.day + 1, 6)
    if elements & bit(cards.POPULARITY):
        value += rates.POPULARITY_ON[day] * cards.REWARD[event * cards.REWARDS + cards.POPULARITY]
    if elements & bit(cards.YEN):
        value += rates.YEN_ON[day] * cards.REWARD[event * cards.REWARDS + cards.YEN]
    if elements & bit(cards.CARDS_REWARD):
        value += rates.CARD_ON[day] * cards.REWARD[event * cards.REWARDS + cards.CARDS_REWARD]
    return value


@rule
def best_reward(s: State, event: int) -> int:
    """The most valuable single element."""
    best = 0
    for element in range(cards.REWARDS):
        if cards.REWARD_MASK[event] & bit(element):
            best = max(best, rewards_value(s, event, bit(element)))
    return best


@rule
def strongest_rival(s: State, seat: int, space: int) -> int:
    """The most any other participant could bid."""
    most = 0
    for other in range(s.players):
        if other != seat and s.markers[space] & bit(other):
            most = max(most, holdings.held(s, other, cards.AUCTION[s.events[space]]))
    return most


@rule
def auction_value(s: State, purse: Purse, seat: int, space: int, promise: int, wild: int) -> int:
    """By the tokens at hand, and by what upright students and the candidate could add to them."""
    kind = cards.AUCTION[s.events[space]]
    rival = strongest_rival(s, seat, space)
    now = purse.stock[kind] + purse.reserve[kind]
    more = now + purse.later[kind]
    if kind >= cards.FIRST_TALENT:
        more += min(wild, spare_tokens(purse) - purse.stock[kind])
    sure = sure_of_swaps(s, seat, TO_COME)
    return promise * (winning_chance(now, rival) * (HELD - sure) + winning_chance(more, rival) * sure) // (HELD * HELD)


@rule
def winning_chance(have: int, rival: int) -> int:
    """In percent, against the most that a rival holds now."""
    if have == 0:
        return 0
    return 85 if have > rival else 20 + 50 * have // rival


@rule
def bid_value(s: State, purse: Purse, seat: int) -> int:
    """The seat's own sealed bid before the reveal: its chance of being highest, and what it costs."""
    event, number = s.events[s.current], s.bids[seat]
    purse.stock[cards.AUCTION[event]] -= number
    if number == 0:
        return 0
    rival = strongest_rival(s, seat, s.current)
    promise = event_promise(s, seat, s.current)
    chance = 100 if number > rival else 25 + 65 * number // (rival + 1)
    return best_reward(s, event) + (promise - best_reward(s, event)) * chance // 100


@rule
def pending_payment(s: State, purse: Purse, seat: int) -> int:
    """What the seat's own payment or bid in the event being held will bring."""
    if s.current == EMPTY:
        return 0
    if s.phase == phase.BID and s.bids[seat] != EMPTY:
        return bid_value(s, purse, seat)
    if s.paid[seat] == 0:
        return 0
    event = s.events[s.current]
    steps = turned(s, seat, s.pet)
    if s.phase == phase.DRAW_CARD or s.phase == phase.REWARD:
        if steps < s.asked:
            return 0
        if steps == s.asked:
            return rates.CARD_ON[min(s.day + 1, 6)] * s.cards_due + (best_reward(s, event) if s.phase == phase.REWARD else 0)
    if s.full & bit(seat):
        return rates.VOTE * cards.EVENT_VOTES[event] // max(1, count(s.full)) + rewards_value(s, event, cards.REWARD_MASK[event])
    if count(s.paid[seat]) >= count(cards.REWARD_MASK[event]) or s.paid[seat] == cards.REQUIRED_MASK[event]:
        return rewards_value(s, event, cards.REWARD_MASK[event])
    return best_reward(s, event)


@rule
def left_over(s: State, purse: Purse, seat: int) -> int:
    """What no event needs."""
    day = rates.spending_day(s)
    tokens = spare_tokens(purse)
    kept = min(tokens, cards.TALENT_LIMIT) if s.day < cards.DAYS else 0
    value = rates.POPULARITY_ON[day] * purse.stock[cards.POPULARITY] + rates.YEN_ON[day] * purse.stock[cards.YEN]
    return value + rates.SPARE_TALENT * kept + LOST_TALENT * (tokens - kept)
