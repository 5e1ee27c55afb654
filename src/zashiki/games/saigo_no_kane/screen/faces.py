"""The faces of all tiles and cards of Saigo no Kane: what board, terminal and gallery draw."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zashiki.core.cards import Entry
from zashiki.core.words import LANGUAGE
from zashiki.games.saigo_no_kane import cards
from zashiki.games.saigo_no_kane.words.catalogue import WORDS, name_of

Amounts = tuple[tuple[str, int], ...]  # a sign and how many of it
HAIR = 6  # how many hair styles parts.html can draw
# Where a Japanese name may be broken: after a particle or a dot, where the script changes, before the second half of a compound.
_FOLD = re.compile(
    r"(?<=[のと・ ])(?!具)|(?<=[ぁ-ん一-鿿々])(?=[ァ-ヴ])|(?<=[ァ-ヴー])(?=[一-鿿]{2})|(?<=へ)(?=[一-鿿])"
    r"|(?<=[ァ-ヴー])(?=(?:ショー|ナイト|レース|ラン|パーティー|カード|ボード|カーペット|セット|テープ)$)|(?<=候補)(?=討論会)|(?<=ファッション)(?=誌)"
)


@dataclass(frozen=True, eq=False)
class Named:
    """Something with a name, which depends on who reads it."""

    key: str

    @property
    def name(self) -> str:
        """In the reader's language."""
        return name_of(self.key)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The name in parts, between which a line may end."""
        return tuple(_FOLD.split(self.name)) if LANGUAGE.get() == "ja" else (self.name,)

    @property
    def longest(self) -> int:
        """How wide the longest part is that stands on one line; Japanese letters are twice as wide as others."""
        return max(sum(1 + (letter >= "\u3000") for letter in word) for piece in self.pieces for word in piece.split())


@dataclass(frozen=True, eq=False)
class Club(Named):
    sign: str
    colour: str


@dataclass(frozen=True, eq=False)
class Person(Named):
    """A candidate or a student."""

    club: Club
    cost: int  # 0: a candidate
    talents: Amounts
    produces: Amounts
    votes_now: int
    votes_cleanup: int
    hair: int


@dataclass(frozen=True, eq=False)
class Thing(Named):
    """An item: its art is drawn by kind; `steps` are the yields with 0, 1, 2 characters of its club."""

    club: Club | None
    price: int
    kind: str
    steps: tuple[Amounts, ...]
    votes_now: int
    votes_cleanup: int


@dataclass(frozen=True, eq=False)
class Poster(Named):
    """An event."""

    deck: str
    votes: int
    requires: Amounts
    auction: str | None
    rewards: Amounts


@dataclass(frozen=True, eq=False)
class Teacher(Named):
    """A teacher card with two powers."""

    club: Club
    copies: int
    power_ids: tuple[str, ...]

    @property
    def powers(self) -> tuple[tuple[str, str, str | None], ...]:
        """Each power, what it does, and the move that plays it (None: the counter)."""
        moves = {power: None if power == "counter" else f"play {self.key} {power}" for power in self.power_ids}
        return tuple((power, WORDS(f"power_{power}"), move) for power, move in moves.items())


def _amounts(entry: Entry, key: str, order: tuple[str, ...]) -> Amounts:
    given = entry.counts(key)
    return tuple((name, given[name]) for name in order if name in given)


def _person(number: int, entry: Entry) -> Person:
    return Person(
        key=entry.text("key"),
        club=CLUBS[entry.text("club")],
        cost=entry.number("cost"),
        talents=_amounts(entry, "talents", cards.TALENT_IDS),
        produces=_amounts(entry, "produces", cards.TYPE_IDS),
        votes_now=entry.number("votes_now"),
        votes_cleanup=entry.number("votes_cleanup"),
        hair=(number * 5 + number // HAIR) % HAIR,
    )


def _steps(entry: Entry) -> tuple[Amounts, ...]:
    kind = entry.text("kind")
    if kind in ("popularity", "yen"):
        return tuple(((kind, level),) for level in cards.LEVELS)
    return tuple(_amounts(entry, key, cards.TALENT_IDS) for key in ("talents", "talents_with_two") if kind == "talents")


def _thing(entry: Entry) -> Thing:
    return Thing(
        key=entry.text("key"),
        club=CLUBS.get(entry.text("club")),
        price=entry.number("price"),
        kind=entry.text("kind"),
        steps=_steps(entry),
        votes_now=entry.number("votes_now"),
        votes_cleanup=entry.number("votes_cleanup"),
    )


def _poster(entry: Entry) -> Poster:
    return Poster(
        key=entry.text("key"),
        deck=entry.text("deck"),
        votes=entry.number("votes"),
        requires=_amounts(entry, "requires", cards.TYPE_IDS),
        auction=entry.text("auction") or None,
        rewards=_amounts(entry, "rewards", cards.REWARD_IDS),
    )


def _teacher(entry: Entry) -> Teacher:
    return Teacher(entry.text("key"), CLUBS[entry.text("club")], entry.number("copies"), tuple(entry.texts("powers")))


def _club(entry: Entry) -> Club:
    return Club(entry.text("key"), entry.text("sign"), entry.text("colour"))


CLUBS = {entry.text("key"): _club(entry) for entry in cards.CLUB_DATA}
CANDIDATES = {entry.text("key"): _person(k, entry) for k, entry in enumerate(cards.CANDIDATE_DATA)}
STUDENTS = {entry.text("key"): _person(k, entry) for k, entry in enumerate(cards.STUDENT_DATA)}
ITEMS = {entry.text("key"): _thing(entry) for entry in cards.ITEM_DATA}
EVENTS = {entry.text("key"): _poster(entry) for entry in cards.EVENT_DATA}
TEACHERS = {entry.text("key"): _teacher(entry) for entry in cards.TEACHER_DATA}
