"""Drawing from the deck: a bag of counts, which is as good as a shuffled pile."""

from __future__ import annotations

from zashiki.core.chance import below
from zashiki.core.rule import rule
from zashiki.games.akiwado.cards import KINDS
from zashiki.games.akiwado.state import State, cards_in


@rule
def look_into_deck(s: State) -> None:
    """Copy the counts, so that several cards can be drawn before anything changes."""
    for kind in range(KINDS):
        s.left[kind] = s.deck[kind]


@rule
def draw_card(s: State, rng: list[int]) -> int:
    """The type of one card, drawn from the copied counts without putting it back."""
    at = below(rng, cards_in(s.left, 0))
    kind = 0
    while at >= s.left[kind]:
        at -= s.left[kind]
        kind += 1
    s.left[kind] -= 1
    return kind
