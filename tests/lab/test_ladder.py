"""The ladder: strengths that are known come out again, seats and deals favour nobody, and a seed gives the same page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from zashiki.bots.levels import NAMES, turns_ahead
from zashiki.core.errors import BadOption
from zashiki.lab import kernels
from zashiki.lab.ladder import POINTS, Ladder, climb, rated, sitter_of
from zashiki.lab.ladder_page import write_page
from zashiki.lab.setup import SEARCH_DEPTH, SIMULATIONS, Setup


def four_seats(*names: str, sets: int = 40) -> Ladder:
    return Ladder(Setup(game="rights-of-losers", players=4), names, sets)


def test_strengths_and_seats_that_are_known_come_out_again() -> None:
    ladder = four_seats(*NAMES, sets=4000)
    strength, seat = np.array([0, 100, 300, 350, 500, 650, 900]) / POINTS, np.array([0, 40, -30, 80]) / POINTS
    rng = np.random.default_rng(5)
    played = []
    for table, first, last in ladder.lots():
        shares = np.zeros((last - first, 4, 4))
        for turn in range(4):
            chances = np.exp(strength[list(ladder.seating(table, turn))] + seat)
            winners = rng.choice(4, last - first, p=chances / chances.sum())
            shares[range(last - first), turn, winners] = 1
        played.append((table, shares))
    standings = rated(ladder, played)
    assert (standings.sets, standings.games) == (4000, 16000)
    for rating, points in zip(standings.ratings, POINTS * strength, strict=True):
        assert rating.low - 15 <= 1000 + points <= rating.high + 15
        assert rating.high - rating.low < 90
    assert np.abs(np.array(standings.seats) - POINTS * seat).max() < 25


def test_everybody_sits_in_every_seat_and_no_two_tables_share_a_deal() -> None:
    ladder = four_seats(*NAMES, sets=90)
    for table, run in enumerate(ladder.tables):
        for seat in range(4):
            assert {ladder.seating(table, turn)[seat] for turn in range(4)} == set(run)
    deals = [deal for _, first, last in ladder.lots() for deal in range(first, last)]
    assert sorted(deals) == list(range(90))


def test_partners_play_for_the_same_bot() -> None:
    ladder = Ladder(Setup(game="kazoku-scribe", players=4), ("random", "greedy"), 2)
    assert [ladder.seating(0, turn) for turn in range(ladder.turns)] == [(0, 1, 0, 1), (1, 0, 1, 0)]


def test_bots_are_rated_the_same_by_any_number_of_processes_and_written_down(tmp_path: Path) -> None:
    ladder = Ladder(Setup(game="akiwado", players=3), ("random", "greedy", "kyubei"), 30)
    told: list[int] = []
    standings = climb(ladder, 1, told.append)
    assert sum(told) == standings.sets == 30
    assert climb(ladder, 2).ratings == standings.ratings
    assert standings.ratings[1].step_low > 100  # greedy play is far above chance
    write_page(standings, tmp_path / "akiwado.md", "`a command`, a day.")
    page = (tmp_path / "akiwado.md").read_text(encoding="utf-8")
    assert "| greedy |" in page
    assert "`a command`, a day." in page
    assert (tmp_path / "akiwado.svg").read_text(encoding="utf-8").count("<circle") == 3


def test_two_bots_at_four_seats_play_every_deal_twice_and_no_game_again() -> None:
    ladder = four_seats("greedy", "random")
    assert [ladder.seating(0, turn) for turn in range(ladder.turns)] == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert Ladder(Setup(game="saigo-no-kane", players=3), ("greedy", "random"), 1).turns == 3


def test_bots_that_search_are_told_how_much() -> None:
    setup = Setup(game="rights-of-losers", players=4)
    assert sitter_of(setup, "search*7").numbers()[:3] == [kernels.SEARCH, 7, SEARCH_DEPTH]
    assert sitter_of(setup, "warashi*7").numbers()[:3] == [kernels.FORESIGHT, 7, turns_ahead(setup.rules())]
    assert sitter_of(setup, "warashi").numbers()[1] == SIMULATIONS
    assert sitter_of(setup, "kyubei").numbers()[0] == kernels.NETWORK
    with pytest.raises(BadOption, match=r"warashi\*many"):
        sitter_of(setup, "warashi*many")


@pytest.mark.parametrize("names", [("greedy",), ("greedy", "greedy"), ("greedy", "nobody")])
def test_a_ladder_needs_different_bots_that_exist(names: tuple[str, ...]) -> None:
    with pytest.raises(BadOption):
        climb(four_seats(*names, sets=1))
