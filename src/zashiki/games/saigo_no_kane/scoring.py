"""Votes for majorities, final scores and winners of Saigo no Kane."""

from __future__ import annotations

from zashiki.core.bits import bit, count, lowest
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane.cards import CLUBS, COST, DAYS, MOST_HELD, NOBODY, STUDENTS
from zashiki.games.saigo_no_kane.rules.tiles import characters, score, talent_count
from zashiki.games.saigo_no_kane.state import (
    FINISHED,
    FIRST_CLUB,
    FROM_MAJORITY,
    MAJORITIES,
    MOST_ITEMS,
    MOST_POPULARITY,
    MOST_STUDENTS,
    MOST_TALENTS,
    MOST_YEN,
    State,
)


@rule
def majority_count(s: State) -> int:
    """How many majorities are counted on this day."""
    # SNK-68: items, students, talents, popularity, yen; SNK-71: on day 5 the six clubs instead of the last two,
    # in a first game too (SNK-R28).
    return FIRST_CLUB + CLUBS if s.day == DAYS else MOST_YEN + 1


@rule
def measure(s: State, seat: int, majority: int) -> int:
    """What a seat brings to a majority."""
    if majority == MOST_ITEMS:
        return count(s.items[seat])
    if majority == MOST_STUDENTS:
        # SNK-R26: counting the candidate as well would add one to everybody.
        return count(s.students[seat])
    if majority == MOST_TALENTS:
        return talent_count(s, seat)
    if s.day == DAYS:
        # SNK-71: characters of each club, the candidate included.
        return characters(s, seat, majority - FIRST_CLUB)
    return s.popularity[seat] if majority == MOST_POPULARITY else s.yen[seat]


@rule
def leader_in(s: State, majority: int) -> int:
    """The only seat with the most, or NOBODY."""
    # SNK-69: a tie gives the vote to nobody, all zero included (SNK-R27).
    leader, most = NOBODY, -1
    for seat in range(s.players):
        number = measure(s, seat, majority)
        if number > most:
            leader, most = seat, number
        elif number == most:
            leader = NOBODY
    return leader


@rule
def additional_scoring(s: State) -> None:
    for majority in range(majority_count(s)):
        leader = leader_in(s, majority)
        s.majority[(s.day - 1) * MAJORITIES + majority] = leader
        if leader != NOBODY:
            score(s, leader, 1, FROM_MAJORITY)


@rule
def cost_of_students(s: State, seat: int) -> int:
    """The total cost of a seat's students."""
    total = 0
    students = s.students[seat]
    while students:
        total += COST[lowest(students)]
        students &= students - 1
    return total


@rule
def rank(s: State, seat: int) -> int:
    """The key that decides the game, as one number."""
    # SNK-80: most votes; SNK-81: then the higher total cost of students.
    number = s.votes[seat] * 1000 + cost_of_students(s, seat)
    # SNK-82: then fewer students, then more popularity and yen together.
    number = number * (STUDENTS + 1) + STUDENTS - count(s.students[seat])
    return number * (2 * MOST_HELD + 1) + s.popularity[seat] + s.yen[seat]


@rule
def scores(s: State, out: list[int]) -> None:
    """The votes as they stand."""
    for seat in range(s.players):
        out[seat] = s.votes[seat]


@rule
def winners(s: State) -> int:
    """The winning seats once the game is over."""
    if s.phase != FINISHED:
        return 0
    mask, best = 0, -1
    for seat in range(s.players):
        # SNK-83: still equal, the victory is shared.
        number = rank(s, seat)
        if number > best:
            mask, best = 0, number
        if number == best:
            mask |= bit(seat)
    return mask


def ended_by(s: State) -> str:
    """The clause that ended the game."""
    return "SNK-16"
