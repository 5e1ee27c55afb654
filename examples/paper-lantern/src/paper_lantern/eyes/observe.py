"""What a seat of Paper Lantern knows, as a row of numbers."""

from __future__ import annotations

from zashiki.core.rooms import Observed
from zashiki.core.rows import blank, mark_one, mark_set, turned
from zashiki.core.rule import rule

from paper_lantern import cards, phase
from paper_lantern.state import State, in_hand, in_round, rounds_done

OBSERVATION = (
    Observed("phase", phase.OVER + 1, 1, "the phase, one place each"),
    Observed("round", 1, cards.ROUNDS, "number of the round"),
    Observed("pot", 1, cards.MOST_POINTS, "points in the pot"),
    Observed("matched", 1, 1, "1 when a matched pot is lost"),
    Observed("prizes_left", cards.PRIZES, 1, "prizes that may still come"),
    Observed("hand", cards.NUMBERS, cards.COPIES, "own cards, the sealed one included"),
    Observed("bid", cards.NUMBERS, 1, "own sealed bid"),
    Observed("seats", cards.MAX_SEATS, 1, "1 for every seat in the game"),
    Observed("sealed", cards.MAX_SEATS, 1, "1 for every seat that has sealed a bid"),
    Observed("won", cards.MAX_SEATS, cards.MOST_POINTS, "points"),
    Observed("played", cards.ROUNDS * cards.MAX_SEATS, cards.NUMBERS, "per round: the card each seat has spent"),
)


@rule
def observe(s: State, seat: int, out: list[int]) -> None:
    """What the seat knows, as OBSERVATION lists it."""
    blank(out)
    at = mark_one(s.phase, out, 0, phase.OVER + 1)
    out[at], out[at + 1], out[at + 2] = s.round, s.pot, s.matched
    at = mark_set(s.prizes_left, out, at + 3, cards.PRIZES)
    for number in range(cards.NUMBERS):
        out[at + number] = s.hands[in_hand(seat, number)]
    at = mark_one(s.bids[seat], out, at + cards.NUMBERS, cards.NUMBERS)
    for other in range(s.players):
        place = at + turned(s, other, seat)
        out[place] = 1
        out[place + cards.MAX_SEATS] = int(s.bids[other] != cards.EMPTY)
        out[place + 2 * cards.MAX_SEATS] = s.won[other]
        for i in range(rounds_done(s)):
            out[place + (3 + i) * cards.MAX_SEATS] = s.played[in_round(i, other)] + 1
