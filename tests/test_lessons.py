"""Every lesson is replayed on the rules of today: each branch of it, every piece it points at, both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from tools import lesson_docs

from tests.test_clauses import clauses
from zashiki.core.game import AnyGame
from zashiki.core.lessons import Lesson, read_lesson
from zashiki.core.teaching import AnyTable
from zashiki.core.words import translations
from zashiki.games import GAMES
from zashiki.server.pages.board import draw_board
from zashiki.testing.lessons import problems

TAUGHT = [game for game in GAMES.values() if game.lessons is not None]
NAMES = ("Aiko", "Tanuki", "Kitsune", "Tsuru", "Kame", "Neko")


def faults(game: AnyGame, lesson: Lesson) -> list[str]:
    """Everything that is wrong with a lesson of a game."""

    def draw(table: AnyTable, legal: Mapping[str, str]) -> str:
        return draw_board(game, table.view(lesson.seat), lesson.seat, NAMES[: lesson.players], legal)

    return problems(game, lesson, [clause for clause, physical in clauses(game).items() if not physical], draw)


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_the_lesson_holds(game: AnyGame) -> None:
    assert game.lessons is not None
    assert "\n".join(faults(game, game.lessons.lesson())) == ""


def test_the_pages_of_docs_say_what_the_lessons_teach() -> None:
    for name, text in lesson_docs.pages().items():
        assert (lesson_docs.FOLDER / name).read_text(encoding="utf-8") == text, "run tools/lesson_docs.py"
        assert f"({name})" in (lesson_docs.FOLDER / "README.md").read_text(encoding="utf-8")


GAME = GAMES["rights-of-losers"]
WRITTEN = (GAME.folder / "lessons" / "first_game.toml").read_text(encoding="utf-8")


def spoilt(tmp_path: Path, before: str, after: str) -> Lesson:
    """The lesson of a game with one thing changed in its English."""
    assert before in WRITTEN
    (tmp_path / "lesson.toml").write_text(WRITTEN.replace(before, after, 1), encoding="utf-8")
    said = translations(GAME.folder / "lessons" / "first_game.toml")["ja"] if "key" not in before else {}
    lines = [f"{json.dumps(key)} = {json.dumps(words, ensure_ascii=False)}" for key, words in said.items()]
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "ja.toml").write_text("\n".join(["[lesson]", *lines]), encoding="utf-8")
    return read_lesson(tmp_path / "lesson.toml")


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ('"1: play b4", ', '"1: play r1", ', "trick 4: Seat 2 does not hold Red 1. (ROL-10)"),
        ('ask = "play b2"', 'ask = "play r2"', "trick 5: 'play r2' is not one of play b2, play b9"),
        ('moves = ["*"]', 'moves = ["play b1"]', "trick 5: nothing is said to play b9"),
        ('moves = ["chip 5,5"]', 'moves = ["chip 5,5", "chip 5,7"]', "chips 2: answer 1 is never given to chip 5,7"),
        ('then = ["1: chip 4,4"', 'then = ["1: chip 5,7"', "trick 5: 5,7 is the centre of a space without a card. (ROL-22)"),
        ('point = [".island"]', 'point = [".islands"]', "trick 1: '.islands' is not on the board"),
        ('point = ["chip-5,5"]', 'point = ["chip-5,4"]', "chips 2: answer 1 to chip 5,5: 'chip-5,4' is not on the board"),
        ("Welcome! ", "Welcome! Sit down. Be at ease. ", "trick 1: too many sentences in en"),
        ("Welcome! ", "Welcome! " + "so " * 80, "trick 1: 352 characters in en, more than 240"),
        ("{1} leads with Blue 4", "Someone leads with Blue 4", "trick 4: different people are named in different languages"),
        ("{1} leads with Blue 4", "{3} leads with Blue 4", "trick 4: an unknown mark in en"),
        ('clauses = ["ROL-4"]', "clauses = []", "neither taught nor left for later: ROL-4"),
        ('clauses = ["ROL-4"]', 'clauses = ["ROL-4", "ROL-77"]', "no such clauses: ROL-77"),
        ('clauses = ["ROL-4"]', 'clauses = ["ROL-4", "ROL-50"]', "taught and left for later: ROL-50"),
        ('key = "chips"', 'key = "trick"', "chapter trick: not a key of its own"),
        ("clauses = []\n", 'clauses = []\nask = "pass"\n', "the last step asks for a move, but then the learner plays freely"),
    ],
)
def test_a_spoilt_lesson_is_found_out(tmp_path: Path, before: str, after: str, fault: str) -> None:
    found = faults(GAME, spoilt(tmp_path, before, after))
    assert any(each.startswith(fault) for each in found), found


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("minutes = 8", "hours = 8", "lesson.toml: `minutes` is missing"),
        ("minutes = 8", "minutes = 8\nhours = 8", "lesson.toml: unknown hours"),
        ("point = [", "points = [", "lesson.toml, chapter 1, step 1: unknown points"),
    ],
)
def test_a_lesson_with_other_keys_is_not_read(tmp_path: Path, before: str, after: str, fault: str) -> None:
    with pytest.raises(ValueError, match=re.escape(fault)):
        spoilt(tmp_path, before, after)
