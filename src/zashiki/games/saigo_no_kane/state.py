"""The state of Saigo no Kane, and the small rules that move it on or ask about its seats."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.schema import Record, i8, i8s, i16s, i64, i64s
from zashiki.core.seats import seat_after
from zashiki.games.saigo_no_kane import actions, cards, options, phase, stage
from zashiki.games.saigo_no_kane.cards import EMPTY, MAX_SEATS, NOBODY, SPACES, TEACHERS
from zashiki.games.saigo_no_kane.phase import END_TURN, GO_ON, TO_NIGHT

# Where votes come from.
SOURCE_IDS = ("event", "recruit", "buy", "exchange", "majority", "production")
SOURCES = len(SOURCE_IDS)
FROM_EVENT, FROM_RECRUIT, FROM_BUY, FROM_EXCHANGE, FROM_MAJORITY, FROM_PRODUCTION = range(SOURCES)

MAJORITIES = 3 + cards.CLUBS  # on day 5: items, students, talents and each club; fewer before


class State(Record):
    """The table. Hands, dropped cards and unrevealed bids are the only secrets."""

    players: int = i8(0, MAX_SEATS)
    first_pet: int = i8(NOBODY, MAX_SEATS - 1)  # the option; NOBODY: drawn at random
    candidates: int = i8(options.RANDOM, options.FIXED)  # the option
    first_game: int = i8(0, 1)  # the option

    day: int = i8(0, cards.MOST_DAYS)
    stage: int = i8(stage.SETUP, stage.OVER)  # of the day; the specification calls it a phase
    phase: int = i8(phase.DRAW_PET, phase.OVER)  # what comes next; the specification calls it a node
    resume: int = i8(END_TURN, TO_NIGHT)  # what follows the step being taken
    pet: int = i8(NOBODY, MAX_SEATS - 1)
    turn: int = i8(0, MAX_SEATS - 1)  # whose lobby turn it is
    seat: int = i8(0, MAX_SEATS - 1)  # who is asked
    passes: int = i8(0, MAX_SEATS)
    asked: int = i8(0, max(3, cards.FIRST_HAND) * MAX_SEATS)  # how far a round of questions or of dealing has got

    candidate: list[int] = i8s(MAX_SEATS, EMPTY, cards.CANDIDATES - 1)
    face_up: int = i8(0, 15)  # set of seats
    votes: list[int] = i16s(MAX_SEATS, 0, 999)
    popularity: list[int] = i16s(MAX_SEATS, 0, cards.MOST_HELD)
    yen: list[int] = i16s(MAX_SEATS, 0, cards.MOST_HELD)
    talents: list[int] = i8s(MAX_SEATS * cards.TALENTS, 0, cards.MOST_TOKENS)
    students: list[int] = i64s(MAX_SEATS, 0, cards.ALL_STUDENTS)
    marked: int = i64(0, cards.ALL_STUDENTS)
    items: list[int] = i64s(MAX_SEATS, 0, cards.ALL_ITEMS)
    hands: list[int] = i8s(MAX_SEATS * TEACHERS, 0, cards.COPIES)

    school: list[int] = i8s(SPACES, EMPTY, cards.STUDENTS - 1)  # left to right
    market: list[int] = i8s(SPACES, EMPTY, cards.ITEMS - 1)
    pool: list[int] = i8s(cards.TALENTS, 0, cards.MOST_TOKENS)
    student_pile: int = i64(0, cards.ALL_STUDENTS)
    student_discard: int = i64(0, cards.ALL_STUDENTS)
    aside: int = i64(0, cards.ALL_STUDENTS)
    item_pile: int = i64(0, cards.ALL_ITEMS)
    item_discard: int = i64(0, cards.ALL_ITEMS)
    card_pile: list[int] = i8s(TEACHERS, 0, cards.COPIES)
    played: list[int] = i8s(TEACHERS, 0, cards.COPIES)  # the part of the discard that everybody has seen
    dropped: list[int] = i8s(MAX_SEATS * TEACHERS, 0, cards.COPIES)  # the rest of the discard, known only to those who dropped it

    events: list[int] = i8s(SPACES, EMPTY, cards.EVENTS - 1)
    markers: list[int] = i8s(SPACES, 0, 15)  # set of seats on each space
    event_pile: int = i64(0, cards.ALL_EVENTS)
    event_discard: int = i64(0, cards.ALL_EVENTS)

    fill_left: int = i8(0, cards.TALENTS * cards.MOST_TOKENS)
    swaps: int = i8(0, cards.SWAPS)

    # the teacher card being played and the counters on it; `bonus` is the power that allows a purchase
    stack_card: int = i8(EMPTY, TEACHERS - 1)
    power: int = i8(EMPTY, cards.POWERS - 1)
    target: int = i8(EMPTY, actions.TARGETS - 1)
    second: int = i8(EMPTY, actions.TILES - 1)
    counters: int = i8(0, cards.MOST_COUNTERS)
    counter_seat: list[int] = i8s(cards.MOST_COUNTERS, NOBODY, MAX_SEATS - 1)
    counter_card: list[int] = i8s(cards.MOST_COUNTERS, EMPTY, TEACHERS - 1)
    bonus: int = i8(EMPTY, cards.POWERS - 1)

    # the event being held
    current: int = i8(EMPTY, SPACES - 1)
    paid: list[int] = i16s(MAX_SEATS, 0, (1 << cards.TYPES) - 1)  # set of types
    full: int = i8(0, 15)  # set of seats that fulfilled the event
    bids: list[int] = i16s(MAX_SEATS, EMPTY, cards.MOST_HELD)  # sealed
    offers: list[int] = i16s(MAX_SEATS, EMPTY, cards.MOST_HELD)  # the last revealed bids
    reward_due: int = i8(0, cards.REWARDS)
    reward_chosen: int = i8(0, (1 << cards.REWARDS) - 1)
    cards_due: int = i8(0, cards.CARDS)

    # how it came about: votes by day, seat and source; who had the most of what on a day, and how many; when and by whom an event
    # was fulfilled; what was bid last at an auction
    gained: list[int] = i16s(cards.MOST_DAYS * MAX_SEATS * SOURCES, 0, 999)
    majority: list[int] = i8s(cards.MOST_DAYS * MAJORITIES, NOBODY, MAX_SEATS - 1)
    majority_most: list[int] = i16s(cards.MOST_DAYS * MAJORITIES, 0, cards.MOST_HELD)
    fulfilled_on: list[int] = i8s(cards.EVENTS, 0, cards.MOST_DAYS)  # the day, 0: not yet
    fulfilled_by: list[int] = i8s(cards.EVENTS, 0, 15)  # set of the seats that have got their votes
    bid_for: list[int] = i16s(cards.AUCTIONS * MAX_SEATS, EMPTY, cards.MOST_HELD)

    outcome: list[int] = i8s(1, EMPTY, 99)


@rule
def go_to(s: State, following: int) -> None:
    """The step being taken is over, and another follows (`rules.go_on`)."""
    s.resume = following
    s.phase = GO_ON


@rule
def clear_stack(s: State) -> None:
    """No teacher card is waiting."""
    s.stack_card = EMPTY
    s.power = EMPTY
    s.target = EMPTY
    s.second = EMPTY
    for k in range(s.counters):
        s.counter_seat[k] = NOBODY
        s.counter_card[k] = EMPTY
    s.counters = 0


@rule
def from_pet(s: State, steps: int) -> int:
    """The seat that many steps clockwise from the pet, at most once round the table."""
    return seat_after(s, s.pet, steps)
