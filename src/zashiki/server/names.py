"""Names people give themselves: what is left of one that everybody at the table can see and read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from zashiki.server.errors import BadWish
from zashiki.server.words import WORDS

NAME_LENGTH = 24
MARKS_EACH = 3  # on one letter; more would run over the lines above and below
# Drawn as nothing, though Unicode counts them among letters, marks and symbols.
BLANK = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x13441, 0x13442, 0x16FE4, 0x1D159),
            *(*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)),
        ),
    )
)


def clean_name(name: str) -> str:
    """A name fit to show; BadWish if nothing of it is left, or too much."""
    shown = visible(name)
    if not shown:
        raise BadWish(WORDS("name_empty"))
    if len(shown) > NAME_LENGTH:
        raise BadWish(WORDS("name_too_long", most=NAME_LENGTH))
    return shown


def distinct(name: str, others: Iterable[str]) -> str:
    """The name, or with a number behind it if somebody else at the table has it."""
    taken = {other.casefold() for other in others}
    tried, number = name, 2
    while tried.casefold() in taken:
        tail = f" {number}"
        tried, number = name[: NAME_LENGTH - len(tail)].rstrip() + tail, number + 1
    return tried


def visible(name: str) -> str:
    """What can be seen of a name: spaces collapsed; no control characters, blanks or braces; marks only on letters, and few."""
    kept: list[str] = []
    marks = MARKS_EACH  # a mark at the very beginning has nothing to stand on
    for c in unicodedata.normalize("NFC", name):
        kind = unicodedata.category(c)[0]
        if kind == "M" and c not in BLANK:
            marks += 1
            if marks <= MARKS_EACH:
                kept.append(c)
        elif c.isspace() or c in BLANK:
            kept.append(" ")
            marks = MARKS_EACH
        elif kind != "C" and c not in "{}":  # braces would be filled in by `with_names`
            kept.append(c)
            marks = 0
    return " ".join("".join(kept).split())
