"""The rules in Japanese say what the rules in English say: the same clauses in the same order, with the same numbers."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from zashiki.core.words import LANGUAGE
from zashiki.games.idol_conclave.cards import EVENTS, IDOLS, KINDS, SPACES
from zashiki.games.idol_conclave.words.catalogue import name_of

RULES = Path(__file__).parents[3] / "docs" / "rules"
ENGLISH = (RULES / "idol-conclave.md").read_text(encoding="utf-8")
JAPANESE = (RULES / "idol-conclave.ja.md").read_text(encoding="utf-8")
# Numbers that the English writes as words; Japanese writes digits.
WORDS = {"two": 2, "pair": 2, "second": 2, "next-to-last": 2, "three": 3, "five": 5, "six": 6, "seven": 7}


def clauses(page: str) -> dict[str, str]:
    """The clauses and rulings, each with its text."""
    found = re.findall(r"^- \*\*(IDL-R?\d+)\*\* (.*(?:\n  .*)*)$", page, re.M)
    assert len(found) == page.count("\n- **IDL-") == len(dict(found))
    return dict(found)


def digits(text: str) -> Counter[int]:
    return Counter(map(int, re.findall(r"\d+", text)))


def in_words(text: str) -> set[int]:
    return {WORDS[word] for word in re.findall(r"[a-z-]+", text.lower()) if word in WORDS}


def test_both_pages_have_the_same_clauses_in_the_same_order() -> None:
    assert list(clauses(JAPANESE)) == list(clauses(ENGLISH))


def test_every_number_of_a_clause_stands_on_both_pages() -> None:
    for clause, english in clauses(ENGLISH).items():
        japanese = digits(clauses(JAPANESE)[clause])
        assert digits(english) <= japanese, clause
        # Japanese counts single things too: 1枚, 1回.
        assert set(japanese - digits(english)) <= {1} | in_words(english), clause


def test_both_pages_are_built_alike() -> None:
    def shape(page: str) -> list[str]:
        return [re.match(r"#* ?|\|", line)[0] + "|" * line.count("|") for line in page.split("\n") if line[:1] in ("#", "|")]  # type: ignore[index]

    assert shape(JAPANESE) == shape(ENGLISH)
    assert set(re.findall(r"`[^`]+`", ENGLISH)) == set(re.findall(r"`[^`]+`", JAPANESE))


def test_the_japanese_page_calls_everything_as_the_table_does() -> None:
    reader = LANGUAGE.set("ja")
    names = [name_of(entry) for entry in (*IDOLS, *KINDS, *EVENTS, *SPACES)]
    LANGUAGE.reset(reader)
    page = JAPANESE.replace("団体票I、II、III", "団体票I、団体票II、団体票III")
    assert [name for name in names if name not in page] == []
