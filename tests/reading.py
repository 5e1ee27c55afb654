"""What a person reads on a page, and whether any of it is in Latin letters."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

from tests.support import folder_name
from zashiki.core.game import AnyGame
from zashiki.server.pages.cutting import VOID

LATIN = re.compile(r"[A-Za-zＡ-Ｚａ-ｚ]+")
READ_ALOUD = ("aria-label", "alt", "title", "placeholder", "data-told")
UNREAD = ("style", "script")


class Reading(HTMLParser):
    """Everything in a page that a person reads or hears."""

    def __init__(
        self, page: str, *, unread: Iterable[str] = UNREAD, aloud: Iterable[str] = READ_ALOUD, language: str = ""
    ) -> None:
        """Without what stands in the elements `unread`, and with the attributes `aloud`; with a language, without what is marked
        as another."""
        super().__init__()
        self.found: list[str] = []
        self._unread, self._aloud, self._language = frozenset(unread), frozenset(aloud), language
        self._open: list[tuple[str, bool]] = []  # elements, and whether they are read
        self.feed(str.__str__(page))  # every part of `Markup` would be `Markup` again, which takes twice as long

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        spoken = dict(attrs).get("lang")
        read = self._reads and tag not in self._unread and (not self._language or spoken in (None, self._language))
        if read:
            self.found += [value for name, value in attrs if name in self._aloud and value]
        if tag not in VOID:
            self._open.append((tag, read))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._reads:
            self.found += [value for name, value in attrs if name in self._aloud and value]

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._reads and data.strip():
            self.found.append(data.strip())

    @property
    def _reads(self) -> bool:
        return not self._open or self._open[-1][1]


def allowed_in(*games: AnyGame, more: Iterable[str] = ()) -> re.Pattern[str]:
    """What may be in Latin letters where these games are shown: the ids of clauses, and what each `latin.toml` lists."""
    allowed = list(more)
    for game in games:
        listed = Path(__file__).parent / "games" / folder_name(game) / "latin.toml"
        allowed += [rf"{game.about.prefix}-R?\d+", *tomllib.loads(listed.read_text(encoding="utf-8"))["allowed"]]
    return re.compile("|".join(allowed))


def foreign(texts: Iterable[str], allowed: re.Pattern[str]) -> list[str]:
    """The texts that have Latin letters left."""
    return [text for text in texts if LATIN.search(allowed.sub("", text))]
