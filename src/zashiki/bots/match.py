"""Whole games between bots, event by event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from zashiki.bots.players import SECONDS
from zashiki.bots.registry import Bot
from zashiki.core.chance import RNG_WORDS, below, seeded
from zashiki.core.game import CHANCE, OVER, AnyGame
from zashiki.core.streams import begin_event


def play_match(
    game: AnyGame, bots: Sequence[Bot], given: Mapping[str, str], seed: int, number: int = 0, seconds: float = SECONDS
) -> Iterator[tuple[Any, str | None]]:
    """Game number `number` of a seed: (state, line) before every event, and (state, None) at the end.

    Chance and choices use separate generators. When several seats may act, one of them, drawn at random,
    answers next. Where the game has its chance in streams, every seat chooses from a stream of its own as well.
    """
    s, order = game.new(len(bots), given), len(bots)
    chance = seeded(seed, 2 * number, len(game.sources))
    choices = seeded(seed, 2 * number + 1, order + 1 if game.sources else 0)

    def chooser(source: int) -> list[int]:
        """What a seat, or who draws the order of the seats, chooses from."""
        if not game.sources:
            return choices
        begin_event(choices, source)
        return choices[:RNG_WORDS]

    while (status := game.rules.status(s)) != OVER:
        if status == CHANCE:
            drawn = s.copy()
            game.rules.draw(drawn, chance)
            yield s, f"*: {game.words.write_chance(drawn)}"
            s = drawn
            game.rules.reveal(s)
        else:
            acting = game.acting(s)
            seat = acting[below(chooser(order), len(acting))]
            options = game.legal_actions(s, seat)
            action = bots[seat].choose(game, game.eyes.view(s, seat), seat, options, chooser(seat), seconds)
            yield s, f"{seat}: {game.actions.write(action)}"
            game.rules.apply(s, seat, action)
    yield s, None
