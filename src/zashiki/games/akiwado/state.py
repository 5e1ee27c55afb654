"""The state of Akiwado: the record, its rows of turns, and its piles of cards and coins."""

from __future__ import annotations

from zashiki.core.bits import bit, count
from zashiki.core.chance import below
from zashiki.core.rule import rule
from zashiki.core.schema import Record, i8, i8s, i16s
from zashiki.games.akiwado import actions, cards, phase
from zashiki.games.akiwado.cards import COINS, COLOURS, EMPTY, KINDS, LAST_TURN, MARKETS, MAX_SEATS, MOST_COPIES, NOBODY

EVERY_SEAT = (1 << MAX_SEATS) - 1
UNSOLD, TIED = -2, -3  # how a lot can end without a winner; EMPTY: not settled yet


class State(Record):
    """The table. Everybody can count the coins, so sealed answers are the only secrets; the deck is a bag without order."""

    players: int = i8(0, MAX_SEATS)
    # the options
    purveyor: int = i8(0, 1)
    open_coins: int = i8(0, 1)
    fixed_colours: list[int] = i8s(MAX_SEATS, EMPTY, COLOURS - 1)
    fixed_remove: int = i8(EMPTY, COLOURS - 1)
    fixed_start: int = i8(NOBODY, MAX_SEATS - 1)

    phase: int = i8(phase.COLOURS, phase.OVER)
    turn: int = i8(0, LAST_TURN)
    turn_player: int = i8(NOBODY, MAX_SEATS - 1)
    waiting: int = i8(0, EVERY_SEAT)  # the seats to act
    colours: list[int] = i8s(MAX_SEATS, EMPTY, COLOURS - 1)
    removed: int = i8(EMPTY, COLOURS - 1)
    deck: list[int] = i8s(KINDS, 0, MOST_COPIES)
    hands: list[int] = i8s(MAX_SEATS * KINDS, 0, MOST_COPIES)
    markets: list[int] = i8s(MARKETS * KINDS, 0, MOST_COPIES)
    waste: list[int] = i8s(KINDS, 0, MOST_COPIES)
    coins: list[int] = i8s(MAX_SEATS, 0, COINS)
    stock: int = i8(0, COINS)
    area: int = i8(0, COINS)
    unjust: int = i8(0, EVERY_SEAT)
    privileges: list[int] = i8s(COLOURS, NOBODY, MAX_SEATS - 1)
    sealed: list[int] = i16s(MAX_SEATS, EMPTY, len(actions.ACTIONS) - 1)  # answers behind the screens

    # what everybody saw, one row for each turn; the last row is the turn being played
    roller: list[int] = i8s(LAST_TURN, NOBODY, MAX_SEATS - 1)
    rolls: list[int] = i8s(LAST_TURN, 0, 2)
    dice: list[int] = i8s(LAST_TURN * cards.DICE, 0, cards.FACES)
    kept: list[int] = i8s(LAST_TURN, EMPTY, actions.KEEPS - 1)
    callers: list[int] = i8s(LAST_TURN, EMPTY, EVERY_SEAT)  # who challenged; EMPTY before the votes are shown
    first_callers: list[int] = i8s(LAST_TURN, EMPTY, EVERY_SEAT)  # who challenged the first split; EMPTY unless it failed
    voided: list[int] = i8s(LAST_TURN, 0, 1)
    income: list[int] = i8s(LAST_TURN * MAX_SEATS, 0, COINS)
    declared: list[int] = i8s(LAST_TURN * MAX_SEATS, EMPTY, cards.POCKET)
    acted: list[int] = i8s(LAST_TURN * MAX_SEATS, EMPTY, cards.POCKET)
    bids: list[int] = i8s(LAST_TURN * MAX_SEATS, 0, COINS)
    reduced: list[int] = i8s(LAST_TURN, 0, 1)
    lot_winner: list[int] = i8s(LAST_TURN * MARKETS, TIED, MAX_SEATS - 1)
    pocket: list[int] = i8s(LAST_TURN * MAX_SEATS, 0, COINS)

    outcome: list[int] = i8s(MAX_SEATS * cards.WASTE_PER_SEAT, EMPTY, KINDS)


# Cards of each kind are counted side by side in one word, eight bits each: one of every kind, and the top bits.
ONES = sum(1 << 8 * kind for kind in range(KINDS))
TOPS = ONES << 7


@rule
def this_turn(s: State) -> int:
    """The row of the turn being played."""
    return s.turn - 1


@rule
def seat_row(s: State, seat: int) -> int:
    """The place of a seat in the row of the turn being played."""
    return (s.turn - 1) * MAX_SEATS + seat


@rule
def cards_in(piles: list[int], pile: int) -> int:
    """How many cards a pile holds: one lot of `markets`, or pile 0 of `deck`."""
    held = 0
    for at in range(pile * KINDS, (pile + 1) * KINDS):
        held += piles[at]
    return held


@rule
def look_into_deck(s: State) -> int:
    """The cards of the deck, counted in one word: several can be drawn before anything changes."""
    counted = 0
    for kind in range(KINDS):
        counted |= s.deck[kind] << 8 * kind
    return counted


@rule
def draw_card(counted: int, rng: list[int]) -> int:
    """The kind of one of the counted cards."""
    up_to = up_to_each(counted)
    return kind_at(up_to, below(rng, up_to >> 8 * (KINDS - 1)))


@rule
def up_to_each(counted: int) -> int:
    """How many cards are of each kind or of one before it."""
    return counted * ONES & bit(8 * KINDS) - 1


@rule
def kind_at(up_to: int, n: int) -> int:
    """The kind of the n-th card, from 0 on, if they lie in order: all kinds before it are complete by then."""
    return count(n * ONES + TOPS - up_to & TOPS)


@rule
def move_lot(s: State, market: int, piles: list[int], pile: int) -> None:
    """All cards of a market join another pile."""
    for kind in range(KINDS):
        piles[pile * KINDS + kind] += s.markets[market * KINDS + kind]
        s.markets[market * KINDS + kind] = 0


@rule
def pay(s: State, seat: int, due: int) -> int:
    """Pay a seat from the stock; how much it gets."""
    # AKI-12: what is due, or what is left.
    paid = min(due, s.stock)
    s.coins[seat] += paid
    s.stock -= paid
    return paid
