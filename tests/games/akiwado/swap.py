"""Change what a seat cannot see, written from AKI-11, AKI-26 and AKI-40: purses, pending votes and sealed actions."""

from __future__ import annotations

from zashiki.core.chance import below, shuffle
from zashiki.games.akiwado import actions, phase
from zashiki.games.akiwado.state import State


def swap(s: State, seat: int, rng: list[int]) -> State:
    """Other purses exchanged, other pending answers drawn anew from what those purses allow."""
    others = [other for other in range(s.players) if other != seat]
    # AKI-11: coins lie behind screens; the option opens them, and so does the end.
    if not s.open_coins and s.phase != phase.OVER:
        purses = [s.coins[other] for other in others]
        shuffle(rng, purses, len(purses))
        for other, coins in zip(others, purses, strict=True):
            s.coins[other] = coins
    for other in others:
        if s.sealed[other] >= 0:
            s.sealed[other] = _other_answer(s, other, rng)
    return s


def _other_answer(s: State, seat: int, rng: list[int]) -> int:
    # AKI-26: a vote is secret.
    if s.phase == phase.CHALLENGE:
        return actions.ACCEPT + below(rng, 2)
    # AKI-40: so is a real action; AKI-42, AKI-43: it must be one the seat could take.
    assert s.phase == phase.BID
    answers = [actions.POCKET]
    for first, market in ((actions.BID_EAST, s.markets[:6]), (actions.BID_WEST, s.markets[6:])):
        if any(market):
            answers += range(first, first + s.coins[seat])
    return answers[below(rng, len(answers))]
