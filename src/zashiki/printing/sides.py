"""A side of paper as SVG: faces clipped to their bleed, cut marks, and a note of what it is."""

from __future__ import annotations

from zashiki.drawing.font import SANS
from zashiki.drawing.shapes import box, circle, line, moved
from zashiki.drawing.text import text
from zashiki.printing.layout import NOTE, Placed, Side
from zashiki.printing.paper import EDGE, Paper

QUIET = "#8a8378"  # notes in the margin, and the line around a counter


def draw_side(side: Side, paper: Paper, shapes: str) -> str:
    """A side of paper as a whole SVG."""
    note = _note(side, paper) if any(placed.piece.cut != "page" for placed in side.placed) else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{paper.width}mm" height="{paper.height}mm" '
        f'viewBox="0 0 {paper.width} {paper.height}"><rect width="{paper.width}" height="{paper.height}" fill="#fff"/>'
        f"<defs>{shapes}</defs>"
        + "".join(_draw_placed(placed, k) for k, placed in enumerate(side.placed))
        + "".join(line(*mark, stroke="#000", width=0.15) for mark in side.marks)
        + "".join(line(*mark, stroke="#000", width=0.15, dashes="0.5 0.6") for mark in side.joins)
        + f"{note}</svg>"
    )


def _draw_placed(placed: Placed, number: int) -> str:
    piece = placed.piece
    face = (piece.back or "") if placed.back else piece.front
    if piece.cut == "page":
        return moved(face, placed.x, placed.y)
    x, y, (wide, high), (across, down) = placed.x, placed.y, placed.size, placed.bleed
    # clipped to its own bleed, so that it never reaches into its neighbour's
    clip = f'<clipPath id="cut-{number}"><rect x="{x - across:.3f}" y="{y - down:.3f}" width="{wide + 2 * across:.3f}" '
    clip += f'height="{high + 2 * down:.3f}"/></clipPath>'
    if placed.window:
        drawn = moved(face, x - placed.window[0], y - placed.window[1])
    elif not placed.turned:
        drawn = moved(face, x, y)
    elif placed.back:
        drawn = moved(face, x, y + high, -90)
    else:
        drawn = moved(face, x + wide, y, 90)
    rim = circle(x + wide / 2, y + high / 2, wide / 2, stroke=QUIET, line=0.12) if piece.cut == "disc" else ""
    return f'<defs>{clip}</defs><g clip-path="url(#cut-{number})">{drawn}</g>{rim}'


def _note(side: Side, paper: Paper) -> str:
    """What the page is, below everything."""
    size = NOTE * 0.75
    below = box(EDGE - 0.5, paper.height - EDGE - NOTE, SANS.width(side.title, size) + 1, NOTE, fill="#fff")
    return below + text(side.title, EDGE, paper.height - EDGE - NOTE * 0.3, size, fill=QUIET)
