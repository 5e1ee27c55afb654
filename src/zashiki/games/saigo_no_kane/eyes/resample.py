"""Drawing again what a seat of Saigo no Kane cannot know."""

from __future__ import annotations

from zashiki.core.chance import below
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.cards import EMPTY, TEACHERS
from zashiki.games.saigo_no_kane.rules import holdings, piles
from zashiki.games.saigo_no_kane.state import State


@rule
def resample(s: State, seat: int, rng: list[int]) -> None:
    """Deal the others' hands and drops and the teacher pile again, and redraw the others' sealed bids (SNK-9, SNK-64)."""
    unseen = piles.Unseen()
    unknown = gather_hidden(s, unseen, seat)
    for other in range(s.players):
        if other != seat:
            unknown = deal_again(unseen, s.hands, other, unknown, rng)
            unknown = deal_again(unseen, s.dropped, other, unknown, rng)
            if s.bids[other] != EMPTY:
                s.bids[other] = below(rng, holdings.held(s, other, cards.AUCTION[s.events[s.current]]) + 1)
    for teacher in range(TEACHERS):
        s.card_pile[teacher] = unseen.cards_left[teacher]


@rule
def gather_hidden(s: State, unseen: piles.Unseen, seat: int) -> int:
    """Count the cards the seat cannot see into `cards_left`; how many there are."""
    unknown = 0
    for teacher in range(TEACHERS):
        unseen.cards_left[teacher] = s.card_pile[teacher]
        for other in range(s.players):
            if other != seat:
                unseen.cards_left[teacher] += s.hands[other * TEACHERS + teacher] + s.dropped[other * TEACHERS + teacher]
        unknown += unseen.cards_left[teacher]
    return unknown


@rule
def deal_again(unseen: piles.Unseen, counts: list[int], other: int, unknown: int, rng: list[int]) -> int:
    """Replace the cards of one holder with random unseen ones; how many unseen cards are left."""
    size = 0
    for k in range(other * TEACHERS, (other + 1) * TEACHERS):
        size += counts[k]
        counts[k] = 0
    for _ in range(size):
        teacher = piles.pick_card(unseen, unknown, rng)
        unseen.cards_left[teacher] -= 1
        counts[other * TEACHERS + teacher] += 1
        unknown -= 1
    return unknown
