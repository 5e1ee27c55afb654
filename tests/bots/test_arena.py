"""Bots against each other."""

from __future__ import annotations

import pytest

from tests.support import every_game
from zashiki.bots import BOTS
from zashiki.bots.arena import compete, fill_seats, wilson_interval
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame

GAMES = 12


def test_wilson_interval_of_published_examples() -> None:
    # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    assert wilson_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson_interval(15, 148) == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert wilson_interval(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson_interval(1, 29) == pytest.approx((0.0061, 0.1718), abs=1e-4)


def test_the_last_bot_takes_the_seats_that_are_left() -> None:
    assert [bot.name for bot in fill_seats([BOTS["greedy"], BOTS["random"]], 4)] == ["greedy", "random", "random", "random"]
    with pytest.raises(BadOption, match="between 1 and 3 bots for 3 seats, not 4"):
        fill_seats([BOTS["random"]] * 4, 3)


@every_game
def test_wins_are_shared_out_completely_and_greedy_beats_random(game: AnyGame) -> None:
    players = game.seats[0]
    standings = compete(game, [BOTS["greedy"], BOTS["random"]], players, {}, games=GAMES, seed=3)
    assert sum(standing.win_rate for standing in standings) == pytest.approx(1)
    greedy, random = sorted(standings, key=lambda standing: standing.bot.name)
    assert greedy.win_rate > 1 / players
    assert (greedy.seats, random.seats) == (1, players - 1)
    assert (len(greedy.scores), len(random.scores)) == (GAMES, GAMES * (players - 1))
    assert all(low <= standing.win_rate <= high for standing in standings for low, high in [standing.interval])
