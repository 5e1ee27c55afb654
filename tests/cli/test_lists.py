"""`zashiki games`, `bots` and `arena`, and the help of everything."""

from __future__ import annotations

import shlex
import subprocess

import pytest
from typer.testing import CliRunner

from tests.cli.shell import COMMAND, PLAIN, Terminal, refusal, zashiki
from zashiki import __version__
from zashiki.bots import BOTS
from zashiki.cli import app
from zashiki.games import GAMES

COMMANDS = [command.name for command in app.registered_commands]


def test_games_lists_every_game_with_its_options() -> None:
    text = zashiki("games").stdout
    for game in GAMES.values():
        assert game.id in text
        assert game.about.pitch in text
        assert all(f"--option {option.name}={option.default}" in text for option in game.about.options)
    assert "Kazoku Scribe · 2 or 4 players" in text, "three cannot play it"
    assert "one of the others. [random, white, yellow, red, blue, black]" in text, "three may choose it, though five may not"


def test_bots_lists_every_bot_with_its_level() -> None:
    text = zashiki("bots").stdout
    assert all(bot.name in text and bot.level in text and bot.words in text for bot in BOTS.values())


def test_arena_counts_wins() -> None:
    lines = zashiki("arena", "rights-of-losers", "--bot", "greedy", "--bot", "random", "--games", "6").stdout.splitlines()
    assert lines[0].split() == ["bot", "seats", "games", "wins", "95", "%", "interval", "fair", "mean", "score"]
    assert lines[1].split()[:3] == ["greedy", "1", "6"]
    assert lines[2].split()[:3] == ["random", "2", "6"]
    assert "between 1 and 3 bots" in refusal("arena", "rights-of-losers", *["--bot", "random"] * 4)


def test_arena_shows_a_terminal_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAIN, "TERM", "xterm")
    terminal = Terminal("arena", "rights-of-losers", "--bot", "random", "--games", "2")
    terminal.wait_for("2/2")
    terminal.wait_for("mean score")
    assert terminal.close() == 0


@pytest.mark.parametrize("words", [["play"], ["trace"], ["arena", "--bot", "search"]], ids=lambda words: words[0])
def test_nobody_thinks_for_ever(words: list[str]) -> None:
    assert "Invalid value for '--seconds'" in zashiki(*words, "akiwado", "--seconds", "inf", code=2).stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_text_with_words_for_every_option(command: str) -> None:
    done = CliRunner().invoke(app, [command, "--help"])
    assert done.exit_code == 0
    found = next(entry for entry in app.registered_commands if entry.name == command)
    assert found.callback is not None
    assert (found.callback.__doc__ or "").strip()


def test_the_command_alone_shows_what_there_is_and_its_version() -> None:
    shown = CliRunner().invoke(app, []).output
    assert all(f" {command} " in shown for command in COMMANDS)
    assert zashiki("--version").stdout == f"zashiki {__version__}\n"


def test_signs_a_terminal_does_not_have_become_question_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAIN, "PYTHONIOENCODING", "ascii")
    assert "HIGH wins ?" in zashiki("play", "rights-of-losers").stdout


@pytest.mark.parametrize(
    ("command", "said"),
    [("trace akiwado > /dev/full", "zashiki: [Errno 28] No space left on device\n"), ("trace akiwado --games 50 | head -1", "")],
)
def test_output_that_nobody_takes_ends_without_a_traceback(command: str, said: str) -> None:
    done = subprocess.run(f"{shlex.join(COMMAND)} {command}", shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == said


def test_a_command_without_an_input_has_nobody_who_types() -> None:
    played = f"{shlex.join(COMMAND)} play rights-of-losers <&-"
    done = subprocess.run(played, shell=True, capture_output=True, text=True, env=PLAIN, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("You left the table; the game was not saved.\n")


def test_bytes_that_are_no_text_are_no_move() -> None:
    env = {**PLAIN, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run([*COMMAND, "play", "rights-of-losers"], input=b"\xff\n", capture_output=True, env=env, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "is not a move of Rights of Losers" in done.stdout.decode()


def test_an_unknown_command_or_switch_is_refused() -> None:
    assert "No such command 'plya'" in zashiki("plya", code=2).stderr
    assert "No such option: --sede" in zashiki("trace", "rights-of-losers", "--sede", "1", code=2).stderr
    assert "Invalid value for '--seed'" in zashiki("trace", "rights-of-losers", "--seed", "one", code=2).stderr
