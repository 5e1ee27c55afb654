"""The wheel that people install: it holds all that the package needs and nothing else, and runs where there are no sources."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import zipfile
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

from zashiki.games import GAMES

pytest.importorskip("hatchling")

ROOT = Path(__file__).parent.parent

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]  # one process builds it


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    (found,) = folder.glob("zashiki-*-py3-none-any.whl")
    return found


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment with the wheel in it, which borrows the wheel's dependencies from this one."""
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    (packages,) = folder.glob("[Ll]ib/**/site-packages")
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    subprocess.run([programs / "python", "-m", "pip", "-q", "install", "--no-index", "--no-deps", wheel], check=True)
    # The folder comes last on the path, and its own .pth files, such as that of an editable Zashiki, are not read.
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    return programs


def run(program: Path, *words: str, cwd: Path) -> str:
    done = subprocess.run([program, *words], cwd=cwd, env={}, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_wheel_holds_the_package_and_the_rules_and_nothing_else(wheel: Path) -> None:
    sources = {path.relative_to(ROOT / "src").as_posix() for path in (ROOT / "src" / "zashiki").rglob("*") if path.is_file()}
    expected = {name for name in sources if "__pycache__" not in name}
    expected |= {f"zashiki/docs/rules/{path.name}" for path in (ROOT / "docs" / "rules").glob("*.md")}
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
