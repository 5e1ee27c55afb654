"""The dungeon page: army squares that leave the rest connected, treasures apart from their kind, then everything else."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.chance import below, shuffle
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import CAVE_CELLS, CAVE_COLUMNS, CAVE_ROWS
from zashiki.games.kazoku_scribe.rules import exploring, faults
from zashiki.games.kazoku_scribe.state import State

TRIES = 40  # random picks before all free cells are searched


@rule
def dig_dungeon(s: State, rng: list[int]) -> int:
    """Army squares that leave the rest connected, then treasures apart from their kind, then the rest; 0 when stuck."""
    free = clear_dungeon(s)
    free = wall_up(s, rng, free)
    for icon in range(cards.COIN, cards.SILK + 1):
        free = hide_treasure(s, rng, icon, free)
        if free == cards.NONE:
            return 0
    for k in range(shuffle_icons(s, rng, cards.EMPTY, cards.ALL_ICONS)):
        s.outcome[s.cells[k]] = s.options[k]
    return 1


@rule
def shuffle_icons(s: State, rng: list[int], first: int, end: int) -> int:
    """Put the printed number of each of these icons into `options` in random order; how many that are."""
    n = 0
    for icon in range(first, end):
        for _ in range(cards.DUNGEON_COPIES[s.size][icon]):
            s.options[n] = icon
            n += 1
    shuffle(rng, s.options, n)
    return n


@rule
def clear_dungeon(s: State) -> int:
    """All cells of the dungeon are free; how many there are."""
    for cell in range(CAVE_CELLS):
        s.outcome[cell] = cards.NONE
    n = 0
    for row in range(CAVE_ROWS):
        s.rows[row] = 0
    for row in range(cards.DUNGEON_ROWS[s.size]):
        s.rows[row] = bit(cards.DUNGEON_COLUMNS[s.size]) - 1
        for column in range(cards.DUNGEON_COLUMNS[s.size]):
            s.cells[n] = row * CAVE_COLUMNS + column
            n += 1
    return n


@rule
def wall_up(s: State, rng: list[int], free: int) -> int:
    """Turn random free cells into army squares, the others staying connected; how many free cells are left."""
    n = shuffle_icons(s, rng, cards.SOLDIER, cards.ARMY)
    while n > 0:
        k = below(rng, free)
        cell = s.cells[k]
        s.rows[cell // CAVE_COLUMNS] &= ~bit(cell % CAVE_COLUMNS)
        if keeps_together(s, cell) or all_together(s):
            n -= 1
            s.outcome[cell] = s.options[n]
            free -= 1
            s.cells[k] = s.cells[free]
        else:
            s.rows[cell // CAVE_COLUMNS] |= bit(cell % CAVE_COLUMNS)
    return free


@rule
def is_free(s: State, row: int, column: int) -> int:
    if row < 0 or row >= CAVE_ROWS or column < 0 or column >= CAVE_COLUMNS:
        return 0
    return s.rows[row] >> column & 1


@rule
def keeps_together(s: State, cell: int) -> int:
    """Whether the free neighbours of a cell just closed are connected around it, so that closing it cuts nothing off."""
    row, column = cell // CAVE_COLUMNS, cell % CAVE_COLUMNS
    north, south = is_free(s, row - 1, column), is_free(s, row + 1, column)
    west, east = is_free(s, row, column - 1), is_free(s, row, column + 1)
    groups = north + south + west + east
    if north and east:
        groups -= is_free(s, row - 1, column + 1)
    if east and south:
        groups -= is_free(s, row + 1, column + 1)
    if south and west:
        groups -= is_free(s, row + 1, column - 1)
    if west and north:
        groups -= is_free(s, row - 1, column - 1)
    return 1 if groups <= 1 else 0


@rule
def all_together(s: State) -> int:
    """Whether the cells of `rows` are one orthogonally connected area."""
    first = 0
    for row in range(CAVE_ROWS - 1, -1, -1):
        s.reached[row] = 0
        if s.rows[row]:
            first = row
    s.reached[first] = s.rows[first] & -s.rows[first]
    grown = 1
    while grown:
        grown = 0
        for row in range(CAVE_ROWS):
            grown |= grow_row(s, row)
        for row in range(CAVE_ROWS - 1, -1, -1):
            grown |= grow_row(s, row)
    for row in range(CAVE_ROWS):
        if s.reached[row] != s.rows[row]:
            return 0
    return 1


@rule
def grow_row(s: State, row: int) -> int:
    """Reach the cells of a row that its own cells and the rows beside it lead to; 1 when some are new."""
    here = (s.reached[row] | exploring.next_to(s.reached, row)) & s.rows[row]
    while here != (here | here << 1 | here >> 1) & s.rows[row]:
        here = (here | here << 1 | here >> 1) & s.rows[row]
    new = 1 if here != s.reached[row] else 0
    s.reached[row] = here
    return new


@rule
def hide_treasure(s: State, rng: list[int], icon: int, free: int) -> int:
    """Put all icons of a treasure on random free cells, no two side by side; how many free cells are left, NONE when stuck."""
    for _ in range(cards.DUNGEON_COPIES[s.size][icon]):
        k = below(rng, free)
        tries = 0
        while exploring.beside(s.outcome, s.cells[k], icon, icon):
            tries += 1
            if tries == TRIES and not some_cell_apart(s, icon, free):
                return cards.NONE
            k = below(rng, free)
        s.outcome[s.cells[k]] = icon
        free -= 1
        s.cells[k] = s.cells[free]
    return free


@rule
def some_cell_apart(s: State, icon: int, free: int) -> int:
    for k in range(free):
        if not exploring.beside(s.outcome, s.cells[k], icon, icon):
            return 1
    return 0


@rule
def dungeon_fault(s: State) -> int:
    faults.count_outcome(s, 0, CAVE_CELLS)
    for icon in range(cards.ALL_ICONS):
        if s.tallies[icon] != cards.DUNGEON_COPIES[s.size][icon]:
            return faults.WRONG_NUMBERS
    quiet = 0
    for row in range(CAVE_ROWS):
        s.rows[row] = 0
    for cell in range(CAVE_CELLS):
        icon = s.outcome[cell]
        if icon >= cards.ARMY:
            s.rows[cell // CAVE_COLUMNS] |= bit(cell % CAVE_COLUMNS)
        if exploring.is_treasure(icon) and exploring.beside(s.outcome, cell, icon, icon):
            return faults.EQUAL_TREASURES
        if icon == cards.EMPTY and not exploring.beside_treasure(s.outcome, cell):
            quiet = 1
    if not all_together(s):
        return faults.SPLIT
    return faults.VALID if quiet else faults.NO_QUIET_CIRCLE


@rule
def print_dungeon(s: State) -> None:
    for cell in range(CAVE_CELLS):
        icon = s.outcome[cell]
        row, column = cell // CAVE_COLUMNS, cell % CAVE_COLUMNS
        s.dungeon[cell] = icon
        if icon >= cards.ARMY:
            s.spaces[row] |= bit(column)
        elif icon != cards.NONE:
            s.walls[icon * CAVE_ROWS + row] |= bit(column)
