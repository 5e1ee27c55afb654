"""The shortcuts of Kazoku Scribe against slow looks: a wrong one could cost only time, or be hidden by a later check."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, count, islice, product

import pytest

from tests.games.kazoku_scribe.positions import mask
from tests.games.kazoku_scribe.reference import TREASURES, Cell, Page, cell_of, connected, squares
from tests.games.kazoku_scribe.slow_search import SlowPage, cells_of
from tests.games.kazoku_scribe.test_rules import small_village
from zashiki.core.chance import below, seeded
from zashiki.core.errors import IllegalMove
from zashiki.core.game import CHANCE, OPEN, OVER, seats_in
from zashiki.games.kazoku_scribe import GAME, actions, cards, phase
from zashiki.games.kazoku_scribe.eyes.view import cells_in
from zashiki.games.kazoku_scribe.rules import digging, estates, exploring, planning, village
from zashiki.games.kazoku_scribe.state import State
from zashiki.games.kazoku_scribe.words.catalogue import WORDS

SPLIT, EQUAL_TREASURES, NO_QUIET_CIRCLE = 2, 3, 4
THOUSANDS = int(os.environ.get("ZASHIKI_PLANNING", "20"))  # of positions of planning


# The bound of the planning search


def slow_page(s: State) -> Page:
    """The page of seat 0 in the slow reference."""
    seen = GAME.eyes.view(s, OPEN).pages[0]
    page = Page(list(seen.rows), list(seen.creek), [{} for _ in range(cards.WARS)])
    for pair in seen.bridges:
        page.bridge(f"bridge {pair}")
    return page


def steps_to_everything(page: Page, taken: set[Cell], allowed: set[Cell], need: Counter[str]) -> int | None:
    """How many steps from the taken cells over allowed ones reach enough cells of every missing kind; None: no number does."""
    ring, reached = taken, set[Cell]()
    for steps in count(1):
        ring = ({near for cell in ring for near in page.links(cell)} & allowed) - reached
        reached |= ring
        if not need - Counter(page.map[cell] for cell in reached):
            return steps
        if not ring:
            return None
    return None


@pytest.mark.rule("KZS-13", "KZS-15", "KZS-17", "KZS-19", "KZS-20")
def test_the_planning_search_turns_back_exactly_when_something_missing_is_too_many_steps_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lead, answers = estates.lead, Counter[str]()

    def checked_lead(loaded: village.Page, search: estates.Search, depth: int) -> tuple[int, int]:
        found = lead(loaded, search, depth)
        missing = [search.missing[depth] >> 4 * kind & 15 for kind in range(cards.KINDS)]
        need = +Counter(dict(zip(cards.ELEMENT_LETTERS, missing, strict=True)))
        taken = set(map(cell_of, cells_in(search.taken_north[depth], search.taken_south[depth])))
        allowed = set(map(cell_of, cells_in(search.open_north[depth], search.open_south[depth])))
        steps = steps_to_everything(page, taken, allowed, need)
        assert any(found) == (steps is not None and steps <= need.total())
        assert set(map(cell_of, cells_in(*found))) <= {near for cell in taken for near in page.links(cell)} & allowed
        far = "nowhere" if steps is None else "just too far" if steps == need.total() + 1 else "just near enough"
        answers[far if steps is None or steps >= need.total() else "near"] += 1
        return found

    villages = [small_village(seed, 34)[0] for seed in range(20)]
    monkeypatch.setattr(estates, "lead", checked_lead)
    for s in villages:
        page = slow_page(s)
        for s.deed[0], s.mode[0] in product(range(cards.DEEDS), range(cards.MODES)):
            estates.fenceable(s, 0)
    assert min(answers[far] for far in ("nowhere", "just too far", "just near enough", "near")) >= 30, answers


# The planning search itself


def planning_positions(seed: int) -> Iterator[tuple[State, int]]:
    """Random games, at every choice of an action or of a cell: the state and the seat that chooses."""
    rng = seeded(seed)
    s, out = GAME.new(4, {"villages": ("same", "different")[seed % 2]}), [0] * GAME.about.max_legal
    while GAME.rules.status(s) != OVER:
        if GAME.rules.status(s) == CHANCE:
            GAME.rules.draw(s, rng)
            GAME.rules.reveal(s)
            continue
        seat = seats_in(GAME.rules.to_act(s))[0]
        if s.phase == phase.PLAN and s.step[seat] in (phase.CHOOSE, phase.FENCE):
            yield s, seat
        n = GAME.rules.legal(s, seat, out)
        GAME.rules.apply(s, seat, out[below(rng, n)])


def compare_with_slow_search(first: int, positions: int) -> Counter[str]:
    """Every answer of so many positions, from games with these seeds on."""
    seen, out = Counter[str](), [0] * GAME.about.max_legal
    for s, seat in islice(chain.from_iterable(map(planning_positions, count(first))), positions):
        slow, found = SlowPage(s, seat), set(out[: GAME.rules.legal(s, seat, out)])
        if s.step[seat] == phase.FENCE:
            draft = cells_of(s.draft, 2 * seat)
            expected = {actions.FENCE_CELL + cell for cell in slow.next_cells(draft, s.deed[seat], s.mode[seat])}
            seen["bridged" if any(s.bridges[seat * cards.LINKS : (seat + 1) * cards.LINKS]) else "banks apart"] += 1
            left = sum(slow.need(s.deed[seat], s.mode[seat])) - draft.bit_count()
            seen[f"{left} to go"] += 1
        else:
            choices = product(range(cards.DEEDS), range(cards.MODES))
            allowed = [(deed, mode) for deed, mode in choices if planning.may_choose(s, seat, deed, mode)]
            fitting = [(deed, mode) for deed, mode in allowed if slow.fits(deed, mode)]
            expected = {actions.PLAN_DEED + deed * cards.MODES + mode for deed, mode in fitting} or {actions.PLAN_NONE}
            seen["fits"] += len(fitting)
            seen["does not"] += len(allowed) - len(fitting)
        assert found == expected, f"seed {first} …, seat {seat}: {s}"
    return seen


@pytest.mark.rule("KZS-13", "KZS-15", "KZS-17", "KZS-18", "KZS-19", "KZS-20", "KZS-21")
def test_options_of_planning_are_those_of_a_slow_search() -> None:
    seen = compare_with_slow_search(1, 1000)
    assert min(seen["bridged"], seen["banks apart"], seen["fits"], seen["does not"]) > 50
    assert {f"{left} to go" for left in range(1, 10)} <= set(seen)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1000 * (THOUSANDS // 10 + 1), 1000))
def test_ten_thousand_options_of_planning_are_those_of_a_slow_search(first: int) -> None:
    """`ZASHIKI_PLANNING=100` is the whole comparison; CI runs a fifth of it."""
    seen = compare_with_slow_search(first, 10_000)
    assert {f"{left} to go" for left in range(1, cards.ESTATE_MOST + 1)} <= set(seen)


def loaded(s: State, seat: int) -> village.Page:
    """The page of a seat with all its links."""
    page = village.Page()
    village.load_page(s, page, seat)
    village.load_links(s, page, seat)
    return page


def intact_cells(page: village.Page) -> tuple[str, ...]:
    return cells_in(sum(page.kind[::2]), sum(page.kind[1::2]))


def wandering_sets(rng: random.Random, page: village.Page, most: int) -> Iterator[set[str]]:
    """Sets of intact cells that land links join, one growing out of the other."""
    cells = {rng.choice(intact_cells(page))}
    while len(cells) <= most:
        yield cells
        near = {other for cell in cells for other in links_of(page, cell)} - cells
        if not near:
            return
        cells = cells | {rng.choice(sorted(near))}


def links_of(page: village.Page, cell: str) -> set[str]:
    """The intact cells with a land link to this one."""
    return {*cells_in(*village.near_links(page, *mask(cell)))} & {*intact_cells(page)}


def hang_together(page: village.Page, cells: set[str]) -> bool:
    """Whether land links join all these cells."""
    reached, waiting = set[str](), sorted(cells)[:1]
    while waiting:
        cell = waiting.pop()
        if cell not in reached:
            reached.add(cell)
            waiting += links_of(page, cell) & cells
    return reached == cells


@pytest.mark.rule("KZS-15", "KZS-17")
def test_a_loose_cell_can_be_taken_out_of_an_estate_and_an_end_is_always_loose() -> None:
    rng, seen = random.Random(5), Counter[str]()
    for s, seat in islice(chain.from_iterable(map(planning_positions, count(40, 7))), 0, 2000, 40):
        page = loaded(s, seat)
        for cells in islice(wandering_sets(rng, page, cards.ESTATE_MOST), 1, None):
            loose = set(cells_in(*village.loose_cells(page, *mask(" ".join(cells)))))
            assert all(hang_together(page, cells - {cell}) for cell in loose)
            assert {cell for cell in cells if len(links_of(page, cell) & cells) == 1} <= loose <= cells
            seen["bridged" if page.bridged else "banks apart"] += 1
            seen["more than ends"] += len(loose) > sum(len(links_of(page, cell) & cells) == 1 for cell in cells)
            seen["held"] += len(cells - loose)
    assert min(seen.values()) > 40, seen


@pytest.mark.rule("KZS-15", "KZS-19", "KZS-20")
def test_paths_of_needed_elements_lead_where_a_walk_finds_them() -> None:
    kept = Counter[bool]()
    for s, seat in islice(chain.from_iterable(map(planning_positions, count(60, 7))), 0, 1500, 100):
        page = loaded(s, seat)
        for deed, mode in product(range(cards.DEEDS), (cards.SHIELDED, cards.DOUBLED)):
            need = [s.required[(seat * cards.DEEDS + deed) * cards.BASICS + kind] for kind in range(cards.BASICS)]
            need = [number * (2 if mode == cards.DOUBLED else 1) for number in need]
            seeds = page.kind[2 * (cards.BASICS + mode - 1) : 2 * (cards.BASICS + mode)]
            packed = sum(number << 4 * kind for kind, number in enumerate(need))
            walked = set(cells_in(*seeds))
            waiting = {(cell, tuple(need)) for cell in walked}
            done = set(waiting)
            while waiting:
                cell, left = waiting.pop()
                for other in links_of(page, cell):
                    kind = next(k for k in range(cards.KINDS) if other in cells_in(*page.kind[2 * k : 2 * k + 2]))
                    if kind < cards.BASICS and left[kind]:
                        step = other, tuple(number - (k == kind) for k, number in enumerate(left))
                        walked.add(other)
                        waiting |= {step} - done
                        done.add(step)
            assert set(cells_in(*estates.on_paths(page, packed, *seeds))) == walked
            kept[walked >= set(cells_in(*estates.needed_cells(page, packed)))] += 1
    assert kept[False] > 100


def test_holes_are_counted_as_a_walk_from_the_edge_finds_them() -> None:
    """Connected sets that wander about, so that they close rings of all sizes."""
    rng, seen = random.Random(3), Counter[bool]()
    for _ in range(300):
        cells = {rng.randrange(cards.CELLS)}
        while len(cells) < 24:
            cells.add(rng.choice(sorted({near for cell in cells for near in cards.NEIGHBOURS[cell]} - cells)))
            halves = mask(" ".join(cards.CELL_IDS[cell] for cell in cells))
            expected = any(village.hole_in(*halves))
            assert bool(village.has_hole(*halves)) == expected
            seen[expected] += 1
    assert min(seen[True], seen[False]) > 500


# The dungeon: closing cells, and reading a page


def neighbourhoods() -> Iterator[tuple[int, set[Cell]]]:
    """A closed cell in a corner, at an edge or inside, and every set of free cells around it."""
    for row, column in product((0, 5, cards.CAVE_ROWS - 1), (0, 6, cards.CAVE_COLUMNS - 1)):
        around = [(row + r, column + c) for r, c in product((-1, 0, 1), repeat=2) if (r, c) != (0, 0)]
        around = [(r, c) for r, c in around if 0 <= r < cards.CAVE_ROWS and 0 <= c < cards.CAVE_COLUMNS]
        for chosen in product((False, True), repeat=len(around)):
            yield row * cards.CAVE_COLUMNS + column, {cell for cell, free in zip(around, chosen, strict=True) if free}


def site_of(cells: set[Cell]) -> digging.Site:
    site = digging.Site()
    site.rows[:] = [sum(1 << column for r, column in cells if r == row) for row in range(cards.CAVE_ROWS)]
    return site


def test_a_closed_dungeon_cell_keeps_its_neighbours_together_exactly_when_they_meet_around_it() -> None:
    for cell, free in neighbourhoods():
        beside = [near for near in squares(divmod(cell, cards.CAVE_COLUMNS)) if near in free]
        # They meet when all lie in one connected part of the free cells around.
        part = set(beside[:1])
        while more := {near for one in part for near in squares(one) if near in free} - part:
            part |= more
        assert bool(digging.keeps_together(site_of(free), cell)) == (part >= set(beside)), (cell, free)


@pytest.mark.parametrize("players", GAME.seats)
def test_digging_never_cuts_the_round_spaces_apart(players: int) -> None:
    s, rng = GAME.new(players, {"start": "0"}), seeded(7)
    for _ in range(10):
        while not digging.dig_dungeon(s, rng):
            pass
        spaces = {divmod(cell, cards.CAVE_COLUMNS) for cell, icon in enumerate(s.outcome) if icon >= cards.ARMY}
        assert connected(spaces)
        assert digging.all_together(site_of(spaces))


@pytest.mark.rule("KZS-9")
def test_beside_a_dungeon_cell_are_its_neighbours_and_not_the_end_of_another_row() -> None:
    s, rng = GAME.new(4), random.Random(1)
    s.outcome[:] = [rng.randrange(cards.ALL_ICONS) for _ in range(cards.CAVE_CELLS)]
    grid = {divmod(cell, cards.CAVE_COLUMNS): icon for cell, icon in enumerate(s.outcome)}
    for cell, low in product(range(cards.CAVE_CELLS), range(cards.ALL_ICONS)):
        beside = {grid.get(near) for near in squares(divmod(cell, cards.CAVE_COLUMNS))}
        for high in (low, cards.SILK):
            assert bool(exploring.beside(s.outcome, cell, low, high)) == bool(beside & set(range(low, high + 1)))


def slow_fault(grid: dict[Cell, str]) -> int:
    """What is wrong with a dungeon, written from the section Pages of the rules."""

    def beside(cell: Cell) -> set[str]:
        return {grid.get(near, "") for near in squares(cell)}

    if any(letter in TREASURES and letter in beside(cell) for cell, letter in grid.items()):
        return EQUAL_TREASURES
    if not connected({cell for cell, letter in grid.items() if letter not in "sap"}):
        return SPLIT
    quiet = any(letter == "o" and not beside(cell) & set(TREASURES) for cell, letter in grid.items())
    return 0 if quiet else NO_QUIET_CIRCLE


@pytest.mark.rule("KZS-5", "KZS-2")
@pytest.mark.parametrize("players", GAME.seats)
def test_a_dungeon_is_read_as_a_slow_look_judges_it(players: int) -> None:
    """A valid dungeon with any two cells exchanged."""
    s, seen, rng = GAME.new(players, {"start": "0"}), Counter[int](), random.Random(players)
    while s.phase != phase.DUNGEON:
        GAME.rules.draw(s, seeded(players))
        GAME.rules.reveal(s)
    GAME.rules.draw(s, seeded(players))
    rows = GAME.words.write_chance(s).split(" ")[1:]
    grid = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row)}
    for _ in range(400):
        one, other = rng.sample(sorted(grid), 2)
        swapped = grid | {one: grid[other], other: grid[one]}
        text = " ".join("".join(swapped[r, c] for c in range(len(rows[0]))) for r in range(len(rows)))
        fault = slow_fault(swapped)
        seen[fault] += 1
        if fault:
            with pytest.raises(IllegalMove) as refused:
                GAME.words.read_chance(s, f"dungeon {text}")
            assert WORDS(f"fault_dungeon_{fault}") in str(refused.value)
        else:
            GAME.words.read_chance(s, f"dungeon {text}")
    assert {0, SPLIT, EQUAL_TREASURES} <= set(seen)
