"""The numbers a seat of Akiwado observes, rebuilt from its view and from the words of docs/observations/akiwado.md.

The view tells ids and names; the row is counted out of it here in ordinary Python, block by block, and every block is compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from tests.support import observed
from zashiki.core.chance import below, seeded
from zashiki.games.akiwado import GAME
from zashiki.games.akiwado.eyes.view import Turn, View
from zashiki.testing.play import about_one_in, random_states

Blocks = dict[str, list[int]]

SEATS = 5  # a row has room for the largest table
TURNS = 6
FACES = 6
COLOURS = ("white", "yellow", "red", "blue", "black")
CARDS = (*COLOURS, "custom")
PLACES = ("east", "west", "pocket")
VOTES = ("accept", "challenge")
PHASES = (
    "colours", "remove", "waste", "start", "roll", "keep", "challenge", "market", "declare", "bid", "blue", "red", "over",
)  # fmt: skip

BEFORE_THE_DEAL = ("colours", "remove")  # the view has no deck yet; the row shows the box with all the cards, which anybody knows
THE_BOX = [6, 6, 6, 6, 6, 2]
# AKI-4: five players use all the cards, so no colour is left in the case and none is drawn for it.
ALWAYS_ZERO: dict[int, set[str]] = {3: set(), 4: set(), 5: {"removed"}}
NEVER_MET: dict[int, set[str]] = {3: set(), 4: set(), 5: {"remove"}}
RARE = ("colours", "remove", "start", "blue", "red", "over")
GAMES_EACH = 4


# What the words of the table mean


def one_of(names: Sequence[str], name: str | None) -> list[int]:
    """One place for each name, and a 1 in the place of this one."""
    return [int(name == each) for each in names]


def number_of(place: str | None) -> int:
    """1 east, 2 west, 3 pocket money, 0 nothing yet."""
    return 0 if place is None else PLACES.index(place) + 1


def by_type(cards: Mapping[str, int] | None) -> list[int]:
    return [0 if cards is None else cards[card] for card in CARDS]


def by_face(dice: Sequence[int] | None) -> list[int]:
    return [(dice or ()).count(face) for face in range(1, FACES + 1)]


def around(v: View) -> list[int]:
    """The seats in the order the observer counts them: itself, its left neighbour, and on."""
    assert 0 <= v.viewer < v.players
    return [*range(v.viewer, v.players), *range(v.viewer)]


def by_seat(v: View, values: Sequence[int | None]) -> list[int]:
    """A number for every chair; nothing where the view hides it and where nobody sits."""
    known = [values[seat] or 0 for seat in around(v)]
    return known + [0] * (SEATS - v.players)


def those_of(v: View, seats: Sequence[int | None]) -> list[int]:
    """A 1 for each of these seats."""
    return by_seat(v, [int(seat in seats) for seat in range(v.players)])


# The blocks


def expected(v: View) -> Blocks:
    """Every block of the row, in the order of the page."""
    return board_of(v) | answer_of(v) | seats_of(v) | past_of(v)


def board_of(v: View) -> Blocks:
    return {
        "phase": one_of(PHASES, v.phase),
        "turn": [v.turn],
        "purveyor": [int(v.purveyor)],
        "deck": by_type(v.deck),
        "waste": by_type(v.waste),
        "markets": by_type(v.east) + by_type(v.west),
        "removed": one_of(COLOURS, v.removed),
        "stock": [v.stock],
        "area": [v.area],
        "dice": by_face(v.dice),
        "kept": by_face(v.kept),
        "roll_no": [v.roll_no],
    }


def answer_of(v: View) -> Blocks:
    """The observer's own answer, which the view writes as `challenge`, `bid west 3` or `pocket`."""
    words = v.answers.get(v.viewer, "none").split(" ")
    bid = words[0] == "bid"
    return {
        "own_vote": one_of(VOTES, words[0]),
        "own_action": one_of(PLACES, words[1] if bid else words[0]),
        "own_bid": [int(words[2]) if bid else 0],
    }


def seats_of(v: View) -> Blocks:
    hands = [by_type(v.hands[seat]) for seat in around(v)] + [by_type(None)] * (SEATS - v.players)
    return {
        "hands": [number for hand in hands for number in hand],
        "coins": by_seat(v, v.coins),
        "seats": by_seat(v, [1] * v.players),
        "to_act": those_of(v, v.to_act),
        "answered": those_of(v, v.answered),
        "turn_player": those_of(v, [v.turn_player]),
        "unjust": by_seat(v, v.unjust),
        "prospects": by_seat(v, present_split(v)),
        "privileges": [number for colour in COLOURS for number in those_of(v, [v.privileges[colour]])],
    }


def present_split(v: View) -> Sequence[int]:
    """While the dice are being split there are several splits and none is present; while it is voted on, there is one."""
    if v.phase != "challenge":
        return [0] * v.players
    (incomes,) = v.prospects.values()
    return incomes


def past_of(v: View) -> Blocks:
    return {
        "past_declared": by_turn(v, [[number_of(place) for place in turn.declared] for turn in v.turns]),
        "past_acted": by_turn(v, [[number_of(place) for place in turn.acted] for turn in v.turns]),
        "past_bids": by_turn(v, [turn.bids for turn in v.turns]),
        "past_gains": by_turn(v, [[a + b for a, b in zip(turn.incomes, turn.pockets, strict=True)] for turn in v.turns]),
        "past_prices": by_turn(v, [prices(turn) for turn in v.turns]),
    }


def by_turn(v: View, turns: Sequence[Sequence[int]]) -> list[int]:
    rows = [by_seat(v, turn) for turn in turns] + [[0] * SEATS] * (TURNS - len(turns))
    return [number for row in rows for number in row]


def prices(turn: Turn) -> list[int]:
    """AKI-46: who wins a lot pays the bid; AKI-47: all others have it back."""
    return [bid * turn.lots.count(seat) for seat, bid in enumerate(turn.bids)]


# The comparison


def positions(players: int, seed: int) -> Iterator[Any]:
    """States of several games of every variant: all of the rare phases, about one in 5 of the others."""
    rng = seeded(seed)
    for k, options in enumerate(GAME.about.variants * GAMES_EACH):
        for s in random_states(GAME, players, options, seed + k):
            if PHASES[s.phase] in RARE or below(rng, 5) == 0:
                yield s.copy()


def differences(s: Any, seat: int, wanted: Blocks, found: Blocks) -> list[str]:
    """The blocks that differ, each with seat and position."""
    where = f"for seat {seat} of {s.players} in turn {s.turn}, phase {PHASES[s.phase]}"
    return [f"{name} {where}: {found[name]} instead of {wanted[name]}" for name in wanted if found[name] != wanted[name]]


@pytest.mark.rule("AKI-11", "AKI-26", "AKI-40", "AKI-R21")
@pytest.mark.parametrize("players", GAME.seats)
def test_every_block_has_the_numbers_of_the_view(players: int) -> None:
    names = [part.name for part in GAME.eyes.OBSERVATION]
    filled: set[str] = set()
    phases: set[str] = set()
    for s in positions(players, seed=100 * players):
        for seat in range(players):
            wanted, found = expected(GAME.eyes.view(s, seat)), observed(GAME, s, seat)
            assert list(wanted) == names
            if PHASES[s.phase] in BEFORE_THE_DEAL:
                wanted["deck"] = THE_BOX
            assert differences(s, seat, wanted, found) == []
            filled |= {name for name in wanted if any(wanted[name])}
        phases.add(PHASES[s.phase])
    assert set(names) - filled == ALWAYS_ZERO[players]
    assert set(PHASES) - phases == NEVER_MET[players]


@pytest.mark.rule("AKI-11")
@pytest.mark.parametrize("players", GAME.seats)
def test_other_purses_are_zero_until_they_are_shown(players: int) -> None:
    shown = set()
    for options in ({}, {"open_coins": "true"}):
        for s in about_one_in(5, random_states(GAME, players, options, seed=players)):
            opened = bool(options) or PHASES[s.phase] == "over"
            for seat in range(players):
                purses = [s.coins[(seat + steps) % players] for steps in range(players)]
                wanted = purses if opened else purses[:1] + [0] * (players - 1)
                assert observed(GAME, s, seat)["coins"] == wanted + [0] * (SEATS - players), f"seat {seat}, {options}"
                shown.add((opened, any(purses[1:])))
    assert shown >= {(False, True), (True, True)}
