"""What a position is worth to a seat of Paper Lantern: greedy play.

The value is in hundredths of a point: what the seat has won more than the best of the others, what its sealed bid may bring, and
what the cards left in its hand are good for in later rounds.
"""

from __future__ import annotations

from zashiki.core.rooms import ALIKE
from zashiki.core.rule import rule

from paper_lantern import cards
from paper_lantern.state import State, in_hand

POINT = 100
KEPT_CARD = 12  # times the square of the cards it beats: high cards win far more often than middling ones
WORLDS = 8  # the cards of the others count


@rule
def worth(s: State, seat: int) -> int:
    """The heuristic value of the position for a seat."""
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, s.won[other])
    value = POINT * (s.won[seat] - best)
    for number in range(cards.NUMBERS):
        value += KEPT_CARD * number * number * s.hands[in_hand(seat, number)]
    bid = s.bids[seat]
    if bid != cards.EMPTY:
        value += hope(s, seat, bid) - KEPT_CARD * bid * bid
    return value


@rule
def hope(s: State, seat: int, bid: int) -> int:
    """The pot times the chance that every other seat bids lower, were they to bid any card of their hands."""
    value = POINT * s.pot
    for other in range(s.players):
        if other != seat:
            lower, total = 0, 0
            for number in range(cards.NUMBERS):
                total += s.hands[in_hand(other, number)]
                if number < bid:
                    lower += s.hands[in_hand(other, number)]
            value = value * lower // total
    return value


@rule
def plausible(s: State, seat: int) -> int:
    """The bots have no opinion on what others hide: all worlds are alike."""
    return ALIKE
