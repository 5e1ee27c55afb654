"""Touting: three dice, the split, the vote, the incomes."""

from __future__ import annotations

from zashiki.core.bits import bit, count, full
from zashiki.core.chance import below
from zashiki.core.rule import rule
from zashiki.games.akiwado.actions import ACCEPT, CHALLENGE_IT, KEEP, KEPT_HIGH, KEPT_LOW, PAIR_OF
from zashiki.games.akiwado.cards import ANYBODY, BLACK, BLACK_VOICES, DICE, EMPTY, FACE_COLOUR, FACES, KINDS
from zashiki.games.akiwado.state import CHALLENGE, KEEPING, MARKET, ROLL, State, left_of, seat_row, this_turn

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
    s.phase = KEEPING
    s.waiting = bit(s.turn_player)


@rule
def list_keeps(s: State, out: list[int]) -> int:
    # AKI-21: one die, or two; equal choices once.
    at = this_turn(s) * DICE
    a, b, c = s.dice[at], s.dice[at + 1], s.dice[at + 2]
    out[0] = KEEP + a - 1
    n = 1
    if b != a:
        out[n] = KEEP + b - 1
        n += 1
    if c != b:
        out[n] = KEEP + c - 1
        n += 1
    out[n] = KEEP + pair(a, b)
    n += 1
    if c != b:
        out[n] = KEEP + pair(a, c)
        n += 1
    if a != b and c != a:
        out[n] = KEEP + pair(b, c)
        n += 1
    return n


@rule
def pair(low: int, high: int) -> int:
    """The choice that keeps these two faces."""
    return PAIR_OF[(low - 1) * FACES + high - 1]


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
    s.phase = CHALLENGE
    # AKI-28: a turn player alone is paid without a vote; the given dice are lost (AKI-R25).
    if s.waiting == 0:
        pay_incomes(s)
        end_touting(s)


@rule
def list_votes(out: list[int]) -> int:
    out[0], out[1] = ACCEPT, CHALLENGE_IT
    return 2


@rule
def vote(s: State, seat: int, action: int) -> None:
    # AKI-26: a vote is secret until all have voted.
    s.sealed[seat] = action
    s.waiting &= ~bit(seat)
    if s.waiting == 0:
        count_voices(s)


@rule
def count_voices(s: State) -> None:
    row = this_turn(s)
    voices, callers = 0, 0
    for seat in range(s.players):
        if s.sealed[seat] == CHALLENGE_IT:
            callers |= bit(seat)
            # AKI-85: the holder of the black marker counts as two voices, enough alone among three or four (AKI-R32).
            voices += BLACK_VOICES if s.privileges[BLACK] == seat else 1
        s.sealed[seat] = EMPTY
    s.callers[row] = callers
    # AKI-27: half of the participants is enough, the turn player being one of them (AKI-R5).
    if voices * 2 < count(participants(s)):
        pay_incomes(s)
        end_touting(s)
    elif s.rolls[row] < MOST_ROLLS:
        # AKI-29: after the first success all three dice are rolled again.
        s.phase = ROLL
    else:
        # AKI-30: after the second, which needs half as well (AKI-R6), nobody is paid.
        s.voided[row] = 1
        end_touting(s)


@rule
def die_pays(s: State, seat: int, die: int) -> int:
    """The coins one die brings a receiver."""
    # AKI-23: a 1 pays one coin to whoever receives it.
    if die == ANYBODY:
        return 1
    # AKI-22: any other face pays one coin for each own article with that pip.
    # AKI-25, AKI-58: custom cards have no pip and do nothing in play; nobody owns the colour in the case (AKI-R26).
    return s.hands[seat * KINDS + FACE_COLOUR[die]]


@rule
def kept_pay(s: State, seat: int, choice: int) -> int:
    """What the kept dice would bring a seat."""
    pay = die_pays(s, seat, KEPT_LOW[choice])
    if KEPT_HIGH[choice] != 0:
        pay += die_pays(s, seat, KEPT_HIGH[choice])
    return pay


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
    pay = 0
    for i in range(at, at + DICE):
        pay += die_pays(s, seat, s.dice[i])
    return pay - kept_pay(s, seat, choice)


@rule
def pay_incomes(s: State) -> None:
    # AKI-31: without a successful challenge the incomes are paid from the stock.
    # AKI-12: clockwise from the turn player, each as much as is left.
    choice = s.kept[this_turn(s)]
    seat = s.turn_player
    for _ in range(s.players):
        paid = min(income_if(s, seat, choice), s.stock)
        s.coins[seat] += paid
        s.stock -= paid
        s.income[seat_row(s, seat)] = paid
        seat = left_of(s, seat)


@rule
def end_touting(s: State) -> None:
    # AKI-33, AKI-55: paid or not, all tiles turn back to the just side: a lie costs one touting and no more (AKI-R9).
    s.unjust = 0
    s.phase = MARKET
