"""Imports go one way: machine, core, drawing, then games and fairness, then bots, primer, printing and testing, then rl, lab,
training and server, then cli."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "zashiki"
MAY_IMPORT = {
    "machine": {"machine"},
    "core": {"core", "machine"},
    "drawing": {"core", "drawing"},
    "games": {"core", "drawing", "games"},
    "fairness": {"core", "fairness"},
    "primer": {"core", "games", "primer"},
    "bots": {"core", "games", "bots"},
    "rl": {"core", "drawing", "games", "bots", "rl"},
    "training": {"core", "games", "bots", "rl", "training"},
    "lab": {"core", "games", "bots", "lab"},
    "printing": {"core", "drawing", "games", "printing"},
    "testing": {"core", "games", "machine", "testing"},
    "server": {"core", "drawing", "games", "fairness", "bots", "primer", "printing", "server"},
}


TEST_TOOLS = {"pytest", "_pytest", "hypothesis"}


def imported(path: Path) -> set[str]:
    return {name for name in all_imported(path) if name.startswith("zashiki.")}


def all_imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_go_one_way(part: str) -> None:
    paths = list((SOURCE / part).rglob("*.py"))
    assert paths
    for path in paths:
        parts = {name.split(".")[1] for name in imported(path)} & set(MAY_IMPORT)
        assert parts <= MAY_IMPORT[part], path


def test_only_the_contract_suite_needs_pytest_and_hypothesis_and_nothing_imports_it() -> None:
    for path in SOURCE.rglob("*.py"):
        if SOURCE / "testing" not in path.parents:
            names = all_imported(path)
            assert {name.partition(".")[0] for name in names} & TEST_TOOLS == set(), path
            assert [name for name in names if name.startswith("zashiki.testing")] == [], path


def test_the_plugin_for_pytest_imports_no_game_and_no_core() -> None:
    """It is loaded beside everybody's tests, before coverage is measured."""
    code = "import sys, zashiki.testing.plugin; print([name for name in sys.modules if name.startswith('zashiki')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['zashiki', 'zashiki.testing', 'zashiki.testing.played', 'zashiki.testing.plugin']"


def test_games_do_not_import_one_another() -> None:
    for folder in (path for path in (SOURCE / "games").iterdir() if path.is_dir()):
        for path in folder.rglob("*.py"):
            games = {name.split(".")[2] for name in imported(path) if name.startswith("zashiki.games.")}
            assert games <= {folder.name}, path


def test_nothing_outside_a_game_names_it() -> None:
    folders = {path.name for path in (SOURCE / "games").iterdir() if (path / "__init__.py").exists()}
    names = folders | {folder.replace("_", "-") for folder in folders}
    for path in SOURCE.rglob("*"):
        if path.suffix not in {".py", ".html", ".css", ".js"} or path.parent == SOURCE / "games" or "games" in path.parts[-3:-1]:
            continue
        if SOURCE / "games" in path.parents:
            continue
        text = path.read_text(encoding="utf-8")
        assert [name for name in names if name in text] == [], path


def test_importing_a_game_imports_neither_llvm_nor_numpy_nor_the_server() -> None:
    code = "import sys, zashiki.games; print(sorted({'llvmlite', 'numpy', 'fastapi', 'jinja2'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
