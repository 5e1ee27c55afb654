"""What a game is made of on paper: the data a game's `sheets` room gives, and `zashiki.printing` lays out.

All lengths are millimetres. A face is SVG markup without the outer `<svg>`: x to the right, y down, (0, 0) the upper left corner
of the piece once it is cut out. Whatever reaches the edge is drawn on into the bleed, from -BLEED to the size + BLEED; words and
signs stay SAFE away from the edge, where a cut may fall. Text is drawn by `zashiki.drawing.text` alone, which measures it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

BLEED = 3.3  # how far a face goes on beyond the cut: as far as the greediest printing service asks for
SAFE = 3.0  # how far from the cut words and signs stay
PAGE_WIDTH, PAGE_HEIGHT = 190.0, 257.0  # what both A4 and Letter hold inside their margins: the most a whole page may fill

Ink = Literal["full", "spare"]  # full colour, or outlines on white
Cut = Literal["card", "tile", "disc", "page"]


class Size(NamedTuple):
    """Width and height in millimetres, as cut."""

    width: float
    height: float


POKER = Size(63.5, 88.9)


@dataclass(frozen=True)
class Edition:
    """What is to be printed. The language is that of whoever asks (`core.words.LANGUAGE`)."""

    players: int
    options: Mapping[str, str]  # those that are not left at their defaults
    card: Size  # cards are drawn for this size: the game's own (`CARD`) or poker
    ink: Ink

    @property
    def spare(self) -> bool:
        """Whether ink is to be saved: no filled areas, every line still there."""
        return self.ink == "spare"


@dataclass(frozen=True)
class Code:
    """A QR code."""

    path: str  # unit squares, as an SVG path
    side: int  # how many of them, the quiet zone not among them
    words: str  # what it opens, and which of how many it is


@dataclass(frozen=True)
class Component:
    """A line of the component list in the rules, for one number of players."""

    key: str
    words: str  # "Building cards"
    count: int
    clause: str


@dataclass(frozen=True)
class Piece:
    """Something to print and, unless it is a page, to cut out.

    A `card` has round corners and usually a back; a `tile` has square ones (boards, screens, tokens); a `disc` is as wide as
    high. A `page` is read or written on as it is, fits PAGE_WIDTH x PAGE_HEIGHT and has no bleed. What is larger than a page,
    such as a board, is a tile all the same: it is printed in parts to be joined.
    """

    key: str  # once in a set, also the name of its file: "r7", "chip-dollar", "board"
    words: str  # what people call it: "Red 7"
    component: str  # the key of the component it is one of; empty: an extra such as a turn aid
    cut: Cut
    size: Size
    front: str
    back: str | None = None  # None: nothing is printed there
    copies: int = 1
