"""The end of a round: bids are turned up, and the pot is taken or waits."""

from __future__ import annotations

from zashiki.core.rule import rule

from paper_lantern import cards, options, phase
from paper_lantern.state import State, in_hand, in_round


@rule
def turn_up_bids(s: State) -> None:
    taker = highest_unmatched(s)
    s.takers[s.round - 1] = taker
    # PAL-8: the highest card that nobody else has bid takes the pot.
    if taker != cards.NOBODY:
        s.won[taker] += s.pot
        s.pot = 0
    # PAL-9: when every bid is matched, the pot stays for the next round, or is lost.
    elif s.matched == options.LOST:
        s.pot = 0
    # PAL-7: all bids are turned up together and are spent.
    for seat in range(s.players):
        s.hands[in_hand(seat, s.bids[seat])] -= 1
        s.played[in_round(s.round - 1, seat)] = s.bids[seat]
        s.bids[seat] = cards.EMPTY
    s.phase = phase.PRIZE
    # PAL-10: the game ends when the hands are empty; a pot that still waits is lost.
    if s.round == cards.ROUNDS:
        s.pot = 0
        s.phase = phase.OVER


@rule
def highest_unmatched(s: State) -> int:
    """The seat with the highest bid that no other seat has made, or NOBODY."""
    best = cards.NOBODY
    for seat in range(s.players):
        if not is_matched(s, seat) and (best == cards.NOBODY or s.bids[seat] > s.bids[best]):
            best = seat
    return best


@rule
def is_matched(s: State, seat: int) -> int:
    for other in range(s.players):
        if other != seat and s.bids[other] == s.bids[seat]:
            return 1
    return 0
