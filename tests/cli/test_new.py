"""`zashiki new`: a complete game under another name, or a sentence and nothing written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import inside, refusal, zashiki
from tests.core.test_language import faults, rules_of
from tests.games.test_layout import OPTIONAL, ROOMS
from zashiki.cli.new import EXAMPLE, LONGEST, TEMPLATE, Names, example_files, names_of, write_game
from zashiki.core.errors import BadOption

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("Moon Harbour", Names("Moon Harbour", "moon-harbour", "moon_harbour", "MOH")),
        ("  Lantern ", Names("Lantern", "lantern", "lantern", "LAN")),
        ("The Fox's Wedding", Names("The Fox's Wedding", "the-foxs-wedding", "the_foxs_wedding", "TFW")),
        ("Café Noir 2", Names("Café Noir 2", "cafe-noir-2", "cafe_noir_2", "CN2")),
        ("Go-Go", Names("Go-Go", "go-go", "go_go", "GOG")),
        ("Rights of Lanterns", Names("Rights of Lanterns", "rights-of-lanterns", "rights_of_lanterns", "RIOL")),
    ],
)
def test_all_names_come_from_one(given: str, names: Names) -> None:
    assert names_of(given) == names


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "The name of a game begins with a letter"),
        ("7 Wonders", "The name of a game begins with a letter"),
        ('A "quoted" one', "The name of a game begins with a letter"),
        ("A_b", "The name of a game begins with a letter"),
        ("L" * (LONGEST + 1), "at most 30 signs in all"),
        ("紙灯籠", "it needs Latin letters"),
        ("Rights of Losers", "There is a game 'rights-of-losers' already"),
        ("Random", "the Python module 'random', which exists already"),
        ("Lambda", "the Python module 'lambda', which exists already"),
        ("Zashiki", "the Python module 'zashiki', which exists already"),
    ],
)
def test_a_name_that_will_not_do_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        names_of(name)
    assert sentence in str(refused.value)


def test_a_refusal_is_one_sentence_and_nothing_is_written(tmp_path: Path) -> None:
    assert "There is a game 'akiwado' already" in refusal("new", "Akiwado", tmp_path / "made")
    assert not (tmp_path / "made").exists()
    full = tmp_path / "full"
    full.mkdir()
    (full / "notes.txt").write_text("mine")
    assert refusal("new", "Moon Harbour", full) == f"zashiki: {full} is not empty; choose a new folder.\n"
    assert [path.name for path in full.iterdir()] == ["notes.txt"]
    assert refusal("new", "Moon Harbour", full / "notes.txt") == f"zashiki: {full / 'notes.txt'} is not a folder.\n"
    assert "cannot be written: Not a directory." in refusal("new", "Moon Harbour", full / "notes.txt" / "game")


def test_when_the_disk_is_full_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write, left = Path.write_text, [5]

    def fail_later(self: Path, *args: object, **more: object) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device")
        return write(self, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "write_text", fail_later)
    with pytest.raises(BadOption, match=r"cannot be written: No space left on device\.$"):
        write_game(names_of("Moon Harbour"), tmp_path / "made")
    assert not (tmp_path / "made").exists()


def test_it_says_how_to_play_the_new_game(tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    folder.mkdir()  # an empty folder will do
    said = zashiki("new", "Moon Harbour", folder).stdout
    assert said.splitlines()[1:] == [f"  pip install -e '{folder}'", "  zashiki play moon-harbour"]


def test_every_name_is_replaced_and_the_layout_is_that_of_the_five(tmp_path: Path) -> None:
    inside("new", "Moon Harbour", tmp_path)
    made = {path.relative_to(tmp_path).as_posix(): path.read_text() for path in tmp_path.rglob("*") if path.is_file()}
    assert len(made) == len(example_files())
    for form in (TEMPLATE.name, TEMPLATE.id, TEMPLATE.module, f"{TEMPLATE.prefix}-"):
        assert [path for path, text in made.items() if form in path + text] == []
    assert 'moon_harbour = "moon_harbour:GAME"' in made["pyproject.toml"]
    assert "**MOH-1**" in made["src/moon_harbour/rules.md"]
    assert made["src/moon_harbour/screen/board.css"].count(".board-moon-harbour") > 20
    for room, required in ROOMS.items():
        found = {path.name for path in (tmp_path / "src/moon_harbour" / room).iterdir() if path.is_file()}
        extra = {"screen": {"scenes.py", "scenes.html"}, "rules": {"bidding.py"}, "": {"rules.md"}}.get(room, set())
        assert found - OPTIONAL.get(room, set()) == required | extra


def test_its_rules_keep_to_the_rules_language() -> None:
    paths = (ROOT / EXAMPLE / "src").rglob("*.py")
    rules = [function for path in paths for function in rules_of(path)]
    assert len(rules) > 20
    assert [f"{function.name}: {fault}" for function in rules for fault in faults(function, floats=False)] == []


def in_folder(folder: Path, *words: str, **environment: str) -> None:
    path = os.environ | {"PYTHONPATH": str(ROOT / "src"), "MYPYPATH": str(ROOT / "src")} | environment
    kept = {key: value for key, value in path.items() if not key.startswith("PYTEST_")}
    done = subprocess.run([sys.executable, "-m", *words], cwd=folder, env=kept, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


CONTRACT = ("pytest", "-p", "zashiki.testing.plugin", "-p", "no:cacheprovider", "-p", "no:xdist", "-q")


@pytest.mark.parametrize("name", ["Uno Due Tre", "The Grand Auction of the Harbours"[:LONGEST]])
def test_the_new_game_passes_its_tests_and_the_linter_at_once(name: str, tmp_path: Path) -> None:
    write_game(names_of(name), tmp_path)
    in_folder(tmp_path, "ruff", "check", "--no-cache")
    in_folder(tmp_path, "ruff", "format", "--check", "--no-cache")
    in_folder(tmp_path, *CONTRACT, "-m", "not slow", "--ignore", "tests/test_gears.py")


@pytest.mark.slow
def test_the_new_game_is_strictly_typed_and_equal_in_both_gears(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite")
    write_game(names_of("Moon Harbour"), tmp_path)
    in_folder(tmp_path, "mypy", "--cache-dir", str(tmp_path / "mypy"))
    in_folder(tmp_path, *CONTRACT, ZASHIKI_CACHE=str(tmp_path / "cache"))
