"""What a seat imagines behind the other screens: every answer it cannot rule out, and how likely each of them is."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from tests.games.akiwado.positions import PLACES, announce, announcing, base, options, play, table_at
from zashiki.core.chance import seeded
from zashiki.core.rooms import ALIKE
from zashiki.games.akiwado import GAME
from zashiki.games.akiwado.cards import EMPTY
from zashiki.games.akiwado.state import State

DRAWS_EACH = 400


def sealing(said: str = "e e w p", purses: str = "5 3 0 4", east: str = "red", west: str = "blue") -> State:
    """All have announced, nobody has answered."""
    return announce(announcing(base(coins=purses), east=east, west=west), said)


def redrawn(s: State, seat: int, other: int, draws: int) -> Counter[str]:
    """How often each pending answer of another seat is drawn."""
    rng, seen = seeded(14), Counter[str]()
    for _ in range(draws):
        GAME.eyes.resample(s, seat, rng)
        seen[GAME.actions.write(s.sealed[other])] += 1
    return seen


def assert_even(seen: Counter[str], possible: list[str]) -> None:
    """All that is possible was drawn, nothing else was, and the counts are those of an even draw (chi-square, p = 0.001)."""
    assert sorted(seen) == sorted(possible)
    mean = seen.total() / len(possible)
    chance = sum((drawn - mean) ** 2 / mean for drawn in seen.values())
    degrees = len(possible) - 1
    assert chance < degrees + 3.1 * (2 * degrees) ** 0.5 + 6


@pytest.mark.rule("AKI-40", "AKI-41", "AKI-42", "AKI-44", "AKI-R21")
@pytest.mark.parametrize("said", ["e e w p", "e w w p", "e p w p"])
def test_every_real_action_is_drawn_alike_whatever_was_announced(said: str) -> None:
    s = sealing(said)
    possible = options(s, 1)
    assert len(possible) == 7
    play(s, "1: pocket")
    assert_even(redrawn(s, 0, 1, DRAWS_EACH * 7), possible)


@pytest.mark.rule("AKI-42", "AKI-43", "AKI-R13", "AKI-R14")
def test_bids_on_an_empty_market_and_above_the_purse_are_ruled_out() -> None:
    s = play(sealing(west="", said="e w e p"), "1: pocket", "2: pocket", "3: bid east 4")
    assert_even(redrawn(s, 0, 1, DRAWS_EACH * 4), ["bid east 1", "bid east 2", "bid east 3", "pocket"])
    assert set(redrawn(s, 0, 2, 50)) == {"pocket"}
    s = play(sealing(east=""), "3: pocket")
    assert_even(redrawn(s, 0, 3, DRAWS_EACH * 5), ["bid west 1", "bid west 2", "bid west 3", "bid west 4", "pocket"])


@pytest.mark.rule("AKI-26")
def test_both_votes_are_drawn_alike() -> None:
    s = play(base(hands="red red red / white / white / white"), "*: roll 4 4 6", "0: keep 4 4", "1: challenge")
    assert_even(redrawn(s, 0, 1, DRAWS_EACH * 2), ["accept", "challenge"])


@pytest.mark.rule("AKI-40", "AKI-R21")
def test_answers_of_two_seats_are_drawn_apart_and_all_else_stays() -> None:
    s = play(sealing(), "0: bid west 2", "1: pocket", "3: bid east 1")
    before, rng, seen = s.copy(), seeded(3), set()
    for _ in range(1500):
        GAME.eyes.resample(s, 0, rng)
        seen.add((s.sealed[1], s.sealed[3]))
        assert (s.sealed[0], s.sealed[2]) == (before.sealed[0], EMPTY)
    assert len(seen) == 7 * 9
    s.sealed[:] = before.sealed
    assert s == before


def guesses(s: State, seat: int) -> Counter[str]:
    """All cases of the guess, counted: four in five keep their word, the fifth goes anywhere; the lower of two bids counts."""
    seen, purse, legal = Counter[str](), s.coins[seat], options(s, seat)
    said = GAME.eyes.view(s, seat).declared[seat]
    for place in [*(said for _ in range(12)), *PLACES.values()]:
        for first, second in product(range(purse), repeat=2):
            bid = f"bid {place} {min(first, second) + 1}"
            seen[bid if bid in legal else "pocket"] += 1
    return seen


@pytest.mark.rule("AKI-44", "AKI-54", "AKI-R21")
@pytest.mark.parametrize("said", "ewp")
@pytest.mark.parametrize(("east", "west"), [("red", "blue"), ("red", ""), ("", "blue"), ("", "")])
def test_an_action_is_as_plausible_as_the_guess_makes_it(said: str, east: str, west: str) -> None:
    s = sealing(f"e {said} w p", east=east, west=west)
    expected = guesses(s, 1)
    weights = {text: GAME.worth.plausible(play(s.copy(), f"1: {text}"), 0) for text in options(s, 1)}
    assert weights == expected


@pytest.mark.rule("AKI-44", "AKI-54")
def test_a_kept_word_is_more_plausible_than_a_broken_one_and_a_small_bid_than_a_large_one() -> None:
    def weight(*answers: str) -> int:
        return GAME.worth.plausible(play(sealing(), *answers), 0)

    assert weight("1: bid east 1") == 13 * weight("1: bid west 1")
    assert weight("3: pocket") == 13 * 16
    assert weight("1: bid east 1") > weight("1: bid east 2") > weight("1: bid east 3") > weight("1: bid west 1")
    assert weight("1: bid east 1", "3: pocket") == weight("1: bid east 1") * weight("3: pocket")
    assert weight("1: bid east 1", "0: bid west 5") == weight("1: bid east 1")
    assert weight("2: pocket") > 0


@pytest.mark.rule("AKI-26", "AKI-40")
def test_without_a_hidden_action_all_worlds_are_alike() -> None:
    s = sealing()
    assert GAME.worth.plausible(s, 0) == ALIKE
    assert GAME.worth.plausible(play(s, "0: bid east 1"), 0) == ALIKE
    assert GAME.worth.plausible(s, 1) != ALIKE
    voting = play(base(), "*: roll 1 4 5", "0: keep 1", "1: challenge")
    assert GAME.worth.plausible(voting, 0) == ALIKE
    assert GAME.worth.plausible(play(announcing(base()), "0: declare east"), 1) == ALIKE


def test_the_weight_of_the_richest_table_fits_63_bits() -> None:
    s = announce(announcing(base(5, coins="10 10 10 10 10"), east="", west=""), "e e w p p")
    for seat in range(4):
        play(s, f"{seat}: pocket")
    assert table_at(s).to_act == [4]
    assert GAME.worth.plausible(s, 4) == (15 * 100) ** 4 < 2**63
