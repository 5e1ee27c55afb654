"""The battle plan, the village and the knowledge block: shuffling a page, what makes it valid, and printing it."""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.chance import below, shuffle
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8s
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import ARMY, BANKS, HALVES, KINDS, NONE, PLAN_COLUMNS, SQUARES, WARS
from zashiki.games.kazoku_scribe.rules import estates, faults, needs, submission, village
from zashiki.games.kazoku_scribe.state import State

CREEK = cards.CELLS  # where the creek begins in the outcome, after the elements
PIECE_ICONS = WARS  # where the icons of the pieces begin, after their shapes
PIECE_ICON_COPIES = 6  # of each army icon on the five pieces
PLACES_LEAST = 3
ALL_PLAIN = sum(1 << cards.MODES * deed + cards.PLAIN for deed in range(cards.DEEDS))  # actions, as sets of 3 * action + mode


class Bag(Work):
    """What is shuffled over a page."""

    items: list[int] = i8s(cards.PLAN_CELLS, 0, cards.SHAPES - 1)


# The battle plan


@rule
def draw_battle(s: State, rng: list[int]) -> None:
    """Shuffle all icons over the grid until no block of four is equal."""
    bag, columns, rows = Bag(), cards.BATTLE_COLUMNS[s.size], cards.BATTLE_ROWS[s.size]
    refill(s, bag)
    while not shuffle_rows(rng, bag.items, rows, columns):
        refill(s, bag)
    for cell in range(cards.PLAN_CELLS):
        s.outcome[cell] = NONE
    for row in range(rows):
        for column in range(columns):
            s.outcome[row * PLAN_COLUMNS + column] = bag.items[row * columns + column]


@rule
def shuffle_rows(rng: list[int], items: list[int], rows: int, columns: int) -> int:
    """`shuffle` for a grid; 0 as soon as it has an equal block, after the draws of the whole shuffle."""
    k, odd_below, high_below = rows * columns - 1, 0, 0
    for row in range(rows - 1, -1, -1):
        odd, high = 0, 0  # the binary digits of the icons in this row
        for column in range(columns - 1, -1, -1):
            if k > 0:
                other = below(rng, k + 1)
                items[k], items[other] = items[other], items[k]
            odd |= (items[k] & 1) << column
            high |= (items[k] >> 1) << column
            k -= 1
        same, pairs = ~(odd ^ odd_below | high ^ high_below), ~(odd ^ odd >> 1 | high ^ high >> 1)
        if row + 1 < rows and same & same >> 1 & pairs & bit(columns - 1) - 1:
            while k > 0:
                below(rng, k + 1)
                k -= 1
            return 0
        odd_below, high_below = odd, high
    return 1


@rule
def refill(s: State, bag: Bag) -> None:
    n = 0
    for icon in range(ARMY):
        for k in range(n, n + cards.BATTLE_COPIES[s.size][icon]):
            bag.items[k] = icon
        n += cards.BATTLE_COPIES[s.size][icon]


@rule
def has_equal_block(icons: list[int], end: int, columns: int) -> int:
    """Whether somewhere two by two icons are equal, in a grid with so many columns that ends there."""
    for k in range(end - columns - 1):
        icon = icons[k]
        if icon == icons[k + 1] == icons[k + columns] == icons[k + columns + 1] != NONE and k % columns + 1 < columns:
            return 1
    return 0


@rule
def battle_fault(s: State) -> int:
    numbers = faults.Numbers()
    faults.count_outcome(s, numbers, 0, cards.PLAN_CELLS)
    for icon in range(ARMY):
        if numbers.tallies[icon] != cards.BATTLE_COPIES[s.size][icon]:
            return faults.WRONG_NUMBERS
    return faults.EQUAL_BLOCK if has_equal_block(s.outcome, cards.PLAN_CELLS, PLAN_COLUMNS) else faults.VALID


@rule
def print_battle(s: State) -> None:
    # KZS-4: a grid of soldiers, archers and supplies.
    for cell in range(cards.PLAN_CELLS):
        icon = s.outcome[cell]
        if icon != NONE:
            s.battle[HALVES * icon + cell // cards.PLAN_HALF] |= bit(cell % cards.PLAN_HALF)


# The village


@rule
def shuffle_village(s: State, rng: list[int]) -> None:
    """Shuffle all elements over the map and let the creek wander from north to south."""
    n = 0
    for kind in range(KINDS):
        for _ in range(cards.ELEMENT_COPIES[kind]):
            s.outcome[n] = kind
            n += 1
    shuffle(rng, s.outcome, cards.CELLS)
    s.outcome[CREEK] = cards.CREEK_LOW + below(rng, cards.CREEK_HIGH - cards.CREEK_LOW + 1)
    for row in range(1, cards.VILLAGE_ROWS):
        low = max(cards.CREEK_LOW, s.outcome[CREEK + row - 1] - 1)
        high = min(cards.CREEK_HIGH, s.outcome[CREEK + row - 1] + 1)
        s.outcome[CREEK + row] = low + below(rng, high - low + 1)


@rule
def village_fault(s: State) -> int:
    numbers, page = faults.Numbers(), village.Page()
    faults.count_outcome(s, numbers, 0, cards.CELLS)
    for kind in range(KINDS):
        if numbers.tallies[kind] != cards.ELEMENT_COPIES[kind]:
            return faults.WRONG_NUMBERS
    for row in range(cards.VILLAGE_ROWS):
        here = s.outcome[CREEK + row]
        above = s.outcome[CREEK + row - 1] if row > 0 else here
        if here < cards.CREEK_LOW or here > cards.CREEK_HIGH or abs(here - above) > 1:
            return faults.BAD_CREEK
    load_outcome(s, page)
    for kind in range(KINDS):
        west = count(page.kind[BANKS * kind])
        if min(west, cards.ELEMENT_COPIES[kind] - west) < cards.BANK_LEAST[kind]:
            return faults.POOR_BANK
    return estates_fault(page)


@rule
def load_outcome(s: State, page: village.Page) -> None:
    """Make the village in the outcome the page being searched."""
    for k in range(KINDS * BANKS):
        page.kind[k] = 0
    page.bridged = 0
    for cell in range(cards.CELLS):
        west = cell % cards.VILLAGE_COLUMNS < s.outcome[CREEK + cell // cards.VILLAGE_COLUMNS]
        bank = cards.WEST_BANK if west else cards.EAST_BANK
        page.kind[s.outcome[cell] * BANKS + bank] |= cards.BIT_OF[bank * cards.CELLS + cell]


@rule
def estates_fault(page: village.Page) -> int:
    """Whether the loaded page lacks an estate for some action, or has too few doubled ones."""
    asked = estates.Needs()
    for deed in range(cards.DEEDS):
        asked.plain[deed] = needs.NEEDED[cards.REQUIREMENT[deed]]
    if estates.possible(page, asked, ALL_PLAIN) != ALL_PLAIN:
        return faults.NO_PLAIN_ESTATE
    doubled = count(estates.possible(page, asked, ALL_PLAIN << cards.DOUBLED))
    return faults.VALID if doubled >= cards.DOUBLED_ACTIONS else faults.NO_DOUBLE_ESTATE


@rule
def print_village(s: State, seat: int) -> None:
    page = village.Page()
    # KZS-6: elements, and a creek that splits the village in two.
    load_outcome(s, page)
    for k in range(KINDS * BANKS):
        s.elements[seat * KINDS * BANKS + k] = page.kind[k]
    for row in range(cards.VILLAGE_ROWS):
        s.creek[seat * cards.VILLAGE_ROWS + row] = s.outcome[CREEK + row]


@rule
def copy_village(s: State, seat: int, to: int) -> None:
    """KZS-3: the same page for another seat."""
    for k in range(KINDS * BANKS):
        s.elements[to * KINDS * BANKS + k] = s.elements[seat * KINDS * BANKS + k]
    for row in range(cards.VILLAGE_ROWS):
        s.creek[to * cards.VILLAGE_ROWS + row] = s.creek[seat * cards.VILLAGE_ROWS + row]


# The knowledge block


@rule
def shuffle_knowledge(s: State, rng: list[int]) -> None:
    """Shapes in random order, icons shuffled over all squares."""
    bag = Bag()
    for shape in range(cards.SHAPES):
        bag.items[shape] = shape
    shuffle(rng, bag.items, cards.THREE_SQUARE_SHAPES)
    for k in range(cards.THREE_SQUARE_SHAPES, WARS):
        other = k + below(rng, cards.SHAPES - k)
        bag.items[k], bag.items[other] = bag.items[other], bag.items[k]
    for war in range(WARS):
        s.outcome[war] = bag.items[war]
    for k in range(ARMY * PIECE_ICON_COPIES):
        bag.items[k] = k % ARMY
    shuffle(rng, bag.items, ARMY * PIECE_ICON_COPIES)
    n = 0
    for war in range(WARS):
        for square in range(SQUARES):
            at = PIECE_ICONS + war * SQUARES + square
            s.outcome[at] = NONE
            if square < cards.WAR_SQUARES[war]:
                s.outcome[at] = bag.items[n]
                n += 1


@rule
def knowledge_fault(s: State) -> int:
    numbers = faults.Numbers()
    for war in range(WARS):
        if cards.SHAPE_SIZE[s.outcome[war]] != cards.WAR_SQUARES[war]:
            return faults.WRONG_SHAPES
        for other in range(war):
            if s.outcome[other] == s.outcome[war]:
                return faults.WRONG_SHAPES
    faults.count_outcome(s, numbers, PIECE_ICONS, WARS * SQUARES)
    for icon in range(ARMY):
        if numbers.tallies[icon] != PIECE_ICON_COPIES:
            return faults.WRONG_NUMBERS
    for war in range(WARS):
        if one_icon_only(s, war):
            return faults.ONE_ICON
    for war in range(WARS):
        all_squares = bit(cards.WAR_SQUARES[war]) - 1
        at, shape = PIECE_ICONS + war * SQUARES, s.outcome[war]
        if submission.count_placements(s, s.outcome, at, shape, all_squares, PLACES_LEAST) < PLACES_LEAST:
            return faults.FEW_PLACES
    return faults.VALID


@rule
def one_icon_only(s: State, war: int) -> int:
    at = PIECE_ICONS + war * SQUARES
    for square in range(1, cards.WAR_SQUARES[war]):
        if s.outcome[at + square] != s.outcome[at]:
            return 0
    return 1


@rule
def print_knowledge(s: State, seat: int) -> None:
    # KZS-23: five war actions and two special ones; KZS-R27: the same page has the same knowledge block.
    for war in range(WARS):
        s.shapes[seat * WARS + war] = s.outcome[war]
        s.squares[seat * WARS + war] = bit(cards.WAR_SQUARES[war]) - 1
    for k in range(WARS * SQUARES):
        s.icons[seat * WARS * SQUARES + k] = s.outcome[PIECE_ICONS + k]
    for deed in range(cards.DEEDS):
        s.required[seat * cards.DEEDS + deed] = cards.REQUIREMENT[deed]
