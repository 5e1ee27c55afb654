"""What a seat's tiles will still bring, and the majorities it leads."""

from __future__ import annotations

from zashiki.core.bits import bit, lowest
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import cards, stage
from zashiki.games.saigo_no_kane.rules import holdings, majorities
from zashiki.games.saigo_no_kane.state import State
from zashiki.games.saigo_no_kane.worth import rates

# One popularity or yen, and one vote, at every clean-up from today on.
POPULARITY_FROM = tuple(sum(rates.POPULARITY_ON[day + 1 : 6]) for day in range(6))
YEN_FROM = tuple(sum(rates.YEN_ON[day + 1 : 6]) for day in range(6))
CLEANUPS_FROM = (5, 5, 4, 3, 2, 1)
UPRIGHT_TALENT, MARKED_TALENT = 350, 200  # on a student, not needed today
ITEM_TOKEN = 20
CLEANUP_CHANCE = (10, 25, 55, 100)  # in percent, by characters of the club
LEAD_BEFORE, LEAD_AFTER = 650, 770  # a majority led before and after the lobby


@rule
def tile_value(s: State, seat: int) -> int:
    """What all tiles of a seat will still bring."""
    value, students = 0, s.students[seat]
    while students:
        student = lowest(students)
        students &= students - 1
        value += student_value(s, student, s.marked & bit(student))
    items = s.items[seat]
    while items:
        item = lowest(items)
        items &= items - 1
        value += item_value(s, seat, item)
    return value


@rule
def clean_day(s: State) -> int:
    """The day whose clean-up comes next."""
    return s.day + 1 if s.stage == stage.CLEANUP else s.day


@rule
def student_value(s: State, student: int, marked: int) -> int:
    """What a student will still bring: production, clean-up votes, talents on later days."""
    day = clean_day(s)
    if day > 5 or s.stage == stage.OVER:
        return 0
    value = POPULARITY_FROM[day] * cards.STUDENT_POPULARITY[student] + YEN_FROM[day] * cards.STUDENT_YEN[student]
    value += rates.VOTE * CLEANUPS_FROM[day] * cards.STUDENT_CLEANUP[student]
    if day < 5:
        each = MARKED_TALENT if marked else UPRIGHT_TALENT
        for talent in range(cards.TALENTS):
            value += each * cards.STUDENT_TALENTS[student * cards.TALENTS + talent]
    return value


@rule
def item_value(s: State, seat: int, item: int) -> int:
    """What an item will still bring to its owner."""
    day = clean_day(s)
    kind = cards.ITEM_KIND[item]
    if day > 5 or s.stage == stage.OVER or kind == cards.VOTE_ITEM:
        return 0
    if kind == cards.POPULARITY_ITEM:
        return max(POPULARITY_FROM[day], rates.POPULARITY_ON[day] - 10) * holdings.production_level(s, seat, item)
    if kind == cards.YEN_ITEM:
        return max(YEN_FROM[day], rates.YEN_ON[day] - 10) * holdings.production_level(s, seat, item)
    if kind == cards.TALENT_ITEM:
        tokens = 0
        for talent in range(cards.TALENTS):
            tokens += holdings.item_talents(s, seat, item, talent)
        return ITEM_TOKEN * tokens if day < 5 else 0
    return rates.VOTE * CLEANUPS_FROM[day] * CLEANUP_CHANCE[min(holdings.characters(s, seat, cards.ITEM_CLUB[item]), 3)] // 100


@rule
def lead_value(s: State, seat: int) -> int:
    """The majorities of the day that the seat leads now."""
    if s.stage >= stage.CLEANUP:
        return 0
    value = 0
    each = LEAD_AFTER if s.stage == stage.COMPETE else LEAD_BEFORE
    for majority in range(majorities.majority_count(s)):
        if majorities.leader_in(s, majority) == seat:
            value += each
    return value
