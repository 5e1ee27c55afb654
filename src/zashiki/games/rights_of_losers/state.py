"""The state of Rights of Losers, and the small rules that keep its fields true."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rule import rule
from zashiki.core.schema import Record, i8, i8s, i16s, i64, i64s
from zashiki.games.rights_of_losers import cards, phase
from zashiki.games.rights_of_losers.actions import ACTIONS

NOT_YET = -1  # an action of the history that has not been taken
LAST_LAND = cards.FIRST_LAND + len(cards.LANDS) - 1


class State(Record):
    """The table; hands and undealt cards are the only secrets."""

    players: int = i8(0, cards.MAX_SEATS)
    phase: int = i8(phase.DEAL, phase.OVER)
    first_lead: int = i8(cards.NOBODY, cards.MAX_SEATS - 1)  # the option; NOBODY: drawn at random
    dealt: int = i8(0, cards.MAX_SEATS)  # seats that have their hand
    seat: int = i8(0, cards.MAX_SEATS - 1)  # who acts
    trick: int = i8(0, cards.MOST_TRICKS)
    leader: int = i8(cards.NOBODY, cards.MAX_SEATS - 1)
    reversed: int = i8(0, 1)
    play_count: int = i8(0, cards.MAX_SEATS)
    plays: list[int] = i8s(cards.MAX_SEATS, cards.EMPTY, cards.CARDS - 1)  # in order of play
    winner: int = i8(cards.NOBODY, cards.MAX_SEATS - 1)
    won: int = i64(0, cards.ALL_CARDS)
    picked: int = i8(cards.EMPTY, cards.CARDS - 1)
    built: int = i8(0, 2)
    lifted: int = i8(cards.EMPTY, cards.POINTS - 1)
    hands: list[int] = i64s(cards.MAX_SEATS, 0, cards.ALL_CARDS)
    undealt: int = i64(0, cards.ALL_CARDS)
    removed: int = i64(0, cards.ALL_CARDS)
    field: list[int] = i8s(cards.SPACES, cards.EMPTY, LAST_LAND)
    filled: int = i64(0, (1 << cards.SPACES) - 1)  # the spaces of `field` that hold a card, kept by `put_card`
    near: list[int] = i64s(cards.HALVES, 0, (1 << cards.HALF) - 1)  # the points that touch a card, kept by `put_card`
    chips: list[int] = i8s(cards.POINTS, cards.EMPTY, cards.MAX_SEATS - 1)
    taken: list[int] = i64s(
        cards.HALVES, 0, (1 << cards.HALF) - 1
    )  # the points of `chips` and `lifted`, kept by `put_chip`, `drop_chip`
    supply: list[int] = i8s(cards.MAX_SEATS, 0, cards.CHIPS)
    tricks_won: list[int] = i8s(cards.MAX_SEATS, 0, cards.MOST_TRICKS)

    # one entry for each trick since its last card
    past_leader: list[int] = i8s(cards.MOST_TRICKS, cards.NOBODY, cards.MAX_SEATS - 1)
    past_reversed: list[int] = i8s(cards.MOST_TRICKS, 0, 1)
    past_winner: list[int] = i8s(cards.MOST_TRICKS, cards.NOBODY, cards.MAX_SEATS - 1)
    past_plays: list[int] = i8s(cards.MOST_TRICKS * cards.MAX_SEATS, cards.EMPTY, cards.CARDS - 1)
    past_action: list[int] = i16s(cards.MOST_TRICKS, NOT_YET, len(ACTIONS) - 1)
    past_drop: list[int] = i8s(cards.MOST_TRICKS, cards.EMPTY, cards.POINTS - 1)  # where the lifted chip went

    outcome: list[int] = i8s(cards.LARGEST_HAND, cards.EMPTY, cards.CARDS - 1)


@rule
def put_card(s: State, space: int, card: int) -> None:
    """Lay a card on an empty space."""
    s.field[space] = card
    s.filled |= bit(space)
    for half in range(cards.HALVES):
        s.near[half] |= cards.NEAR[cards.HALVES * space + half]


@rule
def put_chip(s: State, seat: int, point: int) -> None:
    """Put a chip of a seat on an open point."""
    s.chips[point] = seat
    s.taken[point // cards.HALF] |= bit(point % cards.HALF)


@rule
def lift_chip(s: State, point: int) -> None:
    """Take up a chip; its point stays taken until the chip is down again, on another one."""
    s.chips[point] = cards.EMPTY
    s.lifted = point


@rule
def drop_chip(s: State, seat: int, point: int) -> None:
    """Put the lifted chip down."""
    put_chip(s, seat, point)
    s.taken[s.lifted // cards.HALF] &= ~bit(s.lifted % cards.HALF)
    s.lifted = cards.EMPTY


@rule
def clear_plays(s: State) -> None:
    """No card lies in the trick."""
    s.play_count = 0
    for i in range(cards.MAX_SEATS):
        s.plays[i] = cards.EMPTY
