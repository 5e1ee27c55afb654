"""Games of other packages: found by their entry points, listed behind the five; a broken one is left out with a sentence."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from zashiki import games
from zashiki.cli.new import TEMPLATE, names_of, write_game
from zashiki.core.errors import BadOption
from zashiki.games import FOLDERS, GAMES, find_game
from zashiki.games.installed import GROUP, NotLoaded, installed_games

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / TEMPLATE.id / "src"
COPY = "from dataclasses import replace\nfrom zashiki.games.akiwado import GAME as G\n"
BROKEN = {
    "needs_more": "import a_module_nobody_has",
    "leaves": "import sys; sys.exit('I am off')",
    "empty": "",
    "a_number": "GAME = 5",
    "doubled": "from zashiki.games.akiwado import GAME",
    "loud": f"{COPY}GAME = replace(G, about=replace(G.about, id='Loud One'))",
    "no_room": f"{COPY}GAME = replace(G, rules=G.words)",
}
REASONS = {
    "needs_more": "ModuleNotFoundError: No module named 'a_module_nobody_has'",
    "leaves": "SystemExit: I am off",
    "empty": "AttributeError: module 'empty' has no attribute 'GAME'",
    "a_number": "a_number:GAME is not a zashiki.core.game.Game.",
    "doubled": "the id 'akiwado' belongs to another game.",
    "loud": "the id 'Loud One' is not made of small letters and digits, with hyphens between words.",
    "no_room": "Akiwado: its room `rules` (zashiki.games.akiwado.words) has no `setup`.",
}


def entry(name: str) -> EntryPoint:
    return EntryPoint(name, f"{name}:GAME", GROUP)


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the modules of broken games, and the example on the path."""
    for name, text in BROKEN.items():
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(EXAMPLE)
    return tmp_path


def test_a_broken_game_is_left_out_with_one_sentence_and_the_others_are_there(
    modules: Path, caplog: pytest.LogCaptureFixture
) -> None:
    left_out: list[NotLoaded] = []
    with caplog.at_level(logging.WARNING, "zashiki"):
        found = installed_games(GAMES, left_out, [entry(name) for name in (*BROKEN, TEMPLATE.module)])
    assert list(found) == [TEMPLATE.id]
    assert {broken.name: broken.why for broken in left_out} == REASONS
    assert [record.getMessage() for record in caplog.records] == [f"zashiki: {broken.sentence}" for broken in left_out]


def test_a_game_whose_package_forgot_its_help_is_left_out(modules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_game(names_of("Helpless"), modules / "made")
    (modules / "made/src/helpless/help.md").unlink()
    monkeypatch.syspath_prepend(modules / "made/src")
    left_out: list[NotLoaded] = []
    assert installed_games(GAMES, left_out, [entry("helpless")]) == {}
    assert [broken.why for broken in left_out] == [f"there is no help.md in {modules / 'made/src/helpless'}."]


def test_of_two_games_with_one_id_the_first_is_kept(modules: Path) -> None:
    (modules / "second.py").write_text("from paper_lantern import GAME")
    left_out: list[NotLoaded] = []
    assert list(installed_games(GAMES, left_out, [entry("second"), entry(TEMPLATE.module)])) == [TEMPLATE.id]
    assert [(broken.name, broken.why) for broken in left_out] == [("second", f"the id '{TEMPLATE.id}' belongs to another game.")]


def test_who_asks_for_a_game_that_was_left_out_hears_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "NOT_LOADED", [NotLoaded("my_game", "my-games 1.0", "it is broken.")])
    with pytest.raises(BadOption, match=r"^The game 'my_game' of my-games 1\.0 is not loaded: it is broken\.$"):
        find_game("my-game")
    with pytest.raises(BadOption, match="There is no game 'chess'; the games are: "):
        find_game("chess")


def installed(folder: Path, name: str, version: str = "1.0") -> None:
    """What pip leaves of a package that brings a game: its name, and its entry point."""
    about = folder / f"{name}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{name} = {name}:GAME\n")


def with_installed(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, (folder, EXAMPLE, ROOT / "src")))
    environment = os.environ | {"PYTHONPATH": path, "COLUMNS": "200"}
    return subprocess.run([sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_installed_games_are_listed_and_traced_beside_a_broken_one(modules: Path) -> None:
    installed(modules, TEMPLATE.module)
    installed(modules, "leaves")
    listed = with_installed(modules, "-m", "zashiki", "games")
    ids = [line.split("  ")[0] for line in listed.stdout.splitlines() if not line.startswith(" ")]
    assert ids == [*(folder.replace("_", "-") for folder in FOLDERS), TEMPLATE.id, "leaves"]
    assert listed.stdout.endswith("leaves  not loaded · leaves 1.0\n  SystemExit: I am off\n")
    assert listed.stderr == "zashiki: The game 'leaves' of leaves 1.0 is not loaded: SystemExit: I am off\n"
    traced = with_installed(modules, "-m", "zashiki", "trace", TEMPLATE.id, "--bot", "greedy")
    assert traced.returncode == 0, traced.stderr
    assert '"winners"' in traced.stdout.splitlines()[-1]
    refused = with_installed(modules, "-m", "zashiki", "trace", "leaves")
    assert refused.returncode == 2
    assert refused.stderr.count("is not loaded: SystemExit: I am off") == 2


def test_an_installed_game_has_its_ids_in_all_environments(modules: Path) -> None:
    for package in ("gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(package)
    installed(modules, TEMPLATE.module)
    code = """
import gymnasium, pyspiel
from zashiki.games import find_game
from zashiki.rl import gymnasium as _, openspiel as _, pettingzoo
env = gymnasium.make("zashiki/PaperLantern-v0", players=4)
_, info = env.reset(seed=1)
assert env.step(int(info["action_mask"].argmax()))
assert pyspiel.load_game("zashiki_paper_lantern(players=4)").num_players() == 4
everybody = pettingzoo.aec(find_game("paper-lantern"), 3)
everybody.reset(seed=1)
print(everybody.agents)
"""
    done = with_installed(modules, "-c", code)
    assert done.returncode == 0, done.stderr
    assert "seat_2" in done.stdout


def test_a_worker_of_bots_knows_it_and_repeats_no_warning(modules: Path) -> None:
    installed(modules, TEMPLATE.module)
    installed(modules, "leaves")
    code = """
import io, pickle, subprocess, sys
from paper_lantern import GAME
from zashiki.bots.worker import Question, pack, read_packed
from zashiki.core.table import Table
question = Question(GAME.id, Table(GAME, 3, seed=1).view(1), 1, "greedy", 5, 1.0)
done = subprocess.run([sys.executable, "-m", "zashiki.bots.worker"], input=pack(pickle.dumps(question)), capture_output=True)
answers = io.BytesIO(done.stdout)
assert read_packed(answers) == b'{"ready": true}'
print(read_packed(answers).decode(), done.stderr.decode())
"""
    done = with_installed(modules, "-c", code)
    assert done.stdout.startswith('{"move": "bid '), done.stdout + done.stderr
    assert "not loaded" not in done.stdout
