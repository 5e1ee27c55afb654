"""The end of the compete stage: a vote for each majority of the day."""

from __future__ import annotations

from zashiki.core.bits import count
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.cards import NOBODY
from zashiki.games.saigo_no_kane.rules import holdings
from zashiki.games.saigo_no_kane.state import FROM_MAJORITY, MAJORITIES, State

# Items, students and talents, then popularity and yen, or on day 5 the six clubs.
MOST_ITEMS, MOST_STUDENTS, MOST_TALENTS, MOST_POPULARITY, MOST_YEN = range(5)
FIRST_CLUB = MOST_TALENTS + 1


@rule
def majority_count(s: State) -> int:
    """How many majorities are counted on this day."""
    # SNK-68: items, students, talents, popularity, yen; SNK-71: on day 5 the six clubs instead of the last two,
    # in a first game too (SNK-R28).
    return MAJORITIES if s.day == cards.DAYS else MOST_YEN + 1


@rule
def measure(s: State, seat: int, majority: int) -> int:
    """What a seat brings to a majority."""
    if majority == MOST_ITEMS:
        return count(s.items[seat])
    if majority == MOST_STUDENTS:
        # SNK-R26: counting the candidates too would add one for everybody.
        return count(s.students[seat])
    if majority == MOST_TALENTS:
        return holdings.talent_count(s, seat)
    if s.day == cards.DAYS:
        # SNK-71: characters of each club, the candidate included.
        return holdings.characters(s, seat, majority - FIRST_CLUB)
    return s.popularity[seat] if majority == MOST_POPULARITY else s.yen[seat]


@rule
def most_in(s: State, majority: int) -> int:
    """What the best seat brings to a majority."""
    most = 0
    for seat in range(s.players):
        most = max(most, measure(s, seat, majority))
    return most


@rule
def leader_in(s: State, majority: int) -> int:
    """The only seat with the most, or NOBODY."""
    # SNK-69: in a tie nobody gets the vote, even if all have zero (SNK-R27).
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
        s.majority_most[(s.day - 1) * MAJORITIES + majority] = most_in(s, majority)
        if leader != NOBODY:
            holdings.score(s, leader, cards.MAJORITY_VOTES, FROM_MAJORITY)
