"""`zashiki practice`: the exercises of a game in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from zashiki.cli.screen import Screen
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.words import LANGUAGE, LANGUAGES
from zashiki.games import find_game
from zashiki.primer.answering import RIGHT, WORDS, Answer, answer_to, labels_of, names_at, numbered, said, told_answer
from zashiki.primer.content import Content, Exercise, content_of
from zashiki.primer.positions import table_at


def practice(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game to practise; see `zashiki games`.")],
    start: Annotated[int, typer.Option("--from", min=1, metavar="NUMBER", help="The exercise to begin with.")] = 1,
    language: Annotated[str, typer.Option(help="The language of questions and reasons: en or ja.")] = "en",
) -> None:
    """Ten positions of recorded games, each with a question; every answer is checked with the rules.

    Type the number of an option or its notation; `answer` shows the answer, `next` goes on, `quit` ends.
    """
    known = find_game(game)
    content = content_of(known)
    if content is None:
        raise BadOption(f"{known.name} has no exercises.")
    if language not in LANGUAGES:
        raise BadOption(f"The languages are {' and '.join(LANGUAGES)}, not '{language}'.")
    if start > len(content.exercises):
        raise BadOption(f"{known.name} has {len(content.exercises)} exercises.")
    LANGUAGE.set(language)
    solved = 0
    try:
        for number in range(start, len(content.exercises) + 1):
            solved += _ask(known, content, number)
    except (EOFError, KeyboardInterrupt, Left):
        pass
    Screen([]).say(WORDS("solved", solved=solved, count=len(content.exercises)), "bold")


class Left(Exception):
    """The person at the screen has had enough."""


def _ask(game: AnyGame, content: Content, number: int) -> bool:
    """One exercise, until it is solved or left; whether it was solved."""
    exercise = content.exercises[number - 1]
    labels = labels_of(game, exercise)
    screen = _show(game, exercise, numbered(number - 1, len(content.exercises)))
    while True:
        typed = screen.ask("> ")
        if typed in ("quit", "exit"):
            raise Left
        if typed == "next":
            return False
        if typed == "answer":
            _say(screen, told_answer(exercise, labels))
            return False
        moves = list(labels)
        tried = moves[int(typed) - 1] if typed.isdecimal() and 0 < int(typed) <= len(moves) else typed
        answer = answer_to(game, content, exercise, tried, labels)
        _say(screen, answer)
        if answer.kind == RIGHT:
            return True


def _show(game: AnyGame, exercise: Exercise, place: str) -> Screen:
    """The position as that seat sees it, the question and the options."""
    table, seat = table_at(game, exercise.place.record, exercise.place.at), exercise.seat
    screen = Screen(names_at(table.players))
    screen.rule(f"{game.name} · {place} · {exercise.title}")
    screen.board(game, table.view(seat))
    screen.say("")
    screen.options(game, table.state, seat, game.legal_actions(table.state, seat))
    screen.say(WORDS("how"), "dim")
    screen.say(said(exercise.question), "bold")
    return screen


def _say(screen: Screen, answer: Answer) -> None:
    screen.say(answer.title, "bold")
    screen.say(f"{' '.join(answer.words)}{f' ({answer.clause})' if answer.clause else ''}")
