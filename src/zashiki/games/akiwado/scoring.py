"""Points and winners of Akiwado."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.games.akiwado import cards, phase
from zashiki.games.akiwado.cards import COLOURS, KINDS
from zashiki.games.akiwado.state import State

CARD_WEIGHT = 64  # more than all coins
POINT_WEIGHT = CARD_WEIGHT * 64  # more than all cards


@rule
def cards_of(s: State, seat: int) -> int:
    """How many cards a seat owns."""
    # AKI-61: one basic point for each, custom cards included; coins are worth none (AKI-R3).
    # AKI-69: what is left on a market or on the coin area belongs to nobody.
    held = 0
    for at in range(seat * KINDS, (seat + 1) * KINDS):
        held += s.hands[at]
    return held


@rule
def paired_colours(s: State, seat: int) -> int:
    """The colours a seat holds at least twice, with its custom cards named as suits it best."""
    pairs, held = 0, 0
    for at in range(seat * KINDS, seat * KINDS + COLOURS):
        pairs += int(s.hands[at] >= 2)
        held += int(s.hands[at] >= 1)
    # AKI-63: a custom card makes a pair of a single; two of them make a pair of a colour not held (AKI-R27).
    customs = s.hands[seat * KINDS + cards.CUSTOM]
    named = min(customs, held - pairs)
    return pairs + named + min((customs - named) // 2, COLOURS - held)


@rule
def special_points(s: State, seat: int) -> int:
    # AKI-62: by the number of paired colours; AKI-64: only the one highest combination scores, with no other added (AKI-R4).
    return cards.SPECIAL[paired_colours(s, seat)]


@rule
def white_points(s: State, seat: int) -> int:
    # AKI-86: three points for the holder of the white marker.
    return cards.WHITE_POINTS if s.privileges[cards.WHITE] == seat else 0


@rule
def points_of(s: State, seat: int) -> int:
    # AKI-65: basic, special, and the white privilege.
    return cards_of(s, seat) + special_points(s, seat) + white_points(s, seat)


@rule
def scores(s: State, out: list[int]) -> None:
    """The points by the cards as they lie; provisional before the end."""
    for seat in range(s.players):
        out[seat] = points_of(s, seat)


@rule
def winners(s: State) -> int:
    """The winning seats once the game is over."""
    if s.phase != phase.OVER:
        return 0
    mask, best = 0, -1
    for seat in range(s.players):
        # AKI-2, AKI-65: most points; AKI-66: then more cards; AKI-67: then more coins; AKI-68: equal seats share the win.
        rank = points_of(s, seat) * POINT_WEIGHT + cards_of(s, seat) * CARD_WEIGHT + s.coins[seat]
        if rank > best:
            mask, best = 0, rank
        if rank == best:
            mask |= bit(seat)
    return mask


def ended_by(s: State) -> str:
    """The clause that ended the game."""
    return "AKI-60"
