"""The page of Rights of Losers: what it draws beside the view."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.rights_of_losers.positions import options, position
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.record import read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.games.rights_of_losers import GAME
from zashiki.games.rights_of_losers.state import State
from zashiki.server.pages.board import draw_board

NAMES = ("Aiko", "Kenji", "Mirei")


def drawn(s: State, seat: int) -> str:
    """The board for a seat that is asked."""
    legal = {text: GAME.words.label(s, seat, GAME.actions.read(text)) for text in options(s)}
    return str(draw_board(GAME, GAME.eyes.view(s, seat), seat, NAMES, legal))


def test_shapes_that_others_reuse_bring_their_own_colours() -> None:
    """A selector with the board in it matches nothing inside `use`: without a colour of its own a shape is black there."""
    view = Table(GAME, 3, seed=1).view(SPECTATOR)
    shapes = str(draw_board(GAME, view, 0, NAMES, {})).partition("</svg>")[0]
    drawn = re.findall(r"<(?:rect|circle|text)\b[^>]*>", re.sub(r"<symbol.*?</symbol>", "", shapes, flags=re.S))
    assert len(drawn) >= 8
    assert [shape for shape in drawn if 'fill="' not in shape] == []


@pytest.mark.rule("ROL-35", "ROL-R19")
@pytest.mark.parametrize(("trick", "marked"), [(9, 0), (10, 1)])
def test_the_last_trick_marks_actions_without_effect(trick: int, marked: int) -> None:
    s = position(phase="action", trick=trick, winner=1, chips={1: "2,2"})
    page = drawn(s, 1)
    assert len(re.findall(r'class="(?:button act|reverse)[^"]* idle"', page)) == 4 * marked
    assert re.findall(r'data-move="lead \d".*?</svg>\s*([\w ]+)<', page) == (
        ["appoint Aiko", "appoint Mirei"] if marked else ["Aiko leads", "Mirei leads"]
    )


def test_after_the_last_trick_nobody_but_the_winner_of_the_game_is_said_to_win() -> None:
    record = Path(__file__).parent / "records" / "shared-win.kifu"
    view = replay(read_kifu(record.read_text(encoding="utf-8")), GAMES).view(SPECTATOR)
    page = str(draw_board(GAME, view, None, [f"Player {seat}" for seat in range(view.players)], {}))
    assert 'class="laid' not in page
    assert not re.search(r'class="note"|<span class="wins"', page)


@pytest.mark.rule("ROL-37", "ROL-43", "ROL-48")
def test_the_count_goes_colour_by_colour_and_names_who_is_tied() -> None:
    shared = Path(__file__).parent / "records" / "shared-win.kifu"
    v = replay(read_kifu(shared.read_text(encoding="utf-8")), GAMES).view(OPEN)
    *colours, buildings, land, bonus, score, supply = GAME.screen.tally(v)
    assert [row.words for row in colours] == ["Red hotels", "Yellow shops", "Green parks", "Blue offices", "Purple theatres"]
    for seat in range(v.players):
        numbers = [int(number) for row in colours for number in re.findall(r"\d+", str(row.cells[seat]))]
        assert sum(numbers) == buildings.cells[seat]
    assert (land.cells, bonus.cells, score.cells) == (v.land_cards, v.land_bonus, v.scores)
    assert supply.clause == "ROL-48"
    assert all(f"{{{seat}}}" in supply.note for seat in v.winners)


def test_every_empty_plot_is_lit_alike_whoever_would_own_it() -> None:
    s = position(phase="build", winner=1, chips={0: "2,2", 1: "4,4", 2: "6,6"}, won="r1 r2 r3")
    s.picked = 1
    plots = drawn(s, 1).split('<g class="plot ')[1:]
    lit = [plot for plot in plots if 'data-move="build' in plot.partition(">")[0]]
    assert len(lit) == len(options(s)) == 20
    assert all(plot.startswith("empty") and 'class="ring"' in plot for plot in lit)
    assert {plot.partition('"')[0] for plot in lit} >= {"empty", "empty owned seat-0", "empty tied"}


def test_cards_of_the_hand_trick_and_island_say_why_not_in_every_phase() -> None:
    s = position(phase="pick", winner=1, plays="r1 r2 r3", won="r1 r2 r3", hands={1: "y4"}, leader=0)
    page = drawn(s, 1)
    assert 'data-why="play y4"' in page
    assert 'data-why="build 1,3"' in page
    assert re.findall(r'data-move="([^"]*)"', page) == ["pick r1", "pick r2", "pick r3"]


def test_nothing_but_the_options_can_be_pressed_or_looks_like_it() -> None:
    table = Table(GAME, 3, seed=3)
    for turn in range(60):
        seat = table.to_act[0]
        page = drawn(table.state, seat)
        assert set(re.findall(r'data-move="([^"]*)"', page)) == set(table.legal(seat))
        assert page.count('class="ring"') == len(
            re.findall(r'<g class="(?:plot|point|reverse)\b[^>]*data-move', page)
        ) - page.count('class="spot"')
        table.play(seat, table.legal(seat)[turn % len(table.legal(seat))])
