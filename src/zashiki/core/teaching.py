"""A lesson played on the real rules: the table at any of its steps, and what comes of a move there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zashiki.core.errors import IllegalMove
from zashiki.core.game import AnyGame
from zashiki.core.lessons import Answer, Lesson, Step
from zashiki.core.table import Table
from zashiki.core.words import CORE as WORDS

AnyTable = Table[Any, Any]


@dataclass(frozen=True)
class Reply:
    """What comes of a legal move: the table after it, and the host's answer unless it was the one asked for."""

    table: AnyTable
    answer: Answer | None


def table_at(game: AnyGame, lesson: Lesson, step: Step) -> AnyTable:
    """The table as the host speaks."""
    return after(game, lesson, step.before)


def after(game: AnyGame, lesson: Lesson, lines: tuple[str, ...]) -> AnyTable:
    """The table of a lesson after these lines."""
    table: AnyTable = Table(game, lesson.players, lesson.options)
    for line in lines:
        table.feed(line)
    return table


def reply_to(game: AnyGame, lesson: Lesson, step: Step, move: str) -> Reply:
    """Play a move where one is asked for; BadNotation or IllegalMove if the rules refuse it, or the host has not asked."""
    if not step.ask:
        raise IllegalMove(WORDS("host_has_not_asked"), "")
    table = table_at(game, lesson, step)
    table.play(lesson.seat, move)
    if move == step.ask:
        return Reply(table, None)
    answer = step.answer_to(move)
    assert answer is not None, f"nothing is said to {move}"  # the test of all lessons sees to it
    for line in answer.then:
        table.feed(line)
    return Reply(table, answer)
