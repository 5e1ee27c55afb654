"""The words of Saigo no Kane in both languages: names, options, advice, and the rules page."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.saigo_no_kane.positions import SnkTable, hand, layout, own, pass_all, play, playground, stock
from tests.games.saigo_no_kane.swap import swap
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.errors import BadNotation, BadOption, IllegalMove
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE, LANGUAGES
from zashiki.games.saigo_no_kane import GAME, cards
from zashiki.games.saigo_no_kane.words.catalogue import name_of

RULES = Path(__file__).parents[3] / "docs" / "rules"
CLAUSE = re.compile(r"^- \*\*(SNK-R?\d+)\*\* (.*)$", re.MULTILINE)


@pytest.fixture
def japanese() -> Iterator[None]:
    token = LANGUAGE.set("ja")
    yield
    LANGUAGE.reset(token)


def aim(table: SnkTable, seat: int, text: str) -> str:
    """What the house says of a legal move."""
    assert text in table.legal(seat)
    return GAME.aim(table.state, seat, GAME.actions.read(text))


def test_every_kind_of_move_has_a_sentence_that_hangs_on_nothing_hidden() -> None:
    """In whole games, in both languages: another hand, bid or pile that the seat cannot rule out changes no advice."""
    spoken = set()
    for players, seed in ((2, 4), (3, 5), (4, 6)):
        table, rng = Table(GAME, players, {"candidates": "choose"}, seed=seed), seeded(seed)
        for step, (seat, _) in enumerate(play_randomly(table, seeded(seed))):
            LANGUAGE.set(LANGUAGES[step % 2])
            other = swap(table.state.copy(), seat, rng)
            for action in GAME.legal_actions(table.state, seat):
                sentence = GAME.aim(table.state, seat, action)
                assert sentence, GAME.actions.write(action)
                assert sentence == GAME.aim(other, seat, action)
                spoken.add((GAME.actions.split(action)[0], LANGUAGES[step % 2]))
            LANGUAGE.set("en")
    verbs = {block.name for block in GAME.actions.blocks} - {"drop"}
    assert {(verb, language) for verb in verbs for language in LANGUAGES} == spoken


@pytest.mark.rule("SNK-72")
def test_a_dropped_card_is_advised_on_too() -> None:
    table = layout(2)
    hand(table, 0, "kishimoto kishimoto fukada fukada daigoku daigoku")
    hand(table, 1)
    stock(table, 0, drama=5)
    pass_all(table)
    play(table, "0: start theatre-premiere", "0: forfeit", "1: forfeit", "0: forfeit", "1: forfeit")
    assert aim(table, 0, "return drama") == "It goes back to the pool: 4 Drama left, and 4 talents in all stay with you."
    play(table, "0: return drama")
    assert aim(table, 0, "drop fukada") == "It is gone, and nobody else sees which card it was."


@pytest.mark.rule("SNK-37", "SNK-60", "SNK-R19")
def test_advice_counts_what_the_seat_has() -> None:
    table = layout(2)
    stock(table, 0, popularity=3, yen=9, drama=3, art=2)
    hand(table, 0, "kishimoto")
    hand(table, 1)
    assert aim(table, 0, "buy campaign-button") == "It brings 1 vote at once."
    play(table, "0: play kishimoto popularity")
    stock(table, 1, popularity=3)
    assert aim(table, 0, "target 1") == "{1} would have 1 popularity left."
    play(table, "0: target 1")
    pass_all(table)
    play(table, "0: start theatre-premiere")
    assert aim(table, 0, "pay popularity drama art") == "All it asks for: 4 votes, shared with whoever else pays everything."
    assert aim(table, 0, "pay drama art") == "No votes, but 2 of its rewards."
    assert aim(table, 0, "pay art") == "No votes, but one of its rewards."


@pytest.mark.rule("SNK-64", "SNK-65")
def test_advice_on_a_bid_compares_it_with_what_others_have() -> None:
    table = layout(2, attend=("mystery-night", "popularity-poll"))
    hand(table, 0)
    stock(table, 0, popularity=3)
    stock(table, 1, popularity=2)
    pass_all(table)
    play(table, "0: start popularity-poll")
    assert [aim(table, 0, f"bid {number}").split(":")[0] for number in range(4)] == [
        "You spend nothing and get nothing.",
        "Somebody could bid more and take 4 votes; your bid is spent in any case.",
        "Nobody can bid more",
        "Nobody else has as much to bid",
    ]


@pytest.mark.rule("SNK-45", "SNK-52")
def test_advice_names_the_event_that_lacks_a_talent_and_whom_a_card_hits() -> None:
    table = layout(2)
    own(table, 1, "sasaki-emi/ noda-yu")
    stock(table, 0, popularity=3, drama=3, art=1)
    hand(table, 0, "daigoku")
    play(table, "0: ability")
    assert aim(table, 0, "swap drama art") == "Art is still missing for Theatre Premiere."
    assert aim(table, 0, "swap drama sports") == "No event of yours lacks Sports; all talents count towards the most talents."
    playground(table, "theatre-premiere", "improv-battle", "mystery-night")
    assert aim(table, 0, "swap art drama") == "Drama is what you bid at Improv Battle."
    play(table, "0: swap drama sports", "0: done", "1: pass", "0: play daigoku mark")
    assert aim(table, 0, "target sasaki-emi") == "Sasaki Emi is tilted: {1} would lose the student and get no talents."
    assert aim(table, 0, "target noda-yu") == "{1} could not use Noda Yu for 1 Science, 1 Sports, 1 Politics."


@pytest.mark.usefixtures("japanese")
def test_everything_with_a_name_has_a_japanese_one_of_its_own() -> None:
    names = [name_of(key) for key in cards.NAME_OF]
    assert [name for name in names if re.search("[A-Za-z]", name)] == []
    assert len(set(names)) == len(names)
    assert [GAME.choice_title(key) for key in cards.CANDIDATE_IDS] == [name_of(key) for key in cards.CANDIDATE_IDS]
    assert GAME.name == "最後の鐘"
    assert [GAME.option_title(option) for option in GAME.about.options] == ["最初のお気に入り", "候補者", "初回ゲーム"]


@pytest.mark.usefixtures("japanese")
def test_what_cannot_be_read_is_said_in_japanese() -> None:
    with pytest.raises(BadOption, match="別々の候補者を2人書きます。「nijino-ame」は使えません"):
        GAME.encode_options(2, {"candidates": "nijino-ame"})
    with pytest.raises(BadOption, match="「nobody」は使えません"):
        GAME.encode_options(2, {"candidates": "nobody"})
    with pytest.raises(BadNotation, match="「pay art drama」は支払いではありません"):
        GAME.actions.read("pay art drama")
    table = Table(GAME, 2, {"first_pet": "0"})
    with pytest.raises(BadNotation, match="次は「candidate 0 <candidate>」です"):
        table.feed("*: weather fine")
    with pytest.raises(IllegalMove, match="今は「item bokken」ではなく"):
        table.feed("*: item bokken")


PAGES = ("saigo-no-kane.md", "saigo-no-kane.ja.md")
WRITTEN_OUT = {"nothing": "0", "zero": "0", "two": "2", "three": "3", "four": "4", "five": "5", "sixth": "6"}
GIVEN_UP = re.compile("横向き|手放|売店|才能の山|教師カード|ビッド|申し込|最多の判定|最多ボーナス|成功させ|収入")


def page(name: str) -> str:
    return (RULES / name).read_text(encoding="utf-8")


def test_the_japanese_rules_have_every_clause_in_order_with_its_numbers() -> None:
    """Numbers that English writes out are figures in Japanese, and so is one for "a" and "an"."""
    english, japanese = (CLAUSE.findall(page(name)) for name in PAGES)
    assert len(english) == 83 + 45
    assert [clause for clause, _ in japanese] == [clause for clause, _ in english]
    for (clause, theirs), (_, ours) in zip(english, japanese, strict=True):
        figures = set(re.findall(r"\d+", theirs))
        words = {WRITTEN_OUT.get(word, "1") for word in re.findall(r"\w+", theirs.lower())}
        assert figures <= set(re.findall(r"\d+", ours)) <= figures | words, clause


def test_the_japanese_rules_have_the_structure_of_the_english_ones() -> None:
    for pattern in (r"^#+(?= )", r"^\|[-|]+$", r"`([^`]+)`"):  # headings, heads of tables, notation
        english, japanese = (re.findall(pattern, page(name), re.MULTILINE) for name in PAGES)
        assert sorted(english) == sorted(japanese), pattern
    english, japanese = ([line.count("|") for line in page(name).splitlines() if line.startswith("|")] for name in PAGES)
    assert english == japanese


def test_lesson_primer_and_help_call_things_by_their_japanese_names() -> None:
    """No English name of a card, and none of the words that were given up for another, is left in Japanese sentences."""
    english = [name for name in cards.NAME_OF.values() if len(name) > 3]
    files = [GAME.folder / "languages" / "ja.toml", GAME.folder / "help.ja.md", RULES / "saigo-no-kane.ja.md"]
    for file in files:
        for sentence in japanese_in(file):
            assert [*GIVEN_UP.findall(sentence), *(name for name in english if name in sentence)] == [], (file.name, sentence)


def japanese_in(file: Path) -> list[str]:
    """The sentences of the language, or all of a page."""
    if file.suffix == ".md":
        return file.read_text(encoding="utf-8").splitlines()
    return [str(words) for section in tomllib.loads(file.read_text(encoding="utf-8")).values() for words in section.values()]
