"""Parts of a drawing: finding elements of it, cutting them out, marking them, and keeping its ids apart from those of the page.

A selector is a tag, `.class`, `#id` or `[attribute=value]`, or several of these in one, such as `g[data-piece=plot-3,3]`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser

from markupsafe import Markup, escape

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))
_SELECTOR = re.compile(r"([a-z][a-z0-9]*)|\.([\w-]+)|#([\w:,-]+)|\[([\w-]+)=([^\]]*)\]")
_ID = re.compile(r'\sid="([^"]*)"')
_REFERENCE = re.compile(r'((?:href="|url\()#)([^")]+)')


@dataclass
class Element:
    """An element, by its tag, its attributes and where it begins and ends."""

    tag: str
    attributes: dict[str, str]
    start: int
    opened: int  # where its first tag ends
    end: int


def elements(drawn: str) -> list[Element]:
    """All elements of a drawing, in the order in which they begin."""
    reader = _Reader(drawn)
    reader.feed(drawn)
    reader.close()
    return reader.found


class _Reader(HTMLParser):
    """Notes where elements begin and end."""

    def __init__(self, drawn: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[Element] = []
        self._open: list[Element] = []
        self._lines = [0]
        for line in drawn.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def _note(self, tag: str, attributes: list[tuple[str, str | None]]) -> Element:
        start, text = self._here(), self.get_starttag_text() or ""
        element = Element(tag, {k: v or "" for k, v in attributes}, start, start + len(text), start + len(text))
        self.found.append(element)
        return element

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = self._note(tag, attrs)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            element = self._open.pop()
            element.end = self._here() + len(f"</{tag}>")
            if element.tag == tag:
                return


def matching(found: Sequence[Element], selector: str) -> list[Element]:
    """The elements that a selector means; ValueError if it is not one."""
    parts = list(_SELECTOR.finditer(selector))
    if "".join(part[0] for part in parts) != selector or not selector:
        raise ValueError(f"'{selector}' is not a selector.")
    return [element for element in found if all(_fits(element, part) for part in parts)]


def _fits(element: Element, part: re.Match[str]) -> bool:
    tag, kind, name, attribute, value = part.groups()
    if tag:
        return element.tag == tag
    if kind:
        return kind in element.attributes.get("class", "").split()
    return element.attributes.get("id") == name if name else element.attributes.get(attribute) == value


def marked(drawn: Markup, selectors: Sequence[str]) -> Markup:
    """The drawing with `data-mark` on the first element of each selector: its number, from 1; ValueError where there is none."""
    found, added = elements(drawn), []
    for number, selector in enumerate(selectors, 1):
        chosen = matching(found, selector)
        if not chosen:
            raise ValueError(f"Nothing drawn is '{selector}'.")
        added.append((chosen[0].start + 1 + len(chosen[0].tag), f' data-mark="{number}"'))
    text = str(drawn)
    for at, attribute in sorted(added, reverse=True):
        text = text[:at] + attribute + text[at:]
    return Markup(text)


def cut(drawn: Markup, selectors: Sequence[str]) -> Markup:
    """The first element of each selector, one after another; ValueError where there is none."""
    found, parts = elements(drawn), []
    for selector in selectors:
        chosen = matching(found, selector)
        if not chosen:
            raise ValueError(f"Nothing drawn is '{selector}'.")
        parts.append(drawn[chosen[0].start : chosen[0].end])
    return Markup("\n").join(parts)


def with_own_ids(drawn: Markup, prefix: str) -> Markup:
    """The drawing with ids that are nobody else's: those it refers to itself get a prefix, all others are left out.

    What it refers to elsewhere, such as the shapes that a board shares, stays as it is.
    """
    text = str(drawn)
    used, there = {found[2] for found in _REFERENCE.finditer(text)}, set(_ID.findall(text))
    own = used & there
    text = _ID.sub(lambda found: f' id="{escape(prefix)}-{found[1]}"' if found[1] in own else "", text)
    return Markup(_REFERENCE.sub(lambda found: f"{found[1]}{escape(prefix)}-{found[2]}" if found[2] in own else found[0], text))
