"""Every sentence of the house, from its catalogue."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from zashiki.core.words import LANGUAGE, LANGUAGES, Words

WORDS = Words(Path(__file__).with_name("words.toml"))
Said = TypeVar("Said")


def in_every_language(say: Callable[[], Said]) -> list[Said]:
    """What is said to readers of each language: for those of whom nothing is known, and for names that must not be taken."""
    said = []
    for language in LANGUAGES:
        reader = LANGUAGE.set(language)
        said.append(say())
        LANGUAGE.reset(reader)
    return said
