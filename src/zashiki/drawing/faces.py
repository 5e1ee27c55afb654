"""What the faces of several games have in common: cards and boards that grow, backs, patterns, and how colours save ink."""

from __future__ import annotations

import re
from collections.abc import Iterable

from zashiki.core.pieces import Edition, Size
from zashiki.drawing.font import SERIF
from zashiki.drawing.shapes import PAPER, box, circle, ground, line, moved
from zashiki.drawing.text import INK, fitted

FAINT, HAIR = "#c4bcae", 0.2  # the lines of a pattern where ink is saved: colour and width


def tint(edition: Edition, colour: str) -> str:
    """A colour for an area; paper where ink is saved."""
    return PAPER if edition.spare else colour


def grown(edition: Edition, size: Size, parts: Iterable[str]) -> str:
    """What was drawn for a card of that size, on a card of the edition's: as large as it gets, in the middle."""
    scale = min(edition.card.width / size.width, edition.card.height / size.height)
    x, y = (edition.card.width - scale * size.width) / 2, (edition.card.height - scale * size.height) / 2
    return f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:.5f})">{"".join(parts)}</g>'


def both_ways(markup: str, size: Size) -> str:
    """Drawn twice, the second time upside down: a back that looks the same whichever way a card lies."""
    return markup + moved(markup, size.width, size.height, 180)


def pattern(edition: Edition, name: str, width: float, height: float, fill: str, drawn: str) -> str:
    """A `<pattern>` that repeats `drawn` on a ground; where ink is saved, faint lines on paper."""
    if edition.spare:
        bare = re.sub(r' (fill|stroke|stroke-width)="[^"]*"', "", drawn)
        even = re.sub(r'scale\(([\d.]+)\)"', lambda scale: f'{scale[0]} stroke-width="{HAIR / float(scale[1]):.3f}"', bare)
        fill, drawn = PAPER, f'<g fill="none" stroke="{FAINT}" stroke-width="{HAIR}">{even}</g>'
    return (
        f'<pattern id="{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">'
        f'<rect width="{width}" height="{height}" fill="{fill}"/>{drawn}</pattern>'
    )


def back(edition: Edition, size: Size, weave: str, emblem: str, words: str, ink: str, pale: str) -> str:
    """A back with a name at both ends and an emblem in the upper half of the roundel and, upside down, in the lower."""
    x, y = size.width / 2, size.height / 2
    fill = tint(edition, pale)
    label = box(5.5, 8.6, size.width - 11, 6.6, fill=fill, stroke=ink, line=0.4, round=1.4)
    label += fitted(words, x, 13.2, size.width - 13, 4, 2.4, SERIF, "middle", INK if edition.spare else ink)
    drawn = [
        box(3, 3, size.width - 6, size.height - 6, stroke=ink, line=0.7, round=2.2),
        circle(x, y, 11, fill=fill, stroke=ink, line=0.7),
        circle(x, y, 9.9, stroke=ink, line=0.25),
        line(x - 8, y, x + 8, y, stroke=ink, width=0.3),
        both_ways(emblem + label, size),
    ]
    return ground(edition.card, weave) + grown(edition, size, drawn)


def slot(x: float, y: float, size: Size, *, fill: str, stroke: str) -> str:
    """Where a card is to lie."""
    return (
        f'<rect x="{x:.3f}" y="{y:.3f}" width="{size.width}" height="{size.height}" rx="3" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="0.45" stroke-dasharray="1.6 1.2"/>'
    )


def board_size(edition: Edition, card: Size, size: Size) -> Size:
    """A board that has that size for cards of the game's own size grows with them."""
    scale = edition.card.width / card.width
    return Size(size.width * scale, size.height * scale)


def board(edition: Edition, card: Size, size: Size, fill: str, parts: Iterable[str]) -> str:
    """What was drawn for that size, as large as the cards want it."""
    scale = edition.card.width / card.width
    return ground(board_size(edition, card, size), fill) + f'<g transform="scale({scale:.5f})">{"".join(parts)}</g>'
