"""The end of an event: votes and rewards for those who paid."""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import cards, phase
from zashiki.games.saigo_no_kane.cards import EMPTY
from zashiki.games.saigo_no_kane.rules import holdings, piles
from zashiki.games.saigo_no_kane.state import FROM_EVENT, State, from_pet, go_to


@rule
def begin_rewards(s: State) -> None:
    # SNK-R20: after all participants have decided, clockwise from the pet.
    s.asked = 0
    go_to(s, phase.TO_REWARDS)


@rule
def serve_next(s: State) -> None:
    """Give the payers their due in turn; stop when one of them has to choose or draw a card."""
    serving = 1
    while serving and s.asked < s.players:
        seat = from_pet(s, s.asked)
        if s.paid[seat]:
            serving = serve(s, seat)
        if serving:
            s.asked += 1
    if serving:
        end_event(s)


@rule
def serve(s: State, seat: int) -> int:
    """Votes and rewards of one payer; 1 when it is served, 0 when it must choose or draw first."""
    event = s.events[s.current]
    elements = cards.REWARD_MASK[event]
    if s.full & bit(seat):
        # SNK-59, SNK-65: the votes are divided evenly, rounded down, and all rewards are given.
        holdings.score(s, seat, cards.EVENT_VOTES[event] // count(s.full), FROM_EVENT)
        s.fulfilled_on[event] = s.day
        s.fulfilled_by[event] |= bit(seat)
    elif s.reward_chosen:
        elements = s.reward_chosen
        s.reward_chosen = 0
    elif count(s.paid[seat]) < count(elements):
        # SNK-60, SNK-66: no votes, one element for each type paid; SNK-R19: each element once.
        s.reward_due = count(s.paid[seat])
        s.seat = seat
        s.phase = phase.REWARD
        return 0
    return give_rewards(s, seat, elements)


@rule
def give_rewards(s: State, seat: int, elements: int) -> int:
    """Hand out several reward elements at once; 1 when done, 0 when teacher cards are still to be drawn."""
    event = s.events[s.current]
    # SNK-62: they are there at once, so they can pay for the next event.
    if elements & bit(cards.POPULARITY):
        s.popularity[seat] += cards.REWARD[event * cards.REWARDS + cards.POPULARITY]
    if elements & bit(cards.YEN):
        s.yen[seat] += cards.REWARD[event * cards.REWARDS + cards.YEN]
    if elements & bit(cards.CARDS_REWARD):
        s.cards_due = cards.REWARD[event * cards.REWARDS + cards.CARDS_REWARD]
    return draw_due_cards(s, seat)


@rule
def draw_due_cards(s: State, seat: int) -> int:
    """1 when no card is left to draw, 0 when chance comes next."""
    if s.cards_due > 0 and piles.can_draw_card(s):
        s.seat = seat
        s.phase = phase.DRAW_CARD
        return 0
    s.cards_due = 0
    return 1


@rule
def draw_reward_card(s: State, teacher: int) -> None:
    piles.draw_card(s, s.seat, teacher)
    s.cards_due -= 1
    if draw_due_cards(s, s.seat):
        s.asked += 1
        go_to(s, phase.TO_REWARDS)


@rule
def rewards_left(s: State) -> int:
    """The reward elements still to choose from, as a set."""
    return cards.REWARD_MASK[s.events[s.current]] & ~s.reward_chosen


@rule
def choose_reward(s: State, element: int) -> None:
    s.reward_chosen |= bit(element)
    s.reward_due -= 1
    if s.reward_due == 0:
        go_to(s, phase.TO_REWARDS)


@rule
def end_event(s: State) -> None:
    payers = 0
    for seat in range(s.players):
        payers |= s.paid[seat]
        s.paid[seat] = 0
    # SNK-61: a held event is discarded; SNK-63: one nobody paid for stays. SNK-R21: partial payment is enough.
    if payers:
        s.event_discard |= bit(s.events[s.current])
        s.events[s.current] = EMPTY
    # SNK-61: the markers go back in every case.
    s.markers[s.current] = 0
    s.current = EMPTY
    s.full = 0
    go_to(s, phase.TO_NEXT_EVENT)
