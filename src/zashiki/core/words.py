"""Message catalogues: every sentence a game or page says, by key and language.

A catalogue is a TOML file with a table per language (`[en]`, `[ja]`). Sentences name their parts in braces; a seat is
written `{seat}` and stays a mark such as `{2}` until the reader's side puts in the name of who sits there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path

LANGUAGES = ("en", "ja")
LANGUAGE: ContextVar[str] = ContextVar("language", default="en")


class Words:
    """The catalogue of one folder."""

    def __init__(self, path: Path) -> None:
        self._tables: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))
        self._english = self._tables["en"]

    def __call__(self, key: str, **parts: object) -> str:
        """The sentence in the reader's language, English where it is missing."""
        sentence = self._tables.get(LANGUAGE.get(), self._english).get(key) or self._english[key]
        return sentence.format(**parts) if "{" in sentence else sentence

    def name(self, key: str, english: str) -> str:
        """What the reader's language calls something whose English name is kept elsewhere, with the cards."""
        return self._tables.get(LANGUAGE.get(), {}).get(key, english)


def seat_mark(seat: int) -> str:
    """The mark that stands for the name of a seat inside a sentence."""
    return "{" + str(seat) + "}"


def with_names(sentence: str, names: list[str]) -> str:
    """The sentence with every seat's mark replaced by its name; marks inside names stay as they are."""
    return re.sub(r"\{(\d+)\}", lambda mark: names[int(mark[1])] if int(mark[1]) < len(names) else mark[0], sentence)


def with_people(sentence: str, names: Sequence[str]) -> str:
    """A refusal with names instead of seat numbers, which rules count from 0 and people from 1."""
    return re.sub(r"\b[Ss]eat (\d+)\b", lambda seat: names[int(seat[1])] if int(seat[1]) < len(names) else seat[0], sentence)
