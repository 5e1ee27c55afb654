"""Words are measured as they are drawn; lines break where a reader expects it, and what does not fit is an error."""

from __future__ import annotations

import re

import pytest
from fontTools.ttLib import TTFont

from zashiki.core.words import translations
from zashiki.drawing.column import column
from zashiki.drawing.font import ALL, BOLD, FONTS, MONO, SANS, SERIF, Font
from zashiki.drawing.outlines import outlined
from zashiki.drawing.text import NOT_FIRST, NOT_LAST, Box, TooLong, fitted, paragraph, paragraph_height, text
from zashiki.games import GAMES

JAPANESE = "カードに接するチップが最も多い人のもの。同数なら「上」、次に「辺」、次に「角」の多い人。"


def drawn(svg: str) -> list[tuple[float, float, float, str]]:
    """The texts in a drawing: x, y, size, words."""
    found = re.findall(r'<text x="([\d.-]+)" y="([\d.-]+)" [^>]*?font-size="([\d.]+)"[^>]*>([^<]*)<', svg)
    return [(float(x), float(y), float(size), words) for x, y, size, words in found]


@pytest.mark.parametrize("font", ALL, ids=lambda font: font.file)
def test_widths_are_those_of_the_font_file(font: Font) -> None:
    table = TTFont(FONTS / font.file)
    names, em = table.getBestCmap(), table["head"].unitsPerEm
    for words in ("Rights of Losers 10", "a"):
        wide = sum(table["hmtx"][names[ord(letter)]][0] for letter in words) / em
        assert font.width(words, 2.0) == pytest.approx(2 * wide)


def test_every_word_that_is_printed_has_its_characters_in_the_fonts() -> None:
    """Run `tools/fonts.py` when this fails."""
    for path in [game.folder / "words" / "print.toml" for game in GAMES.values()]:
        said = [path.read_text(encoding="utf-8"), *(str(sentences) for sentences in translations(path).values())]
        shown = set("".join(said)) - set("\n`")
        for font in (SERIF, SANS, BOLD):
            assert shown - font.characters == set(), path


def test_a_character_that_no_font_has_is_named() -> None:
    with pytest.raises(ValueError, match="☃"):
        text("snow ☃", 0, 0, 3, anchor="end")


def test_a_line_is_anchored_by_its_measured_width() -> None:
    for anchor, share in (("start", 0.0), ("middle", 0.5), ("end", 1.0)):
        ((x, _, _, _),) = drawn(text("Land", 50, 10, 4, SERIF, anchor))  # type: ignore[arg-type]
        assert x == pytest.approx(50 - share * SERIF.width("Land", 4), abs=0.001)


def test_a_line_shrinks_to_its_width_and_no_further_than_it_may() -> None:
    ((_, _, size, _),) = drawn(fitted("Currency chips", 0, 0, 20, 5, 2))
    assert SANS.width("Currency chips", size) == pytest.approx(20, abs=0.02)
    with pytest.raises(TooLong):
        fitted("Currency chips", 0, 0, 8, 5, 2)


@pytest.mark.parametrize("words", ["The strongest card of that colour wins; the centre card shows which.", JAPANESE])
@pytest.mark.parametrize("width", [18.0, 31.0, 47.5])
def test_a_paragraph_stays_in_its_box_and_keeps_every_letter(words: str, width: float) -> None:
    high = paragraph_height(words, width, 2.5)
    lines = drawn(paragraph(words, Box(3, 4, width, high), 2.5))
    assert "".join(line for *_, line in lines).replace(" ", "") == words.replace(" ", "")
    assert all(x + SANS.width(line, size) <= 3 + width + 0.001 for x, _, size, line in lines)
    assert min(y for _, y, _, _ in lines) >= 4 + 2
    assert max(y for _, y, _, _ in lines) <= 4 + high


def test_lines_do_not_begin_with_what_closes_or_end_with_what_opens() -> None:
    for width in range(12, 40):
        lines = [line for *_, line in drawn(paragraph(JAPANESE, Box(0, 0, width, 200), 2.5))]
        assert not any(line[0] in NOT_FIRST or line[-1] in NOT_LAST for line in lines)


def test_english_breaks_between_words_only() -> None:
    words = "one chip on a card, an edge or a corner"
    lines = [line for *_, line in drawn(paragraph(words, Box(0, 0, 20, 100), 3))]
    assert len(lines) > 2
    assert " ".join(lines) == words


def test_bold_words_and_signs_stand_in_the_line() -> None:
    svg = paragraph("**Most** chips <rol-star> win", Box(0, 0, 80, 10), 3)
    assert 'font-weight="700"' in svg
    assert svg.count('<use href="#rol-star"') == 1
    assert [line for *_, line in drawn(svg)] == ["Most", " chips ", " win"]


def test_a_paragraph_shrinks_and_then_gives_up() -> None:
    ((_, _, size, _), *_) = drawn(paragraph(JAPANESE, Box(0, 0, 30, 12), 4, 1.5))
    assert 1.5 <= size < 4
    with pytest.raises(TooLong):
        paragraph(JAPANESE, Box(0, 0, 30, 6), 4, 3)
    with pytest.raises(TooLong):
        column(["# A title", JAPANESE], Box(0, 0, 30, 8), 4, 3, accent="#000000")


def test_a_column_ends_inside_its_box() -> None:
    lines = drawn(
        column(["# A title", JAPANESE, "**Bold** words, and more of them."], Box(0, 0, 40, 25), 4, 1.5, accent="#000000")
    )
    assert max(y for _, y, _, _ in lines) <= 25


def test_words_become_shapes_and_each_letter_is_drawn_once() -> None:
    svg = outlined(f'<svg xmlns="http://www.w3.org/2000/svg">{text("aba & b", 0, 5, 3, MONO)}</svg>')
    assert "<text" not in svg
    assert svg.count("<path id=") == 3
    assert svg.count("<use ") == 5
