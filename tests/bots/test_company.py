"""Who sits down where nobody says who."""

from __future__ import annotations

from zashiki.bots.company import MIDDLE, gentle, like, nearest
from zashiki.bots.levels import NAMES


def test_guests_of_a_middle_level_come_and_nobody_twice_while_others_are_left() -> None:
    assert nearest(MIDDLE, 4) == ["genji", "hana", "oharu", "taro"]
    assert nearest(MIDDLE, 2, ["genji", "search"]) == ["hana", "oharu"]
    assert sorted(nearest(MIDDLE, 7)) == sorted(NAMES)
    assert nearest(MIDDLE, 9)[7:] == ["genji", "hana"]
    assert nearest(MIDDLE, 1, NAMES) == ["genji"]


def test_somebody_new_meets_the_gentlest_and_nobody_twice() -> None:
    assert gentle(2) == ["mame", "taro"]
    assert gentle(4) == ["mame", "taro", "hana", "genji"]


def test_more_guests_than_were_chosen_are_like_those() -> None:
    assert like([6, 6], 2) == ["kyubei", "kyubei"]
    assert like([6, 6], 1) == ["kyubei"]
    assert like([6, 7], 4) == ["kyubei", "warashi", "oharu", "genji"]
