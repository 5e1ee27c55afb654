"""What the browser loads: vendored files are what they say, nothing comes from elsewhere, and it is little."""

from __future__ import annotations

import re
import tomllib
from hashlib import sha256
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from zashiki.core.words import HOUSE
from zashiki.drawing.font import FONTS
from zashiki.games import GAMES
from zashiki.server.pages.board import TEMPLATES, games_with_board
from zashiki.server.pages.draw import STATIC

AXE = Path(__file__).parents[1] / "browser" / "vendor"


@pytest.mark.parametrize("folder", [STATIC, FONTS, AXE], ids=["pages", "paper", "tests"])
def test_vendored_files_have_the_checksums_we_wrote_down(folder: Path) -> None:
    listed = tomllib.loads((folder / "VENDORED.toml").read_text(encoding="utf-8"))["file"]
    for entry in listed:
        assert sha256((folder / entry["path"]).read_bytes()).hexdigest() == entry["sha256"], entry["path"]
        licence = re.search(r"\((.+)\)", entry["licence"])
        assert licence
        assert (folder / licence[1]).is_file()


def test_every_vendored_file_is_listed() -> None:
    listed = {entry["path"] for entry in tomllib.loads((STATIC / "VENDORED.toml").read_text(encoding="utf-8"))["file"]}
    found = {str(path.relative_to(STATIC)) for folder in ("vendor", "fonts") for path in (STATIC / folder).iterdir()}
    assert {path for path in found if not path.endswith("LICENSE")} == listed


def test_nothing_in_a_page_is_inline_or_from_another_host() -> None:
    boards = [path for game in games_with_board() for path in (game.folder / "screen").glob("*.html")]
    for path in [*TEMPLATES.glob("*.html"), *boards]:
        text = re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.S)
        assert not re.search(r"\sstyle=|\son[a-z]+=|<style|javascript:", text), path
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), path
        assert not re.search(r"(src|href)=\"(https?:)?//", text), path
    for path in [*STATIC.glob("*.css"), *(game.folder / "screen" / "board.css" for game in games_with_board())]:
        assert not re.search(r"url\(\"?(https?:)?//|@import", path.read_text(encoding="utf-8")), path


def test_styles_of_a_board_stay_on_that_board() -> None:
    for game in games_with_board():
        text = re.sub(r"/\*.*?\*/", "", (game.folder / "screen" / "board.css").read_text(encoding="utf-8"), flags=re.S)
        rules = re.sub(r"@keyframes [^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}", "", text)
        while "(" in rules:
            rules = re.sub(r"\([^()]*\)", "", rules)  # from the inside out: commas in there separate no selectors
        for selectors in re.findall(r"(?:^|[{};])\s*([^@{};]+?)\s*\{", rules):
            for selector in selectors.split(","):
                assert selector.strip().startswith(f".board-{game.id}"), f"{game.id}: {selector.strip()}"
        assert f".board-{game.id}" in text


NOT_IN_MINCHO = {"＞"}  # the typeface has no such sign; the sans has it


def test_the_fonts_have_every_japanese_character_of_our_words() -> None:
    """Run `tools/fonts.py` when this fails: a word has gained a character."""
    texts = [HOUSE / "languages" / "ja.toml", *(Path(__file__).parents[2] / "docs/rules").glob("*.ja.md")]
    for game in GAMES.values():
        texts += [game.folder / "languages" / "ja.toml", game.folder / "help.ja.md"]
    shown = {character for path in texts for character in path.read_text(encoding="utf-8") if character >= "\u3000"}
    assert len(shown) > 200
    for name in ("house-serif-japanese", "house-sans-japanese-400", "house-sans-japanese-600"):
        held = TTFont(STATIC / f"fonts/{name}.woff2").getBestCmap()
        drawn_by_others = NOT_IN_MINCHO if "serif" in name else set()
        assert {character for character in shown if ord(character) not in held} - drawn_by_others == set(), name
