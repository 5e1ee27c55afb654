"""The sentences of Akiwado, by key and language."""

from __future__ import annotations

from pathlib import Path

from zashiki.core.words import Words

WORDS = Words(Path(__file__).with_name("words.toml"))
PRINT = Words(Path(__file__).with_name("print.toml"))


def count_coins(coins: int) -> str:
    """`1 coin`, `3 coins`."""
    return WORDS("coin" if coins == 1 else "coins", coins=coins)
