"""The examples in the docs run, the links lead somewhere, and the clause texts are there for every game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOP = [ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG", "SECURITY")]
PAGES = [*TOP, *sorted((ROOT / "docs").rglob("*.md"))]
PROJECT = "zashiki-games/zashiki"
# GitHub shows a file under `blob` and a folder under `tree`, and serves pictures under another host.
PLACES = {
    f"https://github.com/{PROJECT}/blob/main/": Path.is_file,
    f"https://github.com/{PROJECT}/tree/main/": Path.is_dir,
    f"https://raw.githubusercontent.com/{PROJECT}/main/": Path.is_file,
}


def links(page: Path) -> list[str]:
    """The targets of all links and pictures of a page, without their anchors."""
    return re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in links(page):
        if "://" not in target:
            assert (page.parent / target).exists(), target
        elif PROJECT in target:
            place = next((place for place in PLACES if target.startswith(place)), None)
            assert place is not None, f"{target} is not where GitHub shows the files of the project"
            assert PLACES[place](ROOT / target.removeprefix(place)), target


def test_every_protection_names_tests_that_exist() -> None:
    rows = [line for line in (ROOT / "SECURITY.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    for row in rows[1:]:
        named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", row)
        assert named, row
        for file, test in named:
            assert f"def {test}" in (ROOT / file).read_text(encoding="utf-8"), (file, test)


def test_the_readme_works_on_a_package_index() -> None:
    targets = links(ROOT / "README.md")
    assert len(targets) >= 15
    assert [target for target in targets if not target.startswith(tuple(PLACES))] == []
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(pictures) >= 5
    assert [picture for picture in pictures if not picture.startswith("https://raw.githubusercontent.com/")] == []


def test_the_python_examples_of_the_readme_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 2
    scope: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), scope)
    assert isinstance(scope["decisions"], int)
