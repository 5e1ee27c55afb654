"""Every catalogue has the same sentences, with the same parts, in every language, and every form a language needs."""

from __future__ import annotations

import string
import tomllib
from pathlib import Path

import pytest
from babel.core import Locale

import zashiki
from zashiki.core.words import LANGUAGE, LANGUAGES, Sentence, Words, listed, unnamed

SOURCE = Path(zashiki.__file__).parent
NAMES_OF_CARDS = ("name_", "game_", "option_", "choice_")  # their English stands with the cards and options of a game


def catalogues() -> list[Path]:
    files = [file for file in SOURCE.rglob("*.toml") if "[en]" in file.read_text(encoding="utf-8")]
    assert len(files) > 10
    return sorted(files)


def parts_of(sentence: Sentence) -> set[str]:
    forms = [sentence] if isinstance(sentence, str) else list(sentence.values())
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


@pytest.mark.parametrize("file", catalogues(), ids=lambda file: str(file.relative_to(SOURCE)))
def test_every_sentence_is_there_in_every_language_with_the_same_parts(file: Path) -> None:
    tables: dict[str, dict[str, Sentence]] = tomllib.loads(file.read_text(encoding="utf-8"))
    english = tables["en"]
    assert set(tables) == set(LANGUAGES)
    for language in LANGUAGES:
        there = {key for key in tables[language] if not key.startswith(NAMES_OF_CARDS)}
        asked = {key for key in english if not key.startswith(NAMES_OF_CARDS)}
        assert (sorted(asked - there), sorted(there - asked)) == ([], []), f"missing, and surplus, in {language}"
        for key in asked:
            counted = {"count"} if isinstance(english[key], dict) else set()  # a form for one need not name the number
            assert parts_of(tables[language][key]) | counted == parts_of(english[key]) | counted, (language, key)


@pytest.mark.parametrize("file", catalogues(), ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_sentence_with_forms_has_those_of_its_language(file: Path) -> None:
    for language, table in tomllib.loads(file.read_text(encoding="utf-8")).items():
        forms = {"other", *Locale.parse(language).plural_form.tags}
        for key, sentence in table.items():
            assert isinstance(sentence, str) or set(sentence) == forms, (language, key)


def test_the_form_follows_the_number_and_the_language(tmp_path: Path) -> None:
    file = tmp_path / "words.toml"
    lines = ('[en]\ncards = { one = "a card", other = "{count} cards" }', '[ja]\ncards = "カード{count}枚"\n')
    file.write_text("\n".join(lines), encoding="utf-8")
    words = Words(file)
    assert [words("cards", count=count) for count in (0, 1, 2)] == ["0 cards", "a card", "2 cards"]
    token = LANGUAGE.set("ja")
    assert words("cards", count=1) == "カード1枚"
    assert (listed(["赤", "青"]), unnamed(2)) == ("赤、青", ["1番席", "2番席"])
    LANGUAGE.reset(token)
    assert (listed(["red", "blue"]), unnamed(2)) == ("red, blue", ["Seat 1", "Seat 2"])
