"""The numeric observation of a seat of Saigo no Kane: what it knows, itself first and the others clockwise."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rooms import Observed
from zashiki.core.rows import blank, mark_one, mark_seat, mark_set, turned
from zashiki.core.rule import rule
from zashiki.games.saigo_no_kane import actions, cards, phase, rules, stage
from zashiki.games.saigo_no_kane.cards import EMPTY, ITEMS, MAX_SEATS, STUDENTS, TALENTS, TEACHERS
from zashiki.games.saigo_no_kane.rules import holdings
from zashiki.games.saigo_no_kane.state import State

STOCK = 100  # votes, popularity and yen are capped here; the most votes seen in greedy play were 69
SEAT_BLOCK = cards.CANDIDATES + 6 + TALENTS + 2 * STUDENTS + ITEMS + 1 + cards.TYPES

OBSERVATION = (
    Observed("phase", stage.OVER + 1, 1, "which phase it is"),
    Observed("node", phase.OVER + 1, 1, "which chance event or decision comes"),
    Observed("day", 1, cards.MOST_DAYS, "the day"),
    Observed("passes", 1, MAX_SEATS, "passes in a row"),
    Observed("first_game", 1, 1, "whether the events stay blue"),
    Observed("seats", MAX_SEATS, 1, "which seats play, own seat first"),
    Observed("pet", MAX_SEATS, 1, "the teacher's pet"),
    Observed("turn", MAX_SEATS, 1, "whose lobby turn it is"),
    Observed("acting", MAX_SEATS, 1, "who is asked"),
    Observed("seat_blocks", MAX_SEATS * SEAT_BLOCK, STOCK,
             "for each seat: candidate (6), face up, votes, popularity, yen, cards, dropped cards, talents (6), students (48), "
             "marked students (48), items (36), revealed bid + 1, types paid (8)"),
    Observed("hand", TEACHERS, cards.COPIES, "own teacher cards"),
    Observed("drops", TEACHERS, cards.COPIES, "own cards in the discard"),
    Observed("played", TEACHERS, cards.COPIES, "teacher cards seen in the discard"),
    Observed("card_pile", 1, cards.CARDS, "cards in the teacher pile"),
    Observed("school", STUDENTS, cards.SPACES, "the space each student stands on in school, from 1"),
    Observed("market", ITEMS, cards.SPACES, "the space each item stands on in the market, from 1"),
    Observed("student_pile", STUDENTS, 1, "students in the pile"),
    Observed("item_pile", ITEMS, 1, "items in the pile"),
    Observed("event_pile", cards.EVENTS, 1, "events in the piles"),
    Observed("events", cards.EVENTS, 1, "events in the playground"),
    Observed("markers", cards.EVENTS * MAX_SEATS, 1, "who marked which event"),
    Observed("current", cards.EVENTS, 1, "the event being held"),
    Observed("pool", TALENTS, cards.MOST_TOKENS, "tokens in the pool"),
    Observed("fill_left", 1, TALENTS * cards.MOST_TOKENS, "tokens still to take"),
    Observed("swaps", 1, cards.SWAPS, "swaps made"),
    Observed("stack_card", TEACHERS, 1, "the teacher card being played"),
    Observed("power", cards.POWERS, 1, "its power"),
    Observed("target", actions.TARGETS, 1, "its target; seats counted from the own one"),
    Observed("second", actions.TILES, 1, "the tile wanted in exchange"),
    Observed("counters", 1, cards.MOST_COUNTERS, "counters on it"),
    Observed("bonus", cards.POWERS, 1, "the power that allows a purchase"),
    Observed("reward_due", 1, cards.REWARDS, "reward elements still to choose"),
    Observed("reward_chosen", cards.REWARDS, 1, "reward elements chosen"),
    Observed("own_bid", 1, STOCK, "own sealed bid + 1, or 0"),
)  # fmt: skip


@rule
def observe(s: State, seat: int, out: list[int]) -> None:
    """What the seat knows, as OBSERVATION lists it."""
    blank(out)
    at = mark_one(s.stage, out, 0, stage.OVER + 1)
    at = mark_one(s.phase, out, at, phase.OVER + 1)
    out[at], out[at + 1], out[at + 2] = s.day, s.passes, s.first_game
    at += 3
    for other in range(s.players):
        out[at + other] = 1
    at = mark_seat(s, s.pet, seat, out, at + MAX_SEATS, MAX_SEATS)
    at = mark_seat(s, s.turn, seat, out, at, MAX_SEATS)
    asked, blocks = rules.to_act(s), at + MAX_SEATS
    for other in range(s.players):
        place = turned(s, other, seat)
        # SNK-64: in an auction everybody who has not bid is asked; that a bid was made is public.
        if asked & bit(other):
            out[at + place] = 1
        observe_seat(s, other, out, blocks + place * SEAT_BLOCK)
    at = observe_cards(s, seat, out, blocks + MAX_SEATS * SEAT_BLOCK)
    at = observe_tracks(s, out, at)
    at = observe_events(s, seat, out, at)
    observe_step(s, seat, out, at)


@rule
def observe_seat(s: State, other: int, out: list[int], at: int) -> None:
    at = mark_one(s.candidate[other], out, at, cards.CANDIDATES)
    out[at] = 1 if s.face_up & bit(other) else 0
    out[at + 1] = min(s.votes[other], STOCK)
    out[at + 2] = min(s.popularity[other], STOCK)
    out[at + 3] = min(s.yen[other], STOCK)
    out[at + 4] = holdings.hand_count(s, other)
    for teacher in range(TEACHERS):
        out[at + 5] += s.dropped[other * TEACHERS + teacher]
    at += 6
    for talent in range(TALENTS):
        out[at + talent] = s.talents[other * TALENTS + talent]
    at = mark_set(s.students[other], out, at + TALENTS, STUDENTS)
    at = mark_set(s.students[other] & s.marked, out, at, STUDENTS)
    at = mark_set(s.items[other], out, at, ITEMS)
    out[at] = min(s.offers[other] + 1, STOCK)
    mark_set(s.paid[other], out, at + 1, cards.TYPES)


@rule
def observe_cards(s: State, seat: int, out: list[int], at: int) -> int:
    total = 0
    for teacher in range(TEACHERS):
        out[at + teacher] = s.hands[seat * TEACHERS + teacher]
        out[at + TEACHERS + teacher] = s.dropped[seat * TEACHERS + teacher]
        out[at + 2 * TEACHERS + teacher] = s.played[teacher]
        total += s.card_pile[teacher]
    out[at + 3 * TEACHERS] = total
    return at + 3 * TEACHERS + 1


@rule
def observe_tracks(s: State, out: list[int], at: int) -> int:
    for space in range(cards.SPACES):
        if s.school[space] != EMPTY:
            out[at + s.school[space]] = space + 1
        if s.market[space] != EMPTY:
            out[at + STUDENTS + s.market[space]] = space + 1
    at = mark_set(s.student_pile, out, at + STUDENTS + ITEMS, STUDENTS)
    return mark_set(s.item_pile, out, at, ITEMS)


@rule
def observe_events(s: State, seat: int, out: list[int], at: int) -> int:
    at = mark_set(s.event_pile, out, at, cards.EVENTS)
    for space in range(cards.SPACES):
        event = s.events[space]
        if event != EMPTY:
            out[at + event] = 1
            for other in range(s.players):
                if s.markers[space] & bit(other):
                    out[at + cards.EVENTS + event * MAX_SEATS + turned(s, other, seat)] = 1
    at += cards.EVENTS + cards.EVENTS * MAX_SEATS
    return mark_one(EMPTY if s.current == EMPTY else s.events[s.current], out, at, cards.EVENTS)


@rule
def observe_step(s: State, seat: int, out: list[int], at: int) -> None:
    for talent in range(TALENTS):
        out[at + talent] = s.pool[talent]
    at += TALENTS
    out[at], out[at + 1] = s.fill_left, s.swaps
    at = mark_one(s.stack_card, out, at + 2, TEACHERS)
    at = mark_one(s.power, out, at, cards.POWERS)
    target = s.target
    if 0 <= target < MAX_SEATS:
        target = turned(s, target, seat)
    at = mark_one(target, out, at, actions.TARGETS)
    at = mark_one(s.second, out, at, actions.TILES)
    out[at] = s.counters
    at = mark_one(s.bonus, out, at + 1, cards.POWERS)
    out[at] = s.reward_due
    at = mark_set(s.reward_chosen, out, at + 1, cards.REWARDS)
    out[at] = min(s.bids[seat] + 1, STOCK)
