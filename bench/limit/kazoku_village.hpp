// The village of Kazoku Scribe as sets of cells, and what estates need: for kazoku_scribe.cpp.
#pragma once

#include <cstring>

#include "packed.hpp"
#include "tables.hpp"

namespace {

using namespace tables;

// Cells of one bank: a word in which the neighbours of a cell are 1, 7 and 8 places away.
using Set = uint64_t;
constexpr int SMALLEST_RING = 6;  // fewer cells cannot enclose a hole
static_assert(HONEST_EAST == -1, "rows of a bank must have a gap between them");

inline Set first(Set set) { return set & -set; }
inline bool some_in(Set set) { return set != 0; }
inline Set grown(Set set) {
    Set east = set | set << 1, west = set | set >> 1;
    return (east | west | east << 7 | west >> 7) & WORD;
}
// At every place what lies that far away from it.
constexpr Set moved(Set set, int away) { return away > 0 ? set >> away : set << -away; }

// Cells of both banks.
struct Both {
    Set west = 0, east = 0;
    Both operator&(Both o) const { return {west & o.west, east & o.east}; }
    Both operator|(Both o) const { return {west | o.west, east | o.east}; }
    Both operator~() const { return {~west, ~east}; }
    Both& operator&=(Both o) { return *this = *this & o; }
    Both& operator|=(Both o) { return *this = *this | o; }
    bool operator==(Both o) const { return west == o.west && east == o.east; }
};
inline Both first(Both set) { return set.west ? Both{first(set.west), 0} : Both{0, first(set.east)}; }
inline bool some_in(Both set) { return set.west | set.east; }

// What is needed, held or missing of each kind: a byte each (packed.hpp).
constexpr Counts LOW = EACH >> 16, TOPS = LOW << 7, THREE_EACH = 3 * LOW;
constexpr Counts short_of(Counts held, Counts need) { return ~(held + TOPS - need) & TOPS; }
constexpr Counts some_of(Counts need) { return (need + (TOPS - LOW)) & TOPS; }
constexpr bool is_marked(Counts marked, int kind) { return marked >> (8 * kind + 7) & 1; }
constexpr Counts in_mode(Counts need, int mode) {
    return mode == DOUBLED ? 2 * need + one(DOUBLE) : mode == SHIELDED ? need + one(SHIELD) : need;
}
constexpr bool is_small(Counts need) { return total(need) <= 5 && !short_of(THREE_EACH, need); }

// A position, as the state has it.
struct Position {
    int64_t elements[KINDS][BANKS], bridges[CROSSINGS], fenced[BANKS], sick[BANKS], draft[BANKS];
    int8_t creek[VILLAGE_ROWS], required[DEEDS], arrows[DEEDS][ARROWS], planned[DEEDS_A_ROUND];
    int8_t pieces[PIECES_A_ROUND], deed, mode, fencing;
    Counts need(int deed) const {
        Counts packed = Counts(required[deed]);  // two binary digits for each kind
        return (packed & 3) | (packed & 12) << 6 | (packed & 48) << 12 | (packed & 192) << 18;
    }
};
static_assert(BASICS == 4);

// A map to search on, with its intact cells by kind: one bank without bridges ...
struct Bank {
    using Cells = Set;
    Set kind[KINDS];
    Set near(Set set) const { return grown(set); }
    bool is_ring(Set set) const {  // Euler: cells - pairs + triangles
        Set east = set & set >> 1, south_west = set & set >> 7, south_east = set & set >> 8;
        int pairs = count(east) + count(south_west) + count(south_east);
        return count(set) - pairs + count(south_east & east) + count(south_east & south_west) < 1;
    }
    // Whether a hole is possible when some of the spare cells are left out.
    bool may_enclose(Set set, Set spare) const {
        Set inner = set >> 1 & set << 1 & set >> 7 & set << 7 & set >> 8 & set << 8;
        return (spare & inner) || is_ring(set);
    }
};
// ... or both, with what leads over the creek.
constexpr Both border() {
    Both cells;
    for (int cell : BORDER) cells.west |= Set(BIT_OF[cell]), cells.east |= Set(BIT_OF[CELLS + cell]);
    return cells;
}
struct Village {
    using Cells = Both;
    const Bank* bank;
    Both kind[KINDS], land, ends;
    Set bridges[CROSSINGS];
    Both near(Both set) const {
        Both near = {set.west ? grown(set.west) : 0, set.east ? grown(set.east) : 0};
        if (some_in(set & ends))
            for (int k = 0; k < CROSSINGS; k++) {
                near.east |= moved(set.west & bridges[k], -OVER[k]);
                near.west |= moved(set.east, OVER[k]) & bridges[k];
            }
        return near;
    }
    bool is_ring(Both set) const {
        if (!set.west || !set.east) return bank->is_ring(set.west | set.east);
        constexpr Both BORDER_CELLS = border();
        Both out = land & ~set, free = out & BORDER_CELLS;
        for (Both before; !(free == before);) {
            before = free;
            Both near = {grown(free.west), grown(free.east)};
            for (int k = 0; k < CROSSINGS; k++) {
                near.east |= moved(free.west & Set(HONEST_OVER[k]), -OVER[k]);
                near.west |= moved(free.east, OVER[k]) & Set(HONEST_OVER[k]);
            }
            free = near & out;
        }
        return !(free == out);
    }
    bool may_enclose(Both set, Both spare) const {
        return (set.west && set.east) || bank->may_enclose(set.west | set.east, spare.west | spare.east);
    }
};

inline int size(Set set) { return count(set); }
inline int size(Both set) { return count(set.west) + count(set.east); }
// How many cells of each kind a set holds; rare kinds are counted only if they are needed.
template <class Map>
inline Counts tally(const Map& map, typename Map::Cells set, Counts need = one(GATE)) {
    Counts held = size(set & map.kind[HOUSE]) | size(set & map.kind[TREE]) << 8 | size(set & map.kind[TOWER]) << 16;
    if (need >= one(GATE))
        for (int k = GATE; k < KINDS; k++) held |= Counts(size(set & map.kind[k])) << 8 * k;
    return held;
}
inline Set only_if(bool taken, Set set) { return set & -Set(taken); }
inline Both only_if(bool taken, Both set) { return {only_if(taken, set.west), only_if(taken, set.east)}; }

}  // namespace
