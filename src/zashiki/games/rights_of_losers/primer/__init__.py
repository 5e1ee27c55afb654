"""What the exercises of Rights of Losers ask for, in numbers."""

from __future__ import annotations

from zashiki.core.bits import has
from zashiki.core.rooms import Seat
from zashiki.games.rights_of_losers import cards, phase
from zashiki.games.rights_of_losers.scoring import scores, winners
from zashiki.games.rights_of_losers.state import State

__all__ = ["measure", "settled"]


def measure(goal: str, before: State, after: State, seat: Seat, /) -> int:
    """How well the seat has done by a goal."""
    match goal:
        case "win":
            return int(after.winner == seat)
        case "lose":
            return int(after.winner != seat)
        case "thrift":
            return _thrift(before, after, seat)
        case "lead":
            return _lead(after, seat)
        case "victory":
            return int(has(winners(after), seat))
    raise KeyError(goal)


def settled(goal: str, before: State, after: State, seat: Seat, /) -> bool:
    """Whether the trick has a winner, for goals that ask for one; for the others, whether a move in two halves is complete."""
    if goal in ("win", "lose", "thrift"):
        return after.winner != cards.NOBODY
    return after.phase not in (phase.BUILD, phase.DROP)


def _thrift(before: State, after: State, seat: Seat) -> int:
    """Who wins the trick keeps as much strength in hand as possible; who does not has nothing."""
    if after.winner != seat:
        return 0
    spent = next(card for card in range(cards.CARDS) if before.hands[seat] >> card & 1 and not after.hands[seat] >> card & 1)
    number = spent % cards.NUMBERS + 1
    return number if before.reversed else cards.NUMBERS + 1 - number


def _lead(s: State, seat: Seat) -> int:
    """The points of the seat less those of the best other one."""
    points = [0] * cards.MAX_SEATS
    scores(s, points)
    points = points[: s.players]
    return points[seat] - max(number for other, number in enumerate(points) if other != seat)
