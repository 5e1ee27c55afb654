"""Dials: the numbers of a game that a designer may turn.

    dials(game)                                 # name, printed value, range, clause
    file = read_dials(Path("six-coins.toml"))   # file.game, file.name, file.values
    game = turned(game, file.values)            # `core.turning`: the same rules over other numbers, in every gear

A dial is declared in `dials.toml` of the game's folder and names the places in `cards.toml` where its number stands.
docs/decisions/0013 has the reasons.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from zashiki.core.cards import clause_at, number_at
from zashiki.core.errors import BadDial, BadGame
from zashiki.core.game import AnyGame
from zashiki.core.reasons import reason
from zashiki.core.words import CORE as WORDS
from zashiki.core.words import Text, listed, read_texts

FILE = "dials.toml"
KEYS = {"key", "at", "low", "high", "words"}


@dataclass(frozen=True)
class Dial:
    """A number of a game that may be turned: `low`, `low + step` … up to `high`."""

    name: str
    value: int  # as printed
    low: int
    high: int
    step: int
    clause: str
    places: tuple[str, ...]  # in cards.toml: `coin.each`, `card.white.copies`, `points.two.ranks.0`
    text: Text  # what it is

    @property
    def words(self) -> str:
        """What it is, in the reader's language."""
        return str(self.text)

    @property
    def values(self) -> range:
        return range(self.low, self.high + 1, self.step)


def dials(game: AnyGame) -> tuple[Dial, ...]:
    """The dials of a game with their printed values; none where it declares none."""
    return declared(game.folder)


@cache
def declared(folder: Path) -> tuple[Dial, ...]:
    """The dials of the game in a folder."""
    if not (folder / FILE).is_file():
        return ()
    cards = tomllib.loads((folder / "cards.toml").read_text(encoding="utf-8"))
    found = tuple(_read_dial(entry, cards) for entry in read_texts(folder / FILE)["dial"])
    if len({dial.name for dial in found}) < len(found):
        raise BadGame(f"{FILE} in {folder} has a key twice.")
    return found


def _read_dial(entry: Mapping[str, Any], cards: Mapping[str, Any]) -> Dial:
    if not entry.keys() >= KEYS or entry.keys() - KEYS - {"step"}:
        raise BadGame(f"{FILE}: the dial {entry.get('key')} must have {', '.join(sorted(KEYS))}, and may have a step.")
    places = tuple([entry["at"]] if isinstance(entry["at"], str) else entry["at"])
    printed = {number_at(cards, place) for place in places}
    low, high, step, clause = entry["low"], entry["high"], entry.get("step", 1), clause_at(cards, places[0])
    dial = Dial(entry["key"], min(printed), low, high, step, clause, places, Text.of(entry["words"]))
    if len(printed) > 1 or dial.value not in dial.values:
        raise BadGame(f"{FILE}: the dial {dial.name} has {sorted(printed)} printed, which its range must hold.")
    return dial


def check_dials(game: str, known: tuple[Dial, ...], values: Mapping[str, object]) -> dict[str, int]:
    """The dials that are not at their printed number, in the order of their file; BadDial where a value will not do."""
    names = {dial.name: dial for dial in known}
    for name, value in values.items():
        if name not in names:
            raise BadDial(WORDS("dial_unknown", game=game, name=name, known=listed(names) or "–"))
        dial = names[name]
        if type(value) is not int or value not in dial.values:
            steps = WORDS("dial_steps", step=dial.step) if dial.step > 1 else ""
            raise BadDial(WORDS("dial_range", game=game, name=name, low=dial.low, high=dial.high, steps=steps, value=value))
    return {dial.name: int(str(values[dial.name])) for dial in known if values.get(dial.name, dial.value) != dial.value}


# Dials as text


@dataclass(frozen=True)
class DialFile:
    """A set of dials as a file names it."""

    game: str
    name: str
    values: Mapping[str, int]


def read_dials(path: Path) -> DialFile:
    """A set of dials from a file; BadDial where it is none. Whether the game has such dials is for `turned` to say.

    game = "lantern"
    name = "Six coins"

    [dials]
    starting-coins = 6
    """
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadDial(WORDS("dials_unread", file=path, why=reason(error))) from None
    file = {"name": path.stem, **given}
    if file.keys() != {"game", "name", "dials"} or not isinstance(file["dials"], dict):
        raise BadDial(WORDS("dials_form", file=path))
    return DialFile(str(file["game"]), str(file["name"]), file["dials"])


def dials_in(text: str) -> dict[str, int]:
    """Dials as records and commands write them, `starting-coins=6 prizes=4`; BadDial where they are not."""
    found: dict[str, int] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not value.removeprefix("-").isdecimal() or name in found:
            raise BadDial(WORDS("dial_form", word=word))
        found[name] = int(value)
    return found
