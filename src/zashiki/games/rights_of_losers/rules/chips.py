"""Where chips may lie, and the chips of those who lost the trick."""

from __future__ import annotations

from zashiki.core.bits import has, list_bits
from zashiki.core.rule import rule
from zashiki.core.seats import left_of
from zashiki.games.rights_of_losers import cards, phase
from zashiki.games.rights_of_losers.state import State, put_chip


@rule
def open_points(s: State, half: int) -> int:
    """The points of one half that may hold a chip."""
    # ROL-18, ROL-19: a point must touch a card that lies on the field, land included (ROL-R6); one is enough (ROL-R5).
    # ROL-22: an empty space is closed, so no building ever comes to lie on a chip (ROL-R4).
    # ROL-21: a point holds at most one chip.
    return s.near[half] & ~s.taken[half]


@rule
def may_hold_chip(s: State, point: int) -> int:
    return has(open_points(s, point // cards.HALF), point % cards.HALF)


@rule
def list_open_points(s: State, block: int, out: list[int]) -> int:
    # ROL-20: the rim has no points, so the 81 are all there are.
    n = 0
    for half in range(cards.HALVES):
        n = list_bits(open_points(s, half), block + half * cards.HALF, out, n)
    return n


@rule
def place_chip(s: State, point: int) -> None:
    # ROL-16: one chip from the supply, which lasts for the ten tricks a seat can lose (ROL-R8).
    # ROL-23: it stays unless its owner moves it.
    put_chip(s, s.seat, point)
    s.supply[s.seat] -= 1
    s.seat = left_of(s, s.seat)
    # ROL-17: the winner places none, so the round ends with it.
    if s.seat == s.winner:
        s.phase = phase.PICK
