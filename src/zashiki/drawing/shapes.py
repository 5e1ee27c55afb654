"""Small SVG parts that every game on paper draws with, in millimetres."""

from __future__ import annotations

from zashiki.core.pieces import BLEED, Size
from zashiki.drawing.text import INK

PAPER = "#ffffff"


def ground(size: Size, fill: str) -> str:
    """A colour over the whole face, bleed included."""
    return box(-BLEED, -BLEED, size.width + 2 * BLEED, size.height + 2 * BLEED, fill=fill)


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str = "none",
    stroke: str = "none",
    line: float = 0.3,
    round: float = 0,
) -> str:
    """A rectangle."""
    return (
        f'<rect x="{x:.3f}" y="{y:.3f}" width="{width:.3f}" height="{height:.3f}" rx="{round:.3f}" fill="{fill}" '
        f'stroke="{stroke}" stroke-width="{line}"/>'
    )


def circle(x: float, y: float, r: float, *, fill: str = "none", stroke: str = "none", line: float = 0.3, dashes: str = "") -> str:
    """A circle around x, y."""
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{r:.3f}" fill="{fill}" stroke="{stroke}" stroke-width="{line}"{dash}/>'


def line(x1: float, y1: float, x2: float, y2: float, *, stroke: str = INK, width: float = 0.25, dashes: str = "") -> str:
    """A straight line with round ends."""
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<path d="M{x1:.3f} {y1:.3f}L{x2:.3f} {y2:.3f}" fill="none" stroke="{stroke}" stroke-width="{width}" '
        f'stroke-linecap="round"{dash}/>'
    )


def path(
    d: str, *, fill: str = "none", stroke: str = "none", line: float = 0.3, at: tuple[float, float, float] = (0, 0, 1)
) -> str:
    """A path, moved and scaled by `at`; `line` is in the path's own units."""
    x, y, scale = at
    return (
        f'<path transform="translate({x:.3f} {y:.3f}) scale({scale:.4f})" d="{d}" fill="{fill}" fill-rule="evenodd" '
        f'stroke="{stroke}" stroke-width="{line}" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def sign(name: str, x: float, y: float, side: float) -> str:
    """The shape with that id, centred on x, y."""
    return f'<use href="#{name}" x="{x - side / 2:.3f}" y="{y - side / 2:.3f}" width="{side:.3f}" height="{side:.3f}"/>'


def moved(markup: str, x: float, y: float, turn: float = 0) -> str:
    """Markup at another place, turned clockwise around it."""
    rotate = f" rotate({turn})" if turn else ""
    return f'<g transform="translate({x:.3f} {y:.3f}){rotate}">{markup}</g>'
