"""What is said to a try at an exercise, on a page or in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import AnyGame
from zashiki.core.words import Text, Words, with_names
from zashiki.primer.content import Content, Exercise
from zashiki.primer.judging import judge
from zashiki.primer.positions import table_at

WORDS = Words(Path(__file__).with_name("words.toml"))
RIGHT, WRONG, REFUSED, TOLD = "right", "wrong", "refused", "told"
MOST_SEATS = 5


@dataclass(frozen=True)
class Answer:
    """What is said to a try, or instead of one."""

    kind: str  # RIGHT, WRONG, REFUSED or TOLD
    title: str
    words: tuple[str, ...]
    clause: str


def names_at(players: int) -> list[str]:
    """Who sits at the tables of examples and exercises."""
    return WORDS("names").split()[:players]


def numbered(at: int, count: int) -> str:
    """Which of how many exercises it is, counted from 0."""
    return WORDS("number", number=at + 1, count=count)


def said(text: Text) -> str:
    """A text of a primer in the reader's language, with names for the marks of seats."""
    return with_names(str(text), names_at(MOST_SEATS))


def labels_of(game: AnyGame, exercise: Exercise) -> dict[str, str]:
    """The options of an exercise: notation and label."""
    table, seat = table_at(game, exercise.place.record, exercise.place.at), exercise.seat
    names = names_at(table.players)
    return {
        game.actions.write(action): with_names(game.words.label(table.state, seat, action), names)
        for action in game.legal_actions(table.state, seat)
    }


def answer_to(game: AnyGame, content: Content, exercise: Exercise, tried: str, labels: Mapping[str, str]) -> Answer:
    """Right with the reason, not the best with what it comes to, or why it cannot be played."""
    try:
        verdict = judge(game, exercise, tried)
    except BadNotation as problem:
        return Answer(REFUSED, WORDS("refused"), (str(problem),), "")
    except IllegalMove as problem:
        return Answer(REFUSED, WORDS("refused"), (with_names(problem.sentence, names_at(MOST_SEATS)),), problem.clause)
    if verdict.right:
        return Answer(RIGHT, WORDS("right", move=labels[verdict.move]), (said(exercise.reason),), exercise.clause)
    measured = str(content.measured[exercise.goal]).format(value=verdict.value, best=verdict.best)
    return Answer(WRONG, WORDS("wrong", move=labels[verdict.move]), (measured, WORDS("again")), "")


def told_answer(exercise: Exercise, labels: Mapping[str, str]) -> Answer:
    """The answer, for whoever asks for it."""
    moves = WORDS("or").join(labels[move] for move in exercise.answers)
    return Answer(TOLD, WORDS("answer", move=moves), (said(exercise.reason),), exercise.clause)
