"""Final scores and winners of Saigo no Kane."""

from __future__ import annotations

from zashiki.core.bits import bit, count, lowest
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import cards, phase
from zashiki.games.saigo_no_kane.state import State


@rule
def cost_of_students(s: State, seat: int) -> int:
    """The total cost of a seat's students."""
    total = 0
    students = s.students[seat]
    while students:
        total += cards.COST[lowest(students)]
        students &= students - 1
    return total


@rule
def rank(s: State, seat: int) -> int:
    """All that decides the game, as one number."""
    # SNK-80: most votes; SNK-81: then the higher total cost of students.
    number = s.votes[seat] * 1000 + cost_of_students(s, seat)
    # SNK-82: then fewer students, then more popularity and yen together.
    number = number * (cards.STUDENTS + 1) + cards.STUDENTS - count(s.students[seat])
    return number * (2 * cards.MOST_HELD + 1) + s.popularity[seat] + s.yen[seat]


@rule
def scores(s: State, out: list[int]) -> None:
    """The votes as they stand."""
    for seat in range(s.players):
        out[seat] = s.votes[seat]


@rule
def winners(s: State) -> int:
    """The winning seats once the game is over."""
    if s.phase != phase.OVER:
        return 0
    mask, best = 0, -1
    for seat in range(s.players):
        # SNK-83: if they are still equal, the victory is shared.
        number = rank(s, seat)
        if number > best:
            mask, best = 0, number
        if number == best:
            mask |= bit(seat)
    return mask


def ended_by(s: State) -> str:
    """The clause that ended the game."""
    return "SNK-16"
