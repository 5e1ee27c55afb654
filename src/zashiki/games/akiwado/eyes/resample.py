"""What a seat of Akiwado cannot know, drawn anew: the pending answers of the others."""

from __future__ import annotations

from zashiki.core.chance import below
from zashiki.core.rule import rule
from zashiki.games.akiwado import actions, phase
from zashiki.games.akiwado.cards import EAST, EMPTY, PLACES, POCKET
from zashiki.games.akiwado.rules.stocking import highest_bid
from zashiki.games.akiwado.state import State, seat_row

KEPT_WORD = 4  # of five sealed actions, about how many follow the announcement


@rule
def resample(s: State, seat: int, rng: list[int]) -> None:
    """Re-draw the pending answers of the others; deck order does not exist and coins can be counted (AKI-R21)."""
    for other in range(s.players):
        if other != seat and s.sealed[other] != EMPTY:
            if s.phase == phase.CHALLENGE:
                s.sealed[other] = actions.ACCEPT if below(rng, 2) == 0 else actions.CHALLENGE
            else:
                s.sealed[other] = imagine_action(s, other, rng)


@rule
def imagine_action(s: State, seat: int, rng: list[int]) -> int:
    """A real action the seat may have sealed: mostly as announced, small bids more often than large ones."""
    place = s.declared[seat_row(s, seat)]
    if below(rng, KEPT_WORD + 1) == KEPT_WORD:
        place = below(rng, PLACES)
    if place == POCKET or highest_bid(s, seat, place) == 0:
        return actions.POCKET
    coins = min(below(rng, s.coins[seat]), below(rng, s.coins[seat]))
    return (actions.BID_EAST if place == EAST else actions.BID_WEST) + coins
