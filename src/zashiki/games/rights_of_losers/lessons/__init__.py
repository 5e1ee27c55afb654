"""The guided first game of Rights of Losers."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.lessons import Lesson, read_lesson


def lesson() -> Lesson:
    """The guided first game."""
    return read_lesson(Path(__file__).with_name("first_game.toml"))
