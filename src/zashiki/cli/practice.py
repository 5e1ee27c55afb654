"""`zashiki practice`: the exercises of a game in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from zashiki.cli.language import WORDS as OURS
from zashiki.cli.language import speak
from zashiki.cli.screen import Screen
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.words import LANGUAGES
from zashiki.games import find_game
from zashiki.primer.answering import RIGHT, WORDS, Answer, answer_to, labels_of, names_at, numbered, said, told_answer
from zashiki.primer.content import Content, Exercise, content_of
from zashiki.primer.positions import table_at

PROMPT = "> "


def practice(
    game: Annotated[str, typer.Argument(metavar="GAME", help="practice_game")],
    start: Annotated[int, typer.Option("--from", min=1, metavar="NUMBER", help="practice_start")] = 1,
    language: Annotated[str, typer.Option(help="practice_language")] = LANGUAGES[0],
) -> None:
    """Ten positions of recorded games, each with a question; every answer is checked with the rules."""
    speak(language)
    known = find_game(game)
    content = content_of(known)
    if content is None:
        raise BadOption(OURS("no_exercises", game=known.name))
    if start > len(content.exercises):
        raise BadOption(OURS("so_many_exercises", game=known.name, count=len(content.exercises)))
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
    screen = Screen(names_at(table_at(game, exercise.place.record, exercise.place.at).players))
    _show(screen, game, exercise, numbered(number - 1, len(content.exercises)))
    while True:
        typed = screen.ask(PROMPT)
        if typed in ("quit", "exit"):
            raise Left
        if typed == "next":
            return False
        if typed == "board":
            _read_board(screen, game, exercise, numbered(number - 1, len(content.exercises)))
            continue
        moves = list(labels)
        tried = moves[int(typed) - 1] if typed.isdecimal() and 0 < int(typed) <= len(moves) else typed
        given_up = typed == "answer"
        answer = told_answer(exercise, labels) if given_up else answer_to(game, content, exercise, tried, labels)
        _say(screen, answer)
        if given_up or answer.kind == RIGHT:
            if screen.in_place and number < len(content.exercises):
                screen.ask(OURS("next_exercise"))
            return not given_up


def _show(screen: Screen, game: AnyGame, exercise: Exercise, place: str) -> None:
    """The position as that seat sees it, the question and the options."""
    table, seat = table_at(game, exercise.place.record, exercise.place.at), exercise.seat

    def position() -> None:
        screen.rule(f"{game.name} · {place} · {exercise.title}")
        screen.board(game, table.view(seat))

    def question() -> None:
        screen.say("")
        screen.options(game, table.state, seat, game.legal_actions(table.state, seat))
        screen.say(WORDS("how"), "dim")
        screen.say(said(exercise.question), "bold")

    screen.page(position, lambda: None, question, prompt=PROMPT, cut=True)


def _read_board(screen: Screen, game: AnyGame, exercise: Exercise, place: str) -> None:
    """The whole position, a screenful at a time where the exercise can come back."""
    view = table_at(game, exercise.place.record, exercise.place.at).view(exercise.seat)
    if screen.read(lambda: screen.board(game, view)):
        _show(screen, game, exercise, place)


def _say(screen: Screen, answer: Answer) -> None:
    screen.say(answer.title, "bold")
    said = OURS("between_sentences").join(answer.words)
    screen.say(OURS("with_clause", sentence=said, clause=answer.clause) if answer.clause else said)
