// The loops of core/kernels.py around a hand-written game, and the command line of its program.
//
// A game is a struct with MAX_LEGAL, ACTIONS and
//   begin(players, rng)   a new game, up to its first decision
//   over()                whether the game has ended
//   legal(out)            the options of the lowest seat to act, in canonical order; how many
//   apply(action, rng)    one of them, and the chance that follows
//   score(out), winners(scores)
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "chance.hpp"

constexpr int64_t PRIME = 2147483647;

inline double cpu_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

inline void report(int64_t done, int64_t checksum, double start) {
    std::printf("%lld %lld %.6f\n", (long long)done, (long long)checksum, cpu_seconds() - start);
}

template <class State>
int64_t fold(const State& s, int64_t checksum) {
    int32_t scores[8];
    s.score(scores);
    for (int k = 0; k < s.players; k++) checksum = (checksum * 31 + scores[k]) % PRIME;
    return (checksum * 31 + s.winners(scores)) % PRIME;
}

template <class State>
void playouts(int players, int64_t games, uint64_t seed) {
    State s;
    Rng rng;
    int32_t out[State::MAX_LEGAL];
    int64_t decisions = 0, checksum = 0;
    double start = cpu_seconds();
    for (int64_t game = 0; game < games; game++) {
        rng.seed(seed, uint64_t(game));
        s.begin(players, rng);
        while (!s.over()) {
            s.apply(out[rng.below(s.legal(out))], rng);
            decisions++;
        }
        checksum = (checksum + fold(s, game % PRIME)) % PRIME;
    }
    report(decisions, checksum, start);
}

template <class State>
void clone(int players, int64_t states, int64_t rounds) {
    std::vector<State> all(static_cast<size_t>(states));
    Rng rng;
    rng.seed(1, 1);
    all[0].begin(players, rng);
    double start = cpu_seconds();
    for (int64_t round = 0; round < rounds; round++)
        for (size_t i = 0; i + 1 < all.size(); i++) {
            all[i + 1] = all[i];
            asm volatile("" ::: "memory");
        }
    report(rounds * (states - 1), all.back().over(), start);
}

template <class State>
void batch(int players, int64_t games, int64_t steps, uint64_t seed) {
    size_t n = static_cast<size_t>(games);
    std::vector<State> states(n);
    std::vector<Rng> rngs(n);
    std::vector<int32_t> actions(n);
    std::vector<uint8_t> masks(n * State::ACTIONS);
    int32_t out[State::MAX_LEGAL];
    int64_t ended = 0;
    for (size_t i = 0; i < n; i++) {
        rngs[i].seed(seed, i);
        states[i].begin(players, rngs[i]);
    }
    double start = cpu_seconds();
    for (int64_t step = 0; step < steps; step++) {
        for (size_t i = 0; i < n; i++) actions[i] = out[rngs[i].below(states[i].legal(out))];
        for (size_t i = 0; i < n; i++) {
            states[i].apply(actions[i], rngs[i]);
            if (states[i].over()) {
                ended += fold(states[i], 0) >= 0;
                states[i].begin(players, rngs[i]);
            }
            uint8_t* mask = &masks[i * State::ACTIONS];
            std::memset(mask, 0, State::ACTIONS);
            int legal = states[i].legal(out);
            for (int k = 0; k < legal; k++) mask[out[k]] = 1;
        }
    }
    report(steps * games, ended, start);
}

template <class State>
int run(int argc, char** argv) {
    auto number = [&](int k) { return std::strtoll(argv[k], nullptr, 10); };
    if (argc == 5 && !std::strcmp(argv[1], "playouts")) {
        playouts<State>(int(number(2)), number(3), uint64_t(number(4)));
    } else if (argc == 5 && !std::strcmp(argv[1], "clone")) {
        clone<State>(int(number(2)), number(3), number(4));
    } else if (argc == 6 && !std::strcmp(argv[1], "batch")) {
        batch<State>(int(number(2)), number(3), number(4), uint64_t(number(5)));
    } else {
        std::fputs("usage: playouts PLAYERS GAMES SEED | clone PLAYERS STATES ROUNDS | batch PLAYERS GAMES STEPS SEED\n", stderr);
        return 2;
    }
    return 0;
}
