"""Bots against each other."""

from __future__ import annotations

import pytest

from tests.support import every_game
from zashiki.bots import BOTS
from zashiki.bots.arena import Contest, Standing, compete, wilson_interval
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.workers import Here, Processes

GAMES = 12


def test_wilson_interval_of_published_examples() -> None:
    # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    assert wilson_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson_interval(15, 148) == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert wilson_interval(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson_interval(1, 29) == pytest.approx((0.0061, 0.1718), abs=1e-4)


def test_the_interval_is_as_wide_as_deals_differ_from_each_other() -> None:
    def standing(*deals: list[float]) -> Standing:
        return Standing(BOTS["greedy"], 1, list(deals))

    alike = standing(*[[1.0, 0.0]] * 10, [1.0, 1.0])  # every deal is won from one seat: luck cancels out
    apart = standing(*[[1.0, 1.0], [0.0, 0.0]] * 5, [1.0, 1.0])
    assert alike.win_rate == apart.win_rate == pytest.approx(12 / 22)
    assert alike.interval[1] - alike.interval[0] < 0.25
    assert apart.interval[1] - apart.interval[0] > 0.5
    assert standing(*[[1.0, 1.0]] * 10).interval == wilson_interval(20, 20)


def test_the_last_bot_takes_the_seats_that_are_left_and_everybody_has_every_seat() -> None:
    contest = Contest("akiwado", 4, ("greedy", "random"))
    assert contest.lineup == (0, 1, 1, 1)
    assert (contest.turns, contest.deals(10)) == (4, 3)
    assert Contest("akiwado", 4, ("greedy",)).turns == 1
    with pytest.raises(BadOption, match="between 1 and 3 bots for 3 seats, not 4"):
        Contest("akiwado", 3, ("random",) * 4)
    with pytest.raises(BadOption, match="There is no bot 'nobody'"):
        Contest("akiwado", 3, ("nobody",))


@every_game
def test_wins_are_shared_out_completely_and_greedy_beats_random(game: AnyGame) -> None:
    players = game.seats[0]
    contest = Contest(game.id, players, ("greedy", "random"), seed=3)
    told: list[int] = []
    standings = compete(contest, GAMES, Here(), told.append)
    assert sum(told) == GAMES
    assert sum(standing.win_rate for standing in standings) == pytest.approx(1)
    greedy, random = sorted(standings, key=lambda standing: standing.bot.name)
    assert greedy.win_rate > 1 / players
    assert (greedy.seats, random.seats) == (1, players - 1)
    assert (greedy.games, len(greedy.scores), len(random.scores)) == (GAMES, GAMES, GAMES * (players - 1))
    assert all(low <= standing.win_rate <= high for standing in standings for low, high in [standing.interval])


def test_several_processes_play_the_same_games() -> None:
    contest = Contest("akiwado", 3, ("greedy", "random"), {"purveyor": "true"}, {"starting-coins": 9}, 5, streams=True)
    workers = Processes(2)
    here, there = compete(contest, 9, Here()), compete(contest, 9, workers)
    workers.close()
    assert [(one.bot.name, one.deals, one.scores) for one in here] == [(one.bot.name, one.deals, one.scores) for one in there]
