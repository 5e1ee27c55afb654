"""The sentences of Rights of Losers, and the names of its cards."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.words import Words
from zashiki.games.rights_of_losers import cards

WORDS = Words(Path(__file__).with_name("words.toml"))
PRINT = Words(Path(__file__).with_name("print.toml"))

named = WORDS.name


def colour_name(colour: int) -> str:
    """A colour as a heading, or beside a number."""
    return named(f"name_{cards.COLOURS[colour].text('key')}", cards.COLOURS[colour].text("name"))


def colour_word(colour: int) -> str:
    """A colour inside a sentence."""
    return WORDS(f"colour_{cards.COLOURS[colour].text('key')}")


def card_name(card: int) -> str:
    """A building card or land."""
    if card >= cards.FIRST_LAND:
        land = cards.LANDS[card - cards.FIRST_LAND]
        return named(f"name_{land.text('key')}", land.text("name"))
    return WORDS("card", colour=colour_name(card // cards.NUMBERS), number=card % cards.NUMBERS + 1)


def placed_name(name: str) -> str:
    """The same, by its id."""
    return card_name(cards.PLACED_IDS.index(name))
