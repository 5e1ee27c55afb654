"""Marks a seat makes on its own page, while planning or exploring: bridges, cuts and wards."""

from __future__ import annotations

from zashiki.core.bits import bit, list_bits
from zashiki.core.rule import rule
from zashiki.games.kazoku_scribe import actions, cards
from zashiki.games.kazoku_scribe.cards import BASICS, CROSSINGS, DEEDS, MAX_SEATS, SQUARES, WARS
from zashiki.games.kazoku_scribe.rules import village
from zashiki.games.kazoku_scribe.state import State


@rule
def bridgeable(s: State, seat: int, crossing: int, west: int, east: int) -> int:
    """Where on the west bank a bridge may be drawn in a way over the creek, between such cells of the banks."""
    # KZS-27: a bridge joins two elements on opposite shores; KZS-R9: both intact, one bridge for each pair.
    away = cards.OVER[crossing]
    opposite = east >> away if away > 0 else east << -away
    return west & opposite & cards.HONEST_OVER[crossing] & ~s.bridges[seat * CROSSINGS + crossing]


@rule
def can_bridge(s: State, seat: int) -> int:
    """Whether some bridge can be drawn."""
    west, east = village.intact(s, seat, cards.WEST_BANK), village.intact(s, seat, cards.EAST_BANK)
    for crossing in range(CROSSINGS):
        if bridgeable(s, seat, crossing, west, east):
            return 1
    return 0


@rule
def list_bridges(s: State, seat: int, out: list[int]) -> int:
    """The bridges a seat may draw."""
    west, east = village.intact(s, seat, cards.WEST_BANK), village.intact(s, seat, cards.EAST_BANK)
    # The first cell of a pair is that on the west bank, unless the other one lies to the north of it.
    north_east, north_west = bridgeable(s, seat, 3, west, east), bridgeable(s, seat, 4, west, east)
    return village.list_pairs(
        bridgeable(s, seat, 0, west, east), bridgeable(s, seat, 1, west, east), bridgeable(s, seat, 2, west, east),
        0, north_east >> 9, north_west >> 10, actions.DRAW_BRIDGE, out, 0,
    )  # fmt: skip


@rule
def draw_bridge(s: State, page: int, pair: int) -> None:
    """Draw a bridge on a page, or on its copy."""
    crossing, end = bridge_over(s, page, pair)
    s.bridges[page * CROSSINGS + crossing] |= end


@rule
def bridge_over(s: State, page: int, pair: int) -> tuple[int, int]:
    """The way over the creek from one cell of a pair to the other, and the set of that on the west bank."""
    end, crossing = cards.PAIR_FIRST[pair], cards.PAIR_DIRECTION[pair]
    if village.bank_of(s, page % MAX_SEATS, end) == cards.EAST_BANK:
        # The same direction from the other end: north instead of south.
        end, crossing = cards.PAIR_SECOND[pair], crossing + 2
    return crossing, cards.BIT_OF[end]


@rule
def bridged_pair(place: int, crossing: int) -> int:
    """The pair that a bridge joins, known by its end on the west bank."""
    if crossing < cards.DIRECTIONS:
        return cards.PAIR_OF[cards.CELL_AT[place] * cards.DIRECTIONS + crossing]
    first = cards.CELL_AT[cards.EAST_BANK * cards.PLACES + place + cards.OVER[crossing]]
    return cards.PAIR_OF[first * cards.DIRECTIONS + crossing - 2]


@rule
def losable(s: State, seat: int, war: int) -> int:
    """The squares of a war piece of which one may be crossed out."""
    # KZS-26: a piece stays connected; KZS-R10: and keeps at least one square.
    return cards.LOSABLE[16 * s.shapes[seat * WARS + war] + s.squares[seat * WARS + war]]


@rule
def list_cuts(s: State, seat: int, out: list[int]) -> int:
    """The icons a seat may cross out. KZS-24: in a requirement or on a war piece. KZS-R32: used up or not."""
    n = 0
    for deed in range(DEEDS):
        # KZS-R10: a requirement keeps at least one icon.
        n = list_bits(cards.SPARED[s.required[seat * DEEDS + deed]], actions.CUT_REQUIREMENT + deed * BASICS, out, n)
    for war in range(WARS):
        n = list_bits(losable(s, seat, war), actions.CUT_PIECE + war * SQUARES, out, n)
    return n


@rule
def can_cut(s: State, seat: int) -> int:
    """Whether some icon may be crossed out."""
    for deed in range(DEEDS):
        if cards.SPARED[s.required[seat * DEEDS + deed]]:
            return 1
    for war in range(WARS):
        if losable(s, seat, war):
            return 1
    return 0


@rule
def cut(s: State, seat: int, action: int) -> None:
    # KZS-25: what is crossed out counts as if it had never been printed.
    if action < actions.CUT_PIECE:
        deed, kind = (action - actions.CUT_REQUIREMENT) // BASICS, (action - actions.CUT_REQUIREMENT) % BASICS
        s.required[seat * DEEDS + deed] -= cards.ICON[kind]
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
