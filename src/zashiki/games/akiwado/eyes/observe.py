"""What a seat of Akiwado knows, as a row of numbers."""

from __future__ import annotations

from zashiki.core.bits import bit
from zashiki.core.rooms import Observed
from zashiki.core.rows import blank, mark_one, mark_seat, turned
from zashiki.core.rule import rule
from zashiki.games.akiwado import actions, cards, phase
from zashiki.games.akiwado.cards import COINS, COLOURS, DICE, FACES, KINDS, LAST_TURN, MARKETS, MAX_SEATS, MOST_COPIES, PLACES
from zashiki.games.akiwado.rules import stocking, touting
from zashiki.games.akiwado.state import State, this_turn

OBSERVATION = (
    Observed("phase", phase.OVER + 1, 1, "the phase, one place each"),
    Observed("turn", 1, LAST_TURN, "number of the turn"),
    Observed("purveyor", 1, 1, "1 with the Purveyor variant"),
    Observed("deck", KINDS, MOST_COPIES, "cards left in the deck, by type"),
    Observed("waste", KINDS, MOST_COPIES, "cards in the waste, by type"),
    Observed("markets", MARKETS * KINDS, MOST_COPIES, "cards in the east, then in the west"),
    Observed("removed", COLOURS, 1, "the colour left in the case"),
    Observed("stock", 1, COINS, "coins in the stock"),
    Observed("area", 1, COINS, "coins on the coin area"),
    Observed("dice", FACES, DICE, "how many dice show each face"),
    Observed("kept", FACES, 2, "how many of them are kept"),
    Observed("roll_no", 1, 2, "1 for the first roll of the turn, 2 for the second"),
    Observed("own_vote", 2, 1, "the observer's own pending vote: accept, challenge"),
    Observed("own_action", PLACES, 1, "the observer's own pending action: east, west, pocket money"),
    Observed("own_bid", 1, COINS, "the coins of the observer's own pending bid"),
    Observed("hands", MAX_SEATS * KINDS, MOST_COPIES, "cards by seat and type"),
    Observed("coins", MAX_SEATS, COINS, "coins in the purses that are shown to the observer"),
    Observed("seats", MAX_SEATS, 1, "1 for every seat in the game"),
    Observed("to_act", MAX_SEATS, 1, "seats that have to answer"),
    Observed("answered", MAX_SEATS, 1, "seats with a pending answer"),
    Observed("turn_player", MAX_SEATS, 1, "the turn player"),
    Observed("unjust", MAX_SEATS, 1, "seats with an unjust tile"),
    Observed("prospects", MAX_SEATS, COINS, "incomes if the present split is accepted"),
    Observed("privileges", COLOURS * MAX_SEATS, 1, "per colour: who holds the marker"),
    Observed("past_declared", LAST_TURN * MAX_SEATS, PLACES, "per turn and seat: announced 1 east, 2 west, 3 pocket"),
    Observed("past_acted", LAST_TURN * MAX_SEATS, PLACES, "per turn and seat: what was really done"),
    Observed("past_bids", LAST_TURN * MAX_SEATS, COINS, "per turn and seat: the bid"),
    Observed("past_gains", LAST_TURN * MAX_SEATS, COINS, "per turn and seat: coins received"),
    Observed("past_prices", LAST_TURN * MAX_SEATS, COINS, "per turn and seat: coins paid for lots"),
)


@rule
def observe(s: State, seat: int, out: list[int]) -> None:
    """What the seat knows, as OBSERVATION lists it."""
    blank(out)
    out[s.phase] = 1
    at = phase.OVER + 1
    out[at], out[at + 1] = s.turn, s.purveyor
    at = observe_board(s, out, at + 2)
    at = observe_answer(s, seat, out, at)
    at = observe_seats(s, seat, out, at)
    for colour in range(COLOURS):
        at = mark_seat(s, s.privileges[colour], seat, out, at, MAX_SEATS)
    observe_past(s, seat, out, at)


@rule
def observe_board(s: State, out: list[int], at: int) -> int:
    """The cards on the board, the coins on it and the dice; the place behind them."""
    for kind in range(KINDS):
        out[at + kind] = s.deck[kind]
        out[at + KINDS + kind] = s.waste[kind]
    for k in range(MARKETS * KINDS):
        out[at + 2 * KINDS + k] = s.markets[k]
    at += (2 + MARKETS) * KINDS
    at = mark_one(s.removed, out, at, COLOURS)
    out[at], out[at + 1] = s.stock, s.area
    at += 2
    row = this_turn(s)
    if s.turn > 0 and s.rolls[row] > 0:
        for i in range(row * DICE, (row + 1) * DICE):
            out[at + s.dice[i] - 1] += 1
        if s.kept[row] != cards.EMPTY:
            out[at + FACES + actions.KEPT_LOW[s.kept[row]] - 1] += 1
            if actions.KEPT_HIGH[s.kept[row]] != 0:
                out[at + FACES + actions.KEPT_HIGH[s.kept[row]] - 1] += 1
        out[at + 2 * FACES] = s.rolls[row]
    return at + 2 * FACES + 1


@rule
def observe_answer(s: State, seat: int, out: list[int], at: int) -> int:
    """The observer's own pending answer and no other; the place behind it."""
    answer = s.sealed[seat]
    if answer != cards.EMPTY and s.phase == phase.CHALLENGE:
        out[at + answer - actions.ACCEPT] = 1
    elif answer != cards.EMPTY:
        out[at + 2 + stocking.place_of(answer)] = 1
        out[at + 2 + PLACES] = stocking.coins_of(answer)
    return at + 2 + PLACES + 1


@rule
def observe_seats(s: State, seat: int, out: list[int], at: int) -> int:
    """Cards, shown coins and states of the seats; the place behind them."""
    for other in range(s.players):
        to = turned(s, other, seat)
        for kind in range(KINDS):
            out[at + to * KINDS + kind] = s.hands[other * KINDS + kind]
        to += at + MAX_SEATS * KINDS
        if other == seat or s.open_coins or s.phase == phase.OVER:
            out[to] = s.coins[other]
        out[to + MAX_SEATS] = 1
        out[to + 2 * MAX_SEATS] = 1 if s.waiting & bit(other) else 0
        out[to + 3 * MAX_SEATS] = 0 if s.sealed[other] == cards.EMPTY else 1
        out[to + 4 * MAX_SEATS] = 1 if s.turn_player == other else 0
        out[to + 5 * MAX_SEATS] = 1 if s.unjust & bit(other) else 0
        if s.phase == phase.CHALLENGE:
            out[to + 6 * MAX_SEATS] = touting.income_if(s, other, s.kept[this_turn(s)])
    return at + MAX_SEATS * (KINDS + 7)


@rule
def observe_past(s: State, seat: int, out: list[int], at: int) -> None:
    """All announcements, actions and coins that moved, turn by turn."""
    block = LAST_TURN * MAX_SEATS
    for row in range(s.turn):
        for other in range(s.players):
            k = row * MAX_SEATS + other
            to = at + row * MAX_SEATS + turned(s, other, seat)
            out[to] = s.declared[k] + 1
            out[to + block] = s.acted[k] + 1
            out[to + 2 * block] = s.bids[k]
            out[to + 3 * block] = s.income[k] + s.pocket[k]
            won = s.lot_winner[row * MARKETS] == other or s.lot_winner[row * MARKETS + 1] == other
            out[to + 4 * block] = s.bids[k] if won else 0
