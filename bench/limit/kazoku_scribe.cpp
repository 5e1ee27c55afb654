// The planning search of Kazoku Scribe, hand-written in C++: the limit that the native gear is measured against.
//
// Which actions have an estate, and which cells may be fenced next. The positions are those of random play, written by
// bench/planning.py field by field, and the answers are compared with `legal` of the native gear. Build and run:
//
//   g++ -O3 -march=native -std=c++17 -I FOLDER_OF_TABLES -o limit kazoku_scribe.cpp
//   ./limit answers POSITIONS          -> the legal actions of each position, a line each
//   ./limit time POSITIONS ROUNDS      -> positions answered, options, cpu-seconds

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

#include "packed.hpp"
#include "tables.hpp"

namespace {

using namespace tables;

// A set of cells. The rows are slanted, so that neighbours are the same distances away everywhere, and at least one place
// apart, so that a step off the end of a row leads nowhere.
using Set = unsigned __int128;
constexpr int SMALLEST_RING = 6;  // fewer cells cannot enclose a hole
constexpr int ROW = 11, STEPS[DIRECTIONS] = {1, ROW - 1, ROW};  // east, south-west, south-east

constexpr int place_of(int cell) {
    int row = cell / VILLAGE_COLUMNS;
    return ROW * row + cell % VILLAGE_COLUMNS - row / 2;
}
constexpr Set at(int place) { return Set(1) << place; }
constexpr bool empty(Set set) { return set == 0; }
inline int size(Set set) { return count(uint64_t(set)) + count(uint64_t(set >> 64)); }
inline int first(Set set) { return uint64_t(set) ? lowest(uint64_t(set)) : 64 + lowest(uint64_t(set >> 64)); }

struct Map {
    Set near[128] = {};  // by place
    int8_t cell[128] = {};
    constexpr Map() {
        Set all = 0;
        for (int k = 0; k < CELLS; k++) all |= at(place_of(k)), cell[place_of(k)] = int8_t(k);
        for (int k = 0; k < CELLS; k++)
            for (int step : STEPS) near[place_of(k)] |= (at(place_of(k)) << step | at(place_of(k)) >> step) & all;
    }
};
constexpr Map map;

// What planning reads of a village page; `links` are written at the first cell of each linked pair, bridges included.
struct Page {
    Set elements[KINDS], west, links[DIRECTIONS], bridge_ends, intact, draft;
    int8_t required[DEEDS][BASICS], used_arrows[DEEDS], planned, pieces, deed, mode, fencing;
};

// The search for estates on one page: a connected set grows cell by cell, each taken or closed, until what it lacks touches it.
struct Search {
    const Page& page;
    Set kind[KINDS];  // intact cells
    int8_t need[KINDS];
    int active[KINDS], actives = 0;  // the kinds of this estate, rare ones first
    int cells = 0;
    Set beside_shields = 0, plain_estate = 0;
    int plain_deed = NONE;  // the action of that estate
    Set found = 0, wanted = 0;  // cells that have an estate; cells not yet known to have one

    explicit Search(const Page& page) : page(page) {
        for (int k = 0; k < KINDS; k++) kind[k] = page.elements[k] & page.intact;
    }

    void require(int deed, int mode) {
        constexpr int RARE_FIRST[KINDS] = {GATE, DOUBLE, SHIELD, TOWER, TREE, HOUSE};
        for (int k = 0; k < BASICS; k++) need[k] = int8_t(page.required[deed][k] << (mode == DOUBLED));
        need[SHIELD] = mode == SHIELDED;
        need[DOUBLE] = mode == DOUBLED;
        actives = cells = 0;
        for (int k : RARE_FIRST) {
            cells += need[k];
            if (need[k]) active[actives++] = k;
        }
    }
    Set near(Set set) const {
        const Set* link = page.links;
        return (set & link[0]) << STEPS[0] | (set >> STEPS[0] & link[0]) | (set & link[1]) << STEPS[1] |
               (set >> STEPS[1] & link[1]) | (set & link[2]) << STEPS[2] | (set >> STEPS[2] & link[2]);
    }
    Set near_cell(int place) const {
        Set cell = at(place);
        if (!empty(page.bridge_ends & cell)) return near(cell);
        return map.near[place] & (empty(page.west & cell) ? ~page.west : page.west);
    }
    // A connected set has no hole if its cells, less its adjacent pairs, plus its triangles make one.
    bool has_hole(Set set) const {
        Set east = set & set >> STEPS[0], west = set & set >> STEPS[1], down = set & set >> STEPS[2];
        int pairs = size(east) + size(west) + size(down), triangles = size(east & down) + size(west & down);
        return cells - pairs + triangles != 1;
    }

    // A kind of which a set holds too few cells, or NONE.
    int lacking(Set set) const {
        for (int k = 0; k < actives; k++)
            if (size(set & kind[active[k]]) < need[active[k]]) return active[k];
        return NONE;
    }
    // The cells next to the set that lead to the kind hardest to reach; none when it cannot be reached in time.
    Set lead(Set touching, Set open, int lacks, int missing) const {
        Set reached = touching, last = 0;
        int hardest = NONE;
        for (; lacks != NONE; lacks = lacking(reached)) {
            if (--missing == 0) return 0;
            last = near(reached) & open & ~reached;
            if (empty(last)) return 0;
            reached |= last;
            hardest = lacks;
        }
        last &= kind[hardest];
        while (empty(last & touching)) last |= near(last) & reached;
        return last & touching;
    }
    // Of these cells as many as are needed of each kind, those not yet settled first.
    Set enough_of(Set touching) const {
        Set chosen = 0;
        for (int k = 0; k < actives; k++) {
            Set these = touching & kind[active[k]];
            for (int left = need[active[k]]; left > 0; left--) {
                Set prefer = empty(these & wanted) ? these : these & wanted;
                chosen |= prefer & -prefer;
                these &= ~(prefer & -prefer);
            }
        }
        return chosen;
    }
    // All that is missing touches the set, so any choice is connected; what can be exchanged belongs to an estate as well.
    bool finish(Set taken, Set touching, Set open, int missing) {
        if (cells < SMALLEST_RING && !empty(wanted)) {
            found = taken | touching | (missing > 1 ? second_row(touching, open) : 0);
            return true;
        }
        Set chosen = enough_of(touching);
        found = taken | chosen;
        if (cells >= SMALLEST_RING && has_hole(found)) return false;
        for (Set others = touching & wanted & ~chosen; !empty(others); others &= others - 1) {
            Set other = others & -others, given = chosen;
            for (int k = 0; k < actives; k++)
                if (!empty(other & kind[active[k]])) given &= kind[active[k]];
            if (!has_hole(taken | (chosen ^ (given & -given)) | other)) found |= other;
        }
        return true;
    }
    // Cells beside a touching one that can stand for another of their kind, so that both are in an estate.
    Set second_row(Set touching, Set open) const {
        Set row = 0;
        for (int k = 0; k < actives; k++) {
            Set these = kind[active[k]];
            if (need[active[k]]) row |= near(need[active[k]] > 1 ? touching : touching & ~these) & these & open;
        }
        return row;
    }
    // Whether the set can grow into an estate by `missing` open cells. `found` is left with cells that belong to such estates.
    bool grow(Set taken, Set front, Set open, int missing) {
        if (missing == 0) {
            found = taken;
            return cells < SMALLEST_RING || !has_hole(taken);
        }
        for (;;) {
            Set touching = front & open;
            int lacks = lacking(touching);
            if (lacks == NONE) {
                if (finish(taken, touching, open, missing)) return true;
            } else {
                touching = lead(touching, open, lacks, missing);
                if (empty(touching)) return false;
            }
            int k = 0;
            while (!need[active[k]] || empty(touching & kind[active[k]])) k++;
            Set next = touching & kind[active[k]];
            if (take(first(empty(next & wanted) ? next : next & wanted), active[k], taken, front, open, missing)) return true;
        }
    }
    // The same with one cell taken; it is closed afterwards.
    bool take(int place, int of_kind, Set taken, Set front, Set& open, int missing) {
        open &= ~at(place);
        Set rest = --need[of_kind] ? open : open & ~kind[of_kind];
        bool grows = grow(taken | at(place), front | near_cell(place), rest, missing - 1);
        need[of_kind]++;
        return grows;
    }
    Set needed() const {
        Set open = 0;
        for (int k = 0; k < actives; k++)
            if (need[active[k]]) open |= kind[active[k]];
        return open;
    }

    // The open cells that are near enough to every kind to be in an estate with it.
    Set within_reach(Set open) const {
        for (int k = 0; k < actives; k++) {
            Set reached = open & kind[active[k]];
            for (int steps = cells - 1; steps > 0 && reached != open; steps--) {
                Set further = reached | (near(reached) & open);
                if (further == reached) break;
                reached = further;
            }
            open = reached;
        }
        return open;
    }
    bool estate_fits(int deed, int mode) {
        require(deed, mode);
        if (mode == SHIELDED && deed == plain_deed) {
            Set shields = near(plain_estate) & kind[SHIELD];
            if (!empty(shields) && (cells < SMALLEST_RING || !has_hole(plain_estate | (shields & -shields)))) return true;
        }
        Set open = needed();
        if (lacking(open) != NONE) return false;
        int seed = active[0];
        for (int k = 1; k < actives; k++)
            if (size(kind[active[k]]) < size(kind[seed])) seed = active[k];
        // Every estate holds a cell of its rarest kind; one beside a shield may serve with the shield too.
        for (Set seeds = open & kind[seed]; !empty(seeds); seeds &= open) {
            Set hopeful = seeds & beside_shields;
            if (take(first(empty(hopeful) ? seeds : hopeful), seed, 0, 0, open, cells)) {
                if (mode == PLAIN) plain_deed = deed, plain_estate = found;
                return true;
            }
        }
        return false;
    }
    Set fenceable() {
        require(page.deed, page.mode);
        int missing = cells;
        for (int k = 0; k < actives; k++) {
            int drafted = size(page.draft & page.elements[active[k]]);
            need[active[k]] -= int8_t(drafted);
            missing -= drafted;
        }
        Set front = near(page.draft), open = needed() & ~page.draft, good = 0;
        if (empty(page.draft)) open = within_reach(open);
        Set ask = empty(page.draft) ? open : open & front;
        wanted = ask;
        if (!empty(page.draft) && cells < SMALLEST_RING && lacking(ask) == NONE) return ask;
        // One search settles many cells.
        for (int k = 0; k < actives; k++) {
            Set wait = ask & kind[active[k]] & ~good;
            if (!need[active[k]]) continue;
            while (!empty(wait)) {
                Set before = open;
                if (take(first(wait), active[k], page.draft, front, open, missing)) {
                    open = before;
                    good |= found & ask;
                    wanted = ask & ~good;
                }
                wait &= open & ~good;
            }
        }
        return good;
    }
    bool may_choose(int deed, int mode) const {
        int pieces = mode == DOUBLED ? 2 : 1;
        return page.planned != deed && page.used_arrows[deed] < ARROWS && (deed >= WARS || page.pieces + pieces <= PIECES_A_ROUND);
    }
    int list_deeds(int32_t* out) {
        int n = 0;
        beside_shields = near(kind[SHIELD]);
        for (int deed = 0; deed < DEEDS; deed++)
            for (int mode = 0; mode < MODES; mode++)
                if (may_choose(deed, mode) && estate_fits(deed, mode)) out[n++] = PLAN_DEED + deed * MODES + mode;
        if (n == 0) out[n++] = PLAN_NONE;
        return n;
    }
    int list_cells(Set set, int32_t* out) const {
        int n = 0;
        for (; !empty(set); set &= set - 1) out[n++] = FENCE_CELL + map.cell[first(set)];
        return n;
    }
};

int legal(const Page& page, int32_t* out) {
    Search search(page);
    return page.fencing ? search.list_cells(search.fenceable(), out) : search.list_deeds(out);
}

// Positions as bench/planning.py writes them: sets of cells in the two words of the state.
#pragma pack(push, 1)
struct Written {
    int64_t elements[KINDS][HALVES], bridges[DIRECTIONS][HALVES], fenced[HALVES], sick[HALVES], draft[HALVES];
    int8_t creek[CELLS / VILLAGE_COLUMNS], required[DEEDS][BASICS], arrows[DEEDS][ARROWS], planned[DEEDS_A_ROUND];
    int8_t pieces[PIECES_A_ROUND], deed, mode, fencing;
};
#pragma pack(pop)

Set read_set(const int64_t* words) {
    Set set = 0;
    for (int cell = 0; cell < CELLS; cell++)
        if (words[HALF_OF[cell]] & BIT_OF[cell]) set |= at(place_of(cell));
    return set;
}

Page read_page(const Written& w) {
    Page page = {};
    for (int k = 0; k < KINDS; k++) page.elements[k] = read_set(w.elements[k]);
    for (int cell = 0; cell < CELLS; cell++)
        if (cell % VILLAGE_COLUMNS < w.creek[cell / VILLAGE_COLUMNS]) page.west |= at(place_of(cell));
    page.draft = read_set(w.draft);
    Set all = 0;
    for (int k = 0; k < KINDS; k++) all |= page.elements[k];
    page.intact = all & ~(read_set(w.fenced) | read_set(w.sick));
    for (int k = 0; k < DIRECTIONS; k++) {
        Set bridges = read_set(w.bridges[k]);
        page.links[k] = (all & all >> STEPS[k] & ~(page.west ^ page.west >> STEPS[k])) | bridges;
        page.bridge_ends |= bridges | bridges << STEPS[k];
    }
    std::memcpy(page.required, w.required, sizeof page.required);
    for (int deed = 0; deed < DEEDS; deed++) page.used_arrows[deed] = int8_t((w.arrows[deed][0] != 0) + (w.arrows[deed][1] != 0));
    page.planned = w.planned[0];
    page.pieces = int8_t((w.pieces[0] != NONE) + (w.pieces[1] != NONE));
    page.deed = w.deed, page.mode = w.mode, page.fencing = w.fencing;
    return page;
}

std::vector<Page> read_pages(const char* path) {
    std::vector<Page> pages;
    std::FILE* file = std::fopen(path, "rb");
    if (!file) std::exit(1);
    for (Written w; std::fread(&w, sizeof w, 1, file) == 1;) pages.push_back(read_page(w));
    std::fclose(file);
    return pages;
}

void print_answers(const std::vector<Page>& pages) {
    int32_t out[CELLS];
    for (const Page& page : pages) {
        int n = legal(page, out);
        for (int k = 0; k < n; k++) std::printf(k ? " %d" : "%d", out[k]);
        std::puts("");
    }
}

constexpr size_t BLOCK = 256;  // positions timed together, as planning.py does

void time_answers(const std::vector<Page>& pages, int64_t rounds) {
    int32_t out[CELLS];
    int64_t options = 0;
    double start = double(std::clock()) / CLOCKS_PER_SEC;
    for (size_t block = 0; block < pages.size(); block += BLOCK)
        for (int64_t round = 0; round < rounds; round++)
            for (size_t k = block; k < pages.size() && k < block + BLOCK; k++) options += legal(pages[k], out);
    double spent = double(std::clock()) / CLOCKS_PER_SEC - start;
    std::printf("%lld %lld %.6f\n", (long long)(rounds * int64_t(pages.size())), (long long)options, spent);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3 && !std::strcmp(argv[1], "answers")) {
        print_answers(read_pages(argv[2]));
    } else if (argc == 4 && !std::strcmp(argv[1], "time")) {
        time_answers(read_pages(argv[2]), std::strtoll(argv[3], nullptr, 10));
    } else {
        std::fputs("usage: answers POSITIONS | time POSITIONS ROUNDS\n", stderr);
        return 2;
    }
}
