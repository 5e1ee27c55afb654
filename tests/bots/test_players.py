"""Bots answer with one of their options, from a view alone, in every game."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from tests.support import every_case, every_game, random_states, swap_of
from zashiki.bots import BOTS, find_bot
from zashiki.bots.match import play_match
from zashiki.bots.players import IMAGINED, imagine
from zashiki.core.chance import seeded
from zashiki.core.errors import BadOption
from zashiki.core.game import DECISION, AnyGame
from zashiki.core.record import Kifu, replay
from zashiki.core.rooms import Seat
from zashiki.games import GAMES

Options = dict[str, str]

QUICK = 0.01  # seconds for a decision, so that every bot can be asked often


def questions(game: AnyGame, players: int, options: Options, most: int) -> Iterator[tuple[Any, Seat]]:
    """Positions of a random game, spread over it, each with a seat to act."""
    decisions = [s.copy() for s in random_states(game, players, options, 5) if game.rules.status(s) == DECISION]
    for s in decisions[:: max(1, len(decisions) // most)]:
        yield s, game.acting(s)[-1]


@pytest.mark.parametrize("name", BOTS)
@every_case
def test_every_bot_answers_with_an_option_and_by_the_view_alone(game: AnyGame, players: int, options: Options, name: str) -> None:
    swap = swap_of(game)
    for s, seat in questions(game, players, options, 6):
        legal = game.legal_actions(s, seat)
        answer = BOTS[name].choose(game, game.eyes.view(s, seat), seat, legal, seeded(1), QUICK)
        assert answer in legal
        if name != "search":  # how far a search gets depends on the clock
            hidden_otherwise = swap(s, seat, seeded(2))
            again = BOTS[name].choose(game, game.eyes.view(hidden_otherwise, seat), seat, legal, seeded(1), QUICK)
            assert again == answer


@every_case
def test_imagined_states_look_the_same_to_the_seat(game: AnyGame, players: int, options: Options) -> None:
    for s, seat in questions(game, players, options, 6):
        view = game.eyes.view(s, seat)
        states = imagine(game, view, seat, seeded(3), IMAGINED)
        assert 1 <= len(states) <= IMAGINED
        assert all(game.eyes.view(state, seat) == view for state in states)


@every_game
def test_greedy_takes_the_option_of_highest_worth_averaged_over_the_same_states(game: AnyGame) -> None:
    for s, seat in questions(game, game.seats[0], {}, 8):
        view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
        chosen = BOTS["greedy"].choose(game, view, seat, legal, seeded(4), QUICK)
        worths = dict.fromkeys(legal, 0)
        for state in imagine(game, view, seat, seeded(4), IMAGINED):
            for action in legal:
                after = state.copy()
                game.rules.apply(after, seat, action)
                worths[action] += game.worth.worth(after, seat)
        assert worths[chosen] == max(worths.values())


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
    with pytest.raises(BadOption, match="no bot 'genius'; the bots are: random"):
        find_bot("genius")


def test_states_of_a_match_are_seen_before_the_event() -> None:
    game = next(iter(GAMES.values()))
    firsts = [s for s, _ in itertools.islice(play_match(game, [BOTS["random"]] * game.seats[0], {}, 1), 1)]
    assert firsts == [game.new(game.seats[0])]
