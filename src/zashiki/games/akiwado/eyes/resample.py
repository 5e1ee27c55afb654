"""What a seat of Akiwado cannot know, drawn anew: the pending answers of the others."""

from __future__ import annotations

from zashiki.core.chance import below
from zashiki.core.rule import rule
from zashiki.games.akiwado import actions, phase
from zashiki.games.akiwado.cards import EAST, EMPTY, WEST
from zashiki.games.akiwado.rules.stocking import highest_bid
from zashiki.games.akiwado.state import State


@rule
def resample(s: State, seat: int, rng: list[int]) -> None:
    """Draw the pending answers of the others anew; the deck has no order, and coins can be counted (AKI-R21)."""
    for other in range(s.players):
        if other != seat and s.sealed[other] != EMPTY:
            if s.phase == phase.CHALLENGE:
                # AKI-26: any vote.
                s.sealed[other] = actions.ACCEPT if below(rng, 2) == 0 else actions.CHALLENGE
            else:
                s.sealed[other] = any_real_action(s, other, rng)


@rule
def any_real_action(s: State, seat: int, rng: list[int]) -> int:
    """One of the real actions open to a seat, all equally likely."""
    # AKI-44: whatever it announced.
    east, west = highest_bid(s, seat, EAST), highest_bid(s, seat, WEST)
    drawn = below(rng, east + west + 1)
    if drawn < east:
        return actions.BID_EAST + drawn
    return actions.BID_WEST + drawn - east if drawn < east + west else actions.POCKET
