// Estates of any size in Kazoku Scribe, by going straight ahead and by searching: for kazoku_scribe.cpp.
#pragma once

#include <type_traits>

#include "kazoku_village.hpp"

namespace {

// Whether a set can become an estate, on one of the maps.
template <class Map>
struct Growth {
    using Cells = typename Map::Cells;
    enum Answer { NEVER, NOT_YET, FOUND };
    struct Draft {
        Cells taken, front, open;
        Counts missing;
    };
    const Map& map;
    int cells;  // of the estate
    // A core, what touches it, what it lacks, and where a choice may have a hole, one that has none.
    Cells core{}, touching{}, filling{};
    Counts lacking = 0;
    bool holes = false;

    Growth(const Map& map, int cells) : map(map), cells(cells) {}
    Growth(const Map& map, Counts need) : Growth(map, total(need)) {}

    Cells cells_of(Counts marked) const {
        Cells set{};
        for (int k = 0; k < GATE; k++) set |= only_if(is_marked(marked, k), map.kind[k]);
        if (marked >= one(GATE))
            for (int k = GATE; k < KINDS; k++) set |= only_if(is_marked(marked, k), map.kind[k]);
        return set;
    }
    Draft empty(Counts need) const { return {Cells{}, Cells{}, cells_of(some_of(need)), need}; }
    Draft draft_of(Cells taken, Counts need) const {
        Counts missing = need - tally(map, taken, need);
        return {taken, map.near(taken), cells_of(some_of(missing)) & ~taken, missing};
    }
    Draft with(const Draft& draft, int kind, Cells cell) const {
        Draft more = {draft.taken | cell, draft.front | map.near(cell), draft.open & ~cell, draft.missing - one(kind)};
        if (!of(more.missing, kind)) more.open &= ~map.kind[kind];
        return more;
    }
    int kind_of(Cells cell) const {
        int kind = 0;
        while (!some_in(cell & map.kind[kind])) kind++;
        return kind;
    }

    Answer finish(Cells taken, Cells touch, Counts missing) {
        holes = cells >= SMALLEST_RING && map.may_enclose(taken | touch, touch);
        if (holes) {
            filling = fill(touch, missing);
            if (map.is_ring(taken | filling)) return NOT_YET;
        }
        core = taken, touching = touch, lacking = missing;
        return FOUND;
    }
    Cells fill(Cells touch, Counts missing) const {
        Cells set{};
        for (int k = 0; missing; missing >>= 8, k++) {
            Cells here = touch & map.kind[k];
            for (int left = missing & 0xFF; left > 0; left--) set |= first(here), here &= ~first(here);
        }
        return set;
    }
    // The cells that the core answers for: its own, and all that can take the place of another of their kind.
    Cells answered(Cells ask) const {
        if (!holes) return ask & (core | (touching & cells_of(some_of(lacking))));
        Cells estate = core | filling, good = estate, wait = ask & touching & ~estate;
        Counts left = lacking;
        for (int k = 0; left; left >>= 8, k++) {
            if (!(left & 0xFF)) continue;
            Cells others = estate & ~first(filling & map.kind[k]);
            for (Cells here = wait & map.kind[k]; some_in(here); here &= ~first(here))
                if (!map.is_ring(others | first(here))) good |= first(here);
        }
        return ask & good;
    }

    Answer straight(const Draft& draft) {
        if constexpr (std::is_same_v<Map, Village>) {
            // A draft on one bank first stays there.
            if (!draft.taken.west) return straight_on(EAST_BANK, draft, &Both::east);
            if (!draft.taken.east) return straight_on(WEST_BANK, draft, &Both::west);
        }
        return go(draft);
    }
    Answer straight_on(int side, const Draft& draft, Set Both::*here) {
        Growth<Bank> growth(map.bank[side], cells);
        Set reached;
        int answer = growth.go({draft.taken.*here, draft.front.*here, draft.open.*here, draft.missing}, &reached);
        if (answer == FOUND) {
            core = touching = filling = {};
            core.*here = growth.core, touching.*here = growth.touching, filling.*here = growth.filling;
            lacking = growth.lacking, holes = growth.holes;
        }
        if (answer == NEVER && reached & map.ends.*here) return go(draft);
        return Answer(answer);
    }
    // The shortest way to whatever is reached last, over and over.
    Answer go(const Draft& draft, Cells* reached = nullptr) {
        Cells layers[ESTATE_MOST + 1], taken = draft.taken, front = draft.front, open = draft.open;
        Counts missing = draft.missing;
        for (;;) {
            Cells touch = front & open, last = touch;
            layers[0] = touch;
            Counts held = tally(map, touch, missing), lack = short_of(held, missing), hardest = 0;
            if (!lack) return finish(taken, touch, missing);
            int steps = 0;
            for (int most = total(missing) - 1; lack;) {
                last = map.near(last) & open & ~touch;
                if (steps == most || !some_in(last)) {
                    if (reached) *reached = taken | touch;
                    return missing == draft.missing ? NEVER : NOT_YET;
                }
                layers[++steps] = last;
                touch |= last, hardest = lack;
                held += tally(map, last, missing), lack = short_of(held, missing);
            }
            Cells common = map.kind[of(missing, HOUSE) >= of(missing, TREE) ? HOUSE : TREE];
            Cells cell = first(last & cells_of(hardest)), path = cell;
            while (steps-- > 0) {
                Cells near = map.near(cell) & layers[steps];
                cell = first(some_in(near & common) ? near & common : near);
                path |= cell;
            }
            held = tally(map, path, missing);
            if (short_of(missing, held)) return NOT_YET;
            taken |= path, front |= map.near(path), missing -= held;
            open &= cells_of(some_of(missing)) & ~path;
        }
    }
    // The shortest ways to what is hardest to reach, layer by layer; how many layers, none when it cannot be reached in time.
    int ways(Cells* layers, Cells touch, Cells open, Counts missing, Counts held) const {
        Cells last = layers[0] = touch;
        Counts hardest = 0, lack = short_of(held, missing);
        int steps = 0, most = total(missing) - 1;
        while (lack) {
            last = map.near(last) & open & ~touch;
            if (steps == most || !some_in(last)) return 0;
            layers[++steps] = last;
            touch |= last, hardest = lack;
            held += tally(map, last, missing), lack = short_of(held, missing);
        }
        layers[steps] &= cells_of(hardest);
        for (int step = steps; step > 0; step--) layers[step - 1] &= map.near(layers[step]);
        return steps + 1;
    }
    // Everything: cells are taken, one beside the other, or closed.
    bool search(const Draft& draft) {
        Cells layers[ESTATE_MOST + 1];
        Draft levels[ESTATE_MOST + 1];
        levels[0] = draft;
        for (int depth = 0; depth >= 0;) {
            Draft& level = levels[depth];
            Cells touch = layers[0] = level.front & level.open;
            Counts held = tally(map, touch, level.missing);
            int steps = 1;
            if (short_of(held, level.missing))
                steps = ways(layers, touch, level.open, level.missing, held);
            else if (finish(level.taken, touch, level.missing) == FOUND)
                return true;
            Cells next = layers[0];
            if (steps == 0 || !some_in(next)) depth--;
            // A whole way at once: what its cells lead to is looked at only from its end, and from the others if that fails.
            for (int step = 0; step < steps && some_in(next); step++) {
                Draft& here = levels[depth];
                int kind = KINDS - 1;
                while (!of(here.missing, kind) || !some_in(next & map.kind[kind])) kind--;
                Cells cell = first(next & map.kind[kind]);
                here.open &= ~cell;
                levels[++depth] = with(here, kind, cell);
                if (step + 1 < steps) next = map.near(cell) & layers[step + 1] & levels[depth].open;
            }
        }
        return false;
    }
    bool grows(const Draft& draft) {
        Answer answer = straight(draft);
        return answer == FOUND || (answer == NOT_YET && search(draft));
    }
    bool in_reach(const Draft& draft) const {
        Cells reached = draft.front & draft.open, last = reached;
        Counts held = tally(map, reached, draft.missing);
        for (int left = total(draft.missing) - 1; short_of(held, draft.missing); left--) {
            last = map.near(last) & draft.open & ~reached;
            if (left == 0 || !some_in(last)) return false;
            reached |= last, held += tally(map, last, draft.missing);
        }
        return true;
    }

    // The cells linked to a draft that are in some estate with it.
    Cells joinable(Cells taken, Counts need) {
        Draft draft = draft_of(taken, need);
        Cells ask = draft.front & draft.open, good{};
        if (cells < SMALLEST_RING && !short_of(tally(map, ask, draft.missing), draft.missing)) return ask;
        if (straight(draft) == FOUND) good = answered(ask);
        if (good == ask) return good;
        for (int kind = KINDS - 1; kind >= 0; kind--) {
            Cells wait = ask & map.kind[kind] & ~good;
            if (!of(draft.missing, kind) || !some_in(wait)) continue;
            // If something is out of reach from all of a kind together, it is from each of them.
            Draft any = with(draft, kind, wait);
            any.taken = draft.taken, any.open |= of(any.missing, kind) ? wait : Cells{};
            if (!in_reach(any)) {
                draft.open &= ~wait;
                continue;
            }
            for (; some_in(wait); wait &= ~good) {
                Cells cell = first(wait);
                if (grows(with(draft, kind, cell)))
                    good |= answered(ask & ~good);
                else
                    draft.open &= ~cell, wait &= ~cell;
            }
        }
        return good;
    }
    // Some cells that are in an estate, and all those that are in one with a seed.
    Cells spread_out(Counts need, Cells seeds, Cells good) {
        Draft draft = empty(need);
        if (short_of(tally(map, draft.open, need), need)) return good;
        Cells ring = seeds, seen{};
        while (some_in(ring)) {
            for (Cells wait = ring & ~good; some_in(wait); wait &= ~good) {
                Cells cell = first(wait);
                if (grows(with(draft, kind_of(cell), cell)))
                    good |= answered(draft.open & ~good);
                else
                    draft.open &= ~cell, wait &= ~cell;
            }
            seen |= ring & good;
            ring = map.near(seen) & draft.open & ~seen;
        }
        return good;
    }
};

}  // namespace
