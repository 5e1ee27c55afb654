"""Card sets and the generator."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zashiki.core.bits import bit, count, full, has, list_bits, lowest, nth_bit
from zashiki.core.chance import below, draw_from, mix, next_word, seeded, shuffle

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
