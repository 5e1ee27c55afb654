"""Every sentence Kazoku Scribe says, by key and language."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.words import Words
from zashiki.games.kazoku_scribe import cards

WORDS = Words(Path(__file__).with_name("words.toml"))
PRINT = Words(Path(__file__).with_name("print.toml"))


def action_name(deed: int) -> str:
    """What people call an action of the knowledge block."""
    return WORDS.name(f"name_{cards.ACTION_IDS[deed]}", cards.ACTION_NAMES[deed])


def challenge_name(kind: int) -> str:
    """The name of a challenge as it stands on the page."""
    return WORDS.name(f"name_{cards.CHALLENGE_IDS[kind]}", cards.CHALLENGE_NAMES[kind])


def counted(name: str, number: int) -> str:
    """So many of a thing."""
    return WORDS("counted", name=name, number=number)
