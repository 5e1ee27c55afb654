"""Card sets as 64-bit masks. The helpers mean the same in every gear; bit 63, the sign, stays unused."""

from __future__ import annotations

from collections.abc import Callable

from zashiki.core.rule import primitive, rule


@primitive
def bit(k: int) -> int:
    """The set holding only `k`."""
    return 1 << k


# count(mask): how many are in the set. Python has it: a function of ours around it would take the plain gear twice as long.
count: Callable[[int], int] = primitive(int.bit_count)


@primitive
def lowest(mask: int) -> int:
    """The smallest member of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


@rule
def has(mask: int, k: int) -> int:
    """1 if `k` is in the set, else 0."""
    return (mask >> k) & 1


@rule
def full(k: int) -> int:
    """The set of 0 .. k-1."""
    return bit(k) - 1


@rule
def list_bits(mask: int, shift: int, out: list[int], n: int) -> int:
    """Write every member plus `shift` to `out` from index `n` on, ascending; returns the new length."""
    while mask:
        out[n] = shift + lowest(mask)
        n += 1
        mask &= mask - 1
    return n


@rule
def nth_bit(mask: int, n: int) -> int:
    """The n-th member, counted from 0 upwards."""
    at = 0
    half = 32
    while half > 0:
        members = count(mask & full(half))
        if n >= members:
            n -= members
            mask >>= half
            at += half
        half >>= 1
    return at
