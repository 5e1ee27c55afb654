"""The page of Saigo no Kane: what it draws for each question, and the gallery."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len
from rich.text import Text

from tests.games.saigo_no_kane.positions import SnkTable, hand, layout, opened, own, pass_all, play, sizes, stock
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.game import SPECTATOR
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE, LANGUAGES, with_names
from zashiki.games.saigo_no_kane import GAME, cards
from zashiki.games.saigo_no_kane.gallery import things
from zashiki.games.saigo_no_kane.screen.board import board, deeds, payments, shortage
from zashiki.games.saigo_no_kane.screen.counts import majorities_of, majority_rows, need_account, production_account, vote_account
from zashiki.games.saigo_no_kane.screen.scenes import scenes
from zashiki.games.saigo_no_kane.screen.terminal import draw_text
from zashiki.games.saigo_no_kane.words.catalogue import WORDS
from zashiki.games.saigo_no_kane.words.outcomes import bell_rings
from zashiki.games.saigo_no_kane.words.telling import bids_opened
from zashiki.server.model import Choice, LogEntry
from zashiki.server.names import NAME_LENGTH
from zashiki.server.pages.board import draw_board, draw_scene
from zashiki.server.pages.gallery import shelves_of
from zashiki.server.pages.table import off_board

NAMES = ("Aiko", "Kenji", "Mika", "Ren")


def drawn(table: SnkTable, me: int | None) -> str:
    """The board for a seat, or for an onlooker."""
    legal = {}
    if me is not None:
        actions = GAME.legal_actions(table.state, me)
        legal = {GAME.actions.write(action): GAME.words.label(table.state, me, action) for action in actions}
    return str(draw_board(GAME, table.view(SPECTATOR if me is None else me), me, NAMES[: table.players], legal))


WAYS_OUT = ("pass", "ready", "decline", "allow", "forfeit", "done")
IN_THE_BAR = (*WAYS_OUT, "counter", "pay", "bid", "reward", "swap", "take", "return", "get")


def answers(table: SnkTable, seat: int) -> set[str]:
    """The legal moves that are answers to a question, not pieces."""
    return {text for text in table.legal(seat) if text.split(" ")[0] in IN_THE_BAR}


def moves(page: str) -> set[str]:
    return set(re.findall(r'data-move="([^"]*)"', page))


@pytest.mark.rule("SNK-56")
def test_a_poster_says_what_a_participant_lacks() -> None:
    table = layout(2)
    stock(table, 0, popularity=3, drama=2, art=2)
    assert shortage(table.view(0).seats[0], "theatre-premiere", 0).missing == (("drama", 1),)
    assert "short of" in drawn(table, 0)
    stock(table, 0, popularity=3, drama=3, art=2)
    assert shortage(table.view(0).seats[0], "theatre-premiere", 0).missing == ()


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
    """All moves of whole random games can be made on the board, and what is no piece stands in the bar."""
    for players, seed in ((2, 1), (3, 2), (4, 3)):
        table = Table(GAME, players, {"candidates": "choose"}, seed=seed)
        for seat, _ in play_randomly(table, seeded(seed)):
            page = drawn(table, seat)
            assert moves(page) == set(table.legal(seat)), table.state.phase
            assert answers(table, seat) <= moves(page[page.index("data-bar") :])


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_tile_is_broken_at_the_edge_of_a_terminal(language: str) -> None:
    """Where names stand, a line breaks between words."""
    token, table = LANGUAGE.set(language), Table(GAME, 4, seed=3)
    for k, (seat, _) in enumerate(play_randomly(table, seeded(4))):
        if k % 5 == 0:
            lines = Text.from_markup(draw_text(table.view(seat))).plain.split("\n")
            assert max(cell_len(line) for line in lines if "{" not in line) <= 80
    LANGUAGE.reset(token)


def test_an_only_answer_stands_once_in_the_bar() -> None:
    table = layout(2)
    hand(table, 0, "kishimoto")
    hand(table, 1, "daigoku")
    play(table, "0: play kishimoto yen", "0: target 1")
    assert table.legal(1) == ["allow"]
    assert off_board((Choice("allow", "Allow it"),), [drawn(table, 1)]) == ()
    stock(table, 1)
    play(table, "1: allow")
    assert off_board((Choice("use mori-kenta", "Use"),), [drawn(table, 1)]) == (Choice("use mori-kenta", "Use"),)


def test_the_terminal_tells_what_students_items_and_cards_give() -> None:
    table = layout(2)
    own(table, 0, "family-crest ludwig-arnim stage-costume")
    hand(table, 0, "ekichi")
    text = re.sub(r"\[[^\]]*\]", "", draw_text(table.view(0)))
    assert "Karol Potocki(♥3 D1P1 +♥1)" in text
    assert "Microscope(¥2 Sc2/Sc3)" in text
    assert "Indie Mixtape(¥3 +♥1/♥2/♥3)" in text
    assert "Campaign Button(¥3 !V1)" in text
    assert "Ludwig Arnim(♥7 P3So1 +♥1 +V1)" in text
    assert "Family Crest(+♥2)" in text  # with one character of its club
    assert "Stage Costume(D2A1)" in text
    assert "1x Heyia Ekichi: counter a teacher card / exchange a student with the school" in text


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


@pytest.mark.rule("SNK-34", "SNK-74")
def test_popularity_opens_to_what_the_next_cleanup_brings() -> None:
    table = layout(2)
    own(table, 0, "indie-mixtape nagai-chika karol-potocki")
    rows = tuple(production_account(table.view(0).seats[0], "popularity"))
    assert rows == (
        ("Now", 5, "SNK-9"),
        ("Next clean-up: Haruno Hareya", "+1", "SNK-74"),
        ("Next clean-up: Karol Potocki", "+1", "SNK-74"),
        ("Next clean-up: Indie Mixtape, with 2 of Qltural Qlub", "+3", "SNK-34"),
    )
    assert 'id="acc-popularity-0"' in drawn(table, 0)


@pytest.mark.rule("SNK-56", "SNK-68", "SNK-69")
def test_a_majority_opens_to_who_has_it_and_an_event_to_what_each_lacks() -> None:
    table = layout(2)
    stock(table, 0, yen=5)
    stock(table, 1, yen=3, drama=1)
    v = table.view(0)
    yen, students = (
        next(row for row in majority_rows(v.day, v.standing, v.leaders) if row.words == words)
        for words in ("most yen", "most students")
    )
    assert yen.account[1:] == (("{0}", 5, ""), ("{1}", 3, ""), ("{0} alone has the most: votes for it now", 1, "SNK-68"))
    assert students.account[-1] == ("Nobody alone has the most: votes for it now", 0, "SNK-69")
    assert tuple(need_account(table.view(0), "mystery-night", 1)) == (
        ("drama", "1 of 2", "SNK-56"),
        ("science", "0 of 2", "SNK-56"),
    )
    assert {'id="acc-need-mystery-night-0"', 'id="acc-need-mystery-night-1"'} <= set(
        re.findall(r'id="acc-need-[^"]+"', drawn(table, 0))
    )


def test_votes_open_to_the_days_and_events_that_gave_them() -> None:
    for players, seed in ((2, 1), (4, 3)):
        table = Table(GAME, players, seed=seed)
        for _ in play_randomly(table, seeded(seed)):
            view = table.view(SPECTATOR)
            for seat in range(players):
                assert sum(int(value) for _, value, _ in vote_account(view, seat)) == view.scores[seat]


def lines_of(table: SnkTable, viewer: int) -> list[LogEntry]:
    """The newest lines as a page gets them."""
    heard = enumerate(table.heard_by(viewer), 1)
    lines = [
        LogEntry(number, line.seat, with_names(line.told[viewer], list(NAMES)), line.heard[viewer]) for number, (_, line) in heard
    ]
    return lines[-60:]


@pytest.mark.rule("SNK-64", "SNK-65", "SNK-68")
def test_auctions_and_the_end_of_a_day_are_scenes_of_what_everybody_knows() -> None:
    table = layout(2, attend=("mystery-night", "popularity-poll"))
    hand(table, 0)
    stock(table, 0, popularity=3)
    stock(table, 1, popularity=3)
    pass_all(table)
    play(table, "0: start popularity-poll", "1: bid 1")
    assert [scenes(lines_of(table, viewer), table.view(viewer)) for viewer in (0, 1, SPECTATOR)] == [[], [], []]
    play(table, "0: bid 3")
    for viewer in (0, 1, SPECTATOR):
        [auction] = scenes(lines_of(table, viewer), table.view(viewer))
        assert auction.title == "Popularity Poll"
        assert auction.number == lines_of(table, viewer)[-1].number
        shown = draw_scene(GAME, auction, table.view(viewer), None, NAMES[:2], "/rules")
        assert [("3 popularity" in step, "4 votes" in step) for step in shown] == [(False, True), (True, True), (True, True)]
    play(table, "*: card 0 fukada", "1: reward yen", "0: forfeit", "1: forfeit")
    found = scenes(lines_of(table, SPECTATOR), table.view(SPECTATOR))
    assert [scene.title for scene in found] == ["Popularity Poll", "The bell of day 1"]
    counted = [(what, winner) for what, winner, _ in majorities_of(table.view(SPECTATOR), 1)]
    last = draw_scene(GAME, found[1], table.view(SPECTATOR), None, NAMES[:2], "/rules")[-1]
    assert [what for what, _ in counted if f"<span>{what}</span>" in last] == [what for what, _ in counted]
    assert last.count(" won") == sum(winner is not None for _, winner in counted) > 0
    # The same scenes are there on the next day, when the table has changed behind them.
    play(table, "*: student mori-kenta", "*: item war-drum", "*: event mural-contest")
    later = scenes(lines_of(table, SPECTATOR), table.view(SPECTATOR))
    assert [(scene.number, scene.steps) for scene in later] == [(scene.number, scene.steps) for scene in found]


@pytest.mark.rule("SNK-55", "SNK-64")
def test_a_poster_tells_what_was_paid_and_that_a_bid_is_sealed() -> None:
    table = layout(3, attend=("mystery-night", "popularity-poll"))
    stock(table, 0, popularity=3, drama=2, science=2)
    own(table, 1, "nagai-chika/")
    pass_all(table)
    play(table, "0: start mystery-night", "0: pay drama science")
    assert {seat: deed.kind for seat, deed in deeds(table.view(1)).items()} == {0: "full"}
    play(table, "1: dismiss nagai-chika", "1: forfeit", "2: forfeit", "0: bid 2")
    assert [deed.number for deed in deeds(table.view(0)).values()] == [2, None, None]
    assert [(deed.kind, deed.number) for deed in deeds(table.view(1)).values()] == [
        ("sealed", None),
        ("thinking", None),
        ("thinking", None),
    ]
    assert "still thinking" in drawn(table, 1)


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
    for key in (*cards.CANDIDATE_IDS, *cards.STUDENT_IDS, *cards.ITEM_IDS, *cards.EVENT_IDS, *cards.TEACHER_IDS):
        assert f">{cards.NAME_OF[key]}<" in text, key
    assert page.count('class="tile student') == 48 + 6
    assert page.count('class="tile item') == 36
    assert page.count('class="poster ') == 30
    assert page.count('class="teacher ') == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_can_ring_a_bell_or_open_bids(language: str) -> None:
    """Scenes find bells and opened bids in told lines, where names of people and other events stand too."""
    token = LANGUAGE.set(language)
    auctions = [event for event in range(cards.EVENTS) if cards.AUCTION[event] != cards.NO_AUCTION]
    opened = [bids_opened(event) for event in auctions]
    rung = [bell_rings(day) for day in range(1, cards.DAYS + 1)]
    LANGUAGE.reset(token)
    assert min(map(len, opened + rung)) > NAME_LENGTH
    for sentence in opened + rung:
        assert [other for other in opened + rung if sentence in other] == [sentence]


def test_every_token_and_sign_has_a_colour_of_its_own() -> None:
    """Without one it is drawn in that of paper."""
    style = (GAME.folder / "screen" / "board.css").read_text(encoding="utf-8")
    kinds = {kind for shelf in shelves_of(GAME) for each in shelf.printed for kind in re.findall(r"\bk-([a-z]+)", each.face)}
    assert len(kinds) > 10
    assert [kind for kind in sorted(kinds) if f".k-{kind} {{ --k:" not in style] == []
