"""The record schema: one declaration, two forms, the same bytes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import about_one_in, every_case, random_states
from zashiki.core.game import AnyGame
from zashiki.core.schema import OUTCOME, Record, i8, i8s, i16, i16s, i32, i32s, i64, i64s
from zashiki.testing.ranges import out_of_range


class Sample(Record):
    small: int = i8(-1, 5)
    large: int = i64(0, 2**62)
    middle: int = i32(0, 70000)
    short: int = i16(-300, 300)
    row: list[int] = i16s(3, -5, 500)
    bytes_: list[int] = i8s(5, 0, 9)
    words: list[int] = i32s(2, 0, 99)
    sets: list[int] = i64s(2, 0, 2**50)
    outcome: list[int] = i16s(4, 0, 9)


def filled() -> Sample:
    s = Sample()
    s.small, s.large, s.middle, s.short = -1, 2**61 + 7, 69999, -299
    s.row, s.bytes_, s.words, s.sets = [1, -5, 500], [1, 2, 3, 4, 5], [9, 8], [2**50, 3]
    s.outcome = [1, 2, 3, 4]
    return s


def test_a_new_record_is_zero() -> None:
    s = Sample()
    assert (s.small, s.row, s.outcome) == (0, [0, 0, 0], [0, 0, 0, 0])


def test_the_bytes_are_those_of_the_numpy_record() -> None:
    s = filled()
    array = np.zeros(1, dtype=Sample.dtype())
    for name in Sample.fields:
        array[0][name] = getattr(s, name)
    assert array[0].tobytes()[: Sample.layout.size] == s.to_bytes()
    assert Sample.from_bytes(array[0].tobytes()) == s
    assert array.dtype.isalignedstruct
    assert array.dtype.itemsize == Sample.layout.itemsize


def test_the_outcome_counts_for_nothing() -> None:
    a, b = filled(), filled()
    b.outcome[0] = 9
    assert a == b
    assert hash(a) == hash(b)
    assert a.copy().outcome == [0, 0, 0, 0]
    assert Sample.layout.names[-1] == "outcome"


def test_a_copy_is_independent() -> None:
    a = filled()
    b = a.copy()
    assert a == b
    b.row[0] = 77
    assert a.row[0] == 1
    assert a != b
    assert a != "something else"


def test_clear_zeroes_everything() -> None:
    s = filled()
    Sample.clear(s)
    assert s == Sample()
    assert s.outcome == [0, 0, 0, 0]


def test_numbers_outside_their_range_are_named() -> None:
    s = filled()
    assert out_of_range(s) == []
    s.small, s.row = 6, [1, 2]
    assert out_of_range(s) == ["small holds 6, outside -1..5", "row has 2 numbers, not 3"]
    assert "small=6" in repr(s)


def test_a_range_must_fit_its_kind() -> None:
    with pytest.raises(ValueError, match="does not fit i8"):
        i8(0, 128)
    with pytest.raises(ValueError, match="does not fit i16"):
        i16s(2, 5, 4)


@every_case
def test_states_of_games_survive_the_way_to_bytes_and_back(game: AnyGame, players: int, options: dict[str, str]) -> None:
    for s in about_one_in(10, random_states(game, players, options, 31)):
        array = np.frombuffer(s.to_bytes().ljust(game.state.layout.itemsize, b"\0"), dtype=game.state.dtype())
        assert game.state.from_bytes(array.tobytes()) == s
        for name in game.state.fields:
            if name != OUTCOME:
                assert np.array_equal(array[0][name], getattr(s, name))
