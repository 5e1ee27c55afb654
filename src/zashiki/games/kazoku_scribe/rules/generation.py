"""The battle plan, the village and the knowledge block: shuffling a page, what makes it valid, and printing it."""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.chance import below, shuffle
from zashiki.core.rule import rule
from zashiki.core.schema import Work, i8s
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import ARMY, HALVES, KINDS, NONE, PLAN_COLUMNS, SQUARES, WARS
from zashiki.games.kazoku_scribe.rules import estates, faults, stars, submission, village
from zashiki.games.kazoku_scribe.state import State

CREEK = cards.CELLS  # where the creek begins in the outcome, after the elements
PIECE_ICONS = WARS  # where the icons of the pieces begin, after their shapes
PIECE_ICON_COPIES = 6  # of each army icon on the five pieces
PLACES_LEAST = 3


class Bag(Work):
    """What is shuffled over a page."""

    items: list[int] = i8s(cards.PLAN_CELLS, 0, cards.SHAPES - 1)


# The battle plan


@rule
def draw_battle(s: State, rng: list[int]) -> None:
    """Shuffle all icons over the grid until no block of four is equal."""
    bag, columns = Bag(), cards.BATTLE_COLUMNS[s.size]
    n = columns * cards.BATTLE_ROWS[s.size]
    refill(s, bag)
    shuffle(rng, bag.items, n)
    while has_equal_block(bag.items, n, columns):
        refill(s, bag)
        shuffle(rng, bag.items, n)
    for cell in range(cards.PLAN_CELLS):
        s.outcome[cell] = NONE
    for k in range(n):
        s.outcome[k // columns * PLAN_COLUMNS + k % columns] = bag.items[k]


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
        s.battle[cell] = icon
        if icon != NONE:
            s.uncovered[HALVES * icon + cell // cards.PLAN_HALF] |= bit(cell % cards.PLAN_HALF)


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
        west = count(page.kind[2 * kind] & page.bank[0]) + count(page.kind[2 * kind + 1] & page.bank[1])
        if min(west, cards.ELEMENT_COPIES[kind] - west) < cards.BANK_LEAST[kind]:
            return faults.POOR_BANK
    return estates_fault(page)


@rule
def load_outcome(s: State, page: village.Page) -> None:
    """Make the village in the outcome the page being searched."""
    for k in range(KINDS * HALVES):
        page.kind[k] = 0
    page.bank[0], page.bank[1] = 0, 0
    for cell in range(cards.CELLS):
        page.kind[s.outcome[cell] * HALVES + cards.HALF_OF[cell]] |= cards.BIT_OF[cell]
        if cell % cards.VILLAGE_COLUMNS < s.outcome[CREEK + cell // cards.VILLAGE_COLUMNS]:
            page.bank[cards.HALF_OF[cell]] |= cards.BIT_OF[cell]
    page.bridged = 0
    village.link_banks(page)


@rule
def estates_fault(page: village.Page) -> int:
    """Whether the loaded page lacks an estate for some action, or has too few doubled ones."""
    search, hoods = estates.Search(), stars.Hoods()
    stars.look_around(page, hoods)
    for deed in range(cards.DEEDS):
        if not estates.some_estate(page, search, hoods, estates.printed_need(deed, cards.PLAIN)):
            return faults.NO_PLAIN_ESTATE
    doubled = 0
    for deed in range(cards.DEEDS):
        if doubled < cards.DOUBLED_ACTIONS:
            doubled += estates.some_estate(page, search, hoods, estates.printed_need(deed, cards.DOUBLED))
    return faults.VALID if doubled >= cards.DOUBLED_ACTIONS else faults.NO_DOUBLE_ESTATE


@rule
def print_village(s: State, seat: int) -> None:
    page = village.Page()
    # KZS-6: elements, and a creek that splits the village in two.
    load_outcome(s, page)
    for k in range(KINDS * HALVES):
        s.elements[seat * KINDS * HALVES + k] = page.kind[k]
    for row in range(cards.VILLAGE_ROWS):
        s.creek[seat * cards.VILLAGE_ROWS + row] = s.outcome[CREEK + row]


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
        if submission.count_placements(s, s.outcome, PIECE_ICONS + war * SQUARES, s.outcome[war], all_squares) < PLACES_LEAST:
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
    for k in range(cards.DEEDS * cards.BASICS):
        s.required[seat * cards.DEEDS * cards.BASICS + k] = cards.REQUIRED[k]
