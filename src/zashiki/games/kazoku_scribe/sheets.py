"""The printed pages of Kazoku Scribe: one Shogun page and a village page for every seat, in black, as SVG in millimetres."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from textwrap import wrap
from xml.sax.saxutils import escape

from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.eyes.view import Page, View
from zashiki.games.kazoku_scribe.screen.board import FINDS, piece_squares
from zashiki.games.kazoku_scribe.screen.glyphs import GLYPHS
from zashiki.games.kazoku_scribe.words.catalogue import WORDS

WIDTH, HEIGHT = 190.0, 258.0  # what fits both paper sizes inside their margins
SERIF = "Libertinus Serif, Georgia, serif"
MONO = "DejaVu Sans Mono, monospace"
LETTERS = "abcdefghijkl"
LEGEND = (
    "soldier", "archer", "supply", "coin", "jade", "silk", "bridge",
    "shield", "tailoring", "house", "tree", "tower", "gate", "double",
)  # fmt: skip
QrPath = tuple[str, int]


def draw_sheets(v: View, lines: Sequence[str], paper: tuple[float, float], qr: QrPath) -> list[tuple[str, str]]:
    """The Shogun page and the village pages of a game that has just been set up: names and SVG."""
    shogun = [line for line in lines if line.split(" ")[0] in ("battle", "dungeon")]
    sheets = [("shogun", _sheet(paper, _shogun_page(v, shogun, qr)))]
    for seat, page in enumerate(v.pages):
        name = "all" if v.villages == 0 else str(seat)
        code = [line for line in lines if line.split(" ")[:2] in (["village", name], ["knowledge", name])]
        sheets.append((f"village-{seat}", _sheet(paper, _village_page(page, seat, code, qr))))
    return sheets


def _sheet(paper: tuple[float, float], content: Iterator[str]) -> str:
    width, height = paper
    left, top = (width - WIDTH) / 2, (height - HEIGHT) / 2
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
            '<rect width="100%" height="100%" fill="#fff"/>',
            "<defs>",
            *(_symbol(name, solid, lines) for name, (solid, lines) in GLYPHS.items()),
            "</defs>",
            f'<g transform="translate({left:.2f} {top:.2f})" font-family="{SERIF}" fill="#000">',
            *content,
            "</g></svg>",
        ]
    )


# Small parts


def _symbol(name: str, solid: str, lines: str) -> str:
    ink = 'stroke="#000" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"'
    parts = f'<path fill="#000" fill-rule="evenodd" d="{solid}"/>' if solid else ""
    if lines:
        parts += f'<path fill="none" {ink} d="{lines}"/>'
    return f'<symbol id="{name}" viewBox="0 0 20 20">{parts}</symbol>'


def _glyph(name: str, x: float, y: float, size: float) -> str:
    """A symbol centred on x, y."""
    if name == "empty":
        return ""
    return f'<use href="#{name}" x="{x - size / 2:.2f}" y="{y - size / 2:.2f}" width="{size}" height="{size}"/>'


def _text(x: float, y: float, size: float, words: str, anchor: str = "start", weight: str = "normal", font: str = SERIF) -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" '
        f'font-family="{font}">{escape(words)}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, width: float = 0.25, colour: str = "#000") -> str:
    return (
        f'<path d="M{x1:.2f} {y1:.2f}L{x2:.2f} {y2:.2f}" fill="none" stroke="{colour}" stroke-width="{width}" '
        'stroke-linecap="round"/>'
    )


def _box(x: float, y: float, width: float, height: float, stroke: float = 0.25, fill: str = "none") -> str:
    return (
        f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{fill}" stroke="#000" '
        f'stroke-width="{stroke}"/>'
    )


def _circle(x: float, y: float, r: float, stroke: float = 0.25) -> str:
    return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{r:.2f}" fill="none" stroke="#000" stroke-width="{stroke}"/>'


def _wrapped(x: float, y: float, size: float, words: str, letters: int, step: float, font: str = SERIF) -> Iterator[str]:
    """A paragraph with at most so many letters to a line."""
    for k, line in enumerate(wrap(words, letters)):
        yield _text(x, y + k * step, size, line, font=font)


def _blank(x: float, y: float, width: float, words: str) -> Iterator[str]:
    """A word and a line to write on."""
    yield _text(x, y, 3.6, words)
    yield _line(x + len(words) * 1.75 + 2, y + 0.6, x + width, y + 0.6)


def _qr(x: float, y: float, side: float, qr: QrPath) -> str:
    path, squares = qr
    return f'<path transform="translate({x:.2f} {y:.2f}) scale({side / squares:.5f})" d="{path}" fill="#000"/>'


def _title(words: str) -> Iterator[str]:
    yield _text(0, 6.5, 7.5, "Kazoku Scribe", weight="bold")
    yield _text(WIDTH, 6.5, 5, words, anchor="end")
    yield _line(0, 9, WIDTH, 9, 0.6)


def _legend(x: float, y: float, columns: int, wide: float, high: float) -> Iterator[str]:
    for k, name in enumerate(LEGEND):
        cx, cy = x + k % columns * wide, y + k // columns * high
        words = WORDS(f"icon_{name}") if name in cards.ICON_IDS else WORDS(f"element_{name}")
        yield _glyph(name, cx + 2, cy, 4)
        yield _text(cx + 5.2, cy + 1.1, 3, words)


# The Shogun page


def _shogun_page(v: View, code: list[str], qr: QrPath) -> Iterator[str]:
    yield from _title(WORDS("print_shogun"))
    yield from _blank(0, 16, 90, WORDS("print_team", team="A"))
    yield from _blank(100, 16, 90, WORDS("print_team", team="B"))
    rows = len(v.battle) + len(v.dungeon)
    side = min(11.0, 183.0 / rows)
    yield _text(5, 24.5, 4.2, WORDS("board_battle"), weight="bold")
    yield from _grid(5, 29.5, side, v.battle, dungeon=False)
    top = 29.5 + side * len(v.battle) + 6
    yield _text(5, top, 4.2, WORDS("board_dungeon"), weight="bold")
    yield from _grid(5, top + 5, side, v.dungeon, dungeon=True)
    right = 5 + side * max(len(v.battle[0]), len(v.dungeon[0])) + 8
    yield from _margin_notes(right, WIDTH - right, code, qr, len(v.dungeon[0]) > 9)
    yield from _lanes(v, HEIGHT - 25.5)


def _grid(x: float, y: float, side: float, rows: tuple[str, ...], *, dungeon: bool) -> Iterator[str]:
    for c in range(len(rows[0])):
        yield _text(x + (c + 0.5) * side, y - 1, 2.8, str(c + 1), anchor="middle")
    for r, row in enumerate(rows):
        yield _text(x - 2.6, y + (r + 0.5) * side + 1, 2.8, LETTERS[r], anchor="middle")
        for c, letter in enumerate(row):
            cx, cy = x + (c + 0.5) * side, y + (r + 0.5) * side
            if not dungeon:
                yield _box(x + c * side, y + r * side, side, side)
            elif letter in "sap":
                yield _box(cx - side * 0.43, cy - side * 0.43, side * 0.86, side * 0.86, 0.45)
            else:
                yield _circle(cx, cy, side * 0.44)
            yield _glyph(cards.ICON_IDS[cards.ICON_LETTERS.index(letter)], cx, cy, round(side * 0.52, 2))


def _margin_notes(x: float, width: float, code: list[str], qr: QrPath, narrow: bool) -> Iterator[str]:
    """Round tracker, legend, reminder and code, next to the grids."""
    y = 24.5
    yield _text(x, y, 4.2, WORDS("print_rounds"), weight="bold")
    for k in range(cards.ROUNDS):
        yield _box(x, y + 3 + k * 8, 6.5, 6.5)
        yield _text(x + 3.25, y + 7.8 + k * 8, 4.5, str(k + 1), anchor="middle")
        yield from _blank(x + 9, y + 7.8 + k * 8, width - 9, WORDS("print_starts"))
    y += 42
    yield _text(x, y, 4.2, WORDS("print_legend"), weight="bold")
    columns = 2
    yield from _legend(x, y + 5, columns, width / columns, 6)
    y += 5 + 6 * math.ceil(len(LEGEND) / columns) + 2
    letters = round(width / 1.52)
    yield from _wrapped(x, y, 3.1, WORDS("print_explore"), letters, 3.9)
    y += 3.9 * (math.ceil(len(WORDS("print_explore")) / letters) + 1) + 2
    yield _text(x, y, 4.2, WORDS("print_code"), weight="bold")
    yield from _code(x, y + 4, width, code)
    side = min(width - 4, 40.0)
    yield _qr(x + (0 if narrow else 2), 219 - side, side, qr)
    yield _text(x + (0 if narrow else 2), 222.5, 2.6, WORDS("print_qr"))


def _code(x: float, y: float, width: float, lines: list[str]) -> Iterator[str]:
    """The chance events of the page in small print, so that they can be typed in."""
    letters = int(width / 1.23)
    for line in lines:
        parts = list(_wrapped(x, y, 2.0, f"*: {line}", letters, 2.7, MONO))
        yield from parts
        y += 2.7 * len(parts) + 0.8


def _lanes(v: View, y: float) -> Iterator[str]:
    """KZS-5: three lanes, A from the left, B from the right, the middle icon emphasised."""
    step = min(12.0, (WIDTH - 34) / v.lane_length)
    left = (WIDTH - 10 - step * v.lane_length) / 2 + 10
    for k, treasure in enumerate(cards.TREASURE_IDS):
        cy = y + k * 9.8
        yield _text(0, cy + 1.2, 3.6, WORDS(f"icon_{treasure}").capitalize())
        yield _text(left - 3, cy + 1.6, 4.6, "A", anchor="end", weight="bold")
        yield _text(left + step * v.lane_length + 3, cy + 1.6, 4.6, "B", weight="bold")
        for n in range(v.lane_length):
            middle = n == v.lane_length // 2
            cx = left + (n + 0.5) * step
            yield _circle(cx, cy, 4.2 if middle else 3.4, 0.9 if middle else 0.25)
            yield _glyph(treasure, cx, cy, 4)


# The village page


def _village_page(page: Page, seat: int, code: list[str], qr: QrPath) -> Iterator[str]:
    yield from _title(WORDS("print_village"))
    yield from _blank(0, 16, 120, WORDS("print_name"))
    yield _text(130, 16, 3.6, WORDS("print_circle_team"))
    for k, team in enumerate("AB"):
        yield _circle(172 + k * 11, 14.8, 3.6)
        yield _text(172 + k * 11, 16.4, 4.6, team, anchor="middle", weight="bold")
    yield from _village_map(page, 6, 27)
    yield from _challenge_block(151, 26)
    yield from _knowledge_block(page, 0, 138.5)
    yield from _wrapped(0, 217.5, 3.1, WORDS("print_fencing"), 124, 4)
    yield from _legend(0, 233.5, 7, 21.4, 6)
    yield from _code(0, 246, 150, code)
    yield _qr(WIDTH - 33, HEIGHT - 36, 33, qr)


def _village_map(page: Page, x: float, y: float) -> Iterator[str]:
    wide = 14.6
    radius = wide / math.sqrt(3)
    high = 1.5 * radius

    def centre(row: int, column: int) -> tuple[float, float]:
        return x + wide * (column + 0.5) + (wide / 2 if row % 2 else 0), y + radius + high * row

    for column in range(cards.VILLAGE_COLUMNS):
        yield _text(centre(0, column)[0], y - 1.6, 2.8, str(column + 1), anchor="middle")
    for row in range(cards.VILLAGE_ROWS):
        yield _text(x - 3 + (wide / 2 if row % 2 else 0), centre(row, 0)[1] + 1, 2.8, LETTERS[row], anchor="middle")
        for column in range(cards.VILLAGE_COLUMNS):
            cx, cy = centre(row, column)
            angles = (math.radians(60 * k + 30) for k in range(6))
            points = " ".join(f"{cx + radius * math.cos(a):.2f},{cy + radius * math.sin(a):.2f}" for a in angles)
            yield f'<polygon points="{points}" fill="none" stroke="#999" stroke-width="0.25"/>'
            yield _glyph(cards.ELEMENT_IDS[cards.ELEMENT_LETTERS.index(page.rows[row][column])], cx, cy, 7.4)
    for (row, column), (other_row, other_column) in _shore(page):
        (x1, y1), (x2, y2) = centre(row, column), centre(other_row, other_column)
        mx, my, k = (x1 + x2) / 2, (y1 + y2) / 2, radius / 2 / wide
        dx, dy = (x2 - x1) * k, (y2 - y1) * k
        yield _line(mx - dy, my + dx, mx + dy, my - dx, 1.7, "#777")


def _shore(page: Page) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Neighbours on opposite banks, as rows and columns."""
    for pair in zip(cards.PAIR_FIRST, cards.PAIR_SECOND, strict=True):
        one, other = (divmod(cell, cards.VILLAGE_COLUMNS) for cell in pair)
        if (one[1] < page.creek[one[0]]) != (other[1] < page.creek[other[0]]):
            yield one, other


def _challenge_block(x: float, y: float) -> Iterator[str]:
    yield _text(x, y, 4.2, WORDS("print_challenges"), weight="bold")
    for k, kind in enumerate(cards.CHALLENGE_IDS):
        top = y + 6 + k * 17
        yield _glyph(kind, x + 2, top, 4.4)
        yield _text(x + 5.6, top + 1.2, 3.4, cards.CHALLENGE_NAMES[k])
        for r in range(cards.ROUNDS):
            yield _box(x + r * 9.6, top + 3.4, 8.4, 8.4)
            yield _text(x + r * 9.6 + 4.2, top + 9, 4, str(r + 1), anchor="middle")
    yield from _wrapped(x, y + 77, 2.9, WORDS("print_wards"), 27, 3.7)


def _knowledge_block(page: Page, x: float, y: float) -> Iterator[str]:
    yield _text(x, y, 4.2, WORDS("print_knowledge"), weight="bold")
    wide, high = WIDTH / 4, 34.5
    for k, name in enumerate(cards.ACTION_IDS):
        yield from _action_card(
            page, name, cards.ACTION_NAMES[k], x + k % 4 * wide, y + 3 + k // 4 * (high + 1.5), wide - 1.5, high
        )
    yield from _wrapped(x + 3 * wide + 1, y + 46, 2.9, WORDS("print_double"), 30, 3.8)


def _action_card(page: Page, name: str, title: str, x: float, y: float, wide: float, high: float) -> Iterator[str]:
    yield _box(x, y, wide, high, 0.35)
    yield _text(x + 2, y + 4.6, 3.7, title, weight="bold")
    at = x + 4.6
    for element, number in page.required[name].items():
        for _ in range(number):
            yield _glyph(element, at, y + 9.6, 5.4)
            at += 6.6
    for k in range(2):
        ax = x + wide - 22 + k * 10.6
        arrow = f"M{ax} {y + 25.5}h5v-2.4l4.4 4.9l-4.4 4.9v-2.4h-5z"
        yield f'<path d="{arrow}" fill="none" stroke="#000" stroke-width="0.35" stroke-linejoin="round"/>'
    if name in page.pieces:
        for square in piece_squares(page.pieces[name]):
            sx, sy = x + 2.4 + square.x * 7, y + 15 + square.y * 7
            yield _box(sx, sy, 7, 7, 0.45)
            yield _glyph(square.icon, sx + 3.5, sy + 3.5, 4.8)
    else:
        for k, find in enumerate(FINDS[name]):
            yield _glyph(find, x + 5 + k * 6.8, y + 19, 5.4)
