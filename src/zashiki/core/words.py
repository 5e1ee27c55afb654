"""Message catalogues: every sentence a game or page says, by key and language.

A catalogue is a TOML file with a table per language (`[en]`, `[ja]`). Sentences name their parts in braces; a seat is
written `{seat}` and stays a mark such as `{2}` until the reader's side puts in the name of who sits there. A sentence whose
form depends on a number has a table of forms, one for each plural category of the language, and is given that number as
`count`: `cards = { one = "a card", other = "{count} cards" }`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

LANGUAGES = ("en", "ja")
LANGUAGE: ContextVar[str] = ContextVar("language", default="en")

Sentence = str | dict[str, str]  # a sentence, or its forms by plural category


class Words:
    """The catalogue of one folder."""

    def __init__(self, path: Path) -> None:
        self._tables: dict[str, dict[str, Sentence]] = tomllib.loads(path.read_text(encoding="utf-8"))
        self._english = self._tables["en"]

    def __call__(self, key: str, /, **parts: object) -> str:
        """The sentence in the reader's language, English where it is missing."""
        language = LANGUAGE.get()
        sentence = self._tables.get(language, self._english).get(key)
        if not sentence:
            language, sentence = "en", self._english[key]
        if isinstance(sentence, dict):
            sentence = sentence[_category(language)(cast(int, parts["count"]))]
        return sentence.format(**parts) if "{" in sentence else sentence

    def name(self, key: str, english: str) -> str:
        """What the reader's language calls something whose English name is kept elsewhere, with the cards."""
        found = self._tables.get(LANGUAGE.get(), {}).get(key, english)
        assert isinstance(found, str)
        return found


@dataclass(frozen=True)
class Text:
    """Some words in several languages, the first of which is there at least; a seat in them is a mark such as {2}."""

    by_language: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Text:
        """A text as files hold it, `{ en = "…", ja = "…" }`; KeyError where the first language is missing."""
        return cls(((LANGUAGES[0], given[LANGUAGES[0]]), *((each, given[each]) for each in LANGUAGES[1:] if each in given)))

    def __str__(self) -> str:
        """In the reader's language, or else in the first one."""
        return self.said(LANGUAGE.get())

    def said(self, language: str) -> str:
        """In that language, or else in the first one."""
        said = dict(self.by_language)
        return said.get(language, said[LANGUAGES[0]])


@cache
def _category(language: str) -> Callable[[int], str]:
    """The plural category of a number in that language."""
    from babel.core import Locale

    return Locale.parse(language).plural_form


CORE = Words(Path(__file__).with_name("words.toml"))  # what the core itself says


def listed(items: Iterable[str]) -> str:
    """Several things one after the other, as the reader's language lists them."""
    return CORE("separator").join(items)


def either(items: Iterable[str]) -> str:
    """Several things of which one is meant."""
    *others, last = items
    return CORE("either", others=listed(others), last=last) if others else last


def unnamed(players: int) -> list[str]:
    """What seats are called where nobody gave a name; people count from 1."""
    return [CORE("seat", number=seat + 1) for seat in range(players)]


def seat_mark(seat: int) -> str:
    """The mark that stands for the name of a seat inside a sentence."""
    return "{" + str(seat) + "}"


def with_names(sentence: str, names: list[str]) -> str:
    """The sentence with every seat's mark replaced by its name; marks inside names stay as they are."""
    return re.sub(r"\{(\d+)\}", lambda mark: names[int(mark[1])] if int(mark[1]) < len(names) else mark[0], sentence)
