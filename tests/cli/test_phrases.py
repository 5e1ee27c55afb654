"""Where a line of Japanese ends in a terminal."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from rich.text import Text

from tests.support import every_game
from zashiki.cli.phrases import by_phrases
from zashiki.core.game import OPEN, AnyGame
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE, with_names

NAMES = ["あいこ", "けんじ", "めい", "はな", "げんじ"]
LONGEST = 40  # columns: the longest thing that must not be cut, and more


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (26, ["げんじは3・4・5を置き場に", "並べ、引き分けの灯りを", "受け取ります。"]),
        (44, ["げんじは3・4・5を置き場に並べ、引き分けの", "灯りを受け取ります。"]),
        (80, ["げんじは3・4・5を置き場に並べ、引き分けの灯りを受け取ります。"]),
    ],
)
def test_words_and_rolls_stay_whole(width: int, lines: list[str]) -> None:
    assert by_phrases(Text("".join(lines)), width).plain.split("\n") == lines


def test_a_quotation_begins_a_line_and_takes_its_particle_along() -> None:
    told = Text("あいこは「大使の舞踏会」に参加します。")
    assert by_phrases(told, 26).plain.split("\n") == ["あいこは「大使の舞踏会」に", "参加します。"]
    assert by_phrases(told, 22).plain.split("\n") == ["あいこは「大使の", "舞踏会」に参加します。"]


def test_what_is_not_japanese_is_left_to_the_terminal() -> None:
    told = Text("Aiko signs up for the Ambassador's Ball.")
    assert by_phrases(told, 10) is told


@pytest.fixture
def japanese() -> Iterator[None]:
    token = LANGUAGE.set("ja")
    yield
    LANGUAGE.reset(token)


@every_game
@pytest.mark.usefixtures("japanese")
def test_what_is_told_loses_nothing_and_no_line_begins_or_ends_oddly(game: AnyGame) -> None:
    table, chooser = Table(game, game.seats[-1], seed=2), random.Random(2)
    while not table.over and len(table.lines) < 120:
        seat = chooser.choice(table.to_act)
        table.play(seat, chooser.choice(game.legal_actions(table.state, seat)))
    for line in table.lines:
        told = with_names(line.told[OPEN], NAMES)
        lines = by_phrases(Text(told), LONGEST).plain.split("\n")
        assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", told)
        assert not [part for part in lines if re.match(r"[、。」』）ぁぃぅぇぉっゃゅょーァィゥェォッャュョ・]", part)], lines
        assert not [part for part in lines[:-1] if re.search(r"[「『（・\u2060]$", part)], lines
        assert all(cell_len(part) <= LONGEST for part in lines), lines
