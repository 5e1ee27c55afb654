"""The state of Saigo no Kane: phases, decision and chance nodes, the record, and small questions about seats."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.schema import Record, i8, i8s, i16s, i64, i64s
from zashiki.games.saigo_no_kane.actions import TARGETS, TILES
from zashiki.games.saigo_no_kane.cards import (
    ALL_EVENTS,
    ALL_ITEMS,
    ALL_STUDENTS,
    CANDIDATES,
    CARDS,
    CLUBS,
    COPIES,
    DAYS,
    EMPTY,
    EVENTS,
    ITEMS,
    MAX_SEATS,
    MOST_COUNTERS,
    MOST_HELD,
    NOBODY,
    POOL,
    POWERS,
    REWARDS,
    SPACES,
    STUDENTS,
    SWAPS,
    TALENTS,
    TEACHERS,
    TYPES,
)

SETUP, PREP, LOBBY, COMPETE, CLEANUP, OVER = range(6)
PHASES = ("setup", "prep", "lobby", "compete", "cleanup", "over")

# Nodes: first those where chance comes next, then the decisions, then the end.
DRAW_PET, DRAW_CANDIDATE, DEAL_CARD, LAY_STUDENT, LAY_ITEM, DRAW_EVENT, DRAW_STUDENT, DRAW_ITEM, DRAW_CARD = range(9)
ASK_CANDIDATE, ASK_ATTEND, ASK_LOBBY, ASK_FILL, ASK_ABILITY, ASK_TARGET, ASK_EXCHANGE, ASK_COUNTER, ASK_BONUS = range(9, 18)
ASK_START, ASK_PAY, ASK_PREPARE, ASK_BID, ASK_REWARD, ASK_SETTLE, ASK_RETURN, ASK_DROP = range(18, 26)
FINISHED = 26
GO_ON = 27  # a step is over and `resume` says what follows; never left standing
FIRST_DECISION = ASK_CANDIDATE
NODES = (
    "pet", "candidate dealt", "card dealt", "student laid out", "item laid out", "event", "student", "item", "card",
    "candidate", "attend", "lobby", "fill", "ability", "target", "exchange", "counter", "bonus",
    "start", "pay", "prepare", "bid", "reward", "settle", "return", "drop", "over",
)  # fmt: skip

# What follows a step that is over, as `resume` tells.
END_TURN, SAME_TURN, TO_BONUS, TO_PAY, TO_PREPARE, TO_NEXT_EVENT, TO_SETTLE, TO_MARKET, TO_PET = range(9)
TO_COUNTER, TO_REWARDS, TO_LIMITS, TO_NIGHT = range(9, 13)

# Where votes come from.
FROM_EVENT, FROM_RECRUIT, FROM_BUY, FROM_EXCHANGE, FROM_MAJORITY, FROM_PRODUCTION = range(6)
SOURCES = 6
SOURCE_IDS = ("event", "recruit", "buy", "exchange", "majority", "production")

# The majorities: items, students, talents; then popularity and yen (days 1-4) or the six clubs (day 5).
MOST_ITEMS, MOST_STUDENTS, MOST_TALENTS, MOST_POPULARITY, MOST_YEN = range(5)
FIRST_CLUB = 3
MAJORITIES = FIRST_CLUB + CLUBS

RANDOM, CHOSEN, FIXED = range(3)  # the option `candidates`


class State(Record):
    """The table; hands, drops and unrevealed bids are the only secrets."""

    players: int = i8(0, MAX_SEATS)
    first_pet: int = i8(NOBODY, MAX_SEATS - 1)  # the option; NOBODY: drawn at random
    candidates: int = i8(RANDOM, FIXED)  # the option
    first_game: int = i8(0, 1)  # the option

    day: int = i8(0, DAYS)
    stage: int = i8(SETUP, OVER)  # of the day; the rules call it a phase
    phase: int = i8(DRAW_PET, FINISHED)  # what comes next; the rules call it a node
    resume: int = i8(END_TURN, TO_NIGHT)
    pet: int = i8(NOBODY, MAX_SEATS - 1)
    turn: int = i8(0, MAX_SEATS - 1)  # whose lobby turn it is
    seat: int = i8(0, MAX_SEATS - 1)  # who acts
    passes: int = i8(0, MAX_SEATS)
    asked: int = i8(0, 3 * MAX_SEATS)  # how far a round of the table or of dealing has come

    candidate: list[int] = i8s(MAX_SEATS, EMPTY, CANDIDATES - 1)
    face_up: int = i8(0, 15)  # set of seats
    votes: list[int] = i16s(MAX_SEATS, 0, 999)
    popularity: list[int] = i16s(MAX_SEATS, 0, MOST_HELD)
    yen: list[int] = i16s(MAX_SEATS, 0, MOST_HELD)
    talents: list[int] = i8s(MAX_SEATS * TALENTS, 0, POOL)
    students: list[int] = i64s(MAX_SEATS, 0, ALL_STUDENTS)
    marked: int = i64(0, ALL_STUDENTS)
    items: list[int] = i64s(MAX_SEATS, 0, ALL_ITEMS)
    hands: list[int] = i8s(MAX_SEATS * TEACHERS, 0, COPIES)

    school: list[int] = i8s(SPACES, EMPTY, STUDENTS - 1)  # left to right
    market: list[int] = i8s(SPACES, EMPTY, ITEMS - 1)
    pool: list[int] = i8s(TALENTS, 0, POOL)
    student_pile: int = i64(0, ALL_STUDENTS)
    student_discard: int = i64(0, ALL_STUDENTS)
    aside: int = i64(0, ALL_STUDENTS)
    item_pile: int = i64(0, ALL_ITEMS)
    item_discard: int = i64(0, ALL_ITEMS)
    card_pile: list[int] = i8s(TEACHERS, 0, COPIES)
    played: list[int] = i8s(TEACHERS, 0, COPIES)  # the discard, as far as it was seen
    dropped: list[int] = i8s(MAX_SEATS * TEACHERS, 0, COPIES)  # the rest of the discard: known to who dropped it

    events: list[int] = i8s(SPACES, EMPTY, EVENTS - 1)
    markers: list[int] = i8s(SPACES, 0, 15)  # set of seats on each space
    event_pile: int = i64(0, ALL_EVENTS)
    event_discard: int = i64(0, ALL_EVENTS)

    fill_left: int = i8(0, TALENTS * POOL)
    swaps: int = i8(0, SWAPS)

    # the teacher card being played and the counters on it; `bonus` is the power that allows a purchase
    stack_card: int = i8(EMPTY, TEACHERS - 1)
    power: int = i8(EMPTY, POWERS - 1)
    target: int = i8(EMPTY, TARGETS - 1)
    second: int = i8(EMPTY, TILES - 1)
    counters: int = i8(0, MOST_COUNTERS)
    counter_seat: list[int] = i8s(MOST_COUNTERS, NOBODY, MAX_SEATS - 1)
    counter_card: list[int] = i8s(MOST_COUNTERS, EMPTY, TEACHERS - 1)
    bonus: int = i8(EMPTY, POWERS - 1)

    # the event being held
    current: int = i8(EMPTY, SPACES - 1)
    paid: list[int] = i16s(MAX_SEATS, 0, (1 << TYPES) - 1)  # set of types
    full: int = i8(0, 15)  # set of seats that fulfilled the event
    bids: list[int] = i16s(MAX_SEATS, EMPTY, MOST_HELD)  # sealed
    offers: list[int] = i16s(MAX_SEATS, EMPTY, MOST_HELD)  # the last revealed bids
    reward_due: int = i8(0, REWARDS)
    reward_chosen: int = i8(0, (1 << REWARDS) - 1)
    cards_due: int = i8(0, CARDS)

    # who scored what: votes by day, seat and source; the winner of every majority by day
    gained: list[int] = i16s(DAYS * MAX_SEATS * SOURCES, 0, 999)
    majority: list[int] = i8s(DAYS * MAJORITIES, NOBODY, MAX_SEATS - 1)

    outcome: list[int] = i8s(1, EMPTY, 99, scratch=True)
    cards_left: list[int] = i8s(TEACHERS, 0, COPIES, scratch=True)
    stock: list[int] = i16s(TYPES, 0, MOST_HELD, scratch=True)
    reserve: list[int] = i16s(TYPES, 0, 9999, scratch=True)
    later: list[int] = i16s(TYPES, 0, 9999, scratch=True)


@rule
def go_to(s: State, step: int) -> None:
    """The step being taken is over, and another follows (`rules.go_on`)."""
    s.resume = step
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
def left_of(s: State, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < s.players else 0


@rule
def from_pet(s: State, steps: int) -> int:
    """The seat so many steps clockwise from the pet, at most once round the table."""
    seat = s.pet + steps
    return seat if seat < s.players else seat - s.players
