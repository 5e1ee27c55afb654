"""The dungeon page: army squares that leave the rest connected, treasures apart from their kind, then everything else."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.chance import below, shuffle
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8s, i16s, i64s
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import (
    CAVE_BESIDE,
    CAVE_BIT_OF,
    CAVE_CELLS,
    CAVE_COLUMNS,
    CAVE_STEP,
    CAVE_TURN,
    CAVE_WORD_OF,
    CAVE_WORDS,
)
from zashiki.games.kazoku_scribe.rules import exploring, faults
from zashiki.games.kazoku_scribe.state import State

TRIES = 40  # random picks before all free cells are searched


def _groups(ring: int) -> int:
    """Into how many groups the free neighbours of a cell fall, joined only by free cells at its corners."""
    north, west, east, south = (ring >> k & 1 for k in (1, 3, 5, 7))
    corners = north & west & ring, north & east & ring >> 2, south & west & ring >> 6, south & east & ring >> 8
    return north + west + east + south - sum(corner & 1 for corner in corners)


# TOGETHER[ring]: 1 where closing a cell, with these of the nine around it free, cuts nothing off.
TOGETHER = tuple(int(_groups(ring) <= 1) for ring in range(1 << 9))


class Site(Work):
    """A dungeon being dug."""

    cells: list[int] = i16s(CAVE_CELLS, 0, CAVE_CELLS - 1)  # those that are free
    icons: list[int] = i8s(CAVE_CELLS, 0, cards.ALL_ICONS - 1)  # still to be placed
    free: list[int] = i64s(CAVE_WORDS, 0, cards.CAVE_WORD)
    beside: list[int] = i64s(CAVE_WORDS, 0, cards.CAVE_WORD)  # next to a treasure of the kind being hidden
    treasures: list[int] = i64s(CAVE_WORDS, 0, cards.CAVE_WORD)


@rule
def dig_dungeon(s: State, rng: list[int]) -> int:
    """Army squares that leave the rest connected, then treasures apart from their kind, then the rest; whether that is valid."""
    site = Site()
    free = clear_dungeon(s, site)
    free = wall_up(s, site, rng, free)
    for word in range(CAVE_WORDS):
        site.treasures[word] = 0
    for icon in range(cards.COIN, cards.SILK + 1):
        free = hide_treasure(s, site, rng, icon, free)
        if free == cards.NONE:
            return 0
    return 1 if lay_out_rest(s, site, rng) else 0


@rule
def shuffle_icons(s: State, site: Site, rng: list[int], first: int, end: int) -> int:
    """Put the printed number of each of these icons into `icons` in random order; how many that are."""
    n = 0
    for icon in range(first, end):
        for _ in range(cards.DUNGEON_COPIES[s.size][icon]):
            site.icons[n] = icon
            n += 1
    shuffle(rng, site.icons, n)
    return n


@rule
def clear_dungeon(s: State, site: Site) -> int:
    """All cells of the dungeon are free; how many there are."""
    for cell in range(CAVE_CELLS):
        s.outcome[cell] = cards.NONE
    for word in range(CAVE_WORDS):
        site.free[word] = cards.CAVE[s.size * CAVE_WORDS + word]
    n = 0
    for row in range(cards.DUNGEON_ROWS[s.size]):
        for column in range(cards.DUNGEON_COLUMNS[s.size]):
            site.cells[n] = row * CAVE_COLUMNS + column
            n += 1
    return n


@rule
def wall_up(s: State, site: Site, rng: list[int], free: int) -> int:
    """Turn random free cells into army squares, the others staying connected; how many free cells are left."""
    n = shuffle_icons(s, site, rng, cards.SOLDIER, cards.ARMY)
    while n > 0:
        k = below(rng, free)
        cell = site.cells[k]
        site.free[CAVE_WORD_OF[cell]] &= ~CAVE_BIT_OF[cell]
        if TOGETHER[ring_of(site, cell)] or stays_together(site, cell):
            n -= 1
            s.outcome[cell] = site.icons[n]
            free -= 1
            site.cells[k] = site.cells[free]
        else:
            site.free[CAVE_WORD_OF[cell]] |= CAVE_BIT_OF[cell]
    return free


@rule
def row_of(site: Site, row: int) -> int:
    """The free cells of a row, moved one place to the left; none off the map."""
    if row < 0 or row >= cards.CAVE_ROWS:
        return 0
    return (site.free[row // 4] >> row % 4 * CAVE_STEP & bit(CAVE_STEP) - 1) << 1


@rule
def ring_of(site: Site, cell: int) -> int:
    """Which of the nine cells around a cell are free, row by row."""
    row, column = cell // CAVE_COLUMNS, cell % CAVE_COLUMNS
    middle = (row_of(site, row) >> column & 7) << 3
    return row_of(site, row - 1) >> column & 7 | middle | (row_of(site, row + 1) >> column & 7) << 6


@rule
def stays_together(site: Site, cell: int) -> int:
    """Whether the free neighbours of a cell just closed are still connected."""
    at = CAVE_WORDS * cell
    first, second = CAVE_BESIDE[at] & site.free[0], CAVE_BESIDE[at + 1] & site.free[1]
    return joins(site, first, second, CAVE_BESIDE[at + 2] & site.free[2])


@rule
def joins(site: Site, first: int, second: int, third: int) -> int:
    """Whether the free cells connect all cells of a set, which is given by its words."""
    free_1, free_2, free_3 = site.free[0], site.free[1], site.free[2]
    here_1, here_2, here_3 = first & -first, 0, 0
    if first == 0:
        here_2 = second & -second
        if second == 0:
            here_3 = third & -third
    while first & ~here_1 | second & ~here_2 | third & ~here_3:
        next_1 = here_1 | here_1 << 1 | here_1 >> 1 | here_1 << CAVE_STEP | here_1 >> CAVE_STEP | here_2 << CAVE_TURN
        next_1 &= free_1
        next_2 = here_2 | here_2 << 1 | here_2 >> 1 | here_2 << CAVE_STEP | here_2 >> CAVE_STEP
        next_2 = (next_2 | next_1 >> CAVE_TURN | here_3 << CAVE_TURN) & free_2
        next_3 = here_3 | here_3 << 1 | here_3 >> 1 | here_3 << CAVE_STEP | here_3 >> CAVE_STEP | next_2 >> CAVE_TURN
        next_3 &= free_3
        if next_1 == here_1 and next_2 == here_2 and next_3 == here_3:
            return 0
        here_1, here_2, here_3 = next_1, next_2, next_3
    return 1


@rule
def hide_treasure(s: State, site: Site, rng: list[int], icon: int, free: int) -> int:
    """Put all icons of a treasure on random free cells, no two side by side; how many free cells are left, NONE when stuck."""
    for word in range(CAVE_WORDS):
        site.beside[word] = 0
    for _ in range(cards.DUNGEON_COPIES[s.size][icon]):
        k = below(rng, free)
        tries = 0
        while site.beside[CAVE_WORD_OF[site.cells[k]]] & CAVE_BIT_OF[site.cells[k]]:
            tries += 1
            if tries == TRIES and not some_cell_apart(site):
                return cards.NONE
            k = below(rng, free)
        cell = site.cells[k]
        s.outcome[cell] = icon
        site.free[CAVE_WORD_OF[cell]] &= ~CAVE_BIT_OF[cell]
        site.treasures[CAVE_WORD_OF[cell]] |= CAVE_BIT_OF[cell]
        for word in range(CAVE_WORDS):
            site.beside[word] |= CAVE_BESIDE[CAVE_WORDS * cell + word]
        free -= 1
        site.cells[k] = site.cells[free]
    return free


@rule
def some_cell_apart(site: Site) -> int:
    """Whether some free cell is next to no treasure of the kind being hidden."""
    for word in range(CAVE_WORDS):
        if site.free[word] & ~site.beside[word]:
            return 1
    return 0


@rule
def lay_out_rest(s: State, site: Site, rng: list[int]) -> int:
    """Shuffle everything else over the free cells; whether some empty circle has no treasure beside it."""
    for word in range(CAVE_WORDS):
        site.beside[word] = exploring.next_to(site.treasures, 0, word) & cards.CAVE_WORD
    quiet = 0
    for k in range(shuffle_icons(s, site, rng, cards.EMPTY, cards.ALL_ICONS)):
        cell, icon = site.cells[k], site.icons[k]
        s.outcome[cell] = icon
        if icon == cards.EMPTY and site.beside[CAVE_WORD_OF[cell]] & CAVE_BIT_OF[cell] == 0:
            quiet = 1
    return quiet


@rule
def dungeon_fault(s: State) -> int:
    numbers, site = faults.Numbers(), Site()
    faults.count_outcome(s, numbers, 0, CAVE_CELLS)
    for icon in range(cards.ALL_ICONS):
        if numbers.tallies[icon] != cards.DUNGEON_COPIES[s.size][icon]:
            return faults.WRONG_NUMBERS
    quiet = 0
    for word in range(CAVE_WORDS):
        site.free[word] = 0
    for cell in range(CAVE_CELLS):
        icon = s.outcome[cell]
        if icon >= cards.ARMY:
            site.free[CAVE_WORD_OF[cell]] |= CAVE_BIT_OF[cell]
        if exploring.is_treasure(icon) and exploring.beside(s.outcome, cell, icon, icon):
            return faults.EQUAL_TREASURES
        if icon == cards.EMPTY and not exploring.beside_treasure(s.outcome, cell):
            quiet = 1
    if not joins(site, site.free[0], site.free[1], site.free[2]):
        return faults.SPLIT
    return faults.VALID if quiet else faults.NO_QUIET_CIRCLE


@rule
def print_dungeon(s: State) -> None:
    for cell in range(CAVE_CELLS):
        icon = s.outcome[cell]
        s.dungeon[cell] = icon
        if cards.NONE < icon < cards.ARMY:
            s.walls[icon * CAVE_WORDS + CAVE_WORD_OF[cell]] |= CAVE_BIT_OF[cell]
