"""Chance: the deal, and the prize of each round."""

from __future__ import annotations

from zashiki.core.bits import bit, full
from zashiki.core.chance import below, draw_from
from zashiki.core.rule import rule

from paper_lantern import cards, phase
from paper_lantern.state import Pile, State, in_hand

SOURCES = ("deal", "prizes")  # of chance, in the order of its phases


@rule
def setup(s: State, players: int, options: list[int]) -> None:
    """A new game before the first hand is dealt."""
    s.players = players
    s.matched = options[0]
    s.phase = phase.DEAL
    # PAL-3: every prize once.
    s.prizes_left = full(cards.PRIZES)
    # PAL-2: every number on the same number of cards.
    for number in range(cards.NUMBERS):
        s.undealt[number] = cards.COPIES
    for seat in range(cards.MAX_SEATS):
        s.bids[seat] = cards.EMPTY
    for i in range(cards.ROUNDS):
        s.prizes[i] = cards.EMPTY
        s.takers[i] = cards.NOBODY
    for i in range(cards.ROUNDS * cards.MAX_SEATS):
        s.played[i] = cards.EMPTY


@rule
def source(s: State) -> int:
    """Where the next chance event comes from."""
    return s.phase


@rule
def draw(s: State, rng: list[int]) -> None:
    """Sample the next hand or prize."""
    if s.phase == phase.PRIZE:
        s.outcome[0] = draw_from(rng, s.prizes_left)
        return
    pile = Pile()
    for number in range(cards.NUMBERS):
        pile.left[number] = s.undealt[number]
        s.outcome[number] = 0
    for _ in range(cards.HAND_SIZE):
        s.outcome[draw_card(pile, rng)] += 1


@rule
def draw_card(pile: Pile, rng: list[int]) -> int:
    """Take a random card from a pile."""
    total = 0
    for number in range(cards.NUMBERS):
        total += pile.left[number]
    at, number = below(rng, total), 0
    while at >= pile.left[number]:
        at -= pile.left[number]
        number += 1
    pile.left[number] -= 1
    return number


@rule
def reveal(s: State) -> None:
    """Carry out the chance event in the outcome."""
    if s.phase == phase.PRIZE:
        turn_up_prize(s, s.outcome[0])
    else:
        deal_hand(s)


@rule
def deal_hand(s: State) -> None:
    # PAL-4: each seat is dealt a hand; what is left stays face down.
    for number in range(cards.NUMBERS):
        s.hands[in_hand(s.dealt, number)] = s.outcome[number]
        s.undealt[number] -= s.outcome[number]
    s.dealt += 1
    if s.dealt == s.players:
        s.phase = phase.PRIZE


@rule
def turn_up_prize(s: State, prize: int) -> None:
    # PAL-5: a round begins with a prize, which is added to the pot.
    s.round += 1
    s.prizes[s.round - 1] = prize
    s.prizes_left &= ~bit(prize)
    s.pot += cards.PRIZE_VALUES[prize]
    s.phase = phase.BID
