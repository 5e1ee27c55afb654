"""Phase 3 of a day, compete: events are held, paid or bid for and rewarded; then majorities score."""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane.actions import BID, FORFEIT, PAY, PAY_INDEX, PAY_MASKS
from zashiki.games.saigo_no_kane.cards import (
    AUCTION,
    BLUE,
    CARDS_REWARD,
    EMPTY,
    EVENT_VOTES,
    MAX_SEATS,
    MOST_HELD,
    NO_AUCTION,
    POPULARITY,
    REQUIRED,
    REQUIRED_MASK,
    REWARD,
    REWARD_MASK,
    REWARDS,
    SPACES,
    TYPES,
    YEN,
)
from zashiki.games.saigo_no_kane.rules.cleanup import begin_cleanup
from zashiki.games.saigo_no_kane.rules.prep import event_space
from zashiki.games.saigo_no_kane.rules.tiles import can_draw_card, discardable, draw_card, held, score, spend
from zashiki.games.saigo_no_kane.scoring import additional_scoring
from zashiki.games.saigo_no_kane.state import (
    ASK_BID,
    ASK_PAY,
    ASK_PREPARE,
    ASK_REWARD,
    ASK_SETTLE,
    ASK_START,
    COMPETE,
    DRAW_CARD,
    FROM_EVENT,
    TO_NEXT_EVENT,
    TO_PAY,
    TO_PREPARE,
    TO_REWARDS,
    TO_SETTLE,
    State,
    from_pet,
    go_to,
)

# Which event is held next


@rule
def begin_compete(s: State) -> None:
    s.stage = COMPETE
    s.passes = 0
    go_to(s, TO_NEXT_EVENT)


@rule
def waiting_events(s: State) -> int:
    """The events with markers, as a set. SNK-R17: unmarked ones are not called."""
    events = 0
    for space in range(SPACES):
        if s.markers[space]:
            events |= bit(s.events[space])
    return events


@rule
def next_event(s: State) -> None:
    waiting, last = 0, EMPTY
    for space in range(SPACES):
        if s.markers[space]:
            waiting += 1
            last = space
    if waiting == 0:
        s.asked = 0
        go_to(s, TO_SETTLE)
    elif waiting == 1:
        # SNK-R17: the last marked event starts by itself.
        hold_event(s, last)
    else:
        # SNK-54: the pet decides the order, step by step (SNK-R18).
        s.phase = ASK_START
        s.seat = s.pet


@rule
def start_event(s: State, event: int) -> None:
    hold_event(s, event_space(s, event))


@rule
def hold_event(s: State, space: int) -> None:
    s.current = space
    s.asked = 0
    s.full = 0
    for seat in range(MAX_SEATS):
        s.paid[seat] = 0
        s.offers[seat] = EMPTY
    go_to(s, TO_PREPARE if is_auction(s) else TO_PAY)


@rule
def is_auction(s: State) -> int:
    return AUCTION[s.events[s.current]] != NO_AUCTION


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
        s.phase = ASK_PAY
    else:
        begin_rewards(s)


@rule
def payable_types(s: State, seat: int, event: int) -> int:
    """The requirement types a seat can pay in full, as a set."""
    # SNK-56: in full or not at all.
    types = 0
    for kind in range(TYPES):
        required = REQUIRED[event * TYPES + kind]
        if required > 0 and held(s, seat, kind) >= required:
            types |= bit(kind)
    return types


@rule
def list_payments(s: State, seat: int, out: list[int], n: int) -> int:
    event = s.events[s.current]
    payable = payable_types(s, seat, event)
    # SNK-R22: an orange event is paid completely or not at all.
    if event < BLUE or payable == REQUIRED_MASK[event]:
        mask = (payable & -payable) if event < BLUE else payable
        while mask:
            out[n] = PAY + PAY_INDEX[mask]
            n += 1
            # the next larger subset of what is payable, 0 after the last
            mask = (mask - payable) & payable
    # SNK-58: a participant may pay nothing.
    out[n] = FORFEIT
    return n + 1


@rule
def pay_or_forfeit(s: State, seat: int, action: int) -> None:
    if action != FORFEIT:
        pay(s, seat, PAY_MASKS[action - PAY])
    s.asked += 1
    go_to(s, TO_PAY)


@rule
def pay(s: State, seat: int, types: int) -> None:
    event = s.events[s.current]
    s.paid[seat] = types
    for kind in range(TYPES):
        if types & bit(kind):
            spend(s, seat, kind, REQUIRED[event * TYPES + kind])
    # SNK-59: who paid every type fulfils the event.
    if types == REQUIRED_MASK[event]:
        s.full |= bit(seat)


# Auctions: prepare in turn, bid together


@rule
def can_prepare(s: State, seat: int) -> int:
    return (discardable(s, seat) | (s.students[seat] & s.marked)) != 0


@rule
def ask_prepare(s: State) -> None:
    """The next participant with something to discard; then all bid."""
    # SNK-R23: free steps are public and come before the bids.
    while s.asked < s.players and not (takes_part(s, from_pet(s, s.asked)) and can_prepare(s, from_pet(s, s.asked))):
        s.asked += 1
    if s.asked < s.players:
        s.seat = from_pet(s, s.asked)
        s.phase = ASK_PREPARE
    else:
        s.seat = s.pet
        s.phase = ASK_BID


@rule
def be_ready(s: State) -> None:
    """No more discards, before an auction or before the majorities."""
    s.asked += 1
    go_to(s, TO_PREPARE if s.phase == ASK_PREPARE else TO_SETTLE)


@rule
def bidders_left(s: State) -> int:
    """The participants of an auction who have not answered, as a set."""
    seats = 0
    for seat in range(s.players):
        if takes_part(s, seat) and s.bids[seat] == EMPTY:
            seats |= bit(seat)
    return seats


@rule
def list_bids(s: State, seat: int, out: list[int]) -> int:
    # SNK-64: any number of the one type, nothing included.
    most = min(held(s, seat, AUCTION[s.events[s.current]]), MOST_HELD)
    for number in range(most + 1):
        out[number] = BID + number
    return most + 1


@rule
def bid(s: State, seat: int, number: int) -> None:
    # SNK-64: sealed until the last one is in.
    s.bids[seat] = number
    if bidders_left(s) == 0:
        reveal_bids(s)


@rule
def reveal_bids(s: State) -> None:
    kind = AUCTION[s.events[s.current]]
    highest = 0
    for seat in range(s.players):
        s.offers[seat] = s.bids[seat]
        s.bids[seat] = EMPTY
        highest = max(highest, s.offers[seat])
    for seat in range(s.players):
        # SNK-67: a bid of nothing is a forfeit.
        if s.offers[seat] > 0:
            # SNK-64, SNK-R25: every bid is paid, win or lose.
            spend(s, seat, kind, s.offers[seat])
            s.paid[seat] = bit(kind)
            # SNK-65: the highest bidders fulfil the event, a single participant with any bid (SNK-R24).
            if s.offers[seat] == highest:
                s.full |= bit(seat)
    begin_rewards(s)


# Rewards


@rule
def begin_rewards(s: State) -> None:
    # SNK-R20: after all participants have decided, clockwise from the pet.
    s.asked = 0
    go_to(s, TO_REWARDS)


@rule
def serve_next(s: State) -> None:
    """Give the payers their due in turn; stops where one must choose or draw a card."""
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
    elements = REWARD_MASK[event]
    if s.full & bit(seat):
        # SNK-59, SNK-65: the votes are divided evenly, rounded down, and all rewards are given.
        score(s, seat, EVENT_VOTES[event] // count(s.full), FROM_EVENT)
    elif s.reward_chosen:
        elements = s.reward_chosen
        s.reward_chosen = 0
    elif count(s.paid[seat]) < count(elements):
        # SNK-60, SNK-66: no votes, one element for each type paid; SNK-R19: each element once.
        s.reward_due = count(s.paid[seat])
        s.seat = seat
        s.phase = ASK_REWARD
        return 0
    return give_rewards(s, seat, elements)


@rule
def give_rewards(s: State, seat: int, elements: int) -> int:
    """Hand out reward elements together; 1 when done, 0 when teacher cards are still to be drawn."""
    event = s.events[s.current]
    # SNK-62: at once, so the next event may use them.
    if elements & bit(POPULARITY):
        s.popularity[seat] += REWARD[event * REWARDS + POPULARITY]
    if elements & bit(YEN):
        s.yen[seat] += REWARD[event * REWARDS + YEN]
    if elements & bit(CARDS_REWARD):
        s.cards_due = REWARD[event * REWARDS + CARDS_REWARD]
    return draw_due_cards(s, seat)


@rule
def draw_due_cards(s: State, seat: int) -> int:
    """1 when no card is left to draw, 0 when chance comes next."""
    if s.cards_due > 0 and can_draw_card(s):
        s.seat = seat
        s.phase = DRAW_CARD
        return 0
    s.cards_due = 0
    return 1


@rule
def draw_reward_card(s: State, teacher: int) -> None:
    draw_card(s, s.seat, teacher)
    s.cards_due -= 1
    if draw_due_cards(s, s.seat):
        s.asked += 1
        go_to(s, TO_REWARDS)


@rule
def rewards_left(s: State) -> int:
    """The reward elements still to choose from, as a set."""
    return REWARD_MASK[s.events[s.current]] & ~s.reward_chosen


@rule
def choose_reward(s: State, element: int) -> None:
    s.reward_chosen |= bit(element)
    s.reward_due -= 1
    if s.reward_due == 0:
        go_to(s, TO_REWARDS)


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
    go_to(s, TO_NEXT_EVENT)


# After the last event


@rule
def ask_settle(s: State) -> None:
    """SNK-R4: once more, everybody in turn may discard items; then the majorities score."""
    while s.asked < s.players and discardable(s, from_pet(s, s.asked)) == 0:
        s.asked += 1
    if s.asked < s.players:
        s.seat = from_pet(s, s.asked)
        s.phase = ASK_SETTLE
    else:
        additional_scoring(s)
        begin_cleanup(s)
