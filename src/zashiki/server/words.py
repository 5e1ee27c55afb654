"""Every sentence of the house, from its catalogue."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.words import LANGUAGE, LANGUAGES, Words

WORDS = Words(Path(__file__).with_name("words.toml"))


def in_every_language(key: str, **parts: object) -> list[str]:
    """A sentence for readers of whom nothing is known, and names that must not be taken in any language."""
    said = []
    for language in LANGUAGES:
        reader = LANGUAGE.set(language)
        said.append(WORDS(key, **parts))
        LANGUAGE.reset(reader)
    return said
