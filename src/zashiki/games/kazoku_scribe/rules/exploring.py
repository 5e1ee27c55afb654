"""The dungeon: the entry (D1), the steps of a submitted piece (D9) and the marks they bring (D10-D12)."""

from __future__ import annotations

from zashiki.core.bits import bit, lowest
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe.actions import (
    BRIDGE_NONE,
    DRAW_BRIDGE,
    ENTER,
    EXPLORE_CELL,
    WARD_BOX,
    WARD_NONE,
)
from zashiki.games.kazoku_scribe.cards import (
    ARMY,
    BRIDGE_ICON,
    CAVE_CELLS,
    CAVE_COLUMNS,
    CAVE_ROWS,
    COIN,
    EMPTY,
    LANE,
    SHIELD_ICON,
    SILK,
    TAILORING_ICON,
    TEAMS,
    TREASURES,
)
from zashiki.games.kazoku_scribe.rules.marks import (
    can_bridge,
    can_cut,
    cross_box,
    cut,
    draw_bridge,
    list_bridges,
    list_cuts,
    list_wards,
    open_boxes,
)
from zashiki.games.kazoku_scribe.rules.planning import begin_round
from zashiki.games.kazoku_scribe.rules.turns import end_turn
from zashiki.games.kazoku_scribe.state import BRIDGE_FOUND, EXPLORE, OVER, SHIELD_FOUND, TAILORING_FOUND, State, team_of

# The entry


@rule
def is_treasure(icon: int) -> int:
    return 1 if COIN <= icon <= SILK else 0


@rule
def beside_treasure(grid: list[int], cell: int) -> int:
    """Whether an orthogonal neighbour of a dungeon cell is a treasure."""
    column = cell % CAVE_COLUMNS
    if cell >= CAVE_COLUMNS and is_treasure(grid[cell - CAVE_COLUMNS]):
        return 1
    if cell + CAVE_COLUMNS < CAVE_CELLS and is_treasure(grid[cell + CAVE_COLUMNS]):
        return 1
    if column > 0 and is_treasure(grid[cell - 1]):
        return 1
    return 1 if column + 1 < CAVE_COLUMNS and is_treasure(grid[cell + 1]) else 0


@rule
def list_entries(s: State, out: list[int]) -> int:
    n = 0
    for cell in range(CAVE_CELLS):
        # KZS-8: the entry is an empty circle.
        if s.dungeon[cell] == EMPTY:
            # KZS-9: the option for a first game keeps it away from treasure.
            if s.beginner == 0 or not beside_treasure(s.dungeon, cell):
                out[n] = ENTER + cell
                n += 1
    return n


@rule
def enter_dungeon(s: State, action: int) -> None:
    # KZS-8, KZS-R29: crossed out at once; nothing is gained.
    cross(s, action - ENTER)
    s.seat = 0
    s.round = 0
    begin_round(s)


@rule
def cross(s: State, cell: int) -> None:
    s.crossed[cell // CAVE_COLUMNS] |= bit(cell % CAVE_COLUMNS)


# The steps of a piece


@rule
def explorable_in(s: State, row: int) -> int:
    """The cells of a row that can be explored now."""
    passable = s.spaces[row]
    # KZS-49: round spaces are free; KZS-48: an army square needs its icon on the piece.
    for icon in range(ARMY):
        if s.troops[icon]:
            passable |= s.walls[icon * CAVE_ROWS + row]
    # KZS-47: next to a crossed cell.
    here = s.crossed[row]
    near = here << 1 | here >> 1
    if row > 0:
        near |= s.crossed[row - 1]
    if row + 1 < CAVE_ROWS:
        near |= s.crossed[row + 1]
    return near & passable & ~here


@rule
def list_explorable(s: State, out: list[int]) -> int:
    n = 0
    for row in range(CAVE_ROWS):
        cells = explorable_in(s, row)
        while cells:
            out[n] = EXPLORE_CELL + row * CAVE_COLUMNS + lowest(cells)
            cells &= cells - 1
            n += 1
    return n


@rule
def can_explore(s: State) -> int:
    for row in range(CAVE_ROWS):
        if explorable_in(s, row):
            return 1
    return 0


@rule
def explore_on(s: State) -> None:
    """Ask for the next step, or end the turn."""
    # KZS-46: one cell for every covered icon, as long as there is one.
    if s.steps and can_explore(s):
        s.phase = EXPLORE
    else:
        end_turn(s)


@rule
def explore(s: State, seat: int, action: int) -> None:
    cell = action - EXPLORE_CELL
    icon = s.dungeon[cell]
    cross(s, cell)
    s.steps -= 1
    if icon < ARMY:
        # KZS-48: each army square uses up one icon.
        s.troops[icon] -= 1
    # KZS-R28: a treasure counts for the team, everything else for the explorer's own page.
    if is_treasure(icon) and claim(s, team_of(seat), icon - COIN):
        # KZS-56: two treasures win at once; KZS-R23: whatever is left to do.
        finish(s)
    elif icon == BRIDGE_ICON and can_bridge(s, seat):
        # KZS-50: a bridge for the explorer's own village.
        s.phase = BRIDGE_FOUND
    elif icon == SHIELD_ICON and open_boxes(s, seat, s.round + 1):
        # KZS-51: a box of the own challenge block, of a later round (KZS-R12).
        s.phase = SHIELD_FOUND
    elif icon == TAILORING_ICON and can_cut(s, seat):
        # KZS-52: one cut on the own page.
        s.phase = TAILORING_FOUND
    else:
        explore_on(s)


@rule
def owner_of(s: State, treasure: int) -> int:
    """The team that owns a treasure, or -1."""
    # KZS-54: the middle icon of the lane decides; KZS-R22: so more than half of all its icons.
    for team in range(TEAMS):
        if 2 * s.lanes[treasure * TEAMS + team] > LANE[s.size]:
            return team
    return -1


@rule
def claim(s: State, team: int, treasure: int) -> int:
    """Cross the next icon of a lane; 1 when the team now owns two treasures."""
    # KZS-53: from the team's own side.
    s.lanes[treasure * TEAMS + team] += 1
    owned = 0
    for t in range(TREASURES):
        if owner_of(s, t) == team:
            owned += 1
    return 1 if owned >= 2 else 0


@rule
def finish(s: State) -> None:
    s.steps = 0
    for icon in range(ARMY):
        s.troops[icon] = 0
    s.phase = OVER


# What was found


@rule
def list_found(s: State, seat: int, out: list[int]) -> int:
    """The marks an explored icon allows. KZS-R11: a bridge or a shield may be declined, a cut may not."""
    if s.phase == TAILORING_FOUND:
        return list_cuts(s, seat, out)
    if s.phase == BRIDGE_FOUND:
        n = list_bridges(s, seat, out)
        out[n] = BRIDGE_NONE
        return n + 1
    n = list_wards(s, seat, s.round + 1, out)
    out[n] = WARD_NONE
    return n + 1


@rule
def apply_found(s: State, seat: int, action: int) -> None:
    if s.phase == TAILORING_FOUND:
        cut(s, seat, action)
    elif s.phase == BRIDGE_FOUND:
        if action != BRIDGE_NONE:
            draw_bridge(s, seat, action - DRAW_BRIDGE)
    elif action != WARD_NONE:
        cross_box(s, seat, action - WARD_BOX)
    explore_on(s)
