"""The board of Kazoku Scribe, drawn without a browser: everything legal is lit, handles stand apart, little is sent."""

from __future__ import annotations

import math
import random
import re
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from tests.games.kazoku_scribe.positions import board_e, play, reading, submitting
from zashiki.core.table import Table
from zashiki.games.kazoku_scribe import GAME, cards, gallery
from zashiki.games.kazoku_scribe.eyes.view import View
from zashiki.games.kazoku_scribe.screen import accounts, hexmap
from zashiki.games.kazoku_scribe.screen.board import Placement, board, piece_squares
from zashiki.games.kazoku_scribe.state import State
from zashiki.server.pages.board import draw_board

MOST_BYTES = {2: 120_000, 4: 195_000}


def placements_of(v: View) -> tuple[Placement, ...]:
    found = board(v)["placements"]
    assert isinstance(found, tuple)
    return found


def turned(x: int, y: int, turn: str) -> tuple[int, int]:
    """Written from what `Placement.turns` says: a flip from 4 on, then quarter turns clockwise."""
    if int(turn) >= 4:
        x = -x
    for _ in range(int(turn) % 4):
        x, y = -y, x
    return x, y


def check_placement(v: View, place: Placement) -> None:
    """Whichever way round the piece is said to lie, its icons lie on equal icons of the plan, and on these cells."""
    piece = v.pages[v.viewer].pieces[place.war]
    cells = {("abcdefghij".index(cell[0]), int(cell[1:]) - 1) for cell in place.text.split(" ")[2:]}
    assert place.turns
    for turn in place.turns:
        squares = [(*turned(square.x, square.y, turn), square.icon) for square in piece_squares(piece) if square.left]
        left, top = min(x for x, _, _ in squares), min(y for _, y, _ in squares)
        row, column = min(r for r, _ in cells), min(c for _, c in cells)
        assert {(y - top + row, x - left + column) for x, y, _ in squares} == cells
        for x, y, icon in squares:
            assert v.battle[y - top + row][x - left + column] == {"soldier": "s", "archer": "a", "supply": "p"}[icon]


def check_accounts(v: View) -> None:
    """What explains a number adds up to it."""
    for seat in range(v.players):
        assert sum(value for _, value, _ in accounts.points_of(v, seat % 2)) == v.scores[seat]
    for page in v.pages:
        assert sum(cells for _, cells, _ in accounts.land_of(page)) == cards.CELLS


@pytest.mark.rule("KZS-43", "KZS-58")
@pytest.mark.parametrize("players", GAME.seats)
def test_everything_legal_is_lit_on_a_small_board_and_every_handle_can_be_hit(players: int) -> None:
    rng, seen = random.Random(players), 0
    printed = {thing.key for group in gallery.things() for thing in group.things}
    table: Table[State, View] = Table(GAME, players, {}, seed=players)
    names = [f"Player {number}" for number in range(players)]
    while not table.over:
        seat, state = rng.choice(table.to_act), table.state
        legal = {GAME.actions.write(a): GAME.words.label(state, seat, a) for a in GAME.legal_actions(state, seat)}
        view = table.view(seat)
        html = str(draw_board(GAME, view, seat, names, legal))
        assert set(re.findall(r'data-move="([^"]+)"', html)) == set(legal)
        assert len(html) < MOST_BYTES[players]
        assert set(re.findall(r'data-about="([^"]+)"', html)) <= printed
        check_accounts(view)
        placements = placements_of(view)
        assert {place.text for place in placements} == {text for text in legal if text.startswith("place ")}
        for place in placements:
            check_placement(view, place)
        for one, other in combinations(placements, 2):
            assert math.dist((one.x, one.y), (other.x, other.y)) > 9  # the radius of a handle
        seen += len(placements)
        table.play(seat, rng.choice(sorted(legal)))
    assert seen > 10


def test_a_button_names_a_challenge_as_the_page_does() -> None:
    s = board_e().state
    for text, words in (
        ("challenge fever pair d3 d4", "Fever at d3 and d4"),
        ("challenge root-rot spread", "Root rot spreads"),
        ("challenge deserter w4 4", "Deserter: square 4 of War piece 4"),
    ):
        assert GAME.words.label(s, 0, GAME.actions.read(text)) == words


def test_a_fence_is_one_closed_stroke_around_its_estate() -> None:
    path = hexmap.fence(("c3", "c4", "d3"))
    assert re.fullmatch(r"M[^Mz]+z", path)
    corners = [tuple(map(float, point.split(" "))) for point in path[1:-1].split("L")]
    assert len(corners) == 12
    middle = [sum(axis) / 3 for axis in zip(*map(hexmap.centre, ("c3", "c4", "d3")), strict=True)]
    assert all(math.dist(corner, middle) < 2 * hexmap.RADIUS for corner in corners)
    ring = tuple(cell for cell in cards.CELL_IDS if cell in ("c3", "c4", "d2", "d4", "e3", "e4"))
    assert hexmap.fence(ring).count("z") == 2  # outside, and around the hole a draft may have


def test_the_creek_runs_between_the_banks_in_one_stroke() -> None:
    path = hexmap.water((4, 3, 4, 5, 6, 6, 5, 4))
    points = [tuple(map(float, point.split(" "))) for point in path[1:].split("L")]
    for here, there in pairwise(points):
        assert math.dist(here, there) == pytest.approx(hexmap.RADIUS, abs=0.2)


@pytest.mark.rule("KZS-26", "KZS-46", "KZS-55")
def test_a_piece_tells_what_it_is_good_for() -> None:
    piece = board_e().view(0).pages[0].pieces["w3"]
    assert [value for _, value, _ in accounts.piece_rows(piece, 9, 2)] == [4, 9, 4, 2]
    cut = replace(piece, left=(3, 4))
    rows = accounts.piece_rows(cut, 0, 0)
    assert rows[0][0] == "Squares left: soldier ×2"
    assert [(value, clause) for _, value, clause in rows] == [(2, "KZS-43"), (0, "KZS-45"), (1, "KZS-55"), (2, "KZS-25")]


@pytest.mark.rule("KZS-54", "KZS-58", "KZS-R22")
def test_the_count_says_what_every_lane_is_worth() -> None:
    s = board_e().state
    s.lanes[:] = [5, 2, 2, 4, 3, 3]
    rows = GAME.screen.tally(GAME.eyes.view(s, 0))
    assert [row.note for row in rows[:3]] == ["{0} owns it: 2 points.", "{1} leads: 1 point.", "Nobody leads."]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("players", GAME.seats)
def test_with_two_players_there_are_no_teams(players: int, language: str) -> None:
    table, teams = Table(GAME, players, seed=1), re.compile("[Tt]eams?|チーム")
    s = table.state
    s.lanes[:] = [7, 2, 2, 4, 3, 3]
    with reading(language):
        v = table.view(0)
        count = " ".join(row.words + row.note for row in GAME.screen.tally(v))
        html = str(draw_board(GAME, v, 0, ["Aiko", "Kenji", "Mirei", "Ren"][:players], {}))
        labels = " ".join(re.findall(r'aria-label="([^"]+)"', html))
        for words in (count, labels, GAME.screen.draw_text(v)):
            assert bool(teams.search(words)) == (players == 4), words


@pytest.mark.rule("KZS-17")
def test_the_creek_is_drawn_over_lit_cells_and_the_way_out_comes_last_and_quiet() -> None:
    table = board_e()
    play(table, "0: plan w5 plain")
    legal = {text: text for text in map(GAME.actions.write, GAME.legal_actions(table.state, 0))}
    html = str(draw_board(GAME, table.view(0), 0, ["Aiko", "Kenji"], legal))
    assert html.rindex('class="cell lit"') < html.index('class="creek"')
    legal = {"bridge a4-a5": "a bridge", "bridge none": "none"}
    bar = str(draw_board(GAME, table.view(0), 0, ["Aiko", "Kenji"], legal)).partition("data-bar")[2]
    assert re.findall(r'class="([^"]+)" data-move="([^"]+)"', bar) == [("button act quiet lit", "bridge none")]


def test_a_piece_in_the_hand_has_its_shape_before_any_script_runs() -> None:
    """On the page of an example none does."""
    table = submitting(board_e(), "w3", "")
    html = str(draw_board(GAME, table.view(0), 0, ["Aiko", "Kenji"], {}))
    held = re.search(r'id="held-w3".*?</button>', html, re.DOTALL)
    assert held is not None
    places = re.findall(r'data-x="(\d)" data-y="(\d)" transform="translate\(([\d.]+) ([\d.]+)\)"', held[0])
    assert [(x, y) for x, y, _, _ in places] == [("0", "0"), ("1", "0"), ("0", "1"), ("1", "1")]
    assert len({(right, down) for _, _, right, down in places}) == 4
