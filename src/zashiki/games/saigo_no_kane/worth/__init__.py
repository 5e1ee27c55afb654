"""What a position is worth to a seat of Saigo no Kane, as greedy play counts it.

The value is in thousandths of a vote. It adds up the votes, the marked events by how nearly the seat can pay for them, what is
left over, the tiles by what they will still produce, and the majorities as they stand; then it takes off an eighth of what the
others have on average.
"""

from __future__ import annotations

from zashiki.core import rooms
from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import stage
from zashiki.games.saigo_no_kane.cards import EMPTY
from zashiki.games.saigo_no_kane.rules import holdings
from zashiki.games.saigo_no_kane.state import State
from zashiki.games.saigo_no_kane.worth import assets, plans, plays, rates

__all__ = ["WORLDS", "plausible", "worth"]

WORLDS = 3  # imagined for a greedy choice
FACE_UP = 180  # a candidate whose ability can still be used today


@rule
def worth(s: State, seat: int) -> int:
    """The heuristic value of the position for a seat."""
    if s.stage == stage.SETUP:
        return 0
    value = own_value(s, seat)
    others = 0
    for other in range(s.players):
        if other != seat:
            others += public_value(s, other)
    return value - others // (8 * (s.players - 1))


@rule
def own_value(s: State, seat: int) -> int:
    purse = plans.Purse()
    plans.gather_stock(s, purse, seat)
    value = rates.VOTE * s.votes[seat] + assets.tile_value(s, seat) + assets.lead_value(s, seat)
    value += plans.plan_events(s, purse, seat) + plans.pending_payment(s, purse, seat)
    value += plans.left_over(s, purse, seat)
    value += rates.CARD_ON[min(s.day, 5)] * holdings.hand_count(s, seat)
    if s.stage <= stage.LOBBY and s.face_up & bit(seat):
        value += FACE_UP
    if s.stack_card != EMPTY:
        value += plays.stack_value(s, seat)
    if s.seat == seat:
        value += plays.asked_value(s, seat)
    return value


@rule
def public_value(s: State, other: int) -> int:
    """What another seat has, without its plans."""
    day = rates.spending_day(s)
    value = rates.VOTE * s.votes[other] + assets.tile_value(s, other)
    value += rates.POPULARITY_ON[day] * s.popularity[other] + rates.YEN_ON[day] * s.yen[other]
    return value + rates.SPARE_TALENT * holdings.talent_count(s, other)


@rule
def plausible(s: State, seat: int) -> int:
    """The bots make no guess about what others hide: all worlds are equally likely."""
    return rooms.ALIKE
