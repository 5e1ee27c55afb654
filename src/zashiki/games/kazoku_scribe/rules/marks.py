"""Marks a seat makes on its own page, while planning or exploring: bridges, cuts and wards."""

from __future__ import annotations

from zashiki.core.bits import bit, lowest
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe.actions import CUT_PIECE, CUT_REQUIREMENT, DRAW_BRIDGE, WARD_BOX
from zashiki.games.kazoku_scribe.cards import (
    BASICS,
    BIT_OF,
    BOXES,
    CELL_AT,
    DEEDS,
    HALF,
    HALF_OF,
    HALVES,
    PAIR_DIRECTION,
    PAIR_FIRST,
    ROUNDS,
    SQUARES,
    STEP,
    WARS,
    WHOLE,
)
from zashiki.games.kazoku_scribe.rules.village import intact, list_pairs, shore_links
from zashiki.games.kazoku_scribe.state import LINKS, WORD, State


@rule
def bridgeable(s: State, seat: int, direction: int, half: int) -> int:
    """First cells of the shore pairs in a direction that may get a bridge."""
    # KZS-27: a bridge joins two elements on opposite shores; KZS-R9: both intact, one bridge for each pair.
    open_pairs = shore_links(s, seat, direction, half) & ~s.bridges[seat * LINKS + direction * HALVES + half]
    second = intact(s, seat, half) >> STEP[direction]
    if half == 0:
        second |= intact(s, seat, 1) << (HALF - STEP[direction]) & WORD
    return open_pairs & intact(s, seat, half) & second


@rule
def can_bridge(s: State, seat: int) -> int:
    """Whether some bridge can be drawn."""
    for direction in range(3):
        for half in range(HALVES):
            if bridgeable(s, seat, direction, half):
                return 1
    return 0


@rule
def list_bridges(s: State, seat: int, out: list[int]) -> int:
    """The bridges a seat may draw."""
    n = 0
    for half in range(HALVES):
        east, west, down = bridgeable(s, seat, 0, half), bridgeable(s, seat, 1, half), bridgeable(s, seat, 2, half)
        firsts = east | west | down
        while firsts:
            one = firsts & -firsts
            cell = CELL_AT[half * HALF + lowest(firsts)]
            n = list_pairs(cell, east & one, west & one, down & one, DRAW_BRIDGE, out, n)
            firsts &= firsts - 1
    return n


@rule
def draw_bridge(s: State, seat: int, pair: int) -> None:
    first = PAIR_FIRST[pair]
    s.bridges[seat * LINKS + PAIR_DIRECTION[pair] * HALVES + HALF_OF[first]] |= BIT_OF[first]


@rule
def requirement_icons(s: State, page: int, deed: int) -> int:
    """How many icons the requirement of an action still shows."""
    icons = 0
    for kind in range(BASICS):
        icons += s.required[(page * DEEDS + deed) * BASICS + kind]
    return icons


@rule
def can_lose(s: State, seat: int, war: int, square: int) -> int:
    """Whether a square of a war piece may be crossed out."""
    # KZS-26: a piece stays connected; KZS-R10: and keeps at least one square.
    left = s.squares[seat * WARS + war]
    return left >> square & WHOLE[16 * s.shapes[seat * WARS + war] + (left & ~bit(square))]


@rule
def list_cuts(s: State, seat: int, out: list[int]) -> int:
    """The icons a seat may cross out. KZS-24: in a requirement or on a war piece. KZS-R32: used up or not."""
    n = 0
    for deed in range(DEEDS):
        # KZS-R10: a requirement keeps at least one icon.
        if requirement_icons(s, seat, deed) > 1:
            for kind in range(BASICS):
                if s.required[(seat * DEEDS + deed) * BASICS + kind]:
                    out[n] = CUT_REQUIREMENT + deed * BASICS + kind
                    n += 1
    for war in range(WARS):
        for square in range(SQUARES):
            if can_lose(s, seat, war, square):
                out[n] = CUT_PIECE + war * SQUARES + square
                n += 1
    return n


@rule
def can_cut(s: State, seat: int) -> int:
    """Whether some icon may be crossed out."""
    for deed in range(DEEDS):
        if requirement_icons(s, seat, deed) > 1:
            return 1
    for war in range(WARS):
        for square in range(SQUARES):
            if can_lose(s, seat, war, square):
                return 1
    return 0


@rule
def cut(s: State, seat: int, action: int) -> None:
    # KZS-25: what is crossed out counts as if it had never been printed.
    if action < CUT_PIECE:
        s.required[seat * DEEDS * BASICS + action - CUT_REQUIREMENT] -= 1
    else:
        lose_square(s, seat, (action - CUT_PIECE) // SQUARES, (action - CUT_PIECE) % SQUARES)


@rule
def lose_square(s: State, seat: int, war: int, square: int) -> None:
    s.squares[seat * WARS + war] &= ~bit(square)


@rule
def open_boxes(s: State, seat: int, first_round: int) -> int:
    """The uncrossed boxes from a round on, as a set of 4 * kind + round - 1."""
    # KZS-R12: boxes of rounds that are over cannot be crossed.
    boxes = 0
    for box in range(BOXES):
        if box % ROUNDS + 1 >= first_round and not s.wards[seat] >> box & 1:
            boxes |= bit(box)
    return boxes


@rule
def list_wards(s: State, seat: int, first_round: int, out: list[int]) -> int:
    """The boxes a seat may cross."""
    n = 0
    boxes = open_boxes(s, seat, first_round)
    while boxes:
        out[n] = WARD_BOX + lowest(boxes)
        boxes &= boxes - 1
        n += 1
    return n


@rule
def cross_box(s: State, seat: int, box: int) -> None:
    s.wards[seat] |= bit(box)
