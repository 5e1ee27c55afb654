"""What Kazoku Scribe says: advice for every kind of move, people by their marks, and the same in Japanese."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.text import Text

from tests.games.kazoku_scribe.positions import BOARD_E, KazokuTable, board_e, mask, only_intact, play, reading, submitting
from tests.games.kazoku_scribe.test_terminal import MOST_COLUMNS, MOST_LINES
from tests.support import new_table, play_randomly
from zashiki.core.chance import below, seeded
from zashiki.core.errors import BadNotation, IllegalMove, ZashikiError
from zashiki.core.game import SPECTATOR
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGES
from zashiki.games.kazoku_scribe import GAME, cards
from zashiki.games.kazoku_scribe.words.telling import key_of

RULES = Path(__file__).parents[3] / "docs" / "rules"
NUMBER_WORDS = {
    "two": 2, "both": 2, "twice": 2, "doubled": 2, "second": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
}  # fmt: skip


def clauses_in(text: str) -> list[tuple[str, str]]:
    return re.findall(r"^- \*\*(KZS-R?\d+)\*\* (.*)$", text, re.MULTILINE)


def numbers_in(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"\d+", re.sub(r"`[^`]*`|KZS-R?\d+", "", text))}


def test_the_rules_in_japanese_have_the_same_clauses_in_the_same_order_with_the_same_numbers() -> None:
    english, japanese = ((RULES / f"kazoku-scribe{ending}").read_text(encoding="utf-8") for ending in (".md", ".ja.md"))
    assert [clause for clause, _ in clauses_in(japanese)] == [clause for clause, _ in clauses_in(english)]
    for (clause, words), (_, own) in zip(clauses_in(english), clauses_in(japanese), strict=True):
        spelt = {NUMBER_WORDS[word] for word in re.findall(r"[a-z]+", words.lower()) if word in NUMBER_WORDS}
        assert numbers_in(words) <= numbers_in(own), clause
        assert numbers_in(own) <= numbers_in(words) | spelt | {1}, clause  # where English has an article, Japanese may have a 1
        assert re.findall(r"`[^`]*`|\[physical\]|KZS-R?\d+", own) == re.findall(r"`[^`]*`|\[physical\]|KZS-R?\d+", words), clause


def test_the_rules_in_japanese_are_built_like_those_in_english() -> None:
    built = []
    for ending in (".md", ".ja.md"):
        lines = (RULES / f"kazoku-scribe{ending}").read_text(encoding="utf-8").split("\n")
        heads = [re.match("#* |- |[|]", line) for line in lines]
        cells = [len(re.sub(r"`[^`]*`", "", line).split("|")) for line in lines if line.startswith("|")]
        built.append(([head[0] for head in heads if head], cells))
    assert built[0] == built[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_move_has_advice_of_its_own(language: str) -> None:
    kinds = set()
    with reading(language):
        for players, seed in ((2, 1), (4, 2), (2, 3)):
            table = new_table(GAME, players, {}, seed=seed)
            for _ in play_randomly(table, seeded(seed)):
                for seat in table.to_act:
                    for action in GAME.legal_actions(table.state, seat):
                        kinds.add(key_of(action))
                        assert GAME.words.aim(table.state, seat, action)
        for key in ("plan none", "challenge none", "unmatched w1"):  # which random play seldom meets
            action = GAME.actions.read(key)
            kinds.add(key_of(action))
            assert GAME.words.aim(board_e().state, 0, action)
    assert kinds == {key_of(block.first) for block in GAME.actions.blocks}


def advice(table: KazokuTable, seat: int, text: str) -> str:
    assert text in table.legal(seat)
    return GAME.words.aim(table.state, seat, GAME.actions.read(text))


@pytest.mark.rule("KZS-8", "KZS-19", "KZS-20", "KZS-R30")
def test_advice_on_entries_and_estates() -> None:
    table = board_e(entry=None)
    assert advice(table, 1, "enter h1") == "No treasure is next to it, so the very first step finds none."
    assert advice(table, 1, "enter h6") == "A treasure is next to it, for whoever explores first."  # the coin on g6
    assert advice(table, 1, "enter b6") == "2 treasures are next to it, for whoever explores first."  # silk on b5 and c6
    play(table, "1: enter h1")
    assert advice(table, 0, "plan w1 double") == "Its estate needs 4 houses, 2 trees, 2 towers, 1 double arrow."
    play(table, "0: plan w1 shield", "0: fence d1", "0: fence c1", "0: fence c2", "0: fence d2")
    assert advice(table, 0, "fence c3") == "It completes the estate."
    table = board_e()
    play(table, "0: plan w1 shield")
    assert advice(table, 0, "fence d1") == "After it the estate still needs 2 houses, 1 tree, 1 tower."
    assert advice(table, 0, "fence c1") == "After it the estate still needs 1 house, 1 tree, 1 tower, 1 shield."


@pytest.mark.rule("KZS-35", "KZS-39", "KZS-R16")
def test_advice_on_challenges_says_what_the_neighbour_would_lose() -> None:
    table = board_e("j9")
    for seat in (0, 1):
        only_intact(table.state, "a1", seat)
    play(table, "0: plan none", "1: plan none")
    s = table.state
    only_intact(s, "a5 a6 a7 b5 b6 c6", 1)
    s.sick[2:4] = mask(s, "a6")
    s.pieces[2:4] = [cards.ACTION_IDS.index("w4"), -1]
    assert advice(table, 0, "challenge fever spread") == "3 houses of {1} fall sick and can never be fenced."
    with reading("ja"):
        assert advice(table, 0, "challenge fever spread") == "{1}の家が3軒病気になり、二度と囲えません。"
    assert advice(table, 0, "challenge blight w4 1") == "War piece 4 of {1} is about to be submitted, and keeps 3 squares."
    assert advice(table, 0, "challenge deserter w1 1") == "War piece 1 of {1} keeps 2 squares."


@pytest.mark.rule("KZS-46", "KZS-48", "KZS-50", "KZS-51", "KZS-R12")
def test_advice_on_pieces_and_steps() -> None:
    table = submitting(board_e("h1"), "w1", "")
    assert advice(table, 0, "place w1 g5 g6 g7") == "It covers 3 icons of the battle plan: 3 steps in the dungeon."
    play(table, "0: place w1 g5 g6 g7")
    assert advice(table, 0, "explore h2") == "It brings a shield: a box of a later round may be crossed."
    play(table, "0: explore h2", "0: ward fever 2")
    assert advice(table, 0, "explore i2") == "You would have 1 silk in your row, {1} 0; 5 own it."
    play(table, "0: explore g2")
    assert advice(table, 0, "explore g3") == "It uses up one supply of the piece. 2 treasures are next to it."
    table.state.round = cards.ROUNDS
    assert advice(table, 0, "explore h3") == "A treasure is next to it."  # jade; its shield has no later round


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_counts_seats(language: str) -> None:
    rng, said = seeded(5), set()
    with reading(language):
        table = new_table(GAME, 4, {}, seed=5)
        for step, _ in enumerate(play_randomly(table, rng)):
            for _ in range(3 if step % 4 == 0 else 0):
                seat, action = below(rng, 4), below(rng, GAME.action_count)
                try:
                    table.copy().play(seat, action)
                except IllegalMove as refused:
                    said.add(refused.sentence)
    assert not [words for words in said if re.search(r"[Ss]eat \d|席\d|\d番席", words)]
    assert any("{3}" in words for words in said)


@pytest.mark.parametrize(
    ("line", "english", "japanese"),
    [
        ("*: start 4", "'start 4' must name a seat from 0 to 1.", "「start 4」には、0から1までの席を書きます。"),
        (
            "*: battle sap",
            "'battle' does not come now; 'start <seat>' does.",
            "今は「battle」の番ではありません。次は「start <席>」です。",
        ),
        (
            "*: dance",
            "'dance' is not a chance event of Kazoku Scribe; 'start <seat>' comes next.",
            "「dance」は「華族の書記」の偶然の出来事ではありません。次は「start <席>」です。",
        ),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_in_the_language_of_the_reader(line: str, english: str, japanese: str) -> None:
    for language, words in (("en", english), ("ja", japanese)):
        with reading(language), pytest.raises(ZashikiError) as refused:
            Table(GAME, 2).feed(line)
        assert str(refused.value).startswith(words)


def test_pages_that_cannot_be_read_are_refused_in_the_language_of_the_reader() -> None:
    with reading("ja"):
        table: KazokuTable = Table(GAME, 2, {"start": "0"})
        with pytest.raises(BadNotation, match=r"^布陣図は7行で、各行に「sap」の文字を9個並べます。$"):
            table.feed("*: battle sap")
        play(table, *BOARD_E[:2])
        with pytest.raises(
            IllegalMove, match=r"^書くシートは「all」です。次は「village all <9文字を8行> creek <数を8個>」です。"
        ):
            table.feed("*: village 0")
        with pytest.raises(BadNotation, match=r"^村シートは「village all .*」の形で書きます。$"):
            table.feed("*: village all sap")
        play(table, BOARD_E[2])
        with pytest.raises(BadNotation, match=r"^知恵の表は「knowledge all <部隊を5つ>」の形で書きます。"):
            table.feed("*: knowledge all sap")
        with pytest.raises(IllegalMove, match=r"^「s」は、部隊の7つの形のどれでもありません。"):
            table.feed("*: knowledge all s s s s s")
        with pytest.raises(BadNotation, match=r"^「place w1 b1 a1」には、異なるマスを左上から順に書きます。$"):
            GAME.actions.read("place w1 b1 a1")


@pytest.mark.parametrize("players", GAME.seats)
def test_the_table_fits_a_screen_in_japanese(players: int) -> None:
    with reading("ja"):
        t = new_table(GAME, players, {}, seed=players)
        for step, _ in enumerate(play_randomly(t, seeded(players))):
            for viewer in (t.to_act[0], SPECTATOR) if step % 3 == 0 and not t.over else ():
                lines = Text.from_markup(GAME.screen.draw_text(t.view(viewer))).plain.split("\n")
                assert len(lines) <= MOST_LINES[players]
                assert max(map(cell_len, lines)) <= MOST_COLUMNS[players]
                beside = [cell_len(line[: line.index("熱病")]) for line in lines if "熱病" in line]
                below_it = [cell_len(line[: line.index("根腐れ")]) for line in lines if "根腐れ" in line]
                assert beside == below_it  # the blocks beside a village stand straight


def test_a_question_speaks_only_of_answers_there_are() -> None:
    asked = set()
    for seed in range(4):
        table = Table(GAME, 4, seed=seed)
        for seat, _ in play_randomly(table, seeded(seed)):
            words, options = GAME.words.ask(table.state, seat), table.legal(seat)
            assert ("none of yours fits" in words) == all(option.startswith("unmatched ") for option in options)
            assert ("no challenge that you could choose" in words) == (options == ["challenge none"])
            assert ("No action fits" in words) == (options == ["plan none"])
            asked.add(words.partition("{")[0])
    assert "Submit a war piece: none of yours fits on the battle plan any more." in asked
    assert "There is no challenge that you could choose against " in asked
    assert "No action fits your village any more." in asked
