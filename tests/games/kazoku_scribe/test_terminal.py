"""The table in a terminal: one sign for one thing, a legend of all of them, and a page that fits a screen."""

from __future__ import annotations

import random

import pytest
from rich.text import Text

from tests.games.kazoku_scribe.positions import BOARD_E, board_e, play
from zashiki.core.game import SPECTATOR
from zashiki.core.table import Table
from zashiki.games.kazoku_scribe import GAME, cards
from zashiki.games.kazoku_scribe.eyes.view import View
from zashiki.games.kazoku_scribe.screen.terminal import ELEMENT_SIGNS, ICON_SIGNS
from zashiki.games.kazoku_scribe.state import State

MOST_LINES = {2: 40, 4: 46}
MOST_COLUMNS = {2: 100, 4: 120}


def drawn(t: Table[State, View], viewer: int) -> list[str]:
    return Text.from_markup(GAME.screen.draw_text(t.view(viewer))).plain.split("\n")


def test_no_sign_stands_for_two_things_and_the_legend_names_all() -> None:
    elements = zip(ELEMENT_SIGNS.values(), cards.ELEMENT_IDS, strict=True)
    meanings = [*elements, *zip(ICON_SIGNS.values(), cards.ICON_IDS, strict=True)]
    assert len({sign for sign, _ in meanings}) == len(set(meanings)) == len({name for _, name in meanings})
    legend = "\n".join(drawn(board_e(), 0)[:3])
    for sign, words in (
        ("H", "house"),
        ("W", "tower"),
        ("»", "double arrow"),
        ("p", "supply"),
        ("K", "silk"),
        ("·", "empty circle"),
    ):
        assert f"{sign} {words}" in legend


@pytest.mark.rule("KZS-3")
def test_pages_are_drawn_as_they_are_printed() -> None:
    t: Table[State, View] = Table(GAME, 2, {"start": "0", "villages": "different"})
    play(t, *BOARD_E[:2])
    assert not any("w5" in line for line in drawn(t, 0))
    play(t, *(line.replace(" all ", " 0 ") for line in BOARD_E[2:]))
    assert sum(line.startswith("  a ") for line in drawn(t, 1)) == 1


@pytest.mark.rule("KZS-11")
def test_a_draft_is_marked_for_its_owner_alone() -> None:
    t = board_e()
    before = drawn(t, 1)
    play(t, "0: plan w5 plain", "0: fence e4", "0: fence d4")
    assert drawn(t, 1) == before
    own = drawn(t, 0)
    assert any(line.startswith("  e ") and "G*" in line for line in own)
    assert "  fencing w5, plain: d4 e4" in own


@pytest.mark.parametrize("players", GAME.seats)
def test_the_table_fits_a_screen_throughout_a_game(players: int) -> None:
    t, rng = Table(GAME, players, seed=players), random.Random(players)
    while not t.over:
        for viewer in (t.to_act[0], SPECTATOR):
            lines = drawn(t, viewer)
            assert len(lines) <= MOST_LINES[players]
            assert max(map(len, lines)) <= MOST_COLUMNS[players]
        t.play(t.to_act[0], rng.choice(t.legal(t.to_act[0])))
    assert any("winner" in line for line in drawn(t, 0))
