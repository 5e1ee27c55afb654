"""What the exercises of Kazoku Scribe ask for, in numbers."""

from __future__ import annotations

from zashiki.core.rooms import Seat
from zashiki.games.kazoku_scribe import actions, cards, phase
from zashiki.games.kazoku_scribe.rules.challenges import resolve, target_of
from zashiki.games.kazoku_scribe.rules.planning import list_deeds
from zashiki.games.kazoku_scribe.rules.submission import list_piece
from zashiki.games.kazoku_scribe.scoring import beauty
from zashiki.games.kazoku_scribe.state import MAX_LEGAL, NOT_YET, State, team_of

__all__ = ["measure", "settled"]


def measure(goal: str, before: State, after: State, seat: Seat, /) -> int:
    """How well the seat has done by a goal."""
    match goal:
        case "treasure":
            return _treasures(after, seat) - _treasures(before, seat)
        case "harm":
            return _harm(before, after, seat)
        case "fits":
            return _fitting_actions(after, seat)
        case "beauty":
            return beauty(after, seat)
        case "room":
            return sum(_places(after, seat, war) for war in _waiting(after, seat))
        case "block":
            return -sum(_places(after, other, war) for other in _rivals(after, seat) for war in _waiting(after, other))
    raise KeyError(goal)


def settled(goal: str, before: State, after: State, seat: Seat, /) -> bool:
    """Whether the steps of exploring are used up, for treasures, or the estate is closed, for actions that fit after it."""
    match goal:
        case "treasure":
            return after.steps == 0 or after.turn != before.turn or after.phase == phase.OVER
        case "fits":
            return after.step[seat] != phase.FENCE
    return True


def _treasures(s: State, seat: Seat) -> int:
    """The icons of all lanes that the seat's team has crossed."""
    return sum(s.lanes[treasure * cards.TEAMS + team_of(seat)] for treasure in range(cards.TREASURES))


def _harm(before: State, after: State, seat: Seat) -> int:
    """How many elements of the victim's village fall sick by the challenge, which may still be sealed."""
    victim = target_of(before, seat)
    action = after.answer[seat]
    if action == NOT_YET:
        action = after.challenged[(before.round - 1) * cards.MAX_SEATS + seat]
    struck = before.copy()
    resolve(struck, victim, action)
    return _sick(struck, victim) - _sick(before, victim)


def _sick(s: State, seat: Seat) -> int:
    return sum(s.sick[seat * cards.BANKS + bank].bit_count() for bank in range(cards.BANKS))


def _fitting_actions(s: State, seat: Seat) -> int:
    """How many different actions the seat could plan next, in some mode."""
    out = [0] * MAX_LEGAL
    found = out[: list_deeds(s, seat, out)]
    return len({(action - actions.PLAN_DEED) // cards.MODES for action in found if action != actions.PLAN_NONE})


def _rivals(s: State, seat: Seat) -> list[Seat]:
    return [other for other in range(s.players) if team_of(other) != team_of(seat)]


def _waiting(s: State, seat: Seat) -> list[int]:
    """The pieces that the seat has yet to submit."""
    pieces = s.pieces[seat * cards.PIECES_A_ROUND : (seat + 1) * cards.PIECES_A_ROUND]
    return [piece for piece in pieces if piece != cards.NONE]


def _places(s: State, seat: Seat, war: int) -> int:
    """How many places of the battle plan a piece fits."""
    return list_piece(s, seat, war, [0] * MAX_LEGAL, 0)
