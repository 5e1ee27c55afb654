"""Paper sizes, and what printers and knives leave of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A paper size in millimetres."""

    name: str
    width: float
    height: float


PAPERS = {paper.name: paper for paper in (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))}
EDGE = 5.5  # nothing is printed closer to the edge of the paper than this, except cut marks
MARK_EDGE = 3.5  # how close those come: most printers reach that far
