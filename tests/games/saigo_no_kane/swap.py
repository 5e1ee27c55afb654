"""Change what a seat cannot see, written from SNK-9, SNK-64 and SNK-R29: other hands, drops, the teacher pile, sealed bids."""

from __future__ import annotations

from zashiki.core.chance import below, shuffle
from zashiki.games.saigo_no_kane.cards import AUCTION, TALENTS
from zashiki.games.saigo_no_kane.state import State


def swap(s: State, seat: int, rng: list[int]) -> State:
    """All hidden teacher cards shuffled among their places, every sealed bid of another seat drawn anew."""
    others = [other for other in range(s.players) if other != seat]
    places = [(s.hands, 5 * other) for other in others] + [(s.dropped, 5 * other) for other in others] + [(s.card_pile, 0)]
    # SNK-9, SNK-R29: which cards lie in these places is hidden, how many is not.
    sizes = [sum(cards[first : first + 5]) for cards, first in places]
    hidden = [teacher for cards, first in places for teacher in range(5) for _ in range(cards[first + teacher])]
    shuffle(rng, hidden, len(hidden))
    for (cards, first), size in zip(places, sizes, strict=True):
        dealt, hidden = hidden[:size], hidden[size:]
        cards[first : first + 5] = [dealt.count(teacher) for teacher in range(5)]
    for other in others:
        # SNK-64: a bid is secret until the last one is made; any number up to what the seat holds.
        if s.bids[other] >= 0:
            s.bids[other] = below(rng, _holding(s, other) + 1)
    return s


def _holding(s: State, seat: int) -> int:
    kind = AUCTION[s.events[s.current]]
    return (s.popularity[seat], s.yen[seat], *s.talents[TALENTS * seat : TALENTS * seat + TALENTS])[kind]
