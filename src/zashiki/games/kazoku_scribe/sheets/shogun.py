"""The Shogun's page: battle plan, dungeon and the lanes of the treasures, for the middle of the table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from zashiki.core.pieces import PAGE_HEIGHT, PAGE_WIDTH, Code, Edition
from zashiki.drawing.font import BOLD
from zashiki.drawing.shapes import box, circle
from zashiki.drawing.text import fitted, text
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.eyes.view import View
from zashiki.games.kazoku_scribe.sheets.parts import (
    INK,
    LEGEND,
    LETTERS,
    SOFT,
    among,
    blank,
    heading,
    icon,
    icon_words,
    legend,
    prose,
    qr,
    small_print,
    title,
)
from zashiki.games.kazoku_scribe.words.catalogue import PRINT

CODE = 38.0  # the side of the QR code
LANES = PAGE_HEIGHT - 25.0  # where they begin


def shogun_page(edition: Edition, v: View, code: Sequence[str], opens: Code) -> str:
    """The whole page."""
    rows = len(v.battle) + len(v.dungeon)
    side = min(11.0, 183.0 / rows)
    top = 29.5 + side * len(v.battle) + 6
    right = 5 + side * max(len(v.battle[0]), len(v.dungeon[0])) + 8
    return "".join(
        [
            title(PRINT("shogun")),
            blank(0, 16, 90, PRINT(among(edition, "team"), team="A")),
            blank(100, 16, 90, PRINT(among(edition, "team"), team="B")),
            heading(PRINT("battle"), 5, 24.5),
            *_grid(5, 29.5, side, v.battle, dungeon=False),
            heading(PRINT("dungeon"), 5, top),
            *_grid(5, top + 5, side, v.dungeon, dungeon=True),
            *_margin(right, PAGE_WIDTH - right, code, opens),
            *_lanes(v),
        ]
    )


def _grid(x: float, y: float, side: float, rows: tuple[str, ...], *, dungeon: bool) -> Iterator[str]:
    for c in range(len(rows[0])):
        yield text(str(c + 1), x + (c + 0.5) * side, y - 1, 2.7, anchor="middle", fill=SOFT)
    for r, row in enumerate(rows):
        yield text(LETTERS[r], x - 2.6, y + (r + 0.5) * side + 1, 2.7, anchor="middle", fill=SOFT)
        for c, letter in enumerate(row):
            cx, cy = x + (c + 0.5) * side, y + (r + 0.5) * side
            if not dungeon:
                yield box(x + c * side, y + r * side, side, side, stroke=INK, line=0.25)
            elif letter in "sap":
                yield box(cx - side * 0.43, cy - side * 0.43, side * 0.86, side * 0.86, stroke=INK, line=0.45)
            else:
                yield circle(cx, cy, side * 0.44, stroke=INK, line=0.25)
            yield icon(cards.ICON_IDS[cards.ICON_LETTERS.index(letter)], cx, cy, round(side * 0.52, 2))


def _margin(x: float, width: float, code: Sequence[str], opens: Code) -> Iterator[str]:
    """Round tracker, legend, reminder and code, next to the grids."""
    y = 24.5
    yield heading(PRINT("rounds"), x, y)
    for k in range(cards.ROUNDS):
        yield box(x, y + 3 + k * 8, 6.5, 6.5, stroke=INK)
        yield text(str(k + 1), x + 3.25, y + 7.8 + k * 8, 4.2, anchor="middle")
        yield blank(x + 9, y + 7.8 + k * 8, width - 9, PRINT("starts"))
    y += 41
    yield heading(PRINT("legend"), x, y)
    yield from legend(x, y + 4.5, 2, width / 2, 5.6)
    y += 4.5 + 5.6 * math.ceil(len(LEGEND) / 2)
    words, y = prose(PRINT("explore"), x, y, width, 2.8)
    yield words
    y += 5.5
    yield heading(PRINT("code"), x, y)
    yield from small_print(code, x, y + 1.5, width)
    yield qr(opens, x, LANES - 8 - CODE, CODE)


def _lanes(v: View) -> Iterator[str]:
    """KZS-5: three lanes, A from the left, B from the right, the middle icon emphasised."""
    step = min(12.0, (PAGE_WIDTH - 38) / v.lane_length)
    left = (PAGE_WIDTH - 14 - step * v.lane_length) / 2 + 14
    for k, treasure in enumerate(cards.TREASURE_IDS):
        cy = LANES + k * 9.6 + 1
        yield fitted(icon_words(treasure), 0, cy + 1.2, left - 8, 3.4, 2)
        yield text("A", left - 3, cy + 1.6, 4.4, BOLD, "end")
        yield text("B", left + step * v.lane_length + 3, cy + 1.6, 4.4, BOLD)
        for n in range(v.lane_length):
            middle = n == v.lane_length // 2
            cx = left + (n + 0.5) * step
            yield circle(cx, cy, 4.2 if middle else 3.4, stroke=INK, line=0.9 if middle else 0.25)
            yield icon(treasure, cx, cy, 4)
