"""Touting: three dice, the split, the vote, the incomes."""

from __future__ import annotations

from zashiki.core.bits import bit, count, full, list_bits
from zashiki.core.chance import below
from zashiki.core.rule import rule
from zashiki.core.seats import left_of
from zashiki.games.akiwado import actions, cards, phase
from zashiki.games.akiwado.cards import DICE, EMPTY, FACES
from zashiki.games.akiwado.state import State, pay, seat_row, this_turn

MOST_ROLLS = 2


@rule
def draw_dice(s: State, rng: list[int]) -> None:
    """Three fair dice in ascending order."""
    a, b, c = 1 + below(rng, FACES), 1 + below(rng, FACES), 1 + below(rng, FACES)
    low, high = min(a, b, c), max(a, b, c)
    s.outcome[0], s.outcome[1], s.outcome[2] = low, a + b + c - low - high, high


@rule
def roll_dice(s: State) -> None:
    # AKI-20: the turn player rolls three dice.
    row = this_turn(s)
    s.rolls[row] += 1
    for i in range(DICE):
        s.dice[row * DICE + i] = s.outcome[i]
    s.kept[row] = EMPTY
    s.callers[row] = EMPTY
    s.phase = phase.KEEP
    s.waiting = bit(s.turn_player)


@rule
def list_keeps(s: State, out: list[int]) -> int:
    # AKI-21: one die, or two; equal choices once.
    at = this_turn(s) * DICE
    a, b, c = s.dice[at], s.dice[at + 1], s.dice[at + 2]
    choices = bit(a - 1) | bit(b - 1) | bit(c - 1) | bit(pair(a, b)) | bit(pair(a, c)) | bit(pair(b, c))
    return list_bits(choices, actions.KEEP, out, 0)


@rule
def pair(low: int, high: int) -> int:
    """The choice that keeps these two faces."""
    return actions.PAIR_OF[(low - 1) * FACES + high - 1]


@rule
def participants(s: State) -> int:
    """The seats that take part in touting, as a set."""
    # AKI-32: an unjust seat takes no part: no income, no vote, not counted.
    return full(s.players) & ~s.unjust


@rule
def keep_dice(s: State, choice: int) -> None:
    # AKI-21: the other dice are given to all other participants together.
    s.kept[this_turn(s)] = choice
    # AKI-26: every participant but the turn player votes, all at the same time, so nobody gains by waiting (AKI-R7).
    s.waiting = participants(s) & ~bit(s.turn_player)
    s.phase = phase.CHALLENGE
    # AKI-28: a turn player alone is paid without a vote; the given dice are lost (AKI-R25).
    if s.waiting == 0:
        pay_incomes(s)
        end_touting(s)


@rule
def vote(s: State, seat: int, action: int) -> None:
    # AKI-26: a vote is secret until all have voted.
    s.sealed[seat] = action
    s.waiting &= ~bit(seat)
    if s.waiting == 0:
        count_voices(s)


@rule
def voices_of(s: State, seat: int) -> int:
    """What a challenge by the seat counts for."""
    # AKI-85: two voices for the holder of the black marker, enough alone among three or four (AKI-R32).
    return cards.BLACK_VOICES if s.privileges[cards.BLACK] == seat else 1


@rule
def voices_needed(s: State) -> int:
    """How many voices make a challenge succeed."""
    # AKI-27: half of the participants, and the turn player is one of them (AKI-R5).
    return (count(participants(s)) + 1) // 2


@rule
def count_voices(s: State) -> None:
    row = this_turn(s)
    voices, callers = 0, 0
    for seat in range(s.players):
        calls = int(s.sealed[seat] == actions.CHALLENGE)
        callers |= calls << seat
        voices += calls * voices_of(s, seat)
        s.sealed[seat] = EMPTY
    s.callers[row] = callers
    if voices < voices_needed(s):
        pay_incomes(s)
        end_touting(s)
    elif s.rolls[row] < MOST_ROLLS:
        # AKI-29: after the first success all three dice are rolled again.
        s.first_callers[row] = callers
        s.phase = phase.ROLL
    else:
        # AKI-30: after the second, which needs half as well (AKI-R6), nobody is paid.
        s.voided[row] = 1
        end_touting(s)


@rule
def die_pays(s: State, seat: int, die: int) -> int:
    """The coins one die brings a receiver."""
    # AKI-23: a 1 pays one coin to whoever receives it.
    if die == cards.ANYBODY:
        return cards.ANYBODY_PAYS
    # AKI-22: any other face pays one coin for each of the receiver's articles with that pip.
    # AKI-25, AKI-58: custom cards have no pip and do nothing in play; nobody owns the colour in the case (AKI-R26).
    return s.hands[seat * cards.KINDS + cards.FACE_COLOUR[die]] * cards.ARTICLE_PAYS


@rule
def kept_pay(s: State, seat: int, choice: int) -> int:
    """What the kept dice would bring a seat."""
    coins = die_pays(s, seat, actions.KEPT_LOW[choice])
    if actions.KEPT_HIGH[choice] != 0:
        coins += die_pays(s, seat, actions.KEPT_HIGH[choice])
    return coins


@rule
def income_if(s: State, seat: int, choice: int) -> int:
    """The income of a seat if these dice are kept and the split is accepted."""
    # AKI-32: nothing for an unjust seat.
    if s.unjust & bit(seat):
        return 0
    # AKI-24: the kept dice pay the turn player, the given dice pay each of the others in full (AKI-R8); equal dice pay again.
    if seat == s.turn_player:
        return kept_pay(s, seat, choice)
    at = this_turn(s) * DICE
    coins = 0
    for i in range(at, at + DICE):
        coins += die_pays(s, seat, s.dice[i])
    return coins - kept_pay(s, seat, choice)


@rule
def pay_incomes(s: State) -> None:
    # AKI-31: without a successful challenge the stock pays the incomes; AKI-12: clockwise from the turn player.
    choice = s.kept[this_turn(s)]
    seat = s.turn_player
    for _ in range(s.players):
        s.income[seat_row(s, seat)] = pay(s, seat, income_if(s, seat, choice))
        seat = left_of(s, seat)


@rule
def end_touting(s: State) -> None:
    # AKI-33, AKI-55: paid or not, all tiles turn back to the just side: a lie costs one touting and no more (AKI-R9).
    s.unjust = 0
    s.phase = phase.MARKET
