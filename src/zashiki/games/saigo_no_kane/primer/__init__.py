"""What the exercises of Saigo no Kane ask for, in numbers."""

from __future__ import annotations

from zashiki.core.rooms import Seat
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.rules.cleanup import produce_for
from zashiki.games.saigo_no_kane.rules.holdings import held, talent_count
from zashiki.games.saigo_no_kane.rules.majorities import leader_in, majority_count
from zashiki.games.saigo_no_kane.state import State

__all__ = ["measure", "settled"]

VOTE = 100  # beside votes, what they cost is small change


def measure(goal: str, before: State, after: State, seat: Seat, /) -> int:
    """How well the seat has done by a goal."""
    match goal:
        case "votes":
            return after.votes[seat] - before.votes[seat]
        case "thrift":
            return VOTE * (after.votes[seat] - before.votes[seat]) + _stock(after, seat)
        case "most":
            return sum(leader_in(after, majority) == seat for majority in range(majority_count(after)))
        case "output":
            return _output(after, seat)
        case "short":
            return -_short(after, seat)
    raise KeyError(goal)


def settled(goal: str, before: State, after: State, seat: Seat, /) -> bool:
    """At once: tiles that are drawn afterwards change none of these numbers."""
    return True


def _stock(s: State, seat: Seat) -> int:
    return s.popularity[seat] + s.yen[seat] + talent_count(s, seat)


def _output(s: State, seat: Seat) -> int:
    """What the seat's tiles would bring at clean-up: popularity, yen and votes."""
    night = s.copy()
    produce_for(night, seat)
    return night.popularity[seat] + night.yen[seat] + night.votes[seat] - s.popularity[seat] - s.yen[seat] - s.votes[seat]


def _short(s: State, seat: Seat) -> int:
    """How much is missing to fulfil the events that the seat takes part in; auctions ask for nothing certain."""
    missing = 0
    for space in range(cards.SPACES):
        event = s.events[space]
        if event == cards.EMPTY or not s.markers[space] >> seat & 1 or cards.AUCTION[event] != cards.NO_AUCTION:
            continue
        for kind in range(cards.TYPES):
            missing += max(0, cards.REQUIRED[event * cards.TYPES + kind] - held(s, seat, kind))
    return missing
