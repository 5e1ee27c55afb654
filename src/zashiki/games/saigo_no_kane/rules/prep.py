"""The first stage of a day, prep: events are drawn and everybody marks two of them."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.core.seats import left_of
from zashiki.games.saigo_no_kane import cards, phase, stage
from zashiki.games.saigo_no_kane.cards import EMPTY
from zashiki.games.saigo_no_kane.state import State


@rule
def begin_day(s: State) -> None:
    # SNK-16: five days of four stages each.
    s.day += 1
    s.stage = stage.PREP
    if is_orange_day(s):
        clear_playground(s)
    fill_playground(s)


@rule
def is_orange_day(s: State) -> int:
    # SNK-20: in a first game the events are blue on all five days, and leftover ones stay (SNK-R28).
    return s.day == cards.DAYS and s.first_game == 0


@rule
def clear_playground(s: State) -> None:
    # SNK-18: on day 5 the leftover blue events are removed.
    for space in range(cards.SPACES):
        if s.events[space] != EMPTY:
            s.event_discard |= bit(s.events[space])
            s.events[space] = EMPTY


@rule
def playground_spaces(s: State) -> int:
    # SNK-19: three spaces with two players, four with more.
    return cards.SPACES_FOR_TWO if s.players == 2 else cards.SPACES


@rule
def empty_event_space(s: State) -> int:
    """The lowest-numbered empty space, or EMPTY when all are filled."""
    for space in range(playground_spaces(s)):
        if s.events[space] == EMPTY:
            return space
    return EMPTY


@rule
def fill_playground(s: State) -> None:
    # SNK-17: empty spaces are filled; leftover events stay.
    if empty_event_space(s) != EMPTY:
        s.phase = phase.DRAW_EVENT
        return
    s.phase = phase.ATTEND
    s.asked = 0
    s.seat = s.pet


@rule
def events_to_draw(s: State) -> int:
    # SNK-17, SNK-18: from the blue pile, on day 5 from the orange one.
    return s.event_pile & (cards.ALL_ORANGE if is_orange_day(s) else cards.ALL_BLUE)


@rule
def draw_event(s: State, event: int) -> None:
    s.event_pile &= ~bit(event)
    s.events[empty_event_space(s)] = event
    fill_playground(s)


@rule
def event_space(s: State, event: int) -> int:
    """The space of an event in the playground, or EMPTY."""
    for space in range(cards.SPACES):
        if s.events[space] == event:
            return space
    return EMPTY


@rule
def may_attend(s: State, seat: int) -> int:
    """The events a seat may mark, as a set."""
    events = 0
    for space in range(cards.SPACES):
        # SNK-22: never the same event twice; any number of seats may share one.
        if s.events[space] != EMPTY and not s.markers[space] & bit(seat):
            events |= bit(s.events[space])
    return events


@rule
def attend(s: State, event: int) -> None:
    s.markers[event_space(s, event)] |= bit(s.seat)
    s.asked += 1
    # SNK-21: clockwise from the pet, two rounds, both markers.
    if s.asked < cards.MARKERS * s.players:
        s.seat = left_of(s, s.seat)
    else:
        open_lobby(s)


@rule
def open_lobby(s: State) -> None:
    # SNK-23: turns in the lobby go clockwise from the pet.
    s.stage = stage.LOBBY
    s.phase = phase.LOBBY
    s.asked = 0
    s.passes = 0
    s.turn = s.pet
    s.seat = s.pet
