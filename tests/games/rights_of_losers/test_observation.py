"""The numbers a seat of Rights of Losers observes, rebuilt from its view and the words of docs/observations/.

The view tells ids and names; the row is counted out of it here in ordinary Python, block by block, and every block is compared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import pytest

from tests.support import observed
from zashiki.core.chance import below, seeded
from zashiki.games.rights_of_losers import GAME
from zashiki.games.rights_of_losers.eyes.view import Trick, View
from zashiki.testing.play import random_states

Blocks = dict[str, list[int]]

SEATS = 5  # a row has room for the largest table
TRICKS = 10
COLOURS = "rygbp"
CARDS = [f"{colour}{number}" for colour in COLOURS for number in range(1, 11)]
POINTS = [f"{row},{column}" for row in range(1, 10) for column in range(1, 10)]
SPACES = [f"{row},{column}" for row in range(1, 10, 2) for column in range(1, 10, 2)]  # a space is named by its centre
LANDS = {"1,1", "1,9", "5,5", "9,1", "9,9"}
PHASES = ("deal", "first", "play", "chip", "pick", "build", "action", "drop", "over")

RARE = ("first", "drop", "over")
GAMES_EACH = 4


# What the words of the table mean


def marks(names: Iterable[str], marked: Collection[str | None]) -> list[int]:
    """One place for each name, and a 1 for those that are marked."""
    return [int(name in marked) for name in names]


def flat(rows: Iterable[Sequence[int]]) -> list[int]:
    return [number for row in rows for number in row]


def by_seat(v: View, values: Sequence[int]) -> list[int]:
    """A number for every chair as the observer counts: itself, its left neighbour, and on; 0 where nobody sits."""
    assert 0 <= v.viewer < v.players
    return [*values[v.viewer :], *values[: v.viewer], *[0] * (SEATS - v.players)]


def those_of(v: View, *seats: int | None) -> list[int]:
    """A 1 for each of these seats."""
    return by_seat(v, [int(seat in seats) for seat in range(v.players)])


def building(card: str | None) -> list[int]:
    """Number and colour of what lies on a space: 1 to 10 and 1 to 5, no number and 10 for land, nothing where it is empty."""
    if card is None:
        return [0, 0]
    if card in CARDS:
        return [int(card[1:]), COLOURS.index(card[0]) + 1]
    assert card.startswith("land"), card
    return [0, 10]


def who_played(v: View, plays: Sequence[tuple[int, str]]) -> list[int]:
    """Per card a 1 for the seat that played it."""
    by_card = {card: seat for seat, card in plays}
    assert len(by_card) == len(plays), "a card was played twice"
    return flat(those_of(v, by_card.get(card)) for card in CARDS)


# The blocks


def expected(v: View) -> Blocks:
    """Every block of the row, in the order of the page."""
    return table_of(v) | cards_of(v) | field_of(v) | plays_of(v)


def table_of(v: View) -> Blocks:
    assert len(v.to_act) <= 1
    return {
        "phase": marks(PHASES, [v.phase]),
        "trick": [v.trick],
        "reversed": [int(v.reversed)],
        "built": [v.built],
        "to_act": those_of(v, *v.to_act),
        "leader": those_of(v, v.leader),
        "winner": those_of(v, v.winner),
        "seats": by_seat(v, [1] * v.players),
        "supply": by_seat(v, v.supply),
        "tricks_won": by_seat(v, v.tricks_won),
    }


def cards_of(v: View) -> Blocks:
    assert list(v.hands) == [v.viewer], "ROL-49: a view shows the own hand and no other"
    return {
        "hand": marks(CARDS, v.hands[v.viewer]),
        "won": marks(CARDS, v.won),
        "picked": marks(CARDS, [v.picked]),
        "removed": marks(CARDS, v.removed),
    }


def field_of(v: View) -> Blocks:
    return {
        "field": flat(building(v.field.get(space)) for space in SPACES),
        "chips": flat(those_of(v, v.chips.get(point)) for point in POINTS),
        "lifted": marks(POINTS, [v.lifted]),
    }


def plays_of(v: View) -> Blocks:
    """The trick on the table and the history, which a trick joins as soon as it is won."""
    past: dict[int, Trick] = {trick.trick: trick for trick in v.history}
    tricks = [past.get(number) for number in range(1, TRICKS + 1)]
    return {
        "trick_cards": who_played(v, v.plays),
        "played": who_played(v, [play for trick in v.history for play in trick.plays]),
        "past_leader": flat(those_of(v, trick.leader if trick else None) for trick in tricks),
        "past_winner": flat(those_of(v, trick.winner if trick else None) for trick in tricks),
        "past_reversed": [int(trick.reversed) if trick else 0 for trick in tricks],
        "past_cards": flat(marks(CARDS, [card for _, card in trick.plays] if trick else []) for trick in tricks),
    }


# The comparison


def positions(players: int, seed: int) -> Iterator[Any]:
    """States of several games of every variant: all of the rare phases, about one in 7 of the others."""
    rng = seeded(seed)
    for k, options in enumerate(GAME.about.variants * GAMES_EACH):
        for s in random_states(GAME, players, options, seed + k):
            if PHASES[s.phase] in RARE or below(rng, 7) == 0:
                yield s.copy()


def differences(s: Any, seat: int, wanted: Blocks, found: Blocks) -> list[str]:
    """The blocks that differ, each with seat and position."""
    where = f"for seat {seat} of {s.players} in trick {s.trick}, phase {PHASES[s.phase]}"
    return [f"{name} {where}: {found[name]} instead of {wanted[name]}" for name in wanted if found[name] != wanted[name]]


@pytest.mark.rule("ROL-49", "ROL-50", "ROL-R28")
@pytest.mark.parametrize("players", GAME.seats)
def test_every_block_has_the_numbers_of_the_view(players: int) -> None:
    names = [part.name for part in GAME.eyes.OBSERVATION]
    filled: set[str] = set()
    phases: set[str] = set()
    for s in positions(players, seed=100 * players):
        for seat in range(players):
            wanted, found = expected(GAME.eyes.view(s, seat)), observed(GAME, s, seat)
            assert list(wanted) == names
            assert differences(s, seat, wanted, found) == []
            filled |= {name for name in wanted if any(wanted[name])}
        phases.add(PHASES[s.phase])
    assert set(names) - filled == set()
    assert set(PHASES) - phases == set()


@pytest.mark.rule("ROL-5", "ROL-7", "ROL-49")
@pytest.mark.parametrize("players", GAME.seats)
def test_before_the_deal_there_is_nothing_but_land_and_chips(players: int) -> None:
    s = next(random_states(GAME, players, {}, seed=1))
    for seat in range(players):
        found = observed(GAME, s, seat)
        known = {name: numbers for name, numbers in found.items() if any(numbers)}
        here = [1] * players + [0] * (SEATS - players)
        assert known == {
            "phase": marks(PHASES, ["deal"]),
            "trick": [1],
            "seats": here,
            "supply": [10 * number for number in here],
            "field": [number for space in SPACES for number in (0, 10 if space in LANDS else 0)],
        }
