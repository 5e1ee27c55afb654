"""Secrecy by resampling: a state re-drawn for a seat, or drawn from its view alone, looks the same to that seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zashiki.core.chance import seeded
from zashiki.core.game import CHANCE, OPEN, OVER, SPECTATOR, AnyGame
from zashiki.core.gears import plain
from zashiki.testing.cases import every_case
from zashiki.testing.knowledge import has_secrets, known
from zashiki.testing.play import about_one_in, new_table, play_randomly, random_states
from zashiki.testing.ranges import out_of_range

Options = Mapping[str, str]


@every_case
def test_a_resampled_state_looks_the_same_to_the_seat(game: AnyGame, players: int, options: Options) -> None:
    rng = seeded(24)
    for s in about_one_in(6, random_states(game, players, options, 24)):
        if game.rules.status(s) == CHANCE:
            continue
        for seat in range(players):
            t = s.copy()
            game.eyes.resample(t, seat, rng)
            assert out_of_range(t) == []
            assert known(game, t, seat) == known(game, s, seat)


@every_case
def test_the_way_back_from_a_view_gives_the_same_view_and_a_game_that_can_be_played(
    game: AnyGame, players: int, options: Options
) -> None:
    rng = seeded(25)
    for s in about_one_in(12, random_states(game, players, options, 25)):
        if game.rules.status(s) == CHANCE:
            continue
        for seat in range(players):
            t = game.eyes.state_from(game.eyes.view(s, seat), rng)
            assert out_of_range(t) == []
            assert known(game, t, seat) == known(game, s, seat)
        whole = game.eyes.state_from(game.eyes.view(s, OPEN), rng)
        assert game.eyes.view(whole, OPEN) == game.eyes.view(s, OPEN)
        _play_on(game, t, rng)


def _play_on(game: AnyGame, s: Any, rng: list[int]) -> None:
    plain(game).playout(s, rng, [0] * max(game.about.max_legal, game.max_seats))
    assert game.rules.status(s) == OVER


@every_case
def test_resampling_reaches_different_states(game: AnyGame, players: int, options: Options) -> None:
    """A resample that always gives back the truth would pass the tests above and cheat."""
    if not has_secrets(game):
        return
    rng, different = seeded(26), 0
    for s in about_one_in(3, random_states(game, players, options, 26)):
        if game.rules.status(s) == CHANCE:
            continue
        for seat in range(players):
            t = s.copy()
            game.eyes.resample(t, seat, rng)
            different += t != s
    assert different > 0


@every_case
def test_the_log_of_a_seat_is_the_same_in_games_that_differ_only_in_hidden_things(
    game: AnyGame, players: int, options: Options
) -> None:
    """What each viewer is told while the game goes on never holds another seat's sealed answer or dealt cards."""
    table = new_table(game, players, options, seed=27)
    for _ in play_randomly(table, seeded(27)):
        pass
    for line in table.lines:
        assert line.heard[OPEN] == line.text
        if line.heard[SPECTATOR] != line.text:
            told = {line.told[viewer] for viewer in (*range(players), SPECTATOR) if line.heard[viewer] != line.text}
            assert line.told[OPEN] not in told
