"""The fonts that are vendored for paper, and how wide words are in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from zashiki.core.errors import MissingExtra

FONTS = Path(__file__).parent / "fonts"


@dataclass(frozen=True)
class Font:
    """One file; SVG names it by family and weight."""

    file: str
    family: str
    weight: int = 400

    @cached_property
    def _table(self) -> Any:
        try:
            from fontTools.ttLib import TTFont
        except ImportError as error:
            raise MissingExtra("Printing needs fonttools, segno and typst: pip install 'zashiki[print]'.") from error
        return TTFont(FONTS / self.file, lazy=True)

    @cached_property
    def _advances(self) -> dict[str, float]:
        """How far each character goes, in ems."""
        em, widths = self._table["head"].unitsPerEm, self._table["hmtx"].metrics
        return {chr(code): widths[name][0] / em for code, name in self._table.getBestCmap().items()}

    @property
    def characters(self) -> frozenset[str]:
        """What the font can draw."""
        return frozenset(self._advances)

    def width(self, words: str, size: float) -> float:
        """How wide the words are at that size; ValueError for a character that the font does not have."""
        try:
            return sum(self._advances[character] for character in words) * size
        except KeyError as error:
            raise ValueError(f"{self.file} has no {error} ('{words}'); `tools/fonts.py` decides what it has.") from None

    def outline(self, character: str) -> str:
        """A character as an SVG path in ems, y up."""
        from fontTools.pens.svgPathPen import SVGPathPen
        from fontTools.pens.transformPen import TransformPen

        scale = 1 / self._table["head"].unitsPerEm
        pen = SVGPathPen(None, ntos=lambda number: f"{number:.4g}")
        glyphs = self._table.getGlyphSet()
        glyphs[self._table.getBestCmap()[ord(character)]].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        return str(pen.getCommands())


SERIF = Font("serif.ttf", "Zashiki Serif")  # titles, names, large numbers
SANS = Font("sans.ttf", "Zashiki Sans")  # everything that is read in small print
BOLD = Font("sans-bold.ttf", "Zashiki Sans", 700)
MONO = Font("mono.ttf", "DejaVu Sans Mono")  # notation and codes
MONO_BOLD = Font("mono-bold.ttf", "DejaVu Sans Mono", 700)  # also the signs of currencies, ₣ among them
ALL = (SERIF, SANS, BOLD, MONO, MONO_BOLD)
