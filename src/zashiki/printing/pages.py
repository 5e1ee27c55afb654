"""A collection page by page, for looking at it before it is printed."""

from __future__ import annotations

from dataclasses import dataclass

from zashiki.drawing.outlines import outlined
from zashiki.printing.catalogue import WORDS
from zashiki.printing.collection import Collection
from zashiki.printing.layout import Side
from zashiki.printing.pdf import booklet_pages


@dataclass(frozen=True)
class Page:
    """One page: what it is called, what lies on it, and its drawing, made when it is asked for."""

    collection: Collection
    name: str
    title: str
    holds: str  # "18 × 41 × 63 mm"
    side: Side | None = None
    drawn: str = ""  # a page of the rules, which is no side of pieces

    @property
    def blank(self) -> bool:
        return self.side.blank if self.side is not None else not self.drawn

    @property
    def svg(self) -> str:
        """The page as an SVG that needs no font."""
        if self.side is None:
            return self.drawn
        return outlined(self.collection.draw(self.side))


def pages_of(collection: Collection) -> list[Page]:
    """All pages in the order in which they are printed."""
    pages: list[Page] = []
    for section in collection.sections:
        if section.booklet is not None:
            drawn = booklet_pages(collection, section.booklet)
            if collection.order.both and len(drawn) % 2:
                drawn.append("")
            pages += [
                Page(collection, f"{section.name}-{k}", f"{section.title} {k}/{len(drawn)}", "", drawn=svg)
                for k, svg in enumerate(drawn, 1)
            ]
        pages += [Page(collection, side.name, _title(side), _holds(side), side) for side in collection.sides(section)]
    return pages


def _title(side: Side) -> str:
    back = any(placed.back for placed in side.placed)
    return WORDS("backs", title=side.title) if back else side.title


def _holds(side: Side) -> str:
    """How many pieces of which size are on a side."""
    if not side.placed or side.placed[0].piece.cut == "page":
        return ""
    width, height = side.placed[0].size if side.placed[0].window else side.placed[0].piece.size
    return WORDS("holds", count=len(side.placed), width=f"{width:g}", height=f"{height:g}")
