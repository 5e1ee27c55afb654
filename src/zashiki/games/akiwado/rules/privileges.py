"""The privilege markers of the Purveyor variant: who holds them."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.games.akiwado.cards import COLOURS, KINDS, NOBODY
from zashiki.games.akiwado.state import State


@rule
def check_markers(s: State) -> None:
    # AKI-81: all colours are checked; AKI-90: a marker acts from the moment it is held, by an unjust seat too.
    # AKI-83: custom cards are not counted; AKI-84: nobody has cards of the colour in the case.
    for colour in range(COLOURS):
        owner = strict_most(s, colour)
        if owner != NOBODY:
            s.privileges[colour] = owner


@rule
def strict_most(s: State, colour: int) -> int:
    """The seat with strictly more articles of the colour than every other, or NOBODY."""
    # AKI-82: with a tie at the top nothing moves (AKI-R28).
    most, owner = 0, NOBODY
    for seat in range(s.players):
        articles = s.hands[seat * KINDS + colour]
        if articles > most:
            most, owner = articles, seat
        elif articles == most:
            owner = NOBODY
    return owner
