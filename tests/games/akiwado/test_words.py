"""Akiwado in two languages: the rules say the same, one word stands for one thing, people are marks, every move has advice."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.akiwado.positions import act, announce, announcing, base, counts, play
from tests.support import play_randomly
from zashiki.core.chance import seeded
from zashiki.core.errors import BadDial, BadNotation, BadOption, IllegalMove
from zashiki.core.game import SPECTATOR
from zashiki.core.table import Table
from zashiki.core.turning import turned
from zashiki.core.words import LANGUAGE, translations
from zashiki.games.akiwado import GAME
from zashiki.games.akiwado.cards import KINDS
from zashiki.games.akiwado.state import State
from zashiki.games.akiwado.words.explain import explain

RULES = Path(__file__).parents[3] / "docs" / "rules"
CLAUSE = re.compile(r"\*\*(AKI-R?\d+)\*\*(.*)")
SPELT = {
    "one": 1, "two": 2, "both": 2, "twice": 2, "second": 2, "double": 2, "three": 3, "triple": 3, "four": 4, "quadruple": 4,
    "five": 5, "quintuple": 5, "six": 6, "eight": 8, "ninth": 9,
}  # fmt: skip


@pytest.fixture
def japanese() -> Iterator[None]:
    token = LANGUAGE.set("ja")
    yield
    LANGUAGE.reset(token)


# The rules page


def page(language: str) -> str:
    return (RULES / ("akiwado.ja.md" if language == "ja" else "akiwado.md")).read_text(encoding="utf-8")


def clauses(language: str) -> dict[str, str]:
    return dict(CLAUSE.findall(page(language)))


def test_the_japanese_rules_have_the_same_clauses_in_the_same_order() -> None:
    assert [clause for clause, _ in CLAUSE.findall(page("ja"))] == [clause for clause, _ in CLAUSE.findall(page("en"))]
    for mark in (r"^#+ ", r"^\|(?=.*\|$)", r"^- "):
        assert re.findall(mark, page("ja"), re.MULTILINE) == re.findall(mark, page("en"), re.MULTILINE)
    assert sorted(re.findall(r"`[^`]+`", page("ja"))) == sorted(re.findall(r"`[^`]+`", page("en")))


def numbers(text: str) -> set[int]:
    return {int(digits) for digits in re.findall(r"\d+", re.sub(r"AKI-R?\d+", "", text))}


@pytest.mark.parametrize("clause", clauses("en"))
def test_every_number_of_a_clause_stands_in_both_languages(clause: str) -> None:
    english, japanese = clauses("en")[clause], clauses("ja")[clause]
    spelt = {SPELT[word] for word in re.findall(r"[a-z]+", english.lower()) if word in SPELT}
    assert numbers(english) - numbers(japanese) == set()
    # English says "a coin" where Japanese counts one.
    assert numbers(japanese) - numbers(english) - spelt - {1} == set()
    assert re.findall(r"AKI-R?\d+|\[physical\]", english) == re.findall(r"AKI-R?\d+|\[physical\]", japanese)


# One word for one thing

OTHER_WORDS = (
    "コイン|金貨|小判|両替|ストック|ケース|ロット|品札|ビッド|オークション|不正|正直者|ダブル|トリプル|分配|分けかた|つい立て|衝立|"
    "購入|東市|西市|東の店|西の店|捨て札|捨札|ターン|御用商人|受け入れ|成立"
)


def japanese_texts() -> dict[str, str]:
    """All that a Japanese reader reads of this game, by file."""
    sections = tomllib.loads((GAME.folder / "languages" / "ja.toml").read_text(encoding="utf-8"))
    pages = (GAME.folder / "help.ja.md", RULES / "akiwado.ja.md")
    return {
        **{section: "\n".join(map(str, said.values())) for section, said in sections.items()},
        **{path.name: path.read_text(encoding="utf-8") for path in pages},
    }


@pytest.mark.rule("AKI-R23")
def test_each_thing_has_one_japanese_name_everywhere() -> None:
    found = {name: re.findall(OTHER_WORDS, text) for name, text in japanese_texts().items()}
    assert {name: words for name, words in found.items() if words} == {}
    assert len(found) >= 8
    for name in ("廃品", "不義理", "小遣い", "荷"):
        for file in ("words/words", "help.ja.md", "akiwado.ja.md", "lessons/first_game"):
            assert name in japanese_texts()[file], (name, file)


# Refusals


@pytest.mark.rule("AKI-20", "AKI-26", "AKI-32", "AKI-38", "AKI-41")
def test_refusals_name_people_by_marks() -> None:
    s = play(base(unjust="3"), "*: roll 1 4 5")
    assert explain(s, 1, "keep 1").sentence == "{1} cannot split the dice now. It is up to {0}."
    play(s, "0: keep 1")
    assert explain(s, 0, "accept").sentence == "{0} split the dice and has no vote."
    assert explain(s, 3, "accept").sentence == "{3} broke their word and sits out this touting."
    play(s, "1: accept")
    assert explain(s, 1, "challenge").sentence == "{1} has already answered."
    s = announcing(base())
    assert explain(s, 2, "declare east").sentence == "{2} cannot make an announcement now. It is up to {0}."


@pytest.mark.usefixtures("japanese")
def test_refusals_name_people_by_marks_in_japanese() -> None:
    s = play(base(unjust="3"), "*: roll 1 4 5")
    assert explain(s, 1, "keep 1").sentence == "今は{1}の番ではありません。ダイスを分けるのは{0}です。"
    assert explain(s, 0, "bid east 1").sentence == "今は入札の場面ではありません。ダイスを分けるところです。"
    assert explain(s, 0, "keep 6").sentence == "「keep 6」はできません。その目は出ていません。"


@pytest.mark.usefixtures("japanese")
@pytest.mark.parametrize(
    ("event", "why"),
    [
        ("colours red white", "並べる数は3個です"),
        ("colours red white red", "席ごとに違う色が必要です"),
        ("remove red", "「remove red」は今は起こりません。次は「colours」です"),
        ("market nothing", "「market nothing」は、あきわどの偶然の出来事ではありません。次は「colours」です"),
    ],
)
def test_chance_that_cannot_happen_is_refused_in_japanese(event: str, why: str) -> None:
    with pytest.raises((BadNotation, IllegalMove), match=why):
        GAME.words.read_chance(GAME.new(3), event)


@pytest.mark.parametrize(
    ("players", "given", "english", "japanese"),
    [
        (
            3,
            {"colours": "red,white,green"},
            "out of white, yellow, red, blue, black joined",
            "white、yellow、red、blue、black から",
        ),
        (3, {"colours": "red,white,red"}, "must name 3 different colours", "席ごとに違う色を3つ並べます"),
        (
            3,
            {"remove": "green"},
            "remove must be random or one of white, yellow",
            "「箱に残す色」（remove）は、random か、white、yellow",
        ),
        (5, {"remove": "red"}, "remove is for 3 or 4 players", "3・4人用です"),
        (3, {"remove": "black"}, "only together with colours", "「店の色」（colours）も決めたときだけ"),
        (3, {"colours": "red,white,blue", "remove": "red"}, "a seat owns red", "赤は、店の色に使われている"),
    ],
)
def test_options_are_refused_in_the_language_of_the_reader(
    players: int, given: dict[str, str], english: str, japanese: str
) -> None:
    for language, words in (("en", english), ("ja", japanese)):
        token = LANGUAGE.set(language)
        with pytest.raises(BadOption, match=re.escape(words)):
            Table(GAME, players, given)
        LANGUAGE.reset(token)


@pytest.mark.usefixtures("japanese")
def test_numbers_that_do_not_go_together_are_refused_in_japanese() -> None:
    with pytest.raises(BadDial, match="銭は全部で50文なのに、最初に51文を配ることになります"):
        turned(GAME, {"seat-2-coins": 1, "starting-coins": 10})


@pytest.mark.usefixtures("japanese")
def test_sentences_follow_each_other_as_japanese_does() -> None:
    s = announce(announcing(base(), area=1), "e e w p")
    play(s, "0: bid east 2", "1: pocket", "2: bid west 2")
    told = GAME.words.tell(s, 3, GAME.actions.read("bid west 2"), SPECTATOR)
    assert told == (
        "{3}は西に2文で入札しました。行動が一斉に公開されました：{0}は東に2文、{1}は小遣い、{2}は西に2文、{3}は西に2文。"
        "{0}が東の荷を2文で落札しました：赤。西は最高額が同額なので、荷は残ります：青。"
        "小遣い：{1}に2文。宣言を破った人：{1}、{3}。"
    )


# Advice


def advice(s: State, seat: int, move: str) -> str:
    return GAME.aim(s, seat, GAME.actions.read(move))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_move_has_a_sentence_of_the_games_own(language: str) -> None:
    token, verbs = LANGUAGE.set(language), set[str]()
    for seed in range(12):
        table = Table(GAME, 3 + seed % 3, {"purveyor": "true"}, seed=seed)
        for _ in play_randomly(table, seeded(seed)):
            for seat in table.to_act:
                for action in GAME.legal_actions(table.state, seat):
                    assert GAME.aim(table.state, seat, action)
                    verbs.add(GAME.actions.write(action).split(" ")[0])
    LANGUAGE.reset(token)
    assert verbs == {"keep", "accept", "challenge", "declare", "bid", "pocket", "stand", "reduce", "take"}


@pytest.mark.rule("AKI-28", "AKI-30")
def test_advice_on_splits_and_votes() -> None:
    s = play(base(3, unjust="1 2"), "*: roll 1 2 6")
    assert advice(s, 0, "keep 1") == "You would earn 1 coin, and nobody else takes part."
    s = play(base(4), "*: roll 1 1 2", "0: keep 1")
    assert advice(s, 1, "challenge").endswith("new dice may be better.")
    play(s, "1: challenge", "2: challenge", "3: accept", "*: roll 1 1 2", "0: keep 1")
    assert advice(s, 1, "challenge") == "If it succeeds, nobody is paid: you lose 2 coins, {0} 1 coin."


@pytest.mark.rule("AKI-43", "AKI-54", "AKI-81", "AKI-87")
def test_advice_on_lots_and_pocket_money() -> None:
    s = announcing(base(hands="white / white / red / yellow", markers={"yellow": 3}), east="white", west="", area=2)
    assert advice(s, 0, "declare west") == "There are no cards to bid for."
    # A second white card is a point, and the white marker three more.
    assert advice(s, 0, "declare east") == "The lot would bring you 4 points."
    assert advice(s, 0, "declare pocket").startswith("Up to 3 coins: 1 from the stock and the dish")
    assert advice(s, 3, "declare pocket").startswith("Up to 4 coins: 2 from the stock and the dish")
    announce(s, "e p e p")
    assert advice(s, 0, "pocket").endswith("But it breaks your word.")
    assert not advice(s, 1, "pocket").endswith("But it breaks your word.")


TIED = "The highest bids would be tied, so the lot stays and nobody pays."


@pytest.mark.rule("AKI-88", "AKI-R31")
@pytest.mark.parametrize(
    ("bids", "stand", "reduce"),
    [
        ("e4 e2 w1 w2", "You would buy the lot for 4 coins.", "You would buy the lot for 3 coins."),
        ("e3 e2 w1 w2", "You would buy the lot for 3 coins.", TIED),
        ("e2 e2 w1 w2", TIED, "{1} would buy the lot, and your coins come back."),
        ("e1 p w1 w2", "You would buy the lot for 1 coin.", "There would be no bid, so the lot goes to the waste."),
    ],
)
def test_advice_on_the_blue_marker_says_what_comes_of_the_bid(bids: str, stand: str, reduce: str) -> None:
    s = act(announce(announcing(base(markers={"blue": 0}), east="red", west="white"), "e e w w"), bids)
    assert (advice(s, 0, "stand"), advice(s, 0, "reduce")) == (stand, reduce)


@pytest.mark.rule("AKI-89")
def test_advice_on_the_red_marker_counts_points() -> None:
    s = base(hands="red red blue / white / yellow / black", markers={"red": 0})
    s.deck[:], s.waste[:] = [0] * KINDS, counts("blue yellow custom")
    act(announce(announcing(s), "p p p p"), "p p p p")
    assert advice(s, 0, "take blue") == "It would bring you 4 points."
    assert advice(s, 0, "take yellow") == "It would bring you one point."


def test_the_catalogue_has_a_name_for_every_piece_of_the_game() -> None:
    japanese = translations(GAME.folder / "words" / "words.toml")["ja"]
    for key in ("white", "yellow", "red", "blue", "black", "custom"):
        assert {f"name_{key}", f"name_goods_{key}"} <= set(japanese)
    for option in GAME.about.options:
        assert {f"option_{option.name}", f"option_{option.name}_help"} <= set(japanese)


def test_who_has_no_coins_is_asked_for_pocket_money_alone() -> None:
    asked = set()
    for seed in range(6):
        table = Table(GAME, 5, seed=seed)
        for seat, _ in play_randomly(table, seeded(seed)):
            words = GAME.words.ask(table.state, seat)
            assert ("no coins to bid" in words) == (table.legal(seat) == ["pocket"])
            asked.add(words)
    assert "You have no coins to bid: take pocket money." in asked


@pytest.mark.rule("AKI-40")
def test_who_has_chosen_in_secret_reads_what_it_was_and_whom_they_wait_for(japanese: None) -> None:
    s = play(announce(announcing(base()), "e e w w"), "0: bid east 1")
    assert GAME.words.ask(s, 0) == "「東に1文で入札」を選びました。{1}、{2}、{3}を待っています。"
    LANGUAGE.set("en")
    assert GAME.words.ask(s, 0) == "You chose “Bid 1 coin on east”. Waiting for {1}, {2}, {3}."
