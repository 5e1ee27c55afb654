"""Secrecy, twice: by shuffling what a seat cannot see (code written from the clauses), and by resampling (the contract suite)."""

from __future__ import annotations

from typing import Any

from tests.support import about_one_in, every_case, random_states, swap_of
from zashiki.core.chance import seeded
from zashiki.core.game import SPECTATOR, AnyGame
from zashiki.testing.knowledge import has_secrets, known
from zashiki.testing.test_secrecy import *  # noqa: F403

Options = dict[str, str]


@every_case
def test_nothing_a_seat_cannot_see_changes_what_it_gets(game: AnyGame, players: int, options: Options) -> None:
    swap, rng = swap_of(game), seeded(21)
    changed = 0
    for s in about_one_in(5, random_states(game, players, options, 21)):
        for seat in (*range(players), SPECTATOR):
            t = swap(s.copy(), seat, rng)
            changed += t != s
            assert known(game, t, seat) == known(game, s, seat)
    assert changed > 0 or not has_secrets(game)


@every_case
def test_a_move_is_told_alike_whatever_the_hidden_cards_are(game: AnyGame, players: int, options: Options) -> None:
    swap, rng = swap_of(game), seeded(23)
    for s in about_one_in(4, random_states(game, players, options, 23)):
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
