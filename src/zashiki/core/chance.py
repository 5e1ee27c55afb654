"""The generators of chance, which rules draw from by `below`, `draw_from` and `shuffle`; none is ever part of a game's state.

The small one is two 32-bit words owned by the caller, xoroshiro64** (Blackman and Vigna, 2018; period 2**64 - 1). Every step
stays in 64-bit integers that are cut back to 32 bits, so plain ints, native and CUDA integers agree. Whoever sees enough of its
numbers can work out all the others; where people play, the plain gear draws from a `KeyedStream`, which nobody can foresee.
"""

from __future__ import annotations

import hmac
import struct

from zashiki.core.bits import count, nth_bit
from zashiki.core.rule import compiled_as, rule

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
    """Start the generator number `stream` of the family named by `seed`, and those of all sources that have room behind it."""
    for source in range(-1, len(rng) // RNG_WORDS - 1):
        seed_source(rng, source, seed, stream)


@rule
def seed_source(rng: list[int], source: int, seed: int, stream: int) -> None:
    """Start the generator of one source of chance (`core.streams`) and leave the others; -1 is the one that stands first."""
    at = RNG_WORDS * (1 + source)
    low, high = seed & WORD, (seed >> 32) & WORD
    rng[at] = mix(low ^ mix((stream & WORD) ^ 0x9E3779B9 ^ mix(1 + source)))
    rng[at + 1] = mix(high ^ mix(((stream >> 32) & WORD) ^ rng[at] ^ 0x7F4A7C15 ^ (1 + source)))
    if rng[at] == 0 and rng[at + 1] == 0:
        rng[at + 1] = 1


def seeded(seed: int, stream: int = 0, sources: int = 0) -> list[int]:
    """A new generator for the plain gear, with one more for each source of chance that is to have its own."""
    rng = [0] * (RNG_WORDS * (1 + sources))
    seed_rng(rng, seed, stream)
    return rng


class Seeded:
    """The chance of a table from one small generator, for tests, tools and games that shall be the same again."""

    def __init__(self, seed: int, sources: int = 0) -> None:
        self._rng = seeded(seed, sources=sources)

    def generator(self, event: int) -> list[int]:
        """The same generator for every event."""
        return self._rng


class KeyedStream(list[int]):
    """HMAC-SHA-256 of 0, 1, 2 … under a key, cut into words. As a list, which rules take: those of this block still to come."""

    def __init__(self, key: bytes) -> None:
        super().__init__()
        self._key, self._blocks = key, 0

    def next_word(self) -> int:
        """The next 32 bits."""
        if not self:
            block = hmac.digest(self._key, self._blocks.to_bytes(8, "big"), "sha256")
            self._blocks += 1
            self.extend(reversed(struct.unpack(">8I", block)))
        return self.pop()


@rule
def small_word(rng: list[int]) -> int:
    """The next 32 bits of the small generator."""
    a, b = rng[0], rng[1]
    r = a * 0x9E3779BB & WORD
    b ^= a
    rng[0] = (a << 26 ^ b << 9) & WORD ^ a >> 6 ^ b
    rng[1] = b << 13 & WORD | b >> 19
    return (r << 5 | r >> 27) * 5 & WORD


@compiled_as(small_word)
def next_word(rng: list[int]) -> int:
    """The next 32 bits of either generator; compiled gears know only the small one."""
    return rng.next_word() if isinstance(rng, KeyedStream) else small_word(rng)


@rule
def below(rng: list[int], n: int) -> int:
    """A number 0 .. n-1, n up to 2**31, exactly uniform (Lemire, 2019): words that would favour some numbers are drawn again."""
    product = next_word(rng) * n
    if product & WORD < n:
        favoured = (WORD + 1 - n) % n
        while product & WORD < favoured:
            product = next_word(rng) * n
    return product >> 32


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
