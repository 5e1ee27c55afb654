"""Words on paper, laid out by measuring: a line, a line that shrinks to fit, a paragraph in a box. What does not fit is an
error, never cut off.

Paragraphs know two marks: `**bold**`, and `<name>` for the sign with that id, drawn as large as a letter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from xml.sax.saxutils import escape

from zashiki.drawing.font import BOLD, SANS, Font

Anchor = Literal["start", "middle", "end"]
INK = "#231e19"
STEP = 0.05  # by how much a size shrinks at a time, in millimetres
SIGN = 1.1  # the side of a sign in a line, in ems
NOT_FIRST = "、。，．・：；？！」』）】〕〉》ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々…‥%％,.!?:;)]}”’"
NOT_LAST = "「『（【〔〈《([{“‘"


class TooLong(ValueError):
    """Words that do not fit their place on paper."""


@dataclass(frozen=True)
class Box:
    """A place for words, by its upper left corner."""

    x: float
    y: float
    width: float
    height: float


def text(words: str, x: float, y: float, size: float, font: Font = SANS, anchor: Anchor = "start", fill: str = INK) -> str:
    """One line, its baseline at y."""
    if not words:
        return ""
    x -= {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * font.width(words, size)
    return (
        f'<text x="{x:.3f}" y="{y:.3f}" font-family="{font.family}" font-weight="{font.weight}" font-size="{size:.3f}" '
        f'fill="{fill}" xml:space="preserve">{escape(words)}</text>'
    )


def fitted(
    words: str, x: float, y: float, width: float, size: float, least: float, font: Font = SANS,
    anchor: Anchor = "start", fill: str = INK,
) -> str:  # fmt: skip
    """One line, as large as `size` allows and the width demands; TooLong where even `least` is too large."""
    wide = font.width(words, 1.0)
    if wide * least > width + 1e-6:
        raise TooLong(f"'{words}' is {wide * least:.1f} mm wide at {least} mm, and there are {width:.1f} mm.")
    return text(words, x, y, min(size, width / wide) if wide else size, font, anchor, fill)


def paragraph(
    words: str, box: Box, size: float, least: float | None = None, *, font: Font = SANS, bold: Font = BOLD,
    anchor: Anchor = "start", fill: str = INK, leading: float = 1.32, middle: bool = False,
) -> str:  # fmt: skip
    """Words in lines, as large as `size` allows and the box demands; TooLong where even `least` (default: size) is too large.

    A line break begins a new line. `middle` centres the lines in the height of the box.
    """
    least = size if least is None else least
    while True:
        lines = _lines(words, box.width, size, font, bold)
        high = size * (1.0 + leading * (len(lines) - 1) + 0.22)
        if lines and high <= box.height + 1e-6 and max(_wide(line, size) for line in lines) <= box.width + 1e-6:
            break
        if size - STEP < least - 1e-9:
            raise TooLong(f"'{words}' does not fit {box.width:.1f} x {box.height:.1f} mm at {least} mm.")
        size -= STEP
    y = box.y + size * 0.98 + ((box.height - high) / 2 if middle else 0)
    x = box.x + {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * box.width
    return "".join(_draw(line, x, y + k * size * leading, size, anchor, fill) for k, line in enumerate(lines))


def paragraph_height(words: str, width: float, size: float, font: Font = SANS, bold: Font = BOLD, leading: float = 1.32) -> float:
    """How high a paragraph becomes."""
    return size * (1.22 + leading * (len(_lines(words, width, size, font, bold)) - 1))


# Lines are lists of bits: a run of letters in one font, or a sign.


@dataclass(frozen=True)
class _Bit:
    words: str
    font: Font | None  # None: the id of a sign

    def width(self, size: float) -> float:
        return SIGN * size if self.font is None else self.font.width(self.words, size)


def _wide(line: list[_Bit], size: float) -> float:
    return sum(bit.width(size) for bit in line)


def _draw(line: list[_Bit], x: float, y: float, size: float, anchor: Anchor, fill: str) -> str:
    x -= {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * _wide(line, size)
    parts = []
    for bit in line:
        if bit.font is None:
            side = size * SIGN
            parts.append(
                f'<use href="#{bit.words}" x="{x:.3f}" y="{y - side * 0.86:.3f}" width="{side:.3f}" height="{side:.3f}"/>'
            )
        else:
            parts.append(text(bit.words, x, y, size, bit.font, fill=fill))
        x += bit.width(size)
    return "".join(parts)


def _lines(words: str, width: float, size: float, font: Font, bold: Font) -> list[list[_Bit]]:
    lines: list[list[_Bit]] = []
    for part in words.split("\n"):
        line: list[_Bit] = []
        for chunk in _chunks(part, font, bold):
            if line and _wide([*line, *_stripped(chunk)], size) > width + 1e-6:
                lines.append(_joined(_stripped(line)))
                line = []
            line += chunk
        lines.append(_joined(_stripped(line)))
    return lines


def _chunks(words: str, font: Font, bold: Font) -> Iterator[list[_Bit]]:
    """What stays on one line: a word and the spaces after it, or a Japanese character and the punctuation that clings to it."""
    chunk: list[_Bit] = []
    for bit in _letters(words, font, bold):
        if chunk and _may_break(chunk[-1], bit):
            yield chunk
            chunk = []
        chunk.append(bit)
    if chunk:
        yield chunk


def _letters(words: str, font: Font, bold: Font) -> Iterator[_Bit]:
    now = font
    for token in re.findall(r"\*\*|<[\w-]+>|.", words):
        if token == "**":
            now = bold if now is font else font
        elif len(token) > 1:
            yield _Bit(token[1:-1], None)
        else:
            yield _Bit(token, now)


def _may_break(before: _Bit, after: _Bit) -> bool:
    if after.words == " " or (after.font and after.words in NOT_FIRST) or (before.font and before.words in NOT_LAST):
        return False
    return before.words == " " or _stands_alone(before) or _stands_alone(after)


def _stands_alone(bit: _Bit) -> bool:
    return bit.font is not None and bit.words >= "\u3000"


def _stripped(line: list[_Bit]) -> list[_Bit]:
    end = len(line)
    while end and line[end - 1].words == " ":
        end -= 1
    return line[:end]


def _joined(line: list[_Bit]) -> list[_Bit]:
    """Neighbouring letters of one font as one run."""
    bits: list[_Bit] = []
    for bit in line:
        if bits and bit.font is not None and bits[-1].font == bit.font:
            bits[-1] = _Bit(bits[-1].words + bit.words, bit.font)
        else:
            bits.append(bit)
    return bits
