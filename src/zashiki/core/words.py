"""Message catalogues: every sentence a game or page says, by key and language.

A catalogue is a TOML file with a table per language (`[en]`, `[ja]`). Sentences name their parts in braces; a seat is
written `{seat}` and stays a mark such as `{2}` until the reader's side puts in the name of who sits there.
"""

from __future__ import annotations

import re
import tomllib
from contextvars import ContextVar
from pathlib import Path

LANGUAGE: ContextVar[str] = ContextVar("language", default="en")


class Words:
    """The catalogue of one folder."""

    def __init__(self, path: Path) -> None:
        self._tables: dict[str, dict[str, str]] = tomllib.loads(path.read_text(encoding="utf-8"))

    def __call__(self, key: str, **parts: object) -> str:
        """The sentence in the reader's language, English where it is missing."""
        english = self._tables["en"]
        sentence = self._tables.get(LANGUAGE.get(), english).get(key, english[key])
        return sentence.format(**parts)


def seat_mark(seat: int) -> str:
    """The mark that stands for the name of a seat inside a sentence."""
    return "{" + str(seat) + "}"


def with_names(sentence: str, names: list[str]) -> str:
    """The sentence with every seat's mark replaced by its name; marks inside names stay as they are."""
    return re.sub(r"\{(\d+)\}", lambda mark: names[int(mark[1])] if int(mark[1]) < len(names) else mark[0], sentence)
