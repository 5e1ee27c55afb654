"""Every sentence Kazoku Scribe says, by key and language."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.words import Words

WORDS = Words(Path(__file__).with_name("words.toml"))
PRINT = Words(Path(__file__).with_name("print.toml"))
