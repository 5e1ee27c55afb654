"""Marks a seat makes on its own page, while planning or exploring: bridges, cuts and wards."""

from __future__ import annotations

from zashiki.core.bits import bit, list_bits
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe import actions, cards
from zashiki.games.kazoku_scribe.cards import BASICS, DEEDS, HALVES, SQUARES, WARS
from zashiki.games.kazoku_scribe.rules import village
from zashiki.games.kazoku_scribe.state import State


@rule
def bridgeable(s: State, seat: int, direction: int, half: int) -> int:
    """The first cells of the shore pairs in a direction that may get a bridge."""
    # KZS-27: a bridge joins two elements on opposite shores; KZS-R9: both intact, one bridge for each pair.
    open_pairs = village.shore_links(s, seat, direction, half) & ~s.bridges[seat * cards.LINKS + direction * HALVES + half]
    first = village.intact(s, seat, half)
    below = village.intact(s, seat, 1) if half == 0 else 0
    return open_pairs & first & village.ahead(first, below, direction)


@rule
def can_bridge(s: State, seat: int) -> int:
    """Whether some bridge can be drawn."""
    for direction in range(cards.DIRECTIONS):
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
        n = village.list_pairs(half, east, west, down, actions.DRAW_BRIDGE, out, n)
    return n


@rule
def draw_bridge(s: State, seat: int, pair: int) -> None:
    first = cards.PAIR_FIRST[pair]
    s.bridges[seat * cards.LINKS + cards.PAIR_DIRECTION[pair] * HALVES + cards.HALF_OF[first]] |= cards.BIT_OF[first]


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
    return left >> square & cards.WHOLE[16 * s.shapes[seat * WARS + war] + (left & ~bit(square))]


@rule
def list_cuts(s: State, seat: int, out: list[int]) -> int:
    """The icons a seat may cross out. KZS-24: in a requirement or on a war piece. KZS-R32: used up or not."""
    n = 0
    for deed in range(DEEDS):
        # KZS-R10: a requirement keeps at least one icon.
        if requirement_icons(s, seat, deed) > 1:
            for kind in range(BASICS):
                if s.required[(seat * DEEDS + deed) * BASICS + kind]:
                    out[n] = actions.CUT_REQUIREMENT + deed * BASICS + kind
                    n += 1
    for war in range(WARS):
        for square in range(SQUARES):
            if can_lose(s, seat, war, square):
                out[n] = actions.CUT_PIECE + war * SQUARES + square
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
    if action < actions.CUT_PIECE:
        s.required[seat * DEEDS * BASICS + action - actions.CUT_REQUIREMENT] -= 1
    else:
        lose_square(s, seat, (action - actions.CUT_PIECE) // SQUARES, (action - actions.CUT_PIECE) % SQUARES)


@rule
def lose_square(s: State, seat: int, war: int, square: int) -> None:
    s.squares[seat * WARS + war] &= ~bit(square)


@rule
def open_boxes(s: State, seat: int, first_round: int) -> int:
    """The uncrossed boxes from a round on, as a set of 4 * kind + round - 1."""
    # KZS-R12: boxes of rounds that are over cannot be crossed.
    return cards.BOXES_FROM[first_round] & ~s.wards[seat]


@rule
def list_wards(s: State, seat: int, first_round: int, out: list[int]) -> int:
    """The boxes a seat may cross."""
    return list_bits(open_boxes(s, seat, first_round), actions.WARD_BOX, out, 0)


@rule
def cross_box(s: State, seat: int, box: int) -> None:
    s.wards[seat] |= bit(box)
