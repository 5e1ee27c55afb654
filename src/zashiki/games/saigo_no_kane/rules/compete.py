"""The third stage of a day, compete: events are held, and paid or bid for; then `rewards`, and at the end `majorities`."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import actions, cards, phase, stage
from zashiki.games.saigo_no_kane.cards import EMPTY
from zashiki.games.saigo_no_kane.rules import cleanup, holdings, majorities, prep, rewards
from zashiki.games.saigo_no_kane.state import State, from_pet, go_to

# Which event is held next


@rule
def begin_compete(s: State) -> None:
    s.stage = stage.COMPETE
    s.passes = 0
    go_to(s, phase.TO_NEXT_EVENT)


@rule
def waiting_events(s: State) -> int:
    """The events with markers, as a set. SNK-R17: unmarked ones are not called."""
    events = 0
    for space in range(cards.SPACES):
        if s.markers[space]:
            events |= bit(s.events[space])
    return events


@rule
def next_event(s: State) -> None:
    waiting, last = 0, EMPTY
    for space in range(cards.SPACES):
        if s.markers[space]:
            waiting += 1
            last = space
    if waiting == 0:
        s.asked = 0
        go_to(s, phase.TO_SETTLE)
    elif waiting == 1:
        # SNK-R17: the last marked event starts by itself.
        hold_event(s, last)
    else:
        # SNK-54: the pet decides the order, one event at a time (SNK-R18).
        s.phase = phase.START
        s.seat = s.pet


@rule
def start_event(s: State, event: int) -> None:
    hold_event(s, prep.event_space(s, event))


@rule
def hold_event(s: State, space: int) -> None:
    s.current = space
    s.asked = 0
    s.full = 0
    for seat in range(cards.MAX_SEATS):
        s.paid[seat] = 0
        s.offers[seat] = EMPTY
    go_to(s, phase.TO_PREPARE if is_auction(s) else phase.TO_PAY)


@rule
def is_auction(s: State) -> int:
    return cards.AUCTION[s.events[s.current]] != cards.NO_AUCTION


@rule
def takes_part(s: State, seat: int) -> int:
    return s.markers[s.current] & bit(seat)


# Fixed price: pay or forfeit


@rule
def ask_pay(s: State) -> None:
    """The next participant decides; when all have, the rewards follow."""
    # SNK-55: clockwise from the pet.
    while s.asked < s.players and not takes_part(s, from_pet(s, s.asked)):
        s.asked += 1
    if s.asked < s.players:
        s.seat = from_pet(s, s.asked)
        s.phase = phase.PAY
    else:
        rewards.begin_rewards(s)


@rule
def payable_types(s: State, seat: int, event: int) -> int:
    """The requirement types a seat can pay in full, as a set."""
    # SNK-56: in full or not at all.
    types = 0
    for kind in range(cards.TYPES):
        required = cards.REQUIRED[event * cards.TYPES + kind]
        if required > 0:
            types |= int(holdings.held(s, seat, kind) >= required) << kind
    return types


@rule
def list_payments(s: State, seat: int, out: list[int], n: int) -> int:
    event = s.events[s.current]
    payable = payable_types(s, seat, event)
    # SNK-R22: an orange event is paid in full or not at all.
    if event < cards.BLUE or payable == cards.REQUIRED_MASK[event]:
        mask = (payable & -payable) if event < cards.BLUE else payable
        while mask:
            out[n] = actions.PAY + actions.PAY_INDEX[mask]
            n += 1
            # the next larger subset of what is payable, 0 after the last
            mask = (mask - payable) & payable
    # SNK-58: a participant may pay nothing.
    out[n] = actions.FORFEIT
    return n + 1


@rule
def pay_or_forfeit(s: State, seat: int, action: int) -> None:
    if action != actions.FORFEIT:
        pay(s, seat, actions.PAY_MASKS[action - actions.PAY])
    s.asked += 1
    go_to(s, phase.TO_PAY)


@rule
def pay(s: State, seat: int, types: int) -> None:
    event = s.events[s.current]
    s.paid[seat] = types
    for kind in range(cards.TYPES):
        if types & bit(kind):
            holdings.spend(s, seat, kind, cards.REQUIRED[event * cards.TYPES + kind])
    # SNK-59: a seat that paid every type fulfils the event.
    if types == cards.REQUIRED_MASK[event]:
        s.full |= bit(seat)


# Auctions: prepare in turn, bid together


@rule
def can_prepare(s: State, seat: int) -> int:
    return (holdings.discardable(s, seat) | (s.students[seat] & s.marked)) != 0


@rule
def ask_prepare(s: State) -> None:
    """The next participant with something to discard; then all bid."""
    # SNK-R23: free steps are public and come before the bids.
    while s.asked < s.players and not (takes_part(s, from_pet(s, s.asked)) and can_prepare(s, from_pet(s, s.asked))):
        s.asked += 1
    if s.asked < s.players:
        s.seat = from_pet(s, s.asked)
        s.phase = phase.PREPARE
    else:
        s.seat = s.pet
        s.phase = phase.BID


@rule
def be_ready(s: State) -> None:
    """No more discards, before an auction or before the majorities."""
    s.asked += 1
    go_to(s, phase.TO_PREPARE if s.phase == phase.PREPARE else phase.TO_SETTLE)


@rule
def bidders_left(s: State) -> int:
    """The participants of an auction who have not answered, as a set."""
    seats = 0
    for seat in range(s.players):
        if takes_part(s, seat) and s.bids[seat] == EMPTY:
            seats |= bit(seat)
    return seats


@rule
def is_last_bid(s: State, seat: int) -> int:
    """Whether the answer of this seat completes an auction."""
    return s.phase == phase.BID and bidders_left(s) == bit(seat)


@rule
def list_bids(s: State, seat: int, out: list[int]) -> int:
    # SNK-64: any amount of the one type, including nothing.
    most = min(holdings.held(s, seat, cards.AUCTION[s.events[s.current]]), cards.MOST_HELD)
    for number in range(most + 1):
        out[number] = actions.BID + number
    return most + 1


@rule
def bid(s: State, seat: int, number: int) -> None:
    # SNK-64: sealed until the last one is in.
    s.bids[seat] = number
    if bidders_left(s) == 0:
        reveal_bids(s)


@rule
def reveal_bids(s: State) -> None:
    kind = cards.AUCTION[s.events[s.current]]
    highest = 0
    for seat in range(s.players):
        s.offers[seat] = s.bids[seat]
        s.bid_for[cards.AUCTION_NUMBER[s.events[s.current]] * cards.MAX_SEATS + seat] = s.bids[seat]
        s.bids[seat] = EMPTY
        highest = max(highest, s.offers[seat])
    for seat in range(s.players):
        # SNK-67: a bid of nothing is a forfeit.
        if s.offers[seat] > 0:
            # SNK-64, SNK-R25: every bid is paid, win or lose.
            holdings.spend(s, seat, kind, s.offers[seat])
            s.paid[seat] = bit(kind)
            # SNK-65: the highest bidders fulfil the event; a lone participant does so with any bid (SNK-R24).
            if s.offers[seat] == highest:
                s.full |= bit(seat)
    rewards.begin_rewards(s)


# After the last event


@rule
def ask_settle(s: State) -> None:
    """SNK-R4: once more, everybody in turn may discard items; then the majorities score."""
    while s.asked < s.players and holdings.discardable(s, from_pet(s, s.asked)) == 0:
        s.asked += 1
    if s.asked < s.players:
        s.seat = from_pet(s, s.asked)
        s.phase = phase.SETTLE
    else:
        majorities.additional_scoring(s)
        cleanup.begin_cleanup(s)
