"""Positions of Akiwado for tests: the base tables of the worked examples, and how to go on from them in notation."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from zashiki.core.errors import IllegalMove
from zashiki.core.game import seats_in
from zashiki.core.table import Table
from zashiki.games.akiwado import GAME
from zashiki.games.akiwado.cards import CARD_IDS, COINS, COLOUR_IDS, KINDS
from zashiki.games.akiwado.eyes.view import View
from zashiki.games.akiwado.phase import DECLARE
from zashiki.games.akiwado.state import State

PLACES = {"e": "east", "w": "west", "p": "pocket"}


def play(s: State, *lines: str) -> State:
    """Feed lines of notation, chance included."""
    table = table_at(s)
    for line in lines:
        table.feed(line)
    return s


def table_at(s: State) -> Table[State, View]:
    table = Table(GAME, s.players)
    table.state = s
    return table


def counts(cards: str) -> list[int]:
    """`red red custom` as counts by type."""
    return [cards.split().count(name) for name in CARD_IDS]


def cards(numbers: list[int]) -> str:
    """Counts by type as words in canonical order."""
    return " ".join(name for name, number in zip(CARD_IDS, numbers, strict=True) for _ in range(number))


def base(
    players: int = 4,
    *,
    hands: str = "",
    coins: str = "",
    unjust: str = "",
    turn_player: int = 0,
    markers: Mapping[str, int] | None = None,
    **options: str,
) -> State:
    """B3, B4 or B5: the first colours by seat, black in the case, seat 0 to roll; what is given replaces the base.

    `hands` is written `white blue / red red / …`, `-` for an empty hand.
    """
    s = GAME.new(players, options | ({"purveyor": "true"} if markers is not None else {}))
    play(s, "*: colours " + " ".join(COLOUR_IDS[:players]))
    if players < 5:
        play(s, "*: remove black")
    play(s, "*: waste " + " ".join(cards(s.deck).split()[: 2 * players]), f"*: start {turn_player}")
    for seat, hand in enumerate(hands.split("/") if hands else ()):
        s.hands[seat * KINDS : (seat + 1) * KINDS] = counts(hand)
    if coins:
        s.coins[:players] = [int(word) for word in coins.split()]
    s.stock = COINS - sum(s.coins) - s.area
    s.unjust = sum(1 << int(seat) for seat in unjust.split())
    for colour, seat in (markers or {}).items():
        s.privileges[COLOUR_IDS.index(colour)] = seat
    return s


def announcing(s: State, *, east: str = "red", west: str = "blue", area: int = 0) -> State:
    """The same table with lots laid out and the turn player about to announce; `area` has this turn's coin already."""
    s.markets[:] = counts(east) + counts(west)
    s.area = area
    s.stock = COINS - sum(s.coins) - area
    s.phase, s.waiting = DECLARE, 1 << s.turn_player
    return s


def announce(s: State, places: str) -> State:
    """Announcements by seat, `e w p p`, made clockwise from the turn player."""
    words = places.split()
    for k in range(s.players):
        seat = (s.turn_player + k) % s.players
        play(s, f"{seat}: declare {PLACES[words[seat]]}")
    return s


def act(s: State, actions: str) -> State:
    """Sealed actions by seat: `e3 w1 p p`."""
    for seat, word in enumerate(actions.split()):
        play(s, f"{seat}: pocket" if word == "p" else f"{seat}: bid {PLACES[word[0]]} {word[1:]}")
    return s


def vote(s: State, callers: str) -> State:
    """All who are to vote do; those named challenge."""
    for seat in seats_in(s.waiting):
        play(s, f"{seat}: {'challenge' if str(seat) in callers.split() else 'accept'}")
    return s


def coins(s: State) -> list[int]:
    return s.coins[: s.players]


def hand(s: State, seat: int) -> str:
    return cards(s.hands[seat * KINDS : (seat + 1) * KINDS])


def lot(s: State, market: str) -> str:
    at = ("east", "west").index(market) * KINDS
    return cards(s.markets[at : at + KINDS])


def unjust(s: State) -> list[int]:
    return seats_in(s.unjust)


def phase(s: State) -> object:
    return GAME.eyes.summary(s)["phase"]


def options(s: State, seat: int) -> list[str]:
    return table_at(s).legal(seat)


def holder(s: State, colour: str) -> int | None:
    seat = s.privileges[COLOUR_IDS.index(colour)]
    return None if seat < 0 else seat


def refused(s: State, line: str) -> str:
    """The clause a line is refused with; nothing may have changed."""
    before = s.to_bytes()
    with pytest.raises(IllegalMove) as error:
        play(s, line)
    assert s.to_bytes() == before
    return error.value.clause
