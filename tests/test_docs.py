"""The examples in the docs run, the links lead somewhere, and the clause texts are there for every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support import every_game
from zashiki.core.game import AnyGame

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_the_python_examples_of_the_readme_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 2
    scope: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), scope)
    assert isinstance(scope["decisions"], int)


@every_game
def test_a_game_has_its_rules_and_its_help(game: AnyGame) -> None:
    assert f"**{game.about.prefix}-1**" in (ROOT / "docs" / "rules" / f"{game.id}.md").read_text(encoding="utf-8")
    for name in ("help.md", "board.html", "board.css", "words.toml", "cards.toml"):
        assert (game.folder / name).stat().st_size > 100, name
    cited = re.findall(rf"{game.about.prefix}-R?\d+", (game.folder / "help.md").read_text(encoding="utf-8"))
    assert cited
