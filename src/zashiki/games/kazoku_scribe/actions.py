"""The action space of Kazoku Scribe."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from zashiki.core.actions import Action, Actions
from zashiki.core.errors import BadNotation
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.cards import SQUARES, WARS

WAR_IDS = cards.ACTION_IDS[:WARS]
PIECE_SQUARES = WARS * SQUARES
SQUARE_IDS = tuple(f"{war} {square}" for war in WAR_IDS for square in range(1, SQUARES + 1))
BOX_IDS = tuple(f"{kind} {number}" for kind in cards.CHALLENGE_IDS for number in range(1, cards.ROUNDS + 1))
_PAIRS = tuple(zip(cards.PAIR_FIRST, cards.PAIR_SECOND, strict=True))
PAIR_NAMES = {f"{cards.CELL_IDS[first]}-{cards.CELL_IDS[second]}": pair for pair, (first, second) in enumerate(_PAIRS)}
_PAIRS_OF_CELLS = tuple(name.replace("-", " ") for name in PAIR_NAMES)
_FEVER, _ROOT_ROT, _BLIGHT, _DESERTER = cards.CHALLENGE_IDS


def cells_of(outline: int, corner: int) -> tuple[int, ...]:
    """The battle-plan cells of an outline, in reading order."""
    at = range(outline * SQUARES, outline * SQUARES + cards.OUTLINE_SIZE[outline])
    return tuple(corner + cards.OUTLINE_ROW[k] * cards.PLAN_COLUMNS + cards.OUTLINE_COLUMN[k] for k in at)


def _places(outline: int) -> tuple[str, ...]:
    """The cells of an outline wherever it lies on the battle plan, row by row."""
    rows = range(cards.PLAN_ROWS - cards.OUTLINE_HEIGHT[outline] + 1)
    columns = range(cards.PLAN_COLUMNS - cards.OUTLINE_WIDTH[outline] + 1)
    corners = (row * cards.PLAN_COLUMNS + column for row, column in product(rows, columns))
    return tuple(" ".join([cards.PLAN_IDS[cell] for cell in cells_of(outline, corner)]) for corner in corners)


def _placements() -> Iterator[str]:
    """Every war piece in every outline it may still have, row by row; the order of `placement`."""
    places = [_places(outline) for outline in range(cards.OUTLINES)]
    for war, outline in product(range(WARS), range(cards.OUTLINES)):
        if cards.OUTLINE_SIZE[outline] <= cards.WAR_SQUARES[war]:
            yield from (f"{WAR_IDS[war]} {cells}" for cells in places[outline])


def _impossible(text: str) -> bool:
    """Whether the text places a war piece on cells that no piece can cover."""
    verb, *words = text.split(" ")
    if verb != "place" or len(words) < 2 or words[0] not in WAR_IDS or any(word not in cards.PLAN_IDS for word in words[1:]):
        return False
    cells = [cards.PLAN_IDS.index(word) for word in words[1:]]
    if cells != sorted(set(cells)):
        from zashiki.games.kazoku_scribe.words.catalogue import WORDS  # the words of moves are read with these numbers

        raise BadNotation(WORDS("bad_cells", text=text))
    return True


ACTIONS = Actions("Kazoku Scribe", "'plan w3 double', 'fence d5' or 'explore c6'", _impossible)
ENTER = ACTIONS.block("enter", cards.CAVE_IDS, words="enter the dungeon at that cell")
PLAN_DEED = ACTIONS.block("plan", cards.ACTION_IDS, cards.MODE_IDS, words="plan an action in a mode: 3 * action + mode")
PLAN_NONE = ACTIONS.block("plan_none", spelling="plan none", words="plan no (further) action")
FENCE_CELL = ACTIONS.block("fence", cards.CELL_IDS, words="add that village cell to the draft")
DRAW_BRIDGE = ACTIONS.block("bridge", tuple(PAIR_NAMES), words="draw a bridge over that pair of neighbours")
BRIDGE_NONE = ACTIONS.block("bridge_none", spelling="bridge none", words="draw no bridge")
CUT_REQUIREMENT = ACTIONS.block(
    "cut_requirement",
    cards.ACTION_IDS,
    cards.BASIC_IDS,
    spelling="cut req {} {}",
    words="cross out an element of a requirement: 4 * action + element",
)
CUT_PIECE = ACTIONS.block(
    "cut_piece", SQUARE_IDS, spelling="cut piece {}", words="cross out a square of a war piece: 4 * piece + square"
)
CUT_NONE = ACTIONS.block("cut_none", spelling="cut none", words="cut nothing")
WARD_BOX = ACTIONS.block("ward", BOX_IDS, words="cross a box of the challenge block: 4 * kind + round - 1")
WARD_NONE = ACTIONS.block("ward_none", spelling="ward none", words="cross no box")
BREAK_OUT = ACTIONS.block(  # fever, then root rot
    "fever", _PAIRS_OF_CELLS, spelling=f"challenge {_FEVER} pair {{}}", words="fever breaks out in that pair of houses"
)
ACTIONS.block(
    "root_rot", _PAIRS_OF_CELLS, spelling=f"challenge {_ROOT_ROT} pair {{}}", words="root rot breaks out in that pair of trees"
)
SPREAD = ACTIONS.block("spread", (_FEVER, _ROOT_ROT), spelling="challenge {} spread", words="fever, or root rot, spreads")
STRIKE_PIECE = ACTIONS.block(  # blight, then deserter
    "blight", SQUARE_IDS, spelling=f"challenge {_BLIGHT} {{}}", words="cross out that supply square of the victim"
)
ACTIONS.block("deserter", SQUARE_IDS, spelling=f"challenge {_DESERTER} {{}}", words="cross out that soldier square of the victim")
CHALLENGE_NONE = ACTIONS.block("challenge_none", spelling="challenge none", words="challenge nothing")
PLACE_PIECE = ACTIONS.block("place", tuple(_placements()), words="place a war piece: by piece, outline, row and column")
UNMATCHED = ACTIONS.block("unmatched", WAR_IDS, words="submit a war piece that fits nowhere")
EXPLORE_CELL = ACTIONS.block("explore", cards.CAVE_IDS, words="explore that dungeon cell")


def placed_cells(action: Action) -> tuple[int, ...]:
    """The battle-plan cells a placement covers, in reading order."""
    war = war_of(action)
    outline = outline_of(action, war)
    return cells_of(outline, corner_of(action, war, outline))


@rule
def placement(war: int, outline: int, row: int, column: int) -> int:
    """The action that places a war piece in that outline, its upper left corner at row and column."""
    columns = cards.PLAN_COLUMNS - cards.OUTLINE_WIDTH[outline] + 1
    return PLACE_PIECE + cards.WAR_FIRST[war] + cards.OUTLINE_FIRST[outline] + row * columns + column


@rule
def war_of(action: int) -> int:
    """The war piece of a placement."""
    war = WARS - 1
    while action < PLACE_PIECE + cards.WAR_FIRST[war]:
        war -= 1
    return war


@rule
def outline_of(action: int, war: int) -> int:
    """The outline of a placement of that war piece."""
    at = action - PLACE_PIECE - cards.WAR_FIRST[war]
    outline = len(cards.OUTLINE_FIRST) - 1
    while at < cards.OUTLINE_FIRST[outline]:
        outline -= 1
    return outline


@rule
def corner_of(action: int, war: int, outline: int) -> int:
    """The upper left corner of a placement, as row * PLAN_COLUMNS + column."""
    at = action - PLACE_PIECE - cards.WAR_FIRST[war] - cards.OUTLINE_FIRST[outline]
    columns = cards.PLAN_COLUMNS - cards.OUTLINE_WIDTH[outline] + 1
    return at // columns * cards.PLAN_COLUMNS + at % columns
