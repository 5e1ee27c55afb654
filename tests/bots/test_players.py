"""Bots answer with one of their options, from a view alone, in every game."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support import every_case, every_game, random_states, swap_of
from zashiki.bots import BOTS, find_bot, kernels
from zashiki.bots.kernels import WORLD
from zashiki.bots.match import play_match
from zashiki.bots.players import Desk
from zashiki.core.chance import seeded
from zashiki.core.errors import BadOption
from zashiki.core.game import DECISION, AnyGame
from zashiki.core.gears import plain
from zashiki.core.record import Kifu, replay
from zashiki.core.rooms import Seat
from zashiki.games import GAMES, find_game

Options = dict[str, str]

QUICK = 0.01  # seconds for a decision, so that every bot can be asked often


def questions(game: AnyGame, players: int, options: Options, most: int) -> Iterator[tuple[Any, Seat]]:
    """Positions of a random game, spread over it, each with a seat to act."""
    decisions = [s.copy() for s in random_states(game, players, options, 5) if game.rules.status(s) == DECISION]
    for s in decisions[:: max(1, len(decisions) // most)]:
        yield s, game.acting(s)[-1]


@pytest.mark.parametrize("name", BOTS)
@every_case
def test_every_bot_answers_with_an_option_and_by_the_view_alone(
    game: AnyGame, players: int, options: Options, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    swap = swap_of(game)

    def answer(s: Any, seat: Seat) -> int:
        # How far a search gets depends on the clock, so this one moves whenever a search looks at it, and nobody else does.
        clock = SimpleNamespace(monotonic=itertools.count(0.0, QUICK / 8).__next__)
        monkeypatch.setattr("zashiki.bots.watch.time", clock)
        return BOTS[name].choose(game, game.eyes.view(s, seat), seat, legal, seeded(1), QUICK)

    for s, seat in questions(game, players, options, 6):
        legal, hidden_otherwise = game.legal_actions(s, seat), swap(s, seat, seeded(2))
        assert answer(s, seat) in legal
        # Between two answers a search may have been loaded, once; what leaks does so every time.
        assert any(answer(s, seat) == answer(hidden_otherwise, seat) for _ in range(2))


@every_case
def test_imagined_worlds_look_the_same_to_the_seat(game: AnyGame, players: int, options: Options) -> None:
    for s, seat in questions(game, players, options, 6):
        view, rng = game.eyes.view(s, seat), seeded(3)
        desk = Desk(game, view, rng)
        for _ in range(3):
            desk.loops.imagine(desk.states, seat, rng)
            assert game.eyes.view(desk.states[WORLD], seat) == view


@every_game
def test_where_one_world_is_enough_all_options_gain_or_lose_the_same_by_what_is_hidden(game: AnyGame) -> None:
    if game.worth.WORLDS > 1:
        return
    for s, seat in questions(game, game.seats[-1], {}, 60):
        other = s.copy()
        game.eyes.resample(other, seat, seeded(5))
        options, begun = game.legal_actions(s, seat), game.state_to_weigh(game.eyes.view(s, seat), seeded(6))
        assert game.legal_actions(begun, seat) == options
        for elsewhere in (other, begun):
            assert len({worth_after(game, s, seat, each) - worth_after(game, elsewhere, seat, each) for each in options}) == 1


def worth_after(game: AnyGame, s: Any, seat: int, action: int) -> int:
    after = s.copy()
    game.rules.apply(after, seat, action)
    return game.worth.worth(after, seat)


@every_game
def test_greedy_takes_the_option_of_highest_worth_added_up_over_the_same_worlds(game: AnyGame) -> None:
    for s, seat in questions(game, game.seats[0], {}, 8):
        view, legal, rng = game.eyes.view(s, seat), game.legal_actions(s, seat), seeded(4)
        chosen = BOTS["greedy"].choose(game, view, seat, legal, seeded(4), QUICK)
        desk, worths, worlds = Desk(game, view, rng), dict.fromkeys(legal, 0), []
        for _ in range(game.worth.WORLDS if len(legal) > 1 else 0):
            desk.loops.imagine(desk.states, seat, rng)
            worlds.append(desk.states[WORLD].copy())
            if worlds[1:] and worlds[-1] == worlds[0]:
                break
            for action in legal:
                after = worlds[-1].copy()
                game.rules.apply(after, seat, action)
                worths[action] += game.worth.worth(after, seat)
        assert worths[chosen] == max(worths.values())


def test_ties_are_drawn_and_every_one_of_them_comes_up() -> None:
    best = plain(find_game("rights-of-losers"), kernels).best_option
    drawn = [best(4, [10, 11, 12, 13], [7, 9, 3, 9], seeded(1, k)) for k in range(200)]
    assert set(drawn) == {11, 13}
    assert 60 < drawn.count(11) < 140


def test_a_weight_comes_up_as_often_as_it_weighs_even_where_numbers_are_large() -> None:
    comes_up = plain(find_game("rights-of-losers"), kernels).comes_up
    for unit in (1, 1 << 50):
        assert 210 < sum(comes_up(unit, 4 * unit, seeded(2, k)) for k in range(1000)) < 290
    assert comes_up(5, 5, seeded(3))


@every_case
def test_a_match_is_a_game_that_replays_to_the_same_end(game: AnyGame, players: int, options: Options) -> None:
    states = list(play_match(game, [BOTS["random"]] * players, options, seed=9))
    header = {"game": game.id, "players": str(players), "options": " ".join(f"{k}={v}" for k, v in options.items())}
    table = replay(Kifu(header, [line for _, line in states if line is not None]), GAMES)
    last, line = states[-1]
    assert line is None
    assert table.over
    assert table.state == last


@every_game
def test_the_same_seed_gives_the_same_games_and_another_number_another_game(game: AnyGame) -> None:
    def lines(seed: int, number: int) -> list[str | None]:
        match = play_match(game, [BOTS["random"]] * game.seats[0], {}, seed, number)
        return [line for _, line in itertools.islice(match, 30)]

    assert lines(1, 0) == lines(1, 0)
    assert lines(1, 0) != lines(1, 1)
    assert lines(1, 0) != lines(2, 0)


@every_game
def test_where_several_may_act_the_answers_come_in_more_than_one_order(game: AnyGame) -> None:
    orders = set()
    for number in range(10):
        for s, line in itertools.islice(play_match(game, [BOTS["random"]] * game.seats[-1], {}, 3, number), 60):
            if line is not None and len(game.acting(s)) > 1:
                orders.add(int(line.partition(":")[0]) == min(game.acting(s)))
    assert orders in (set(), {True, False})


def test_a_bot_is_found_by_name_and_by_level_and_an_unknown_one_is_refused() -> None:
    assert find_bot("greedy") is find_bot("normal") is BOTS["greedy"]
    with pytest.raises(BadOption, match="no bot 'genius'; the bots are: mame"):
        find_bot("genius")


def test_states_of_a_match_are_seen_before_the_event() -> None:
    game = next(iter(GAMES.values()))
    firsts = [s for s, _ in itertools.islice(play_match(game, [BOTS["random"]] * game.seats[0], {}, 1), 1)]
    assert firsts == [game.new(game.seats[0])]
