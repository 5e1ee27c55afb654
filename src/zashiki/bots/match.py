"""Whole games between bots, event by event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from zashiki.bots.players import SECONDS
from zashiki.bots.registry import Bot
from zashiki.core.chance import below, seeded
from zashiki.core.game import CHANCE, OVER, AnyGame


def play_match(
    game: AnyGame, bots: Sequence[Bot], given: Mapping[str, str], seed: int, number: int = 0, seconds: float = SECONDS
) -> Iterator[tuple[Any, str | None]]:
    """Game number `number` of a seed: (state, line) before every event, and (state, None) at the end.

    Chance and choices use separate generators. When several seats may act, one of them, drawn at random,
    answers next.
    """
    s = game.new(len(bots), given)
    chance, choices = seeded(seed, 2 * number), seeded(seed, 2 * number + 1)
    while (status := game.rules.status(s)) != OVER:
        if status == CHANCE:
            drawn = s.copy()
            game.rules.draw(drawn, chance)
            yield s, f"*: {game.words.write_chance(drawn)}"
            s = drawn
            game.rules.reveal(s)
        else:
            acting = game.acting(s)
            seat = acting[below(choices, len(acting))]
            options = game.legal_actions(s, seat)
            action = bots[seat].choose(game, game.eyes.view(s, seat), seat, options, choices, seconds)
            yield s, f"{seat}: {game.actions.write(action)}"
            game.rules.apply(s, seat, action)
    yield s, None
