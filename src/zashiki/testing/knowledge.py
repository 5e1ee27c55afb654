"""Everything a viewer can get from a state, for comparing two states with the same eyes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from zashiki.core.game import OPEN, SPECTATOR, AnyGame
from zashiki.testing.play import random_states


def known(game: AnyGame, s: Any, viewer: int) -> tuple[object, ...]:
    """Everything a viewer can get from a state."""
    view = game.eyes.view(s, viewer)
    options = [game.actions.write(action) for action in game.legal_actions(s, viewer)] if viewer >= 0 else []
    labels = [game.words.label(s, viewer, action) for action in game.legal_actions(s, viewer)] if viewer >= 0 else []
    numbers = [0] * game.observation_size
    if viewer >= 0:
        game.eyes.observe(s, viewer, numbers)
    return (
        view, game.words.ask(s, viewer), game.screen.headline(view), game.screen.draw_text(view),
        repr(_spread(game.screen.board(view))), tuple(options), tuple(labels), tuple(numbers), game.acting(s),
        game.rules.status(s),
    )  # fmt: skip


def _spread(value: object) -> object:
    """What a board is given, with everything that is only made when it is drawn."""
    if isinstance(value, dict):
        return {key: _spread(part) for key, part in value.items()}
    if isinstance(value, Iterator) or type(value) in (tuple, list):
        return [_spread(part) for part in value]  # type: ignore[attr-defined]
    return value


def has_secrets(game: AnyGame) -> bool:
    """Whether a spectator ever sees less than there is in a random game."""
    return any(game.eyes.view(s, OPEN) != _as_open(game, s) for s in random_states(game, game.seats[0], {}, 22))


def _as_open(game: AnyGame, s: Any) -> object:
    return dataclasses.replace(game.eyes.view(s, SPECTATOR), viewer=OPEN)
