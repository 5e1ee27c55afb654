"""Seats around the table."""

from __future__ import annotations

import pytest

from zashiki.core.schema import Record, i8
from zashiki.core.seats import left_of, seat_after, seats_with_most


class Four(Record):
    players: int = i8(0, 4)


def table_of(players: int) -> Four:
    s = Four()
    s.players = players
    return s


def test_the_seat_after_the_last_is_the_first() -> None:
    s = table_of(3)
    assert [left_of(s, seat) for seat in range(3)] == [1, 2, 0]
    assert seat_after(s, 2, 2) == 1


@pytest.mark.parametrize(
    ("numbers", "seats"), [([3, 1, 2, 9], 0b001), ([1, 4, 4, 9], 0b110), ([-5, -7, -5, 0], 0b101), ([0, 0, 0, 1], 0b111)]
)
def test_seats_that_share_the_most(numbers: list[int], seats: int) -> None:
    assert seats_with_most(table_of(3), numbers) == seats
