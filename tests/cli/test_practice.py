"""`zashiki practice`."""

from __future__ import annotations

from typer.testing import CliRunner

from tests.cli.shell import Terminal, zashiki
from zashiki.cli import app
from zashiki.cli.common import BAD_INPUT
from zashiki.games import GAMES
from zashiki.primer.content import content_of

GAME = "rights-of-losers"


def practised(*words: str, typed: str) -> str:
    """What is said while that is typed."""
    return zashiki(*words, typed=typed).stdout


def test_a_try_is_judged_until_it_is_right_and_then_the_next_question_follows() -> None:
    said = practised("practice", GAME, typed="play p2\nplay r10\ncastle\n3\nquit\n")
    assert "Not the best: Play Purple 2." in said
    assert "You would not win this trick." in said
    assert "Aki does not hold Red 10. (ROL-10)" in said
    assert "'castle'" in said
    assert said.index("Right: Play Purple 6.") < said.index("Exercise 2 of 10")
    assert said.rstrip().endswith("Solved: 1 of 10.")


def test_the_answer_can_be_asked_for_and_an_exercise_left_out() -> None:
    said = practised("practice", GAME, "--from", "9", typed="answer\nnext\n")
    assert "The answer: " in said
    assert "26 points at once" in said
    assert "Exercise 10 of 10" in said
    assert said.rstrip().endswith("Solved: 0 of 10.")


def test_why_an_answer_is_right_stays_on_a_low_screen_until_it_was_read() -> None:
    terminal = Terminal("practice", "kazoku-scribe", size=(80, 24))
    terminal.wait_for("quit` ends.")
    terminal.wait_for("> ")
    assert terminal.glass[0].startswith("Kazoku Scribe · Exercise 1 of 10")
    terminal.type("board")
    terminal.wait_for("Press Enter to read on")
    terminal.type("q")
    terminal.wait_for("quit` ends.")
    terminal.wait_for("> ")
    terminal.type("answer")
    terminal.wait_for("Press Enter for the next exercise. ")
    assert any(row.startswith("The answer: ") for row in terminal.glass)
    terminal.type("")
    terminal.wait_for("Exercise 2 of 10")
    terminal.close(kill=True)


def test_all_exercises_of_a_game_are_solved_by_their_answers_in_japanese_too() -> None:
    content = content_of(GAMES[GAME])
    assert content is not None
    said = practised("practice", GAME, "--language", "ja", typed="\n".join(each.answers[-1] for each in content.exercises))
    assert said.rstrip().endswith("正解：10問中10問")
    assert all(each.question.said("ja").split("{")[0] in said for each in content.exercises)


def test_what_does_not_exist_is_refused_with_a_sentence() -> None:
    for words, sentence in (
        ((GAME, "--from", "11"), "10 exercises"),
        ((GAME, "--language", "latin"), "not 'latin'"),
        (("chess",), "chess"),
    ):
        done = CliRunner().invoke(app, ["practice", *words])
        assert done.exit_code == BAD_INPUT
        assert sentence in done.stderr
