"""The wheel that people install: it holds all that the package needs and nothing else, and runs where there are no sources."""

from __future__ import annotations

import re
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

from tests.environments import ROOT, build_wheel, new_environment, run
from zashiki.cli.new import EXAMPLE, example_files
from zashiki.games import GAMES

pytest.importorskip("hatchling")

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]  # one process builds it


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment with the wheel in it."""
    return new_environment(tmp_path_factory.mktemp("fresh"), wheel)


def test_the_wheel_holds_the_package_and_the_rules_and_nothing_else(wheel: Path) -> None:
    sources = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src" / "zashiki").rglob("*") if path.is_file()}
    expected = {name for name in sources if "__pycache__" not in name}
    expected |= {f"zashiki/docs/rules/{path.name}" for path in (ROOT / "docs" / "rules").glob("*.md")}
    expected |= {f"zashiki/{EXAMPLE}/{path.as_posix()}" for path in example_files()}
    with zipfile.ZipFile(wheel) as file:
        held = {name for name in file.namelist() if ".dist-info/" not in name}
    assert held == expected
    assert "zashiki/py.typed" in held
    kinds = {Path(name).suffix for name in held}
    assert kinds >= {".py", ".toml", ".html", ".css", ".js", ".md", ".svg", ".woff2", ".ttf", ".mako"}


def described(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(file.read(name).decode())


def test_the_wheel_shows_the_readme(wheel: Path) -> None:
    assert str(described(wheel).get_payload()).strip() == (ROOT / "README.md").read_text(encoding="utf-8").strip()


def test_the_wheel_runs_in_a_fresh_environment(fresh: Path, tmp_path: Path) -> None:
    where = run(fresh / "python", "-c", "import zashiki; print(zashiki.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(fresh.parent)
    listed = run(fresh / "zashiki", "games", cwd=tmp_path)
    for game in GAMES.values():
        assert re.search(rf"^{game.id} ", listed, re.MULTILINE)
        players = str(game.seats[0])
        assert run(fresh / "zashiki", "trace", game.id, "--players", players, "--seed", "1", "--games", "1", cwd=tmp_path)
    assert "--players" in run(fresh / "zashiki", "play", "--help", cwd=tmp_path)


def test_a_house_of_the_wheel_has_its_pages_and_rules(fresh: Path, tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    code = """
import sys
from urllib.request import urlopen
from zashiki.server.run import open_house
from zashiki.server.settings import Settings
with open_house(Settings(database="house.sqlite", log="warning")) as url:
    for name in sys.argv[1:]:
        print(urlopen(f"{url}/rules/{name}").read().decode())
"""
    pages = run(fresh / "python", "-c", code, *GAMES, cwd=tmp_path)
    assert all(f"{game.about.prefix}-1" in pages for game in GAMES.values())
