"""What the exercises of Idol Conclave ask for, in numbers.

Most cards lie face down, so all counts here are those of one seat: a card that it has not seen counts as one without votes.
"""

from __future__ import annotations

from zashiki.core.rooms import Seat
from zashiki.games.idol_conclave import cards, phase
from zashiki.games.idol_conclave.scoring import Tally, count_votes, leader_points
from zashiki.games.idol_conclave.state import State, eye_of

__all__ = ["measure", "settled"]

THOUSAND = 1000  # votes


def measure(goal: str, before: State, after: State, seat: Seat, /) -> int:
    """How well the seat has done by a goal, as far as it can know."""
    known = as_known(after, seat)
    tally = Tally()
    count_votes(known, tally)
    own = {after.identities[seat], after.candidates[seat]}
    match goal:
        case "points":
            return leader_points(known, tally, seat)
        case "votes":
            return sum(tally.totals[idol] for idol in own) // THOUSAND
        case "group":
            return tally.group_value // THOUSAND
    raise KeyError(goal)


def settled(goal: str, before: State, after: State, seat: Seat, /) -> bool:
    """Whether the cards lie as the turn leaves them: a deal may ask for more than one answer, a look changes nothing."""
    return after.turn != before.turn or after.phase in (phase.PEEK, phase.OVER)


def as_known(s: State, seat: Seat) -> State:
    """The table with a card without votes for every one that the seat has not seen."""
    known, eye = s.copy(), eye_of(seat)
    for piece in range(s.piece_count):
        # IDL-53: a Negative Atmosphere is known by its back.
        if not s.piece_known[piece] >> eye & 1 and s.piece_kind[piece] != cards.NEG:
            known.piece_kind[piece] = cards.DEAL
    return known
