"""SVG whose words are shapes: it looks the same where our fonts are not installed."""

from __future__ import annotations

import re
from xml.sax.saxutils import unescape

from zashiki.drawing.font import ALL, Font

_TEXT = re.compile(
    r'<text x="([-\d.]+)" y="([-\d.]+)" font-family="([^"]+)" font-weight="(\d+)" font-size="([\d.]+)" fill="([^"]+)"[^>]*>'
    r"([^<]*)</text>"
)
_FONTS = {(font.family, font.weight): font for font in ALL}


def outlined(svg: str) -> str:
    """The drawing with every line that `drawing.text` drew turned into shapes, each character drawn once and used again."""
    used: dict[tuple[Font, str], str] = {}

    def shapes(found: re.Match[str]) -> str:
        x, y, family, weight, size, fill, words = found.groups()
        font, at, parts = _FONTS[family, int(weight)], 0.0, []
        for character in unescape(words):
            if character.strip():
                name = used.setdefault((font, character), f"letter-{len(used)}")
                parts.append(f'<use href="#{name}" x="{at:.4f}"/>')
            at += font.width(character, 1.0)
        return f'<g transform="translate({x} {y}) scale({size})" fill="{fill}">{"".join(parts)}</g>'

    drawn = _TEXT.sub(shapes, svg)
    letters = "".join(f'<path id="{name}" d="{font.outline(character)}"/>' for (font, character), name in used.items())
    head = drawn.index(">", drawn.index("<svg")) + 1
    return f"{drawn[:head]}<defs>{letters}</defs>{drawn[head:]}" if used else drawn
