"""What the exercises of Akiwado ask for, in numbers."""

from __future__ import annotations

from zashiki.core.rooms import Seat
from zashiki.games.akiwado import cards, phase
from zashiki.games.akiwado.rules.stocking import coins_of, place_of
from zashiki.games.akiwado.rules.touting import income_if, participants
from zashiki.games.akiwado.scoring import points_of
from zashiki.games.akiwado.state import State, move_lot, seat_row, this_turn

__all__ = ["measure", "settled"]

POINT = 100  # beside points, coins are small change


def measure(goal: str, before: State, after: State, seat: Seat, /) -> int:
    """How well the seat has done by a goal."""
    match goal:
        case "income":
            return _income(after, seat)
        case "ahead":
            others = [other for other in range(after.players) if other != seat and participants(after) >> other & 1]
            return _income(after, seat) - max((_income(after, other) for other in others), default=0)
        case "word":
            return int(_place(before, after, seat) == before.declared[seat_row(before, seat)])
        case "lot":
            return _points_with(before, seat, _place(before, after, seat))
        case "sure":
            return _sure(before, after, seat)
        case "thrift":
            return POINT * points_of(after, seat) + after.coins[seat]
    raise KeyError(goal)


def settled(goal: str, before: State, after: State, seat: Seat, /) -> bool:
    """At once: a goal here asks what the move itself is worth, whatever the others do."""
    return True


def _income(s: State, seat: Seat) -> int:
    """What a seat is paid if nobody challenges the split."""
    return income_if(s, seat, s.kept[this_turn(s)])


def _place(before: State, after: State, seat: Seat) -> int:
    """Where the sealed answer goes; the last one is shown at once."""
    if after.phase == phase.BID:
        return place_of(after.sealed[seat])
    return after.acted[seat_row(before, seat)]


def _bid(before: State, after: State, seat: Seat) -> int:
    return coins_of(after.sealed[seat]) if after.phase == phase.BID else after.bids[seat_row(before, seat)]


def _points_with(s: State, seat: Seat, place: int) -> int:
    """The points of the seat with the lot of a market; without one for pocket money."""
    won = s.copy()
    if place != cards.POCKET:
        move_lot(won, place, won.hands, seat)
    return points_of(won, seat)


def _sure(before: State, after: State, seat: Seat) -> int:
    """The points of a lot that nobody can outbid or match, less the coins paid for it."""
    most = max(coins for other, coins in enumerate(before.coins[: before.players]) if other != seat)
    bid = _bid(before, after, seat)
    if bid <= most:
        return POINT * points_of(before, seat)
    return POINT * _points_with(before, seat, _place(before, after, seat)) - bid
