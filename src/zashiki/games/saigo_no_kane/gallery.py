"""The faces of all tiles and cards of Saigo no Kane, for the board and for the gallery page."""

from __future__ import annotations

from dataclasses import dataclass

from zashiki.core.cards import Entry
from zashiki.games.saigo_no_kane.cards import (
    CANDIDATE_DATA,
    CLUB_DATA,
    EVENT_DATA,
    ITEM_DATA,
    LEVELS,
    REWARD_IDS,
    STUDENT_DATA,
    TALENT_IDS,
    TEACHER_DATA,
    TYPE_IDS,
)
from zashiki.games.saigo_no_kane.words.notation import WORDS

Amounts = tuple[tuple[str, int], ...]  # a sign and how many of it
HAIR = 6  # how many heads the renderer can draw


@dataclass(frozen=True)
class Club:
    key: str
    name: str
    sign: str


@dataclass(frozen=True)
class Person:
    """A candidate or a student."""

    key: str
    name: str
    club: Club
    cost: int  # 0: a candidate
    talents: Amounts
    produces: Amounts
    votes_now: int
    votes_cleanup: int
    hair: int


@dataclass(frozen=True)
class Thing:
    """An item: its art is drawn by kind; `steps` are the yields with 0, 1, 2 characters of its club."""

    key: str
    name: str
    club: Club | None
    price: int
    kind: str
    steps: tuple[Amounts, ...]
    votes_now: int
    votes_cleanup: int


@dataclass(frozen=True)
class Poster:
    """An event."""

    key: str
    name: str
    deck: str
    votes: int
    requires: Amounts
    auction: str | None
    rewards: Amounts


@dataclass(frozen=True)
class Teacher:
    """A teacher card: two powers, each with its words and the move that plays it (None: the counter)."""

    key: str
    name: str
    club: Club
    copies: int
    powers: tuple[tuple[str, str, str | None], ...]


def _amounts(entry: Entry, key: str, order: tuple[str, ...]) -> Amounts:
    given = entry.counts(key)
    return tuple((name, given[name]) for name in order if name in given)


def _person(number: int, entry: Entry) -> Person:
    return Person(
        entry.text("key"),
        entry.text("name"),
        CLUBS[entry.text("club")],
        entry.number("cost"),
        _amounts(entry, "talents", TALENT_IDS),
        _amounts(entry, "produces", TYPE_IDS),
        entry.number("votes_now"),
        entry.number("votes_cleanup"),
        (number * 5 + number // HAIR) % HAIR,
    )


def _thing(entry: Entry) -> Thing:
    kind = entry.text("kind")
    steps: tuple[Amounts, ...] = ()
    if kind in ("popularity", "yen"):
        steps = tuple(((kind, level),) for level in LEVELS)
    elif kind == "talents":
        steps = (_amounts(entry, "talents", TALENT_IDS), _amounts(entry, "talents_with_two", TALENT_IDS))
    club = CLUBS[entry.text("club")] if entry.text("club") else None
    return Thing(
        entry.text("key"), entry.text("name"), club, entry.number("price"), kind, steps,
        entry.number("votes_now"), entry.number("votes_cleanup"),
    )  # fmt: skip


def _poster(entry: Entry) -> Poster:
    return Poster(
        entry.text("key"),
        entry.text("name"),
        entry.text("deck"),
        entry.number("votes"),
        _amounts(entry, "requires", TYPE_IDS),
        entry.text("auction") or None,
        _amounts(entry, "rewards", REWARD_IDS),
    )


def _teacher(entry: Entry) -> Teacher:
    key = entry.text("key")
    powers = tuple(
        (power, WORDS(f"power_{power}"), None if power == "counter" else f"play {key} {power}") for power in entry.texts("powers")
    )
    return Teacher(key, entry.text("name"), CLUBS[entry.text("club")], entry.number("copies"), powers)


CLUBS = {entry.text("key"): Club(entry.text("key"), entry.text("name"), entry.text("sign")) for entry in CLUB_DATA}
CANDIDATES = {entry.text("key"): _person(k, entry) for k, entry in enumerate(CANDIDATE_DATA)}
STUDENTS = {entry.text("key"): _person(k, entry) for k, entry in enumerate(STUDENT_DATA)}
ITEMS = {entry.text("key"): _thing(entry) for entry in ITEM_DATA}
EVENTS = {entry.text("key"): _poster(entry) for entry in EVENT_DATA}
TEACHERS = {entry.text("key"): _teacher(entry) for entry in TEACHER_DATA}


def gallery() -> dict[str, object]:
    """Everything gallery.html draws: all tiles and cards of the game."""
    return {
        "w": WORDS,
        "clubs": CLUBS,
        "candidates": CANDIDATES,
        "students": STUDENTS,
        "items": ITEMS,
        "posters": EVENTS,
        "teachers": TEACHERS,
    }
