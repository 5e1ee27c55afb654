"""What the pages of Kazoku Scribe share: colours, icons, titles, blanks to write on, the legend and the code in small print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zashiki.core.pieces import PAGE_HEIGHT, PAGE_WIDTH, Code, Edition, Size
from zashiki.drawing.font import BOLD, MONO, SERIF
from zashiki.drawing.shapes import line, path, sign
from zashiki.drawing.text import Box, fitted, paragraph, paragraph_height, text
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.screen.glyphs import GLYPHS
from zashiki.games.kazoku_scribe.words.catalogue import PRINT, WORDS

ACCENT = "#6d4a1f"
MOTIF = "kzs-gate"
PAGE = Size(PAGE_WIDTH, PAGE_HEIGHT)
INK, SOFT, WATER = "#231e19", "#5d5346", "#6f9fb8"
LETTERS = "abcdefghijkl"
LEGEND = (
    "soldier", "archer", "supply", "coin", "jade", "silk", "bridge",
    "shield", "tailoring", "house", "tree", "tower", "gate", "double",
)  # fmt: skip
COLOURS = {
    "house": "#8a4b2a", "tree": "#3b7033", "gate": "#a32a20", "shield": "#2c5c94",
    "soldier": "#a32a20", "archer": "#2c5c94", "supply": "#8a6500",
    "coin": "#a87400", "jade": "#2f7a5a", "silk": "#74408a",
}  # fmt: skip


def shapes(edition: Edition) -> str:
    """The icons: in their colours, or in black; shape alone tells them apart."""
    return "".join(_symbol(name, solid, lines, _ink(edition, name)) for name, (solid, lines) in GLYPHS.items())


def _ink(edition: Edition, name: str) -> str:
    return "#000000" if edition.spare else COLOURS.get(name, INK)


def _symbol(name: str, solid: str, lines: str, ink: str) -> str:
    parts = f'<path fill="{ink}" fill-rule="evenodd" d="{solid}"/>' if solid else ""
    if lines:
        stroke = f'stroke="{ink}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"'
        parts += f'<path fill="none" {stroke} d="{lines}"/>'
    return f'<symbol id="kzs-{name}" viewBox="0 0 20 20">{parts}</symbol>'


def icon(name: str, x: float, y: float, size: float) -> str:
    """An icon centred on x, y; an empty circle has none."""
    return "" if name == "empty" else sign(f"kzs-{name}", x, y, size)


def icon_words(name: str) -> str:
    """What people call it."""
    return PRINT("double_arrow" if name == "double" else name)


def among(edition: Edition, key: str) -> str:
    """KZS-1: the key of some words for this number of players; two of them are no teams."""
    return key if edition.players > cards.TEAMS else f"{key}_alone"


def title(words: str) -> str:
    """The head of a page."""
    return (
        text(WORDS.name("game_name", "Kazoku Scribe"), 0, 6.5, 7, SERIF, fill=ACCENT)
        + text(words, PAGE_WIDTH, 6.5, 4.6, SERIF, "end", SOFT)
        + line(0, 9, PAGE_WIDTH, 9, stroke=ACCENT, width=0.6)
    )


def heading(words: str, x: float, y: float) -> str:
    return text(words, x, y, 3.9, SERIF, fill=ACCENT)


def blank(x: float, y: float, width: float, words: str) -> str:
    """A word and a line to write on."""
    return text(words, x, y, 3.4) + line(x + BOLD.width(words, 3.4) + 2, y + 0.6, x + width, y + 0.6)


def prose(words: str, x: float, y: float, width: float, size: float) -> tuple[str, float]:
    """A paragraph, and where it ends."""
    high = paragraph_height(words, width, size)
    return paragraph(words, Box(x, y, width, high), size), y + high


def legend(x: float, y: float, columns: int, wide: float, high: float) -> Iterator[str]:
    """Every icon and its name."""
    for k, name in enumerate(LEGEND):
        cx, cy = x + k % columns * wide, y + k // columns * high
        yield icon(name, cx + 2, cy, 4)
        yield fitted(icon_words(name), cx + 5.2, cy + 1.1, wide - 6, 2.9, 1.8)


def small_print(lines: Sequence[str], x: float, y: float, width: float) -> Iterator[str]:
    """The chance events of the page, so that they can be typed in."""
    for words in lines:
        shown = f"*: {words}"
        high = paragraph_height(shown, width, 1.9, MONO, MONO)
        yield paragraph(shown, Box(x, y, width, high), 1.9, font=MONO, bold=MONO)
        y += high + 0.5


def qr(code: Code, x: float, y: float, side: float) -> str:
    """A code, and below it what it opens."""
    return path(code.path, fill="#000", at=(x, y, side / code.side)) + fitted(
        code.words, x, y + side + 2.8, side, 2.4, 1.4, fill=SOFT
    )
