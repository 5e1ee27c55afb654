"""Message catalogues: every sentence a game or page says, by key and language.

English stands where it is used, in TOML files: catalogues of sentences, and data with texts in it such as lessons. What another
language says stands in one file, `languages/<language>.toml` of a game or of the house, with a section for every file of English
and the same keys; `docs/translating.md` tells more.

Sentences name their parts in braces; a seat is written `{seat}` and stays a mark such as `{2}` until the reader's side puts in
the name of who sits there. A sentence whose form depends on a number has a table of forms, one for each plural category of the
language, and is given that number as `count`: `cards = { one = "a card", other = "{count} cards" }`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache, reduce
from pathlib import Path
from typing import Any, cast

ENGLISH, FOLDER = "en", "languages"
HOUSE = Path(__file__).parents[1]
CATEGORIES_KEPT = 4096
NAMED_KEPT = 8192  # sentences with names, some 200 bytes each
LANGUAGES = (ENGLISH, *sorted(file.stem for file in (HOUSE / FOLDER).glob("*.toml")))
LANGUAGE: ContextVar[str] = ContextVar("language", default=ENGLISH)

Sentence = str | dict[str, str]  # a sentence, or its forms by plural category


def translations(path: Path) -> dict[str, dict[str, Sentence]]:
    """What each other language says for a file of English, by key: its section is named like the file, and stands in the nearest
    folder above it that has languages."""
    home = next((folder for folder in path.parents if (folder / FOLDER).is_dir()), HOUSE)
    section = path.relative_to(home).with_suffix("").as_posix() if path.is_relative_to(home) else ""
    return {language: _read_language(home / FOLDER / f"{language}.toml").get(section, {}) for language in LANGUAGES[1:]}


@cache
def _read_language(file: Path) -> dict[str, dict[str, Sentence]]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


class Words:
    """A catalogue of sentences."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._english: dict[str, Sentence] = tomllib.loads(path.read_text(encoding="utf-8"))
        self._tables = {ENGLISH: self._english}  # other languages are read for the first who reads them
        self._plain = {ENGLISH: _plain(self._english)}

    def __call__(self, key: str, /, **parts: object) -> str:
        """The sentence in the reader's language, English where it is missing."""
        language = LANGUAGE.get()
        table = self._table(language)
        if plain := self._plain[language].get(key):
            return plain
        sentence = table.get(key)
        if not sentence:
            language, sentence = ENGLISH, self._english[key]
        if isinstance(sentence, dict):
            sentence = sentence[_category(language, cast(int, parts["count"]))]
        return sentence.format(**parts) if "{" in sentence else sentence

    def name(self, key: str, english: str) -> str:
        """What the reader's language calls something whose English name is kept elsewhere, with the cards."""
        found = self._table(LANGUAGE.get()).get(key, english)
        assert isinstance(found, str)
        return found

    def _table(self, language: str) -> dict[str, Sentence]:
        """What that language says, and nothing where it is not one of ours."""
        if language not in self._tables:
            said = translations(self._path).get(language, {})
            self._plain[language] = _plain(self._english | said)
            self._tables[language] = said
        return self._tables[language]


def _plain(sentences: Mapping[str, Sentence]) -> dict[str, str]:
    """Those that name no parts and have no forms."""
    return {key: said for key, said in sentences.items() if isinstance(said, str) and "{" not in said}


@dataclass(frozen=True)
class Text:
    """Some words in English and perhaps in other languages; a seat in them is a mark such as {2}."""

    by_language: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, given: str | Mapping[str, str]) -> Text:
        """A text as `read_texts` gives it: in English, or by language."""
        return cls(((ENGLISH, given),) if isinstance(given, str) else tuple(given.items()))

    def __str__(self) -> str:
        """In the reader's language, or else in English."""
        return self.said(LANGUAGE.get())

    def said(self, language: str) -> str:
        """In that language, or else in English."""
        said = dict(self.by_language)
        return said.get(language, said[ENGLISH])


def read_texts(path: Path) -> dict[str, Any]:
    """A file of data in English. What other languages say too becomes a table by language; ValueError where one of them has
    something that the file has not."""
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    for language, said in translations(path).items():
        for key, words in said.items():
            *way, last = key.split(".")
            try:
                holder = reduce(lambda node, step: node[_place(node, step)], way, cast(Any, data))
                place = _place(holder, last)
                found = holder[place]
            except (LookupError, TypeError):
                raise ValueError(f"languages/{language}.toml has `{key}`, and {path.name} has not") from None
            holder[place] = {ENGLISH: found, language: words} if isinstance(found, str) else {**found, language: words}
    return data


def _place(node: Any, step: str) -> Any:
    """Where a step of a key leads: entries of a list are named by their `key`, or counted from 1."""
    if not isinstance(node, list) or not node:
        return step
    if step.isdecimal():
        return int(step) - 1
    named = {entry["key"]: place for place, entry in enumerate(node) if "key" in entry}
    return named[step]


@lru_cache(CATEGORIES_KEPT)
def _category(language: str, count: int) -> str:
    """The plural category of a number in that language."""
    from babel.core import Locale

    return Locale.parse(language).plural_form(count)


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


def with_names(sentence: str, names: Sequence[str]) -> str:
    """The sentence with every seat's mark replaced by its name; marks inside names stay as they are."""
    return _named(sentence, tuple(names)) if "{" in sentence else sentence


@lru_cache(NAMED_KEPT, typed=True)  # markup may be equal to plain text
def _named(sentence: str, names: tuple[str, ...]) -> str:
    """The same, put together once for all who read it."""
    return re.sub(r"\{(\d+)\}", lambda mark: names[int(mark[1])] if int(mark[1]) < len(names) else mark[0], sentence)
