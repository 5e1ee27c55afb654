"""The dungeon page: army squares that leave the rest connected, treasures apart from their kind, then everything else."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.chance import below, shuffle
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe.cards import (
    ARMY,
    CAVE_CELLS,
    CAVE_COLUMNS,
    CAVE_ROWS,
    COIN,
    DUNGEON_COLUMNS,
    DUNGEON_COPIES,
    DUNGEON_ROWS,
    EMPTY,
    NONE,
    TREASURES,
)
from zashiki.games.kazoku_scribe.rules.exploring import beside_treasure, is_treasure
from zashiki.games.kazoku_scribe.rules.faults import (
    ALL_ICONS,
    EQUAL_TREASURES,
    NO_QUIET_CIRCLE,
    SPLIT,
    VALID,
    WRONG_NUMBERS,
    count_outcome,
)
from zashiki.games.kazoku_scribe.state import State

TRIES = 40  # picks before a full look for a free cell


@rule
def dig_dungeon(s: State, rng: list[int]) -> int:
    """Army squares that leave the rest connected, then treasures apart from their kind, then the rest; 0 when stuck."""
    free = clear_dungeon(s)
    free = wall_up(s, rng, free)
    for treasure in range(TREASURES):
        free = hide_treasure(s, rng, COIN + treasure, free)
        if free == NONE:
            return 0
    n = 0
    for icon in range(EMPTY, ALL_ICONS):
        for _ in range(DUNGEON_COPIES[s.size * ALL_ICONS + icon]):
            s.options[n] = icon
            n += 1
    shuffle(rng, s.options, n)
    for k in range(n):
        s.outcome[s.cells[k]] = s.options[k]
    return 1


@rule
def clear_dungeon(s: State) -> int:
    """All cells of the dungeon are free; how many there are."""
    for cell in range(CAVE_CELLS):
        s.outcome[cell] = NONE
    n = 0
    for row in range(CAVE_ROWS):
        s.rows[row] = 0
    for row in range(DUNGEON_ROWS[s.size]):
        s.rows[row] = bit(DUNGEON_COLUMNS[s.size]) - 1
        for column in range(DUNGEON_COLUMNS[s.size]):
            s.cells[n] = row * CAVE_COLUMNS + column
            n += 1
    return n


@rule
def wall_up(s: State, rng: list[int], free: int) -> int:
    """Make random free cells army squares, each time leaving the others connected; the free cells left."""
    n = 0
    for icon in range(ARMY):
        for _ in range(DUNGEON_COPIES[s.size * ALL_ICONS + icon]):
            s.options[n] = icon
            n += 1
    shuffle(rng, s.options, n)
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
    """Whether the free cells around one that is closed hang together among themselves: then nothing is cut off."""
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
    """Reach what the row's neighbours and the row itself lead to; 1 when that is something new."""
    here = s.reached[row]
    if row > 0:
        here |= s.reached[row - 1]
    if row + 1 < CAVE_ROWS:
        here |= s.reached[row + 1]
    here &= s.rows[row]
    while here != (here | here << 1 | here >> 1) & s.rows[row]:
        here = (here | here << 1 | here >> 1) & s.rows[row]
    new = 1 if here != s.reached[row] else 0
    s.reached[row] = here
    return new


@rule
def beside_equal(s: State, cell: int, icon: int) -> int:
    """Whether an orthogonal neighbour in the outcome has the same icon."""
    column = cell % CAVE_COLUMNS
    if cell >= CAVE_COLUMNS and s.outcome[cell - CAVE_COLUMNS] == icon:
        return 1
    if cell + CAVE_COLUMNS < CAVE_CELLS and s.outcome[cell + CAVE_COLUMNS] == icon:
        return 1
    if column > 0 and s.outcome[cell - 1] == icon:
        return 1
    return 1 if column + 1 < CAVE_COLUMNS and s.outcome[cell + 1] == icon else 0


@rule
def hide_treasure(s: State, rng: list[int], icon: int, free: int) -> int:
    """Put all icons of a treasure on random free cells, no two side by side; the free cells left, NONE when stuck."""
    for _ in range(DUNGEON_COPIES[s.size * ALL_ICONS + icon]):
        k = below(rng, free)
        tries = 0
        while beside_equal(s, s.cells[k], icon):
            tries += 1
            if tries == TRIES and not some_cell_apart(s, icon, free):
                return NONE
            k = below(rng, free)
        s.outcome[s.cells[k]] = icon
        free -= 1
        s.cells[k] = s.cells[free]
    return free


@rule
def some_cell_apart(s: State, icon: int, free: int) -> int:
    for k in range(free):
        if not beside_equal(s, s.cells[k], icon):
            return 1
    return 0


@rule
def dungeon_fault(s: State) -> int:
    count_outcome(s, 0, CAVE_CELLS)
    for icon in range(ALL_ICONS):
        if s.tallies[icon] != DUNGEON_COPIES[s.size * ALL_ICONS + icon]:
            return WRONG_NUMBERS
    quiet = 0
    for row in range(CAVE_ROWS):
        s.rows[row] = 0
    for cell in range(CAVE_CELLS):
        icon = s.outcome[cell]
        if icon >= ARMY:
            s.rows[cell // CAVE_COLUMNS] |= bit(cell % CAVE_COLUMNS)
        if is_treasure(icon) and beside_equal(s, cell, icon):
            return EQUAL_TREASURES
        if icon == EMPTY and not beside_treasure(s.outcome, cell):
            quiet = 1
    if not all_together(s):
        return SPLIT
    return VALID if quiet else NO_QUIET_CIRCLE


@rule
def print_dungeon(s: State) -> None:
    for cell in range(CAVE_CELLS):
        icon = s.outcome[cell]
        row, column = cell // CAVE_COLUMNS, cell % CAVE_COLUMNS
        s.dungeon[cell] = icon
        if icon >= ARMY:
            s.spaces[row] |= bit(column)
        elif icon != NONE:
            s.walls[icon * CAVE_ROWS + row] |= bit(column)
