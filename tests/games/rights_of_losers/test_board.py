"""The page of Rights of Losers: what it draws beside the view."""

from __future__ import annotations

import re

from zashiki.core.game import SPECTATOR
from zashiki.core.table import Table
from zashiki.games.rights_of_losers import GAME
from zashiki.server.pages.board import draw_board


def test_shapes_that_others_reuse_bring_their_own_colours() -> None:
    """A selector with the board in it matches nothing inside `use`: without a colour of its own a shape is black there."""
    view = Table(GAME, 3, seed=1).view(SPECTATOR)
    shapes = str(draw_board(GAME, view, 0, ("Aiko", "Kenji", "Mirei"), {})).partition("</svg>")[0]
    drawn = re.findall(r"<(?:rect|circle|text)\b[^>]*>", re.sub(r"<symbol.*?</symbol>", "", shapes, flags=re.S))
    assert len(drawn) >= 8
    assert [shape for shape in drawn if 'fill="' not in shape] == []
