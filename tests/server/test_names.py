"""Names, over all of Unicode: whatever people type, everybody at the table sees a name."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator

import pytest

from zashiki.server.errors import BadWish
from zashiki.server.house import House
from zashiki.server.model import Guest, SeatWish, TableWish
from zashiki.server.names import MARKS_EACH, NAME_LENGTH, clean_name, distinct, visible

# Default_Ignorable_Code_Point of DerivedCoreProperties.txt (Unicode 16): "no visible glyph".
IGNORABLE = [
    *(0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0),
    *range(0x180B, 0x1810), *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), *range(0xFE00, 0xFE10),
    *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000),
]  # fmt: skip
FILLER = 0x16FE4  # for squares of a script that is written in squares; drawn as nothing elsewhere
BLANK = [
    *IGNORABLE, FILLER, 0x2800, 0x20, 0xA0, 0x3000, 0x0A, 0x85, 0x2028, 0x202E, 0x00, 0x7F, 0x0301, 0x20DD, ord("{"), ord("}"),
]  # fmt: skip


def every() -> Iterator[str]:
    return (chr(number) for number in range(sys.maxunicode + 1) if not 0xD800 <= number < 0xE000)


def test_a_name_of_one_character_is_refused_or_can_be_seen() -> None:
    for c in every():
        left = visible(c)
        assert not left or unicodedata.category(left[0])[0] in "LNPS", hex(ord(c))
        assert visible(left) == left
    seen = sum(bool(visible(c)) for c in every())
    assert seen > 140_000, "nearly everything that is printed somewhere stays"


def test_a_name_of_nothing_visible_is_refused() -> None:
    for number in BLANK:
        for name in (chr(number), chr(number) * 5, f" {chr(number)} \u3164"):
            with pytest.raises(BadWish, match="Please enter a name"):
                clean_name(name)


def test_two_names_that_look_the_same_do_not_differ_by_something_invisible() -> None:
    for number in (*IGNORABLE, FILLER):
        assert visible(f"Aiko{chr(number)}") == "Aiko", hex(number)


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Aiko \t Tanaka ", "Aiko Tanaka"),
        ("愛子", "愛子"),
        ("Ｋｅｎ", "Ｋｅｎ"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("กี้", "กี้"),
        ("नमस्ते", "नमस्ते"),
        ("e" + "\u0301\u0302\u0303\u0304\u0305\u0306\u0307" * 3, "\u00e9\u0302\u0303\u0304"),
        ("\u0301\u0302a", "a"),
        ("a \u0301b", "a b"),
        ("\u202eevil\u202c", "evil"),
        ("{0}", "0"),
        ("❤\ufe0f", "❤"),
        ("a\u2800b", "a b"),
    ],
)
def test_a_name_is_cleaned(given: str, shown: str) -> None:
    assert clean_name(given) == shown


def test_marks_do_not_pile_up() -> None:
    marks = [c for c in every() if unicodedata.category(c)[0] == "M"]
    piled = visible("x" + "".join(marks[:200]))
    assert sum(unicodedata.category(c)[0] == "M" for c in unicodedata.normalize("NFC", piled)) <= MARKS_EACH


def test_nobody_at_a_table_has_the_name_of_another() -> None:
    assert distinct("Aiko", ["Kenji"]) == "Aiko"
    assert distinct("Aiko", ["Kenji", "aiko"]) == "Aiko 2"
    assert distinct("Aiko", ["Aiko", "Aiko 2"]) == "Aiko 3"
    long = "x" * NAME_LENGTH
    assert distinct(long, [long]) == "x" * (NAME_LENGTH - 2) + " 2"


@pytest.mark.anyio
async def test_names_stay_distinct_when_people_sit_down_and_rename_themselves(small_house: House) -> None:
    me, you = Guest(visitor="me"), Guest(visitor="you")
    seats = (SeatWish("person", "Plum"), SeatWish("person", "plum"), SeatWish("open"), SeatWish("bot"))
    table = (await small_house.create(me, TableWish("rights-of-losers", seats))).id
    await small_house.join(you, table, 2, "Genji")  # as the bot is called
    assert (await small_house.info(table)).names == ["Plum", "plum 2", "Genji 2", "Genji"]
    await small_house.rename(you, table, 2, "PLUM")
    assert (await small_house.rename(you, table, 2, "Kenji")).names[2] == "Kenji"
    assert (await small_house.rename(you, table, 2, "Kenji")).names[2] == "Kenji"
