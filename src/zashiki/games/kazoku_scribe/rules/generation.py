"""Set-up: the starting seat and the generated pages, each one chance event; what makes a page valid."""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.chance import below, shuffle
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe.cards import (
    ARMY,
    BANK_LEAST,
    BASICS,
    BATTLE_COLUMNS,
    BATTLE_COPIES,
    BATTLE_ROWS,
    BIT_OF,
    CELLS,
    CREEK_HIGH,
    CREEK_LOW,
    DEEDS,
    DOUBLED,
    DOUBLED_ACTIONS,
    ELEMENT_COPIES,
    HALF_OF,
    HALVES,
    KINDS,
    MAP,
    NONE,
    PLAIN,
    PLAN_CELLS,
    PLAN_COLUMNS,
    PLAN_ROWS,
    REQUIRED,
    SHAPE_SIZE,
    SHAPES,
    SQUARES,
    THREE_SQUARE_SHAPES,
    VILLAGE_COLUMNS,
    VILLAGE_ROWS,
    WAR_SQUARES,
    WARS,
)
from zashiki.games.kazoku_scribe.rules.digging import dig_dungeon, dungeon_fault, print_dungeon
from zashiki.games.kazoku_scribe.rules.estates import load_printed_need, some_estate
from zashiki.games.kazoku_scribe.rules.faults import (
    BAD_CREEK,
    EQUAL_BLOCK,
    FEW_PLACES,
    NO_DOUBLE_ESTATE,
    NO_PLAIN_ESTATE,
    ONE_ICON,
    POOR_BANK,
    VALID,
    WRONG_NUMBERS,
    WRONG_SHAPES,
    count_outcome,
)
from zashiki.games.kazoku_scribe.rules.submission import count_placements
from zashiki.games.kazoku_scribe.rules.village import load_banks
from zashiki.games.kazoku_scribe.state import BATTLE, DIFFERENT, DUNGEON, ENTRY, KNOWLEDGE, START, VILLAGE, State

CREEK = CELLS  # where the creek stands in the outcome, behind the elements
PIECE_ICONS = WARS  # where the icons of the pieces stand, behind their shapes
PIECE_ICON_COPIES = 6  # of each army icon on the five pieces
PLACES_LEAST = 3


@rule
def draw(s: State, rng: list[int]) -> None:
    """Sample the next page until it is valid."""
    if s.phase == START:
        s.outcome[0] = below(rng, s.players)
    elif s.phase == BATTLE:
        shuffle_battle(s, rng)
        while battle_fault(s) != VALID:
            shuffle_battle(s, rng)
    elif s.phase == DUNGEON:
        while not dig_dungeon(s, rng) or dungeon_fault(s) != VALID:
            s.outcome[0] = NONE
    elif s.phase == VILLAGE:
        shuffle_village(s, rng)
        while village_fault(s) != VALID:
            shuffle_village(s, rng)
    else:
        shuffle_knowledge(s, rng)
        while knowledge_fault(s) != VALID:
            shuffle_knowledge(s, rng)


@rule
def reveal(s: State) -> None:
    """Print the page that stands in the outcome."""
    if s.phase == START:
        # KZS-7: the first starting seat is random.
        s.start = s.outcome[0]
        s.phase = BATTLE
    elif s.phase == BATTLE:
        print_battle(s)
        s.phase = DUNGEON
    elif s.phase == DUNGEON:
        print_dungeon(s)
        s.phase = VILLAGE
    elif s.phase == VILLAGE:
        # KZS-3: the same page for all seats, or one each by agreement.
        for seat in range(s.printed, s.printed + pages_at_once(s)):
            print_village(s, seat)
        s.phase = KNOWLEDGE
    else:
        for seat in range(s.printed, s.printed + pages_at_once(s)):
            print_knowledge(s, seat)
        s.printed += pages_at_once(s)
        s.phase = VILLAGE
        if s.printed == s.players:
            # KZS-8: the seat to the right of the starting seat chooses the entry.
            s.phase = ENTRY
            s.round = 1
            s.seat = (s.start - 1 + s.players) % s.players


@rule
def pages_at_once(s: State) -> int:
    return 1 if s.villages == DIFFERENT else s.players


# The battle plan


@rule
def shuffle_battle(s: State, rng: list[int]) -> None:
    """Shuffle all icons over the grid."""
    n = 0
    for icon in range(ARMY):
        for _ in range(BATTLE_COPIES[s.size * ARMY + icon]):
            s.cells[n] = icon
            n += 1
    shuffle(rng, s.cells, n)
    for cell in range(PLAN_CELLS):
        s.outcome[cell] = NONE
    for k in range(n):
        s.outcome[k // BATTLE_COLUMNS[s.size] * PLAN_COLUMNS + k % BATTLE_COLUMNS[s.size]] = s.cells[k]


@rule
def battle_fault(s: State) -> int:
    count_outcome(s, 0, PLAN_CELLS)
    for icon in range(ARMY):
        if s.tallies[icon] != BATTLE_COPIES[s.size * ARMY + icon]:
            return WRONG_NUMBERS
    for row in range(BATTLE_ROWS[s.size] - 1):
        for column in range(BATTLE_COLUMNS[s.size] - 1):
            at = row * PLAN_COLUMNS + column
            icon = s.outcome[at]
            if icon == s.outcome[at + 1] and icon == s.outcome[at + PLAN_COLUMNS] and icon == s.outcome[at + PLAN_COLUMNS + 1]:
                return EQUAL_BLOCK
    return VALID


@rule
def print_battle(s: State) -> None:
    # KZS-4: a grid of soldiers, archers and supplies.
    for cell in range(PLAN_CELLS):
        icon = s.outcome[cell]
        s.battle[cell] = icon
        if icon != NONE:
            s.uncovered[icon * PLAN_ROWS + cell // PLAN_COLUMNS] |= bit(cell % PLAN_COLUMNS)


# The village


@rule
def shuffle_village(s: State, rng: list[int]) -> None:
    """Shuffle all elements over the map and let the creek wander down."""
    n = 0
    for kind in range(KINDS):
        for _ in range(ELEMENT_COPIES[kind]):
            s.outcome[n] = kind
            n += 1
    shuffle(rng, s.outcome, CELLS)
    s.outcome[CREEK] = CREEK_LOW + below(rng, CREEK_HIGH - CREEK_LOW + 1)
    for row in range(1, VILLAGE_ROWS):
        low = max(CREEK_LOW, s.outcome[CREEK + row - 1] - 1)
        high = min(CREEK_HIGH, s.outcome[CREEK + row - 1] + 1)
        s.outcome[CREEK + row] = low + below(rng, high - low + 1)


@rule
def village_fault(s: State) -> int:
    count_outcome(s, 0, CELLS)
    for kind in range(KINDS):
        if s.tallies[kind] != ELEMENT_COPIES[kind]:
            return WRONG_NUMBERS
    for row in range(VILLAGE_ROWS):
        at = CREEK + row
        if s.outcome[at] < CREEK_LOW or s.outcome[at] > CREEK_HIGH or (row > 0 and abs(s.outcome[at] - s.outcome[at - 1]) > 1):
            return BAD_CREEK
    load_outcome(s)
    for kind in range(KINDS):
        west = count(s.kind[2 * kind] & s.bank[0]) + count(s.kind[2 * kind + 1] & s.bank[1])
        if min(west, ELEMENT_COPIES[kind] - west) < BANK_LEAST[kind]:
            return POOR_BANK
    return estates_fault(s)


@rule
def load_outcome(s: State) -> None:
    """Make the village in the outcome the page being searched."""
    for k in range(KINDS * HALVES):
        s.kind[k] = 0
    s.bank[0], s.bank[1] = 0, 0
    for cell in range(CELLS):
        s.kind[s.outcome[cell] * HALVES + HALF_OF[cell]] |= BIT_OF[cell]
        if cell % VILLAGE_COLUMNS < s.outcome[CREEK + cell // VILLAGE_COLUMNS]:
            s.bank[HALF_OF[cell]] |= BIT_OF[cell]
    load_banks(s)


@rule
def estates_fault(s: State) -> int:
    """Whether the loaded page lacks an estate for some action, or has too few doubled ones."""
    for deed in range(DEEDS):
        if not some_estate(s, load_printed_need(s, deed, PLAIN)):
            return NO_PLAIN_ESTATE
    doubled = 0
    for deed in range(DEEDS):
        if doubled < DOUBLED_ACTIONS:
            doubled += some_estate(s, load_printed_need(s, deed, DOUBLED))
    return VALID if doubled >= DOUBLED_ACTIONS else NO_DOUBLE_ESTATE


@rule
def print_village(s: State, seat: int) -> None:
    # KZS-6: elements, and a creek that splits the village in two.
    load_outcome(s)
    for k in range(KINDS * HALVES):
        s.elements[seat * KINDS * HALVES + k] = s.kind[k]
    for half in range(HALVES):
        s.west[seat * HALVES + half] = s.bank[half] & MAP[half]
    for row in range(VILLAGE_ROWS):
        s.creek[seat * VILLAGE_ROWS + row] = s.outcome[CREEK + row]


# The knowledge block


@rule
def shuffle_knowledge(s: State, rng: list[int]) -> None:
    """Shapes in random order, icons shuffled over all squares."""
    for shape in range(SHAPES):
        s.cells[shape] = shape
    shuffle(rng, s.cells, THREE_SQUARE_SHAPES)
    for k in range(THREE_SQUARE_SHAPES, WARS):
        other = k + below(rng, SHAPES - k)
        s.cells[k], s.cells[other] = s.cells[other], s.cells[k]
    for war in range(WARS):
        s.outcome[war] = s.cells[war]
    for k in range(ARMY * PIECE_ICON_COPIES):
        s.cells[k] = k % ARMY
    shuffle(rng, s.cells, ARMY * PIECE_ICON_COPIES)
    n = 0
    for war in range(WARS):
        for square in range(SQUARES):
            at = PIECE_ICONS + war * SQUARES + square
            s.outcome[at] = NONE
            if square < WAR_SQUARES[war]:
                s.outcome[at] = s.cells[n]
                n += 1


@rule
def knowledge_fault(s: State) -> int:
    for war in range(WARS):
        if SHAPE_SIZE[s.outcome[war]] != WAR_SQUARES[war]:
            return WRONG_SHAPES
        for other in range(war):
            if s.outcome[other] == s.outcome[war]:
                return WRONG_SHAPES
    count_outcome(s, PIECE_ICONS, WARS * SQUARES)
    for icon in range(ARMY):
        if s.tallies[icon] != PIECE_ICON_COPIES:
            return WRONG_NUMBERS
    for war in range(WARS):
        if one_icon_only(s, war):
            return ONE_ICON
    for war in range(WARS):
        for square in range(SQUARES):
            s.piece_icon[square] = s.outcome[PIECE_ICONS + war * SQUARES + square]
        if count_placements(s, s.outcome[war], bit(WAR_SQUARES[war]) - 1) < PLACES_LEAST:
            return FEW_PLACES
    return VALID


@rule
def one_icon_only(s: State, war: int) -> int:
    at = PIECE_ICONS + war * SQUARES
    for square in range(1, WAR_SQUARES[war]):
        if s.outcome[at + square] != s.outcome[at]:
            return 0
    return 1


@rule
def print_knowledge(s: State, seat: int) -> None:
    # KZS-23: five war actions and two special ones; KZS-R27: the same page has the same knowledge block.
    for war in range(WARS):
        s.shapes[seat * WARS + war] = s.outcome[war]
        s.squares[seat * WARS + war] = bit(WAR_SQUARES[war]) - 1
    for k in range(WARS * SQUARES):
        s.icons[seat * WARS * SQUARES + k] = s.outcome[PIECE_ICONS + k]
    for k in range(DEEDS * BASICS):
        s.required[seat * DEEDS * BASICS + k] = REQUIRED[k]
