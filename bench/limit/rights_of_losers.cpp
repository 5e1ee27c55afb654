// Rights of Losers, hand-written in C++: the limit that the native gear is measured against.
//
// The same game, the same generator, the same order of random numbers and the same checksum as
// `native(GAME).play_random(players, games, seed)`; only the plumbing differs. Build and run:
//
//   g++ -O3 -march=native -std=c++17 -o limit rights_of_losers.cpp
//   ./limit playouts 4 100000 1      -> decisions checksum cpu-seconds
//   ./limit clone 4096 20000         -> states 0 cpu-seconds
//   ./limit batch 4 4096 2000 1      -> decisions checksum cpu-seconds

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

namespace {

constexpr int MAX_SEATS = 5, CARDS = 50, NUMBERS = 10, LANDS = 5, SPACES = 25, SIDE = 9, POINTS = 81;
constexpr int HAND_SIZE = 10, TRICKS = 10, CHIPS = 10, LOW_POINTS = 45;
constexpr int PLAY_CARD = 0, PLACE_CHIP = PLAY_CARD + CARDS, PICK_CARD = PLACE_CHIP + POINTS, BUILD_ON = PICK_CARD + CARDS;
constexpr int APPOINT = BUILD_ON + SPACES, REVERSE = APPOINT + MAX_SEATS, LIFT_CHIP = REVERSE + 1;
constexpr int DROP_CHIP = LIFT_CHIP + POINTS, PASS = DROP_CHIP + POINTS, ACTIONS = PASS + 1;
constexpr int8_t EMPTY = -1, NOBODY = -1;
constexpr int64_t PRIME = 2147483647;
constexpr uint64_t ALL_CARDS = (uint64_t(1) << CARDS) - 1, ALL_SPACES = (uint64_t(1) << SPACES) - 1;
constexpr int LAND_SPACES[LANDS] = {0, 4, 12, 20, 24};

enum Phase : int8_t { PLAY, CHIP, PICK, BUILD, ACTION, DROP, OVER };

uint64_t bit(int k) { return uint64_t(1) << k; }
int count(uint64_t mask) { return __builtin_popcountll(mask); }
int lowest(uint64_t mask) { return __builtin_ctzll(mask); }

// Generator: xoroshiro64**.

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
    int below(int n) {  // exactly uniform: Lemire's method
        uint64_t product = uint64_t(next()) * uint32_t(n);
        if (uint32_t(product) < uint32_t(n)) {
            uint32_t favoured = -uint32_t(n) % uint32_t(n);
            while (uint32_t(product) < favoured) product = uint64_t(next()) * uint32_t(n);
        }
        return int(product >> 32);
    }
    int draw_from(uint64_t mask) {
        int n = below(count(mask)), at = 0;
        for (int half = 32; half > 0; half >>= 1) {
            int members = count(mask & (bit(half) - 1));
            if (n >= members) {
                n -= members;
                mask >>= half;
                at += half;
            }
        }
        return at;
    }
};

// Geometry: which points touch a space, and how closely.

struct Geometry {
    int touching[SPACES][9], influence[SPACES][9];
    uint64_t near[SPACES][2];

    Geometry() : near{} {
        for (int space = 0; space < SPACES; space++) {
            int n = 0;
            for (int distance = 0; distance <= 2; distance++)
                for (int point = 0; point < POINTS; point++) {
                    int rows = std::abs(point / SIDE - 2 * (space / 5)), columns = std::abs(point % SIDE - 2 * (space % 5));
                    if (rows > 1 || columns > 1 || rows + columns != distance) continue;
                    touching[space][n] = point;
                    influence[space][n++] = distance == 0 ? 1100 : distance == 1 ? 1010 : 1001;
                    near[space][point >= LOW_POINTS] |= bit(point % LOW_POINTS);
                }
            for (; n < 9; n++) touching[space][n] = EMPTY;
        }
    }
};
const Geometry geometry;

struct State {
    uint64_t hands[MAX_SEATS], undealt, won, removed, filled, near[2], taken[2];
    int16_t past_action[TRICKS];
    int8_t players, phase, seat, trick, leader, reversed, play_count, winner, picked, built, lifted;
    int8_t plays[MAX_SEATS], field[SPACES], chips[POINTS], supply[MAX_SEATS], tricks_won[MAX_SEATS];
    int8_t past_leader[TRICKS], past_reversed[TRICKS], past_winner[TRICKS], past_plays[TRICKS][MAX_SEATS], past_drop[TRICKS];

    void begin(int seats, Rng& rng) {
        std::memset(this, 0, sizeof *this);
        players = int8_t(seats);
        trick = 1;
        winner = NOBODY;
        picked = lifted = EMPTY;
        for (int k = 0; k < seats; k++) supply[k] = CHIPS;
        std::memset(plays, EMPTY, sizeof plays);
        std::memset(past_leader, NOBODY, sizeof past_leader);
        std::memset(past_winner, NOBODY, sizeof past_winner);
        std::memset(past_action, -1, sizeof past_action);
        std::memset(past_drop, EMPTY, sizeof past_drop);
        std::memset(past_plays, EMPTY, sizeof past_plays);
        std::memset(chips, EMPTY, sizeof chips);
        std::memset(field, EMPTY, sizeof field);
        for (int land = 0; land < LANDS; land++) put_card(LAND_SPACES[land], CARDS + land);
        undealt = ALL_CARDS;
        for (int k = 0; k < seats; k++)
            for (int i = 0; i < HAND_SIZE; i++) {
                uint64_t card = bit(rng.draw_from(undealt));
                undealt ^= card;
                hands[k] |= card;
            }
        leader = seat = int8_t(rng.below(seats));
        phase = PLAY;
    }

    void put_card(int space, int card) {
        field[space] = int8_t(card);
        filled |= bit(space);
        near[0] |= geometry.near[space][0];
        near[1] |= geometry.near[space][1];
    }
    void put_chip(int point, int8_t owner) {
        chips[point] = owner;
        taken[point >= LOW_POINTS] |= bit(point % LOW_POINTS);
    }
    void take_chip(int point) {
        chips[point] = EMPTY;
        taken[point >= LOW_POINTS] &= ~bit(point % LOW_POINTS);
    }
    int8_t left_of(int k) const { return int8_t(k + 1 < players ? k + 1 : 0); }

    static int list_bits(uint64_t mask, int shift, int32_t* out, int n) {
        for (; mask; mask &= mask - 1) out[n++] = shift + lowest(mask);
        return n;
    }
    int list_open_points(int block, int32_t* out) const {
        uint64_t low = near[0] & ~taken[0], high = near[1] & ~taken[1];
        if (lifted != EMPTY) (lifted < LOW_POINTS ? low : high) &= ~bit(lifted % LOW_POINTS);
        return list_bits(high, block + LOW_POINTS, out, list_bits(low, block, out, 0));
    }
    int list_winner_actions(int32_t* out) const {
        int n = 0;
        for (int k = 0; k < players; k++)
            if (k != winner) out[n++] = APPOINT + k;
        out[n++] = REVERSE;
        for (int half = 0; half < 2; half++)
            for (uint64_t mask = taken[half]; mask; mask &= mask - 1) {
                int point = half * LOW_POINTS + lowest(mask);
                if (chips[point] == winner) out[n++] = LIFT_CHIP + point;
            }
        out[n++] = PASS;
        return n;
    }
    int legal(int32_t* out) const {
        switch (phase) {
            case PLAY: {
                uint64_t hand = hands[seat];
                if (play_count > 0) {
                    uint64_t following = hand & (uint64_t(1023) << (NUMBERS * (plays[0] / NUMBERS)));
                    if (following) hand = following;
                }
                return list_bits(hand, PLAY_CARD, out, 0);
            }
            case CHIP: return list_open_points(PLACE_CHIP, out);
            case PICK: return list_bits(won, PICK_CARD, out, 0);
            case BUILD: return list_bits(ALL_SPACES & ~filled, BUILD_ON, out, 0);
            case ACTION: return list_winner_actions(out);
            default: return list_open_points(DROP_CHIP, out);
        }
    }

    void apply(int action) {
        switch (phase) {
            case PLAY: play_card(action - PLAY_CARD); break;
            case CHIP:
                put_chip(action - PLACE_CHIP, seat);
                supply[seat]--;
                seat = left_of(seat);
                if (seat == winner) phase = PICK;
                break;
            case PICK:
                picked = int8_t(action - PICK_CARD);
                won &= ~bit(picked);
                phase = BUILD;
                break;
            case BUILD:
                put_card(action - BUILD_ON, picked);
                picked = EMPTY;
                if (++built < 2) {
                    phase = PICK;
                } else {
                    removed |= won;
                    won = 0;
                    phase = ACTION;
                }
                break;
            case ACTION: take_action(action); break;
            default:
                put_chip(action - DROP_CHIP, winner);
                past_drop[trick - 1] = int8_t(action - DROP_CHIP);
                lifted = EMPTY;
                end_trick(winner);
        }
    }
    void play_card(int card) {
        hands[seat] &= ~bit(card);
        plays[play_count++] = int8_t(card);
        seat = left_of(seat);
        if (play_count < players) return;
        int best = 0;
        for (int i = 1; i < players; i++)
            if (plays[i] / NUMBERS == plays[0] / NUMBERS && (plays[i] < plays[best]) == (reversed == 1)) best = i;
        winner = int8_t((leader + best) % players);
        tricks_won[winner]++;
        won = 0;
        for (int i = 0; i < players; i++) {
            won |= bit(plays[i]);
            past_plays[trick - 1][i] = plays[i];
        }
        past_leader[trick - 1] = leader;
        past_reversed[trick - 1] = reversed;
        past_winner[trick - 1] = winner;
        phase = CHIP;
        seat = left_of(winner);
    }
    void take_action(int action) {
        past_action[trick - 1] = int16_t(action);
        if (action >= LIFT_CHIP && action < DROP_CHIP) {
            lifted = int8_t(action - LIFT_CHIP);
            take_chip(lifted);
            phase = DROP;
        } else if (action < REVERSE) {
            end_trick(int8_t(action - APPOINT));
        } else {
            if (action == REVERSE) reversed = int8_t(1 - reversed);
            end_trick(winner);
        }
    }
    void end_trick(int8_t next_leader) {
        play_count = 0;
        std::memset(plays, EMPTY, sizeof plays);
        if (trick == TRICKS) {
            phase = OVER;
            return;
        }
        trick++;
        leader = seat = next_leader;
        winner = NOBODY;
        built = 0;
        phase = PLAY;
    }

    int judge_space(int space) const {
        int influence[MAX_SEATS] = {};
        for (int k = 0; k < 9; k++) {
            int point = geometry.touching[space][k];
            if (point != EMPTY && chips[point] != EMPTY) influence[chips[point]] += geometry.influence[space][k];
        }
        int owner = NOBODY, best = 0;
        for (int k = 0; k < players; k++) {
            if (influence[k] > best) {
                owner = k;
                best = influence[k];
            } else if (influence[k] == best) {
                owner = NOBODY;
            }
        }
        return owner;
    }
    void score(int32_t* out) const {
        int land[MAX_SEATS] = {}, most = 0;
        for (int k = 0; k < players; k++) out[k] = 0;
        for (int space = 0; space < SPACES; space++) {
            if (field[space] == EMPTY) continue;
            int owner = judge_space(space);
            if (owner == NOBODY) continue;
            if (field[space] < CARDS)
                out[owner] += field[space] % NUMBERS + 1;
            else
                land[owner]++;
        }
        for (int k = 0; k < players; k++) most = land[k] > most ? land[k] : most;
        for (int k = 0; k < players; k++)
            if (land[k] > 0 && land[k] == most) out[k] += 10;
    }
    int winners(const int32_t* scores) const {
        int mask = 0, best = -1;
        for (int k = 0; k < players; k++) {
            int rank = scores[k] * 16 + 15 - supply[k];
            if (rank > best) {
                mask = 0;
                best = rank;
            }
            if (rank == best) mask |= 1 << k;
        }
        return mask;
    }
    int64_t fold(int64_t checksum) const {
        int32_t scores[MAX_SEATS];
        score(scores);
        for (int k = 0; k < players; k++) checksum = (checksum * 31 + scores[k]) % PRIME;
        return (checksum * 31 + winners(scores)) % PRIME;
    }
};

double cpu_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

void playouts(int players, int64_t games, uint64_t seed) {
    State s;
    Rng rng;
    int32_t out[128];
    int64_t decisions = 0, checksum = 0;
    double start = cpu_seconds();
    for (int64_t game = 0; game < games; game++) {
        rng.seed(seed, uint64_t(game));
        s.begin(players, rng);
        while (s.phase != OVER) {
            s.apply(out[rng.below(s.legal(out))]);
            decisions++;
        }
        checksum = (checksum + s.fold(game % PRIME)) % PRIME;
    }
    std::printf("%lld %lld %.6f\n", (long long)decisions, (long long)checksum, cpu_seconds() - start);
}

void clone(int64_t states, int64_t rounds) {
    std::vector<State> all(static_cast<size_t>(states));
    Rng rng;
    rng.seed(1, 1);
    all[0].begin(4, rng);
    double start = cpu_seconds();
    for (int64_t round = 0; round < rounds; round++)
        for (size_t i = 0; i + 1 < all.size(); i++) {
            all[i + 1] = all[i];
            asm volatile("" ::: "memory");
        }
    std::printf("%lld %d %.6f\n", (long long)(rounds * (states - 1)), all.back().trick - 1, cpu_seconds() - start);
}

void batch(int players, int64_t games, int64_t steps, uint64_t seed) {
    size_t n = static_cast<size_t>(games);
    std::vector<State> states(n);
    std::vector<Rng> rngs(n);
    std::vector<int32_t> actions(n);
    std::vector<uint8_t> masks(n * ACTIONS);
    int32_t out[128];
    int64_t ended = 0;
    for (size_t i = 0; i < n; i++) {
        rngs[i].seed(seed, i);
        states[i].begin(players, rngs[i]);
    }
    double start = cpu_seconds();
    for (int64_t step = 0; step < steps; step++) {
        for (size_t i = 0; i < n; i++) actions[i] = out[rngs[i].below(states[i].legal(out))];
        for (size_t i = 0; i < n; i++) {
            states[i].apply(actions[i]);
            if (states[i].phase == OVER) {
                ended += states[i].fold(0) >= 0;
                states[i].begin(players, rngs[i]);
            }
            uint8_t* mask = &masks[i * ACTIONS];
            std::memset(mask, 0, ACTIONS);
            int legal = states[i].legal(out);
            for (int k = 0; k < legal; k++) mask[out[k]] = 1;
        }
    }
    std::printf("%lld %lld %.6f\n", (long long)(steps * games), (long long)ended, cpu_seconds() - start);
}

}  // namespace

int main(int argc, char** argv) {
    auto number = [&](int k) { return std::strtoll(argv[k], nullptr, 10); };
    if (argc == 5 && !std::strcmp(argv[1], "playouts")) {
        playouts(int(number(2)), number(3), uint64_t(number(4)));
    } else if (argc == 4 && !std::strcmp(argv[1], "clone")) {
        clone(number(2), number(3));
    } else if (argc == 6 && !std::strcmp(argv[1], "batch")) {
        batch(int(number(2)), number(3), number(4), uint64_t(number(5)));
    } else {
        std::fputs("usage: playouts PLAYERS GAMES SEED | clone STATES ROUNDS | batch PLAYERS GAMES STEPS SEED\n", stderr);
        return 2;
    }
}
