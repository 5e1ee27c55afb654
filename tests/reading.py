"""What a person reads on a page, and whether any of it is in Latin letters."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

from tests.support import folder_name
from zashiki.core.game import AnyGame

LATIN = re.compile(r"[A-Za-zＡ-Ｚａ-ｚ]+")
READ_ALOUD = ("aria-label", "alt", "title", "placeholder", "data-told")
UNREAD = ("style", "script")


class Reading(HTMLParser):
    """Everything in a page that a person reads or hears."""

    def __init__(self, page: str, *, unread: Iterable[str] = UNREAD, aloud: Iterable[str] = READ_ALOUD) -> None:
        """Without what stands in the elements `unread`, and with the attributes `aloud`."""
        super().__init__()
        self.found: list[str] = []
        self._unread, self._aloud = frozenset(unread), frozenset(aloud)
        self._closed = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._closed += tag in self._unread
        self.found += [value for name, value in attrs if name in self._aloud and value]

    def handle_endtag(self, tag: str) -> None:
        self._closed -= tag in self._unread

    def handle_data(self, data: str) -> None:
        if not self._closed and data.strip():
            self.found.append(data.strip())


def allowed_in(game: AnyGame, *more: str) -> re.Pattern[str]:
    """What may be in Latin letters where this game is shown: the ids of its clauses, and what its `latin.toml` lists."""
    listed = tomllib.loads((Path(__file__).parent / "games" / folder_name(game) / "latin.toml").read_text(encoding="utf-8"))
    return re.compile("|".join([rf"{game.about.prefix}-R?\d+", *listed["allowed"], *more]))


def foreign(texts: Iterable[str], allowed: re.Pattern[str]) -> list[str]:
    """The texts that have Latin letters left."""
    return [text for text in texts if LATIN.search(allowed.sub("", text))]
