"""Which answers to an exercise are best, found by trying all of them on the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from zashiki.core.errors import IllegalMove
from zashiki.core.game import DECISION, AnyGame
from zashiki.core.rooms import Seat
from zashiki.primer.content import Exercise
from zashiki.primer.positions import table_at


@dataclass(frozen=True)
class Verdict:
    """What a try comes to."""

    move: str  # as notation writes it
    right: bool
    value: int  # by the goal of the exercise
    best: int


def judge(game: AnyGame, exercise: Exercise, move: str) -> Verdict:
    """The verdict on a move in notation. BadNotation or IllegalMove, with the clause, where it cannot be played at all."""
    text = game.actions.write(game.actions.read(move))
    found = recorded_values(game, exercise)
    if text not in found:
        refusal = game.words.explain(table_at(game, exercise.place.record, exercise.place.at).state, exercise.seat, text)
        raise IllegalMove(refusal.sentence, refusal.clause)
    return Verdict(text, text in exercise.answers, found[text], max(found.values()))


@cache
def recorded_values(game: AnyGame, exercise: Exercise) -> Mapping[str, int]:
    """What every legal move comes to in the recorded position, found when it is first asked for."""
    return values(game, exercise, table_at(game, exercise.place.record, exercise.place.at).state)


def values(game: AnyGame, exercise: Exercise, s: Any) -> Mapping[str, int]:
    """What every legal move comes to from that state, by the goal of the exercise."""
    seat = exercise.seat
    return {
        game.actions.write(action): _value(game, exercise.goal, s, after_move(game, s, seat, action), seat)
        for action in game.legal_actions(s, seat)
    }


def after_move(game: AnyGame, s: Any, seat: Seat, action: int) -> Any:
    """The state after a legal move."""
    after = s.copy()
    game.rules.apply(after, seat, action)
    return after


def _value(game: AnyGame, goal: str, before: Any, s: Any, seat: Seat) -> int:
    """The number of the goal: now, or after the seat's best and the others' worst moves that settle it."""
    assert game.primer is not None
    if game.primer.settled(goal, before, s, seat):
        return game.primer.measure(goal, before, s, seat)
    assert game.rules.status(s) == DECISION, f"{goal} waits for chance"
    acting = game.acting(s)[0]
    best = max if acting == seat else min
    return best(_value(game, goal, before, after_move(game, s, acting, action), seat) for action in game.legal_actions(s, acting))
