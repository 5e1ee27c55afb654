"""Who owns what by the chips that a viewer sees: influence, owners and points, now or at any earlier moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from zashiki.core.rooms import Seat
from zashiki.games.rights_of_losers import cards

KEPT = 1024  # islands kept, since most moves leave theirs as it was

# For every space the points that touch it, with the influence of a chip there.
AROUND = tuple(
    {
        cards.TOUCHING[k]: cards.INFLUENCE[k]
        for k in range(space * cards.TOUCHING_MOST, (space + 1) * cards.TOUCHING_MOST)
        if cards.INFLUENCE[k]
    }
    for space in range(cards.SPACES)
)
TOUCHED = tuple(tuple(space for space in range(cards.SPACES) if point in AROUND[space]) for point in range(len(cards.POINT_IDS)))

Influence = tuple[tuple[int, ...], ...]  # of every seat on every space
Chips = tuple[tuple[str, Seat], ...]  # point and seat


@lru_cache(KEPT)
def influence_of(chips: Chips, players: int) -> Influence:
    """The influence of every seat on every space (ROL-38, ROL-39)."""
    sums = [[0] * players for _ in range(cards.SPACES)]
    for name, seat in chips:
        point = cards.POINT_IDS.index(name)
        for space in TOUCHED[point]:
            sums[space][seat] += AROUND[space][point]
    return tuple(tuple(of_seats) for of_seats in sums)


def ruling_seats(influence: Sequence[int]) -> tuple[Seat | None, tuple[Seat, ...]]:
    """The owner, or the seats that share the best influence (ROL-40)."""
    best = max(influence)
    seats = tuple(seat for seat, number in enumerate(influence) if number == best and best > 0)
    return (seats[0], ()) if len(seats) == 1 else (None, seats)


class Standing(NamedTuple):
    """The judgement of one moment."""

    owners: Mapping[str, Seat | None]  # of every space that holds a card
    points: tuple[int, ...]


def standing(field: Mapping[str, str], chips: Mapping[str, Seat], players: int) -> Standing:
    """The owners and points that these cards and chips make."""
    return _standing(tuple(field.items()), tuple(chips.items()), players)


@lru_cache(KEPT)
def _standing(field: tuple[tuple[str, str], ...], chips: Chips, players: int) -> Standing:
    influence = influence_of(chips, players)
    owners = {space: ruling_seats(influence[cards.SPACE_IDS.index(space)])[0] for space, _ in field}
    buildings, land = [0] * players, [0] * players
    for (_, name), owner in zip(field, owners.values(), strict=True):
        card = cards.PLACED_IDS.index(name)
        if owner is None:
            continue
        if card >= cards.FIRST_LAND:
            land[owner] += 1
        else:
            buildings[owner] += cards.POINTS_OF[card]
    # ROL-44, ROL-45: the bonus for the most land, never without any.
    bonus = [cards.LAND_BONUS if count and count == max(land) else 0 for count in land]
    return Standing(owners, tuple(map(sum, zip(buildings, bonus, strict=True))))
