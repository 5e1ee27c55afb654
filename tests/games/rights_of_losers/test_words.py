"""The words of Rights of Losers in every language: rules, paper and table agree; advice for every kind of move."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.rights_of_losers.positions import options, position
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE
from zashiki.games.rights_of_losers import GAME, cards
from zashiki.games.rights_of_losers.state import State
from zashiki.games.rights_of_losers.words.catalogue import PRINT, card_name, colour_name, named

ROOT = Path(__file__).parents[3]
RULES = ROOT / "docs" / "rules"
WORDS = ROOT / "src" / "zashiki" / "games" / "rights_of_losers" / "words"
SPELLED = {
    word: str(number)
    for number, words in enumerate(
        ("", "one alone", "two", "three", "four", "five", "", "", "", "nine", "ten tenth"),
    )
    for word in words.split()
}


@pytest.fixture
def japanese() -> Iterator[None]:
    token = LANGUAGE.set("ja")
    yield
    LANGUAGE.reset(token)


def clauses(name: str) -> list[tuple[str, str]]:
    """The clauses of a rules page in their order: id and text."""
    return re.findall(r"^- \*\*(ROL-R?\d+)\*\* (.*)$", (RULES / name).read_text(encoding="utf-8"), re.M)


def numbers(text: str) -> set[str]:
    """The numbers in a clause, without those of ids, notation and figures written as words."""
    return set(re.findall(r"\d+", re.sub(r"ROL-R?\d+|`[^`]*`", "", text)))


def test_the_rules_have_the_same_clauses_in_the_same_order_in_japanese() -> None:
    english, japanese = clauses("rights-of-losers.md"), clauses("rights-of-losers.ja.md")
    assert len(english) == 50 + 31
    assert [clause for clause, _ in japanese] == [clause for clause, _ in english]


def test_every_number_in_a_clause_stands_in_both_languages() -> None:
    """Japanese writes in figures what English may spell out."""
    for (clause, english), (_, japanese) in zip(clauses("rights-of-losers.md"), clauses("rights-of-losers.ja.md"), strict=True):
        spelled = {SPELLED[word] for word in re.findall(r"[a-z]+", english.lower()) if word in SPELLED}
        assert numbers(english) <= numbers(japanese), clause
        assert numbers(japanese) <= numbers(english) | spelled | {"1", "2"}, clause  # 1枚, 2マス for "a chip", "between"
        assert re.findall(r"ROL-R?\d+", english) == re.findall(r"ROL-R?\d+", japanese), clause


def test_both_pages_have_the_same_headings_tables_and_notation() -> None:
    english, japanese = ((RULES / f"rights-of-losers{part}.md").read_text(encoding="utf-8") for part in ("", ".ja"))
    for pattern in (r"^(#+) ", r"^\|", r"^- \*\*"):
        assert re.findall(pattern, english, re.M) == re.findall(pattern, japanese, re.M)
    code = [sorted(set(re.findall(r"`([a-z][^`]*)`", text)) - {"row,col"}) for text in (english, japanese)]
    assert code[0] == code[1]


@pytest.mark.usefixtures("japanese")
def test_paper_and_table_call_the_same_thing_by_the_same_name() -> None:
    for k, colour in enumerate(cards.COLOURS):
        key, goods = colour.text("key"), colour.text("goods")
        assert colour_name(k) == PRINT(f"colour_{key}")
        assert named(f"name_{goods}", goods) == PRINT(f"goods_{key}")
        assert GAME.screen.tally(Table(GAME, 3, seed=1).view(0))[k].words == PRINT(f"pad_{key}")
    for k, land in enumerate(cards.LANDS):
        assert card_name(cards.FIRST_LAND + k) == PRINT(land.text("key").replace("-", "_"))
    for currency in cards.CURRENCIES:
        assert named(f"name_{currency.text('key')}", "") == PRINT(currency.text("key"))
    assert card_name(cards.CARD_IDS.index("g10")) == "緑10"
    assert GAME.pitch == PRINT("pitch")


def test_no_sentence_is_left_over() -> None:
    """Every key is asked for somewhere: by its name, or by what it begins with."""
    english = tomllib.loads((WORDS / "words.toml").read_text(encoding="utf-8"))
    files = [path for path in WORDS.parent.rglob("*") if path.suffix in (".py", ".html")]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    begun = set(re.findall(r"""["']([a-z]+_)(?:\{|" ~)""", code))
    for key in english:
        whole = re.search(rf"""["']{key}["']""", code)
        assert whole or any(key.startswith(start) for start in begun) or key.removesuffix("_last") in english, key


def aims(s: State) -> dict[str, str]:
    return {text: GAME.aim(s, s.seat, GAME.actions.read(text)) for text in options(s)}


@pytest.mark.rule("ROL-35")
def test_after_the_last_trick_advice_promises_no_lead() -> None:
    last = aims(position(phase="action", trick=10, winner=1, chips={1: "2,2"}))
    assert {last[move] for move in ("lead 0", "lead 2", "reverse", "pass")} == {"No trick follows, so nothing changes."}
    before = aims(position(phase="action", trick=9, winner=1, chips={1: "2,2"}, hands={1: "r9"}))
    assert before["lead 0"] == "You would not have to lead."
    assert before["pass"] == "Everything stays as it is, and you lead."
    assert before["reverse"] == "Your last card would then be weak and lose easily."


@pytest.mark.rule("ROL-32", "ROL-39")
def test_advice_says_what_a_chip_does_where_it_lies() -> None:
    s = position(phase="action", trick=5, winner=1, chips={1: "2,2 8,8 3,8", 0: "9,8 9,9", 2: "8,9"})
    said = aims(s)
    assert said["lift 2,2"] == "Where it lies it makes Land (north-west) yours; elsewhere it has to win more."
    assert said["lift 3,8"] == said["lift 8,8"] == "Where it lies it decides no card now."
    s = position(phase="action", trick=5, winner=1, chips={1: "2,2", 0: "4,4 2,1", 2: "1,2"}, field="3,3=r7")
    assert aims(s)["lift 2,2"] == "Where it lies it keeps Red 7 from becoming somebody else's."


@pytest.mark.rule("ROL-38", "ROL-43")
def test_advice_for_a_chip_that_changes_no_owner_is_true() -> None:
    s = position(phase="chip", winner=0, leader=0, chips={0: "5,5 5,4 4,5", 1: "1,2"}, seat=1)
    said = aims(s)
    assert said["chip 6,6"] == "You would be first at 3 empty plots."
    assert said["chip 1,1"] == "It makes what you hold harder to take."
    s = position(phase="chip", winner=0, leader=0, chips={0: "5,5 5,6 6,5 6,7 7,6"}, seat=1)
    assert aims(s)["chip 6,6"] == "Nothing changes hands yet, but you come closer to Land (centre)."
    s = position(phase="build", winner=1, leader=0, chips={1: "2,2", 0: "4,4"}, seat=1)
    s.picked = cards.CARD_IDS.index("b1")
    assert aims(s)["build 1,3"] == "It would be yours, for one point."
    assert aims(s)["build 5,3"] == "There it goes to {0}, for one point."


@pytest.mark.usefixtures("japanese")
def test_what_cannot_be_read_is_said_in_japanese() -> None:
    table = Table(GAME, 3)
    with pytest.raises(BadNotation, match=r"^「roll 6」はこのゲームの書き方ではありません。次は「deal 0 <カード10枚>」です。$"):
        table.feed("*: roll 6")
    with pytest.raises(IllegalMove, match=r"^「first 0」の番ではありません。"):
        table.feed("*: first 0")
