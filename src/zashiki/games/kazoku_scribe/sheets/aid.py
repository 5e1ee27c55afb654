"""The turn aid of Kazoku Scribe: a round step by step, and how the game is won."""

from __future__ import annotations

from zashiki.core.pieces import POKER, Edition
from zashiki.drawing.column import column
from zashiki.drawing.shapes import box, circle, ground
from zashiki.drawing.text import Box
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.sheets.parts import ACCENT, icon
from zashiki.games.kazoku_scribe.words.catalogue import PRINT


def _ground(edition: Edition) -> str:
    frame = box(2.4, 2.4, POKER.width - 4.8, POKER.height - 4.8, stroke=ACCENT, line=0.45, round=1.8)
    return ground(POKER, "#ffffff" if edition.spare else "#fffdf8") + frame


def aid_face(edition: Edition) -> str:
    """All steps, one below the other."""
    steps = [PRINT(f"aid_{k}") for k in range(1, 7)]
    win = PRINT("aid_win", needed=cards.TREASURES_TO_WIN, owned=cards.OWNED, led=cards.MAJORITY)
    parts = [f"# {PRINT('aid_title')}", *steps, f"# {PRINT('aid_end')}", win]
    return _ground(edition) + column(parts, Box(5, 5, POKER.width - 10, POKER.height - 10), 2.7, 2.2, accent=ACCENT)


def back_face(edition: Edition) -> str:
    """The gate of the village."""
    middle = POKER.width / 2, POKER.height / 2
    return _ground(edition) + circle(*middle, 19, stroke=ACCENT, line=0.5) + icon("gate", *middle, 24)
