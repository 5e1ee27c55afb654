// Saigo no Kane with its default options, hand-written in C++: the limit that the native gear is measured against.
//
// The same game, the same generator, the same order of random numbers and the same checksum as
// `native(GAME).play_random(players, games, seed)`. All that a seat can pay with is one word with a byte for each type, sets of
// tiles are words too, and a step calls the next one directly. The printed numbers are in tables.hpp, which
// `python bench/limits.py tables saigo-no-kane` writes from cards.toml. Build and run:
//
//   g++ -O3 -march=native -std=c++17 -I FOLDER_OF_TABLES -o limit saigo_no_kane.cpp
//   ./limit playouts 4 100000 1      -> decisions checksum cpu-seconds

#include "packed.hpp"
#include "playouts.hpp"
#include "tables.hpp"

namespace {

using namespace tables;

constexpr int MAJORITIES = 3 + CLUBS, SOURCES = 6, PAYMENTS = FORFEIT - PAY;
enum Source { FROM_EVENT, FROM_RECRUIT, FROM_BUY, FROM_EXCHANGE, FROM_MAJORITY, FROM_PRODUCTION };
enum Phase : int8_t {
    IN_ATTEND, IN_LOBBY, IN_FILL, IN_ABILITY, IN_TARGET, IN_EXCHANGE, IN_COUNTER, IN_BONUS,
    IN_START, IN_PAY, IN_PREPARE, IN_BID, IN_REWARD, IN_SETTLE, IN_RETURN, IN_DROP, OVER
};
enum Step : int8_t { END_TURN, SAME_TURN, TO_BONUS, TO_PAY, TO_PREPARE, TO_SETTLE };  // what follows a tile that was given up

// A stock has popularity, yen and the six talents; the pool has talents only.
constexpr int TALENT = FIRST_TALENT;
constexpr Counts TALENT_BYTES = ~Counts(0xFFFF);
constexpr int popularity(Counts stock) { return of(stock, POPULARITY); }
constexpr int yen(Counts stock) { return of(stock, YEN); }
constexpr int talents(Counts stock) { return some(stock) >> TALENT; }
constexpr int talent_count(Counts stock) { return total(stock & TALENT_BYTES); }

// The printed numbers in the form in which they are added.
struct Printed {
    Counts student[STUDENTS] = {}, item[ITEMS] = {}, item_with_two[ITEMS] = {}, start[CANDIDATES] = {}, required[EVENTS] = {};
    Counts bytes[1 << TYPES] = {};                                        // 0xFF for every type of a set
    uint64_t candidate_yield[CANDIDATES] = {}, student_yield[STUDENTS] = {};  // popularity, yen and votes, 16 bits each
    int16_t pay_index[1 << TYPES] = {}, pay_mask[PAYMENTS] = {};

    template <class Row>
    static constexpr Counts row(const Row& numbers, int k, int length, int first) {
        Counts counts = 0;
        for (int kind = 0; kind < length; kind++) counts += Counts(numbers[k * length + kind]) << (8 * (first + kind));
        return counts;
    }
    static constexpr uint64_t yield(int popularity, int yen, int votes) {
        return uint64_t(popularity) | uint64_t(yen) << 16 | uint64_t(votes) << 32;
    }
    constexpr Printed() {
        for (int k = 0; k < STUDENTS; k++) {
            student[k] = row(STUDENT_TALENTS, k, TALENTS, TALENT);
            student_yield[k] = yield(STUDENT_POPULARITY[k], STUDENT_YEN[k], STUDENT_CLEANUP[k]);
        }
        for (int k = 0; k < ITEMS; k++) {
            item[k] = row(ITEM_TALENTS, k, TALENTS, TALENT);
            item_with_two[k] = row(ITEM_TALENTS_WITH_TWO, k, TALENTS, TALENT);
        }
        for (int k = 0; k < CANDIDATES; k++) {
            start[k] = row(CANDIDATE_TALENTS, k, TALENTS, TALENT);
            start[k] += one(POPULARITY) * Counts(START_POPULARITY[k]) + one(YEN) * Counts(START_YEN[k]);
            candidate_yield[k] = yield(CANDIDATE_POPULARITY[k], CANDIDATE_YEN[k], 0);
        }
        for (int k = 0; k < EVENTS; k++) required[k] = row(REQUIRED, k, TYPES, 0);
        int payments = 0;
        for (int mask = 1; mask < 1 << TYPES; mask++) {
            int types = 0;
            for (int kind = 0; kind < TYPES; kind++)
                if (mask >> kind & 1) bytes[mask] |= 0xFF * one(kind), types++;
            if (types > MOST_TYPES) continue;
            pay_mask[payments] = int16_t(mask);
            pay_index[mask] = int16_t(payments++);
        }
    }
};
constexpr Printed printed;

// Four spaces; tiles stand as far right as possible, and new ones come in at the left.
struct Track {
    uint64_t tiles = 0;
    int8_t space[SPACES] = {EMPTY, EMPTY, EMPTY, EMPTY};

    bool has_room() const { return space[0] == EMPTY; }
    void take(int tile) {
        tiles ^= bit(tile);
        int at = SPACES - 1;
        while (space[at] != tile) at--;
        for (; at > 0; at--) space[at] = space[at - 1];
        space[0] = EMPTY;
    }
    void lay(int tile) {
        tiles |= bit(tile);
        int at = SPACES - 1;
        while (space[at] != EMPTY) at--;
        space[at] = int8_t(tile);
    }
    void exchange(int tile, int other) {
        tiles ^= bit(tile) | bit(other);
        int at = 0;
        while (space[at] != tile) at++;
        space[at] = int8_t(other);
    }
    // Those of a seat's own tiles that cost at least as much as the cheapest one here.
    template <class Price, class UpTo>
    uint64_t exchangeable(uint64_t own, const Price& price, const UpTo& up_to) const {
        int cheapest = 99;
        for (int at = 0; at < SPACES; at++)
            if (space[at] != EMPTY && price[space[at]] < cheapest) cheapest = price[space[at]];
        return cheapest == 99 ? 0 : own & ~up_to[cheapest - 1];
    }
};

// A pile and its discard: the discard is the new pile when that is empty, at the next draw.
struct Tiles {
    uint64_t pile = 0, discard = 0;

    void refill(Track& track, Rng& rng) {
        while (track.has_room() && (pile | discard)) {
            if (!pile) pile = discard, discard = 0;
            int tile = rng.draw_from(pile);
            pile ^= bit(tile);
            track.lay(tile);
        }
    }
};

struct State {
    static constexpr int MAX_LEGAL = 256, ACTIONS = tables::ACTION_COUNT;

    Counts stock[MAX_SEATS] = {}, pool = 0, hands[MAX_SEATS] = {}, card_pile = 0, played = 0, dropped[MAX_SEATS] = {};
    uint64_t students[MAX_SEATS] = {}, items[MAX_SEATS] = {}, marked = 0;
    Track school, market;
    Tiles student_tiles{ALL_STUDENTS}, item_tiles{ALL_ITEMS};
    uint32_t event_pile = uint32_t(ALL_EVENTS), event_discard = 0;
    int8_t players = 0, day = 0, phase = OVER, resume = END_TURN, pet = 0, turn = 0, seat = 0, passes = 0, asked = 0, face_up = 0;
    int8_t fill_left = 0, swaps = 0, power = EMPTY, bonus = EMPTY, target = EMPTY, second = EMPTY, counters = 0;
    int8_t current = EMPTY, fulfilled = 0, reward_due = 0, reward_chosen = 0;
    int8_t candidate[MAX_SEATS] = {EMPTY, EMPTY, EMPTY, EMPTY};
    int8_t events[SPACES] = {EMPTY, EMPTY, EMPTY, EMPTY}, markers[SPACES] = {};
    int8_t counter_seat[MOST_COUNTERS] = {}, counter_card[MOST_COUNTERS] = {};
    uint8_t paid[MAX_SEATS] = {};
    int16_t votes[MAX_SEATS] = {}, bids[MAX_SEATS] = {EMPTY, EMPTY, EMPTY, EMPTY}, offers[MAX_SEATS] = {EMPTY, EMPTY, EMPTY, EMPTY};
    int16_t gained[DAYS][MAX_SEATS][SOURCES] = {};
    int8_t majority[DAYS][MAJORITIES] = {};

    bool over() const { return phase == OVER; }
    int left_of(int k) const { return k + 1 < players ? k + 1 : 0; }
    int from_pet(int steps) const { return pet + steps < players ? pet + steps : pet + steps - players; }
    bool takes_part(int k) const { return markers[current] >> k & 1; }
    int characters(int k, int club) const {
        return count(students[k] & uint64_t(CLUB_STUDENTS[club])) + (CANDIDATE_CLUB[candidate[k]] == club);
    }
    uint64_t discardable(int k) const { return items[k] & uint64_t(DISCARDABLE); }
    uint64_t recruitable() const {
        int most = popularity(stock[seat]);
        return school.tiles & uint64_t(STUDENTS_UP_TO[most < DEAREST_STUDENT ? most : DEAREST_STUDENT]);
    }
    uint64_t buyable() const {
        int most = yen(stock[seat]);
        return market.tiles & uint64_t(ITEMS_UP_TO[most < DEAREST_ITEM ? most : DEAREST_ITEM]);
    }
    uint64_t students_of_others() const { return (students[0] | students[1] | students[2] | students[3]) & ~students[seat]; }
    uint64_t exchangeable_items() const { return market.exchangeable(items[seat], PRICE, ITEMS_UP_TO); }
    uint64_t exchangeable_students() const { return school.exchangeable(students[seat], COST, STUDENTS_UP_TO); }
    int opponents_with(int type) const {
        int seats = 0;
        for (int k = 0; k < players; k++) seats |= int(k != seat && of(stock[k], type) > 0) << k;
        return seats;
    }
    void score_votes(int k, int number, Source source) {
        votes[k] += int16_t(number);
        gained[day - 1][k][source] += int16_t(number);
    }

    void begin(int seats, Rng& rng);

    // Legality

    int playable_powers() const {
        int hand = some(hands[seat]), powers = 0;
        if (hand >> KISHIMOTO & 1) {
            Counts others = 0;
            for (int k = 0; k < players; k++) others |= k == seat ? 0 : stock[k];
            powers |= (popularity(others) > 0) << LOSE_POPULARITY | (yen(others) > 0) << LOSE_YEN;
        }
        if (hand >> CHAMBERLAIN & 1) powers |= (exchangeable_items() != 0) << EXCHANGE_ITEM;
        if (hand >> FUKADA & 1) powers |= (market.tiles != 0) << NEW_ITEM | (school.tiles != 0) << NEW_STUDENT;
        if (hand >> EKICHI & 1) powers |= (exchangeable_students() != 0) << EXCHANGE_STUDENT;
        if (hand >> DAIGOKU & 1)
            powers |= (students_of_others() != 0) << MARK | ((students[seat] & marked) != 0) << UNMARK;
        return powers;
    }
    bool may_use_ability() const {
        int own = talents(stock[seat]), left = talents(pool);
        return (face_up >> seat & 1) && own && left && count(uint64_t(own | left)) > 1;
    }
    int list_dismissals(int32_t* out, int n) const { return list_bits(students[seat] & marked, DISMISS, out, n); }
    int list_discards(int32_t* out, int n) const { return list_bits(discardable(seat), DISCARD, out, n); }
    int list_turn(int32_t* out) const {
        int n = list_bits(recruitable(), RECRUIT, out, 0);
        n = list_bits(buyable(), BUY, out, n);
        n = list_bits(students[seat] & ~marked, USE, out, n);
        n = list_discards(out, list_dismissals(out, n));
        n = list_bits(uint64_t(playable_powers()), PLAY, out, n);
        out[n] = ABILITY;
        n += may_use_ability();
        out[n] = PASS;
        return n + 1;
    }
    int list_swaps(int32_t* out) const {
        int n = 0, left = talents(pool);
        for (int own = talents(stock[seat]); own; own &= own - 1) {
            int give = lowest(uint64_t(own));
            n = list_bits(uint64_t(left & ~(1 << give)), SWAP + give * TALENTS, out, n);
        }
        out[n] = DONE;
        return n + (swaps > 0);
    }
    int list_payments(int32_t* out, int n) const {
        int event = events[current], all = REQUIRED_MASK[event];
        int payable = at_least(stock[seat], printed.required[event]) & all;
        if (event < BLUE) {
            for (int mask = payable & -payable; mask; mask = (mask - payable) & payable) out[n++] = PAY + printed.pay_index[mask];
        } else if (payable == all) {
            out[n++] = PAY + printed.pay_index[all];
        }
        out[n] = FORFEIT;
        return n + 1;
    }
    int list_targets(int32_t* out) const {
        switch (power) {
            case LOSE_POPULARITY: return list_bits(uint64_t(opponents_with(POPULARITY)), TARGET, out, 0);
            case LOSE_YEN: return list_bits(uint64_t(opponents_with(YEN)), TARGET, out, 0);
            case EXCHANGE_ITEM: return list_bits(exchangeable_items(), TARGET_ITEM, out, 0);
            case NEW_ITEM: return list_bits(market.tiles, TARGET_ITEM, out, 0);
            case NEW_STUDENT: return list_bits(school.tiles, TARGET_STUDENT, out, 0);
            case EXCHANGE_STUDENT: return list_bits(exchangeable_students(), TARGET_STUDENT, out, 0);
            case MARK: return list_bits(students_of_others(), TARGET_STUDENT, out, 0);
            default: return list_bits(students[seat] & marked, TARGET_STUDENT, out, 0);
        }
    }
    int list_exchanges(int32_t* out) const {
        if (power == EXCHANGE_ITEM)
            return list_bits(market.tiles & uint64_t(ITEMS_UP_TO[PRICE[target]]), GET_ITEM, out, 0);
        return list_bits(school.tiles & uint64_t(STUDENTS_UP_TO[COST[target]]), GET, out, 0);
    }
    int list_counters(int32_t* out) const {
        int n = 0;
        out[n] = COUNTER;
        n += of(hands[seat], CHAMBERLAIN) > 0;
        out[n] = COUNTER + 1;
        n += of(hands[seat], EKICHI) > 0;
        out[n] = ALLOW;
        return n + 1;
    }
    int list_bids(int32_t* out) const {
        int most = of(stock[lowest(uint64_t(bidders_left()))], AUCTION[events[current]]);
        for (int number = 0; number <= most; number++) out[number] = BID + number;
        return most + 1;
    }
    int list_events(int32_t* out, int block, bool marked_by_anybody) const {
        uint64_t found = 0;
        for (int at = 0; at < SPACES; at++)
            if (marked_by_anybody ? markers[at] != 0 : events[at] != EMPTY && !(markers[at] >> seat & 1)) found |= bit(events[at]);
        return list_bits(found, block, out, 0);
    }
    int list_bonus(int32_t* out) const {
        int n = bonus == NEW_STUDENT ? list_bits(recruitable(), RECRUIT, out, 0) : list_bits(buyable(), BUY, out, 0);
        n = list_discards(out, n);
        out[n] = DECLINE;
        return n + 1;
    }
    int legal(int32_t* out) const {
        switch (phase) {
            case IN_LOBBY: return list_turn(out);
            case IN_COUNTER: return list_counters(out);
            case IN_ABILITY: return list_swaps(out);
            case IN_PAY: return list_payments(out, list_discards(out, list_dismissals(out, 0)));
            case IN_RETURN: return list_bits(uint64_t(talents(stock[seat])), RETURN, out, 0);
            case IN_ATTEND: return list_events(out, ATTEND, false);
            case IN_TARGET: return list_targets(out);
            case IN_START: return list_events(out, START, true);
            case IN_EXCHANGE: return list_exchanges(out);
            case IN_BONUS: return list_bonus(out);
            case IN_FILL: return list_bits(uint64_t(talents(pool)), TAKE, out, 0);
            case IN_REWARD: return list_bits(uint64_t(REWARD_MASK[events[current]] & ~reward_chosen), REWARD_ELEMENT, out, 0);
            case IN_DROP: return list_bits(uint64_t(some(hands[seat])), DROP, out, 0);
            case IN_BID: return list_bids(out);
            default: {  // IN_PREPARE, IN_SETTLE
                int n = list_discards(out, phase == IN_PREPARE ? list_dismissals(out, 0) : 0);
                out[n] = READY;
                return n + 1;
            }
        }
    }

    void apply(int action, Rng& rng) {
        switch (phase) {
            case IN_LOBBY: take_turn(action, rng); break;
            case IN_COUNTER: answer(action, rng); break;
            case IN_ABILITY: swap_or_stop(action); break;
            case IN_PAY: pay_or_forfeit(action, rng); break;
            case IN_RETURN: return_talent(action - RETURN, rng); break;
            case IN_ATTEND: attend(action - ATTEND); break;
            case IN_TARGET: choose_target(action, rng); break;
            case IN_START: start_event(action - START, rng); break;
            case IN_EXCHANGE:
                second = int8_t(power == EXCHANGE_ITEM ? action - GET_ITEM : action - GET);
                ask_next_counter(rng);
                break;
            case IN_BONUS: use_bonus(action, rng); break;
            case IN_FILL:
                gain_talents(one(TALENT + action - TAKE));
                fill_up(fill_left - 1, resume, rng);
                break;
            case IN_REWARD:
                reward_chosen |= int8_t(1 << (action - REWARD_ELEMENT));
                if (--reward_due == 0) serve_next(rng);
                break;
            case IN_DROP:
                hands[seat] -= one(action - DROP);
                dropped[seat] += one(action - DROP);
                ask_limits(rng);
                break;
            case IN_BID: bid(action - BID, rng); break;
            case IN_PREPARE:
                if (action != READY) return give_up(action, TO_PREPARE, rng);
                asked++;
                ask_prepare();
                break;
            default:
                if (action != READY) return give_up(action, TO_SETTLE, rng);
                asked++;
                ask_settle(rng);
        }
    }

    // Prep

    void begin_day(Rng& rng) {
        day++;
        if (day == DAYS)
            for (int at = 0; at < SPACES; at++)
                if (events[at] != EMPTY) event_discard |= 1u << events[at], events[at] = EMPTY;
        uint64_t deck = uint64_t(day == DAYS ? ALL_ORANGE : ALL_BLUE);
        int spaces = players == 2 ? SPACES_FOR_TWO : SPACES;
        for (int at = 0; at < spaces; at++) {
            if (events[at] != EMPTY) continue;
            events[at] = int8_t(rng.draw_from(event_pile & deck));
            event_pile ^= 1u << events[at];
        }
        phase = IN_ATTEND;
        asked = 0;
        seat = pet;
    }
    int event_space(int event) const {
        int at = 0;
        while (events[at] != event) at++;
        return at;
    }
    void attend(int event) {
        markers[event_space(event)] |= int8_t(1 << seat);
        seat = int8_t(left_of(seat));
        if (++asked < MARKERS * players) return;
        phase = IN_LOBBY;
        asked = passes = 0;
        turn = seat = pet;
    }

    // The lobby

    void next_turn() {
        turn = seat = int8_t(left_of(turn));
        phase = IN_LOBBY;
    }
    void end_turn() {
        passes = 0;
        next_turn();
    }
    void take_turn(int action, Rng& rng) {
        if (action < USE) {
            purchase(action, rng);
        } else if (action < PLAY) {
            give_up(action, action < DISCARD ? END_TURN : SAME_TURN, rng);
        } else if (action < ABILITY) {
            power = int8_t(action - PLAY);
            hands[seat] -= one(POWER_TEACHER[power]);
            played += one(POWER_TEACHER[power]);
            phase = IN_TARGET;
        } else if (action == ABILITY) {
            face_up &= int8_t(~(1 << seat));
            swaps = 0;
            phase = IN_ABILITY;
        } else if (++passes == players) {
            passes = 0;
            next_event(rng);
        } else {
            next_turn();
        }
    }
    void purchase(int action, Rng& rng) {
        bonus = EMPTY;
        if (action < BUY) {
            int student = action - RECRUIT;
            stock[seat] -= Counts(COST[student]) * one(POPULARITY);
            students[seat] |= bit(student);
            score_votes(seat, STUDENT_NOW[student], FROM_RECRUIT);
            school.take(student);
            student_tiles.refill(school, rng);
        } else {
            int item = action - BUY;
            stock[seat] -= Counts(PRICE[item]) * one(YEN);
            items[seat] |= bit(item);
            score_votes(seat, ITEM_NOW[item], FROM_BUY);
            market.take(item);
            item_tiles.refill(market, rng);
        }
        end_turn();
    }
    // What the pool has of these talents; how many tokens are missing.
    int gain_talents(Counts shown) {
        Counts got = shown;
        int enough = at_least(pool, shown);
        if (enough != 0xFF) {
            Counts short_of = ~printed.bytes[enough];
            got = (shown & ~short_of) | (pool & short_of);
        }
        pool -= got;
        stock[seat] += got;
        return total(shown) - total(got);
    }
    void give_up(int action, Step then, Rng& rng) {
        int missing = 0;
        if (action < DISMISS) {
            marked |= bit(action - USE);
            missing = gain_talents(printed.student[action - USE]);
        } else if (action < DISCARD) {
            int student = action - DISMISS;
            students[seat] ^= bit(student);
            marked ^= bit(student);
            student_tiles.discard |= bit(student);
            missing = gain_talents(printed.student[student]);
        } else {
            missing = discard_item(action - DISCARD);
        }
        fill_up(missing, then, rng);
    }
    int discard_item(int item) {
        items[seat] ^= bit(item);
        item_tiles.discard |= bit(item);
        int friends = characters(seat, ITEM_CLUB[item]);
        if (ITEM_KIND[item] == TALENT_ITEM)
            return gain_talents(friends >= CHARACTERS_FOR_TALENTS ? printed.item_with_two[item] : printed.item[item]);
        stock[seat] += Counts(LEVELS[friends < 2 ? friends : 2]) * one(ITEM_KIND[item] == YEN_ITEM ? YEN : POPULARITY);
        return 0;
    }
    void fill_up(int missing, int then, Rng& rng) {
        fill_left = 0;
        if (missing > 0 && pool) {
            fill_left = int8_t(missing);
            resume = int8_t(then);
            phase = IN_FILL;
            return;
        }
        switch (then) {
            case END_TURN: end_turn(); break;
            case SAME_TURN: phase = IN_LOBBY; break;
            case TO_BONUS: phase = IN_BONUS; break;
            case TO_PAY: phase = IN_PAY; break;
            case TO_PREPARE: ask_prepare(); break;
            default: ask_settle(rng);
        }
    }
    void swap_or_stop(int action) {
        if (action != DONE) {
            int give = (action - SWAP) / TALENTS, get = (action - SWAP) % TALENTS;
            Counts change = one(TALENT + get) - one(TALENT + give);
            stock[seat] += change;
            pool -= change;
            if (++swaps < SWAPS) return;
        }
        swaps = 0;
        end_turn();
    }

    // Teacher cards

    void choose_target(int action, Rng& rng) {
        bool at_seat = power == LOSE_POPULARITY || power == LOSE_YEN, at_item = power == EXCHANGE_ITEM || power == NEW_ITEM;
        target = int8_t(action - (at_seat ? TARGET : at_item ? TARGET_ITEM : TARGET_STUDENT));
        if (power == EXCHANGE_ITEM || power == EXCHANGE_STUDENT)
            phase = IN_EXCHANGE;
        else
            ask_next_counter(rng);
    }
    void answer(int action, Rng& rng) {
        if (action != ALLOW) {
            int teacher = COUNTERING[action - COUNTER];
            hands[seat] -= one(teacher);
            played += one(teacher);
            counter_seat[counters] = seat;
            counter_card[counters++] = int8_t(teacher);
        }
        ask_next_counter(rng);
    }
    void ask_next_counter(Rng& rng) {
        int next = left_of(seat), newest = counters > 0 ? counter_seat[counters - 1] : turn;
        while (next != newest && !hands[next]) next = left_of(next);
        if (next == newest) return settle_stack(rng);
        seat = int8_t(next);
        phase = IN_COUNTER;
    }
    void settle_stack(Rng& rng) {
        bool works = counters % 2 == 0;
        int played_power = power;
        counters = 0;
        power = EMPTY;
        seat = turn;
        if (works) {
            take_effect(played_power);
            if (played_power == NEW_ITEM || played_power == NEW_STUDENT) {
                bonus = int8_t(played_power);
                if (bonus == NEW_ITEM)
                    item_tiles.refill(market, rng);
                else
                    student_tiles.refill(school, rng);
                phase = IN_BONUS;
                return;
            }
        }
        end_turn();
    }
    void take_effect(int played_power) {
        switch (played_power) {
            case LOSE_POPULARITY: lose(POPULARITY); break;
            case LOSE_YEN: lose(YEN); break;
            case MARK:
                marked ^= bit(target);
                if (marked >> target & 1) break;
                student_tiles.discard |= bit(target);
                for (int k = 0; k < players; k++) students[k] &= ~bit(target);
                break;
            case UNMARK: marked &= ~bit(target); break;
            case NEW_ITEM:
                market.take(target);
                item_tiles.discard |= bit(target);
                break;
            case NEW_STUDENT:
                school.take(target);
                student_tiles.discard |= bit(target);
                break;
            case EXCHANGE_ITEM:
                market.exchange(second, target);
                items[seat] ^= bit(target) | bit(second);
                score_votes(seat, ITEM_NOW[second], FROM_EXCHANGE);
                break;
            default:
                school.exchange(second, target);
                students[seat] ^= bit(target) | bit(second);
                marked &= ~bit(target);
                score_votes(seat, STUDENT_NOW[second], FROM_EXCHANGE);
        }
    }
    void lose(int type) {
        int held = of(stock[target], type);
        stock[target] -= Counts(held < LOSS ? held : LOSS) * one(type);
    }
    void use_bonus(int action, Rng& rng) {
        if (action < USE) return purchase(action, rng);
        if (action != DECLINE) return give_up(action, TO_BONUS, rng);
        bonus = EMPTY;
        end_turn();
    }

    // Compete

    void next_event(Rng& rng) {
        int waiting = 0, last = 0;
        for (int at = 0; at < SPACES; at++)
            if (markers[at]) waiting++, last = at;
        if (waiting > 1) {
            phase = IN_START;
            seat = pet;
        } else if (waiting == 1) {
            hold_event(last, rng);
        } else {
            asked = 0;
            ask_settle(rng);
        }
    }
    void start_event(int event, Rng& rng) { hold_event(event_space(event), rng); }
    void hold_event(int space, Rng& rng) {
        current = int8_t(space);
        asked = fulfilled = 0;
        for (int k = 0; k < MAX_SEATS; k++) paid[k] = 0, offers[k] = EMPTY;
        if (AUCTION[events[current]] == NO_AUCTION)
            ask_pay(rng);
        else
            ask_prepare();
    }
    void ask_pay(Rng& rng) {
        while (asked < players && !takes_part(from_pet(asked))) asked++;
        if (asked == players) return begin_rewards(rng);
        seat = int8_t(from_pet(asked));
        phase = IN_PAY;
    }
    void pay_or_forfeit(int action, Rng& rng) {
        if (action < PLAY) return give_up(action, TO_PAY, rng);
        if (action != FORFEIT) {
            int types = printed.pay_mask[action - PAY], event = events[current];
            Counts due = printed.required[event] & printed.bytes[types];
            paid[seat] = uint8_t(types);
            stock[seat] -= due;
            pool += due & TALENT_BYTES;
            if (types == REQUIRED_MASK[event]) fulfilled |= int8_t(1 << seat);
        }
        asked++;
        ask_pay(rng);
    }
    void ask_prepare() {
        for (; asked < players; asked++) {
            int k = from_pet(asked);
            if (!takes_part(k) || !(discardable(k) | (students[k] & marked))) continue;
            seat = int8_t(k);
            phase = IN_PREPARE;
            return;
        }
        phase = IN_BID;
    }
    int bidders_left() const {
        int seats = 0;
        for (int k = 0; k < players; k++) seats |= int(bids[k] == EMPTY) << k;
        return seats & markers[current];
    }
    void bid(int number, Rng& rng) {
        bids[lowest(uint64_t(bidders_left()))] = int16_t(number);
        if (bidders_left()) return;
        int type = AUCTION[events[current]], highest = 0;
        for (int k = 0; k < players; k++) {
            offers[k] = bids[k];
            bids[k] = EMPTY;
            if (offers[k] > highest) highest = offers[k];
        }
        for (int k = 0; k < players; k++) {
            if (offers[k] <= 0) continue;
            Counts due = Counts(offers[k]) * one(type);
            stock[k] -= due;
            pool += due & TALENT_BYTES;
            paid[k] = uint8_t(1 << type);
            if (offers[k] == highest) fulfilled |= int8_t(1 << k);
        }
        begin_rewards(rng);
    }
    void begin_rewards(Rng& rng) {
        asked = 0;
        serve_next(rng);
    }
    void serve_next(Rng& rng) {
        int event = events[current];
        for (; asked < players; asked++) {
            int k = from_pet(asked), elements = REWARD_MASK[event];
            if (!paid[k]) continue;
            if (fulfilled >> k & 1) {
                score_votes(k, EVENT_VOTES[event] / count(uint64_t(fulfilled)), FROM_EVENT);
            } else if (reward_chosen) {
                elements = reward_chosen;
                reward_chosen = 0;
            } else if (count(paid[k]) < count(uint64_t(elements))) {
                reward_due = int8_t(count(paid[k]));
                seat = int8_t(k);
                phase = IN_REWARD;
                return;
            }
            if (elements >> POPULARITY & 1) stock[k] += Counts(REWARD[event * REWARDS + POPULARITY]) * one(POPULARITY);
            if (elements >> YEN & 1) stock[k] += Counts(REWARD[event * REWARDS + YEN]) * one(YEN);
            if (elements >> CARDS_REWARD & 1) draw_cards(k, REWARD[event * REWARDS + CARDS_REWARD], rng);
        }
        end_event(rng);
    }
    void draw_cards(int k, int due, Rng& rng) {
        for (; due > 0; due--) {
            if (!card_pile) {
                card_pile = played + dropped[0] + dropped[1] + dropped[2] + dropped[3];
                played = dropped[0] = dropped[1] = dropped[2] = dropped[3] = 0;
                if (!card_pile) return;
            }
            Counts card = one(draw_kind(card_pile, rng));
            card_pile -= card;
            hands[k] += card;
        }
    }
    void end_event(Rng& rng) {
        if (paid[0] | paid[1] | paid[2] | paid[3]) {
            event_discard |= 1u << events[current];
            events[current] = EMPTY;
        }
        for (int k = 0; k < MAX_SEATS; k++) paid[k] = 0;
        markers[current] = 0;
        current = EMPTY;
        fulfilled = 0;
        next_event(rng);
    }
    void ask_settle(Rng& rng) {
        while (asked < players && !discardable(from_pet(asked))) asked++;
        if (asked < players) {
            seat = int8_t(from_pet(asked));
            phase = IN_SETTLE;
            return;
        }
        score_majorities();
        asked = 0;
        if (day == DAYS)
            pass_night(rng);
        else
            ask_limits(rng);
    }
    template <class Measure>
    void score_majority(int number, Measure measure) {
        int leader = NOBODY, most = -1;
        for (int k = 0; k < players; k++) {
            int mine = measure(k);
            leader = mine > most ? k : mine == most ? NOBODY : leader;
            most = mine > most ? mine : most;
        }
        majority[day - 1][number] = int8_t(leader);
        if (leader != NOBODY) score_votes(leader, 1, FROM_MAJORITY);
    }
    void score_majorities() {
        score_majority(0, [&](int k) { return count(items[k]); });
        score_majority(1, [&](int k) { return count(students[k]); });
        score_majority(2, [&](int k) { return talent_count(stock[k]); });
        if (day == DAYS) {
            for (int club = 0; club < CLUBS; club++) score_majority(3 + club, [&](int k) { return characters(k, club); });
        } else {
            score_majority(3, [&](int k) { return popularity(stock[k]); });
            score_majority(4, [&](int k) { return yen(stock[k]); });
        }
    }

    // Clean-up

    void ask_limits(Rng& rng) {
        for (; asked < players; asked++) {
            seat = int8_t(from_pet(asked));
            phase = talent_count(stock[seat]) > TALENT_LIMIT ? IN_RETURN : IN_DROP;
            if (phase == IN_RETURN || total(hands[seat]) > HAND_LIMIT) return;
        }
        asked = 0;
        face_up = int8_t(full(players));
        pass_night(rng);
    }
    void return_talent(int talent, Rng& rng) {
        stock[seat] -= one(TALENT + talent);
        pool += one(TALENT + talent);
        ask_limits(rng);
    }
    void produce(int k) {
        uint64_t yields = printed.candidate_yield[candidate[k]];
        for (uint64_t left = students[k] & uint64_t(YIELDING_STUDENTS); left; left &= left - 1)
            yields += printed.student_yield[lowest(left)];
        for (uint64_t left = items[k] & uint64_t(PRODUCTION_ITEMS | CLEANUP_ITEMS); left; left &= left - 1) {
            int item = lowest(left), friends = characters(k, ITEM_CLUB[item]);
            if (ITEM_KIND[item] == CLEANUP_ITEM)
                yields += uint64_t(friends >= CHARACTERS_FOR_VOTES ? ITEM_CLEANUP[item] : 0) << 32;
            else
                yields += uint64_t(LEVELS[friends < 2 ? friends : 2]) << (ITEM_KIND[item] == YEN_ITEM ? 16 : 0);
        }
        stock[k] += (yields & 0xFFFF) * one(POPULARITY) + (yields >> 16 & 0xFFFF) * one(YEN);
        score_votes(k, int(yields >> 32), FROM_PRODUCTION);
    }
    void pass_night(Rng& rng) {
        for (int k = 0; k < players; k++) produce(k);
        if (day == DAYS) {
            phase = OVER;
            return;
        }
        clear_track(school, student_tiles, rng);
        clear_track(market, item_tiles, rng);
        int next = from_pet(1);
        for (int steps = 2; steps <= players; steps++)
            if (votes[from_pet(steps)] < votes[next]) next = from_pet(steps);
        pet = int8_t(next);
        begin_day(rng);
    }
    static void clear_track(Track& track, Tiles& tiles, Rng& rng) {
        int last = track.space[SPACES - 1];
        if (last != EMPTY) {
            track.take(last);
            tiles.discard |= bit(last);
        }
        tiles.refill(track, rng);
    }

    // The end

    void score(int32_t* out) const {
        for (int k = 0; k < players; k++) out[k] = votes[k];
    }
    int winners(const int32_t* scores) const {
        int mask = 0;
        int64_t best = -1;
        for (int k = 0; k < players; k++) {
            int cost = 0;
            for (uint64_t left = students[k]; left; left &= left - 1) cost += COST[lowest(left)];
            int64_t rank = (scores[k] * 1000 + cost) * int64_t(STUDENTS + 1) + STUDENTS - count(students[k]);
            rank = rank * (2 * MOST_HELD + 1) + popularity(stock[k]) + yen(stock[k]);
            if (rank > best) mask = 0, best = rank;
            if (rank == best) mask |= 1 << k;
        }
        return mask;
    }
};
const State fresh;

void State::begin(int seats, Rng& rng) {
    *this = fresh;
    players = int8_t(seats);
    face_up = int8_t(full(seats));
    std::memset(majority, NOBODY, sizeof majority);
    pool = Counts(seats == 2 ? POOL_FOR_TWO : POOL) * (EACH & TALENT_BYTES);
    card_pile = Counts(COPIES) * (EACH & (one(TEACHERS) - 1));
    pet = int8_t(rng.below(seats));
    uint64_t left = full(CANDIDATES);
    for (int k = 0; k < seats; k++) {
        candidate[k] = int8_t(rng.draw_from(left));
        left ^= bit(candidate[k]);
        stock[k] = printed.start[candidate[k]];
        pool -= stock[k] & TALENT_BYTES;
    }
    for (int k = 0; k < seats; k++) draw_cards(k, FIRST_HAND, rng);
    for (uint64_t pile = uint64_t(ALL_STUDENTS); school.has_room();) {
        int student = rng.draw_from(pile);
        pile ^= bit(student);
        if (COST[student] <= DEAREST_AT_SETUP) school.lay(student);
    }
    student_tiles.pile = uint64_t(ALL_STUDENTS) & ~school.tiles;
    item_tiles.refill(market, rng);
    begin_day(rng);
}

}  // namespace

int main(int argc, char** argv) { return run<State>(argc, argv); }
