"""The rules of Saigo no Kane, split by the phases of a day; here is what comes next, and which step answers to which node."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.bits import bit, list_bits
from zashiki.core.chance import below, draw_from
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane.actions import (
    ATTEND,
    BID,
    CANDIDATE,
    DECLINE,
    DROP,
    GET,
    GET_ITEM,
    PLAY,
    READY,
    RECRUIT,
    RETURN,
    REWARD_ELEMENT,
    START,
    TAKE,
    TARGET,
    USE,
)
from zashiki.games.saigo_no_kane.cards import EXCHANGE_ITEM, TEACHERS
from zashiki.games.saigo_no_kane.rules.cleanup import ask_limits, clear_market, drop_card, pass_night, pass_pet, return_talent
from zashiki.games.saigo_no_kane.rules.compete import (
    ask_pay,
    ask_prepare,
    ask_settle,
    be_ready,
    bid,
    bidders_left,
    choose_reward,
    draw_reward_card,
    list_bids,
    list_payments,
    next_event,
    pay_or_forfeit,
    rewards_left,
    serve_next,
    start_event,
    waiting_events,
)
from zashiki.games.saigo_no_kane.rules.lobby import end_turn, list_swaps, list_turn, swap_or_stop, take_turn
from zashiki.games.saigo_no_kane.rules.prep import attend, draw_event, events_to_draw, may_attend
from zashiki.games.saigo_no_kane.rules.setup import (
    candidates_left,
    choose_candidate,
    deal_candidate,
    deal_card,
    lay_item,
    lay_student,
    name_pet,
    setup,
)
from zashiki.games.saigo_no_kane.rules.teachers import (
    answer,
    ask_bonus,
    ask_next_counter,
    choose_exchange,
    choose_target,
    decline_bonus,
    exchange_set,
    first_target,
    list_counters,
    target_set,
)
from zashiki.games.saigo_no_kane.rules.tiles import (
    cards_to_draw,
    draw_item,
    draw_student,
    fill,
    items_to_draw,
    kinds_in,
    students_to_draw,
    talents_in_pool,
    talents_of,
)
from zashiki.games.saigo_no_kane.rules.trade import DISCARDING, give_up, list_tiles, purchase
from zashiki.games.saigo_no_kane.state import (
    ASK_ABILITY,
    ASK_ATTEND,
    ASK_BID,
    ASK_BONUS,
    ASK_CANDIDATE,
    ASK_COUNTER,
    ASK_DROP,
    ASK_EXCHANGE,
    ASK_FILL,
    ASK_LOBBY,
    ASK_PAY,
    ASK_PREPARE,
    ASK_RETURN,
    ASK_REWARD,
    ASK_SETTLE,
    ASK_START,
    ASK_TARGET,
    DEAL_CARD,
    DRAW_CANDIDATE,
    DRAW_CARD,
    DRAW_EVENT,
    DRAW_ITEM,
    DRAW_PET,
    DRAW_STUDENT,
    END_TURN,
    FINISHED,
    FIRST_DECISION,
    GO_ON,
    LAY_ITEM,
    LAY_STUDENT,
    SAME_TURN,
    TO_BONUS,
    TO_COUNTER,
    TO_LIMITS,
    TO_MARKET,
    TO_NEXT_EVENT,
    TO_NIGHT,
    TO_PAY,
    TO_PET,
    TO_PREPARE,
    TO_REWARDS,
    TO_SETTLE,
    State,
)

CHANCE_NEXT, DECISION_NEXT, NOTHING_NEXT = game.CHANCE, game.DECISION, game.OVER
CHOICES = {
    ASK_CANDIDATE: CANDIDATE, ASK_ATTEND: ATTEND, ASK_FILL: TAKE, ASK_START: START, ASK_REWARD: REWARD_ELEMENT,
    ASK_RETURN: RETURN, ASK_DROP: DROP,
}  # fmt: skip
FIRST_OF = tuple(CHOICES.get(node, 0) for node in range(FIRST_DECISION, FINISHED))

__all__ = ["apply", "draw", "legal", "reveal", "setup", "status", "to_act"]


@rule
def status(s: State) -> int:
    """What comes next."""
    if s.phase < FIRST_DECISION:
        return CHANCE_NEXT
    return NOTHING_NEXT if s.phase == FINISHED else DECISION_NEXT


@rule
def to_act(s: State) -> int:
    """One seat, or all bidders of an auction who have not answered."""
    if s.phase < FIRST_DECISION or s.phase == FINISHED:
        return 0
    return bidders_left(s) if s.phase == ASK_BID else bit(s.seat)


# Chance


@rule
def draw(s: State, rng: list[int]) -> None:
    """Sample the next event: a pile is a set, and a draw is uniform over what is left."""
    if s.phase == DRAW_STUDENT or s.phase == LAY_STUDENT:
        s.outcome[0] = draw_from(rng, students_to_draw(s))
    elif s.phase == DRAW_ITEM or s.phase == LAY_ITEM:
        s.outcome[0] = draw_from(rng, items_to_draw(s))
    elif s.phase == DRAW_CARD or s.phase == DEAL_CARD:
        s.outcome[0] = sample_card(s, rng)
    elif s.phase == DRAW_EVENT:
        s.outcome[0] = draw_from(rng, events_to_draw(s))
    elif s.phase == DRAW_CANDIDATE:
        s.outcome[0] = draw_from(rng, candidates_left(s))
    else:
        s.outcome[0] = below(rng, s.players)


@rule
def sample_card(s: State, rng: list[int]) -> int:
    """A teacher, by the number of copies there are to draw."""
    total = 0
    for teacher in range(TEACHERS):
        s.cards_left[teacher] = cards_to_draw(s, teacher)
        total += s.cards_left[teacher]
    place = below(rng, total)
    teacher = 0
    while place >= s.cards_left[teacher]:
        place -= s.cards_left[teacher]
        teacher += 1
    return teacher


@rule
def reveal(s: State) -> None:
    """Carry out the chance event in the outcome."""
    drawn = s.outcome[0]
    if s.phase == DRAW_STUDENT:
        draw_student(s, drawn)
    elif s.phase == DRAW_ITEM:
        draw_item(s, drawn)
    elif s.phase == DRAW_CARD:
        draw_reward_card(s, drawn)
    elif s.phase == DRAW_EVENT:
        draw_event(s, drawn)
    elif s.phase == DEAL_CARD:
        deal_card(s, drawn)
    elif s.phase == LAY_STUDENT:
        lay_student(s, drawn)
    elif s.phase == LAY_ITEM:
        lay_item(s, drawn)
    elif s.phase == DRAW_CANDIDATE:
        deal_candidate(s, drawn)
    elif s.phase == DRAW_PET:
        name_pet(s, drawn)
    go_on(s)


# Legality


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """The legal actions of a seat to act, by ascending number (the rules give their order no meaning)."""
    if bit(s.phase) & DISCARDING:
        return list_rest(s, seat, out, list_tiles(s, seat, out))
    if s.phase == ASK_COUNTER:
        return list_counters(s, seat, out)
    if s.phase == ASK_ABILITY:
        return list_swaps(s, seat, out)
    if s.phase == ASK_BID:
        return list_bids(s, seat, out)
    return list_bits(one_of(s, seat), first_of(s), out, 0)


@rule
def list_rest(s: State, seat: int, out: list[int], n: int) -> int:
    """What else is legal where tiles may be given up."""
    if s.phase == ASK_LOBBY:
        return list_turn(s, seat, out, n)
    if s.phase == ASK_PAY:
        return list_payments(s, seat, out, n)
    out[n] = DECLINE if s.phase == ASK_BONUS else READY
    return n + 1


@rule
def one_of(s: State, seat: int) -> int:
    """The set a seat chooses from, where one choice is all there is."""
    if s.phase == ASK_RETURN:
        return talents_of(s, seat)
    if s.phase == ASK_ATTEND:
        return may_attend(s, seat)
    if s.phase == ASK_TARGET:
        return target_set(s, seat, s.power)
    if s.phase == ASK_START:
        return waiting_events(s)
    if s.phase == ASK_EXCHANGE:
        return exchange_set(s)
    if s.phase == ASK_FILL:
        # SNK-32: any type the pool has.
        return talents_in_pool(s)
    if s.phase == ASK_REWARD:
        return rewards_left(s)
    if s.phase == ASK_DROP:
        return kinds_in(s.hands, seat * TEACHERS, TEACHERS)
    return candidates_left(s)


@rule
def first_of(s: State) -> int:
    """The number of the first action of such a choice."""
    if s.phase == ASK_TARGET:
        return first_target(s)
    if s.phase == ASK_EXCHANGE:
        return GET_ITEM if s.power == EXCHANGE_ITEM else GET
    return FIRST_OF[s.phase - FIRST_DECISION]


# Effects


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out a legal action of a seat to act."""
    if RECRUIT <= action < USE:
        purchase(s, seat, action)
    elif USE <= action < PLAY:
        give_up(s, seat, action)
    elif s.phase == ASK_LOBBY:
        take_turn(s, seat, action)
    elif s.phase == ASK_COUNTER:
        answer(s, seat, action)
    elif s.phase == ASK_PAY:
        pay_or_forfeit(s, seat, action)
    elif s.phase == ASK_ABILITY:
        swap_or_stop(s, seat, action)
    elif s.phase == ASK_RETURN:
        return_talent(s, seat, action - RETURN)
    elif s.phase == ASK_ATTEND:
        attend(s, action - ATTEND)
    elif s.phase == ASK_TARGET:
        choose_target(s, action - TARGET)
    else:
        rarely_apply(s, seat, action)
    go_on(s)


@rule
def rarely_apply(s: State, seat: int, action: int) -> None:
    """The nodes that come less often."""
    if s.phase == ASK_SETTLE or s.phase == ASK_PREPARE:
        be_ready(s)
    elif s.phase == ASK_START:
        start_event(s, action - START)
    elif s.phase == ASK_BID:
        bid(s, seat, action - BID)
    elif s.phase == ASK_EXCHANGE:
        choose_exchange(s, action - GET)
    elif s.phase == ASK_BONUS:
        decline_bonus(s)
    elif s.phase == ASK_FILL:
        fill(s, action - TAKE)
    elif s.phase == ASK_REWARD:
        choose_reward(s, action - REWARD_ELEMENT)
    elif s.phase == ASK_DROP:
        drop_card(s, seat, action - DROP)
    else:
        choose_candidate(s, action - CANDIDATE)


@rule
def go_on(s: State) -> None:
    """What follows a step that is over. Each step stands here once, so that compiled rules stay small."""
    while s.phase == GO_ON:
        if s.resume == END_TURN:
            end_turn(s)
        elif s.resume == SAME_TURN:
            s.phase = ASK_LOBBY
        elif s.resume == TO_COUNTER:
            ask_next_counter(s)
        elif s.resume == TO_BONUS:
            ask_bonus(s)
        elif s.resume == TO_PAY:
            ask_pay(s)
        elif s.resume == TO_PREPARE:
            ask_prepare(s)
        elif s.resume == TO_REWARDS:
            serve_next(s)
        elif s.resume == TO_NEXT_EVENT:
            next_event(s)
        elif s.resume == TO_SETTLE:
            ask_settle(s)
        elif s.resume == TO_LIMITS:
            ask_limits(s)
        elif s.resume == TO_NIGHT:
            pass_night(s)
        elif s.resume == TO_MARKET:
            clear_market(s)
        elif s.resume == TO_PET:
            pass_pet(s)
