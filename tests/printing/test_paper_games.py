"""From paper back: the code on the pages types the same boards in, and what cannot be printed is refused with a sentence."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from tests.cli.shell import inside, refusal, zashiki
from tests.printing.support import PRINTABLE, collected, every_printable, smallest
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.pieces import Piece
from zashiki.core.record import read_kifu, replay
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE, LANGUAGES
from zashiki.games import GAMES
from zashiki.printing import catalogue
from zashiki.printing.collection import collect
from zashiki.printing.order import Order, has_boards, paper_link, paper_record, paper_table

PRINTING = Path(__file__).parents[2] / "docs/printing.md"
with_boards = pytest.mark.parametrize("game", [game for game in PRINTABLE if has_boards(game)], ids=lambda game: game.id)


def typed_code(pieces: tuple[Piece, ...]) -> list[str]:
    """The lines somebody would type from the small print, each once."""
    lines: list[str] = []
    for piece in pieces:
        if piece.component:
            for text in re.findall(r'font-family="DejaVu[^>]*>([^<]*)<', piece.front):
                if text.startswith("*: "):
                    lines.append(unescape(text))
                else:
                    lines[-1] += f" {unescape(text)}"
    return list(dict.fromkeys(lines))


@with_boards
def test_whatever_chance_prints_is_open_to_everybody(game: AnyGame) -> None:
    """Pages lie open, and their codes hold the whole record: a game that deals in secret must not print its chance."""
    for players in game.seats:
        table = paper_table(game, players, 7)
        assert table.lines
        assert all(set(line.heard.values()) == {line.text} for line in table.lines)


@every_printable
def test_a_set_of_a_game_that_is_dealt_by_hand_knows_no_deal(game: AnyGame) -> None:
    if not has_boards(game):
        assert paper_table(game, min(game.seats), 7).lines == []
        one, other = (collect(replace(smallest(game), seed=seed, parts=("pieces", "aids"))).pieces for seed in (1, 2))
        assert one == other


@with_boards
@pytest.mark.parametrize("options", [{}, {"villages": "different"}], ids=["same", "different"])
def test_the_code_on_the_pages_types_the_same_boards_in(game: AnyGame, options: dict[str, str]) -> None:
    for players in game.seats:
        printed = paper_table(game, players, 7, options)
        typed = Table(game, players, printed.options)
        for line in typed_code(collected(Order(game.id, players, 7, tuple(options.items()))).pieces):
            typed.feed(line)
        assert typed.state == printed.state
        assert replay(read_kifu(paper_record(printed).write()), GAMES).state == printed.state


def test_the_game_in_the_docs_is_on_these_pages_and_can_be_checked_replayed_and_gone_on_with(tmp_path: Path) -> None:
    blocks = re.findall(r"```\n(.*?)```", PRINTING.read_text(encoding="utf-8"), re.S)
    record = next(block for block in blocks if block.startswith("game:"))
    file = tmp_path / "evening.kifu"
    printed = typed_code(collected(Order("kazoku-scribe", 2, 7)).pieces)
    assert [line for line in record.splitlines() if line.startswith("*:")] == printed
    file.write_text(record, encoding="utf-8")
    assert "good" in inside("verify", file)
    assert "fences c3" in inside("replay", file)
    assert "plan tailoring double" in zashiki("play", "--resume", file, typed="quit\n").stdout
    file.write_text(record.replace("creek 5 5 6", "creek 5 5 9"), encoding="utf-8")
    assert "line 8: The creek must stay between 3 and 6" in refusal("verify", file)


@every_printable
def test_what_cannot_be_printed_is_refused_with_a_sentence(game: AnyGame) -> None:
    order = smallest(game)
    for wrong, words in (
        (replace(order, paper="a3"), "paper"),
        (replace(order, card="tarot"), "size of the cards"),
        (replace(order, ink="gold"), "ink"),
        (replace(order, players=13), "players"),
        (replace(order, parts=("lid",)), "What to print"),
        (replace(order, options=(("colour", "blue"),)), "no option"),
        *([] if has_boards(game) else [(replace(order, parts=("boards",)), "nothing of boards")]),
    ):
        with pytest.raises(BadOption, match=words):
            collect(wrong)


@pytest.mark.parametrize(
    ("game", "option", "words", "named"),
    [
        ("kazoku-scribe", ("villages", "different"), "Villages: different", True),
        ("akiwado", ("purveyor", "true"), "Purveyor: yes", True),
        ("rights-of-losers", ("first_lead", "1"), "First lead: 1", False),
    ],
)
def test_a_changed_option_is_named_in_the_rules_unless_it_only_says_who_begins(
    game: str, option: tuple[str, str], words: str, named: bool
) -> None:
    order = Order(game, min(GAMES[game].seats), 7, (option,), parts=("rules",))
    booklet, usual = (collected(which).sections[0].booklet for which in (order, replace(order, options=())))
    assert booklet
    assert usual
    assert (words in booklet.body) == named
    assert words not in usual.body


def test_a_number_that_is_not_as_printed_prints_changed_and_says_so() -> None:
    dials = (("land-bonus", 15), ("points-7", 9), ("starts-low", 1))
    collection = collected(Order("rights-of-losers", 3, dials=dials))
    faces = {piece.key: piece.front for piece in collection.pieces}
    assert "worth 9" in faces["r7"]
    assert "worth" not in faces["r8"]
    assert faces["land-centre"].index("Low wins") < faces["land-centre"].index("turn over: High wins")
    assert ">15<" in faces["aid"]
    assert "Most land: 15" in faces["score-pad"]
    assert "Not as printed: 3" in faces["box-label"]
    booklet = next(section.booklet for section in collection.sections if section.booklet)
    assert "Points for the most land: 15 instead of 10 (ROL-44)" in booklet.body
    usual = {piece.key: piece.front for piece in collected(Order("rights-of-losers", 3)).pieces}
    assert "Not as printed" not in usual["box-label"]
    kazoku = collected(Order("kazoku-scribe", 2, 7, dials=(("w3-houses", 1), ("tailoring-cuts", 1), ("treasures-to-win", 3))))
    village, aid = (next(piece.front for piece in kazoku.pieces if piece.key == key) for key in ("village-0", "aid"))
    printed = next(piece.front for piece in collected(Order("kazoku-scribe", 2, 7)).pieces if piece.key == "village-0")
    assert "3 of three" in aid
    assert village.count("#kzs-tailoring") == printed.count("#kzs-tailoring") - 1


@pytest.mark.rule("KZS-1")
@pytest.mark.parametrize("language", LANGUAGES)
def test_only_four_players_are_called_teams_on_paper(language: str) -> None:
    token = LANGUAGE.set(language)
    for players in (2, 4):
        faces = "".join(piece.front for piece in collect(Order("kazoku-scribe", players, 7)).pieces)
        assert ("チーム" in faces or "team" in faces.lower()) == (players > 2)
    LANGUAGE.reset(token)


def test_the_codes_of_house_rules_open_the_same_numbers() -> None:
    """A server knows other numbers by the name of its set; without one the record goes into the code."""
    order = Order("rights-of-losers", 3, dials=(("tricks", 8),), server="https://example.org")
    named = replace(order, house_rules="short")
    assert paper_link(named).endswith("players=3&seed=0&house_rules=short")
    kifu = paper_record(paper_table(order.of, 3, 0))
    assert kifu.header["dials"] == "tricks=8"
    assert replay(kifu, GAMES).game.turned == {"tricks": 8}
    sheets = [next(piece for piece in collect(which).pieces if piece.key == "record-sheet").front for which in (order, named)]
    assert "The beginning of its record" in sheets[0]
    assert "Opens this game on a screen" in sheets[1]


def test_the_link_names_the_boards() -> None:
    order = Order("kazoku-scribe", 4, 9, (("villages", "different"), ("start", "0")), server="https://example.org/")
    assert paper_link(order) == "https://example.org/print/kazoku-scribe?players=4&seed=9&villages=different"


def test_every_word_of_the_pages_is_used() -> None:
    folder = Path(catalogue.__file__).parent
    words = tomllib.loads((folder / "words.toml").read_text(encoding="utf-8"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    assert [word for word in words if f'"{word}"' not in text and f"'{word}'" not in text] == []
