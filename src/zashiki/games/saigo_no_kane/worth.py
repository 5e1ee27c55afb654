"""What a position is worth to a seat of Saigo no Kane."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane.state import State


@rule
def worth(s: State, seat: int) -> int:
    """The heuristic value of the position for a seat."""
    return s.votes[seat]
