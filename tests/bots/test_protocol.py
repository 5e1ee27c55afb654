"""Programs as bots: every game's question is JSON, the bot of the docs plays, and a bad program is told apart."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.test_players import questions
from tests.cli.shell import COMMAND, PLAIN, Terminal, refusal, zashiki
from tests.support import every_game
from zashiki.bots import protocol
from zashiki.bots.arena import Contest, compete
from zashiki.bots.protocol import BotFailed, program_bot
from zashiki.core.chance import seeded
from zashiki.core.game import AnyGame
from zashiki.core.workers import Here
from zashiki.games import find_game

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


def written(folder: Path, source: str) -> str:
    """The command that runs this source."""
    path = folder / "bot.py"
    path.write_text(source)
    return f"{sys.executable} {path}"


def documented_bot() -> str:
    found = re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)
    assert found is not None
    return found[1]


@every_game
def test_every_view_can_be_asked_as_json_and_the_documented_bot_answers(game: AnyGame, tmp_path: Path) -> None:
    bot = program_bot(written(tmp_path, documented_bot()))
    for s, seat in questions(game, game.seats[0], {}, 6):
        legal = game.legal_actions(s, seat)
        asked = json.loads(protocol.question(game, game.eyes.view(s, seat), seat, ["a"], 1.0))
        assert list(asked) == ["game", "seat", "view", "options", "seconds"]
        assert asked["view"]["viewer"] == seat
        assert bot.choose(game, game.eyes.view(s, seat), seat, legal, seeded(1), 1.0) == legal[-1]


def test_a_program_plays_at_the_terminal_and_in_the_arena(tmp_path: Path) -> None:
    command = f"program:{written(tmp_path, documented_bot())}"
    lines = zashiki("arena", "rights-of-losers", "--bot", command, "--bot", "random", "--games", "2").stdout.splitlines()
    assert sorted(len(line.split()) >= 8 for line in lines) == [True] * 3
    seats = [word for seat in range(3) for word in ("--seat", f"{seat}={command}")]
    assert re.search(r"(wins|share the win)\.$", zashiki("play", "rights-of-losers", *seats).stdout, re.M)


def test_ctrl_c_is_for_the_table_and_not_for_the_program(tmp_path: Path) -> None:
    words = ("play", "rights-of-losers", "--option", "first_lead=1", "--seat", f"1=program:{written(tmp_path, documented_bot())}")
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*COMMAND, *words], stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=PLAIN, start_new_session=True
    ) as table:
        assert table.stdout is not None
        for line in table.stdout:
            if "Hand of Seat 0" in line:  # so the program has led a card
                break
        os.killpg(table.pid, signal.SIGINT)
        told, complaints = table.communicate(timeout=60)
    assert "You left the table" in told
    assert complaints == ""
    assert table.returncode == 0


def test_two_programs_of_one_name_are_counted_apart(tmp_path: Path) -> None:
    bots = (f"program:{written(tmp_path, documented_bot())}",) * 2
    standings = compete(Contest("rights-of-losers", 3, bots, seed=1), 3, Here())
    assert sorted(standing.seats for standing in standings) == [1, 2]
    assert sum(standing.win_rate for standing in standings) == pytest.approx(1)
    assert sorted(len(standing.scores) for standing in standings) == [3, 6]


def test_the_whole_name_of_a_program_is_shown(tmp_path: Path) -> None:
    command = written(tmp_path, documented_bot())
    words = ("arena", "rights-of-losers", "--bot", f"program:{command}", "--games", "1")
    assert command.replace(" ", "_") in zashiki(*words).stdout
    terminal = Terminal(*words)
    assert terminal.close() == 0
    first_column = "".join(line.split(" ")[0] for line in terminal.screen.splitlines()[1:])
    assert first_column == command.replace(" ", "_")


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("import sys; sys.stdin.readline(); print('hello')", "must answer"),
        ("import sys; sys.stdin.readline(); print('[1]')", "must answer"),
        ('import sys; sys.stdin.readline(); print(\'{"move": "resign"}\')', "answered 'resign', which is not one"),
        ("import sys; sys.stdin.readline(); print('[' * 30000)", "must answer"),
        ("import os, sys; sys.stdin.readline(); [os.write(1, b'x' * 4096) for _ in iter(int, 1)]", "a line that is too long"),
        ("import sys; sys.stdin.readline()", "ended without an answer"),
        ("import time; time.sleep(60)", "did not answer in time"),
    ],
)
def test_a_bad_program_ends_the_game_with_a_sentence(
    source: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "PATIENCE", 60.0 if "sleep" not in source else 0.2)
    game = find_game("rights-of-losers")
    s, seat = next(questions(game, 3, {}, 1))
    bot = program_bot(written(tmp_path, source))
    with pytest.raises(BotFailed, match=sentence):
        bot.choose(game, game.eyes.view(s, seat), seat, game.legal_actions(s, seat), seeded(1), 0.1)


def test_a_program_that_does_not_exist_is_refused() -> None:
    assert "cannot be started" in refusal("arena", "rights-of-losers", "--bot", "program:/no/such/bot")


def test_no_name_of_a_bot_starts_a_program() -> None:
    from zashiki.bots import find_bot
    from zashiki.core.errors import BadOption

    with pytest.raises(BadOption):
        find_bot("program:true")
