"""Which cells may be fenced, and which actions have an estate: a plain search over sets of cells, written as single integers.

It tries the cells next to the set one by one, closes those that lead to no estate, and turns back only when a missing kind
cannot be reached at all. It knows nothing of banks, of order or of what it found before.
"""

from __future__ import annotations

from functools import cache

from zashiki.core.game import OPEN, AnyGame
from zashiki.games.kazoku_scribe import GAME, cards
from zashiki.games.kazoku_scribe.state import State

KINDS = range(cards.KINDS)
NEAR = [sum(1 << other for other in near) for near in cards.NEIGHBOURS]
EDGE = sum(1 << cell for cell in range(cards.CELLS) if len(cards.NEIGHBOURS[cell]) < 6)
EVERYWHERE = (1 << cards.CELLS) - 1


def cells_of(west: int, east: int) -> int:
    """Two words of a state as a set of cell numbers."""
    found = 0
    for row in range(cards.VILLAGE_ROWS):
        at = 8 * row - row // 2
        found |= (west >> at & 127 | (east >> at & 127) << 2) << 9 * row
    return found


def spread(cells: int, near: list[int]) -> int:
    found = 0
    while cells:
        found |= near[(cells & -cells).bit_length() - 1]
        cells &= cells - 1
    return found


@cache
def has_hole(cells: int) -> bool:
    outside = EVERYWHERE & ~cells
    reached = outside & EDGE
    while (more := (reached | spread(reached, NEAR)) & outside) != reached:
        reached = more
    return reached != outside


class SlowPage:
    """The page of a seat as it is now."""

    def __init__(self, s: State, seat: int, game: AnyGame = GAME) -> None:
        bridges = game.eyes.view(s, OPEN).pages[seat].bridges
        lost = cells_of(*s.fenced[2 * seat : 2 * seat + 2]) | cells_of(*s.sick[2 * seat : 2 * seat + 2])
        words = s.elements[2 * seat * cards.KINDS : 2 * (seat + 1) * cards.KINDS]
        self.kinds = [cells_of(*words[2 * kind : 2 * kind + 2]) & ~lost for kind in KINDS]
        packed = s.required[seat * cards.DEEDS : (seat + 1) * cards.DEEDS]
        self.required = [[number // 4**kind % 4 for kind in range(cards.BASICS)] for number in packed]
        west = sum(1 << cell for cell in range(cards.CELLS) if cell % 9 < s.creek[8 * seat + cell // 9])
        self.near = [near & (west if west >> cell & 1 else ~west) for cell, near in enumerate(NEAR)]
        for pair in range(cards.PAIRS):
            one, other = cards.PAIR_FIRST[pair], cards.PAIR_SECOND[pair]
            if f"{cards.CELL_IDS[one]}-{cards.CELL_IDS[other]}" in bridges:
                self.near[one] |= 1 << other
                self.near[other] |= 1 << one

    def need(self, deed: int, mode: int) -> list[int]:
        times = 2 if mode == cards.DOUBLED else 1
        return [*(times * n for n in self.required[deed]), int(mode == cards.SHIELDED), int(mode == cards.DOUBLED)]

    def open_for(self, need: list[int]) -> int:
        return sum(self.kinds[kind] for kind in KINDS if need[kind])

    def can_finish(self, taken: int, need: list[int], allowed: int) -> bool:
        if not any(need):
            return not has_hole(taken)
        allowed &= self.open_for(need)
        reached = taken
        for _ in range(sum(need)):
            reached |= spread(reached, self.near) & allowed
        if any((reached & ~taken & self.kinds[kind]).bit_count() < need[kind] for kind in KINDS):
            return False
        front = spread(taken, self.near) & allowed & ~taken
        while front:
            one = front & -front
            front ^= one
            allowed &= ~one
            if self.can_finish(taken | one, self.without(need, one), allowed):
                return True
        return False

    def without(self, need: list[int], one: int) -> list[int]:
        return [n - bool(self.kinds[kind] & one) for kind, n in enumerate(need)]

    def next_cells(self, draft: int, deed: int, mode: int) -> set[int]:
        """The cells that can be added to a draft."""
        need = [n - (draft & self.kinds[kind]).bit_count() for kind, n in enumerate(self.need(deed, mode))]
        allowed = self.open_for(need) & ~draft
        asked = allowed & spread(draft, self.near) if draft else allowed
        ones = [1 << cell for cell in range(cards.CELLS) if asked >> cell & 1]
        return {one.bit_length() - 1 for one in ones if self.can_finish(draft | one, self.without(need, one), allowed & ~one)}

    def fits(self, deed: int, mode: int) -> bool:
        """Whether the action has an estate in this mode."""
        need = self.need(deed, mode)
        allowed = self.open_for(need)
        while allowed:
            one = allowed & -allowed
            allowed ^= one
            if self.can_finish(one, self.without(need, one), allowed):
                return True
        return False
