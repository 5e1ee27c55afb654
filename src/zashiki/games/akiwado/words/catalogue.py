"""The sentences of Akiwado, by key and language, and the names of its pieces."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from pathlib import Path

from zashiki.core.words import Words
from zashiki.games.akiwado import cards

WORDS = Words(Path(__file__).with_name("words.toml"))
PRINT = Words(Path(__file__).with_name("print.toml"))

named = WORDS.name


def count_coins(coins: int) -> str:
    """`1 coin`, `3 coins`."""
    return WORDS("coins", count=coins)


def card_name(kind: int) -> str:
    return named(f"name_{cards.CARD_IDS[kind]}", cards.CARD_NAMES[kind])


def combination_name(pairs: int) -> str:
    """What so many paired colours are called; empty where they are too few for a name."""
    return named(f"name_{cards.COMBINATION_IDS[pairs]}", cards.COMBINATION_NAMES[pairs])


def marker_name(colour: str) -> str:
    return named(f"name_marker_{colour}", cards.PRIVILEGES[colour].text("name"))


def marker_right(colour: str) -> str:
    """What holding the marker of a colour brings."""
    return WORDS(f"right_{colour}", count=cards.PRIVILEGE_NUMBERS[colour])


def together(sentences: Iterable[str]) -> str:
    """Sentences one after the other."""
    return reduce(lambda first, after: WORDS("sentences", first=first, next=after), sentences)


def dice_words(faces: Iterable[object]) -> str:
    """Faces of dice one after the other."""
    return reduce(lambda first, after: WORDS("dice", first=first, next=after), map(str, faces))
