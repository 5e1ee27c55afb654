"""Points and winners of Paper Lantern."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.seats import seats_with_most

from paper_lantern import phase
from paper_lantern.state import State


@rule
def scores(s: State, out: list[int]) -> None:
    """PAL-11: the prizes a seat has taken."""
    for seat in range(s.players):
        out[seat] = s.won[seat]


@rule
def winners(s: State) -> int:
    """PAL-11: most points win; equal seats share the win."""
    return seats_with_most(s, s.won) if s.phase == phase.OVER else 0


def ended_by(s: State) -> str:
    """The clause that ended the game."""
    return "PAL-10"
