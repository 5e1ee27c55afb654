"""The rules of Saigo no Kane, a module for each stage of the day; here is the dispatch: what happens in which phase."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.bits import bit, list_bits
from zashiki.core.chance import below, draw_from
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import actions, cards, phase
from zashiki.games.saigo_no_kane.rules import cleanup, compete, holdings, lobby, piles, prep, rewards, teachers, trade
from zashiki.games.saigo_no_kane.rules.setup import candidates_left, choose_candidate, lay_out, setup
from zashiki.games.saigo_no_kane.state import State

__all__ = ["SOURCES", "apply", "draw", "legal", "reveal", "setup", "source", "status", "to_act"]

# Where a phase asks for one member of a set: the first action of its block.
_FIRST = {
    phase.CANDIDATE: actions.CANDIDATE,
    phase.ATTEND: actions.ATTEND,
    phase.FILL: actions.TAKE,
    phase.START: actions.START,
    phase.REWARD: actions.REWARD_ELEMENT,
    phase.RETURN: actions.RETURN,
    phase.DROP: actions.DROP,
}
FIRST_OF = tuple(_FIRST.get(kind, 0) for kind in range(phase.OVER))


@rule
def status(s: State) -> int:
    """What comes next."""
    return phase.STATUS[s.phase]


@rule
def to_act(s: State) -> int:
    """One seat, or all bidders of an auction who have not answered."""
    if s.phase == phase.BID:
        return compete.bidders_left(s)
    return bit(s.seat) if status(s) == game.DECISION else 0


# Chance

SOURCES = ("pet", "candidates", "cards", "students", "items", "events")
PET, CANDIDATES, CARDS, STUDENTS, ITEMS, EVENTS = range(len(SOURCES))
SOURCE_OF = (PET, CANDIDATES, CARDS, STUDENTS, ITEMS, EVENTS, STUDENTS, ITEMS, CARDS)  # by phase


@rule
def source(s: State) -> int:
    """Where the next chance event comes from: setting up and refilling draw from the same piles."""
    return SOURCE_OF[s.phase]


@rule
def draw(s: State, rng: list[int]) -> None:
    """Sample the next event: a pile is a set, and a draw is uniform over what is left."""
    if s.phase == phase.DRAW_STUDENT or s.phase == phase.LAY_STUDENT:
        s.outcome[0] = draw_from(rng, piles.students_to_draw(s))
    elif s.phase == phase.DRAW_ITEM or s.phase == phase.LAY_ITEM:
        s.outcome[0] = draw_from(rng, piles.items_to_draw(s))
    elif s.phase == phase.DRAW_CARD or s.phase == phase.DEAL_CARD:
        s.outcome[0] = piles.sample_card(s, rng)
    elif s.phase == phase.DRAW_EVENT:
        s.outcome[0] = draw_from(rng, prep.events_to_draw(s))
    elif s.phase == phase.DRAW_CANDIDATE:
        s.outcome[0] = draw_from(rng, candidates_left(s))
    else:
        s.outcome[0] = below(rng, s.players)


@rule
def reveal(s: State) -> None:
    """Carry out the chance event in the outcome."""
    drawn = s.outcome[0]
    if s.phase == phase.DRAW_STUDENT:
        piles.draw_student(s, drawn)
    elif s.phase == phase.DRAW_ITEM:
        piles.draw_item(s, drawn)
    elif s.phase == phase.DRAW_CARD:
        rewards.draw_reward_card(s, drawn)
    elif s.phase == phase.DRAW_EVENT:
        prep.draw_event(s, drawn)
    else:
        lay_out(s, drawn)
    go_on(s)


# Legality


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """The legal actions of a seat to act, by ascending number (the rules give their order no meaning)."""
    if bit(s.phase) & trade.DISCARDING:
        return list_rest(s, seat, out, trade.list_tiles(s, seat, out))
    if s.phase == phase.COUNTER:
        return teachers.list_counters(s, seat, out)
    if s.phase == phase.ABILITY:
        return lobby.list_swaps(s, seat, out)
    if s.phase == phase.BID:
        return compete.list_bids(s, seat, out)
    return list_bits(one_of(s, seat), first_of(s), out, 0)


@rule
def list_rest(s: State, seat: int, out: list[int], n: int) -> int:
    """What else is legal where tiles may be given up."""
    if s.phase == phase.LOBBY:
        return lobby.list_turn(s, seat, out, n)
    if s.phase == phase.PAY:
        return compete.list_payments(s, seat, out, n)
    out[n] = actions.DECLINE if s.phase == phase.BONUS else actions.READY
    return n + 1


@rule
def one_of(s: State, seat: int) -> int:
    """The set a seat chooses from, in the phases that ask for one member of it."""
    if s.phase == phase.RETURN:
        return holdings.talents_of(s, seat)
    if s.phase == phase.ATTEND:
        return prep.may_attend(s, seat)
    if s.phase == phase.TARGET:
        return teachers.target_set(s, seat, s.power)
    if s.phase == phase.START:
        return compete.waiting_events(s)
    if s.phase == phase.EXCHANGE:
        return teachers.exchange_set(s)
    if s.phase == phase.FILL:
        # SNK-32: any type the pool has.
        return holdings.talents_in_pool(s)
    if s.phase == phase.REWARD:
        return rewards.rewards_left(s)
    if s.phase == phase.DROP:
        return holdings.kinds_in(s.hands, seat * cards.TEACHERS, cards.TEACHERS)
    return candidates_left(s)


@rule
def first_of(s: State) -> int:
    """The number of the first action of such a choice."""
    if s.phase == phase.TARGET:
        return teachers.first_target(s)
    if s.phase == phase.EXCHANGE:
        return actions.GET_ITEM if s.power == cards.EXCHANGE_ITEM else actions.GET
    return FIRST_OF[s.phase]


# Effects


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out a legal action of a seat to act."""
    if actions.RECRUIT <= action < actions.USE:
        trade.purchase(s, seat, action)
    elif actions.USE <= action < actions.PLAY:
        trade.give_up(s, seat, action)
    elif s.phase == phase.LOBBY:
        lobby.take_turn(s, seat, action)
    elif s.phase == phase.COUNTER:
        teachers.answer(s, seat, action)
    elif s.phase == phase.PAY:
        compete.pay_or_forfeit(s, seat, action)
    elif s.phase == phase.ABILITY:
        lobby.swap_or_stop(s, seat, action)
    elif s.phase == phase.RETURN:
        cleanup.return_talent(s, seat, action - actions.RETURN)
    elif s.phase == phase.ATTEND:
        prep.attend(s, action - actions.ATTEND)
    elif s.phase == phase.TARGET:
        teachers.choose_target(s, action - actions.TARGET)
    else:
        rarely_apply(s, seat, action)
    go_on(s)


@rule
def rarely_apply(s: State, seat: int, action: int) -> None:
    """The phases that come less often."""
    if s.phase == phase.SETTLE or s.phase == phase.PREPARE:
        compete.be_ready(s)
    elif s.phase == phase.START:
        compete.start_event(s, action - actions.START)
    elif s.phase == phase.BID:
        compete.bid(s, seat, action - actions.BID)
    elif s.phase == phase.EXCHANGE:
        teachers.choose_exchange(s, action - actions.GET)
    elif s.phase == phase.BONUS:
        teachers.decline_bonus(s)
    elif s.phase == phase.FILL:
        holdings.fill(s, action - actions.TAKE)
    elif s.phase == phase.REWARD:
        rewards.choose_reward(s, action - actions.REWARD_ELEMENT)
    elif s.phase == phase.DROP:
        cleanup.drop_card(s, seat, action - actions.DROP)
    else:
        choose_candidate(s, action - actions.CANDIDATE)


@rule
def go_on(s: State) -> None:
    """Take the steps that follow. Each is called from this one place, so that compiled rules stay small."""
    while s.phase == phase.GO_ON:
        if s.resume == phase.END_TURN:
            lobby.end_turn(s)
        elif s.resume == phase.SAME_TURN:
            s.phase = phase.LOBBY
        elif s.resume == phase.TO_COUNTER:
            teachers.ask_next_counter(s)
        elif s.resume == phase.TO_BONUS:
            teachers.ask_bonus(s)
        elif s.resume == phase.TO_PAY:
            compete.ask_pay(s)
        elif s.resume == phase.TO_PREPARE:
            compete.ask_prepare(s)
        elif s.resume == phase.TO_REWARDS:
            rewards.serve_next(s)
        elif s.resume == phase.TO_NEXT_EVENT:
            compete.next_event(s)
        elif s.resume == phase.TO_SETTLE:
            compete.ask_settle(s)
        elif s.resume == phase.TO_LIMITS:
            cleanup.ask_limits(s)
        elif s.resume == phase.TO_NIGHT:
            cleanup.pass_night(s)
        elif s.resume == phase.TO_MARKET:
            cleanup.clear_market(s)
        elif s.resume == phase.TO_PET:
            cleanup.pass_pet(s)
