"""The state of Rights of Losers: phases, the record, and how a game starts."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.core.schema import Record, i8, i8s, i16s, i64, i64s
from zashiki.games.rights_of_losers.actions import ACTIONS
from zashiki.games.rights_of_losers.cards import (
    ALL_CARDS,
    CARDS,
    CHIPS,
    EMPTY,
    FIRST_LAND,
    HALF,
    HALVES,
    HAND_SIZE,
    LAND_SPACES,
    LANDS,
    MAX_SEATS,
    NEAR,
    NOBODY,
    POINTS,
    SPACES,
    TRICKS,
)

DEAL, FIRST, PLAY, CHIP, PICK, BUILD, ACTION, DROP, OVER = range(9)
PHASES = ("deal", "first", "play", "chip", "pick", "build", "action", "drop", "over")
NOT_YET = -1  # an action of the history that has not been taken
LAST_LAND = FIRST_LAND + len(LANDS) - 1


class State(Record):
    """The table; hands and undealt cards are the only secrets."""

    players: int = i8(0, MAX_SEATS)
    phase: int = i8(DEAL, OVER)
    first_lead: int = i8(NOBODY, MAX_SEATS - 1)  # the option; NOBODY: drawn at random
    dealt: int = i8(0, MAX_SEATS)  # seats that have their hand
    seat: int = i8(0, MAX_SEATS - 1)  # who acts
    trick: int = i8(0, TRICKS)
    leader: int = i8(NOBODY, MAX_SEATS - 1)
    reversed: int = i8(0, 1)
    play_count: int = i8(0, MAX_SEATS)
    plays: list[int] = i8s(MAX_SEATS, EMPTY, CARDS - 1)  # in order of play
    winner: int = i8(NOBODY, MAX_SEATS - 1)
    won: int = i64(0, ALL_CARDS)
    picked: int = i8(EMPTY, CARDS - 1)
    built: int = i8(0, 2)
    lifted: int = i8(EMPTY, POINTS - 1)
    hands: list[int] = i64s(MAX_SEATS, 0, ALL_CARDS)
    undealt: int = i64(0, ALL_CARDS)
    removed: int = i64(0, ALL_CARDS)
    field: list[int] = i8s(SPACES, EMPTY, LAST_LAND)
    filled: int = i64(0, (1 << SPACES) - 1)  # the spaces of `field` that hold a card, kept by `put_card`
    near: list[int] = i64s(HALVES, 0, (1 << HALF) - 1)  # the points that touch a card, kept by `put_card`
    chips: list[int] = i8s(POINTS, EMPTY, MAX_SEATS - 1)
    taken: list[int] = i64s(HALVES, 0, (1 << HALF) - 1)  # the points of `chips` and `lifted`, kept by `put_chip`, `drop_chip`
    supply: list[int] = i8s(MAX_SEATS, 0, CHIPS)
    tricks_won: list[int] = i8s(MAX_SEATS, 0, TRICKS)

    # one entry for each trick since its last card
    past_leader: list[int] = i8s(TRICKS, NOBODY, MAX_SEATS - 1)
    past_reversed: list[int] = i8s(TRICKS, 0, 1)
    past_winner: list[int] = i8s(TRICKS, NOBODY, MAX_SEATS - 1)
    past_plays: list[int] = i8s(TRICKS * MAX_SEATS, EMPTY, CARDS - 1)
    past_action: list[int] = i16s(TRICKS, NOT_YET, len(ACTIONS) - 1)
    past_drop: list[int] = i8s(TRICKS, EMPTY, POINTS - 1)  # where the lifted chip went

    outcome: list[int] = i8s(HAND_SIZE, EMPTY, CARDS - 1, scratch=True)
    influence: list[int] = i16s(MAX_SEATS + 1, 0, 9999, scratch=True)  # on one card: of nobody, then of each seat
    owners: list[int] = i8s(SPACES, NOBODY, MAX_SEATS - 1, scratch=True)
    building: list[int] = i16s(MAX_SEATS, 0, 999, scratch=True)
    land: list[int] = i16s(MAX_SEATS, 0, 5, scratch=True)
    slots: list[int] = i8s(MAX_SEATS + 1, 0, CARDS, scratch=True)
    voids: list[int] = i8s(MAX_SEATS + 1, 0, 31, scratch=True)


@rule
def put_card(s: State, space: int, card: int) -> None:
    """Lay a card on an empty space."""
    s.field[space] = card
    s.filled |= bit(space)
    for half in range(HALVES):
        s.near[half] |= NEAR[HALVES * space + half]


@rule
def put_chip(s: State, seat: int, point: int) -> None:
    """Put a chip of a seat on an open point."""
    s.chips[point] = seat
    s.taken[point // HALF] |= bit(point % HALF)


@rule
def lift_chip(s: State, point: int) -> None:
    """Take up a chip; its point stays taken until the chip is down again, on another one."""
    s.chips[point] = EMPTY
    s.lifted = point


@rule
def drop_chip(s: State, seat: int, point: int) -> None:
    """Put the lifted chip down."""
    put_chip(s, seat, point)
    s.taken[s.lifted // HALF] &= ~bit(s.lifted % HALF)
    s.lifted = EMPTY


@rule
def setup(s: State, players: int, options: list[int]) -> None:
    """A new game before the first hand is dealt."""
    # ROL-1: three, four or five seats play (checked when the table is made).
    s.players = players
    s.first_lead = options[0]
    s.phase = DEAL
    s.trick = 1
    s.leader = NOBODY
    s.winner = NOBODY
    s.picked = EMPTY
    s.lifted = EMPTY
    s.undealt = ALL_CARDS
    # ROL-7: the centre card starts on "high numbers win", which holds until somebody reverses (ROL-R10).
    s.reversed = 0
    for seat in range(players):
        # ROL-4: each seat owns ten chips; there are never more.
        s.supply[seat] = CHIPS
    clear_plays(s)
    clear_history(s)
    for point in range(POINTS):
        s.chips[point] = EMPTY
    for space in range(SPACES):
        s.field[space] = EMPTY
    # ROL-5: land lies in the four corners and the centre from the start and never moves.
    for land in range(len(LAND_SPACES)):
        put_card(s, LAND_SPACES[land], FIRST_LAND + land)


@rule
def clear_plays(s: State) -> None:
    """No card lies in the trick."""
    s.play_count = 0
    for i in range(MAX_SEATS):
        s.plays[i] = EMPTY


@rule
def clear_history(s: State) -> None:
    """No trick has been played."""
    for trick in range(TRICKS):
        s.past_leader[trick] = NOBODY
        s.past_winner[trick] = NOBODY
        s.past_action[trick] = NOT_YET
        s.past_drop[trick] = EMPTY
    for i in range(TRICKS * MAX_SEATS):
        s.past_plays[i] = EMPTY


@rule
def seat_after(s: State, seat: int, steps: int) -> int:
    """The seat so many steps further clockwise, less than once around."""
    return seat + steps if seat + steps < s.players else seat + steps - s.players


@rule
def left_of(s: State, seat: int) -> int:
    return seat_after(s, seat, 1)
