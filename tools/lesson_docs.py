"""Write docs/lessons from the lessons of the games: which step teaches which clause, and which clauses are left for later.

python tools/lesson_docs.py
"""

from __future__ import annotations

from pathlib import Path

from zashiki.core.game import AnyGame
from zashiki.core.lessons import Lesson
from zashiki.games import GAMES

FOLDER = Path(__file__).parent.parent / "docs" / "lessons"


def by_clause(lesson: Lesson) -> dict[str, list[str]]:
    """The steps that teach each clause, as "Chapter 2", in the order of the clauses."""
    taught: dict[str, list[str]] = {}
    for chapter, number, step in lesson.steps():
        for clause in step.clauses:
            taught.setdefault(clause, []).append(f"{dict(chapter.title.by_language)['en']} {number}")
    return dict(sorted(taught.items(), key=lambda each: int(each[0].rpartition("-")[2].removeprefix("R"))))


def page(game: AnyGame, lesson: Lesson) -> str:
    """The page of one game."""
    chapters = [f"{number}. {dict(chapter.title.by_language)['en']}" for number, chapter in enumerate(lesson.chapters, 1)]
    lines = [
        f"# What the first game of {game.name} teaches",
        "",
        f"A lesson of about {lesson.minutes} minutes for one learner at a table for {lesson.players}; `tools/lesson_docs.py`",
        f"generates this page from the lesson. The clauses are those of [the rules](../rules/{game.id}.md).",
        "",
        *chapters,
        "",
        "| clause | taught in |",
        "|---|---|",
        *(f"| {clause} | {', '.join(steps)} |" for clause, steps in by_clause(lesson).items()),
        "",
        "| left for later | because |",
        "|---|---|",
        *(f"| {', '.join(later.clauses)} | {later.why} |" for later in lesson.later),
    ]
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """Every generated file of the folder, by name."""
    return {f"{game.id}.md": page(game, game.lessons.lesson()) for game in GAMES.values() if game.lessons is not None}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
