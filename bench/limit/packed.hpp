// Counts of up to eight kinds in one word, a byte for each: adding, comparing and drawing without a loop.
#pragma once

#include "chance.hpp"

using Counts = uint64_t;
constexpr Counts EACH = 0x0101010101010101, HIGH = EACH << 7;

constexpr Counts one(int kind) { return Counts(1) << (8 * kind); }
constexpr int of(Counts counts, int kind) { return int(counts >> (8 * kind)) & 0xFF; }
constexpr int total(Counts counts) { return int((counts * EACH) >> 56); }

// The bytes marked in their highest bit, as a set of kinds.
constexpr int kinds(Counts marks) { return int(((marks >> 7) * 0x0102040810204080) >> 56); }
constexpr int some(Counts counts) { return kinds((((counts & ~HIGH) + ~HIGH) | counts) & HIGH); }
constexpr int at_least(Counts a, Counts b) {
    Counts low = (a | HIGH) - (b & ~HIGH);
    return kinds(((a & ~b) | (~(a ^ b) & low)) & HIGH);
}

// A random one of all that are counted, fewer than 128.
inline int draw_kind(Counts counts, Rng& rng) {
    Counts up_to = counts * EACH;
    Counts at = Counts(rng.below(int(up_to >> 56)));
    return lowest(((up_to | HIGH) - (at + 1) * EACH) & HIGH) / 8;
}
