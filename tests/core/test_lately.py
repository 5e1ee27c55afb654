"""What was made last is given again to whoever brings the very same things."""

from __future__ import annotations

from zashiki.core.lately import lately
from zashiki.core.words import LANGUAGE


def test_only_the_very_same_things_in_the_same_language_get_what_was_made_last() -> None:
    made: list[tuple[object, ...]] = []

    @lately
    def make(*given: object) -> int:
        made.append(given)
        return len(made)

    one, equal = ["a"], ["a"]
    assert [make(one, 1), make(one, 1), make(equal, 1), make(equal), make(equal)] == [1, 1, 2, 3, 3]
    reader = LANGUAGE.set("ja")
    try:
        assert [make(equal), make(equal)] == [4, 4]
    finally:
        LANGUAGE.reset(reader)
