"""The last stage of a day, clean-up: limits, candidates face up, production, tracks and the pet marker."""

from __future__ import annotations

from zashiki.core.bits import bit, full, lowest
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import cards, phase, stage
from zashiki.games.saigo_no_kane.rules import holdings, piles, prep
from zashiki.games.saigo_no_kane.state import FROM_PRODUCTION, State, from_pet, go_to


@rule
def begin_cleanup(s: State) -> None:
    s.stage = stage.CLEANUP
    s.asked = 0
    # SNK-79: on day 5 only production takes place, in a first game too (SNK-R28).
    go_to(s, phase.TO_NIGHT if s.day == cards.DAYS else phase.TO_LIMITS)


@rule
def ask_limits(s: State) -> None:
    """Ask the next seat over a limit; after the last one, go on."""
    # SNK-72: down to four talent tokens and five teacher cards; SNK-R38: nothing else has a limit.
    # SNK-R29: clockwise from the pet, talents first.
    while s.asked < s.players:
        seat = from_pet(s, s.asked)
        s.seat = seat
        if holdings.talent_count(s, seat) > cards.TALENT_LIMIT:
            s.phase = phase.RETURN
            return
        if holdings.hand_count(s, seat) > cards.HAND_LIMIT:
            s.phase = phase.DROP
            return
        s.asked += 1
    s.asked = 0
    # SNK-73: all candidates turn face up; SNK-53: at no other time.
    s.face_up = full(s.players)
    go_to(s, phase.TO_NIGHT)


@rule
def return_talent(s: State, seat: int, talent: int) -> None:
    s.talents[seat * cards.TALENTS + talent] -= 1
    s.pool[talent] += 1
    go_to(s, phase.TO_LIMITS)


@rule
def drop_card(s: State, seat: int, teacher: int) -> None:
    # SNK-R29: face down, so only its owner knows; SNK-15: nobody may look through a discard pile.
    s.hands[seat * cards.TEACHERS + teacher] -= 1
    s.dropped[seat * cards.TEACHERS + teacher] += 1
    go_to(s, phase.TO_LIMITS)


# Production


@rule
def produce(s: State) -> None:
    # SNK-74: candidates, students and items produce.
    for seat in range(s.players):
        produce_for(s, seat)


@rule
def produce_for(s: State, seat: int) -> None:
    popularity = cards.CANDIDATE_POPULARITY[s.candidate[seat]]
    yen = cards.CANDIDATE_YEN[s.candidate[seat]]
    votes = 0
    # SNK-75: marked students produce as well.
    students = s.students[seat] & cards.YIELDING_STUDENTS
    while students:
        student = lowest(students)
        students &= students - 1
        popularity += cards.STUDENT_POPULARITY[student]
        yen += cards.STUDENT_YEN[student]
        # SNK-76: votes with a plus are scored at clean-up only.
        votes += cards.STUDENT_CLEANUP[student]
    items = s.items[seat] & cards.PRODUCTION_ITEMS
    while items:
        item = lowest(items)
        items &= items - 1
        if cards.ITEM_KIND[item] == cards.YEN_ITEM:
            yen += holdings.production_level(s, seat, item)
        else:
            popularity += holdings.production_level(s, seat, item)
    s.popularity[seat] += popularity
    s.yen[seat] += yen
    holdings.score(s, seat, votes + cleanup_item_votes(s, seat), FROM_PRODUCTION)


@rule
def cleanup_item_votes(s: State, seat: int) -> int:
    votes = 0
    items = s.items[seat] & cards.CLEANUP_ITEMS
    while items:
        item = lowest(items)
        items &= items - 1
        # SNK-37: with at least three characters of its club.
        if holdings.characters(s, seat, cards.ITEM_CLUB[item]) >= cards.CHARACTERS_FOR_VOTES:
            votes += cards.ITEM_CLEANUP[item]
    return votes


# Night, tracks and pet


@rule
def pass_night(s: State) -> None:
    # SNK-R31: clean-up votes count before the pet is decided.
    produce(s)
    # SNK-79: after the production of day 5 the game is over.
    if s.day == cards.DAYS:
        s.stage = stage.OVER
        s.phase = phase.OVER
    else:
        clear_school(s)


@rule
def clear_school(s: State) -> None:
    # SNK-77: the rightmost student is discarded, the track slides, a new tile is drawn.
    student = s.school[cards.SPACES - 1]
    if student != cards.EMPTY:
        piles.take_from(s.school, student)
        s.student_discard |= bit(student)
    piles.refill_school(s, phase.TO_MARKET)


@rule
def clear_market(s: State) -> None:
    # SNK-77: then the same in the market.
    item = s.market[cards.SPACES - 1]
    if item != cards.EMPTY:
        piles.take_from(s.market, item)
        s.item_discard |= bit(item)
    piles.refill_market(s, phase.TO_PET)


@rule
def pass_pet(s: State) -> None:
    # SNK-78: to the seat with the fewest votes; among equals the nearest clockwise, the old pet last (SNK-R30).
    pet = from_pet(s, 1)
    for steps in range(2, s.players + 1):
        seat = from_pet(s, steps)
        if s.votes[seat] < s.votes[pet]:
            pet = seat
    s.pet = pet
    prep.begin_day(s)
