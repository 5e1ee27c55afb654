"""The sets of a ladder in files, a line of JSON for each: a run that was broken off goes on, and parts from several machines are
joined.

The first line says where the games were played, and by which rules, networks and levels. Files in which these differ are not
joined. Sets that were played twice count once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Any

from zashiki.bots.levels import FILE as LEVELS
from zashiki.bots.network.file import NAME as NETWORK
from zashiki.core.errors import BadOption
from zashiki.games import named_game
from zashiki.lab.catalogue import WORDS
from zashiki.lab.ladder import Place, Set

FORM = 1


def head_of(place: Place) -> dict[str, Any]:
    """The first line of a file about that place."""
    game, digest = named_game(place.game), hashlib.sha256()
    for name in (NETWORK, LEVELS):
        file = game.folder / name
        digest.update(file.read_bytes() if file.is_file() else b"")
    return {"ladder": FORM, **asdict(place), "rules": game.about.rules_version, "strength": digest.hexdigest()[:12]}


class Book:
    """Sets, kept in a file if there is one."""

    def __init__(self, file: Path | None, place: Place) -> None:
        self._file, self.sets = file, list[Set]()
        if file is None:
            return
        if file.is_file():
            known, self.sets = read_book(file)
            if known != place:
                raise BadOption(WORDS("ladder_other", file=file))
            # A line that was cut off when somebody pulled the plug is not gone on with.
            text = file.read_text(encoding="utf-8")
            file.write_text(text[: text.rindex("\n") + 1], encoding="utf-8")
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(head_of(place)) + "\n", encoding="utf-8")

    def add(self, played: Iterable[Set]) -> None:
        """Write sets down."""
        new = list(played)
        self.sets += new
        if self._file is None:
            return
        with self._file.open("a", encoding="utf-8") as end:
            end.writelines(json.dumps(astuple(one), separators=(",", ":")) + "\n" for one in new)


def read_book(file: Path) -> tuple[Place, list[Set]]:
    """What a file holds; BadOption where it is no such file, or of other rules, networks or levels than those here."""
    try:
        first, *lines = file.read_text(encoding="utf-8").split("\n")[:-1]
        head = json.loads(first)
        options = tuple((name, value) for name, value in head["options"])
        place = Place(head["game"], head["players"], options)
        sets = [_set(json.loads(line)) for line in lines]
    except (ValueError, KeyError, TypeError, OSError):
        raise BadOption(WORDS("ladder_unread", file=file)) from None
    if head != json.loads(json.dumps(head_of(place))):
        raise BadOption(WORDS("ladder_other", file=file))
    return place, sets


def _set(written: Sequence[Any]) -> Set:
    names, seed, deal, won, spent = written
    times = tuple((name, choices, took) for name, choices, took in spent)
    return Set(tuple(names), seed, deal, tuple(tuple(sides) for sides in won), times)


def joined(place: Place, files: Sequence[Path]) -> list[Set]:
    """All sets of several files about one place, each once."""
    found: dict[tuple[Any, ...], Set] = {}
    for file in files:
        where, sets = read_book(file)
        if where != place:
            raise BadOption(WORDS("ladder_other", file=file))
        found |= {(one.names, one.seed, one.deal): one for one in sets}
    return list(found.values())
