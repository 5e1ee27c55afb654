"""Loading a game's printed data: TOML tables whose entries have known keys, permanent ids and a clause."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


class Entry:
    """One entry of a table of cards.toml, read by type; a missing value is empty or 0."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = values

    def _get(self, key: str, kind: type[T], words: str) -> T:
        value = self._values.get(key, kind())
        if not isinstance(value, kind):
            raise TypeError(f"{key} must be {words}, not {value!r}")
        return value

    def text(self, key: str) -> str:
        return self._get(key, str, "text")

    def number(self, key: str) -> int:
        return self._get(key, int, "a number")

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(map(str, self._get(key, list, "a list")))

    def numbers(self, key: str) -> tuple[int, ...]:
        return tuple(map(int, self.texts(key)))

    def counts(self, key: str) -> dict[str, int]:
        """An inline table of numbers, such as { art = 2, drama = 1 }."""
        return {str(name): int(number) for name, number in self._get(key, dict, "an inline table").items()}

    def keys(self) -> set[str]:
        return set(self._values)


def load_cards(path: Path, tables: dict[str, set[str]]) -> dict[str, list[Entry]]:
    """The tables of a cards.toml, each a list of entries.

    `tables` names the keys the entries of a table have, beside `clause`; a key written with `?` may be left out. Unknown
    tables and keys, missing keys and clauses, and ids given twice are refused.
    """
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    if set(raw) != set(tables):
        raise ValueError(f"{path.name}: tables {sorted(raw)} instead of {sorted(tables)}")
    loaded = {name: [Entry(item) for item in (value if isinstance(value, list) else [value])] for name, value in raw.items()}
    for name, entries in loaded.items():
        required = {key for key in tables[name] if not key.endswith("?")} | {"clause"}
        allowed = {key.rstrip("?") for key in tables[name]} | {"clause"}
        for entry in entries:
            if not required <= entry.keys() <= allowed:
                wrong = sorted((required - entry.keys()) | (entry.keys() - allowed))
                raise ValueError(f"{path.name}: [[{name}]] {entry.text('key')}: missing or unknown {wrong}")
        ids = [entry.text("key") for entry in entries if entry.text("key")]
        if len(ids) != len(set(ids)):
            raise ValueError(f"{path.name}: [[{name}]] has a key twice")
    return loaded
