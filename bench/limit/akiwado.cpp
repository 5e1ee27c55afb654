// Akiwado with its default options, hand-written in C++: the limit that the native gear is measured against.
//
// The same game, the same generator, the same order of random numbers and the same checksum as
// `native(GAME).play_random(players, games, seed)`. A pile of cards is one word with a byte for each kind, so that counting,
// drawing and moving a lot are a few instructions each. Build and run:
//
//   g++ -O3 -march=native -std=c++17 -o limit akiwado.cpp
//   ./limit playouts 4 100000 1      -> decisions checksum cpu-seconds

#include "packed.hpp"
#include "playouts.hpp"

namespace {

constexpr int MAX_SEATS = 5, COLOURS = 5, CUSTOM = 5, MARKETS = 2, DICE = 3, FACES = 6, LAST_TURN = 6, MOST_ROLLS = 2;
constexpr int COINS = 50, STARTING_COINS = 5, WASTE_PER_SEAT = 2;
constexpr int KEEP = 0, KEEPS = 27, ACCEPT = KEEP + KEEPS, CHALLENGE = ACCEPT + 1, DECLARE = CHALLENGE + 1;
constexpr int BID_EAST = DECLARE + 3, BID_WEST = BID_EAST + COINS, POCKET_MONEY = BID_WEST + COINS;
constexpr int SPECIAL[COLOURS + 1] = {0, 0, 3, 6, 12, 20};
constexpr int8_t EMPTY = -1, NOBODY = -1, UNSOLD = -2, TIED = -3;

enum Phase : int8_t { KEEPING, VOTING, DECLARING, BIDDING, OVER };
enum Place : int8_t { EAST, WEST, POCKET };

// A pile counts the cards of each kind: five colours, then the custom cards.
using Pile = Counts;
constexpr Pile ALL_CARDS = 0x020606060606;

// What can be kept of three dice: single faces first, then pairs in ascending order.
struct Keeps {
    int8_t low[KEEPS] = {}, high[KEEPS] = {}, pair[FACES + 1][FACES + 1] = {};
    constexpr Keeps() {
        int n = 0;
        for (int face = 1; face <= FACES; face++) low[n++] = int8_t(face);
        for (int a = 1; a <= FACES; a++)
            for (int b = a; b <= FACES; b++) {
                low[n] = int8_t(a), high[n] = int8_t(b);
                pair[a][b] = int8_t(n++);
            }
    }
};
constexpr Keeps keeps;

// What everybody saw in a turn.
struct Turn {
    int8_t roller = NOBODY, rolls = 0, dice[DICE] = {}, kept = EMPTY, callers = EMPTY, voided = 0;
    int8_t income[MAX_SEATS] = {}, declared[MAX_SEATS] = {EMPTY, EMPTY, EMPTY, EMPTY, EMPTY};
    int8_t acted[MAX_SEATS] = {EMPTY, EMPTY, EMPTY, EMPTY, EMPTY}, bids[MAX_SEATS] = {};
    int8_t lot_winner[MARKETS] = {EMPTY, EMPTY}, pocket[MAX_SEATS] = {};
};

struct State {
    static constexpr int MAX_LEGAL = 2 * COINS + 1, ACTIONS = 140;

    Pile deck = ALL_CARDS, waste = 0, markets[MARKETS] = {}, hands[MAX_SEATS] = {};
    int8_t players = 0, phase = KEEPING, turn = -1, turn_player = NOBODY, waiting = 0, removed = EMPTY, stock = 0, area = 0;
    int8_t unjust = 0, votes = 0;
    int8_t colours[MAX_SEATS] = {EMPTY, EMPTY, EMPTY, EMPTY, EMPTY};
    int8_t coins[MAX_SEATS] = {};
    uint8_t sealed[MAX_SEATS] = {};
    Turn turns[LAST_TURN];

    bool over() const { return phase == OVER; }
    int left_of(int seat) const { return seat + 1 < players ? seat + 1 : 0; }
    Turn& now() { return turns[turn]; }

    void begin(int seats, Rng& rng);
    int legal(int32_t* out) const;

    // Touting

    void begin_turn(int seat, Rng& rng) {
        turn_player = int8_t(seat);
        turns[++turn].roller = turn_player;
        roll(rng);
    }
    void roll(Rng& rng) {
        int a = 1 + rng.below(FACES), b = 1 + rng.below(FACES), c = 1 + rng.below(FACES);
        int low = a < b ? a : b, high = a < b ? b : a;
        if (c < low) low = c;
        if (c > high) high = c;
        Turn& t = now();
        t.rolls++;
        t.dice[0] = int8_t(low), t.dice[1] = int8_t(a + b + c - low - high), t.dice[2] = int8_t(high);
        t.kept = t.callers = EMPTY;
        phase = KEEPING;
        waiting = int8_t(bit(turn_player));
    }
    int participants() const { return int(full(players)) & ~unjust; }
    void keep(int choice, Rng& rng) {
        now().kept = int8_t(choice);
        waiting = int8_t(participants() & ~int(bit(turn_player)));
        votes = 0;
        phase = VOTING;
        if (waiting == 0) {
            pay_incomes();
            end_touting(rng);
        }
    }
    void vote(int action, Rng& rng) {
        int seat = waiting & -waiting;
        waiting ^= int8_t(seat);
        votes |= int8_t(action == CHALLENGE ? seat : 0);
        if (waiting) return;
        Turn& t = now();
        t.callers = votes;
        if (2 * count(uint64_t(votes)) < count(uint64_t(participants()))) {
            pay_incomes();
        } else if (t.rolls < MOST_ROLLS) {
            roll(rng);
            return;
        } else {
            t.voided = 1;
        }
        end_touting(rng);
    }
    int pay(int seat, int due) {
        int paid = due < stock ? due : stock;
        coins[seat] += int8_t(paid);
        stock -= int8_t(paid);
        return paid;
    }
    void pay_incomes() {
        Turn& t = now();
        for (int k = 0, seat = turn_player; k < players; k++, seat = left_of(seat)) {
            // By face: nothing for no die, one coin for a 1, else one for each article with that pip.
            Counts pays = hands[seat] << 16 | one(1);
            int kept = of(pays, keeps.low[t.kept]) + of(pays, keeps.high[t.kept]);
            int all = of(pays, t.dice[0]) + of(pays, t.dice[1]) + of(pays, t.dice[2]);
            int due = seat == turn_player ? kept : all - kept;
            t.income[seat] = int8_t(pay(seat, unjust >> seat & 1 ? 0 : due));
        }
    }
    void end_touting(Rng& rng) {
        unjust = 0;
        int lots = total(deck) < MARKETS ? total(deck) : MARKETS;
        for (int market = 0; market < lots; market++) {
            Pile drawn = one(draw_kind(deck, rng));
            deck -= drawn;
            markets[market] += drawn;
        }
        if (stock > 0) {
            stock--;
            area++;
        }
        phase = DECLARING;
        waiting = int8_t(bit(turn_player));
    }

    // Stocking

    void declare(int place) {
        int seat = lowest(uint64_t(waiting));
        now().declared[seat] = int8_t(place);
        int following = left_of(seat);
        waiting = int8_t(bit(following));
        if (following == turn_player) {
            phase = BIDDING;
            waiting = int8_t(full(players));
        }
    }
    void seal(int action, Rng& rng) {
        sealed[lowest(uint64_t(waiting))] = uint8_t(action);
        waiting &= int8_t(waiting - 1);
        if (waiting == 0) settle(rng);
    }
    void settle(Rng& rng) {
        Turn& t = now();
        int earners = 0, liars = unjust;
        for (int seat = 0; seat < players; seat++) {
            int place = (sealed[seat] >= BID_WEST) + (sealed[seat] == POCKET_MONEY);
            t.acted[seat] = int8_t(place);
            t.bids[seat] = int8_t(place == POCKET ? 0 : sealed[seat] - (place == WEST ? BID_WEST : BID_EAST) + 1);
            earners |= int(place == POCKET) << seat;
            liars |= int(place != t.declared[seat]) << seat;
        }
        settle_market(t, EAST);
        settle_market(t, WEST);
        pay_pocket_money(t, earners);
        unjust = int8_t(liars == int(full(players)) ? 0 : liars);
        end_turn(rng);
    }
    void settle_market(Turn& t, int market) {
        if (!markets[market]) return;
        int best = 0, winner = UNSOLD;
        for (int seat = 0; seat < players; seat++) {
            int bid = t.acted[seat] == market ? t.bids[seat] : 0;
            winner = bid > best ? seat : bid == best && best > 0 ? TIED : winner;
            best = bid > best ? bid : best;
        }
        t.lot_winner[market] = int8_t(winner);
        if (winner == TIED) return;
        if (winner == UNSOLD) {
            waste += markets[market];
        } else {
            coins[winner] -= int8_t(best);
            stock += int8_t(best);
            hands[winner] += markets[market];
        }
        markets[market] = 0;
    }
    void pay_pocket_money(Turn& t, int earners) {
        if (!earners) return;
        int share = area / count(uint64_t(earners));
        // Clockwise from the turn player, since the stock may run out.
        for (int k = 0, seat = turn_player; k < players; k++, seat = left_of(seat)) {
            if (!(earners >> seat & 1)) continue;
            t.pocket[seat] = int8_t(pay(seat, 1) + share);
            coins[seat] += int8_t(share);
            area -= int8_t(share);
        }
    }
    void end_turn(Rng& rng) {
        if (!deck) {
            phase = OVER;
            return;
        }
        int seat = left_of(turn_player);
        while (unjust >> seat & 1) seat = left_of(seat);
        begin_turn(seat, rng);
    }

    void apply(int action, Rng& rng) {
        switch (phase) {
            case BIDDING: seal(action, rng); break;
            case DECLARING: declare(action - DECLARE); break;
            case VOTING: vote(action, rng); break;
            default: keep(action - KEEP, rng);
        }
    }

    // The end

    static int paired_colours(Pile hand) {
        Pile articles = hand & (one(CUSTOM) - 1);
        int pairs = count((articles + HIGH - 2 * EACH) & HIGH), held = count((articles + HIGH - EACH) & HIGH);
        int singles = held - pairs, missing = COLOURS - held, customs = of(hand, CUSTOM);
        int named = customs < singles ? customs : singles, twos = (customs - named) / 2;
        return pairs + named + (twos < missing ? twos : missing);
    }
    void score(int32_t* out) const {
        for (int seat = 0; seat < players; seat++) out[seat] = total(hands[seat]) + SPECIAL[paired_colours(hands[seat])];
    }
    int winners(const int32_t* scores) const {
        int mask = 0, best = -1;
        for (int seat = 0; seat < players; seat++) {
            int rank = (scores[seat] * 64 + total(hands[seat])) * 64 + coins[seat];
            if (rank > best) mask = 0, best = rank;
            if (rank == best) mask |= 1 << seat;
        }
        return mask;
    }
};
const State fresh;

void State::begin(int seats, Rng& rng) {
    *this = fresh;
    players = int8_t(seats);
    stock = int8_t(COINS - STARTING_COINS * seats);
    int8_t screens[COLOURS] = {0, 1, 2, 3, 4};
    for (int i = COLOURS - 1; i > 0; i--) {
        int k = rng.below(i + 1);
        int8_t other = screens[i];
        screens[i] = screens[k];
        screens[k] = other;
    }
    int unowned = int(full(COLOURS));
    for (int seat = 0; seat < seats; seat++) {
        coins[seat] = STARTING_COINS;
        colours[seat] = screens[seat];
        unowned &= ~int(bit(screens[seat]));
        Pile article = one(screens[seat]);
        deck -= 2 * article;
        hands[seat] += article;
        hands[left_of(seat)] += article;
    }
    if (seats < MAX_SEATS) {
        removed = int8_t(rng.draw_from(uint64_t(unowned)));
        deck &= ~(0xFF * one(removed));
        deck -= Pile(MAX_SEATS - seats) * one(CUSTOM);
    }
    for (int i = 0; i < WASTE_PER_SEAT * seats; i++) {
        Pile drawn = one(draw_kind(deck, rng));
        deck -= drawn;
        waste += drawn;
    }
    begin_turn(rng.below(seats), rng);
}

int State::legal(int32_t* out) const {
    switch (phase) {
        case BIDDING: {
            int most = coins[lowest(uint64_t(waiting))], n = 0;
            if (markets[EAST])
                for (int k = 0; k < most; k++) out[n++] = BID_EAST + k;
            if (markets[WEST])
                for (int k = 0; k < most; k++) out[n++] = BID_WEST + k;
            out[n] = POCKET_MONEY;
            return n + 1;
        }
        case DECLARING:
            for (int place = EAST; place <= POCKET; place++) out[place] = DECLARE + place;
            return 3;
        case VOTING:
            out[0] = ACCEPT, out[1] = CHALLENGE;
            return 2;
        default: {
            const int8_t* d = turns[turn].dice;
            uint64_t faces = bit(d[0] - 1) | bit(d[1] - 1) | bit(d[2] - 1);
            uint64_t pairs = bit(keeps.pair[d[0]][d[1]]) | bit(keeps.pair[d[0]][d[2]]) | bit(keeps.pair[d[1]][d[2]]);
            return list_bits(faces | pairs, KEEP, out, 0);
        }
    }
}

}  // namespace

int main(int argc, char** argv) { return run<State>(argc, argv); }
