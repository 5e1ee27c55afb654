"""Turns a text table into a picture of fixed size in terminal colours, without a screen or a browser.

Paragraphs flow into columns, in the largest font size at which everything fits.
"""

from __future__ import annotations

from functools import cache
from io import StringIO
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from zashiki.core.errors import MissingExtra
from zashiki.drawing.font import FONTS

WIDTH, HEIGHT, MARGIN = 1440, 1080, 24
SIZES = (30, 25, 20, 17, 15, 13, 12, 10, 8, 7)  # font sizes, in pixels
GAP = 4  # characters between two columns

Line = list[Segment]


def _rgb(codes: str) -> list[tuple[int, int, int]]:
    return [(red, green, blue) for red, green, blue in map(bytes.fromhex, codes.split())]


COLOURS = TerminalTheme(
    (30, 31, 34),
    (214, 212, 204),
    _rgb("3c3e42 e26c62 8cbe6e deb85c 69a0e1 c482cd 5fbebe c8c8c3"),
    _rgb("6e7074 ff8a7a a8de84 fada7c 8cbeff e8a6f2 82e2e2 fafaf5"),
)


def draw_picture(markup: str) -> Any:
    """Draw text with rich markup as a uint8 array (HEIGHT, WIDTH, 3)."""
    import numpy as np

    image, draw = _canvas()
    lines = _lines(markup)
    for size in SIZES:
        cell, height = round(_font(size, bold=False).getlength("0")), round(size * 1.25)
        columns = _flow(lines, (HEIGHT - 2 * MARGIN) // height)
        if _columns_wide(columns) * cell <= WIDTH - 2 * MARGIN:
            break
    left = MARGIN
    for column in columns:
        for row, line in enumerate(column):
            at = left
            for text, style, _ in line:
                colour, font = _colour(style or Style()), _font(size, bold=bool(style and style.bold))
                for letter in text:  # one by one, because letters are not a whole number of pixels wide
                    draw.text((at, MARGIN + row * height), letter, fill=colour, font=font)
                    at += cell
        left += (_width(column) + GAP) * cell
    return np.asarray(image)


def _canvas() -> tuple[Any, Any]:
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise MissingExtra("Pictures need Pillow: pip install 'zashiki[gymnasium]' or 'zashiki[pettingzoo]'.") from error
    image = Image.new("RGB", (WIDTH, HEIGHT), COLOURS.background_color)
    return image, ImageDraw.Draw(image)


@cache
def _font(size: int, *, bold: bool) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(FONTS / ("mono-bold.ttf" if bold else "mono.ttf"), size)


def _lines(markup: str) -> list[Line]:
    console = Console(file=StringIO(), width=1000, color_system="truecolor", force_terminal=True)
    return console.render_lines(Text.from_markup(markup, style="default"), pad=False)


def _flow(lines: list[Line], rows: int) -> list[list[Line]]:
    """The lines in columns of at most that many rows; paragraphs stay together where possible."""
    columns: list[list[Line]] = [[]]
    for blank, paragraph in groupby(lines, key=lambda line: not _text(line).strip()):
        kept = list(paragraph)
        if blank and not columns[-1]:
            continue
        if columns[-1] and len(columns[-1]) + len(kept) > rows:
            columns.append([])
            if blank:
                continue
        while len(kept) > rows:
            columns[-1], kept = kept[:rows], kept[rows:]
            columns.append([])
        columns[-1] += kept
    return columns


def _text(line: Line) -> str:
    return "".join(segment.text for segment in line)


def _width(column: list[Line]) -> int:
    return max((len(_text(line).rstrip()) for line in column), default=0)


def _columns_wide(columns: list[list[Line]]) -> int:
    return sum(map(_width, columns)) + GAP * (len(columns) - 1)


def _colour(style: Style) -> tuple[int, ...]:
    ink = COLOURS.foreground_color if style.color is None else style.color.get_truecolor(COLOURS)
    return tuple((a + b) // 2 for a, b in zip(ink, COLOURS.background_color, strict=True)) if style.dim else ink
