"""Lessons in the terminal: every step and every answer of every lesson, and the game after it."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from tests.cli.shell import refusal, zashiki
from zashiki import cli
from zashiki.core.game import AnyGame
from zashiki.core.lessons import Lesson, Step
from zashiki.core.teaching import table_at
from zashiki.games import GAMES

TAUGHT = [game for game in GAMES.values() if game.lessons is not None]
ROL = "rights-of-losers"


def lesson_of(game: AnyGame) -> Lesson:
    assert game.lessons is not None
    return game.lessons.lesson()


def typed_at(game: AnyGame, lesson: Lesson, step: Step) -> list[str]:
    """What a learner types who tries one move for every answer first."""
    if not step.ask:
        return [""]
    legal = table_at(game, lesson, step).legal(lesson.seat)
    others = {step.answer_to(move): move for move in reversed(legal) if move != step.ask}
    return [*(word for answer in step.answers for word in (others[answer], "")), str(legal.index(step.ask) + 1)]


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_a_lesson_is_led_to_its_end_and_on(game: AnyGame) -> None:
    lesson = lesson_of(game)
    typed = [word for _, _, step in lesson.steps() for word in typed_at(game, lesson, step)]
    done = CliRunner().invoke(cli.app, ["learn", game.id], input="\n".join([*typed, "quit", "yes", ""]), catch_exceptions=False)
    assert done.exit_code == 0
    for _, _, step in lesson.steps():
        for said in (step.say, *(answer.say for answer in step.answers)):
            assert str(said).partition("{")[0] in done.stdout
    assert "You left the table" in done.stdout  # the one of the game that went on


def test_the_host_refuses_with_the_clause_and_leads_where_the_learner_wants() -> None:
    typed = "\n\n\n\nplay r2\n9\nback\n\nchapters\n2\nback\nshow\nchapters\n7\nrules\nquit\n"
    done = zashiki("learn", ROL, typed=typed)
    assert "ROL-11" in done.stdout
    assert "There is no option 9; they are numbered 1 to 2." in done.stdout
    assert "The rights of the losers, 1 of 5" in done.stdout
    assert "There is no chapter 7" in done.stdout
    assert "How to play" in done.stdout or "Rights of Losers in" in done.stdout
    assert f"zashiki learn {ROL} --chapter 2" in done.stdout


def test_the_host_speaks_japanese() -> None:
    done = zashiki("learn", ROL, "--chapter", "2", "--language", "ja", typed="quit\n")
    assert "敗者の権利" in done.stdout
    assert "レッスンを中断しました" in done.stdout


def test_lessons_are_listed_the_lightest_first() -> None:
    listed = zashiki("learn").stdout
    assert listed.index(ROL) < listed.index("akiwado")


@pytest.mark.parametrize("words", [("nothing",), (ROL, "--chapter", "9"), (ROL, "--language", "tlh")])
def test_what_cannot_be_learned_is_said_in_a_sentence(words: tuple[str, ...]) -> None:
    assert refusal("learn", *words).endswith(".\n")
