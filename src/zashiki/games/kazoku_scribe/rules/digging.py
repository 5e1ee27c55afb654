"""The dungeon page: army squares that leave the rest connected, treasures apart from their kind, then everything else."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.chance import below, shuffle
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8s, i16s
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import CAVE_CELLS, CAVE_COLUMNS, CAVE_ROWS
from zashiki.games.kazoku_scribe.rules import exploring, faults
from zashiki.games.kazoku_scribe.state import ROW, State

TRIES = 40  # random picks before all free cells are searched


class Site(Work):
    """A dungeon being dug."""

    cells: list[int] = i16s(CAVE_CELLS, 0, CAVE_CELLS - 1)  # those that are free
    icons: list[int] = i8s(CAVE_CELLS, 0, cards.ALL_ICONS - 1)  # still to be placed
    rows: list[int] = i16s(CAVE_ROWS, 0, ROW)  # an area, row by row
    reached: list[int] = i16s(CAVE_ROWS, 0, ROW)


@rule
def dig_dungeon(s: State, rng: list[int]) -> int:
    """Army squares that leave the rest connected, then treasures apart from their kind, then the rest; 0 when stuck."""
    site = Site()
    free = clear_dungeon(s, site)
    free = wall_up(s, site, rng, free)
    for icon in range(cards.COIN, cards.SILK + 1):
        free = hide_treasure(s, site, rng, icon, free)
        if free == cards.NONE:
            return 0
    for k in range(shuffle_icons(s, site, rng, cards.EMPTY, cards.ALL_ICONS)):
        s.outcome[site.cells[k]] = site.icons[k]
    return 1


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
    n = 0
    for row in range(CAVE_ROWS):
        site.rows[row] = 0
    for row in range(cards.DUNGEON_ROWS[s.size]):
        site.rows[row] = bit(cards.DUNGEON_COLUMNS[s.size]) - 1
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
        site.rows[cell // CAVE_COLUMNS] &= ~bit(cell % CAVE_COLUMNS)
        if keeps_together(site, cell) or all_together(site):
            n -= 1
            s.outcome[cell] = site.icons[n]
            free -= 1
            site.cells[k] = site.cells[free]
        else:
            site.rows[cell // CAVE_COLUMNS] |= bit(cell % CAVE_COLUMNS)
    return free


@rule
def is_free(site: Site, row: int, column: int) -> int:
    if row < 0 or row >= CAVE_ROWS or column < 0 or column >= CAVE_COLUMNS:
        return 0
    return site.rows[row] >> column & 1


@rule
def keeps_together(site: Site, cell: int) -> int:
    """Whether the free neighbours of a cell just closed are connected around it, so that closing it cuts nothing off."""
    row, column = cell // CAVE_COLUMNS, cell % CAVE_COLUMNS
    north, south = is_free(site, row - 1, column), is_free(site, row + 1, column)
    west, east = is_free(site, row, column - 1), is_free(site, row, column + 1)
    groups = north + south + west + east
    if north and east:
        groups -= is_free(site, row - 1, column + 1)
    if east and south:
        groups -= is_free(site, row + 1, column + 1)
    if south and west:
        groups -= is_free(site, row + 1, column - 1)
    if west and north:
        groups -= is_free(site, row - 1, column - 1)
    return 1 if groups <= 1 else 0


@rule
def all_together(site: Site) -> int:
    """Whether the cells of `rows` are one orthogonally connected area."""
    first = 0
    for row in range(CAVE_ROWS - 1, -1, -1):
        site.reached[row] = 0
        if site.rows[row]:
            first = row
    site.reached[first] = site.rows[first] & -site.rows[first]
    grown = 1
    while grown:
        grown = 0
        for row in range(CAVE_ROWS):
            grown |= grow_row(site, row)
        for row in range(CAVE_ROWS - 1, -1, -1):
            grown |= grow_row(site, row)
    for row in range(CAVE_ROWS):
        if site.reached[row] != site.rows[row]:
            return 0
    return 1


@rule
def grow_row(site: Site, row: int) -> int:
    """Reach the cells of a row that its own cells and the rows beside it lead to; 1 when some are new."""
    here = (site.reached[row] | exploring.next_to(site.reached, row)) & site.rows[row]
    while here != (here | here << 1 | here >> 1) & site.rows[row]:
        here = (here | here << 1 | here >> 1) & site.rows[row]
    new = 1 if here != site.reached[row] else 0
    site.reached[row] = here
    return new


@rule
def hide_treasure(s: State, site: Site, rng: list[int], icon: int, free: int) -> int:
    """Put all icons of a treasure on random free cells, no two side by side; how many free cells are left, NONE when stuck."""
    for _ in range(cards.DUNGEON_COPIES[s.size][icon]):
        k = below(rng, free)
        tries = 0
        while exploring.beside(s.outcome, site.cells[k], icon, icon):
            tries += 1
            if tries == TRIES and not some_cell_apart(s, site, icon, free):
                return cards.NONE
            k = below(rng, free)
        s.outcome[site.cells[k]] = icon
        free -= 1
        site.cells[k] = site.cells[free]
    return free


@rule
def some_cell_apart(s: State, site: Site, icon: int, free: int) -> int:
    for k in range(free):
        if not exploring.beside(s.outcome, site.cells[k], icon, icon):
            return 1
    return 0


@rule
def dungeon_fault(s: State) -> int:
    numbers, site = faults.Numbers(), Site()
    faults.count_outcome(s, numbers, 0, CAVE_CELLS)
    for icon in range(cards.ALL_ICONS):
        if numbers.tallies[icon] != cards.DUNGEON_COPIES[s.size][icon]:
            return faults.WRONG_NUMBERS
    quiet = 0
    for row in range(CAVE_ROWS):
        site.rows[row] = 0
    for cell in range(CAVE_CELLS):
        icon = s.outcome[cell]
        if icon >= cards.ARMY:
            site.rows[cell // CAVE_COLUMNS] |= bit(cell % CAVE_COLUMNS)
        if exploring.is_treasure(icon) and exploring.beside(s.outcome, cell, icon, icon):
            return faults.EQUAL_TREASURES
        if icon == cards.EMPTY and not exploring.beside_treasure(s.outcome, cell):
            quiet = 1
    if not all_together(site):
        return faults.SPLIT
    return faults.VALID if quiet else faults.NO_QUIET_CIRCLE


@rule
def print_dungeon(s: State) -> None:
    for cell in range(CAVE_CELLS):
        icon = s.outcome[cell]
        row, column = cell // CAVE_COLUMNS, cell % CAVE_COLUMNS
        s.dungeon[cell] = icon
        if cards.NONE < icon < cards.ARMY:
            s.walls[icon * CAVE_ROWS + row] |= bit(column)
