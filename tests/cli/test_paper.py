"""`zashiki print`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.shell import refusal, zashiki
from zashiki.games import GAMES
from zashiki.printing.sheets import printable


def test_a_game_on_paper_is_written_and_the_seed_names_its_boards(tmp_path: Path) -> None:
    for game in filter(printable, GAMES.values()):
        for name in ("one", "two"):
            zashiki("print", game.id, "--output", tmp_path / f"{name}.svg", "--seed", "5")
        pages = sorted(tmp_path.glob("one-*.svg"))
        assert pages
        assert all(page.read_text() == page.with_name(page.name.replace("one", "two")).read_text() for page in pages)


def test_what_cannot_be_printed_is_refused_with_a_sentence(tmp_path: Path) -> None:
    able = next(game.id for game in GAMES.values() if printable(game))
    unable = next(game.id for game in GAMES.values() if not printable(game))
    refusal("print", unable, "--output", tmp_path / "x.pdf")
    refusal("print", able, "--output", tmp_path / "x.docx")
    refusal("print", able, "--output", tmp_path / "x.svg", "--paper", "napkin")
    refusal("print", "chess", "--output", tmp_path / "x.svg")
    assert "starts with http" in refusal("print", able, "--output", tmp_path / "x.svg", "--server", "my house")
