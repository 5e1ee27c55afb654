"""The sentences of Idol Conclave by key and language, and what its idols, cards, events and spaces are called."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.cards import Entry
from zashiki.core.words import Words
from zashiki.games.idol_conclave import cards
from zashiki.games.idol_conclave.cards import signed

WORDS = Words(Path(__file__).with_name("words.toml"))
PRINT = Words(Path(__file__).with_name("print.toml"))

_NUMBERED = ("+", "−")  # how the short name of a vote card begins that counts a number


def named(key: str, english: str) -> str:
    """The facts of the game in the reader's language; an event that can be chosen is called as on its card."""
    return WORDS.name(key, WORDS.name(key.replace("choice_", "name_", 1), english))


def name_of(entry: Entry) -> str:
    """The name of an idol, card, event or space; that of a plain vote is its number."""
    if entry.text("short")[:1] in _NUMBERED and entry.text("key") != "neg":
        return WORDS("vote_of", votes=signed(entry.number("votes")))
    return WORDS.name(f"name_{entry.text('key')}", entry.text("name"))


def idol_name(idol: int) -> str:
    return name_of(cards.IDOLS[idol])


def card_name(kind: int) -> str:
    return name_of(cards.KINDS[kind])


def event_name(event: int) -> str:
    return name_of(cards.EVENTS[event])


def space_name(space: int) -> str:
    return name_of(cards.SPACES[space])


def short(kind: int) -> str:
    """What stands on a small drawing of the card."""
    entry = cards.KINDS[kind]
    return WORDS.name(f"name_{entry.text('key')}_short", entry.text("short"))


def told(entry: Entry) -> str:
    """What an event or a space does."""
    key = entry.text("key")
    if key not in cards.EVENT_IDS or cards.EVENT_IDS.index(key) in cards.EFFECTS:
        return WORDS(f"text_{key}")
    votes = entry.number("votes")
    return WORDS("text_votes", votes=signed(votes)) if votes else WORDS("text_no_votes")
