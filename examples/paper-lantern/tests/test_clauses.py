"""Every clause of the rules is cited in code and in a test, and every citation names one."""

from __future__ import annotations

import re
from pathlib import Path

from paper_lantern import GAME

CLAUSE = rf"\b{GAME.about.prefix}-R?\d+\b"
CLAUSES = set(re.findall(rf"\*\*({CLAUSE})\*\*", (GAME.folder / "rules.md").read_text(encoding="utf-8")))


def cited(folder: Path, *suffixes: str) -> set[str]:
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.suffix in suffixes]
    return set(re.findall(CLAUSE, "\n".join(texts)))


def test_every_clause_is_cited_in_code_and_in_a_test() -> None:
    assert CLAUSES
    assert CLAUSES - cited(GAME.folder, ".py", ".toml") == set()
    assert CLAUSES - cited(Path(__file__).parent, ".py") == set()


def test_every_citation_names_a_clause() -> None:
    assert cited(GAME.folder, ".py", ".toml", ".html", ".md") - CLAUSES == set()
    assert cited(Path(__file__).parent, ".py") - CLAUSES == set()
