"""Every language says everything there is in English, nothing else, with the same parts, and in every form it needs."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from babel.core import Locale

import zashiki
from tests.support import every_game
from zashiki.core.dials import dials
from zashiki.core.game import AnyGame
from zashiki.core.words import FOLDER, LANGUAGE, LANGUAGES, Sentence, Text, Words, listed, read_texts, translations, unnamed
from zashiki.games import GAMES
from zashiki.primer.content import content_of

SOURCE = Path(zashiki.__file__).parent
NAMES_OF_CARDS = ("name_", "text_", "game_", "option_", "choice_")  # their English may stand with the cards and options of a game
FORMS = {"zero", "one", "two", "few", "many", "other"}


def is_sentence(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, dict) and set(value) <= FORMS)


def english_in(file: Path) -> dict[str, Sentence]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def catalogues() -> list[Path]:
    """Files of nothing but sentences."""
    files = [
        file for file in SOURCE.rglob("*.toml") if FOLDER not in file.parts and all(map(is_sentence, english_in(file).values()))
    ]
    assert len(files) > 20
    return sorted(files)


every_catalogue = pytest.mark.parametrize("file", catalogues(), ids=lambda file: str(file.relative_to(SOURCE)))


def parts_of(sentence: Sentence) -> set[str]:
    forms = [sentence] if isinstance(sentence, str) else list(sentence.values())
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


@every_catalogue
def test_every_sentence_is_there_in_every_language_with_the_same_parts(file: Path) -> None:
    english, others = english_in(file), translations(file)
    assert set(others) == set(LANGUAGES[1:])
    for language, said in others.items():
        there = {key for key in said if key in english or not key.startswith(NAMES_OF_CARDS)}
        assert (sorted(set(english) - there), sorted(there - set(english))) == ([], []), f"missing, and surplus, in {language}"
        for key, sentence in english.items():
            counted = {"count"} if isinstance(sentence, dict) else set()  # a form for one need not name the number
            assert parts_of(said[key]) | counted == parts_of(sentence) | counted, (language, key)


@every_catalogue
def test_a_sentence_with_forms_has_those_of_its_language(file: Path) -> None:
    for language, table in {"en": english_in(file), **translations(file)}.items():
        forms = {"other", *Locale.parse(language).plural_form.tags}
        for key, sentence in table.items():
            assert isinstance(sentence, str) or set(sentence) == forms, (language, key)


def texts_in(node: object) -> Iterator[Text]:
    """Every text behind some data."""
    if isinstance(node, Text):
        yield node
    elif is_dataclass(node):
        for field in fields(node):
            yield from texts_in(getattr(node, field.name))
    elif isinstance(node, Mapping):
        for value in node.values():
            yield from texts_in(value)
    elif isinstance(node, tuple):
        for value in node:
            yield from texts_in(value)


@every_game
def test_every_text_of_a_game_is_there_in_every_language(game: AnyGame) -> None:
    assert game.lessons is not None
    found = [*texts_in(game.lessons.lesson()), *texts_in(content_of(game)), *texts_in(dials(game))]
    assert len(found) > 150
    assert [str(text) for text in found if {language for language, _ in text.by_language} != set(LANGUAGES)] == []


def test_every_section_of_a_language_is_named_like_a_file() -> None:
    for home in (SOURCE, *(game.folder for game in GAMES.values())):
        for language in LANGUAGES[1:]:
            sections = tomllib.loads((home / FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
            assert [section for section in sections if not (home / f"{section}.toml").is_file()] == []


def in_a_folder(tmp_path: Path, english: str, japanese: str) -> Path:
    """A file of English in a folder that knows Japanese."""
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "ja.toml").write_text(japanese, encoding="utf-8")
    (tmp_path / "inside").mkdir()
    file = tmp_path / "inside" / "words.toml"
    file.write_text(english, encoding="utf-8")
    return file


def test_the_form_follows_the_number_and_the_language(tmp_path: Path) -> None:
    english = 'cards = { one = "a card", other = "{count} cards" }\nbye = "Bye"\n'
    words = Words(in_a_folder(tmp_path, english, '["inside/words"]\ncards = "カード{count}枚"\n'))
    assert [words("cards", count=count) for count in (0, 1, 2)] == ["0 cards", "a card", "2 cards"]
    token = LANGUAGE.set("ja")
    assert words("cards", count=1) == "カード1枚"
    assert words("bye") == "Bye"  # nobody has translated it yet
    assert (listed(["赤", "青"]), unnamed(2)) == ("赤、青", ["1番席", "2番席"])
    LANGUAGE.reset(token)
    assert (listed(["red", "blue"]), unnamed(2)) == ("red, blue", ["Seat 1", "Seat 2"])


def test_texts_in_data_are_found_by_their_way_through_it(tmp_path: Path) -> None:
    english = 'title = "One"\n[[step]]\nsay = "Two"\nlines = ["Three", "Four"]\n[[step]]\nkey = "last"\nsay = "Five"\n'
    japanese = '["inside/words"]\ntitle = "一"\n"step.1.lines.2" = "四"\n"step.last.say" = "五"\n'
    data = read_texts(in_a_folder(tmp_path, english, japanese))
    assert data["title"] == {"en": "One", "ja": "一"}
    assert data["step"][0] == {"say": "Two", "lines": ["Three", {"en": "Four", "ja": "四"}]}
    assert Text.of(data["step"][1]["say"]).said("ja") == "五"


@pytest.mark.parametrize("key", ["other", "step.3.say", "step.nobody.say", "title.more"])
def test_a_translation_of_something_that_is_not_there_is_named(tmp_path: Path, key: str) -> None:
    file = in_a_folder(tmp_path, 'title = "One"\n[[step]]\nkey = "first"\nsay = "Two"\n', f'["inside/words"]\n"{key}" = "三"\n')
    with pytest.raises(ValueError, match=f"languages/ja.toml has `{key}`, and words.toml has not"):
        read_texts(file)
