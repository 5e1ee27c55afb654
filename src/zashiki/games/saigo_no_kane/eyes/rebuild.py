"""The way back from a view of Saigo no Kane to a state it could come from."""

from __future__ import annotations

from zashiki.core.game import OPEN
from zashiki.core.rooms import Seat
from zashiki.games.saigo_no_kane import actions, cards, phase, rules, stage
from zashiki.games.saigo_no_kane.cards import EMPTY, EVENT_IDS, ITEM_IDS, STUDENT_IDS, TEACHER_IDS, TEACHERS
from zashiki.games.saigo_no_kane.eyes.resample import resample
from zashiki.games.saigo_no_kane.eyes.view import Play, SeatView, View
from zashiki.games.saigo_no_kane.options import CANDIDATE_MODES
from zashiki.games.saigo_no_kane.state import MAJORITIES, SOURCES, State


def state_from(v: View, rng: list[int]) -> State:
    """A full state this view could come from; what the viewer cannot know is drawn."""
    s = State()
    rules.setup(s, v.players, [v.first_pet, CANDIDATE_MODES.index(v.candidates), 0, 1, 2, 3, int(v.first_game)])
    s.day, s.stage, s.phase, s.resume = v.day, stage.NAMES.index(v.phase), phase.NAMES.index(v.node), v.resume
    s.seat, s.turn, s.passes, s.asked = v.seat, v.turn, v.passes, v.asked
    s.pet = cards.NOBODY if v.pet is None else v.pet
    s.face_up, s.marked = 0, 0
    for seat, seen in enumerate(v.seats):
        _seat_from(s, seat, seen)
    for space in range(len(v.school)):
        s.school[space] = _number(v.school[space], STUDENT_IDS)
        s.market[space] = _number(v.market[space], ITEM_IDS)
    for space, event in enumerate(v.events):
        s.events[space] = _number(event, EVENT_IDS)
        s.markers[space] = sum(1 << seat for seat in v.markers[space])
    s.pool[:] = v.pool.values()
    s.aside = mask_of(v.aside, STUDENT_IDS)
    s.student_pile, s.student_discard = mask_of(v.student_pile, STUDENT_IDS), mask_of(v.student_discard, STUDENT_IDS)
    s.item_pile, s.item_discard = mask_of(v.item_pile, ITEM_IDS), mask_of(v.item_discard, ITEM_IDS)
    s.event_pile, s.event_discard = mask_of(v.event_pile, EVENT_IDS), mask_of(v.event_discard, EVENT_IDS)
    s.fill_left, s.swaps, s.bonus = v.fill_left, v.swaps, _number(v.bonus, cards.POWER_IDS)
    _stack_from(s, v.stack)
    _event_from(s, v)
    _history_from(s, v)
    _deal_hidden(s, v)
    if v.viewer != OPEN:
        resample(s, v.viewer, rng)
    return s


def mask_of(names: tuple[str, ...], ids: tuple[str, ...]) -> int:
    """The set of these ids."""
    return sum(1 << ids.index(name) for name in names)


def _number(name: str | None, ids: tuple[str, ...]) -> int:
    return EMPTY if name is None else ids.index(name)


def _seat_from(s: State, seat: Seat, seen: SeatView) -> None:
    s.candidate[seat] = _number(seen.candidate, cards.CANDIDATE_IDS)
    s.face_up |= 1 << seat if seen.active else 0
    s.votes[seat], s.popularity[seat], s.yen[seat] = seen.votes, seen.popularity, seen.yen
    s.talents[seat * cards.TALENTS : (seat + 1) * cards.TALENTS] = seen.talents.values()
    s.students[seat] = mask_of(tuple(seen.students), STUDENT_IDS)
    s.marked |= mask_of(tuple(name for name, marked in seen.students.items() if marked), STUDENT_IDS)
    s.items[seat] = mask_of(seen.items, ITEM_IDS)


def _stack_from(s: State, stack: tuple[Play, ...]) -> None:
    if not stack:
        return
    first, *counters = stack
    s.stack_card, s.power = TEACHER_IDS.index(first.card), cards.POWER_IDS.index(first.power)
    s.target, s.second = _number(first.target, actions.TARGET_IDS), _number(first.second, actions.TILE_IDS)
    s.counters = len(counters)
    for k, counter in enumerate(counters):
        s.counter_seat[k], s.counter_card[k] = counter.seat, TEACHER_IDS.index(counter.card)


def _event_from(s: State, v: View) -> None:
    s.current = EMPTY if v.current is None else v.events.index(v.current)
    for seat in range(v.players):
        s.paid[seat] = mask_of(v.paid[seat], cards.TYPE_IDS)
        offer = v.offers[seat]
        s.offers[seat] = EMPTY if offer is None else offer
        s.bids[seat] = 0 if seat in v.answered else EMPTY
    for seat, number in v.bids.items():
        s.bids[seat] = number
    s.full = sum(1 << seat for seat in v.full)
    s.reward_due, s.cards_due = v.reward_due, v.cards_due
    s.reward_chosen = mask_of(v.reward_chosen, cards.REWARD_IDS)


def _history_from(s: State, v: View) -> None:
    for day, seats in enumerate(v.gained):
        for seat, sources in enumerate(seats):
            first = (day * cards.MAX_SEATS + seat) * SOURCES
            s.gained[first : first + SOURCES] = sources.values()
    for day, winners_of_day in enumerate(v.majorities):
        for k, winner in enumerate(winners_of_day):
            s.majority[day * MAJORITIES + k] = cards.NOBODY if winner is None else winner
            s.majority_most[day * MAJORITIES + k] = v.majority_most[day][k]
    for event, bids in v.auctions.items():
        for seat, number in bids.items():
            s.bid_for[cards.AUCTION_NUMBER[EVENT_IDS.index(event)] * cards.MAX_SEATS + seat] = number
    for event, (day, fulfilling) in v.fulfilled.items():
        s.fulfilled_on[EVENT_IDS.index(event)] = day
        s.fulfilled_by[EVENT_IDS.index(event)] = sum(1 << seat for seat in fulfilling)


def _deal_hidden(s: State, v: View) -> None:
    """Put the unseen teacher cards anywhere, in hands and drops of the right sizes; `resample` then deals them at random."""
    for k, name in enumerate(TEACHER_IDS):
        s.played[k] = v.played.get(name, 0)
        s.card_pile[k] = cards.COPIES - s.played[k]
        for seat in v.hands:
            s.hands[seat * TEACHERS + k] = v.hands[seat].get(name, 0)
            s.dropped[seat * TEACHERS + k] = v.drops[seat].get(name, 0)
            s.card_pile[k] -= s.hands[seat * TEACHERS + k] + s.dropped[seat * TEACHERS + k]
    for seat in range(v.players):
        if seat not in v.hands:
            for counts, size in ((s.hands, v.seats[seat].cards), (s.dropped, v.seats[seat].dropped)):
                for _ in range(size):
                    teacher = next(k for k in range(TEACHERS) if s.card_pile[k] > 0)
                    s.card_pile[teacher] -= 1
                    counts[seat * TEACHERS + teacher] += 1
