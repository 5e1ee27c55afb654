"""Secrecy, twice: by shuffling what a seat cannot see (code written from the clauses), and by resampling."""

from __future__ import annotations

import dataclasses
from typing import Any

from tests.support import every_case, every_nth, play_randomly, random_states, swap_of
from zashiki.core.chance import seeded
from zashiki.core.game import CHANCE, OPEN, OVER, SPECTATOR, AnyGame
from zashiki.core.gears import plain
from zashiki.core.table import Table

Options = dict[str, str]


def known(game: AnyGame, s: Any, viewer: int) -> tuple[object, ...]:
    """Everything a viewer can get from a state."""
    view = game.eyes.view(s, viewer)
    options = [game.actions.write(action) for action in game.legal_actions(s, viewer)] if viewer >= 0 else []
    labels = [game.words.label(s, viewer, action) for action in game.legal_actions(s, viewer)] if viewer >= 0 else []
    numbers = [0] * game.observation_size
    if viewer >= 0:
        game.eyes.observe(s, viewer, numbers)
    return (
        view, game.words.ask(s, viewer), game.screen.headline(view), game.screen.draw_text(view), repr(game.screen.board(view)),
        tuple(options), tuple(labels), tuple(numbers), game.acting(s), game.rules.status(s),
    )  # fmt: skip


@every_case
def test_nothing_a_seat_cannot_see_changes_what_it_gets(game: AnyGame, players: int, options: Options) -> None:
    swap, rng = swap_of(game), seeded(21)
    changed = 0
    for s in every_nth(random_states(game, players, options, 21), 5):
        for seat in (*range(players), SPECTATOR):
            t = swap(s.copy(), seat, rng)
            changed += t != s
            assert known(game, t, seat) == known(game, s, seat)
    assert changed > 0 or not _has_secrets(game)


def _has_secrets(game: AnyGame) -> bool:
    """Whether two seats ever see different things in a random game."""
    return any(game.eyes.view(s, OPEN) != _as_open(game, s) for s in random_states(game, game.seats[0], {}, 22))


def _as_open(game: AnyGame, s: Any) -> object:
    return dataclasses.replace(game.eyes.view(s, SPECTATOR), viewer=OPEN)


@every_case
def test_a_move_is_told_alike_whatever_the_hidden_cards_are(game: AnyGame, players: int, options: Options) -> None:
    swap, rng = swap_of(game), seeded(23)
    for s in every_nth(random_states(game, players, options, 23), 4):
        for actor in game.acting(s):
            for viewer in (*range(players), SPECTATOR):
                if viewer == actor:
                    continue
                t = swap(s.copy(), viewer, rng)
                for action in set(game.legal_actions(s, actor)) & set(game.legal_actions(t, actor)):
                    said = [
                        (game.words.tell(x, actor, action, viewer), game.words.heard(x, actor, action, viewer)) for x in (s, t)
                    ]
                    assert said[0] == said[1] or _shows(game, s, t, actor, action, viewer)


def _shows(game: AnyGame, s: Any, t: Any, actor: int, action: int, viewer: int) -> bool:
    """Whether the move itself shows the viewer a difference, as the last of several sealed answers does."""
    after = []
    for x in (s, t):
        x = x.copy()
        game.rules.apply(x, actor, action)
        after.append(game.eyes.view(x, viewer))
    return game.eyes.reveals(s, actor, action) and after[0] != after[1]


@every_case
def test_a_resampled_state_looks_the_same_to_the_seat(game: AnyGame, players: int, options: Options) -> None:
    rng = seeded(24)
    for s in every_nth(random_states(game, players, options, 24), 6):
        if game.rules.status(s) == CHANCE:
            continue
        for seat in range(players):
            t = s.copy()
            game.eyes.resample(t, seat, rng)
            assert t.out_of_range() == []
            assert known(game, t, seat) == known(game, s, seat)


@every_case
def test_the_way_back_from_a_view_gives_the_same_view_and_a_game_that_can_be_played(
    game: AnyGame, players: int, options: Options
) -> None:
    rng = seeded(25)
    for s in every_nth(random_states(game, players, options, 25), 12):
        if game.rules.status(s) == CHANCE:
            continue
        for seat in range(players):
            t = game.eyes.state_from(game.eyes.view(s, seat), rng)
            assert t.out_of_range() == []
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
    if not _has_secrets(game):
        return
    rng, different = seeded(26), 0
    for s in every_nth(random_states(game, players, options, 26), 3):
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
    table = Table(game, players, options, seed=27)
    for _ in play_randomly(table, seeded(27)):
        pass
    for line in table.lines:
        assert line.heard[OPEN] == line.text
        if line.heard[SPECTATOR] != line.text:
            told = {line.told[viewer] for viewer in (*range(players), SPECTATOR) if line.heard[viewer] != line.text}
            assert line.told[OPEN] not in told
