"""The page of Rights of Losers: what it draws beside the view."""

from __future__ import annotations

import re

import pytest

from tests.games.rights_of_losers.positions import options, position
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


@pytest.mark.rule("ROL-35", "ROL-R19")
@pytest.mark.parametrize(("trick", "marked"), [(9, 0), (10, 1)])
def test_the_last_trick_marks_actions_without_effect(trick: int, marked: int) -> None:
    s = position(phase="action", trick=trick, winner=1, chips={1: "2,2"})
    legal = {text: GAME.words.label(s, 1, GAME.actions.read(text)) for text in options(s)}
    page = str(draw_board(GAME, GAME.eyes.view(s, 1), 1, ("Aiko", "Kenji", "Mirei"), legal))
    assert page.count('class="act idle"') == 3 * marked
    assert ("naming a player or reversing has no effect" in page) == bool(marked)
    assert page.count(">leads next<") == 2 - 2 * marked
