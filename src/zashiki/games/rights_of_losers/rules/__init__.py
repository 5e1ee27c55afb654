"""The rules of Rights of Losers: chance, legality and effects, one function for each step of play."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.bits import bit, full, has, list_bits, lowest
from zashiki.core.chance import below, draw_from
from zashiki.core.rule import rule
from zashiki.games.rights_of_losers.actions import (
    APPOINT,
    BUILD_ON,
    DROP_CHIP,
    LIFT_CHIP,
    PASS,
    PICK_CARD,
    PLACE_CHIP,
    PLAY_CARD,
    REVERSE,
)
from zashiki.games.rights_of_losers.cards import (
    BUILDINGS_PER_TRICK,
    COLOUR_MASK,
    EMPTY,
    HALF,
    HALVES,
    HAND_SIZE,
    MAX_SEATS,
    NOBODY,
    NUMBERS,
    SPACES,
    TRICKS,
)
from zashiki.games.rights_of_losers.state import (
    ACTION,
    BUILD,
    CHIP,
    DEAL,
    DROP,
    FIRST,
    OVER,
    PICK,
    PLAY,
    State,
    clear_plays,
    drop_chip,
    left_of,
    lift_chip,
    put_card,
    put_chip,
    seat_after,
    setup,
)

CHANCE_NEXT, DECISION_NEXT, NOTHING_NEXT = game.CHANCE, game.DECISION, game.OVER

__all__ = ["apply", "draw", "legal", "reveal", "setup", "status", "to_act"]


@rule
def status(s: State) -> int:
    """What comes next."""
    if s.phase == OVER:
        return NOTHING_NEXT
    return CHANCE_NEXT if s.phase <= FIRST else DECISION_NEXT


@rule
def to_act(s: State) -> int:
    """Exactly one seat acts at any time."""
    return bit(s.seat) if status(s) == DECISION_NEXT else 0


# Chance


@rule
def draw(s: State, rng: list[int]) -> None:
    """Sample the next deal, or the first leader."""
    if s.phase == DEAL:
        left = s.undealt
        for _ in range(HAND_SIZE):
            left &= ~bit(draw_from(rng, left))
        list_bits(s.undealt & ~left, 0, s.outcome, 0)
    else:
        s.outcome[0] = below(rng, s.players)


@rule
def reveal(s: State) -> None:
    """Carry out the chance event in the outcome."""
    if s.phase == DEAL:
        deal_hand(s)
    else:
        # ROL-8: the first leader is drawn at random.
        lead_first(s, s.outcome[0])


@rule
def deal_hand(s: State) -> None:
    # ROL-6: each seat is dealt ten cards; ROL-50: the rest leave the game unseen.
    for i in range(HAND_SIZE):
        s.hands[s.dealt] |= bit(s.outcome[i])
    s.undealt &= ~s.hands[s.dealt]
    s.dealt += 1
    if s.dealt == s.players:
        s.phase = FIRST
        # ROL-8: ... or set by option (ROL-R27).
        if s.first_lead != NOBODY:
            lead_first(s, s.first_lead)


@rule
def lead_first(s: State, seat: int) -> None:
    s.leader = seat
    s.seat = seat
    s.phase = PLAY


# Legality


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """The legal actions of the seat to act, in canonical order."""
    if s.phase == PLAY:
        return list_bits(playable(s, seat), PLAY_CARD, out, 0)
    if s.phase == CHIP:
        return list_open_points(s, PLACE_CHIP, out)
    if s.phase == PICK:
        # ROL-24: only this trick's cards; every trick has at least three (ROL-R20).
        return list_bits(s.won, PICK_CARD, out, 0)
    if s.phase == BUILD:
        # ROL-25: any building space that holds no card; it needs no neighbour (ROL-R7).
        return list_bits(full(SPACES) & ~s.filled, BUILD_ON, out, 0)
    if s.phase == ACTION:
        return list_winner_actions(s, out)
    # ROL-32: where a chip could be placed, this trick's buildings included (ROL-R16), but not where it came from: that point
    # is still taken (ROL-R17).
    return list_open_points(s, DROP_CHIP, out)


@rule
def playable(s: State, seat: int) -> int:
    """The cards of its hand the seat may play."""
    hand = s.hands[seat]
    # ROL-10: the leader plays any card.
    if s.play_count == 0:
        return hand
    # ROL-11: a seat holding the led colour must play it; ROL-12: without it, any card.
    following = hand & COLOUR_MASK[led_colour(s)]
    return following if following else hand


@rule
def led_colour(s: State) -> int:
    return s.plays[0] // NUMBERS


@rule
def open_points(s: State, half: int) -> int:
    """The points of one half that may hold a chip."""
    # ROL-18, ROL-19: a point must touch a card that lies on the field, land included (ROL-R6); one is enough (ROL-R5).
    # ROL-22: an empty space is closed, so no building ever comes to lie on a chip (ROL-R4).
    # ROL-21: a point holds at most one chip.
    return s.near[half] & ~s.taken[half]


@rule
def may_hold_chip(s: State, point: int) -> int:
    return has(open_points(s, point // HALF), point % HALF)


@rule
def list_open_points(s: State, block: int, out: list[int]) -> int:
    # ROL-20: the rim has no points, so the 81 are all there are.
    n = 0
    for half in range(HALVES):
        n = list_bits(open_points(s, half), block + half * HALF, out, n)
    return n


@rule
def list_winner_actions(s: State, out: list[int]) -> int:
    # ROL-28: appoint a leader, reverse, move a chip, or nothing; in trick 10 all four are still offered (ROL-R19).
    n = 0
    for seat in range(s.players):
        # ROL-29: the winner names another seat; naming itself would be doing nothing (ROL-R13).
        if seat != s.winner:
            out[n] = APPOINT + seat
            n += 1
    out[n] = REVERSE
    n += 1
    # ROL-32, ROL-33: only an own chip on the field can be moved, without one no move is offered (ROL-R18);
    # a free point always exists (ROL-R9).
    for half in range(HALVES):
        taken = s.taken[half]
        while taken:
            point = half * HALF + lowest(taken)
            out[n] = LIFT_CHIP + point
            n += int(s.chips[point] == s.winner)
            taken &= taken - 1
    # ROL-34: nothing is always allowed.
    out[n] = PASS
    return n + 1


# Effects


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Carry out a legal action of the seat to act. ROL-9: trick, chips, buildings, winner's action, ten times."""
    if s.phase == PLAY:
        play_card(s, action - PLAY_CARD)
    elif s.phase == CHIP:
        place_chip(s, action - PLACE_CHIP)
    elif s.phase == PICK:
        pick_card(s, action - PICK_CARD)
    elif s.phase == BUILD:
        build(s, action - BUILD_ON)
    elif s.phase == ACTION:
        take_action(s, action)
    else:
        put_down(s, action - DROP_CHIP)


@rule
def play_card(s: State, card: int) -> None:
    s.hands[s.seat] &= ~bit(card)
    s.plays[s.play_count] = card
    s.play_count += 1
    # ROL-10: clockwise, every other seat plays one card.
    s.seat = left_of(s, s.seat)
    if s.play_count == s.players:
        end_trick_play(s)


@rule
def end_trick_play(s: State) -> None:
    s.winner = trick_winner(s)
    s.tricks_won[s.winner] += 1
    # ROL-15: the winner takes all cards of the trick, face up.
    s.won = 0
    for i in range(s.players):
        s.won |= bit(s.plays[i])
    remember_trick(s)
    s.phase = CHIP
    # ROL-16: chips go clockwise, starting left of the winner.
    s.seat = left_of(s, s.winner)


@rule
def trick_winner(s: State) -> int:
    """The seat whose card is strongest."""
    best = 0
    for i in range(1, s.players):
        # ROL-13: only cards of the led colour can win.
        if s.plays[i] // NUMBERS == s.plays[0] // NUMBERS:
            # ROL-14: larger is stronger while the direction is high, smaller while it is low.
            if (s.plays[i] < s.plays[best]) == (s.reversed == 1):
                best = i
    return seat_after(s, s.leader, best)


@rule
def remember_trick(s: State) -> None:
    # ROL-49: everything played stays open to inspection, old tricks too (ROL-R28).
    trick = s.trick - 1
    s.past_leader[trick] = s.leader
    s.past_reversed[trick] = s.reversed
    s.past_winner[trick] = s.winner
    for i in range(s.players):
        s.past_plays[trick * MAX_SEATS + i] = s.plays[i]


@rule
def place_chip(s: State, point: int) -> None:
    # ROL-16: one chip from the supply, which lasts for the ten tricks a seat can lose (ROL-R8).
    # ROL-23: it stays unless its owner moves it.
    put_chip(s, s.seat, point)
    s.supply[s.seat] -= 1
    s.seat = left_of(s, s.seat)
    # ROL-17: the winner places none, so the round ends with it.
    if s.seat == s.winner:
        s.phase = PICK


@rule
def pick_card(s: State, card: int) -> None:
    s.won &= ~bit(card)
    s.picked = card
    s.phase = BUILD


@rule
def build(s: State, space: int) -> None:
    # ROL-25, ROL-26: placed cards never move, and chips around the space touch the card from now on.
    put_card(s, space, s.picked)
    s.picked = EMPTY
    s.built += 1
    # ROL-24: exactly two of the trick's cards are built, each before the next is picked (ROL-R29).
    if s.built < BUILDINGS_PER_TRICK:
        s.phase = PICK
        return
    # ROL-27: cards that were not picked leave the game.
    s.removed |= s.won
    s.won = 0
    # ROL-28: then the winner takes one action; two are never combined (ROL-R15). ROL-35: after the tenth trick too.
    s.phase = ACTION


@rule
def take_action(s: State, action: int) -> None:
    if LIFT_CHIP <= action < DROP_CHIP:
        # ROL-32: move one of the own chips on the field.
        lift_chip(s, action - LIFT_CHIP)
        s.phase = DROP
        return
    s.past_action[s.trick - 1] = action
    if action < REVERSE:
        # ROL-29: that seat leads the next trick, this one trick only (ROL-R14).
        end_trick(s, action - APPOINT)
        return
    if action == REVERSE:
        # ROL-31: the direction changes from the next trick on (ROL-R11); chips on and around the card stay (ROL-R12).
        s.reversed = 1 - s.reversed
    # ROL-30: with any other action the winner leads the next trick.
    end_trick(s, s.winner)


@rule
def put_down(s: State, point: int) -> None:
    s.past_action[s.trick - 1] = LIFT_CHIP + s.lifted
    drop_chip(s, s.winner, point)
    s.past_drop[s.trick - 1] = point
    end_trick(s, s.winner)


@rule
def end_trick(s: State, next_leader: int) -> None:
    clear_plays(s)
    # ROL-36: the game ends after the tenth winner's action.
    if s.trick == TRICKS:
        s.phase = OVER
        return
    s.trick += 1
    s.leader = next_leader
    s.seat = next_leader
    s.winner = NOBODY
    s.built = 0
    s.phase = PLAY
