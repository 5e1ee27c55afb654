"""How Paper Lantern is played: what comes next, what is legal, and which chapter carries it out."""

from __future__ import annotations

from zashiki.core import game
from zashiki.core.bits import bit
from zashiki.core.rule import rule

from paper_lantern import actions, cards, phase
from paper_lantern.rules.bidding import turn_up_bids
from paper_lantern.rules.setup import SOURCES, draw, reveal, setup, source
from paper_lantern.state import State, in_hand

__all__ = ["SOURCES", "apply", "draw", "legal", "reveal", "setup", "source", "status", "to_act"]


@rule
def status(s: State) -> int:
    """What comes next."""
    if s.phase == phase.OVER:
        return game.OVER
    return game.DECISION if s.phase == phase.BID else game.CHANCE


@rule
def to_act(s: State) -> int:
    """PAL-6: all seats bid at the same time; those that have sealed a card wait."""
    mask = 0
    if s.phase == phase.BID:
        for seat in range(s.players):
            if s.bids[seat] == cards.EMPTY:
                mask |= bit(seat)
    return mask


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    """PAL-6: any card of the hand."""
    n = 0
    for number in range(cards.NUMBERS):
        if s.hands[in_hand(seat, number)] > 0:
            out[n] = actions.BID + number
            n += 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Seal the bid; the last one turns them all up."""
    s.bids[seat] = action - actions.BID
    if to_act(s) == 0:
        turn_up_bids(s)
