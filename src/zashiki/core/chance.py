"""The generator of chance: two 32-bit words owned by the caller, giving the same numbers in every gear.

It is xoroshiro64** (Blackman and Vigna, 2018; period 2**64 - 1). Every step stays in 64-bit integers that are cut
back to 32 bits, so plain ints, native and CUDA integers agree. No generator is ever part of a game's state.
"""

from __future__ import annotations

from zashiki.core.bits import count, nth_bit
from zashiki.core.rule import rule

WORD = 0xFFFFFFFF
RNG_WORDS = 2


@rule
def mix(x: int) -> int:
    """Scatter 32 bits (the finaliser of MurmurHash3)."""
    x ^= x >> 16
    x = (x * 0x85EBCA6B) & WORD
    x ^= x >> 13
    x = (x * 0xC2B2AE35) & WORD
    return x ^ (x >> 16)


@rule
def seed_rng(rng: list[int], seed: int, stream: int) -> None:
    """Start the generator number `stream` of the family named by `seed`."""
    low, high = seed & WORD, (seed >> 32) & WORD
    rng[0] = mix(low ^ mix((stream & WORD) ^ 0x9E3779B9))
    rng[1] = mix(high ^ mix(((stream >> 32) & WORD) ^ rng[0] ^ 0x7F4A7C15))
    if rng[0] == 0 and rng[1] == 0:
        rng[1] = 1


def seeded(seed: int, stream: int = 0) -> list[int]:
    """A new generator for the plain gear."""
    rng = [0] * RNG_WORDS
    seed_rng(rng, seed, stream)
    return rng


@rule
def next_word(rng: list[int]) -> int:
    """The next 32 bits."""
    a, b = rng[0], rng[1]
    r = (a * 0x9E3779BB) & WORD
    r = ((r << 5) | (r >> 27)) & WORD
    b ^= a
    rng[0] = (((a << 26) | (a >> 6)) & WORD) ^ b ^ ((b << 9) & WORD)
    rng[1] = ((b << 13) | (b >> 19)) & WORD
    return (r * 5) & WORD


@rule
def below(rng: list[int], n: int) -> int:
    """A number 0 .. n-1; the bias is under n / 2**32."""
    return (next_word(rng) * n) >> 32


@rule
def draw_from(rng: list[int], mask: int) -> int:
    """A uniform member of a set that is not empty."""
    return nth_bit(mask, below(rng, count(mask)))


@rule
def shuffle(rng: list[int], items: list[int], n: int) -> None:
    """Put the first `n` items into random order."""
    for i in range(n - 1, 0, -1):
        k = below(rng, i + 1)
        items[i], items[k] = items[k], items[i]
