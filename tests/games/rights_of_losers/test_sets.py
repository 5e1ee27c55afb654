"""The sets of points that the state keeps are those of its chips and cards, after every event."""

from __future__ import annotations

from typing import Any

from tests.support import random_states
from zashiki.games.rights_of_losers import GAME
from zashiki.games.rights_of_losers.cards import EMPTY, HALF, POINTS, SPACES


def points(halves: list[int]) -> set[int]:
    return {point for point in range(POINTS) if halves[point // HALF] >> point % HALF & 1}


def touches(point: int, space: int) -> bool:
    """Written from the geometry of the rules: a card reaches one step around its centre."""
    return abs(point // 9 - 2 * (space // 5)) <= 1 and abs(point % 9 - 2 * (space % 5)) <= 1


def test_near_taken_and_filled_are_kept_true() -> None:
    seen: Any = 0
    for seed in range(6):
        for s in random_states(GAME, 3 + seed % 3, {}, seed):
            cards = {space for space in range(SPACES) if s.field[space] != EMPTY}
            assert {space for space in range(SPACES) if s.filled >> space & 1} == cards
            assert points(s.near) == {p for p in range(POINTS) if any(touches(p, space) for space in cards)}
            held = {p for p in range(POINTS) if s.chips[p] != EMPTY}
            assert points(s.taken) == held | ({s.lifted} if s.lifted != EMPTY else set())
            seen += s.lifted != EMPTY
    assert seen > 0
