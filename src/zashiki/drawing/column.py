"""Headings and paragraphs below each other, as large as their box allows: turn aids, reminders."""

from __future__ import annotations

from collections.abc import Sequence

from zashiki.drawing.font import SERIF
from zashiki.drawing.shapes import line
from zashiki.drawing.text import INK, STEP, Box, TooLong, fitted, paragraph, paragraph_height

HEADING = "# "  # what a heading begins with
LARGER = 1.32  # how much larger a heading is
AFTER_HEADING, AFTER_PARAGRAPH = 2.2, 0.3  # the room they take, and that below, in ems of the text


def column(parts: Sequence[str], box: Box, size: float, least: float, *, accent: str, fill: str = INK) -> str:
    """The parts in a box; TooLong where even the least size is too large. Those that begin with `# ` are headings."""
    while _height(parts, box.width, size) > box.height + 1e-6:
        if size - STEP < least - 1e-9:
            raise TooLong(f"'{parts[0]}…' does not fit {box.width:.1f} x {box.height:.1f} mm at {least} mm.")
        size -= STEP
    drawn, y = [], box.y
    for part in parts:
        if part.startswith(HEADING):
            words = part.removeprefix(HEADING)
            drawn.append(fitted(words, box.x, y + size * LARGER, box.width, size * LARGER, least, SERIF, fill=accent))
            drawn.append(line(box.x, y + size * 1.75, box.x + box.width, y + size * 1.75, stroke=accent, width=0.2))
        else:
            drawn.append(paragraph(part, Box(box.x, y, box.width, paragraph_height(part, box.width, size)), size, fill=fill))
        y += _takes(part, box.width, size)
    return "".join(drawn)


def _height(parts: Sequence[str], width: float, size: float) -> float:
    return sum(_takes(part, width, size) for part in parts) - AFTER_PARAGRAPH * size


def _takes(part: str, width: float, size: float) -> float:
    if part.startswith(HEADING):
        return AFTER_HEADING * size
    return paragraph_height(part, width, size) + AFTER_PARAGRAPH * size
