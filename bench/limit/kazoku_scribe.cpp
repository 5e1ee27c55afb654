// The planning search of Kazoku Scribe, hand-written in C++: the limit that the native gear is measured against.
//
// Which actions have an estate, and which cells may be fenced next, by the search of docs/decisions/0020. The positions are
// those of random play, written by bench/planning.py as they stand in the state, and the answers are compared with `legal` of
// the native gear. Build and run:
//
//   g++ -O3 -march=native -std=c++17 -I FOLDER_OF_TABLES -o limit kazoku_scribe.cpp
//   ./limit answers POSITIONS          -> the legal actions of each position, a line each
//   ./limit time POSITIONS ROUNDS      -> positions answered, options, cpu-seconds

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "kazoku_cores.hpp"
#include "kazoku_growth.hpp"

namespace {

// The page of a seat.
struct Page {
    Bank bank[BANKS];
    Village village;  // only where there are bridges
    bool bridged = false;

    explicit Page(const Position& p) {
        for (int side = 0; side < BANKS; side++) {
            Set lost = p.fenced[side] | p.sick[side];
            for (int k = 0; k < KINDS; k++) bank[side].kind[k] = p.elements[k][side] & ~lost;
        }
        Set drawn = 0;
        for (int64_t ends : p.bridges) drawn |= ends;
        if (drawn) load_village(p);
    }
    void load_village(const Position& p) {
        Both intact;
        village.bank = bank;
        village.land = village.ends = {};
        for (int k = 0; k < KINDS; k++) {
            village.kind[k] = {bank[WEST_BANK].kind[k], bank[EAST_BANK].kind[k]};
            intact |= village.kind[k];
            village.land |= {Set(p.elements[k][WEST_BANK]), Set(p.elements[k][EAST_BANK])};
        }
        for (int k = 0; k < CROSSINGS; k++) {
            village.bridges[k] = p.bridges[k] & intact.west & moved(intact.east, OVER[k]);
            village.ends |= {village.bridges[k], moved(village.bridges[k], -OVER[k])};
        }
        bridged = village.ends.west;
    }
};

inline int rarest(Counts need) {
    if (of(need, GATE)) return GATE;
    return (63 - __builtin_clzll(need)) / 8;
}
// The ends of all bridges between cells of needed kinds.
inline Both open_bridges(const Page& page, Counts need) {
    Both ends = page.village.ends & Growth<Village>(page.village, need).cells_of(some_of(need));
    return ends.west && ends.east ? ends : Both{};
}

Both in_some_estate(const Page& page, Counts need) {
    bool small = is_small(need);
    Both good;
    if (small || (total(need) <= 7 && !short_of(THREE_EACH, need)))
        good = {Around(page.bank[WEST_BANK]).all(need), Around(page.bank[EAST_BANK]).all(need)};
    int kind = rarest(need);
    if (page.bridged) {
        Both seeds = small ? open_bridges(page, need) : page.village.kind[kind];
        return Growth<Village>(page.village, need).spread_out(need, seeds, good);
    }
    if (small) return good;
    const Bank* bank = page.bank;
    return {Growth<Bank>(bank[0], need).spread_out(need, bank[0].kind[kind], good.west),
            Growth<Bank>(bank[1], need).spread_out(need, bank[1].kind[kind], good.east)};
}
Both fenceable(const Page& page, const Position& p) {
    Counts need = in_mode(p.need(p.deed), p.mode);
    Both draft = {Set(p.draft[WEST_BANK]), Set(p.draft[EAST_BANK])};
    if (!some_in(draft)) return in_some_estate(page, need);
    if (page.bridged) return Growth<Village>(page.village, need).joinable(draft, need);
    if (draft.west) return {Growth<Bank>(page.bank[WEST_BANK], need).joinable(draft.west, need), 0};
    return {0, Growth<Bank>(page.bank[EAST_BANK], need).joinable(draft.east, need)};
}

// Which actions have an estate: sets of 3 * action + mode.
struct Actions {
    const Page& page;
    const Position& p;
    Around west, east;

    Actions(const Page& page, const Position& p) : page(page), p(p), west(page.bank[WEST_BANK]), east(page.bank[EAST_BANK]) {}

    unsigned may_choose() const {
        unsigned allowed = 0;
        int pieces = PIECES_A_ROUND - (p.pieces[0] != NONE) - (p.pieces[1] != NONE);
        for (int deed = 0; deed < DEEDS; deed++) {
            if (p.planned[0] == deed || p.arrows[deed][1]) continue;
            if (deed >= WARS || pieces >= 1) allowed |= 3u << MODES * deed;
            if (deed >= WARS || pieces >= 2) allowed |= 4u << MODES * deed;
        }
        return allowed;
    }
    // Those that are not doubled and have an estate around one cell.
    unsigned around_one_cell(unsigned ask) const {
        unsigned found = 0;
        for (int deed = 0; deed < DEEDS; deed++) {
            Counts need = p.need(deed);
            if (!(ask >> MODES * deed & 3) || short_of(THREE_EACH, need) || total(need) > 6) continue;
            for (const Around* side : {&west, &east}) {
                Set cells = 0, full = ~Set(0);
                for (int k = 0; k < BASICS; k++) {
                    cells |= only_if(of(need, k), side->bank.kind[k]);
                    full &= side->at_least[k][of(need, k)];
                }
                found |= unsigned((full & cells) != 0) << MODES * deed;
                Set shielded = full & side->at_least[SHIELD][1] & (cells | side->bank.kind[SHIELD]);
                found |= unsigned(shielded != 0) << (MODES * deed + SHIELDED);
            }
        }
        return found & ask;
    }
    bool over_some_bridge(Counts need) const {
        Both open = open_bridges(page, need);
        Growth<Village> growth(page.village, need);
        for (int k = 0; k < CROSSINGS; k++)
            for (Set ends = page.village.bridges[k] & open.west & moved(open.east, OVER[k]); ends; ends &= ends - 1) {
                Both pair = {first(ends), moved(first(ends), -OVER[k])};
                if (!short_of(need, tally(page.village, pair)) && growth.grows(growth.draft_of(pair, need))) return true;
            }
        return false;
    }
    unsigned possible(unsigned ask) {
        for (int k = 0; k < GATE; k++) west.look_around(k), east.look_around(k);
        for (int k = GATE; k < KINDS; k++) west.look_beside(k), east.look_beside(k);
        unsigned found = around_one_cell(ask), large = 0;
        Counts held_w = tally(page.bank[WEST_BANK], ~Set(0)), held_e = tally(page.bank[EAST_BANK], ~Set(0));
        for (ask &= ~found; ask; ask &= ask - 1) {
            int k = lowest(ask);
            Counts need = in_mode(p.need(k / MODES), k % MODES);
            Counts lack_w = short_of(held_w, need), lack_e = short_of(held_e, need);
            if ((!page.bridged && lack_w && lack_e) || short_of(held_w + held_e, need)) continue;
            if (!is_small(need))
                large |= 1u << k;
            else if ((!lack_w && west.has_some(need)) || (!lack_e && east.has_some(need)) ||
                     (page.bridged && over_some_bridge(need)))
                found |= 1u << k;
        }
        if (!large) return found;
        if (page.bridged) return found | grown_ones(page.village, large);
        found |= grown_ones(page.bank[WEST_BANK], large);
        return found | grown_ones(page.bank[EAST_BANK], large & ~found);
    }
    // Those that have a large estate; w1 before w3 and w2 before w4, which need the same and more.
    template <class Map>
    unsigned grown_ones(const Map& map, unsigned ask) const {
        constexpr int IN_TURN[DEEDS] = {0, 2, 1, 3, TAILORING, 4, BRIDGES};
        unsigned yes = 0;
        for (int mode = 0; mode < MODES; mode++) {
            typename Map::Cells core{};
            for (int deed : IN_TURN)
                if (ask >> (MODES * deed + mode) & 1 && grows_somewhere(map, in_mode(p.need(deed), mode), core))
                    yes |= 1u << (MODES * deed + mode);
        }
        return yes;
    }
    // Whether there is an estate, perhaps around the core found last; its own core takes that one's place.
    template <class Map>
    static bool grows_somewhere(const Map& map, Counts need, typename Map::Cells& core) {
        using In = Growth<Map>;
        In growth(map, need);
        bool found = some_in(core) && !short_of(need, tally(map, core)) &&
                     growth.straight(growth.draft_of(core, need)) == In::FOUND;
        // Every estate holds a cell of its rarest kind. Only if none of these leads straight to an estate are they searched.
        int kind = rarest(need);
        auto empty = growth.empty(need);
        typename Map::Cells waiting{};
        for (auto seeds = map.kind[kind]; !found && some_in(seeds); seeds &= ~first(seeds)) {
            auto answer = growth.straight(growth.with(empty, kind, first(seeds)));
            found = answer == In::FOUND;
            if (answer == In::NOT_YET) waiting |= first(seeds);
        }
        for (; !found && some_in(waiting); waiting &= ~first(waiting))
            found = growth.search(growth.with(empty, kind, first(waiting)));
        if (found) core = growth.core;
        return found;
    }
};

int list_cells(Both set, int32_t* out) {
    int n = 0;
    if (!set.west || !set.east) {
        const auto* cell_at = CELL_AT + (set.east ? PLACES : 0);
        for (Set left = set.west | set.east; left; left &= left - 1) out[n++] = FENCE_CELL + cell_at[lowest(left)];
        return n;
    }
    for (int row = 0; row < VILLAGE_ROWS; row++) {
        Set west = set.west >> ROW_AT[row] & ROW_BITS, east = set.east >> ROW_AT[row] & ROW_BITS;
        n = list_bits(west | east << FIRST_COLUMN[EAST_BANK], FENCE_CELL + row * VILLAGE_COLUMNS, out, n);
    }
    return n;
}

int legal(const Position& p, int32_t* out) {
    Page page(p);
    if (p.fencing) return list_cells(fenceable(page, p), out);
    Actions actions(page, p);
    int n = list_bits(actions.possible(actions.may_choose()), PLAN_DEED, out, 0);
    if (n == 0) out[n++] = PLAN_NONE;
    return n;
}

std::vector<Position> read_positions(const char* path) {
    std::vector<Position> positions;
    std::FILE* file = std::fopen(path, "rb");
    if (!file) std::exit(1);
    for (Position p; std::fread(&p, sizeof p, 1, file) == 1;) positions.push_back(p);
    std::fclose(file);
    return positions;
}

void print_answers(const std::vector<Position>& positions) {
    int32_t out[CELLS];
    for (const Position& position : positions) {
        int n = legal(position, out);
        for (int k = 0; k < n; k++) std::printf(k ? " %d" : "%d", out[k]);
        std::puts("");
    }
}

constexpr size_t BLOCK = 256;  // positions timed together, as planning.py does

void time_answers(const std::vector<Position>& positions, int64_t rounds) {
    int32_t out[CELLS];
    int64_t options = 0;
    double start = double(std::clock()) / CLOCKS_PER_SEC;
    for (size_t block = 0; block < positions.size(); block += BLOCK)
        for (int64_t round = 0; round < rounds; round++)
            for (size_t k = block; k < positions.size() && k < block + BLOCK; k++) options += legal(positions[k], out);
    double spent = double(std::clock()) / CLOCKS_PER_SEC - start;
    std::printf("%lld %lld %.6f\n", (long long)(rounds * int64_t(positions.size())), (long long)options, spent);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3 && !std::strcmp(argv[1], "answers")) {
        print_answers(read_positions(argv[2]));
    } else if (argc == 4 && !std::strcmp(argv[1], "time")) {
        time_answers(read_positions(argv[2]), std::strtoll(argv[3], nullptr, 10));
    } else {
        std::fputs("usage: answers POSITIONS | time POSITIONS ROUNDS\n", stderr);
        return 2;
    }
}
