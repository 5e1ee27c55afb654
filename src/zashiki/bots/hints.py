"""Advice for people: the moves that greedy play likes best, with what they aim at and the numbers behind it.

Like a bot, it is given a view and nothing else, and the same view with the same seed gives the same advice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from zashiki.bots.players import weigh
from zashiki.core.chance import seeded
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat
from zashiki.core.turning import turned
from zashiki.core.words import LANGUAGE

MOST = 3


@dataclass(frozen=True)
class Hint:
    """A move that the house would make."""

    move: str  # in notation
    label: str  # what its button says; seats are marks
    aim: str  # what it would bring, in the game's words; "" where the game says nothing
    points: tuple[int, int]  # the seat's score now, and right after the move; as now where it would first show something hidden
    worth: int  # by the measure of greedy play, from 0 for the worst option to 100 for the best
    average: int  # of all options, by the same measure
    options: int  # how many there are


@dataclass(frozen=True)
class Plea:
    """A person asks a worker process for advice: what their seat sees, and the language they read."""

    game: str
    view: Any
    seat: Seat
    seed: int
    language: str
    dials: Mapping[str, int] = field(default_factory=dict)  # house rules


def advice(plea: Plea) -> tuple[Hint, ...]:
    """What the house would do, in the reader's language."""
    from zashiki.games import find_game  # a worker loads the games before its first question

    LANGUAGE.set(plea.language)
    return hints(turned(find_game(plea.game), plea.dials), plea.view, plea.seat, plea.seed)


def hints(game: AnyGame, view: Any, seat: Seat, seed: int) -> tuple[Hint, ...]:
    """Up to three moves for the seat to act, the best first; none that is no better than an average one."""
    rng = seeded(seed)
    s = game.eyes.state_from(view, rng)
    actions = game.legal_actions(s, seat)
    if not actions:
        return ()
    worths = weigh(game, view, seat, rng)
    low, high = min(worths), max(worths)
    scaled = [100 * (worth - low) // (high - low) if high > low else 100 for worth in worths]
    average = sum(scaled) // len(scaled)
    best = sorted(range(len(actions)), key=lambda i: -worths[i])[:MOST]  # equals in canonical order
    chosen = [i for i in best if i == best[0] or scaled[i] > average]
    now = game.final_scores(s)[seat]
    return tuple(
        Hint(
            game.actions.write(actions[i]),
            game.words.label(s, seat, actions[i]),
            game.aim(s, seat, actions[i]),
            (now, _score_after(game, s, seat, actions[i])),
            scaled[i],
            average,
            len(actions),
        )
        for i in chosen
    )


def _score_after(game: AnyGame, s: Any, seat: Seat, action: int) -> int:
    if game.eyes.reveals(s, seat, action):
        return game.final_scores(s)[seat]
    after = s.copy()
    game.rules.apply(after, seat, action)
    return game.final_scores(after)[seat]
