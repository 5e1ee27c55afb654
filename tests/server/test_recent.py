"""What is kept because somebody may ask for the same again."""

from __future__ import annotations

from zashiki.server.recent import RecentTexts


def test_texts_are_made_once_and_those_not_asked_for_lately_go_first() -> None:
    texts, made = RecentTexts[str](20), list[str]()

    def ask(word: str) -> str:
        def make() -> str:
            made.append(word)
            return word

        return texts.get(word, make)

    for word in ("four", "five", "four", "", ""):
        assert ask(word) == word
    assert made == ["four", "five", ""]
    ask("six")  # eleven characters are more than half of the room
    assert ask("four") == "four"
    assert made == ["four", "five", "", "six"]
    ask("seven")  # so are twelve, and of those before, nobody has asked for one since
    ask("five")
    assert made[-2:] == ["seven", "five"]
    assert ask("four") == "four"
    assert made[-1] == "five"


def test_a_text_longer_than_all_the_room_is_made_each_time_and_keeps_nothing_out() -> None:
    texts = RecentTexts[str](3)
    assert [texts.get(0, lambda: "long") for _ in range(2)] == ["long", "long"]
    assert texts.get(1, lambda: "one") == texts.get(1, lambda: "two") == "one"
