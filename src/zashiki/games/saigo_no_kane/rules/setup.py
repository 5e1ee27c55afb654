"""Before the first day: pet, candidates, stock, first hands, school and market."""

from __future__ import annotations

from zashiki.core.bits import bit, full
from zashiki.core.rule import rule
from zashiki.core.seats import left_of
from zashiki.games.saigo_no_kane import cards, phase
from zashiki.games.saigo_no_kane.cards import EMPTY, SPACES, TALENTS
from zashiki.games.saigo_no_kane.options import CHOSEN, FIXED, RANDOM
from zashiki.games.saigo_no_kane.rules import prep
from zashiki.games.saigo_no_kane.state import MAJORITIES, State, clear_stack


@rule
def setup(s: State, players: int, options: list[int]) -> None:
    """A new game before its first event. Options: first pet, how candidates are found, four fixed candidates, first game."""
    # SNK-1: two, three or four players (checked when the table is made).
    s.players = players
    s.first_pet = options[0]
    s.candidates = options[1]
    s.first_game = options[2 + cards.MAX_SEATS]
    for seat in range(cards.MAX_SEATS):
        s.candidate[seat] = options[2 + seat] if s.candidates == FIXED else EMPTY
    s.face_up = full(players)
    fill_the_box(s)
    clear_the_table(s)
    # SNK-13: the first pet is drawn, or set by option; the day track starts at 1.
    s.pet = s.first_pet
    if s.pet == cards.NOBODY:
        s.phase = phase.DRAW_PET
    else:
        find_candidates(s)


@rule
def fill_the_box(s: State) -> None:
    for talent in range(TALENTS):
        # SNK-2: 12 tokens of each talent, 9 with two players. SNK-3: the banks of popularity and yen never run out (SNK-R3).
        s.pool[talent] = cards.POOL_FOR_TWO if s.players == 2 else cards.POOL
    # SNK-5: piles of students, items and teacher cards.
    s.student_pile = cards.ALL_STUDENTS
    s.item_pile = cards.ALL_ITEMS
    for teacher in range(cards.TEACHERS):
        s.card_pile[teacher] = cards.COPIES
    # SNK-4: blue and orange events are drawn separately (two parts of one set).
    s.event_pile = cards.ALL_EVENTS


@rule
def clear_the_table(s: State) -> None:
    for space in range(SPACES):
        s.school[space] = EMPTY
        s.market[space] = EMPTY
        s.events[space] = EMPTY
    for seat in range(cards.MAX_SEATS):
        s.bids[seat] = EMPTY
        s.offers[seat] = EMPTY
    s.current = EMPTY
    s.bonus = EMPTY
    s.counters = cards.MOST_COUNTERS
    clear_stack(s)
    for k in range(cards.MOST_DAYS * MAJORITIES):
        s.majority[k] = cards.NOBODY
    for k in range(cards.AUCTIONS * cards.MAX_SEATS):
        s.bid_for[k] = EMPTY


@rule
def lay_out(s: State, drawn: int) -> None:
    """Carry out a chance event that comes before the first day."""
    if s.phase == phase.DEAL_CARD:
        deal_card(s, drawn)
    elif s.phase == phase.LAY_STUDENT:
        lay_student(s, drawn)
    elif s.phase == phase.LAY_ITEM:
        lay_item(s, drawn)
    elif s.phase == phase.DRAW_CANDIDATE:
        deal_candidate(s, drawn)
    else:
        s.pet = drawn
        find_candidates(s)


@rule
def find_candidates(s: State) -> None:
    s.asked = 0
    # SNK-6: chosen or drawn at random, no two alike; or fixed by option.
    if s.candidates == RANDOM:
        s.phase = phase.DRAW_CANDIDATE
    elif s.candidates == CHOSEN:
        s.phase = phase.CANDIDATE
        s.seat = s.pet
    else:
        hand_out_stock(s)


@rule
def candidates_left(s: State) -> int:
    """The candidates nobody runs, as a set."""
    left = full(cards.CANDIDATES)
    for seat in range(s.players):
        if s.candidate[seat] != EMPTY:
            left &= ~bit(s.candidate[seat])
    return left


@rule
def deal_candidate(s: State, candidate: int) -> None:
    s.candidate[s.asked] = candidate
    s.asked += 1
    if s.asked == s.players:
        hand_out_stock(s)


@rule
def choose_candidate(s: State, candidate: int) -> None:
    s.candidate[s.seat] = candidate
    s.seat = left_of(s, s.seat)
    s.asked += 1
    if s.asked == s.players:
        hand_out_stock(s)


@rule
def hand_out_stock(s: State) -> None:
    for seat in range(s.players):
        # SNK-8: popularity, yen and talents as printed on the candidate. SNK-7: votes start at 0.
        candidate = s.candidate[seat]
        s.popularity[seat] = cards.START_POPULARITY[candidate]
        s.yen[seat] = cards.START_YEN[candidate]
        for talent in range(TALENTS):
            s.talents[seat * TALENTS + talent] = cards.CANDIDATE_TALENTS[candidate * TALENTS + talent]
            s.pool[talent] -= cards.CANDIDATE_TALENTS[candidate * TALENTS + talent]
    s.asked = 0
    s.phase = phase.DEAL_CARD


@rule
def deal_card(s: State, teacher: int) -> None:
    # SNK-5: three teacher cards for each seat, one seat after another.
    s.card_pile[teacher] -= 1
    s.hands[s.asked // cards.FIRST_HAND * cards.TEACHERS + teacher] += 1
    s.asked += 1
    if s.asked == cards.FIRST_HAND * s.players:
        s.asked = 0
        s.phase = phase.LAY_STUDENT


@rule
def lay_student(s: State, student: int) -> None:
    s.student_pile &= ~bit(student)
    # SNK-10: only students of cost 5 or less stay; dearer ones are set aside and shuffled back in.
    if cards.COST[student] > cards.DEAREST_AT_SETUP:
        s.aside |= bit(student)
        return
    # SNK-12: from right to left, the first tile on space 4.
    s.asked += 1
    s.school[SPACES - s.asked] = student
    if s.asked == SPACES:
        s.student_pile |= s.aside
        s.aside = 0
        s.asked = 0
        s.phase = phase.LAY_ITEM


@rule
def lay_item(s: State, item: int) -> None:
    # SNK-11: four items in the market.
    s.item_pile &= ~bit(item)
    s.asked += 1
    s.market[SPACES - s.asked] = item
    if s.asked == SPACES:
        prep.begin_day(s)
