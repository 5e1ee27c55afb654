"""The pages of Kazoku Scribe: printed numbers from cards.toml, checked, and the geometry of all grids as constant tables."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.cards import Entry, as_printed, load_cards

_DATA = load_cards(
    Path(__file__).with_name("cards.toml"),
    {
        "village": {
            "rows", "columns", "creek_low", "creek_high", "doubled_actions",
            "bank_houses", "bank_trees", "bank_towers", "bank_shields", "bank_doubles",
        },
        "element": {"key", "letter", "copies", "basic"},
        "shogun": {"players", "battle_rows", "battle_columns", "dungeon_rows", "dungeon_columns"},
        "icon": {"key", "letter", "battle", "dungeon"},
        "action": {"key", "name", "needs", "squares?", "marks?", "shields?"},
        "shape": {"key", "rows"},
        "challenge": {"key", "name", "strikes"},
        "treasure": {"owned", "majority"},
        "victory": {"treasures"},
    },
)  # fmt: skip

MAX_SEATS = 4
TEAMS = 2
ROUNDS = 4
NOBODY = -1
NONE = -1  # no action, no piece, no cell

# KZS-6: the elements of a village, the basic ones first.
ELEMENTS: list[Entry] = _DATA["element"]
ELEMENT_IDS = tuple(element.text("key") for element in ELEMENTS)
ELEMENT_LETTERS = "".join(element.text("letter") for element in ELEMENTS)
ELEMENT_COPIES = tuple(element.number("copies") for element in ELEMENTS)
KINDS = len(ELEMENTS)
BASICS = sum(element.number("basic") for element in ELEMENTS)
HOUSE, TREE, TOWER, GATE, SHIELD, DOUBLE = range(KINDS)
BASIC_IDS = ELEMENT_IDS[:BASICS]

# The village map: 72 cells in reading order, rows b, d, f, h half a cell to the right.
_VILLAGE = _DATA["village"][0]
VILLAGE_ROWS = _VILLAGE.number("rows")
VILLAGE_COLUMNS = _VILLAGE.number("columns")
CELLS = VILLAGE_ROWS * VILLAGE_COLUMNS
CREEK_LOW = _VILLAGE.number("creek_low")
CREEK_HIGH = _VILLAGE.number("creek_high")
BANK_LEAST = (
    _VILLAGE.number("bank_houses"), _VILLAGE.number("bank_trees"), _VILLAGE.number("bank_towers"), 0,
    _VILLAGE.number("bank_shields"), _VILLAGE.number("bank_doubles"),
)  # fmt: skip
DOUBLED_ACTIONS = _VILLAGE.number("doubled_actions")


def cell_name(row: int, column: int) -> str:
    """A cell of any grid, both numbers from 0: `c4`."""
    return f"{'abcdefghijkl'[row]}{column + 1}"


CELL_IDS = tuple(cell_name(cell // VILLAGE_COLUMNS, cell % VILLAGE_COLUMNS) for cell in range(CELLS))


def _hex_neighbours(cell: int) -> list[int]:
    """Neighbours by the offset of the rows, written from the rules text and not from the slanted bits."""
    row, column = divmod(cell, VILLAGE_COLUMNS)
    left = column - 1 if row % 2 == 0 else column
    around = [(row, column - 1), (row, column + 1)]
    around += [(row + up, left + right) for up in (-1, 1) for right in (0, 1)]
    return sorted(r * VILLAGE_COLUMNS + c for r, c in around if 0 <= r < VILLAGE_ROWS and 0 <= c < VILLAGE_COLUMNS)


NEIGHBOURS = tuple(tuple(_hex_neighbours(cell)) for cell in range(CELLS))
BORDER = tuple(
    cell for cell in range(CELLS) if cell // VILLAGE_COLUMNS in (0, VILLAGE_ROWS - 1) or cell % VILLAGE_COLUMNS in (0, 8)
)

# A set of village cells is two words, its cells on the west bank and those on the east bank. Each word has room for seven
# columns, of the east bank from the third on. The rows are slanted, so that the neighbours of a cell are the same distances
# away everywhere: east 1, south-west 7, south-east 8.
BANKS = 2
WEST_BANK, EAST_BANK = range(BANKS)
FIRST_COLUMN = (0, 2)
BANK_COLUMNS = 7
ROW_AT = tuple(8 * row - row // 2 for row in range(VILLAGE_ROWS))  # the place of the first cell of each row
ROW_BITS = (1 << BANK_COLUMNS) - 1
PLACES = ROW_AT[-1] + BANK_COLUMNS
WORD = (1 << PLACES) - 1
_BANK_COLUMNS = (range(CREEK_HIGH), range(CREEK_LOW, VILLAGE_COLUMNS))  # those that a bank may have


def _place(cell: int, bank: int) -> int:
    row, column = divmod(cell, VILLAGE_COLUMNS)
    return ROW_AT[row] + column - FIRST_COLUMN[bank] if column in _BANK_COLUMNS[bank] else NONE


# PLACE[72 * bank + cell] and BIT_OF[72 * bank + cell], CELL_AT[60 * bank + place]
PLACE = tuple(_place(cell, bank) for bank in range(BANKS) for cell in range(CELLS))
BIT_OF = tuple(0 if place == NONE else 1 << place for place in PLACE)
CELL_AT = tuple(
    next((cell for cell in range(CELLS) if _place(cell, bank) == place), NONE) for bank in range(BANKS) for place in range(PLACES)
)

# The six directions, clockwise from east, by how far a neighbour is away. A word moved by so much has at every place what
# the neighbour in that direction holds.
AROUND = (1, 8, 7, -1, -8, -7)
TURNS_OF_SIX = len(AROUND)
DIRECTIONS = 3  # in which pairs are known by their first cell
EAST, SOUTH_WEST, SOUTH_EAST = range(DIRECTIONS)
STEP = (1, 7, 8)
# The ways over the creek, by where the cell on the east bank lies, seen from that on the west bank: east, south-west,
# south-east, north-east, north-west; and how far its place is from the other's.
CROSSINGS = 5
OVER = tuple(step - FIRST_COLUMN[EAST_BANK] for step in (*STEP, -7, -8))


def _walk(cell: int, step: int) -> int:
    """Where a step in some direction leads from a cell; NONE off the map."""
    row, column = divmod(cell, VILLAGE_COLUMNS)
    down, right = {1: (0, 2), 8: (1, 1), 7: (1, -1), -1: (0, -2), -8: (-1, -1), -7: (-1, 1)}[step]  # in half cells
    row, column = row + down, (2 * column + row % 2 + right - (row + down) % 2) // 2
    return row * VILLAGE_COLUMNS + column if row in range(VILLAGE_ROWS) and column in range(VILLAGE_COLUMNS) else NONE


def _honest(away: int, step: int, banks: tuple[int, int] | None = None) -> int:
    """The places of a bank whose place so far away, if it can be a cell, is the one that the step leads to; -1 where all are.

    The last cell of a row is followed by the first one of another row, so a word that is moved too far to the east or to the
    west shows cells that are no neighbours.
    """
    wrong = 0
    for here, there in (banks,) if banks else ((WEST_BANK, WEST_BANK), (EAST_BANK, EAST_BANK)):
        for cell in range(CELLS):
            place = _place(cell, here)
            seen = CELL_AT[there * PLACES + place + away] if place != NONE and 0 <= place + away < PLACES else NONE
            if seen not in (NONE, _walk(cell, step)):
                wrong |= 1 << place
    return WORD & ~wrong if wrong else -1


HONEST_EAST = _honest(1, 1)
HONEST_OVER = tuple(_honest(away, step, banks=(WEST_BANK, EAST_BANK)) for away, step in zip(OVER, (*STEP, -7, -8), strict=True))

# The hex-adjacent pairs, both cells in reading order; a pair is known by its first cell and the direction to the second.
_PAIRS = tuple((cell, other) for cell in range(CELLS) for other in NEIGHBOURS[cell] if other > cell)
PAIRS = len(_PAIRS)
PAIR_FIRST = tuple(first for first, _ in _PAIRS)
PAIR_SECOND = tuple(second for _, second in _PAIRS)
PAIR_DIRECTION = tuple(next(k for k in range(DIRECTIONS) if _walk(first, STEP[k]) == second) for first, second in _PAIRS)
PAIR_OF = tuple(
    next((k for k, (first, _) in enumerate(_PAIRS) if first == cell and PAIR_DIRECTION[k] == direction), NONE)
    for cell in range(CELLS)
    for direction in range(DIRECTIONS)
)
# SPREAD[row]: the columns of a set in a row, with room for all directions at each.
SPREAD = tuple(
    sum(1 << DIRECTIONS * column for column in range(VILLAGE_COLUMNS) if row >> column & 1) for row in range(1 << VILLAGE_COLUMNS)
)

# KZS-4: the icons; soldier, archer and supply are the army, coin, jade and silk the treasures.
ICONS: list[Entry] = _DATA["icon"]
ICON_IDS = tuple(icon.text("key") for icon in ICONS)
ICON_LETTERS = "".join(icon.text("letter") for icon in ICONS)
ALL_ICONS = len(ICONS)
ARMY = 3
TREASURES = 3
SOLDIER, ARCHER, SUPPLY, COIN, JADE, SILK, EMPTY, BRIDGE_ICON, SHIELD_ICON, TAILORING_ICON = range(ALL_ICONS)
TREASURE_IDS = ICON_IDS[COIN : COIN + TREASURES]

# The Shogun page; both sizes use the rows of the larger one. Tables by size: 0 for two players, 1 for four.
_SIZES = _DATA["shogun"]
BATTLE_ROWS = tuple(size.number("battle_rows") for size in _SIZES)
BATTLE_COLUMNS = tuple(size.number("battle_columns") for size in _SIZES)
DUNGEON_ROWS = tuple(size.number("dungeon_rows") for size in _SIZES)
DUNGEON_COLUMNS = tuple(size.number("dungeon_columns") for size in _SIZES)
PLAN_ROWS, PLAN_COLUMNS = max(BATTLE_ROWS), max(BATTLE_COLUMNS)
PLAN_CELLS = PLAN_ROWS * PLAN_COLUMNS
CAVE_ROWS, CAVE_COLUMNS = max(DUNGEON_ROWS), max(DUNGEON_COLUMNS)
CAVE_CELLS = CAVE_ROWS * CAVE_COLUMNS
# A set of dungeon cells is three words of four rows each; a free place after each row keeps its ends apart.
CAVE_WORDS = 3
CAVE_STEP = CAVE_COLUMNS + 1  # to the next row
CAVE_TURN = 3 * CAVE_STEP  # from the first row of a word to its last one
CAVE_PLACES = 4 * CAVE_STEP
CAVE_WORD = (1 << CAVE_PLACES) - 1
CAVE_WORD_OF = tuple(cell // CAVE_COLUMNS // 4 for cell in range(CAVE_CELLS))
CAVE_BIT_OF = tuple(1 << cell // CAVE_COLUMNS % 4 * CAVE_STEP + cell % CAVE_COLUMNS for cell in range(CAVE_CELLS))
# CAVE_CELL_AT[60 * word + place]
CAVE_CELL_AT = tuple(
    (4 * word + place // CAVE_STEP) * CAVE_COLUMNS + place % CAVE_STEP if place % CAVE_STEP < CAVE_COLUMNS else NONE
    for word in range(CAVE_WORDS)
    for place in range(CAVE_PLACES)
)
# CAVE[3 * size + word]: all cells
CAVE = tuple(
    sum(
        CAVE_BIT_OF[row * CAVE_COLUMNS + column]
        for row in range(rows)
        for column in range(columns)
        if CAVE_WORD_OF[row * CAVE_COLUMNS + column] == word
    )
    for rows, columns in zip(DUNGEON_ROWS, DUNGEON_COLUMNS, strict=True)
    for word in range(CAVE_WORDS)
)


def _beside(cell: int) -> list[int]:
    row, column = divmod(cell, CAVE_COLUMNS)
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * CAVE_COLUMNS + c for r, c in around if 0 <= r < CAVE_ROWS and 0 <= c < CAVE_COLUMNS]


# CAVE_BESIDE[3 * cell + word]: the orthogonal neighbours of a cell
CAVE_BESIDE = tuple(
    sum(CAVE_BIT_OF[other] for other in _beside(cell) if CAVE_WORD_OF[other] == word)
    for cell in range(CAVE_CELLS)
    for word in range(CAVE_WORDS)
)
PLAN_IDS = tuple(cell_name(cell // PLAN_COLUMNS, cell % PLAN_COLUMNS) for cell in range(PLAN_CELLS))
CAVE_IDS = tuple(cell_name(cell // CAVE_COLUMNS, cell % CAVE_COLUMNS) for cell in range(CAVE_CELLS))
BATTLE_COPIES = tuple(tuple(icon.numbers("battle")[size] for icon in ICONS[:ARMY]) for size in (0, 1))
DUNGEON_COPIES = tuple(tuple(icon.numbers("dungeon")[size] for icon in ICONS) for size in (0, 1))
LANE = tuple(copies[COIN] for copies in DUNGEON_COPIES)

# The knowledge block.
ACTION_ENTRIES: list[Entry] = _DATA["action"]
ACTION_IDS = tuple(action.text("key") for action in ACTION_ENTRIES)
ACTION_NAMES = tuple(action.text("name") for action in ACTION_ENTRIES)
DEEDS = len(ACTION_ENTRIES)
WARS = sum(1 for action in ACTION_ENTRIES if action.number("squares"))
TAILORING, BRIDGES = WARS, WARS + 1
REQUIRED = tuple(action.counts("needs").get(element, 0) for action in ACTION_ENTRIES for element in BASIC_IDS)
# A requirement is one number, with two binary digits for each basic element. ICON[element]: one of it; ICONS_IN[requirement].
ICON = tuple(1 << 2 * kind for kind in range(BASICS))
REQUIREMENT = tuple(
    sum(REQUIRED[deed * BASICS + kind] * ICON[kind] for kind in range(BASICS)) for deed in range(len(ACTION_ENTRIES))
)
ICONS_IN = tuple(sum(packed >> 2 * kind & 3 for kind in range(BASICS)) for packed in range(1 << 2 * BASICS))
# SPARED[requirement]: the elements of which one may be crossed out. KZS-R10: a requirement keeps at least one icon.
SPARED = tuple(
    sum(1 << kind for kind in range(BASICS) if packed >> 2 * kind & 3) if icons > 1 else 0
    for packed, icons in enumerate(ICONS_IN)
)
MOST_REQUIRED = (1 << 2 * BASICS - 1) - 1  # there is one gate
WAR_SQUARES = tuple(action.number("squares") for action in ACTION_ENTRIES[:WARS])
MARKS = tuple(action.number("marks") for action in ACTION_ENTRIES)
SHIELDS = tuple(action.number("shields") for action in ACTION_ENTRIES)
ARROWS = 2
PLAIN, SHIELDED, DOUBLED = range(3)
MODE_IDS = ("plain", "shield", "double")
MODES = len(MODE_IDS)
DEEDS_A_ROUND = 2
PIECES_A_ROUND = 2
ESTATES = ROUNDS * DEEDS_A_ROUND
DIGITS = 3  # binary ones, of the number of an estate, or of a round and a team, from 0 on
ESTATE_MOST = 2 * 5 + 1  # cells of the largest estate: a doubled requirement of five and the double arrow

# KZS-56, KZS-58: what treasures are worth, and how many win at once.
OWNED = _DATA["treasure"][0].number("owned")
MAJORITY = _DATA["treasure"][0].number("majority")
TREASURES_TO_WIN = _DATA["victory"][0].number("treasures")

# The challenge block.
CHALLENGES: list[Entry] = _DATA["challenge"]
CHALLENGE_IDS = tuple(challenge.text("key") for challenge in CHALLENGES)
CHALLENGE_NAMES = tuple(challenge.text("name") for challenge in CHALLENGES)
THREATS = len(CHALLENGES)
FEVER, ROOT_ROT, BLIGHT, DESERTER = range(THREATS)
BOXES = THREATS * ROUNDS
# BOXES_FROM[round]: the boxes of that round and later ones, as a set of 4 * kind + round - 1.
BOXES_FROM = tuple(sum(1 << box for box in range(BOXES) if box % ROUNDS + 1 >= first) for first in range(ROUNDS + 2))

# The shapes of war pieces, and every form a piece can take on the battle plan after cuts, turns and mirroring.
SHAPE_ENTRIES: list[Entry] = _DATA["shape"]
SHAPE_ROWS = tuple(shape.texts("rows") for shape in SHAPE_ENTRIES)
SHAPES = len(SHAPE_ENTRIES)
SQUARES = 4  # of the largest piece
Cell = tuple[int, int]


def _squares(rows: tuple[str, ...]) -> list[Cell]:
    return [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign != "."]


SHAPE_SQUARES = tuple(tuple(_squares(rows)) for rows in SHAPE_ROWS)
SHAPE_SIZE = tuple(len(squares) for squares in SHAPE_SQUARES)
THREE_SQUARE_SHAPES = SHAPE_SIZE.count(3)


def _touching(squares: list[Cell]) -> bool:
    """Whether the squares are one orthogonally connected group."""
    reached, waiting = set(squares[:1]), squares[:1]
    while waiting:
        r, c = waiting.pop()
        for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            if near in squares and near not in reached:
                reached.add(near)
                waiting.append(near)
    return bool(squares) and len(reached) == len(squares)


# WHOLE[16 * shape + squares left]: 1 when these squares are connected, so that a piece may have this form.
WHOLE = tuple(
    int(_touching([square for n, square in enumerate(squares) if left >> n & 1]) and left < 1 << len(squares))
    for squares in SHAPE_SQUARES
    for left in range(1 << SQUARES)
)
# LOSABLE[16 * shape + squares left]: the squares of which one may be crossed out.
LOSABLE = tuple(sum(WHOLE[at & ~(1 << n)] << n for n in range(SQUARES) if at >> n & 1) for at in range(len(WHOLE)))


def _oriented(squares: list[tuple[Cell, int]], turn: int) -> list[tuple[Cell, int]]:
    """The numbered squares after one of eight turns and mirrorings, moved to (0, 0), in reading order."""
    turned = [((r, -c if turn & 1 else c), n) for (r, c), n in squares]
    for _ in range(turn >> 1):
        turned = [((c, -r), n) for (r, c), n in turned]
    top, left = min(r for (r, _), _ in turned), min(c for (_, c), _ in turned)
    return sorted(((r - top, c - left), n) for (r, c), n in turned)


TURNS = 8
_FORMS: list[list[tuple[Cell, int]]] = [
    _oriented([(square, n) for n, square in enumerate(squares) if left >> n & 1], turn) if WHOLE[16 * shape + left] else []
    for shape, squares in enumerate(SHAPE_SQUARES)
    for left in range(1 << SQUARES)
    for turn in range(TURNS)
]
_OUTLINES = sorted({tuple(square for square, _ in form) for form in _FORMS if form}, key=lambda form: (len(form), form))

# An outline is a connected form regardless of its icons and its turn. There are 28, small ones first.
OUTLINES = len(_OUTLINES)
OUTLINE_SIZE = tuple(len(outline) for outline in _OUTLINES)
OUTLINE_ROW = tuple(r for outline in _OUTLINES for r in (*(r for r, _ in outline), *([0] * (SQUARES - len(outline)))))
OUTLINE_COLUMN = tuple(c for outline in _OUTLINES for c in (*(c for _, c in outline), *([0] * (SQUARES - len(outline)))))
OUTLINE_HEIGHT = tuple(max(r for r, _ in outline) + 1 for outline in _OUTLINES)
OUTLINE_WIDTH = tuple(max(c for _, c in outline) + 1 for outline in _OUTLINES)


def _different(forms: list[list[tuple[Cell, int]]]) -> list[tuple[int, tuple[int, ...]]]:
    """Outlines, and which printed square is where in them; each once, ascending."""
    return sorted({(_OUTLINES.index(tuple(square for square, _ in form)), tuple(n for _, n in form)) for form in forms if form})


# The different forms of a piece are FORMS_OF[16 * shape + squares left] up to those of the next number, by outline.
_DIFFERENT = [_different(_FORMS[at : at + TURNS]) for at in range(0, len(_FORMS), TURNS)]
FORMS_OF = tuple(sum(map(len, _DIFFERENT[:at])) for at in range(len(_DIFFERENT) + 1))
FORM_OUTLINE = tuple(outline for forms in _DIFFERENT for outline, _ in forms)
# NEXT_OUTLINE[form]: the form of the piece after all those with the same outline.
NEXT_OUTLINE = tuple(
    first + sum(other <= outline for other, _ in forms)
    for first, forms in zip(FORMS_OF, _DIFFERENT, strict=False)
    for outline, _ in forms
)
FORM_SQUARE = tuple(n for forms in _DIFFERENT for _, squares in forms for n in (*squares, *([0] * (SQUARES - len(squares)))))

# A set of battle-plan cells is two words, its upper and its lower rows; the neighbours of a cell are the same distances away.
HALVES = 2
PLAN_HALF = PLAN_CELLS // HALVES
PLAN_WORD = (1 << PLAN_HALF) - 1
OUTLINE_STEP = tuple(r * PLAN_COLUMNS + c for r, c in zip(OUTLINE_ROW, OUTLINE_COLUMN, strict=True))


def _corners(size: int, outline: int) -> list[int]:
    """Where the upper left corner of an outline can be so that it stays on the plan."""
    rows, columns = BATTLE_ROWS[size] - OUTLINE_HEIGHT[outline] + 1, BATTLE_COLUMNS[size] - OUTLINE_WIDTH[outline] + 1
    return [r * PLAN_COLUMNS + c for r in range(rows) for c in range(columns)]


# ROOM[2 * (28 * size + outline) + half]
ROOM = tuple(
    sum(1 << corner % PLAN_HALF for corner in _corners(size, outline) if corner // PLAN_HALF == half)
    for size in (0, 1)
    for outline in range(OUTLINES)
    for half in (0, 1)
)

# Placements of an outline on the larger battle plan are numbered by the row and column of its upper left corner.
OUTLINE_PLACES = tuple((PLAN_ROWS - h + 1) * (PLAN_COLUMNS - w + 1) for h, w in zip(OUTLINE_HEIGHT, OUTLINE_WIDTH, strict=True))
OUTLINE_FIRST = tuple(sum(OUTLINE_PLACES[:outline]) for outline in range(OUTLINES))
WAR_PLACES = tuple(
    sum(places for places, size in zip(OUTLINE_PLACES, OUTLINE_SIZE, strict=True) if size <= squares) for squares in WAR_SQUARES
)
WAR_FIRST = tuple(sum(WAR_PLACES[:war]) for war in range(WARS))


def _check() -> None:
    plan = [rows * columns for rows, columns in zip(BATTLE_ROWS, BATTLE_COLUMNS, strict=True)]
    cave = [rows * columns for rows, columns in zip(DUNGEON_ROWS, DUNGEON_COLUMNS, strict=True)]
    totals = sum(ELEMENT_COPIES), [*map(sum, BATTLE_COPIES)], [*map(sum, DUNGEON_COPIES)]
    if totals != (CELLS, plan, cave) or plan != [63, 120] or cave != [90, 168]:
        raise ValueError(f"cards.toml: icons and cells do not agree: {totals} for {CELLS}, {plan}, {cave}")
    if max(REQUIRED) > 3 or max(REQUIREMENT) > MOST_REQUIRED or 2 * max(ICONS_IN[need] for need in REQUIREMENT) >= ESTATE_MOST:
        raise ValueError(f"cards.toml: an action needs five elements at most, three of a kind and one gate, found {REQUIRED}")
    counts = (KINDS, BASICS, DEEDS, WARS, SHAPES, THREATS, OUTLINES)
    if counts != (6, 4, 7, 5, 7, 4, 28):
        raise ValueError(f"cards.toml: expected 6 elements, 4 basic, 7 actions, 5 wars, 7 shapes, 4 challenges, found {counts}")
    if not FIRST_COLUMN[EAST_BANK] <= CREEK_LOW <= CREEK_HIGH <= BANK_COLUMNS:
        raise ValueError(
            f"cards.toml: a bank has at most {BANK_COLUMNS} columns, the creek runs from {CREEK_LOW} to {CREEK_HIGH}"
        )
    numbers = (BANK_LEAST, CREEK_LOW, CREEK_HIGH, DOUBLED_ACTIONS, sum(REQUIRED), MARKS[WARS:], SHIELDS[WARS:])
    if as_printed() and numbers != ((6, 6, 3, 0, 1, 1), 3, 6, 3, 31, (2, 2), (2, 2)):
        raise ValueError(f"cards.toml: banks, creek or actions are not those of the game: {numbers}")


_check()
