"""The sentences of Saigo no Kane, by key and language; what its things are called, and how much of them there is."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from pathlib import Path

from zashiki.core.words import Words, listed
from zashiki.games.saigo_no_kane import cards

WORDS = Words(Path(__file__).with_name("words.toml"))
PRINT = Words(Path(__file__).with_name("print.toml"))


def named(key: str, english: str) -> str:
    """The facts of the game in the reader's language; a candidate who can be chosen is called as on the card."""
    candidate = key.removeprefix("choice_")
    return name_of(candidate) if candidate in cards.CANDIDATE_IDS else WORDS.name(key, english)


def name_of(key: str) -> str:
    """The name of a person, club, talent, item or event in the reader's language."""
    return WORDS.name(f"name_{key}", cards.NAME_OF[key])


def amount(kind: str, number: int) -> str:
    """ "2 Drama", "4 yen", "1 vote" """
    if kind in cards.TALENT_IDS:
        return WORDS("some", number=number, name=name_of(kind))
    return WORDS(f"amount_{kind}", count=number)


def amounts(pairs: Iterable[tuple[str, int]]) -> str:
    """ "2 Drama, 1 Art" """
    return listed(amount(kind, number) for kind, number in pairs if number) or WORDS("nothing")


def in_a_row(sentences: Iterable[str]) -> str:
    """One sentence after the other."""
    return reduce(lambda first, then: WORDS("then", first=first, then=then), sentences)
