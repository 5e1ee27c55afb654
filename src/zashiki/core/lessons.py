"""Lessons: a game that was written down, with a host's remarks and what the learner is asked to play.

A lesson is a TOML file in the folder `lessons` of a game; `docs/lessons/README.md` explains how one is written. Reading it gives
the data below; `core.teaching` plays it on the real rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from zashiki.core.words import Text, read_texts

UNWEIGHED = 5  # the weight of a lesson that does not say


@dataclass(frozen=True)
class Answer:
    """What the host says to moves other than the one asked for; they are played and taken back again."""

    moves: tuple[str, ...]  # in notation; `*` stands for anything
    say: Text
    clause: str  # that it follows from
    then: tuple[str, ...]  # lines that would follow, to show what comes of it
    point: tuple[str, ...]

    def is_for(self, move: str) -> bool:
        return any(fnmatchcase(move, pattern) for pattern in self.moves)


@dataclass(frozen=True)
class Step:
    """One remark of the host, and perhaps a move to make."""

    say: Text
    lines: tuple[str, ...]  # what the record goes on with before the host speaks
    before: tuple[str, ...]  # the whole record as the host speaks
    point: tuple[str, ...]  # the pieces meant: a `data-piece`, `data-move`, `id` or `data-about` of the board, or a .class
    ask: str  # the move the learner is asked for, with which the record goes on; "" where the host only speaks
    answers: tuple[Answer, ...]  # to other moves; the first that fits is given
    clauses: tuple[str, ...]  # taught here

    def answer_to(self, move: str) -> Answer | None:
        """What the host says to another move than the one asked for."""
        return next((answer for answer in self.answers if answer.is_for(move)), None)


@dataclass(frozen=True)
class Chapter:
    """Steps that belong together; a learner can begin with any chapter."""

    key: str
    title: Text
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Later:
    """Clauses that a first game can do without."""

    clauses: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class Lesson:
    """A guided game for one learner; after its last step the learner plays on freely."""

    title: Text
    players: int
    options: Mapping[str, str]
    seat: int  # the learner's
    minutes: int
    weight: int  # how much there is to take in, beside other games: 1 for the lightest
    chapters: tuple[Chapter, ...]
    later: tuple[Later, ...]

    def steps(self) -> Iterator[tuple[Chapter, int, Step]]:
        """All steps in order, each with its chapter and its number there, from 1."""
        for chapter in self.chapters:
            for number, step in enumerate(chapter.steps, 1):
                yield chapter, number, step

    @property
    def record(self) -> tuple[str, ...]:
        """Every line of the lesson."""
        last = self.chapters[-1].steps[-1]
        return _with(last.before, self.seat, last.ask)


def read_lesson(path: Path) -> Lesson:
    """The lesson in a file; ValueError where a key is unknown or missing."""
    given = _Keys(path.name, read_texts(path))
    players, seat = given.take("players"), given.take("seat")
    options = {name: str(value) for name, value in given.take("options", {}).items()}
    chapters: list[Chapter] = []
    before: tuple[str, ...] = ()
    for number, raw in enumerate(given.take("chapter"), 1):
        chapter, before = _chapter(_Keys(f"{path.name}, chapter {number}", raw), seat, before)
        chapters.append(chapter)
    later = [_later(_Keys(f"{path.name}, later", raw)) for raw in given.take("later", [])]
    minutes, weight = given.take("minutes"), given.take("weight", UNWEIGHED)
    lesson = Lesson(given.text("title"), players, options, seat, minutes, weight, tuple(chapters), tuple(later))
    given.end()
    return lesson


def _chapter(given: _Keys, seat: int, before: tuple[str, ...]) -> tuple[Chapter, tuple[str, ...]]:
    """A chapter, and the record after it."""
    steps = []
    for number, raw in enumerate(given.take("step"), 1):
        step = _step(_Keys(f"{given.where}, step {number}", raw), before)
        steps.append(step)
        before = _with(step.before, seat, step.ask)
    chapter = Chapter(given.take("key"), given.text("title"), tuple(steps))
    given.end()
    return chapter, before


def _with(before: tuple[str, ...], seat: int, ask: str) -> tuple[str, ...]:
    """The record once the learner has played what was asked for."""
    return (*before, f"{seat}: {ask}") if ask else before


def _step(given: _Keys, before: tuple[str, ...]) -> Step:
    lines = given.list("lines")
    answers = [_answer(_Keys(f"{given.where}, answer {k}", raw)) for k, raw in enumerate(given.take("answer", []), 1)]
    step = Step(
        given.text("say"),
        lines,
        (*before, *lines),
        given.list("point"),
        given.take("ask", ""),
        tuple(answers),
        given.list("clauses"),
    )
    given.end()
    return step


def _answer(given: _Keys) -> Answer:
    answer = Answer(given.list("moves"), given.text("say"), given.take("clause", ""), given.list("then"), given.list("point"))
    given.end()
    return answer


def _later(given: _Keys) -> Later:
    later = Later(given.list("clauses"), given.take("why"))
    given.end()
    return later


class _Keys:
    """The keys of a table, each taken once."""

    def __init__(self, where: str, values: dict[str, Any]) -> None:
        self.where, self._values = where, dict(values)

    def take(self, key: str, default: Any = None) -> Any:
        if key not in self._values and default is None:
            raise ValueError(f"{self.where}: `{key}` is missing")
        return self._values.pop(key, default)

    def list(self, key: str) -> tuple[str, ...]:
        return tuple(self.take(key, []))

    def text(self, key: str) -> Text:
        return Text.of(self.take(key))

    def end(self) -> None:
        if self._values:
            raise ValueError(f"{self.where}: unknown {', '.join(sorted(self._values))}")
