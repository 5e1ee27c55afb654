"""The page of Saigo no Kane: what it draws for each question, and the gallery."""

from __future__ import annotations

import re

import pytest

from tests.games.saigo_no_kane.positions import SnkTable, hand, layout, opened, own, pass_all, play, sizes, stock
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.game import SPECTATOR
from zashiki.core.table import Table
from zashiki.games.saigo_no_kane import GAME, cards
from zashiki.games.saigo_no_kane.gallery import things
from zashiki.games.saigo_no_kane.screen.board import board, payments, shortage
from zashiki.games.saigo_no_kane.screen.terminal import draw_text
from zashiki.games.saigo_no_kane.words.catalogue import WORDS
from zashiki.server.pages.board import draw_board
from zashiki.server.pages.gallery import shelves_of

NAMES = ("Aiko", "Kenji", "Mika", "Ren")


def drawn(table: SnkTable, me: int | None) -> str:
    """The board for a seat, or for an onlooker."""
    legal = {}
    if me is not None:
        actions = GAME.legal_actions(table.state, me)
        legal = {GAME.actions.write(action): GAME.words.label(table.state, me, action) for action in actions}
    return str(draw_board(GAME, table.view(SPECTATOR if me is None else me), me, NAMES[: table.players], legal))


def moves(page: str) -> set[str]:
    return set(re.findall(r'data-move="([^"]*)"', page))


@pytest.mark.rule("SNK-56")
def test_a_poster_says_what_a_participant_lacks() -> None:
    table = layout(2)
    stock(table, 0, popularity=3, drama=2, art=2)
    assert shortage(table.view(0), "theatre-premiere", 0).missing == (("drama", 1),)
    assert "short of" in drawn(table, 0)
    stock(table, 0, popularity=3, drama=3, art=2)
    assert shortage(table.view(0), "theatre-premiere", 0).missing == ()


def test_a_card_hits_whom_it_is_aimed_at_and_who_played_it() -> None:
    table = layout(4)
    hand(table, 0, "kishimoto")
    hand(table, 1, "chamberlain")
    play(table, "0: play kishimoto yen", "0: target 2", "1: counter chamberlain")
    assert [board(table.view(viewer))["hit"] for viewer in (0, 1, 2, 3, SPECTATOR)] == [True, False, True, False, False]
    table = layout(3)
    hand(table, 0, "daigoku")
    own(table, 1, "sasaki-emi")
    play(table, "0: play daigoku mark", "0: target sasaki-emi")
    assert [board(table.view(viewer))["hit"] for viewer in (0, 1, 2)] == [True, True, False]
    assert 'id="spare" data-seat="1" data-hit' in drawn(table, 1)


def test_every_legal_move_stands_on_a_piece() -> None:
    """All moves of whole random games can be made on the board; only bids beyond reach are left to the list."""
    for players, seed in ((2, 1), (3, 2), (4, 3)):
        table = Table(GAME, players, {"candidates": "choose"}, seed=seed)
        for seat, _ in play_randomly(table, seeded(seed)):
            page = drawn(table, seat)
            missing = set(table.legal(seat)) - moves(page)
            assert all(text.startswith("bid ") for text in missing), (table.state.phase, missing)
            assert moves(page) <= set(table.legal(seat))


def test_board_and_terminal_tell_the_sizes_of_piles_and_discards() -> None:
    table = Table(GAME, 4, seed=9)
    for k, _ in enumerate(play_randomly(table, seeded(9))):
        if k % 40 == 0:
            pile, gone = sizes(table, "piles"), sizes(table, "discards")
            page, text = drawn(table, None), draw_text(table.view(SPECTATOR))
            assert f"{pile['student']} in the pile, {gone['student']} discarded" in page
            assert f"{pile['item']} in the pile, {gone['item']} discarded" in page
            assert f"{pile['blue']} blue and {pile['orange']} orange in the piles, {gone['event']} discarded" in page
            assert f"Teacher cards: {pile['card']} in the pile, {gone['card']} discarded" in page
            assert f"items {pile['item']}+{gone['item']}" in text
            assert f"teacher cards {pile['card']}+{gone['card']}" in text


def test_ids_are_unique_and_nothing_is_clickable_for_onlookers() -> None:
    table = Table(GAME, 4, seed=9)
    for k, _ in enumerate(play_randomly(table, seeded(9))):
        if k % 25 == 0:
            page = drawn(table, None)
            ids = re.findall(r' id="([^"]*)"', page)
            assert len(ids) == len(set(ids))
            assert moves(page) == set()
            assert "style=" not in page
            assert "<script" not in page


@pytest.mark.rule("SNK-9")
def test_the_board_of_a_seat_shows_its_own_cards_only() -> None:
    table = layout(2)
    hand(table, 0, "daigoku")
    hand(table, 1, "fukada fukada")
    assert "Matsuo Daigoku" in drawn(table, 0)
    assert "Akiko Fukada" not in drawn(table, 0)
    assert "Fukada" not in drawn(table, None)


def test_payments_and_yields_are_shown() -> None:
    table = layout(2)
    own(table, 0, "stage-costume")
    stock(table, 0, popularity=3, drama=3, art=2)
    pass_all(table)
    play(table, "0: start theatre-premiere")
    assert board(table.view(0))["yields"] == {"stage-costume": (("drama", 2), ("art", 1))}
    assert len(payments(table.view(0))) == 7
    assert {"pay popularity drama art", "forfeit", "discard stage-costume"} <= moves(drawn(table, 0))


def test_the_poster_of_an_event_can_be_clicked_to_sign_up() -> None:
    table = opened(3)
    assert moves(drawn(table, 0)) == set(table.legal(0))


def test_gallery_and_help_say_what_is_reconstructed() -> None:
    line = WORDS("gallery_reconstructed")
    assert "Almost all of the students, items and events are ours" in line
    assert line in [group.note for group in things()]
    assert line in (GAME.folder / "help.md").read_text(encoding="utf-8")


def test_the_gallery_shows_every_tile_and_card() -> None:
    page = "".join(str(printed.face) for shelf in shelves_of(GAME) for printed in shelf.printed)
    text = page.replace("&#39;", "'").replace("&amp;", "&")
    for name in (*cards.CANDIDATE_NAMES, *cards.STUDENT_NAMES, *cards.ITEM_NAMES, *cards.EVENT_NAMES, *cards.TEACHER_NAMES):
        assert f">{name}<" in text, name
    assert page.count('class="tile student') == 48 + 6
    assert page.count('class="tile item') == 36
    assert page.count('class="poster ') == 30
    assert page.count('class="teacher ') == 5
