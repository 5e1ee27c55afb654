// What every limit program shares with the gears: sets as 64-bit words, and the generator of core/chance.py.
#pragma once

#include <cstdint>
#ifdef __BMI2__
#include <immintrin.h>
#endif

inline uint64_t bit(int k) { return uint64_t(1) << k; }
inline uint64_t full(int k) { return bit(k) - 1; }
inline int count(uint64_t mask) { return __builtin_popcountll(mask); }
inline int lowest(uint64_t mask) { return __builtin_ctzll(mask); }

inline int nth_bit(uint64_t mask, int n) {
#ifdef __BMI2__
    return lowest(_pdep_u64(bit(n), mask));
#else
    while (n-- > 0) mask &= mask - 1;
    return lowest(mask);
#endif
}

inline int list_bits(uint64_t mask, int shift, int32_t* out, int n) {
    for (; mask; mask &= mask - 1) out[n++] = shift + lowest(mask);
    return n;
}

// xoroshiro64**
struct Rng {
    uint32_t a, b;

    static uint32_t mix(uint32_t x) {
        x ^= x >> 16;
        x *= 0x85EBCA6Bu;
        x ^= x >> 13;
        x *= 0xC2B2AE35u;
        return x ^ (x >> 16);
    }
    void seed(uint64_t seed, uint64_t stream) {
        a = mix(uint32_t(seed) ^ mix(uint32_t(stream) ^ 0x9E3779B9u));
        b = mix(uint32_t(seed >> 32) ^ mix(uint32_t(stream >> 32) ^ a ^ 0x7F4A7C15u));
        if (a == 0 && b == 0) b = 1;
    }
    static uint32_t turn(uint32_t x, int k) { return (x << k) | (x >> (32 - k)); }
    uint32_t next() {
        uint32_t r = turn(a * 0x9E3779BBu, 5) * 5;
        uint32_t t = b ^ a;
        a = turn(a, 26) ^ t ^ (t << 9);
        b = turn(t, 13);
        return r;
    }
    // Lemire's method: the high word of a product, drawn again where the low word shows a bias.
    int below(int n) {
        uint64_t product = uint64_t(next()) * uint32_t(n);
        if (__builtin_expect(uint32_t(product) < uint32_t(n), 0)) {
            uint32_t least = -uint32_t(n) % uint32_t(n);
            while (uint32_t(product) < least) product = uint64_t(next()) * uint32_t(n);
        }
        return int(product >> 32);
    }
    int draw_from(uint64_t mask) { return nth_bit(mask, below(count(mask))); }
};
