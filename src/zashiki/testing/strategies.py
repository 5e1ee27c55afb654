"""Hypothesis strategies over the contract: positions that play can reach, found by choosing among options.

A failure shrinks to a short game of early options, and is printed as its record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from zashiki.core.chance import seeded
from zashiki.core.game import CHANCE, AnyGame
from zashiki.testing.play import Walk

SEEDS = 1 << 16  # of chance: dice, deals and the like are not chosen


@st.composite
def walks(
    draw: st.DrawFn,
    game: AnyGame,
    *,
    players: Sequence[int] | None = None,
    variants: Sequence[Mapping[str, str]] | None = None,
    decisions: int | None = 200,
) -> Walk:
    """A game of up to so many decisions, or to its end (None), and the chance behind them; its `state` is the position."""
    seats = draw(st.sampled_from(players or game.seats))
    walk = Walk(game, seats, draw(st.sampled_from(variants or game.about.variants)))
    rng = seeded(draw(st.integers(0, SEEDS - 1)))
    left = game.about.max_events if decisions is None else draw(st.integers(0, decisions))
    while not walk.over:
        if game.rules.status(walk.state) == CHANCE:
            walk.happen(rng)
        elif left == 0:
            break
        else:
            left -= 1
            acting = game.acting(walk.state)
            seat = draw(st.sampled_from(acting)) if len(acting) > 1 else acting[0]
            actions = game.legal_actions(walk.state, seat)
            walk.decide(seat, actions[draw(st.integers(0, len(actions) - 1))] if len(actions) > 1 else actions[0])
    return walk
