"""The village page of one player: the map, the challenge block and the knowledge block."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from zashiki.core.pieces import PAGE_HEIGHT, PAGE_WIDTH, Code, Edition
from zashiki.drawing.font import BOLD
from zashiki.drawing.shapes import box, circle, line, path
from zashiki.drawing.text import fitted, text
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.eyes.view import Page
from zashiki.games.kazoku_scribe.screen.board import FINDS, piece_squares
from zashiki.games.kazoku_scribe.sheets.parts import (
    INK,
    LETTERS,
    SOFT,
    WATER,
    among,
    blank,
    heading,
    icon,
    legend,
    prose,
    qr,
    small_print,
    title,
)
from zashiki.games.kazoku_scribe.words.catalogue import PRINT

CODE = 36.0  # the side of the QR code


def village_page(edition: Edition, page: Page, code: Sequence[str], opens: Code) -> str:
    """The whole page."""
    parts = [title(PRINT("village")), blank(0, 16, 120, PRINT("name"))]
    parts.append(text(PRINT(among(edition, "circle_team")), 162, 16, 3.2, anchor="end"))
    for k, team in enumerate("AB"):
        parts.append(circle(170 + k * 11, 14.8, 3.6, stroke=INK))
        parts.append(text(team, 170 + k * 11, 16.4, 4.4, BOLD, "middle"))
    parts += _map(edition, page, 6, 27)
    parts += _challenges(151, 26)
    parts += _knowledge(page, 0, 138.0)
    words, y = prose(PRINT("fencing"), 0, 213.5, PAGE_WIDTH - CODE - 6, 2.55)
    parts.append(words)
    parts += legend(0, y + 4.2, 7, (PAGE_WIDTH - CODE - 6) / 7, 5.4)
    parts += small_print(code, 0, y + 12.5, PAGE_WIDTH - CODE - 6)
    parts.append(qr(opens, PAGE_WIDTH - CODE, PAGE_HEIGHT - CODE - 3.5, CODE))
    return "".join(parts)


def _map(edition: Edition, page: Page, x: float, y: float) -> Iterator[str]:
    wide = 14.6
    radius = wide / math.sqrt(3)
    high = 1.5 * radius

    def centre(row: int, column: int) -> tuple[float, float]:
        return x + wide * (column + 0.5) + (wide / 2 if row % 2 else 0), y + radius + high * row

    for column in range(cards.VILLAGE_COLUMNS):
        yield text(str(column + 1), centre(0, column)[0], y - 1.6, 2.7, anchor="middle", fill=SOFT)
    for row in range(cards.VILLAGE_ROWS):
        at = x - 3 + (wide / 2 if row % 2 else 0)
        yield text(LETTERS[row], at, centre(row, 0)[1] + 1, 2.7, anchor="middle", fill=SOFT)
        for column in range(cards.VILLAGE_COLUMNS):
            cx, cy = centre(row, column)
            angles = (math.radians(60 * k + 30) for k in range(6))
            points = " ".join(f"{cx + radius * math.cos(a):.2f},{cy + radius * math.sin(a):.2f}" for a in angles)
            yield f'<polygon points="{points}" fill="none" stroke="#999" stroke-width="0.25"/>'
            yield icon(cards.ELEMENT_IDS[cards.ELEMENT_LETTERS.index(page.rows[row][column])], cx, cy, 7.4)
    for (row, column), (other_row, other_column) in _shore(page):
        (x1, y1), (x2, y2) = centre(row, column), centre(other_row, other_column)
        mx, my, k = (x1 + x2) / 2, (y1 + y2) / 2, radius / 2 / wide
        dx, dy = (x2 - x1) * k, (y2 - y1) * k
        yield line(mx - dy, my + dx, mx + dy, my - dx, stroke="#777777" if edition.spare else WATER, width=1.7)


def _shore(page: Page) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Neighbours on opposite banks, as rows and columns."""
    for pair in zip(cards.PAIR_FIRST, cards.PAIR_SECOND, strict=True):
        one, other = (divmod(cell, cards.VILLAGE_COLUMNS) for cell in pair)
        if (one[1] < page.creek[one[0]]) != (other[1] < page.creek[other[0]]):
            yield one, other


def _challenges(x: float, y: float) -> Iterator[str]:
    yield heading(PRINT("challenges"), x, y)
    for k, kind in enumerate(cards.CHALLENGE_IDS):
        top = y + 6 + k * 17
        yield icon(kind, x + 2, top, 4.4)
        yield fitted(PRINT(kind), x + 5.6, top + 1.2, 30, 3.3, 2)
        for r in range(cards.ROUNDS):
            yield box(x + r * 9.6, top + 3.4, 8.4, 8.4, stroke=INK)
            yield text(str(r + 1), x + r * 9.6 + 4.2, top + 9, 3.8, anchor="middle")
    yield prose(PRINT("wards"), x, y + 73.5, PAGE_WIDTH - x, 2.7)[0]


def _knowledge(page: Page, x: float, y: float) -> Iterator[str]:
    yield heading(PRINT("knowledge"), x, y)
    wide, high = PAGE_WIDTH / 4, 34.5
    for k, name in enumerate(cards.ACTION_IDS):
        yield from _action(page, name, x + k % 4 * wide, y + 2.5 + k // 4 * (high + 1.5), wide - 1.5, high)
    yield prose(PRINT("double"), x + 3 * wide + 1, y + 42, wide - 2, 2.8)[0]


def _action(page: Page, name: str, x: float, y: float, wide: float, high: float) -> Iterator[str]:
    yield box(x, y, wide, high, stroke=INK, line=0.35, round=1.2)
    yield fitted(PRINT(f"action_{name}"), x + 2, y + 4.6, wide - 4, 3.5, 2, BOLD)
    at = x + 4.6
    for element, number in page.required[name].items():
        for _ in range(number):
            yield icon(element, at, y + 9.6, 5.4)
            at += 6.6
    for k in range(2):
        ax = x + wide - 22 + k * 10.6
        yield path(f"M{ax:.2f} {y + 25.5}h5v-2.4l4.4 4.9l-4.4 4.9v-2.4h-5z", stroke=INK, line=0.35)
    if name in page.pieces:
        for square in piece_squares(page.pieces[name]):
            sx, sy = x + 2.4 + square.x * 7, y + 15 + square.y * 7
            yield box(sx, sy, 7, 7, stroke=INK, line=0.45)
            yield icon(square.icon, sx + 3.5, sy + 3.5, 4.8)
    else:
        for k, find in enumerate(FINDS[name]):
            yield icon(find, x + 5 + k * 6.8, y + 19, 5.4)
