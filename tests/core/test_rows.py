"""The helpers that fill rows of numbers."""

from __future__ import annotations

from types import SimpleNamespace

from zashiki.core.rows import blank, mark_one, mark_seat, mark_set, turned

TABLE = SimpleNamespace(players=3)


def test_a_blank_row_holds_zeros_only() -> None:
    row = [3, -1, 7]
    blank(row)
    assert row == [0, 0, 0]


def test_seats_are_counted_from_the_observer_leftwards() -> None:
    assert [[turned(TABLE, other, seat) for other in range(3)] for seat in range(3)] == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]


def test_one_place_is_marked_or_none() -> None:
    row = [0] * 6
    assert mark_one(2, row, 1, 4) == 5
    assert mark_one(-1, row, 0, 4) == 4
    assert row == [0, 0, 0, 1, 0, 0]


def test_a_seat_is_marked_where_the_observer_counts_it() -> None:
    row = [0] * 6
    assert mark_seat(TABLE, 0, 2, row, 1, 5) == 6
    assert mark_seat(TABLE, -1, 2, row, 0, 5) == 5
    assert row == [0, 0, 1, 0, 0, 0]


def test_every_member_of_a_set_is_marked() -> None:
    row = [0] * 5
    assert mark_set(0b1011, row, 1, 4) == 5
    assert row == [0, 1, 1, 0, 1]
