"""The shortcuts of Kazoku Scribe against slow looks: a wrong one could cost only time, or be hidden by a later check."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, count, islice, pairwise, product

import pytest

from tests.games.kazoku_scribe.positions import fits, mask
from tests.games.kazoku_scribe.reference import TREASURES, Cell, Page, cell_of, connected, squares
from tests.games.kazoku_scribe.slow_search import SlowPage, cells_of, has_hole, spread
from tests.games.kazoku_scribe.test_rules import small_village
from zashiki.core.chance import below, seeded
from zashiki.core.errors import IllegalMove
from zashiki.core.game import CHANCE, OPEN, OVER, AnyGame, seats_in
from zashiki.core.turning import turned
from zashiki.games.kazoku_scribe import GAME, actions, cards, phase
from zashiki.games.kazoku_scribe.eyes.view import cells_in
from zashiki.games.kazoku_scribe.rules import cores, estates, exploring, growing, planning, village
from zashiki.games.kazoku_scribe.state import State
from zashiki.games.kazoku_scribe.words.catalogue import WORDS

SPLIT, EQUAL_TREASURES, NO_QUIET_CIRCLE = 2, 3, 4
THOUSANDS = int(os.environ.get("ZASHIKI_PLANNING", "20"))  # of positions of planning


# The bounds of the planning search


class Watched:
    """A seat's page whose search is watched, in the slow reference."""

    def __init__(self, s: State, seat: int) -> None:
        seen = GAME.eyes.view(s, OPEN).pages[seat]
        self.page = Page(list(seen.rows), list(seen.creek), [{} for _ in range(cards.WARS)])
        for pair in seen.bridges:
            self.page.bridge(f"bridge {pair}")
        self.kinds = loaded(s, seat).kind

    def cells(self, searched: village.Page, west: int, east: int) -> set[Cell]:
        """A set on the page being searched, which may have been turned over."""
        return set(map(cell_of, cells_in(west, east) if searched.kind == self.kinds else cells_in(east, west)))

    def steps(self, ring: set[Cell], allowed: set[Cell], need: Counter[str]) -> int | None:
        """How many steps, the first onto a ring of cells, reach enough of every kind over allowed ones; None: no number does."""
        reached = set[Cell]()
        for steps in count(1):
            reached |= ring
            if not need - Counter(self.page.map[cell] for cell in reached):
                return steps
            ring = ({near for cell in ring for near in self.page.links(cell)} & allowed) - reached
            if not ring:
                return None
        return None


def counted(need: int) -> Counter[str]:
    """What is needed, a number for each letter."""
    return +Counter({letter: need >> 8 * kind & 255 for kind, letter in enumerate(cards.ELEMENT_LETTERS)})


DISTANCES = ("nowhere", "just too far", "just near enough", "near")


def distance(steps: int | None, most: int) -> str:
    far = "nowhere" if steps is None else "just too far" if steps == most + 1 else "just near enough"
    return far if steps is None or steps >= most else "near"


def fencing_positions() -> list[tuple[State, int]]:
    """Small villages with bridges and cuts, every action and mode in turn; then random games. With the seat that fences."""
    found = []
    for seed in range(20):
        s = small_village(seed, 34)[0]
        for s.deed[0], s.mode[0] in product(range(cards.DEEDS), range(cards.MODES)):
            found.append((s.copy(), 0))
    games = islice(chain.from_iterable(map(planning_positions, count(80))), 2000)
    return found + [(s.copy(), seat) for s, seat in games if s.step[seat] == phase.FENCE]


@pytest.mark.rule("KZS-13", "KZS-15", "KZS-17", "KZS-19", "KZS-20")
def test_the_planning_search_turns_back_exactly_when_something_missing_is_too_many_steps_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ways, in_reach, answers = growing.shortest_ways, growing.in_reach, Counter[str]()

    def judged(searched: village.Page, touch: set[Cell], open_w: int, open_e: int, missing: int, name: str) -> bool:
        need = counted(missing)
        steps = watched.steps(touch, watched.cells(searched, open_w, open_e), need)
        answers[f"{name}, {distance(steps, need.total())}"] += 1
        return steps is not None and steps <= need.total()

    def checked_ways(
        searched: village.Page,
        layers: growing.Layers,
        touch_w: int,
        touch_e: int,
        open_w: int,
        open_e: int,
        missing: int,
        lack: int,
    ) -> int:
        number = ways(searched, layers, touch_w, touch_e, open_w, open_e, missing, lack)
        touch = watched.cells(searched, touch_w, touch_e)
        assert bool(number) == judged(searched, touch, open_w, open_e, missing, "ways")
        rings = [watched.cells(searched, layers.west[step], layers.east[step]) for step in range(number)]
        assert not rings or rings[0] <= touch
        for ring, beyond in pairwise(rings):
            assert all(beyond & {*watched.page.links(cell)} for cell in ring)
        return number

    def checked_in_reach(searched: village.Page, draft: growing.Draft) -> int:
        answer = in_reach(searched, draft)
        touch = watched.cells(searched, draft.front_west & draft.open_west, draft.front_east & draft.open_east)
        if draft.missing:
            assert bool(answer) == judged(searched, touch, draft.open_west, draft.open_east, draft.missing, "kind")
        return answer

    positions = fencing_positions()
    monkeypatch.setattr(growing, "shortest_ways", checked_ways)
    monkeypatch.setattr(growing, "in_reach", checked_in_reach)
    for s, seat in positions:
        watched = Watched(s, seat)
        estates.fenceable(s, seat)
    assert min(answers[f"{name}, {far}"] for name, far in product(("ways", "kind"), DISTANCES)) >= 10, answers


@pytest.mark.rule("KZS-13", "KZS-15", "KZS-19", "KZS-20")
def test_a_bank_is_passed_over_exactly_when_something_is_too_far_from_the_rarest_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    in_reach, answers = cores.in_reach, Counter[str]()

    def checked_in_reach(bank: cores.Bank, need: int, size: int) -> int:
        answer, needed = in_reach(bank, need, size), counted(need)
        kinds = {
            letter: {place for place in range(cards.PLACES) if bank.kind[kind] >> place & 1}
            for kind, letter in enumerate(cards.ELEMENT_LETTERS)
        }
        reached, steps = kinds[max(needed, key=cards.ELEMENT_LETTERS.index)], 1
        while any(len(reached & kinds[letter]) < number for letter, number in needed.items()):
            near = {place + away for place in reached for away in (1, 8, 7, -1, -8, -7)}
            more = near & {place for letter in needed for place in kinds[letter]}
            if more <= reached:
                steps = 0
                break
            reached, steps = reached | more, steps + 1
        assert bool(answer) == (0 < steps <= size)
        answers[distance(steps or None, size)] += 1
        return answer

    villages = [small_village(seed, size)[0] for seed, size in product(range(60), (8, 14, 20))]
    monkeypatch.setattr(cores, "in_reach", checked_in_reach)
    for s in villages:
        for action, mode in product(cards.ACTION_IDS, cards.MODE_IDS):
            fits(s, action, mode)
    assert min(answers[far] for far in DISTANCES) >= 10, answers


@pytest.mark.rule("KZS-13", "KZS-15", "KZS-21")
def test_going_straight_ahead_finds_estates_and_says_never_only_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    go_straight, answers = growing.go_straight, Counter[int]()

    def checked(searched: village.Page, draft: growing.Draft, found: growing.Found, cells: int) -> int:
        answer = go_straight(searched, draft, found, cells)
        slow = SlowPage(s, seat)
        whole = [cells_of(*pair) for pair in ((draft.west, draft.east), (draft.open_west, draft.open_east))]
        if searched.kind != kinds:
            whole = [cells_of(*pair) for pair in ((draft.east, draft.west), (draft.open_east, draft.open_west))]
        need = [draft.missing >> 8 * kind & 255 for kind in range(cards.KINDS)]
        if answer != growing.NOT_YET:
            assert slow.can_finish(whole[0], need, whole[1]) == (answer == growing.FOUND)
        answers[answer] += 1
        return answer

    positions = fencing_positions()
    monkeypatch.setattr(growing, "go_straight", checked)
    for s, seat in positions:
        kinds = loaded(s, seat).kind
        estates.fenceable(s, seat)
    assert min(answers[answer] for answer in (growing.NEVER, growing.NOT_YET, growing.FOUND)) >= 100, answers


# The planning search itself


def planning_positions(seed: int, game: AnyGame = GAME) -> Iterator[tuple[State, int]]:
    """Random games, at every choice of an action or of a cell: the state and the seat that chooses."""
    rng, rules = seeded(seed), game.rules
    s, out = game.new(4, {"villages": ("same", "different")[seed % 2]}), [0] * game.about.max_legal
    while rules.status(s) != OVER:
        if rules.status(s) == CHANCE:
            rules.draw(s, rng)
            rules.reveal(s)
            continue
        seat = seats_in(rules.to_act(s))[0]
        if s.phase == phase.PLAN and s.step[seat] in (phase.CHOOSE, phase.FENCE):
            yield s, seat
        n = rules.legal(s, seat, out)
        rules.apply(s, seat, out[below(rng, n)])


def compare_with_slow_search(first: int, positions: int, game: AnyGame = GAME) -> Counter[str]:
    """Every answer of so many positions, from games with these seeds on."""
    seen, out = Counter[str](), [0] * GAME.about.max_legal
    for s, seat in islice(chain.from_iterable(planning_positions(seed, game) for seed in count(first)), positions):
        slow, found = SlowPage(s, seat, game), set(out[: game.rules.legal(s, seat, out)])
        if s.step[seat] == phase.FENCE:
            draft = cells_of(*s.draft[2 * seat : 2 * seat + 2])
            expected = {actions.FENCE_CELL + cell for cell in slow.next_cells(draft, s.deed[seat], s.mode[seat])}
            seen["bridged" if any(s.bridges[5 * seat : 5 * seat + 5]) else "banks apart"] += 1
            left = sum(slow.need(s.deed[seat], s.mode[seat])) - draft.bit_count()
            seen[f"{left} to go"] += 1
        else:
            choices, chosen = product(range(cards.DEEDS), range(cards.MODES)), planning.may_choose(s, seat)
            allowed = [(deed, mode) for deed, mode in choices if chosen >> cards.MODES * deed + mode & 1]
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


@pytest.mark.rule("KZS-6", "KZS-13", "KZS-15", "KZS-17")
def test_the_search_is_exact_on_banks_of_seven_columns_and_for_other_needs() -> None:
    """Where rows of a bank follow one another without a gap, the end of one is not beside the start of the next."""
    dials = {"creek-first": 2, "creek-last": 7, "bank-towers": 0, "bank-doubles": 0, "w1-houses": 3, "bridges-trees": 3}
    compare_with_slow_search(500, 3000, turned(GAME, dials))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1000 * (THOUSANDS // 10 + 1), 1000))
def test_ten_thousand_options_of_planning_are_those_of_a_slow_search(first: int) -> None:
    """`ZASHIKI_PLANNING=100` is the whole comparison; CI runs a fifth of it."""
    seen = compare_with_slow_search(first, 10_000)
    assert {f"{left} to go" for left in range(1, cards.ESTATE_MOST + 1)} <= set(seen)


def loaded(s: State, seat: int) -> village.Page:
    """The page of a seat."""
    page = village.Page()
    village.load_page(s, page, seat)
    village.load_land(page)
    return page


def wandering_sets(rng: random.Random, near: list[int], most: int) -> Iterator[int]:
    """Connected sets of cell numbers, one growing out of the other, so that they close rings of all sizes."""
    cells = 1 << rng.randrange(cards.CELLS)
    while cells.bit_count() <= most:
        yield cells
        around = spread(cells, near) & ~cells
        if not around:
            return
        cells |= 1 << rng.choice([cell for cell in range(cards.CELLS) if around >> cell & 1])


def names(cells: int) -> str:
    return " ".join(name for cell, name in enumerate(cards.CELL_IDS) if cells >> cell & 1)


@pytest.mark.rule("KZS-21", "KZS-R8")
def test_holes_are_counted_as_a_walk_from_the_edge_finds_them() -> None:
    rng, seen = random.Random(3), Counter[tuple[bool, bool]]()
    for seed in range(60):
        s = small_village(seed, 20)[0]
        page, slow = loaded(s, 0), SlowPage(s, 0)
        for cells in chain.from_iterable(wandering_sets(rng, slow.near, 30) for _ in range(10)):
            banks = mask(s, names(cells))
            assert bool(village.has_hole(page, *banks)) == has_hole(cells)
            assert cells_of(*village.hole_in(page, *banks)).bit_count() > 0 or not has_hole(cells)
            seen[has_hole(cells), all(banks)] += 1
    assert len(seen) == 4
    assert min(seen.values()) > 100, seen


@pytest.mark.rule("KZS-21", "KZS-R8")
def test_cells_that_may_enclose_a_hole_are_never_missed() -> None:
    """Spare cells at the rim of a connected set are left out at random."""
    rng, seen = random.Random(4), Counter[tuple[bool, bool]]()
    for seed in range(60):
        s = small_village(seed, 20)[0]
        slow = SlowPage(s, 0)
        for cells in chain.from_iterable(wandering_sets(rng, slow.near, 24) for _ in range(20)):
            spare = cells & rng.getrandbits(cards.CELLS) & rng.getrandbits(cards.CELLS)
            left_out = spare & rng.getrandbits(cards.CELLS)
            enclosed = has_hole(cells & ~left_out)
            banks = mask(s, names(cells))
            answer = village.may_enclose(*banks, *mask(s, names(spare)))
            assert answer or not enclosed
            if not all(banks):
                seen[bool(answer), enclosed] += 1
    assert min(seen[True, True], seen[False, False]) > 200, seen


# The dungeon


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
