"""The contract suite as the author of another game runs it: in another folder, on a module that is not installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import zashiki
from zashiki.core.chance import seeded
from zashiki.core.errors import BadOption
from zashiki.core.record import read_kifu, replay
from zashiki.core.schema import Record, i8
from zashiki.games import GAMES, named_game
from zashiki.testing.play import Walk, about_one_in

pytestmark = pytest.mark.slow  # each test runs pytest in a process of its own

SOURCE = Path(zashiki.__path__[0]).parent
MINE = """
from dataclasses import replace
from zashiki.games import find_game

THEIRS = find_game("rights-of-losers")
GAME = replace(THEIRS, about=replace(THEIRS.about, id="mine"))
TOO_LONG = replace(GAME, about=replace(GAME.about, max_events=10))
"""


def suite(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "mine.py").write_text(MINE)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--pyargs", "zashiki.testing", *arguments]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")} | {"PYTHONPATH": str(SOURCE)}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)


PLUGIN = ("-p", "zashiki.testing.plugin")  # an installed Zashiki brings it along


def test_a_game_of_ones_own_is_tested_alone_and_without_llvm_too(tmp_path: Path) -> None:
    (tmp_path / "llvmlite.py").write_text("raise ModuleNotFoundError('not installed')")
    chosen = ("--strict-markers", "--game", "mine:GAME", "-v", "-rs", "-m", "not slow", "-k", "undo or variants or native")
    done = suite(tmp_path, *PLUGIN, *chosen)
    assert "[mine-3-default] PASSED" in done.stdout
    assert "The gears cannot be compared: the native one needs llvmlite (pip install 'zashiki[native]')." in done.stdout
    assert "2 passed, 1 skipped" in done.stdout


def test_without_a_name_all_games_are_tested_even_where_the_plugin_is_not_installed(tmp_path: Path) -> None:
    done = suite(tmp_path, "--strict-markers", "--collect-only", "-q", "-k", "undo")
    assert done.returncode == 0, done.stdout
    assert [game for game in GAMES if f"[{game}-" not in done.stdout] == []


def test_a_failure_shows_the_record_of_the_game_and_hypothesis_a_short_one(tmp_path: Path) -> None:
    done = suite(tmp_path, *PLUGIN, "--game", "mine:TOO_LONG", "-m", "not slow", "-k", "end_in_time or sound")
    assert "2 failed" in done.stdout
    text = done.stdout.partition("Record of the game that failed")[2].partition("\n")[2].partition("\n_")[0]
    table = replay(read_kifu(text), {"mine": GAMES["rights-of-losers"]})
    assert len(table.lines) == 11
    lines = [line[1:].strip() for line in done.stdout.splitlines() if line.startswith("E  ")]
    printed = lines[lines.index("game: mine") :]
    assert sum(line[:1].isdigit() or line[:1] == "*" for line in printed) == 11  # no longer than it must be


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("zashiki.games:NOTHING", "'zashiki.games:NOTHING' is not a Game."),
        ("zashiki.games:GAMES", "'zashiki.games:GAMES' is not a Game."),
        ("nowhere.at_all:GAME", "No module named 'nowhere', so there is no 'nowhere.at_all:GAME'"),
        ("chess", "There is no game 'chess'; the games are: "),
    ],
)
def test_a_name_that_is_no_game_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(BadOption) as refused:
        named_game(name)
    assert str(refused.value).startswith(sentence)


def test_a_wrong_name_stops_the_run_with_a_sentence(tmp_path: Path) -> None:
    done = suite(tmp_path, *PLUGIN, "--game", "mine:NOTHING")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "ERROR: --game: 'mine:NOTHING' is not a Game." in done.stderr


class Number(Record):
    value: int = i8(0, 100)


def numbers(n: int) -> list[Number]:
    found = [Number() for _ in range(n)]
    for value, number in enumerate(found):
        number.value = value
    return found


def test_a_sample_has_the_density_it_says_no_period_and_always_the_last() -> None:
    taken = [[s.value for s in about_one_in(5, iter(numbers(100)), seed)] for seed in range(200)]
    assert 0.19 * 100 * 200 <= sum(map(len, taken)) <= 0.22 * 100 * 200
    assert all(values[-1] == 99 and values == sorted(set(values)) for values in taken)
    assert {value % 5 for value in taken[0]} == {0, 1, 2, 3, 4}
    assert taken[0] == [s.value for s in about_one_in(5, iter(numbers(100)), 0)]


def test_a_sample_is_made_of_copies() -> None:
    original = numbers(1)
    [taken] = about_one_in(1, iter(original))
    original[0].value = 7
    assert taken.value == 0


def test_a_walk_writes_a_record_that_replays_to_its_state() -> None:
    for game in GAMES.values():
        walk, rng = Walk(game, game.seats[-1], game.about.variants[-1]), seeded(3)
        for _ in range(60):
            if not walk.over:
                walk.go_on(rng)
        table = replay(read_kifu(walk.record()), GAMES)
        assert table.state == walk.state
        assert len(table.lines) == walk.lines
