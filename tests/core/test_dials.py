"""Dials: the same rules over other numbers, in every gear."""

from __future__ import annotations

import importlib
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from zashiki.core.dials import dials, dials_in, read_dials
from zashiki.core.errors import BadDial, BadGame
from zashiki.core.gears import rules_key
from zashiki.core.kernels import play_games
from zashiki.core.streams import streamed
from zashiki.core.table import Table
from zashiki.core.turning import turned
from zashiki.core.words import LANGUAGE
from zashiki.games import GAMES

AKIWADO = GAMES["akiwado"]


def test_a_turned_game_has_other_numbers_and_the_printed_one_stays() -> None:
    rich = turned(AKIWADO, {"starting-coins": 6})
    assert (rich.id, rich.full_id, rich.turned) == ("akiwado", "akiwado[starting-coins=6]", {"starting-coins": 6})
    assert rich.new(3).coins[:3] == [6, 6, 6]
    assert AKIWADO.new(3).coins[:3] == [5, 5, 5]
    assert rich.folder == AKIWADO.folder
    assert rich.state is not AKIWADO.state
    assert rich.state.layout.offsets == AKIWADO.state.layout.offsets


def test_a_game_is_loaded_once_for_the_same_dials() -> None:
    rich = turned(AKIWADO, {"starting-coins": 6, "double": 4})
    assert turned(AKIWADO, {"double": 4, "starting-coins": 6}) is rich
    assert turned(turned(AKIWADO, {"double": 4}), {"starting-coins": 6}) is rich
    assert turned(rich, {}) is rich


def test_dials_at_their_printed_numbers_are_the_printed_game() -> None:
    assert turned(AKIWADO, {"starting-coins": 5}) is AKIWADO
    assert turned(turned(AKIWADO, {"starting-coins": 6}), {"starting-coins": 5}) is AKIWADO


def test_a_streamed_game_stays_streamed() -> None:
    game = turned(streamed(AKIWADO), {"starting-coins": 6})
    assert game is streamed(turned(AKIWADO, {"starting-coins": 6}))
    assert game.sources == AKIWADO.rules.SOURCES  # type: ignore[attr-defined]


def test_the_name_of_compiled_rules_knows_the_numbers() -> None:
    keys = {rules_key(turned(AKIWADO, {"starting-coins": coins}), play_games) for coins in (5, 6, 7)}
    assert len(keys) == 3


def test_another_process_reads_what_was_pickled() -> None:
    view = Table(turned(AKIWADO, {"starting-coins": 6}), 3, seed=1).view(0)
    code = (
        "import pickle, sys, zashiki.core.turning\n"
        "view = pickle.loads(sys.stdin.buffer.read())\n"
        "print(type(view).__module__, view.coins[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(view), capture_output=True, check=True)
    assert done.stdout.decode().strip() == "zashiki.games.akiwado[starting-coins=6].eyes.view 6"


@pytest.mark.parametrize(
    ("values", "english", "japanese"),
    [
        ({"coins": 3}, "Akiwado has no dial 'coins'; its dials are: starting-coins, ", "「coins」というダイヤルはありません"),
        ({"starting-coins": 0}, "starting-coins goes from 1 to 10, so it cannot be 0.", "starting-coinsは1から10までです"),
        ({"starting-coins": 11}, "so it cannot be 11.", "11にはできません"),
        ({"starting-coins": "6"}, "so it cannot be 6.", "6にはできません"),
        ({"starting-coins": True}, "so it cannot be True.", "Trueにはできません"),
    ],
)
def test_bad_values_are_refused_with_a_sentence(values: dict[str, int], english: str, japanese: str) -> None:
    with pytest.raises(BadDial) as refused:
        turned(AKIWADO, values)
    assert english in str(refused.value)
    token = LANGUAGE.set("ja")
    try:
        with pytest.raises(BadDial, match=japanese):
            turned(AKIWADO, values)
    finally:
        LANGUAGE.reset(token)


def test_a_file_names_its_game_and_its_dials(tmp_path: Path) -> None:
    path = tmp_path / "six-coins.toml"
    path.write_text('game = "akiwado"\n\n[dials]\nstarting-coins = 6\n', encoding="utf-8")
    found = read_dials(path)
    assert (found.game, found.name, found.values) == ("akiwado", "six-coins", {"starting-coins": 6})
    path.write_text('game = "akiwado"\nname = "Rich shops"\n[dials]\n', encoding="utf-8")
    assert read_dials(path).name == "Rich shops"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("game = ", "cannot be read as a set of dials"),
        ('game = "akiwado"', "must have a line game"),
        ("[dials]\n", "must have a line game"),
        ('game = "akiwado"\ndials = 3', "must have a line game"),
        ('game = "akiwado"\nsize = 3\n[dials]\n', "must have a line game"),
    ],
)
def test_a_file_that_is_no_set_of_dials_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "dials.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadDial, match=sentence):
        read_dials(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadDial, match="No such file"):
        read_dials(tmp_path / "nothing.toml")


def test_dials_in_text() -> None:
    assert dials_in("starting-coins=6 double=-4") == {"starting-coins": 6, "double": -4}
    for wrong in ("starting-coins", "starting-coins=six", "double=1 double=1", "double=", "double=--1"):
        with pytest.raises(BadDial, match="A dial is set once, as name=number"):
            dials_in(wrong)


def test_a_dial_says_what_it_is_in_both_languages() -> None:
    dial = dials(AKIWADO)[0]
    assert (dial.value, dial.clause, dial.words) == (5, "AKI-7", "Coins each player starts with")
    token = LANGUAGE.set("ja")
    assert dial.words == "最初に持つ銭"
    LANGUAGE.reset(token)


def test_a_game_of_another_package_can_be_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples" / "paper-lantern" / "src"))
    game = importlib.import_module("paper_lantern").GAME
    more = turned(game, {"copies": 7})
    assert more.state.__module__ == "paper_lantern[copies=7].state"
    assert [sys.modules[f"{package}.cards"].COPIES for package in ("paper_lantern[copies=7]", "paper_lantern")] == [7, 6]
    table = Table(more, 3, seed=1)
    while not table.over:
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    with pytest.raises(BadDial, match="copies goes from 5 to 9, so it cannot be 4"):
        turned(game, {"copies": 4})


def test_a_game_that_imports_itself_by_its_whole_name_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy would read the numbers of the original."""
    source = Path(__file__).parents[2] / "examples" / "paper-lantern" / "src" / "paper_lantern"
    shutil.copytree(source, tmp_path / "stubborn", ignore=shutil.ignore_patterns("__pycache__"))
    for path in (tmp_path / "stubborn").rglob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace("paper_lantern", "stubborn"), encoding="utf-8")
    worth = tmp_path / "stubborn" / "worth.py"
    text = worth.read_text(encoding="utf-8").replace("from stubborn", "import stubborn.cards\nfrom stubborn", 1)
    worth.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    game = importlib.import_module("stubborn").GAME
    with pytest.raises(BadGame, match=r"it imports itself by `import stubborn\.cards`"):
        turned(game, {"copies": 7})
    assert not [name for name in sys.modules if name.startswith("stubborn[")]
