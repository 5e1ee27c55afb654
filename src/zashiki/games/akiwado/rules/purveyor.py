"""The Purveyor variant: who holds the privilege markers, and the card that the red one brings at the end."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.games.akiwado import actions, phase
from zashiki.games.akiwado.cards import COLOURS, KINDS, NOBODY
from zashiki.games.akiwado.state import State


@rule
def check_markers(s: State) -> None:
    # AKI-81: all colours are checked; AKI-90: a marker works from the moment it is held, for an unjust seat too.
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


@rule
def list_articles_in_waste(s: State, out: list[int]) -> int:
    # AKI-89: an article of any colour in the waste; there is always one (AKI-R33). AKI-59: never a custom card.
    # AKI-R18: a lot without a bid on the last turn is there too, a tied one is not.
    n = 0
    for colour in range(COLOURS):
        if s.waste[colour] > 0:
            out[n] = actions.TAKE + colour
            n += 1
    return n


@rule
def take_from_waste(s: State, seat: int, colour: int) -> None:
    # AKI-89: the card moves from the waste to the holder's cards; AKI-83: no marker is checked.
    s.waste[colour] -= 1
    s.hands[seat * KINDS + colour] += 1
    s.waiting = 0
    s.phase = phase.OVER
