"""Printed pages: their code types the same boards in, nothing leaves the paper, and the PDF has every page."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.shell import inside, refusal, zashiki
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.record import read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.printing.sheets import (
    PAPERS,
    Sheet,
    draw_pages,
    paper_link,
    paper_record,
    paper_table,
    print_pages,
    printable,
    qr_path,
)

PRINTABLE = [game for game in GAMES.values() if printable(game)]
every_printable = pytest.mark.parametrize("game", PRINTABLE, ids=[game.id for game in PRINTABLE])
PRINTING = Path(__file__).parents[2] / "docs/printing.md"
SVG = "{http://www.w3.org/2000/svg}"


def typed_code(sheets: list[Sheet]) -> list[str]:
    """The lines somebody would type from the small print, each once."""
    lines: list[str] = []
    for sheet in sheets:
        for text in re.findall(r'font-family="DejaVu[^>]*>([^<]*)<', sheet.svg):
            if text.startswith("*: "):
                lines.append(unescape(text))
            else:
                lines[-1] += f" {unescape(text)}"
    return list(dict.fromkeys(lines))


@every_printable
@pytest.mark.parametrize("options", [{}, {"villages": "different"}], ids=["same", "different"])
def test_the_code_on_the_pages_types_the_same_boards_in(game: AnyGame, options: dict[str, str]) -> None:
    for players in game.seats:
        printed = paper_table(game, players, 7, options)
        typed = Table(game, players, printed.options)
        for line in typed_code(draw_pages(game, players, 7, options=options)):
            typed.feed(line)
        assert typed.state == printed.state
        assert replay(read_kifu(paper_record(printed).write()), GAMES).state == printed.state


def test_the_game_in_the_docs_is_on_these_pages_and_can_be_checked_replayed_and_gone_on_with(tmp_path: Path) -> None:
    blocks = re.findall(r"```\n(.*?)```", PRINTING.read_text(encoding="utf-8"), re.S)
    record = next(block for block in blocks if block.startswith("game:"))
    game, file = GAMES["kazoku-scribe"], tmp_path / "evening.kifu"
    assert [line for line in record.splitlines() if line.startswith("*:")] == typed_code(draw_pages(game, 2, 7))
    file.write_text(record, encoding="utf-8")
    assert "good" in inside("verify", file)
    assert "fences c3" in inside("replay", file)
    assert "plan tailoring double" in zashiki("play", "--resume", file, typed="quit\n").stdout
    file.write_text(record.replace("creek 5 5 6", "creek 5 5 9"), encoding="utf-8")
    assert "line 8: The creek must stay between 3 and 6" in refusal("verify", file)


@every_printable
@pytest.mark.parametrize("paper", PAPERS)
def test_every_sheet_is_well_formed_and_stays_on_the_paper(game: AnyGame, paper: str) -> None:
    size = PAPERS[paper]
    for players in game.seats:
        sheets = draw_pages(game, players, 3, paper=paper)
        assert len(sheets) == players + 1
        for sheet in sheets:
            root = ElementTree.fromstring(sheet.svg)
            assert root.get("width") == f"{size.width}mm"
            left, top = (float(n) for n in re.findall(r"translate\(([\d.]+) ([\d.]+)\)", sheet.svg)[0])
            for text in root.iter(f"{SVG}text"):
                letter = 0.605 if "Mono" in text.get("font-family", "") else 0.5
                wide = float(text.get("font-size", "0")) * letter * len(text.text or "")
                shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", "start")]
                x, y = left + float(text.get("x", "0")) - shift * wide, top + float(text.get("y", "0"))
                assert 5 <= x, text.text
                assert x + wide <= size.width - 5, text.text
                assert 5 <= y <= size.height - 5, text.text


@every_printable
def test_the_pdf_has_every_page_in_every_copy(game: AnyGame, tmp_path: Path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    files = print_pages(game, 2, 7, 2, "letter", tmp_path / "pages.pdf")
    document = pdfium.PdfDocument(files[0])
    assert len(document) == 6
    assert [round(side) for side in document[0].get_size()] == [612, 792]
    assert "Kazoku Scribe" in document[0].get_textpage().get_text_range()


@every_printable
def test_pages_can_be_written_as_svg(game: AnyGame, tmp_path: Path) -> None:
    files = print_pages(game, 4, 7, 1, "a4", tmp_path / "pages.svg")
    assert [file.name for file in files] == [
        "pages-shogun.svg", "pages-village-0.svg", "pages-village-1.svg", "pages-village-2.svg", "pages-village-3.svg",
    ]  # fmt: skip


@every_printable
def test_what_cannot_be_printed_is_refused_with_a_sentence(game: AnyGame, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="paper"):
        draw_pages(game, 2, 1, paper="a3")
    with pytest.raises(BadOption, match="Copies"):
        draw_pages(game, 2, 1, copies=0)
    with pytest.raises(BadOption, match="players"):
        draw_pages(game, 3, 1)
    with pytest.raises(BadOption, match="must end in"):
        print_pages(game, 2, 1, 1, "a4", tmp_path / "pages.doc")
    with pytest.raises(BadOption, match="cannot be written"):
        print_pages(game, 2, 1, 1, "a4", tmp_path / "nowhere" / "pages.pdf")
    other = next(g for g in GAMES.values() if not printable(g))
    with pytest.raises(BadOption, match="no pages to print"):
        draw_pages(other, other.seats[0], 1)


@every_printable
def test_the_link_names_the_boards_and_the_code_is_a_square_of_squares(game: AnyGame) -> None:
    link = paper_link("https://example.org/", game, 4, 9, {"villages": "different", "start": "0"})
    assert link == f"https://example.org/print/{game.id}?players=4&seed=9&villages=different"
    path, side = qr_path(link)
    assert (side - 17) % 4 == 0
    assert path.startswith("M0 0h7v1h-7z")  # the first finder pattern
