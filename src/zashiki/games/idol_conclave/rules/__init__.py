"""The rules of Idol Conclave as every gear asks for them: chance, legality and the effects of a decision."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.bits import bit, full, list_bits, lowest
from zashiki.core.chance import below, draw_from
from zashiki.core.rule import rule
from zashiki.games.idol_conclave.actions import (
    BALLOT,
    BREAK_AT,
    CONTROL_MOVE,
    CONTROL_TRADE,
    DISCARD,
    MOVE_AT,
    MOVE_TO,
    OPEN_AT,
    OPEN_NONE,
    ORDER,
    PEEK_AT,
    PEEK_NONE,
    PLACE_DEAL,
    RETAKE_AT,
    SWAP_AT,
    VOTE,
    WITH_AT,
)
from zashiki.games.idol_conclave.cards import DEAL, EMPTY, IDOL_COUNT, LINE, NOBODY, P1, SPACE_COUNT
from zashiki.games.idol_conclave.rules.lines import lands_up, lines_in_use, list_cards, list_own_cards
from zashiki.games.idol_conclave.rules.sheet import (
    break_idol,
    convene,
    move_to,
    open_card,
    open_spaces,
    pick,
    place_deal,
    placeable,
    retake,
    start_trade,
    trade,
)
from zashiki.games.idol_conclave.rules.turns import (
    discard_deal,
    next_turn,
    order_ballot,
    peek_at,
    police_idol,
    seal_ballot,
    start_game,
    vote,
    vote_opening,
)
from zashiki.games.idol_conclave.state import (
    BALLOTS,
    BREAK_IDOL,
    CANDIDATES,
    EVENTS,
    IDENTITIES,
    MOVE_CARD,
    MOVE_TARGET,
    OPEN_CARD,
    OPENING,
    ORDER_BALLOTS,
    OVER,
    PEEK,
    RETAKE,
    START,
    TRADE_FIRST,
    TRADE_SECOND,
    TURN,
    State,
    setup,
)

CHANCE_NEXT, DECISION_NEXT, NOTHING_NEXT = game.CHANCE, game.DECISION, game.OVER

__all__ = ["apply", "draw", "legal", "reveal", "setup", "status", "to_act"]


@rule
def status(s: State) -> int:
    """What comes next."""
    if s.phase == OVER:
        return NOTHING_NEXT
    return CHANCE_NEXT if s.phase <= EVENTS else DECISION_NEXT


@rule
def to_act(s: State) -> int:
    """The turn player; during a Simultaneous Vote every seat whose ballot is not sealed yet."""
    if status(s) != DECISION_NEXT:
        return 0
    if s.phase != BALLOTS:
        return bit(s.seat)
    mask = full(s.players)
    for seat in range(s.players):
        if s.ballots[seat] != EMPTY:
            mask &= ~bit(seat)
    return mask


# Chance


@rule
def draw(s: State, rng: list[int]) -> None:
    """Sample the start player, the identities, the candidates or the events."""
    if s.phase == START:
        s.outcome[0] = below(rng, s.players)
    elif s.phase == EVENTS:
        draw_without_repetition(s, s.pool, IDOL_COUNT, rng)
    else:
        draw_without_repetition(s, full(IDOL_COUNT), s.players, rng)


@rule
def draw_without_repetition(s: State, left: int, n: int, rng: list[int]) -> None:
    for i in range(n):
        s.outcome[i] = draw_from(rng, left)
        left &= ~bit(s.outcome[i])


@rule
def reveal(s: State) -> None:
    """Carry out the chance event in the outcome."""
    if s.phase == START:
        # IDL-13: the start player.
        s.start = s.outcome[0]
    elif s.phase == IDENTITIES:
        # IDL-5: one identity each; IDL-6: the others go to the box unseen.
        for seat in range(s.players):
            s.identities[seat] = s.outcome[seat]
    elif s.phase == CANDIDATES:
        # IDL-7: one candidate each, face up; IDL-8: the others go to the box.
        for seat in range(s.players):
            s.candidates[seat] = s.outcome[seat]
    else:
        # IDL-10: one event below each idol; IDL-11: unused events go to the box.
        for idol in range(IDOL_COUNT):
            s.events[idol] = s.outcome[idol]
    s.phase += 1
    if s.phase == OPENING:
        start_game(s)


# Legality


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """The legal actions of a seat to act, in canonical order."""
    phase = s.phase
    if phase == TURN:
        return list_turn(s, seat, out)
    if phase == OPENING:
        # IDL-17: the +1000 on any idol.
        return list_idols(VOTE + P1 * IDOL_COUNT, NOBODY, out, 0)
    if phase == BALLOTS:
        # IDL-74: any card of the own hand, the deal too (IDL-R21).
        return list_bits(s.hands[seat], BALLOT, out, 0)
    if phase == ORDER_BALLOTS:
        return list_waiting(s, out)
    if phase == PEEK:
        # IDL-71: no card, or a face-down card of another idol, even a known one (IDL-R16).
        out[0] = PEEK_NONE
        return list_cards(s, PEEK_AT, police_idol(s), 1, out, 1)
    return list_effect(s, seat, out)


@rule
def list_effect(s: State, seat: int, out: list[int]) -> int:
    """The choices that a space of the sheet leaves open."""
    phase = s.phase
    if phase == OPEN_CARD:
        # IDL-37, IDL-R8: one option stands for all choices without effect.
        out[0] = OPEN_NONE
        return list_cards(s, OPEN_AT, NOBODY, 1, out, 1)
    if phase == TRADE_FIRST:
        return list_cards(s, SWAP_AT, NOBODY, 0, out, 0)
    if phase == TRADE_SECOND:
        # IDL-39: of a different idol.
        return list_cards(s, WITH_AT, s.picked // LINE, 0, out, 0)
    if phase == MOVE_CARD:
        return list_cards(s, MOVE_AT, NOBODY, 0, out, 0)
    if phase == MOVE_TARGET:
        # IDL-41: to another idol.
        return list_idols(MOVE_TO, s.picked // LINE, out, 0)
    if phase == RETAKE:
        return list_own_cards(s, RETAKE_AT, seat, out)
    if phase == BREAK_IDOL:
        return list_idols(BREAK_AT, NOBODY, out, 0)
    # IDL-48: Trade or Move; IDL-R10: Trade only where there is a pair.
    n = 0
    if lines_in_use(s) >= 2:
        out[n] = CONTROL_TRADE
        n += 1
    out[n] = CONTROL_MOVE
    return n + 1


@rule
def list_idols(block: int, except_idol: int, out: list[int], n: int) -> int:
    for idol in range(IDOL_COUNT):
        if idol != except_idol:
            out[n] = block + idol
            n += 1
    return n


@rule
def list_turn(s: State, seat: int, out: list[int]) -> int:
    """IDL-16: vote for an idol, place a deal on the sheet, or box the deal card."""
    n = 0
    hand = s.hands[seat]
    while hand:
        kind = lowest(hand)
        if kind == DEAL:
            n = list_deal_votes(s, out, n)
        else:
            n = list_idols(VOTE + kind * IDOL_COUNT, NOBODY, out, n)
        hand &= hand - 1
    # IDL-R35: a closed sheet ends only this; the deal is still voted or boxed.
    n = list_placements(s, seat, out, n)
    # IDL-34: the deal card, and only it, may be boxed (IDL-R29); with that every hand has a move (IDL-R32).
    if s.hands[seat] & bit(DEAL):
        out[n] = DISCARD
        n += 1
    return n


@rule
def list_deal_votes(s: State, out: list[int], n: int) -> int:
    # IDL-24: never where it would lie face up.
    for idol in range(IDOL_COUNT):
        if not lands_up(s, idol):
            out[n] = VOTE + DEAL * IDOL_COUNT + idol
            n += 1
    return n


@rule
def list_placements(s: State, seat: int, out: list[int], n: int) -> int:
    kinds = placeable(s, seat)
    spaces = open_spaces(s) if kinds else 0
    while kinds and spaces:
        n = list_bits(spaces, PLACE_DEAL + lowest(kinds) * SPACE_COUNT, out, n)
        kinds &= kinds - 1
    return n


@rule
def list_waiting(s: State, out: list[int]) -> int:
    # IDL-74: the turn player chooses the order of the ballots.
    n = 0
    for seat in range(s.players):
        if s.ballots[seat] != EMPTY:
            out[n] = ORDER + seat
            n += 1
    return n


# Effects


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out a legal action of a seat to act."""
    phase = s.phase
    if phase == TURN:
        apply_turn(s, action)
    elif phase == OPENING:
        vote_opening(s, action - VOTE - P1 * IDOL_COUNT)
    elif phase == BALLOTS:
        seal_ballot(s, seat, action - BALLOT)
    elif phase == ORDER_BALLOTS:
        order_ballot(s, action - ORDER)
    elif phase == PEEK:
        if action == PEEK_NONE:
            next_turn(s)
        else:
            peek_at(s, action - PEEK_AT)
    else:
        apply_effect(s, action)


@rule
def apply_turn(s: State, action: int) -> None:
    if action < PLACE_DEAL:
        vote(s, (action - VOTE) // IDOL_COUNT, (action - VOTE) % IDOL_COUNT)
    elif action < DISCARD:
        place_deal(s, (action - PLACE_DEAL) // SPACE_COUNT, (action - PLACE_DEAL) % SPACE_COUNT)
    else:
        discard_deal(s)


@rule
def apply_effect(s: State, action: int) -> None:
    phase = s.phase
    if phase == OPEN_CARD:
        if action != OPEN_NONE:
            open_card(s, action - OPEN_AT)
        convene(s)
    elif phase == TRADE_FIRST:
        pick(s, action - SWAP_AT, TRADE_SECOND)
    elif phase == TRADE_SECOND:
        trade(s, action - WITH_AT)
    elif phase == MOVE_CARD:
        pick(s, action - MOVE_AT, MOVE_TARGET)
    elif phase == MOVE_TARGET:
        move_to(s, action - MOVE_TO)
    elif phase == RETAKE:
        retake(s, action - RETAKE_AT)
    elif phase == BREAK_IDOL:
        break_idol(s, action - BREAK_AT)
    elif action == CONTROL_TRADE:
        start_trade(s)
    else:
        s.phase = MOVE_CARD
