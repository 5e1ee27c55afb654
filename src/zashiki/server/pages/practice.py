"""Practice: positions of recorded games with a question, tried on the board as at a table."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from zashiki.core.game import AnyGame
from zashiki.core.words import with_names
from zashiki.primer.answering import RIGHT, TOLD, Answer, answer_to, labels_of, names_at, numbered, said, told_answer
from zashiki.primer.content import Content, Exercise, content_of
from zashiki.primer.judging import after_move
from zashiki.primer.positions import table_at
from zashiki.server.errors import NoSuchTable
from zashiki.server.pages.board import draw_board, has_script
from zashiki.server.pages.draw import Frame
from zashiki.server.words import WORDS


@dataclass(frozen=True)
class PracticeList:
    """All exercises of a game."""

    frame: Frame
    game: AnyGame
    exercises: list[tuple[Exercise, str]]  # with its question


@dataclass(frozen=True)
class PracticePage:
    """One exercise, and what is said to the last try."""

    frame: Frame
    base: str
    game: AnyGame
    script: bool
    exercise: Exercise
    question: str
    place: str  # among the exercises of the game
    headline: str
    answer: Answer | None
    board: Markup
    options: list[tuple[str, str]]  # notation and label; empty once it is solved
    before: str  # the key of the exercise before this one, or ""
    next: str


def practice_list(frame: Frame, game: AnyGame) -> PracticeList:
    """The list, ready to draw."""
    return PracticeList(frame, game, [(exercise, said(exercise.question)) for exercise in primer_of(game).exercises])


def primer_of(game: AnyGame) -> Content:
    """The primer of a game; NoSuchTable if it has none."""
    content = content_of(game)
    if content is None:
        raise NoSuchTable(WORDS("no_exercises", game=game.name))
    return content


def practice_page(frame: Frame, game: AnyGame, key: str, tried: str, show: bool) -> PracticePage:
    """An exercise after a try (none yet: ""), or with its answer shown; ready to draw."""
    content = primer_of(game)
    keys = [exercise.key for exercise in content.exercises]
    if key not in keys:
        raise NoSuchTable(WORDS("no_such_exercise", game=game.name, name=key))
    at = keys.index(key)
    exercise = content.exercises[at]
    table = table_at(game, exercise.place.record, exercise.place.at)
    s, seat, names = table.state, exercise.seat, names_at(table.players)
    labels = labels_of(game, exercise)
    answer = answer_to(game, content, exercise, tried, labels) if tried else None
    if show:
        answer, tried = told_answer(exercise, labels), exercise.answers[0]
    solved = answer is not None and answer.kind in (RIGHT, TOLD)
    if solved:
        s = after_move(game, s, seat, game.actions.read(tried))
    view = game.eyes.view(s, seat)
    return PracticePage(
        frame=frame,
        base=frame.base,
        game=game,
        script=has_script(game),
        exercise=exercise,
        question=said(exercise.question),
        place=numbered(at, len(keys)),
        headline=with_names(game.screen.headline(view), names),
        answer=answer,
        board=draw_board(game, view, seat, names, {} if solved else labels, rules_at=f"{frame.base}/rules/{game.id}"),
        options=[] if solved else list(labels.items()),
        before=keys[at - 1] if at else "",
        next=keys[at + 1] if at + 1 < len(keys) else "",
    )
