"""Drawing from a deck that is only a bag of counts: the same as from a shuffled pile."""

from __future__ import annotations

from zashiki.core.chance import below
from zashiki.core.rule import rule
from zashiki.games.akiwado.cards import KINDS
from zashiki.games.akiwado.state import State


@rule
def look_into_deck(s: State) -> None:
    """Copy the counts, so that several cards can be drawn before anything changes."""
    for kind in range(KINDS):
        s.left[kind] = s.deck[kind]


@rule
def draw_card(s: State, rng: list[int]) -> int:
    """The type of one card, drawn from the copied counts without putting it back."""
    total = 0
    for kind in range(KINDS):
        total += s.left[kind]
    at = below(rng, total)
    kind = 0
    while at >= s.left[kind]:
        at -= s.left[kind]
        kind += 1
    s.left[kind] -= 1
    return kind
