"""The sentences of printed pages that no game has to itself."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.words import Words

WORDS = Words(Path(__file__).with_name("words.toml"))
