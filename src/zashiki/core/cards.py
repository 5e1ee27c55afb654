"""Loading a game's printed data: TOML tables whose entries have known keys, permanent ids and a clause."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

from zashiki.core.errors import BadGame

T = TypeVar("T")

# While `core.turning` loads a game over other numbers: the folder of the game, and the numbers by their place in cards.toml.
OTHER_NUMBERS: ContextVar[tuple[Path, Mapping[str, int]] | None] = ContextVar("OTHER_NUMBERS", default=None)


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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and other._values == self._values

    def __hash__(self) -> int:
        return hash(tuple(self._values))

    def keys(self) -> set[str]:
        return set(self._values)

    def but(self, **texts: str) -> Entry:
        """The same entry with other texts, where a number is part of them."""
        return Entry({**self._values, **texts})


def load_cards(path: Path, tables: dict[str, set[str]]) -> dict[str, list[Entry]]:
    """The tables of a cards.toml, each a list of entries.

    `tables` names the keys the entries of a table have, beside `clause`; a key written with `?` may be left out. Unknown
    tables and keys, missing keys and clauses, and ids given twice are refused.
    """
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    other = OTHER_NUMBERS.get()
    if other is not None and other[0] == path.parent:
        put_numbers(raw, other[1])
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


def as_printed() -> bool:
    """Whether the game being loaded has its printed numbers, so that they can be held against the component list."""
    return OTHER_NUMBERS.get() is None


# Places in cards.toml: `coin.each`, `card.white.copies`, `points.two.ranks.0`


def number_at(cards: Mapping[str, Any], place: str) -> int:
    """The number at a place; BadGame if there is none."""
    try:
        found = _walk(cards, place)[-1]
    except (KeyError, IndexError, ValueError, TypeError):
        found = None
    if type(found) is not int:
        raise BadGame(f"cards.toml has no number at {place}.")
    return found


def clause_at(cards: Mapping[str, Any], place: str) -> str:
    """The clause of the entry that a place is in."""
    return str(next(node["clause"] for node in reversed(_walk(cards, place)) if isinstance(node, dict) and "clause" in node))


def put_numbers(cards: Mapping[str, Any], numbers: Mapping[str, int]) -> None:
    """Put other numbers in their places."""
    for place, number in numbers.items():
        *_, entry, _ = _walk(cards, place)
        last = place.rpartition(".")[2]
        entry[int(last) if isinstance(entry, list) else last] = number


def _walk(cards: Mapping[str, Any], place: str) -> list[Any]:
    """What a place leads through: a word is a key of a table, the `key` of an entry in a list, or an index."""
    path: list[Any] = [cards]
    for word in place.split("."):
        node = path[-1]
        if isinstance(node, list):
            keyed = [entry for entry in node if isinstance(entry, dict) and entry.get("key") == word]
            path.append(keyed[0] if keyed else node[int(word)])
        else:
            path.append(node[word])
    return path
