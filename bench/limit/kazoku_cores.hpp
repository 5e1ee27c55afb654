// Small estates in Kazoku Scribe, for all cells of a bank at once: for kazoku_scribe.cpp.
#pragma once

#include "kazoku_village.hpp"

namespace {

// Estates of up to five cells, three of a kind at most, on one bank. All cells of such an estate touch its core: two neighbours or,
// if it is a path of five, the three in its middle. At every place of a word stands whether the core there has all that is needed.
constexpr int PAIRS = 3, ROWS = 9;  // a pair is known by its cell in the north or west, a row by its middle
constexpr int FIRST_ARM[ROWS] = {0, 1, 2, 3, 4, 5, 0, 1, 2}, SECOND_ARM[ROWS] = {2, 3, 4, 5, 0, 1, 3, 4, 5};

struct Around {
    const Bank& bank;
    Set at_least[KINDS][4];  // of a kind among a cell and its neighbours
    Set pairs[PAIRS], rows[ROWS], lacking[KINDS][ROWS];  // those that have all that is needed; rows that lack some of a kind

    explicit Around(const Bank& bank) : bank(bank) {}

    void look_around(int kind) {
        Set cells = bank.kind[kind], a = cells >> 1, b = cells << 1, c = cells >> 7;
        Set d = cells << 7, e = cells >> 8, f = cells << 8;
        // Three binary digits for every place, from full adders.
        Set ones = a ^ b ^ c, twos = (a & b) | (c & (a ^ b)), more_ones = d ^ e ^ f, more_twos = (d & e) | (f & (d ^ e));
        Set carry = (ones & more_ones) | (cells & (ones ^ more_ones));
        ones ^= more_ones ^ cells;
        Set fours = (twos & more_twos) | (carry & (twos ^ more_twos));
        twos ^= more_twos ^ carry;
        at_least[kind][0] = ~Set(0), at_least[kind][1] = ones | twos | fours;
        at_least[kind][2] = twos | fours, at_least[kind][3] = (ones & twos) | fours;
    }
    // The same for a kind of which an estate holds one cell at most.
    void look_beside(int kind) {
        at_least[kind][0] = ~Set(0), at_least[kind][1] = grown(bank.kind[kind]), at_least[kind][2] = at_least[kind][3] = 0;
    }
    bool in_reach(Counts need) const {
        Set all = 0, reached = 0;
        for (int k = 0; k < KINDS; k++)
            if (of(need, k)) reached = bank.kind[k], all |= reached;
        for (int steps = total(need) - 1; steps > 0; steps--) reached = grown(reached) & all;
        return !short_of(tally(bank, reached), need);
    }
    Set cells_of(Counts need) const {
        Set cells = 0;
        for (int k = 0; k < KINDS; k++) cells |= only_if(of(need, k), bank.kind[k]);
        return cells;
    }
    // The pairs in a direction with so many cells of a kind in them and around them, and not more than that in them. Both cells
    // have counted each other, themselves, and their two common neighbours.
    Set pairs_with(int kind, int number, int turn) const {
        const Set* here = at_least[kind];
        auto away = [&](Set set) { return moved(set, AROUND[turn]); };
        Set a = bank.kind[kind], b = away(a);
        if (number == 1) return (here[1] | away(here[1])) & ~(a & b);
        Set c = moved(a, AROUND[(turn + 1) % TURNS_OF_SIX]), d = moved(a, AROUND[(turn + 5) % TURNS_OF_SIX]), any = a | b | c | d;
        if (number == 2) return here[2] | away(here[2]) | (here[1] & away(here[1]) & ~any);
        Set several = (a & b) | (c & d) | ((a | b) & (c | d));
        Set unequal = (here[2] & away(here[1])) | (here[1] & away(here[2]));
        return here[3] | away(here[3]) | (here[2] & away(here[2]) & ~several) | (unequal & ~any);
    }
    bool find_pairs(Counts need, Set cells) {
        for (int turn = 0; turn < PAIRS; turn++) pairs[turn] = cells & moved(cells, AROUND[turn]);
        for (int k = 0; k < KINDS; k++)
            if (int number = of(need, k))
                for (int turn = 0; turn < PAIRS; turn++) pairs[turn] &= pairs_with(k, number, turn);
        return pairs[0] | pairs[1] | pairs[2];
    }
    // All cells of all estates around the pairs that were found.
    Set around_pairs(Counts need) const {
        auto whole = [](Set set, int turn) { return set | moved(set, -AROUND[turn]); };
        Set found = 0;
        for (int turn = 0; turn < PAIRS; turn++) found |= whole(pairs[turn], turn);
        for (int k = 0; k < KINDS; k++)
            if (int number = of(need, k)) {
                Set beside = 0;
                for (int turn = 0; turn < PAIRS; turn++) {
                    Set a = bank.kind[k], b = moved(a, AROUND[turn]);
                    beside |= whole(pairs[turn] & ~(number == 1 ? a | b : number == 2 ? a & b : 0), turn);
                }
                found |= grown(beside) & bank.kind[k];
            }
        return found;
    }
    // Where there is a cell of a set in each direction, and where there is one behind the cell in that direction.
    struct Outlook {
        Set next[TURNS_OF_SIX], beyond[TURNS_OF_SIX];
        explicit Outlook(Set cells) {
            for (int k = 0; k < TURNS_OF_SIX; k++) next[k] = moved(cells, AROUND[k]) & WORD;
            for (int k = 0; k < TURNS_OF_SIX; k++)
                beyond[k] = moved(next[(k + 5) % TURNS_OF_SIX] | next[k] | next[(k + 1) % TURNS_OF_SIX], AROUND[k]);
        }
    };
    // Rows that hold three of the needed cells and have the other two beyond their ends, one each.
    bool find_rows(Counts need, Set cells) {
        Outlook all(cells);
        Set ends[ROWS][2] = {}, found = 0;
        for (int row = 0; row < ROWS; row++) rows[row] = cells & all.next[FIRST_ARM[row]] & all.next[SECOND_ARM[row]];
        for (int k = 0; k < KINDS; k++)
            if (int number = of(need, k)) {
                Outlook out(bank.kind[k]);
                for (int row = 0; row < ROWS; row++) {
                    int one = FIRST_ARM[row], two = SECOND_ARM[row];
                    Set a = bank.kind[k], b = out.next[one], c = out.next[two], some = (a & (b | c)) | (b & c), every = a & b & c;
                    Set lack = ~(number == 1 ? a | b | c : number == 2 ? some : every);
                    Set more = number == 1 ? some : number == 2 ? every : 0;
                    rows[row] &= ~more & (~lack | out.beyond[one] | out.beyond[two]);
                    lacking[k][row] = lack;
                    ends[row][0] |= lack & out.beyond[one], ends[row][1] |= lack & out.beyond[two];
                }
            }
        for (int row = 0; row < ROWS; row++) found |= rows[row] &= ends[row][0] & ends[row][1];
        return found;
    }
    Set around_rows(Counts need) const {
        auto whole = [](Set set, int row) {
            return set | moved(set, -AROUND[FIRST_ARM[row]]) | moved(set, -AROUND[SECOND_ARM[row]]);
        };
        Set found = 0;
        for (int row = 0; row < ROWS; row++) found |= whole(rows[row], row);
        for (int k = 0; k < KINDS; k++)
            if (of(need, k)) {
                Set beside = 0;
                for (int row = 0; row < ROWS; row++) beside |= whole(rows[row] & lacking[k][row], row);
                found |= grown(beside) & bank.kind[k];
            }
        return found;
    }
    bool has_some(Counts need) {
        if (!in_reach(need)) return false;
        Set cells = cells_of(need);
        return total(need) == 1 || find_pairs(need, cells) || (total(need) == 5 && find_rows(need, cells));
    }
    // All cells of all such estates.
    Set all(Counts need) {
        if (!in_reach(need)) return 0;
        Set cells = cells_of(need), found = 0;
        if (total(need) == 1) return cells;
        for (int k = 0; k < KINDS; k++)
            if (of(need, k)) look_around(k);
        if (find_pairs(need, cells)) found = around_pairs(need);
        if (total(need) == 5 && find_rows(need, cells)) found |= around_rows(need);
        return found;
    }
};

}  // namespace
