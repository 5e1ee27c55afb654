"""Notation as people abbreviate it: `p r7` or `r7` for `play r7`, `24` for `chip 2,4`, as long as only one option is meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from zashiki.core.errors import BadNotation
from zashiki.core.words import CORE as WORDS
from zashiki.core.words import listed

SHOWN = 8  # options named where several are meant

Words = list[str]


def meant(text: str, options: Sequence[str]) -> str:
    """The option that is meant; BadNotation where there is none, or more than one. Whatever fits more exactly goes first."""
    typed = _words(text)
    for fits in _WAYS:
        found = [option for option in options if typed and fits(typed, _words(option))]
        if len(found) == 1:
            return found[0]
        if found:
            more = ["…"] if len(found) > SHOWN else []
            raise BadNotation(WORDS("could_be", text=text, options=listed([*found[:SHOWN], *more])))
    raise BadNotation(WORDS("none_of", text=text, count=len(options)))


def _words(text: str) -> Words:
    """Words without the signs that a hurried writer leaves out."""
    return [word for word in (re.sub(r"[,\-/]", "", word) for word in text.lower().split()) if word]


def _same(typed: Words, option: Words) -> bool:
    return typed == option


def _same_without_verb(typed: Words, option: Words) -> bool:
    return typed == option[1:]


def _begins(typed: Words, option: Words) -> bool:
    """Word for word the beginning of the option's words, of which the last may be missing."""
    return len(typed) <= len(option) and all(whole.startswith(part) for part, whole in zip(typed, option, strict=False))


def _all_begin(typed: Words, option: Words) -> bool:
    return len(typed) == len(option) and _begins(typed, option)


def _all_begin_without_verb(typed: Words, option: Words) -> bool:
    return _all_begin(typed, option[1:])


_WAYS: tuple[Callable[[Words, Words], bool], ...] = (_same, _same_without_verb, _all_begin, _all_begin_without_verb, _begins)
