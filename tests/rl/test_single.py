"""One game stepped from Python. That its steps are those of the plain gear is part of the contract suite."""

from __future__ import annotations

import gc

import pytest

from tests.support import every_game
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.games import find_game

pytest.importorskip("llvmlite")

from zashiki.rl import REFUSED, Single


@every_game
def test_a_game_is_played_from_python_and_a_seed_repeats_it(game: AnyGame) -> None:
    table = Single(game, game.seats[-1], seed=3)
    first = table.state()

    def play() -> list[bytes]:
        seen, n = [], table.begin(3)
        while n:
            assert table.count == n
            s = table.state()
            assert table.seat == game.acting(s)[0]
            assert table.options[:n].tolist() == game.legal_actions(s, table.seat)
            seen.append(s.to_bytes())
            n = table.step(table.options[n - 1])
        return seen

    played = play()
    assert played[0] == first.to_bytes()
    assert (table.seat, table.count) == (-1, 0)
    assert play() == played


def test_what_is_no_option_is_refused_and_changes_nothing() -> None:
    table = Single(find_game("rights-of-losers"), 3)
    before, n, seat = table.state(), table.count, table.seat
    refused = set(range(-1, table.game.action_count + 2)) - set(table.options[:n])
    assert {table.step(action) for action in (*refused, 1 << 40)} == {REFUSED}
    assert (table.state(), table.count, table.seat) == (before, n, seat)


def test_options_of_the_game_count_and_wrong_ones_are_refused() -> None:
    game = find_game("akiwado")
    assert Single(game, 3, {"purveyor": "true"}).state() == Single(game, 3, {"purveyor": "true"}).state()
    with pytest.raises(BadOption, match="has no option 'stars'"):
        Single(game, 3, {"stars": "5"})


def test_the_calls_outlive_their_table() -> None:
    table = Single(find_game("rights-of-losers"), 3)
    begin, step, options = table.begin, table.step, table.options
    expected = begin(9)
    del table
    gc.collect()
    assert begin(9) == expected
    assert step(options[0]) > 0
