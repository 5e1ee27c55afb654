"""The action space of Kazoku Scribe: twenty blocks."""

from __future__ import annotations

from zashiki.core.game import Block
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe.cards import (
    BASICS,
    BOXES,
    CAVE_CELLS,
    CELLS,
    DEEDS,
    MODES,
    OUTLINE_FIRST,
    OUTLINE_WIDTH,
    PAIRS,
    PLACEMENTS,
    PLAN_COLUMNS,
    SQUARES,
    WAR_FIRST,
    WARS,
)

PIECE_SQUARES = WARS * SQUARES

BLOCKS = (
    Block("enter", CAVE_CELLS, "enter the dungeon at that cell"),
    Block("plan", DEEDS * MODES, "plan an action in a mode: 3 * action + mode"),
    Block("plan_none", 1, "plan no (further) action"),
    Block("fence", CELLS, "add that village cell to the draft"),
    Block("bridge", PAIRS, "draw a bridge over that pair of neighbours"),
    Block("bridge_none", 1, "draw no bridge"),
    Block("cut_requirement", DEEDS * BASICS, "cross out an element of a requirement: 4 * action + element"),
    Block("cut_piece", PIECE_SQUARES, "cross out a square of a war piece: 4 * piece + square"),
    Block("cut_none", 1, "cut nothing"),
    Block("ward", BOXES, "cross a box of the challenge block: 4 * kind + round - 1"),
    Block("ward_none", 1, "cross no box"),
    Block("fever", PAIRS, "fever breaks out in that pair of houses"),
    Block("root_rot", PAIRS, "root rot breaks out in that pair of trees"),
    Block("spread", 2, "fever, or root rot, spreads"),
    Block("blight", PIECE_SQUARES, "cross out that supply square of the victim"),
    Block("deserter", PIECE_SQUARES, "cross out that soldier square of the victim"),
    Block("challenge_none", 1, "challenge nothing"),
    Block("place", PLACEMENTS, "place a war piece: by piece, outline, row and column"),
    Block("unmatched", WARS, "submit a war piece that fits nowhere"),
    Block("explore", CAVE_CELLS, "explore that dungeon cell"),
)

ENTER = 0
PLAN_DEED = ENTER + CAVE_CELLS
PLAN_NONE = PLAN_DEED + DEEDS * MODES
FENCE_CELL = PLAN_NONE + 1
DRAW_BRIDGE = FENCE_CELL + CELLS
BRIDGE_NONE = DRAW_BRIDGE + PAIRS
CUT_REQUIREMENT = BRIDGE_NONE + 1
CUT_PIECE = CUT_REQUIREMENT + DEEDS * BASICS
CUT_NONE = CUT_PIECE + PIECE_SQUARES
WARD_BOX = CUT_NONE + 1
WARD_NONE = WARD_BOX + BOXES
BREAK_OUT = WARD_NONE + 1  # fever, then root rot
SPREAD = BREAK_OUT + 2 * PAIRS
STRIKE_PIECE = SPREAD + 2  # blight, then deserter
CHALLENGE_NONE = STRIKE_PIECE + 2 * PIECE_SQUARES
PLACE_PIECE = CHALLENGE_NONE + 1
UNMATCHED = PLACE_PIECE + PLACEMENTS
EXPLORE_CELL = UNMATCHED + WARS
ACTIONS = EXPLORE_CELL + CAVE_CELLS


@rule
def placement(war: int, outline: int, row: int, column: int) -> int:
    """The action that places a war piece in that outline, its upper left corner at row and column."""
    columns = PLAN_COLUMNS - OUTLINE_WIDTH[outline] + 1
    return PLACE_PIECE + WAR_FIRST[war] + OUTLINE_FIRST[outline] + row * columns + column


@rule
def war_of(action: int) -> int:
    """The war piece of a placement."""
    war = WARS - 1
    while action < PLACE_PIECE + WAR_FIRST[war]:
        war -= 1
    return war


@rule
def outline_of(action: int, war: int) -> int:
    """The outline of a placement of that war piece."""
    at = action - PLACE_PIECE - WAR_FIRST[war]
    outline = len(OUTLINE_FIRST) - 1
    while at < OUTLINE_FIRST[outline]:
        outline -= 1
    return outline


@rule
def corner_of(action: int, war: int, outline: int) -> int:
    """The upper left corner of a placement, as row * PLAN_COLUMNS + column."""
    at = action - PLACE_PIECE - WAR_FIRST[war] - OUTLINE_FIRST[outline]
    columns = PLAN_COLUMNS - OUTLINE_WIDTH[outline] + 1
    return at // columns * PLAN_COLUMNS + at % columns
