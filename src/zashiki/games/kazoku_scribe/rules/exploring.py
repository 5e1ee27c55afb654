"""The dungeon: the entry, the steps of a submitted piece, and the marks they bring."""

from __future__ import annotations

from zashiki.core.bits import lowest
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe import actions, cards, phase
from zashiki.games.kazoku_scribe.cards import CAVE_COLUMNS, CAVE_STEP, CAVE_TURN, CAVE_WORDS
from zashiki.games.kazoku_scribe.rules import marks, planning, turns
from zashiki.games.kazoku_scribe.state import State, team_of

# The entry


@rule
def is_treasure(icon: int) -> int:
    return 1 if cards.COIN <= icon <= cards.SILK else 0


@rule
def beside(grid: list[int], cell: int, low: int, high: int) -> int:
    """Whether an orthogonal neighbour of a dungeon cell holds an icon from `low` to `high`."""
    column = cell % CAVE_COLUMNS
    if cell >= CAVE_COLUMNS and low <= grid[cell - CAVE_COLUMNS] <= high:
        return 1
    if cell + CAVE_COLUMNS < cards.CAVE_CELLS and low <= grid[cell + CAVE_COLUMNS] <= high:
        return 1
    if column > 0 and low <= grid[cell - 1] <= high:
        return 1
    return 1 if column + 1 < CAVE_COLUMNS and low <= grid[cell + 1] <= high else 0


@rule
def beside_treasure(grid: list[int], cell: int) -> int:
    return beside(grid, cell, cards.COIN, cards.SILK)


@rule
def list_entries(s: State, out: list[int]) -> int:
    n = 0
    for cell in range(cards.CAVE_CELLS):
        # KZS-8: the entry is an empty circle.
        if s.dungeon[cell] == cards.EMPTY:
            # KZS-9: the option for a first game keeps it away from treasure.
            if s.beginner == 0 or not beside_treasure(s.dungeon, cell):
                out[n] = actions.ENTER + cell
                n += 1
    return n


@rule
def enter_dungeon(s: State, action: int) -> None:
    # KZS-8, KZS-R29: crossed out at once; nothing is gained.
    cross(s, action - actions.ENTER)
    s.seat = 0
    s.round = 0
    planning.begin_round(s)


@rule
def cross(s: State, cell: int) -> None:
    s.crossed[cards.CAVE_WORD_OF[cell]] |= cards.CAVE_BIT_OF[cell]


@rule
def is_crossed(s: State, cell: int) -> int:
    return 1 if s.crossed[cards.CAVE_WORD_OF[cell]] & cards.CAVE_BIT_OF[cell] else 0


# The steps of a piece


@rule
def next_to(cells: list[int], at: int, word: int) -> int:
    """What is beside a set of dungeon cells, whose words begin at `at`, in one of its words; places that are no cells too."""
    here = cells[at + word]
    near = here << 1 | here >> 1 | here << CAVE_STEP | here >> CAVE_STEP
    if word > 0:
        near |= cells[at + word - 1] >> CAVE_TURN
    if word + 1 < CAVE_WORDS:
        near |= cells[at + word + 1] << CAVE_TURN
    return near


@rule
def passable_in(s: State, word: int) -> int:
    """The cells that the piece being explored with can cross, in one word."""
    # KZS-49: round spaces are free; KZS-48: an army square needs its icon on the piece.
    passable = cards.CAVE[s.size * CAVE_WORDS + word]
    for icon in range(cards.ARMY):
        if s.troops[icon] == 0:
            passable &= ~s.walls[icon * CAVE_WORDS + word]
    return passable


@rule
def explorable_in(s: State, word: int) -> int:
    """KZS-47: the cells that can be explored now, next to a crossed one, in one word."""
    return next_to(s.crossed, 0, word) & passable_in(s, word) & ~s.crossed[word]


@rule
def list_explorable(s: State, out: list[int]) -> int:
    n = 0
    for word in range(CAVE_WORDS):
        cells = explorable_in(s, word)
        while cells:
            out[n] = actions.EXPLORE_CELL + cards.CAVE_CELL_AT[word * cards.CAVE_PLACES + lowest(cells)]
            cells &= cells - 1
            n += 1
    return n


@rule
def can_explore(s: State) -> int:
    for word in range(CAVE_WORDS):
        if explorable_in(s, word):
            return 1
    return 0


@rule
def explore_on(s: State) -> None:
    """Ask for the next step, or end the turn."""
    # KZS-46: one cell for every covered icon, as long as there is one.
    if s.steps and can_explore(s):
        s.phase = phase.EXPLORE
    else:
        turns.end_turn(s)


@rule
def explore(s: State, seat: int, action: int) -> None:
    cell = action - actions.EXPLORE_CELL
    icon = s.dungeon[cell]
    cross(s, cell)
    s.steps -= 1
    if icon < cards.ARMY:
        # KZS-48: each army square uses up one icon.
        s.troops[icon] -= 1
    # KZS-R28: a treasure counts for the team, everything else for the explorer's own page.
    if is_treasure(icon) and claim(s, team_of(seat), icon - cards.COIN):
        # KZS-56: two treasures win at once; KZS-R23: whatever is left to do.
        turns.dismiss_piece(s)
        s.phase = phase.OVER
    elif icon == cards.BRIDGE_ICON and marks.can_bridge(s, seat):
        # KZS-50: a bridge for the explorer's own village.
        s.phase = phase.BRIDGE_FOUND
    elif icon == cards.SHIELD_ICON and marks.open_boxes(s, seat, s.round + 1):
        # KZS-51: a box of the explorer's challenge block, in a later round (KZS-R12).
        s.phase = phase.SHIELD_FOUND
    elif icon == cards.TAILORING_ICON and marks.can_cut(s, seat):
        # KZS-52: one cut on the explorer's page.
        s.phase = phase.TAILORING_FOUND
    else:
        explore_on(s)


@rule
def owner_of(s: State, treasure: int) -> int:
    """The team that owns a treasure, or NOBODY."""
    # KZS-54: the middle icon of the lane decides; KZS-R22: so more than half of all its icons.
    for team in range(cards.TEAMS):
        if 2 * s.lanes[treasure * cards.TEAMS + team] > cards.LANE[s.size]:
            return team
    return cards.NOBODY


@rule
def owns_enough(s: State, team: int) -> int:
    """Whether a team owns the two treasures that win at once (KZS-56)."""
    owned = 0
    for treasure in range(cards.TREASURES):
        if owner_of(s, treasure) == team:
            owned += 1
    return 1 if owned >= cards.TREASURES_TO_WIN else 0


@rule
def claim(s: State, team: int, treasure: int) -> int:
    """Cross the next icon of a lane; 1 when the team now owns enough treasures."""
    # KZS-53: from the team's own side.
    s.lanes[treasure * cards.TEAMS + team] += 1
    return owns_enough(s, team)


# What was found


@rule
def list_found(s: State, seat: int, out: list[int]) -> int:
    """The marks an explored icon allows. KZS-R11: a bridge or a shield may be declined, a cut may not."""
    if s.phase == phase.TAILORING_FOUND:
        return marks.list_cuts(s, seat, out)
    if s.phase == phase.BRIDGE_FOUND:
        n = marks.list_bridges(s, seat, out)
        out[n] = actions.BRIDGE_NONE
        return n + 1
    n = marks.list_wards(s, seat, s.round + 1, out)
    out[n] = actions.WARD_NONE
    return n + 1


@rule
def apply_found(s: State, seat: int, action: int) -> None:
    if s.phase == phase.TAILORING_FOUND:
        marks.cut(s, seat, action)
    elif s.phase == phase.BRIDGE_FOUND:
        if action != actions.BRIDGE_NONE:
            marks.draw_bridge(s, seat, action - actions.DRAW_BRIDGE)
    elif action != actions.WARD_NONE:
        marks.cross_box(s, seat, action - actions.WARD_BOX)
    explore_on(s)
