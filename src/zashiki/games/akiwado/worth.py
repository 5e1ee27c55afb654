"""What a position is worth to a seat of Akiwado."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.games.akiwado.scoring import points_of
from zashiki.games.akiwado.state import State


@rule
def worth(s: State, seat: int) -> int:
    """The heuristic value of the position for a seat."""
    return 100 * points_of(s, seat) + 10 * s.coins[seat]
