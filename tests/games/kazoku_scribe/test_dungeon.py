"""How a dungeon page is read and dug, against a slow reading of the page's text: areas, neighbours, edges and shortcuts."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable

import pytest

from tests.games.kazoku_scribe.reference import Cell, connected, squares
from tests.support import random_states
from zashiki.core.chance import below, seeded, shuffle
from zashiki.core.errors import IllegalMove
from zashiki.games.kazoku_scribe import GAME
from zashiki.games.kazoku_scribe.cards import CAVE_COLUMNS, CAVE_ROWS, COIN, EMPTY
from zashiki.games.kazoku_scribe.phase import DUNGEON
from zashiki.games.kazoku_scribe.rules import digging, exploring
from zashiki.games.kazoku_scribe.rules.exploring import beside_treasure
from zashiki.games.kazoku_scribe.rules.faults import EQUAL_TREASURES, NO_QUIET_CIRCLE, SPLIT, VALID, WRONG_NUMBERS
from zashiki.games.kazoku_scribe.state import State

# The section "Pages" of the rules: letters and how many of each, for two and for four players.
SIZES = {2: (10, 9), 4: (12, 14)}
NUMBERS = {
    2: Counter(o=21, b=6, h=6, t=6, c=9, j=9, k=9, s=8, a=8, p=8),
    4: Counter(o=39, b=10, h=10, t=10, c=17, j=17, k=17, s=16, a=16, p=16),
}
ARMY, TREASURE = "sap", "cjk"
Page = dict[Cell, str]


def faults(page: Page, players: int) -> set[int]:
    """Everything that is wrong with a page."""
    found = set()
    if Counter(page.values()) != NUMBERS[players]:
        found.add(WRONG_NUMBERS)
    if not connected({cell for cell, icon in page.items() if icon not in ARMY}):
        found.add(SPLIT)
    if any(icon in TREASURE and icon == page.get(near) for cell, icon in page.items() for near in squares(cell)):
        found.add(EQUAL_TREASURES)
    if not any(icon == "o" and not near_treasure(page, cell) for cell, icon in page.items()):
        found.add(NO_QUIET_CIRCLE)
    return found


def near_treasure(page: Page, cell: Cell) -> bool:
    return any(page.get(near, "") in tuple(TREASURE) for near in squares(cell))


def to_dig(players: int) -> State:
    """A game whose dungeon comes next."""
    s: State = next(s for s in random_states(GAME, players, {"start": "0"}, 1) if s.phase == DUNGEON)
    return s


def text_of(page: Page, players: int) -> str:
    rows, columns = SIZES[players]
    return " ".join(["dungeon", *("".join(page[r, c] for c in range(columns)) for r in range(rows))])


def page_of(text: str) -> Page:
    return {(r, c): icon for r, row in enumerate(text.split()[1:]) for c, icon in enumerate(row)}


def agrees(s: State, page: Page, players: int) -> set[int]:
    """The page is read as the slow reading says; all that is wrong with it."""
    wrong, text = faults(page, players), text_of(page, players)
    if not wrong:
        outcome = GAME.words.read_chance(s, text)  # not refused
        assert outcome == s.outcome[: len(outcome)]
        return wrong
    with pytest.raises(IllegalMove, match="KZS-5"):
        GAME.words.read_chance(s, text)
    assert digging.dungeon_fault(s) in wrong, text
    return wrong


def dug(s: State, players: int, seed: int) -> Page:
    GAME.rules.draw(s, seeded(seed))
    return page_of(GAME.words.write_chance(s))


def exchange(page: Page, a: Cell, b: Cell) -> None:
    page[a], page[b] = page[b], page[a]


@pytest.mark.rule("KZS-2", "KZS-5")
@pytest.mark.parametrize("players", SIZES)
def test_pages_with_a_few_cells_exchanged_are_refused_exactly_when_something_is_wrong(players: int) -> None:
    s, rng, seen = to_dig(players), seeded(1), Counter[int]()
    for seed in range(40):
        page = dug(s, players, seed)
        assert agrees(s, page, players) == set()
        cells = sorted(page)
        for _ in range(12):
            exchange(page, cells[below(rng, len(cells))], cells[below(rng, len(cells))])
            wrong = agrees(s, page, players)
            seen.update(wrong or {VALID})
        page[0, 0] = "o" if page[0, 0] != "o" else "b"
        assert WRONG_NUMBERS in agrees(s, page, players)
    assert min(seen[VALID], seen[SPLIT], seen[EQUAL_TREASURES]) > 10


@pytest.mark.rule("KZS-5")
@pytest.mark.parametrize("players", SIZES)
def test_the_end_of_a_row_is_not_beside_the_start_of_the_next(players: int) -> None:
    """Equal treasures there are allowed; one below the other in the first and the last column, or side by side, they are not."""
    s, shown = to_dig(players), 0
    rows, columns = SIZES[players]
    for seed in range(30):
        page = dug(s, players, seed)
        for row in range(rows - 1):
            wrapped = dict(page)
            coins = [cell for cell, icon in page.items() if icon == "c"]
            exchange(wrapped, coins[0], (row, columns - 1))
            exchange(wrapped, next(cell for cell, icon in wrapped.items() if icon == "c" and cell[1] < columns - 1), (row + 1, 0))
            shown += agrees(s, wrapped, players) == set() and wrapped[row, columns - 1] == wrapped[row + 1, 0] == "c"
            touching = dict(page)
            exchange(touching, coins[0], (row, columns - 1))
            other = next(cell for cell, icon in touching.items() if icon == "c" and cell != (row, columns - 1))
            exchange(touching, other, (row + 1, columns - 1))
            assert EQUAL_TREASURES in agrees(s, touching, players)
    assert shown > 20


def filled(walls: set[Cell], players: int, seed: int) -> Page:
    """A page with army squares exactly there, and nothing else wrong with it if that can be had."""
    rows, columns = SIZES[players]
    rng, page = seeded(seed), dict[Cell, str]()
    army = [icon for icon in ARMY for _ in range(NUMBERS[players][icon])]
    assert len(walls) == len(army)
    page.update(zip(sorted(walls), army, strict=True))
    free = [cell for cell in itertools.product(range(rows), range(columns)) if cell not in walls]
    page[free.pop(0)] = "o"  # the quiet circle: its neighbours get no treasure below
    quiet = {near for cell, icon in page.items() if icon == "o" for near in squares(cell)}
    for icon in TREASURE:
        for _ in range(NUMBERS[players][icon]):
            apart = [cell for cell in free if cell not in quiet and all(page.get(near) != icon for near in squares(cell))]
            cell = apart[below(rng, len(apart))]
            page[cell] = icon
            free.remove(cell)
    rest = [icon for icon in "obht" for _ in range(NUMBERS[players][icon] - (icon == "o"))]
    order = list(range(len(rest)))
    shuffle(rng, order, len(order))
    page.update((cell, rest[k]) for cell, k in zip(free, order, strict=True))
    return page


def winding(players: int) -> tuple[set[Cell], list[Cell]]:
    """Walls from top to bottom with doors at the bottom and the top in turn: the way leads down and up again and again."""
    rows, columns = SIZES[players]
    army, walls, doors = sum(NUMBERS[players][icon] for icon in ARMY), set[Cell](), []
    for number in range(army // (rows - 1)):
        doors.append((rows - 1 if number % 2 == 0 else 0, 2 * number + 1))
        walls |= {(row, 2 * number + 1) for row in range(rows)} - set(doors)
    spare = [(row, columns - 1) for row in range(rows)]
    return walls | set(spare[: army - len(walls)]), doors


@pytest.mark.rule("KZS-5")
@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("upside_down", [False, True])
def test_a_winding_dungeon_is_one_area_and_a_closed_door_splits_it(players: int, mirrored: bool, upside_down: bool) -> None:
    s, (walls, doors) = to_dig(players), winding(players)
    rows, columns = SIZES[players]

    def turned(cells: Iterable[Cell]) -> set[Cell]:
        return {(rows - 1 - r if upside_down else r, columns - 1 - c if mirrored else c) for r, c in cells}

    assert agrees(s, filled(turned(walls), players, 1), players) == set()
    for door in doors:
        assert agrees(s, filled(turned(walls - {(0, columns - 1)} | {door}), players, 2), players) == {SPLIT}


@pytest.mark.rule("KZS-5")
@pytest.mark.parametrize("players", SIZES)
def test_one_space_that_is_walled_in_splits_the_dungeon_wherever_it_is(players: int) -> None:
    s, rng, shown = to_dig(players), seeded(5), 0
    rows, columns = SIZES[players]
    army = sum(NUMBERS[players][icon] for icon in ARMY)
    every = list(itertools.product(range(rows), range(columns)))
    for cell in every:
        walls = set(squares(cell)) & set(every)
        rest = set(every) - walls - {cell}
        if not connected(rest) or (below(rng, 3) and 0 < cell[0] < rows - 1 and 0 < cell[1] < columns - 1):
            continue  # all at the edge, some inside
        while len(walls) < army:
            more = every[below(rng, len(every))]
            if more in rest and connected(rest - {more}):
                walls.add(more)
                rest.discard(more)
        assert agrees(s, filled(walls, players, 3), players) == {SPLIT}
        shown += 1
    assert shown > 2 * (rows + columns - 2)


@pytest.mark.rule("KZS-5", "KZS-9")
@pytest.mark.parametrize("players", SIZES)
def test_one_empty_circle_without_treasure_beside_it_is_enough_and_needed(players: int) -> None:
    """The quiet circles change places with marks beside treasure, one by one; the page is refused when the last one has moved."""
    s = to_dig(players)
    for seed in range(10):
        page = dug(s, players, seed)
        for cell in [cell for cell, icon in page.items() if icon == "o" and not near_treasure(page, cell)]:
            assert agrees(s, page, players) == set()
            exchange(page, cell, next(other for other, icon in page.items() if icon in "bht" and near_treasure(page, other)))
        assert agrees(s, page, players) == {NO_QUIET_CIRCLE}


@pytest.mark.rule("KZS-5", "KZS-9")
def test_every_cell_is_beside_its_two_to_four_neighbours_and_no_others() -> None:
    s = GAME.new(4, {})
    every = list(itertools.product(range(CAVE_ROWS), range(CAVE_COLUMNS)))
    for k, treasure in enumerate(every):
        s.outcome[:] = [EMPTY] * len(every)
        s.outcome[k] = COIN
        beside = {cell for n, cell in enumerate(every) if beside_treasure(s.outcome, n)}
        equal = {cell for n, cell in enumerate(every) if exploring.beside(s.outcome, n, COIN, COIN)}
        assert beside == equal == set(squares(treasure)) & set(every)


@pytest.mark.rule("KZS-9", "KZS-8")
@pytest.mark.parametrize("players", SIZES)
def test_a_beginners_entries_are_all_empty_circles_without_treasure_on_any_side(players: int) -> None:
    edges = 0
    rows, columns = SIZES[players]
    for seed in range(15):
        s: State = next(s for s in random_states(GAME, players, {"beginner": "true"}, seed) if GAME.acting(s))
        page = page_of("dungeon " + " ".join(GAME.eyes.view(s, -1).dungeon))
        quiet = [cell for cell, icon in page.items() if icon == "o" and not near_treasure(page, cell)]
        [seat] = GAME.acting(s)
        names = [f"enter {'abcdefghijkl'[r]}{c + 1}" for r, c in sorted(quiet)]
        assert sorted(GAME.actions.write(action) for action in GAME.legal_actions(s, seat)) == sorted(names)
        edges += sum(r in (0, rows - 1) or c in (0, columns - 1) for r, c in quiet)
    assert edges > 5


# Digging


def around(cell: Cell) -> list[Cell]:
    r, c = cell
    return [(r + a, c + b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]


def site_of(cells: set[Cell]) -> digging.Site:
    site = digging.Site()
    for r, c in cells:
        site.free[r // 4] |= 1 << 15 * (r % 4) + c
    return site


def keeps_together(site: digging.Site, cell: Cell) -> bool:
    return bool(digging.TOGETHER[digging.ring_of(site, cell[0] * CAVE_COLUMNS + cell[1])])


@pytest.mark.rule("KZS-2")
@pytest.mark.parametrize("cell", [(5, 5), (0, 0), (0, 7), (0, 13), (6, 0), (6, 13), (11, 0), (11, 7), (11, 13)])
def test_the_shortcut_answers_yes_exactly_when_the_cells_around_hang_together(cell: Cell) -> None:
    """All ways to open the up to eight cells around a closed one, in the middle and at every edge."""
    ring = [(r, c) for r, c in around(cell) if 0 <= r < CAVE_ROWS and 0 <= c < CAVE_COLUMNS]
    for chosen in itertools.product((False, True), repeat=len(ring)):
        free = {near for near, is_open in zip(ring, chosen, strict=True) if is_open}
        beside = [near for near in squares(cell) if near in free]
        groups = {frozenset(group_of(near, free)) for near in beside}
        assert keeps_together(site_of(free), cell) == (len(groups) <= 1), free


def group_of(cell: Cell, free: set[Cell]) -> set[Cell]:
    found, waiting = {cell}, [cell]
    while waiting:
        new = {near for near in squares(waiting.pop()) if near in free} - found
        found |= new
        waiting += new
    return found


@pytest.mark.rule("KZS-2")
def test_whether_an_area_is_one_is_told_as_by_walking_through_it() -> None:
    rng, seen = seeded(3), Counter[bool]()
    every = list(itertools.product(range(CAVE_ROWS), range(CAVE_COLUMNS)))
    for _ in range(20):
        free, closed = set(every), 0
        while closed < 110:
            cell = every[below(rng, len(every))]
            if cell in free:
                was_together = connected(free)
                free.discard(cell)
                closed += 1
                together, site = connected(free), site_of(free)
                assert bool(digging.joins(site, *site.free)) == together
                seen[together] += 1
                if was_together:
                    assert bool(digging.stays_together(site, cell[0] * CAVE_COLUMNS + cell[1])) == together
                    assert together or not keeps_together(site, cell)
                if not together and below(rng, 4):
                    free.add(cell)
    assert min(seen.values()) > 100


@pytest.mark.rule("KZS-2")
@pytest.mark.parametrize("players", SIZES)
def test_whatever_is_dug_is_one_area_with_the_right_numbers_and_treasures_apart(players: int) -> None:
    """Without the check of the finished page, which would throw a wrong one away unseen."""
    s, rng, pages = to_dig(players), seeded(4), 0
    for _ in range(150):
        if digging.dig_dungeon(s, rng):
            assert faults(page_of(GAME.words.write_chance(s)), players) <= {NO_QUIET_CIRCLE}
            pages += 1
    assert pages > 140
