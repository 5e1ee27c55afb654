"""The board of Idol Conclave: what is lit, what a press means, and what stands on it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.games.idol_conclave.positions import IdolTable, play, table
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.errors import IllegalMove
from zashiki.core.game import SPECTATOR
from zashiki.core.record import read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.games.idol_conclave import GAME
from zashiki.games.idol_conclave.gallery import things
from zashiki.games.idol_conclave.screen.board import board, headline
from zashiki.server.pages.board import draw_board

NAMES = ("Aiko", "Kenji", "Mirei", "Tomás", "Zoë")
RECORDS = Path(__file__).with_name("records")


class Elements(HTMLParser):
    """Every element of a page: its name, its classes and its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, set[str], dict[str, str]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.found.append((tag, set(given.get("class", "").split()), given))

    def having(self, attribute: str) -> list[str]:
        """The values of an attribute, wherever it is."""
        return [given[attribute] for _, _, given in self.found if attribute in given]


def options(t: IdolTable, me: int) -> dict[str, str]:
    actions = GAME.legal_actions(t.state, me) if me in t.to_act else []
    return {GAME.actions.write(action): GAME.words.label(t.state, me, action) for action in actions}


def drawn(t: IdolTable, me: int) -> Elements:
    """The board as a seat sees it."""
    return Elements(str(draw_board(GAME, t.view(me), me, NAMES[: t.players], options(t, me))))


def tables_to_look_at() -> list[IdolTable]:
    return [Table(GAME, players, {"events": "advanced"}, seed=players) for players in GAME.seats]


def test_what_can_be_pressed_is_lit_and_nothing_else() -> None:
    for t in tables_to_look_at():
        for _ in play_randomly(t, seeded(t.players)):
            if not t.to_act:
                continue
            me = t.to_act[0]
            page, legal = drawn(t, me), options(t, me)
            assert sorted(page.having("data-move")) == sorted(legal)
            lit = [(classes, given.get("data-move")) for _, classes, given in page.found if "lit" in classes]
            assert sorted(move for _, move in lit if move is not None) == sorted(legal)
            chosen_first = [classes for classes, move in lit if move is None]
            assert all("pick" in classes for classes in chosen_first)
            assert len(chosen_first) == (len(t.view(me).hands[me]) if t.view(me).phase == "turn" else 0)


def test_nothing_is_chosen_before_the_player_chooses() -> None:
    page = drawn(table("0: vote p1 akaneru"), 1)
    cards = " ".join(given["value"] for tag, _, given in page.found if tag == "input")
    assert cards == "p2 p3 p4 m5 neg scandal deal"
    assert page.having("checked") == []
    waiting = drawn(table("0: vote p1 akaneru"), 2)
    assert not any(tag == "input" or "lit" in classes for tag, classes, _ in waiting.found)


def test_the_headline_tells_round_turn_and_how_much_is_left() -> None:
    t = table("0: vote p1 akaneru; 1: vote p2 akaneru; 2: vote p2 marisan")
    assert headline(t.view(0)) == "Round 2 · turn 4, about 19 to go · Votes"
    assert headline(play(t, "0: vote p2 marisan").view(2)) == "Round 2 · turn 5, about 18 to go · Votes"


@pytest.mark.rule("IDL-R15", "IDL-72")
def test_the_place_for_the_next_card_says_how_it_will_lie() -> None:
    def places(t: IdolTable, me: int) -> list[str]:
        return ["up" if "up" in classes else "down" for _, classes, _ in drawn(t, me).found if {"slot", "ghost"} <= classes]

    t = table(adv="scheming-character")
    assert places(t, 1) == ["down"] * 6
    assert places(play(t, "0: vote p1 kana-chan"), 2) == ["up", "up", "down", "down", "down", "down"]


@pytest.mark.rule("IDL-32")
def test_no_space_backstage_is_lit_without_the_right() -> None:
    t = table("0: vote p1 akaneru; 1: discard deal; 2: vote p2 akaneru; 0: vote p2 marisan")
    assert not any("put" in classes for _, classes, _ in drawn(t, 1).found)
    lit = [given["data-move"] for _, classes, given in drawn(play(t, "1: vote p2 marisan"), 2).found if "put" in classes]
    assert lit == ["deal deal open-convene"]


@pytest.mark.rule("IDL-16", "IDL-23", "IDL-25", "IDL-26", "IDL-30", "IDL-31", "IDL-32")
def test_pieces_that_are_not_lit_say_why() -> None:
    t = table("0: vote p1 akaneru; 1: vote p2 akaneru")
    whys = {
        "vote marisan": "IDL-16",
        "move akaneru 1": "IDL-23",
        "deal open-convene": "IDL-25",
        "deal trade": "IDL-26",
    }
    page = drawn(t, 2)
    assert set(whys) <= set(page.having("data-why"))
    assert {text: refusal(t, text) for text in whys} == whys
    play(t, "2: discard deal; 0: vote p2 marisan; 1: vote p3 marisan")
    assert refusal(t, "deal open-convene") == "IDL-32"


def test_whatever_says_why_can_be_asked() -> None:
    for t in tables_to_look_at():
        for _ in play_randomly(t, seeded(9)):
            for me in t.to_act[:1]:
                for text in set(drawn(t, me).having("data-why")):
                    with pytest.raises(IllegalMove) as refused:
                        t.copy().play(me, text)
                    assert refused.value.clause.startswith("IDL-"), text


def refusal(t: IdolTable, text: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        t.copy().play(t.to_act[0], text)
    return refused.value.clause


def test_pieces_have_names_of_their_own_and_can_be_read_about() -> None:
    printed = {thing.key for group in things() for thing in group.things}

    def check(t: IdolTable) -> None:
        assert set(drawn(t, 0).having("data-about")) <= printed
        for attribute in ("id", "data-piece"):
            names = drawn(t, 0).having(attribute)
            assert len(names) == len(set(names)), attribute

    for t in tables_to_look_at():
        for _ in play_randomly(t, seeded(3)):
            check(t)
        check(t)


@pytest.mark.rule("IDL-67", "IDL-68")
def test_leaders_and_central_idols_are_shown_at_the_end() -> None:
    t = replay(read_kifu((RECORDS / "complete-advanced.kifu").read_text(encoding="utf-8")), GAMES)
    shown = board(t.view(SPECTATOR))
    assert shown["central"] == ("sayayaya", "nakonako")
    assert t.view(SPECTATOR).identities == dict(enumerate(("sayayaya", "akaneru", "marisan", "tanimie", "nakonako")))
    page = str(draw_board(GAME, t.view(SPECTATOR), None, NAMES, {}))
    assert re.findall(r'class="fan me seat-(\d) leader"', page) == ["4"]
