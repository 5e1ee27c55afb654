"""Exercises: the answers are the best ones by the rules themselves, and follow from what that seat can see."""

from __future__ import annotations

import pytest

from tests.primer.test_content import every_primer, primer_of
from tests.support import swap_of
from zashiki.core.chance import seeded
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import AnyGame
from zashiki.primer.judging import judge, values
from zashiki.primer.positions import table_at

EXERCISES = 10
WORLDS = 6


@every_primer
def test_there_are_ten_exercises_of_several_kinds(game: AnyGame) -> None:
    primer = primer_of(game)
    assert len(primer.exercises) == EXERCISES
    assert len({exercise.title for exercise in primer.exercises}) == EXERCISES
    goals = {exercise.goal for exercise in primer.exercises}
    assert len(goals) >= 3
    assert set(primer.measured) == goals


@every_primer
def test_the_answers_are_the_best_moves_there_are(game: AnyGame) -> None:
    for exercise in primer_of(game).exercises:
        table = table_at(game, exercise.place.record, exercise.place.at)
        assert exercise.seat in table.to_act, exercise.key
        found = values(game, exercise, table.state)
        assert list(found) == table.legal(exercise.seat)
        best = max(found.values())
        assert [move for move, value in found.items() if value == best] == list(exercise.answers), exercise.key
        assert 0 < len(exercise.answers) < len(found), exercise.key
        for move in found:
            assert judge(game, exercise, move).right == (move in exercise.answers)


@every_primer
def test_the_answers_follow_from_what_the_seat_can_see(game: AnyGame) -> None:
    """Whatever the others hide, every move comes to the same, so nothing said of it gives anything away."""
    swap = swap_of(game)
    for exercise in primer_of(game).exercises:
        s = table_at(game, exercise.place.record, exercise.place.at).state
        found = values(game, exercise, s)
        for world in range(WORLDS):
            other = s.copy()
            game.eyes.resample(other, exercise.seat, seeded(world, 17))
            assert values(game, exercise, other) == found, exercise.key
            assert values(game, exercise, swap(s.copy(), exercise.seat, seeded(world, 18))) == found, exercise.key


@every_primer
def test_a_try_that_is_no_move_here_is_refused(game: AnyGame) -> None:
    exercise = primer_of(game).exercises[0]
    with pytest.raises(BadNotation):
        judge(game, exercise, "castle kingside")
    legal = table_at(game, exercise.place.record, exercise.place.at).legal(exercise.seat)
    other = next(text for text in map(game.actions.write, range(game.action_count)) if text not in legal)
    with pytest.raises(IllegalMove) as refused:
        judge(game, exercise, other)
    assert str(refused.value)


@every_primer
def test_a_goal_nobody_knows_is_an_error(game: AnyGame) -> None:
    s = table_at(game, primer_of(game).exercises[0].place.record, primer_of(game).exercises[0].place.at).state
    assert game.primer is not None
    with pytest.raises(KeyError):
        game.primer.measure("moon", s, s, 0)
