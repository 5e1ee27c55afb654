"""What a game's folder `primer/` holds, read from its files and checked for form.

`show.toml` has the picture of the table with its parts named, the diagrams at clauses and the examples to step through, by topic;
`words.toml` the summary and the glossary; `practice.toml` the exercises; `records/` the games all positions are taken from.
Every text is there in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from zashiki.core.errors import BadGame
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat, Viewer
from zashiki.core.words import Text, read_texts


@dataclass(frozen=True)
class Place:
    """A moment of a recorded game: after so many of its lines, through one pair of eyes."""

    record: str
    at: int
    viewer: Viewer


@dataclass(frozen=True)
class Part:
    """A part of the table with a number on the picture: what it is called and what it is for."""

    piece: str  # a selector (`server.pages.cutting`)
    name: Text
    words: Text


@dataclass(frozen=True)
class Overview:
    """The picture of the table with its parts named."""

    place: Place
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Diagram:
    """A picture at a clause: some of the table, with the pieces that matter marked."""

    clause: str
    place: Place
    crop: tuple[str, ...]  # selectors of what is shown; empty: all of it
    marks: tuple[str, ...]  # selectors of what is marked
    caption: Text
    example: str  # the key of the example that shows it move by move, or ""


@dataclass(frozen=True)
class Step:
    """A moment of an example, and what is said of it."""

    at: int
    marks: tuple[str, ...]
    words: Text
    shows: tuple[str, ...]  # the worked examples of the specification that it shows
    expect: Mapping[str, Any]  # what the words claim, as a test asks the rules: docs/decisions/0012-primer.md


@dataclass(frozen=True)
class Topic:
    """What several examples are about."""

    key: str
    title: Text


@dataclass(frozen=True)
class Example:
    """A piece of a recorded game to step through."""

    key: str
    topic: str
    title: Text
    clauses: tuple[str, ...]
    record: str
    viewer: Viewer
    crop: tuple[str, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Chapter:
    """A heading of the summary with its lines."""

    title: Text
    lines: tuple[Text, ...]


@dataclass(frozen=True)
class Term:
    """A word of the rules."""

    word: Text
    meaning: Text
    clause: str


@dataclass(frozen=True)
class Exercise:
    """A position to practise on: what is asked, the best answers in notation, and why."""

    key: str
    place: Place
    goal: str
    title: Text
    question: Text
    answers: tuple[str, ...]
    reason: Text
    clause: str

    @property
    def seat(self) -> Seat:
        return self.place.viewer


@dataclass(frozen=True)
class Content:
    """All of a primer."""

    overview: Overview
    diagrams: tuple[Diagram, ...]
    topics: tuple[Topic, ...]
    examples: tuple[Example, ...]  # in the order of their topics
    summary: tuple[Chapter, ...]
    glossary: tuple[Term, ...]
    exercises: tuple[Exercise, ...]
    measured: Mapping[str, Text]  # for each goal what a try comes to, with {value} and {best}


@cache
def content_of(game: AnyGame) -> Content | None:
    """The primer of a game; None if it has none, BadGame where a file of it cannot be read."""
    if game.primer is None:
        return None
    folder = game.folder / "primer"
    show, words, practice = (read_texts(folder / f"{name}.toml") for name in ("show", "words", "practice"))
    try:
        return Content(
            overview=_overview(show["table"]),
            diagrams=tuple(map(_diagram, show["diagram"])),
            topics=tuple(Topic(each["key"], Text.of(each["title"])) for each in show["topic"]),
            examples=_examples(show),
            summary=tuple(_chapter(each) for each in words["chapter"]),
            glossary=tuple(_term(each) for each in words["term"]),
            exercises=tuple(map(_exercise, practice["exercise"])),
            measured={goal: Text.of(each) for goal, each in practice["measured"].items()},
        )
    except (KeyError, TypeError) as problem:
        raise BadGame(f"{game.name}: its primer lacks {problem}.") from None


def _place(given: Mapping[str, Any]) -> Place:
    return Place(given["record"], given["at"], given["viewer"])


def _overview(given: Mapping[str, Any]) -> Overview:
    parts = (Part(each["piece"], Text.of(each["name"]), Text.of(each["words"])) for each in given["part"])
    return Overview(_place(given), tuple(parts))


def _diagram(given: Mapping[str, Any]) -> Diagram:
    return Diagram(
        given["clause"],
        _place(given),
        tuple(given.get("crop", ())),
        tuple(given.get("marks", ())),
        Text.of(given["caption"]),
        given.get("example", ""),
    )


def _examples(given: Mapping[str, Any]) -> tuple[Example, ...]:
    topics = {each["key"]: place for place, each in enumerate(given["topic"])}
    return tuple(sorted(map(_example, given["example"]), key=lambda example: topics[example.topic]))


def _example(given: Mapping[str, Any]) -> Example:
    return Example(
        given["key"],
        given["topic"],
        Text.of(given["title"]),
        tuple(given["clauses"]),
        given["record"],
        given["viewer"],
        tuple(given.get("crop", ())),
        tuple(map(_step, given["step"])),
    )


def _step(given: Mapping[str, Any]) -> Step:
    return Step(
        given["at"],
        tuple(given.get("marks", ())),
        Text.of(given["words"]),
        tuple(given.get("shows", ())),
        given.get("expect", {}),
    )


def _chapter(given: Mapping[str, Any]) -> Chapter:
    return Chapter(Text.of(given["title"]), tuple(Text.of(line) for line in given["line"]))


def _term(given: Mapping[str, Any]) -> Term:
    return Term(Text.of(given["word"]), Text.of(given["meaning"]), given.get("clause", ""))


def _exercise(given: Mapping[str, Any]) -> Exercise:
    return Exercise(
        given["key"],
        Place(given["record"], given["at"], given["seat"]),
        given["goal"],
        Text.of(given["title"]),
        Text.of(given["question"]),
        tuple(given["answers"]),
        Text.of(given["reason"]),
        given["clause"],
    )
