"""The state of Akiwado: phases, the record, and how a game starts."""

from __future__ import annotations

from zashiki.core.rule import rule
from zashiki.core.schema import Record, i8, i8s, i16s
from zashiki.games.akiwado.actions import ACTIONS, KEEPS
from zashiki.games.akiwado.cards import (
    COINS,
    COLOURS,
    COPIES,
    DICE,
    EMPTY,
    FACES,
    KINDS,
    LAST_TURN,
    MARKETS,
    MAX_SEATS,
    MOST_COPIES,
    NOBODY,
    POCKET,
    STARTING_COINS,
    WASTE_PER_SEAT,
)

COLOUR_DRAW, REMOVE, WASTE, START, ROLL, KEEPING, CHALLENGE, MARKET, DECLARE, BID, BLUE_MARKER, RED_MARKER, OVER = range(13)
PHASES = (
    "colours", "remove", "waste", "start", "roll", "keep", "challenge",
    "market", "declare", "bid", "blue", "red", "over",
)  # fmt: skip
EVERY_SEAT = (1 << MAX_SEATS) - 1
UNSOLD, TIED = -2, -3  # how a lot can end without a winner; EMPTY: not settled yet


class State(Record):
    """The table. Coins are counted by everybody, sealed answers are the only secrets; the deck is a bag without order."""

    players: int = i8(0, MAX_SEATS)
    # the options
    purveyor: int = i8(0, 1)
    open_coins: int = i8(0, 1)
    fixed_colours: list[int] = i8s(MAX_SEATS, EMPTY, COLOURS - 1)
    fixed_remove: int = i8(EMPTY, COLOURS - 1)
    fixed_start: int = i8(NOBODY, MAX_SEATS - 1)

    phase: int = i8(COLOUR_DRAW, OVER)
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
    sealed: list[int] = i16s(MAX_SEATS, EMPTY, len(ACTIONS) - 1)  # answers behind the screens

    # what everybody saw, one row for each turn; the last row is the turn being played
    roller: list[int] = i8s(LAST_TURN, NOBODY, MAX_SEATS - 1)
    rolls: list[int] = i8s(LAST_TURN, 0, 2)
    dice: list[int] = i8s(LAST_TURN * DICE, 0, FACES)
    kept: list[int] = i8s(LAST_TURN, EMPTY, KEEPS - 1)
    callers: list[int] = i8s(LAST_TURN, EMPTY, EVERY_SEAT)  # who challenged; EMPTY before the votes are shown
    voided: list[int] = i8s(LAST_TURN, 0, 1)
    income: list[int] = i8s(LAST_TURN * MAX_SEATS, 0, COINS)
    declared: list[int] = i8s(LAST_TURN * MAX_SEATS, EMPTY, POCKET)
    acted: list[int] = i8s(LAST_TURN * MAX_SEATS, EMPTY, POCKET)
    bids: list[int] = i8s(LAST_TURN * MAX_SEATS, 0, COINS)
    reduced: list[int] = i8s(LAST_TURN, 0, 1)
    lot_winner: list[int] = i8s(LAST_TURN * MARKETS, TIED, MAX_SEATS - 1)
    pocket: list[int] = i8s(LAST_TURN * MAX_SEATS, 0, COINS)

    outcome: list[int] = i8s(MAX_SEATS * WASTE_PER_SEAT, EMPTY, KINDS, scratch=True)
    left: list[int] = i8s(KINDS, 0, MOST_COPIES, scratch=True)
    drawn: list[int] = i8s(KINDS, 0, MOST_COPIES, scratch=True)


@rule
def setup(s: State, players: int, options: list[int]) -> None:
    """A new game before the screens are given out. The options: purveyor, five colours, remove, start, open coins."""
    s.players = players
    s.purveyor = options[0]
    for seat in range(MAX_SEATS):
        s.fixed_colours[seat] = options[1 + seat]
    s.fixed_remove = options[1 + MAX_SEATS]
    s.fixed_start = options[2 + MAX_SEATS]
    s.open_coins = options[3 + MAX_SEATS]
    s.phase = COLOUR_DRAW
    s.turn_player = NOBODY
    s.removed = EMPTY
    for kind in range(KINDS):
        s.deck[kind] = COPIES[kind]
    for seat in range(players):
        # AKI-7: five coins each; every tile starts on its just side.
        s.coins[seat] = STARTING_COINS
    # AKI-11: all other coins are the stock.
    s.stock = COINS - STARTING_COINS * players
    for seat in range(MAX_SEATS):
        s.colours[seat] = EMPTY
        s.sealed[seat] = EMPTY
    for colour in range(COLOURS):
        # AKI-80: the markers start beside the board.
        s.privileges[colour] = NOBODY
    clear_rows(s)


@rule
def clear_rows(s: State) -> None:
    """No turn has been played."""
    for row in range(LAST_TURN):
        s.roller[row] = NOBODY
        s.kept[row] = EMPTY
        s.callers[row] = EMPTY
    for at in range(LAST_TURN * MAX_SEATS):
        s.declared[at] = EMPTY
        s.acted[at] = EMPTY
    for at in range(LAST_TURN * MARKETS):
        s.lot_winner[at] = EMPTY


@rule
def deck_size(s: State) -> int:
    size = 0
    for kind in range(KINDS):
        size += s.deck[kind]
    return size


@rule
def this_turn(s: State) -> int:
    """The row of the turn being played."""
    return s.turn - 1


@rule
def seat_row(s: State, seat: int) -> int:
    """The place of a seat in the row of the turn being played."""
    return (s.turn - 1) * MAX_SEATS + seat


@rule
def left_of(s: State, seat: int) -> int:
    return seat + 1 if seat + 1 < s.players else 0
