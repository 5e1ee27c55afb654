"""The primers of the games: texts in both languages, clauses that exist, positions that are reached, pieces that are drawn."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from tests.test_clauses import clauses
from zashiki.core.errors import BadGame
from zashiki.core.game import AnyGame
from zashiki.core.record import replay
from zashiki.core.words import LANGUAGE, LANGUAGES, Text
from zashiki.games import GAMES
from zashiki.primer import content
from zashiki.primer.content import Content, content_of
from zashiki.primer.positions import moments, record_of
from zashiki.server.pages.primer import draw_figure, draw_place

SHOWN = [game for game in GAMES.values() if game.primer]
every_primer = pytest.mark.parametrize("game", SHOWN, ids=lambda game: game.id)
JAPANESE = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
LEAST = {"parts": 6, "diagrams": 4, "examples": 3, "glossary": 8}


def primer_of(game: AnyGame) -> Content:
    found = content_of(game)
    assert found is not None
    return found


def texts(thing: object) -> Iterator[Text]:
    """Every text inside."""
    if isinstance(thing, Text):
        yield thing
    elif isinstance(thing, tuple | list):
        for each in thing:
            yield from texts(each)
    elif isinstance(thing, dict):
        yield from texts(list(thing.values()))
    elif is_dataclass(thing):
        for each in fields(thing):
            yield from texts(getattr(thing, each.name))


@every_primer
def test_every_text_is_there_in_every_language_with_the_same_marks(game: AnyGame) -> None:
    for text in texts(primer_of(game)):
        assert text.said("en").strip() == text.said("en")
        assert not JAPANESE.search(text.said("en")), text.said("en")
        assert JAPANESE.search(text.said("ja")), text.said("en")
        marks = [set(re.findall(r"\{(\w+)\}", text.said(language))) for language in LANGUAGES]
        seats = set(map(str, range(game.max_seats)))
        assert all(found <= seats | {"value", "best"} for found in marks), text.said("en")
        # Somebody may be named in one language and meant in the other.
        assert marks[0] - seats == marks[1] - seats, text.said("en")


def test_a_text_speaks_the_language_of_its_reader() -> None:
    text = Text.of({"en": "trick", "ja": "トリック"})
    assert str(text) == "trick"
    token = LANGUAGE.set("ja")
    assert str(text) == "トリック"
    assert str(Text.of({"en": "trick"})) == "trick"  # nobody has translated it yet
    LANGUAGE.reset(token)


@every_primer
def test_every_clause_that_is_named_exists(game: AnyGame) -> None:
    primer, known = primer_of(game), clauses(game)
    named = [
        *(each.clause for each in (*primer.diagrams, *primer.exercises)),
        *(each.clause for each in primer.glossary if each.clause),
        *(clause for example in primer.examples for clause in example.clauses),
    ]
    assert [clause for clause in named if clause not in known] == []


@every_primer
def test_all_records_are_used_and_are_whole_games_or_end_where_they_are_last_shown(game: AnyGame) -> None:
    primer = primer_of(game)
    places = [primer.overview.place, *(each.place for each in (*primer.diagrams, *primer.exercises))]
    used = {place.record for place in places} | {example.record for example in primer.examples}
    assert {path.stem for path in (game.folder / "primer" / "records").glob("*.kifu")} == used
    for record in used:
        kifu = record_of(game, record)
        over = replay(kifu, GAMES).over
        assert over == (kifu.result is not None)
        assert over or len(kifu.lines) == max(moments(primer, record)), record
        assert not {"seats", "date"} & set(kifu.header)


@every_primer
def test_there_is_enough_to_see_and_keys_are_distinct(game: AnyGame) -> None:
    primer = primer_of(game)
    assert len(primer.overview.parts) >= LEAST["parts"]
    assert len(primer.diagrams) >= LEAST["diagrams"]
    assert len(primer.examples) >= LEAST["examples"]
    assert len(primer.glossary) >= LEAST["glossary"]
    for keys in ([each.key for each in primer.examples], [each.key for each in primer.exercises]):
        assert len(keys) == len(set(keys))
        assert all(re.fullmatch(r"[a-z0-9-]+", key) for key in keys)
    assert {each.example for each in primer.diagrams} - {""} <= {each.key for each in primer.examples}
    assert list(dict.fromkeys(each.topic for each in primer.examples)) == [topic.key for topic in primer.topics]


@every_primer
def test_every_picture_shows_what_it_marks(game: AnyGame) -> None:
    """A piece that is not on the board raises a ValueError."""
    primer = primer_of(game)
    drawn = draw_place(game, primer.overview.place, tuple(part.piece for part in primer.overview.parts))
    assert drawn.count("data-mark=") == len(primer.overview.parts)
    for diagram in primer.diagrams:
        drawn = draw_figure(game, diagram.place, diagram.crop, diagram.marks, "figure")
        assert drawn.count("data-mark=") == len(diagram.marks), diagram.clause
        assert all(each.startswith("figure-") for each in re.findall(r'\sid="([^"]+)"', drawn)), diagram.clause


@every_primer
def test_examples_go_forward_and_show_what_they_mark(game: AnyGame) -> None:
    for example in primer_of(game).examples:
        moments = [step.at for step in example.steps]
        assert len(moments) >= 3, example.key
        assert moments == sorted(moments), example.key
        for step in example.steps:
            place = content.Place(example.record, step.at, example.viewer)
            assert draw_place(game, place, step.marks).count("data-mark=") == len(step.marks)


@every_primer
def test_every_moment_is_one_of_its_record(game: AnyGame) -> None:
    primer = primer_of(game)
    for path in (game.folder / "primer" / "records").glob("*.kifu"):
        assert moments(primer, path.stem) <= set(range(len(record_of(game, path.stem).lines) + 1))


def test_a_primer_that_lacks_something_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = SHOWN[0]
    read = content.read_texts
    monkeypatch.setattr(content, "read_texts", lambda path: {k: v for k, v in read(path).items() if k != "term"})
    with pytest.raises(BadGame, match="its primer lacks 'term'"):
        content_of.__wrapped__(game)


@every_primer
def test_the_files_have_nothing_that_is_not_read(game: AnyGame) -> None:
    known = {"show": {"table", "diagram", "topic", "example"}, "words": {"chapter", "term"}, "practice": {"measured", "exercise"}}
    for name, keys in known.items():
        text = (game.folder / "primer" / f"{name}.toml").read_text(encoding="utf-8")
        assert set(tomllib.loads(text)) == keys
        assert max(map(len, text.splitlines())) <= 130
