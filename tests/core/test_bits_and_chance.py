"""Card sets and the generator."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zashiki.core.bits import bit, count, full, has, list_bits, lowest, nth_bit
from zashiki.core.chance import KeyedStream, below, draw_from, mix, next_word, seeded, shuffle
from zashiki.core.native import native
from zashiki.games import GAMES

SETS = st.sets(st.integers(0, 62))


@given(SETS)
def test_a_mask_is_the_set_it_stands_for(members: set[int]) -> None:
    mask = sum(bit(k) for k in members)
    out = [0] * 64
    assert count(mask) == len(members)
    assert list_bits(mask, 100, out, 1) == len(members) + 1
    assert out[1 : len(members) + 1] == [100 + k for k in sorted(members)]
    assert all(has(mask, k) == (k in members) for k in range(63))
    if members:
        assert lowest(mask) == min(members)
        assert [nth_bit(mask, n) for n in range(len(members))] == sorted(members)


def test_full_sets() -> None:
    assert [full(k) for k in (0, 1, 5, 62)] == [0, 1, 31, 2**62 - 1]


def test_the_generator_gives_the_published_numbers() -> None:
    """xoroshiro64** from the state (1, 2), computed by the reference formula with 32-bit words."""

    def reference(a: int, b: int, times: int) -> list[int]:
        def rotate(x: int, k: int) -> int:
            return ((x << k) | (x >> (32 - k))) % 2**32

        found = []
        for _ in range(times):
            found.append(rotate(a * 0x9E3779BB % 2**32, 5) * 5 % 2**32)
            b ^= a
            a, b = rotate(a, 26) ^ b ^ (b << 9) % 2**32, rotate(b, 13)
        return found

    rng = [1, 2]
    assert [next_word(rng) for _ in range(200)] == reference(1, 2, 200)


def test_streams_and_seeds_differ_and_repeat() -> None:
    starts = {tuple(seeded(seed, stream)) for seed in range(40) for stream in range(40)}
    assert len(starts) == 1600
    assert seeded(2**40 + 1) != seeded(1)
    assert seeded(7, 3) == seeded(7, 3)


@pytest.mark.parametrize("n", [1, 2, 6, 50])
def test_numbers_below_n_are_even(n: int) -> None:
    rng = seeded(1)
    found = Counter(below(rng, n) for _ in range(2000 * n))
    assert set(found) == set(range(n))
    assert all(1700 <= times <= 2300 for times in found.values())


def test_numbers_below_a_large_n_are_exactly_even() -> None:
    """Without drawing again, of the numbers below three eighths of 2**32 only a quarter would leave 2 when divided by three."""
    rng, n = seeded(3), 3 << 29
    found = Counter(below(rng, n) % 3 for _ in range(6000))
    assert min(found.values()) > 1800


def test_a_word_that_would_favour_a_number_is_drawn_again() -> None:
    class Given(KeyedStream):
        def next_word(self) -> int:
            return self.pop(0)

    words = Given(b"")
    words += [0, 0, 5, 1 << 31, 7]  # 2**32 is one more than a multiple of three, so one word is left over
    assert (below(words, 3), below(words, 3)) == (0, 1)
    assert words == [7]
    words += [0]
    assert (below(words, 8), below(words, 8)) == (0, 0), "of a power of two every word is taken"


def test_the_native_gear_draws_again_where_the_plain_one_does() -> None:
    drawn, plain_rng, native_rng = native(GAMES["rights-of-losers"]).compile(below), seeded(4), np.array(seeded(4))
    for n in (3 << 29, 3, (1 << 31) - 1):
        assert [int(drawn(native_rng, n)) for _ in range(300)] == [below(plain_rng, n) for _ in range(300)]
    assert native_rng.tolist() == plain_rng


def test_drawing_and_shuffling_are_even() -> None:
    rng = seeded(2)
    drawn = Counter(draw_from(rng, 0b101001) for _ in range(6000))
    assert set(drawn) == {0, 3, 5}
    assert min(drawn.values()) > 1800
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = [1, 2, 3, 99]
        shuffle(rng, items, 3)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 850


def test_a_generator_is_never_all_zero_and_one_zero_word_stays() -> None:
    low = mix(0x9E3779B9)  # makes the first word 0
    high = mix(0x7F4A7C15)  # with it makes the second 0 too
    assert seeded(low) == [0, mix(high)]
    assert seeded(high << 32 | low) == [0, 1]
