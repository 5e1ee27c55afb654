"""The state of Paper Lantern."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.schema import Record, Work, i8, i8s, i16

from paper_lantern import cards, options, phase


class State(Record):
    """The table; hands, sealed bids and undealt cards are the secrets. A group of cards is a count for each number."""

    players: int = i8(0, cards.MAX_SEATS)
    phase: int = i8(phase.DEAL, phase.OVER)
    matched: int = i8(options.STAYS, options.LOST)  # the option
    round: int = i8(0, cards.ROUNDS)  # from 1; 0 before the first prize
    dealt: int = i8(0, cards.MAX_SEATS)  # seats that have their hand
    pot: int = i8(0, cards.MOST_POINTS)
    prizes_left: int = i16(0, (1 << cards.PRIZES) - 1)  # a set
    hands: list[int] = i8s(cards.MAX_SEATS * cards.NUMBERS, 0, cards.COPIES)
    undealt: list[int] = i8s(cards.NUMBERS, 0, cards.COPIES)
    bids: list[int] = i8s(cards.MAX_SEATS, cards.EMPTY, cards.NUMBERS - 1)  # sealed; the card is still in its hand
    won: list[int] = i8s(cards.MAX_SEATS, 0, cards.MOST_POINTS)

    # what lies open of each round
    prizes: list[int] = i8s(cards.ROUNDS, cards.EMPTY, cards.PRIZES - 1)
    played: list[int] = i8s(cards.ROUNDS * cards.MAX_SEATS, cards.EMPTY, cards.NUMBERS - 1)
    takers: list[int] = i8s(cards.ROUNDS, cards.NOBODY, cards.MAX_SEATS - 1)

    outcome: list[int] = i8s(cards.NUMBERS, 0, cards.PRIZES)  # a hand, or a prize in the first place


class Pile(Work):
    """Cards to be dealt at random: how many there are of each number."""

    left: list[int] = i8s(cards.NUMBERS, 0, cards.COPIES)


@rule
def in_hand(seat: int, number: int) -> int:
    """The place in `hands` of a seat's cards of a number."""
    return seat * cards.NUMBERS + number


@rule
def in_round(number: int, seat: int) -> int:
    """The place in `played` of a seat's card in a round, counted from 0."""
    return number * cards.MAX_SEATS + seat


@rule
def rounds_done(s: State) -> int:
    """The rounds whose bids have been turned up."""
    return s.round - 1 if s.phase == phase.BID else s.round
