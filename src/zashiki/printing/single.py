"""One face as an SVG of its own, which needs no font."""

from __future__ import annotations

from zashiki.core.pieces import BLEED, Piece
from zashiki.drawing.outlines import outlined


def picture(piece: Piece, shapes: str) -> str:
    """A piece as it looks once cut out."""
    width, height = piece.size
    round = {"card": 3.0, "disc": width / 2}.get(piece.cut, 0.0)
    clip = f'<clipPath id="cut"><rect width="{width}" height="{height}" rx="{round}"/></clipPath>'
    rim = f'<rect width="{width}" height="{height}" rx="{round}" fill="none" stroke="#8a8378" stroke-width="0.4"/>'
    return standing(f'<defs>{clip}</defs><g clip-path="url(#cut)">{piece.front}</g>{rim}', shapes, width, height)


def standing(face: str, shapes: str, width: float, height: float, bleed: float = 0.0) -> str:
    """A face in millimetres, with so much of its bleed."""
    assert bleed <= BLEED
    wide, high = width + 2 * bleed, height + 2 * bleed
    return outlined(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.3f}mm" height="{high:.3f}mm" '
        f'viewBox="{-bleed} {-bleed} {wide:.3f} {high:.3f}"><defs>{shapes}</defs>{face}</svg>'
    )
