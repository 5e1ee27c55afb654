"""What the paper of Akiwado is drawn with: the colours of the shops, a woven pattern for each, signs, dice and coins."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from zashiki.core.pieces import Edition, Size
from zashiki.drawing.faces import pattern, tint
from zashiki.drawing.font import SERIF
from zashiki.drawing.pictures import Pictures
from zashiki.drawing.shapes import PAPER, box, circle, path
from zashiki.drawing.text import INK, fitted
from zashiki.games.akiwado import cards
from zashiki.games.akiwado.screen.faces import DOTS, GOODS
from zashiki.games.akiwado.words.catalogue import PRINT

CARD = Size(45.0, 63.0)  # as drawn; a larger card of the same shape is the same drawing, scaled
ACCENT = "#b5442c"
CREAM, WOOD, WOOD_DARK, BRASS, BRASS_DARK = "#fbf5e6", "#e4cfa8", "#8a6a42", "#d3a646", "#7d5a16"
PICTURES = Pictures(Path(__file__).with_name("pictures.svg"), line=1.2, side=60)


@dataclass(frozen=True)
class Shop:
    """A colour of goods: what is painted in it, and what is drawn on that."""

    key: str
    kind: int
    picture: str
    ground: str
    weave: str  # the lines of its pattern
    mark: str  # what stands on the ground
    edge: str

    @property
    def colour(self) -> str:
        return PRINT(f"colour_{self.key}")

    @property
    def goods(self) -> str:
        return PRINT(f"goods_{self.key}")


_PAINT = {
    "white": ("#f7f1e1", "#d9ccb0", "#4d4436", "#8d8069"),
    "yellow": ("#efcb5b", "#d6a82c", "#463500", "#8f6c0c"),
    "red": ("#b03427", "#c8604f", "#fff3e8", "#7c1d13"),
    "blue": ("#2d5588", "#5b82b4", "#f1f5fc", "#1a3a61"),
    "black": ("#2c2926", "#4a453f", "#f4ead9", "#0f0d0b"),
    "custom": ("#d9cbe6", "#bda6d3", "#3f2857", "#6f5590"),
}
SHOPS = tuple(Shop(key, kind, GOODS[key].sign, *_PAINT[key]) for kind, key in enumerate(cards.CARD_IDS))
COLOURS = SHOPS[: cards.COLOURS]
BACK = Shop("back", -1, "", "#f6e3d3", "#dda58c", INK, ACCENT)

# Patterns that dyers and weavers used, one for each colour: width and height of what repeats, and its lines.
_WEAVES = {
    "white": (8, 8, "M4 0a4 4 0 0 1 0 8a4 4 0 0 1 0-8zM0-4a4 4 0 0 1 0 8M0 4a4 4 0 0 1 0 8M8-4a4 4 0 0 0 0 8M8 4a4 4 0 0 0 0 8"),
    "yellow": (5.196, 9, "M0 1.500L2.598 0L5.196 1.500V4.500L2.598 6L0 4.500zM2.598 6V9"),
    "red": (
        6.928, 12,
        "M0 0H6.928M0 6H6.928M0 0L3.464 6L6.928 0M0 12L3.464 6L6.928 12M0 0L3.464 2L6.928 0M3.464 2V6M0 0V4L3.464 6L6.928 4V0"
        "M3.464 6V10M0 12L3.464 10L6.928 12M0 12V8L3.464 6L6.928 8V12",
    ),
    "blue": (
        8, 4,
        "M0 4a4 4 0 0 1 8 0M1.300 4a2.700 2.700 0 0 1 5.400 0M2.600 4a1.400 1.400 0 0 1 2.800 0"
        "M-4 2a4 4 0 0 1 4-4M4 2a4 4 0 0 0-4-4M4 2a4 4 0 0 1 4-4M0-.7a2.700 2.700 0 0 1 2.700 2.700"
        "M8-.7a2.700 2.700 0 0 0-2.700 2.700",
    ),
    "black": (6, 6, "M0 0h3v3h-3zM3 3h3v3h-3z"),
    "custom": (6, 6, "M1.500 3L3 1.500L4.500 3L3 4.500zM0 0l.8.8M6 0l-.8.8M0 6l.8-.8M6 6l-.8-.8"),
}  # fmt: skip
_WEAVES["back"] = _WEAVES["blue"]


def shapes(edition: Edition) -> str:
    """The signs and patterns that faces refer to."""
    signs = "".join(
        f'<symbol id="aki-{shop.picture}" viewBox="0 0 60 60">{PICTURES.draw(shop.picture, spare=edition.spare)}</symbol>'
        for shop in SHOPS
    )
    return signs + "".join(_weave(edition, shop) for shop in (*SHOPS, BACK)) + _noren(edition) + _coin(edition)


def _weave(edition: Edition, shop: Shop) -> str:
    wide, high, lines = _WEAVES[shop.key]
    drawn = path(lines, fill=shop.weave if shop.key == "black" else "none", stroke=shop.weave, line=0.35)
    return pattern(edition, f"aki-weave-{shop.key}", wide, high, shop.ground, drawn)


def _noren(edition: Edition) -> str:
    cloth = tint(edition, ACCENT)
    return (
        '<symbol id="aki-noren" viewBox="0 0 60 60">'
        + path("M4 12h52", stroke=WOOD_DARK, line=4)
        + path("M7 14h14v34q-7 4-14 0zM23 14h14v34q-7 4-14 0zM39 14h14v34q-7 4-14 0z", fill=cloth, stroke=INK, line=1.2)
        + circle(30, 30, 8.5, fill=tint(edition, CREAM), stroke=INK, line=1.2)
        + box(26.5, 26.5, 7, 7, stroke=INK, line=1.6)
        + "</symbol>"
    )


def _coin(edition: Edition) -> str:
    brass = tint(edition, BRASS)
    return (
        '<symbol id="aki-coin" viewBox="0 0 60 60">'
        + circle(30, 30, 28, fill=brass, stroke=BRASS_DARK, line=2)
        + circle(30, 30, 23.5, stroke=BRASS_DARK, line=1.2)
        + box(21.5, 21.5, 17, 17, fill=PAPER, stroke=BRASS_DARK, line=2)
        + "</symbol>"
    )


def coins(number: int) -> str:
    """`1 coin`, `3 coins`."""
    return PRINT("coins", count=number)


def right(shop: Shop) -> str:
    """What the privilege of a colour brings, as printed on its marker."""
    return PRINT(f"privilege_{shop.key}", count=cards.PRIVILEGE_NUMBERS[shop.key])


def weave(shop: Shop) -> str:
    return f"url(#aki-weave-{shop.key})"


def die(face: int, x: float, y: float, side: float, *, fill: str = PAPER, dots: str = INK, line: float = 0.3) -> str:
    """A face of a die by its upper left corner; the 1 is large and red, as on Japanese dice."""
    scale = side / 30
    spots = "".join(
        circle(px, py, 5.2 if face == cards.ANYBODY else 3.3, fill="#b03427" if face == cards.ANYBODY else dots)
        for px, py in DOTS[face]
    )
    frame = box(0.6, 0.6, 28.8, 28.8, fill=fill, stroke=INK, line=line / scale, round=5)
    return f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:.4f})">{frame}{spots}</g>'


def seal(shop: Shop, x: float, y: float, side: float, edition: Edition) -> str:
    """The character of the goods as a stamp, by its upper left corner."""
    ground, ink = (PAPER, "#b03427") if edition.spare else ("#b03427", "#fff8ee")
    frame = box(x, y, side, side, fill=ground, stroke=ink, line=0.35, round=side * 0.14)
    return frame + fitted(PRINT(f"kanji_{shop.key}"), x + side / 2, y + side * 0.8, side, side * 0.74, 1, SERIF, "middle", ink)


def awning(edition: Edition, x: float, y: float, width: float, height: float, stripes: int = 8) -> str:
    """A striped roof over a stall."""
    wide = width / stripes
    r, parts = wide / 2, []
    for k in range(stripes):
        fill = tint(edition, CREAM if k % 2 else ACCENT)
        hem = f"M{x + k * wide:.3f} {y:.3f}h{wide:.3f}v{height - r:.3f}a{r:.3f} {r:.3f} 0 0 1-{wide:.3f} 0z"
        parts.append(path(hem, fill=fill, stroke=WOOD_DARK, line=0.3))
    return "".join(parts)
