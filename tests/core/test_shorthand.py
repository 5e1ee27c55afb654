"""Short forms of notation: one option is meant or none, and whatever is written in full always means itself."""

from __future__ import annotations

import pytest

from tests.support import every_game
from zashiki.core.errors import BadNotation
from zashiki.core.game import AnyGame
from zashiki.core.shorthand import meant
from zashiki.core.table import Table

OPTIONS = ["play r7", "play r10", "play y7", "chip 2,4", "chip 2,14", "lead 1", "lift 2,4", "pass"]


@pytest.mark.parametrize(
    ("typed", "option"),
    [
        ("play r7", "play r7"),
        ("p r7", "play r7"),
        ("R7", "play r7"),
        ("pl y", "play y7"),
        ("y", "play y7"),
        ("c 24", "chip 2,4"),
        ("chip 2,14", "chip 2,14"),
        ("214", "chip 2,14"),
        ("le 1", "lead 1"),
        ("lea", "lead 1"),
        ("p", "pass"),
        ("1", "lead 1"),
    ],
)
def test_a_short_form_means_the_one_option_it_fits(typed: str, option: str) -> None:
    assert meant(typed, OPTIONS) == option


@pytest.mark.parametrize(("typed", "words"), [("24", "chip 2,4, lift 2,4"), ("play r", "play r7, play r10")])
def test_what_could_mean_several_options_names_them(typed: str, words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        meant(typed, OPTIONS)


@pytest.mark.parametrize("typed", ["build 3,3", "", "r8", "play r7 y7", ",-"])
def test_what_fits_nothing_is_refused(typed: str) -> None:
    with pytest.raises(BadNotation, match="none of the 8 options"):
        meant(typed, OPTIONS)


@every_game
def test_every_option_of_a_game_written_in_full_means_itself(game: AnyGame) -> None:
    table = Table(game, game.seats[0], seed=5)
    for step in range(40):
        if table.over:
            break
        seat = table.to_act[0]
        options = table.legal(seat)
        assert [meant(option, options) for option in options] == options
        table.play(seat, options[step * 7 % len(options)])
