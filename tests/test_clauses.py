"""Every clause and ruling is cited in code and in a test; every citation names one that exists."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tests.support import every_game, folder_name
from zashiki.core.game import AnyGame

ROOT = Path(__file__).parent.parent
MARK = re.compile(r"mark\.rule\(([^)]*)\)", re.DOTALL)


def clauses(game: AnyGame) -> dict[str, bool]:
    """The clauses and rulings of a game's rules text; True where a clause is marked [physical]."""
    text = (ROOT / "docs" / "rules" / f"{game.id}.md").read_text(encoding="utf-8")
    found = re.findall(rf"\*\*({game.about.prefix}-R?\d+)\*\*(.*)", text)
    ids = [clause for clause, _ in found]
    assert len(ids) == len(set(ids)), "a clause is written twice"
    return {clause: "[physical]" in rest for clause, rest in found}


@cache
def cited_in_code(folder: str, prefix: str, suffixes: tuple[str, ...] = (".py", ".toml")) -> frozenset[str]:
    files = (ROOT / "src" / "zashiki" / "games" / folder).rglob("*")
    # A lesson or a picture names the clauses that it shows, and carries none of them out.
    acting = [path for path in files if path.suffix in suffixes and not {"lessons", "primer"} & set(path.parts)]
    texts = [path.read_text(encoding="utf-8") for path in acting]
    return frozenset(re.findall(rf"\b{prefix}-R?\d+\b", "\n".join(texts)))


@cache
def cited_in_tests(folder: str, prefix: str) -> frozenset[str]:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")]
    marks = " ".join(MARK.findall("\n".join(texts)))
    return frozenset(re.findall(rf"\b{prefix}-R?\d+\b", marks))


@every_game
def test_every_clause_and_ruling_is_cited_in_code_and_in_a_test(game: AnyGame) -> None:
    live = {clause for clause, physical in clauses(game).items() if not physical}
    numbers = sorted(int(clause.rpartition("-")[2]) for clause in clauses(game) if f"{game.about.prefix}-R" not in clause)
    assert numbers[0] == 1
    missing_code = sorted(live - cited_in_code(folder_name(game), game.about.prefix), key=_number)
    missing_test = sorted(live - cited_in_tests(folder_name(game), game.about.prefix), key=_number)
    assert (missing_code, missing_test) == ([], [])


@every_game
def test_every_citation_names_a_clause(game: AnyGame) -> None:
    known = set(clauses(game))
    assert cited_in_code(folder_name(game), game.about.prefix, (".py", ".toml", ".html", ".md")) - known == set()
    assert cited_in_tests(folder_name(game), game.about.prefix) - known == set()


def _number(clause: str) -> int:
    return int(re.sub(r"\D", "", clause))
