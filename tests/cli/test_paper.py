"""`zashiki print`."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.cli.shell import inside, refusal, zashiki
from zashiki.cli import app
from zashiki.games import GAMES
from zashiki.printing.order import printable


def test_a_game_on_paper_is_written_and_the_seed_names_its_boards(tmp_path: Path) -> None:
    for game in filter(printable, GAMES.values()):
        for name in ("one", "two"):
            inside("print", game.id, "--output", tmp_path / f"{name}.svg", "--seed", "5", "--part", "boards", "--part", "record")
        pages = sorted(tmp_path.glob("one-*.svg"))
        assert pages
        assert all(page.read_text() == page.with_name(page.name.replace("one", "two")).read_text() for page in pages)


def test_the_language_the_size_and_the_ink_are_chosen(tmp_path: Path) -> None:
    game, file = "rights-of-losers", tmp_path / "aids.pdf"
    zashiki(
        "print", game, "-o", file, "--part", "aids", "--language", "ja", "--card", "poker", "--ink", "spare", "--single-sided"
    )
    pdfium = pytest.importorskip("pypdfium2")
    document = pdfium.PdfDocument(file)
    assert len(document) == 2
    assert "トリック" in document[0].get_textpage().get_text_range()


def test_single_pieces_go_into_a_folder(tmp_path: Path) -> None:
    said = inside("print", "rights-of-losers", "-o", tmp_path / "pieces", "--as", "pieces", "--part", "pieces")
    assert len(said.splitlines()) == len(list((tmp_path / "pieces").iterdir())) == 2 * 55 + 3 + 1


def test_what_cannot_be_printed_is_refused_with_a_sentence(tmp_path: Path) -> None:
    able = next(game.id for game in GAMES.values() if printable(game))
    file = str(tmp_path / "x.svg")
    assert "starts with http" in refusal("print", able, "--output", file, "--server", "my house")
    for words in (
        [able, "--output", str(tmp_path / "x.docx")],
        [able, "--output", file, "--paper", "napkin"],
        [able, "--output", file, "--language", "latin"],
        [able, "--output", file, "--copies", "21"],
        [able, "--output", str(tmp_path / "x"), "--as", "plaster"],
        [able, "--output", str(tmp_path / "nowhere" / "x.pdf"), "--part", "label"],
        ["chess", "--output", file],
    ):
        done = CliRunner().invoke(app, ["print", *words])
        assert done.exit_code == 2, words
        assert done.stderr.count("\n") == 1
