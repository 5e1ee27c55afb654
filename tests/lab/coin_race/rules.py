"""The coin race: in every round everybody takes two coins, one or none, then a coin is tossed for each; most coins win.

Nothing depends on what others do, so that every figure of the lab can be worked out by hand. A greedy player always takes two.
"""

from __future__ import annotations

from tests.lab.coin_race import cards
from zashiki.core import game
from zashiki.core.actions import Actions
from zashiki.core.bits import bit
from zashiki.core.chance import below
from zashiki.core.rule import rule
from zashiki.core.schema import Record, i8, i8s

TAKING, TOSSING, OVER = range(3)
ACTIONS = Actions("Coin race", "'take 1' or 'pass'")
TAKE = ACTIONS.block("take", ("1", "2"), words="take so many coins")
PASS = ACTIONS.block("pass", words="take none")
SOURCES = ("toss",)


class State(Record):
    players: int = i8(0, cards.MAX_SEATS)
    phase: int = i8(TAKING, OVER)
    together: int = i8(0, 1)  # the option: all take at the same time
    round: int = i8(0, 9)
    waiting: int = i8(0, cards.EVERYBODY)
    coins: list[int] = i8s(cards.MAX_SEATS, 0, cards.MOST_COINS)
    outcome: list[int] = i8s(cards.MAX_SEATS, 0, 1)


@rule
def setup(s: State, players: int, options: list[int]) -> None:
    s.players, s.together, s.round = players, options[0], 1
    s.phase = TAKING
    s.waiting = bit(players) - 1
    s.coins[0] = cards.HEAD_START


@rule
def status(s: State) -> int:
    if s.phase == OVER:
        return game.OVER
    return game.DECISION if s.phase == TAKING else game.CHANCE


@rule
def source(s: State) -> int:
    return 0


@rule
def to_act(s: State) -> int:
    if s.phase != TAKING:
        return 0
    return s.waiting if s.together else s.waiting & -s.waiting


@rule
def legal(s: State, seat: int, out: list[int]) -> int:
    for k in range(3):
        out[k] = TAKE + k
    return 3


@rule
def apply(s: State, seat: int, action: int) -> None:
    if action != PASS:
        s.coins[seat] += 1 + action - TAKE
    s.waiting &= ~bit(seat)
    if s.waiting == 0:
        s.phase = TOSSING


@rule
def draw(s: State, rng: list[int]) -> None:
    for seat in range(s.players):
        s.outcome[seat] = below(rng, 2)


@rule
def reveal(s: State) -> None:
    for seat in range(s.players):
        s.coins[seat] += s.outcome[seat]
    s.round += 1
    s.phase = TAKING
    s.waiting = bit(s.players) - 1
    if s.round > cards.ROUNDS:
        s.round = cards.ROUNDS
        s.phase = OVER
