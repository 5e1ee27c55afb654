"""The terminal game, as people play it: piped, and at a real terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Terminal, refusal, zashiki
from tests.support import every_game
from zashiki.cli.play import Evening
from zashiki.cli.screen import Screen
from zashiki.cli.seats import record_names, seat_everybody, written_seats
from zashiki.core.chance import seeded
from zashiki.core.errors import IllegalMove
from zashiki.core.game import AnyGame
from zashiki.core.record import read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES

ROL = "rights-of-losers"


def kept(path: Path) -> str:
    """The lines of a record."""
    return "\n".join(read_kifu(path.read_text()).lines)


def seats(*who: str, first: int = 0) -> list[str]:
    """The words that seat these from seat `first` on."""
    return [word for seat, name in enumerate(who, first) for word in ("--seat", f"{seat}={name}")]


@every_game
def test_a_whole_game_through_a_pipe_is_told_counted_and_recorded(game: AnyGame, tmp_path: Path) -> None:
    path = tmp_path / "evening.kifu"
    others = seats(*("random" for _ in range(1, game.seats[0])), first=1)
    done = zashiki("play", game.id, "--seed", "4", *others, "--save", path, typed="1\n" * game.about.max_events)
    table = replay(read_kifu(path.read_text()), GAMES)
    assert table.over
    assert f"{game.name} · the end" in done.stdout
    assert re.search(r"^[\w\- ]+ (wins|share the win)\.$", done.stdout, re.M)
    assert "{0}" not in done.stdout
    assert "[/]" not in done.stdout
    assert read_kifu(path.read_text()).header["seats"].startswith("0=human 1=bot:random")
    assert zashiki("verify", path).stdout.startswith(f"{path}: good, {len(table.lines)} lines of {game.id}, scores ")


def test_a_guest_is_called_by_name_and_the_second_of_a_kind_by_seat_too() -> None:
    seated = seat_everybody(5, {0: "human:Aiko", 1: "genji", 2: "4", 3: "Hana", 4: "greedy"})
    assert [sitter.name for sitter in seated] == ["Aiko", "Genji", "Genji-2", "Hana", "greedy-4"]
    assert written_seats(seated) == "0=Aiko 1=bot:genji 2=bot:genji 3=bot:hana 4=bot:greedy"
    record = read_kifu(f"game: rights-of-losers\nplayers: 5\nseats: {written_seats(seated)}\n---\n")
    assert record_names(record, 5) == [sitter.name for sitter in seated]


@every_game
def test_bots_alone_play_a_game_to_watch(game: AnyGame) -> None:
    done = zashiki("play", game.id, *seats(*["random"] * game.seats[0]), "--seed", "1")
    assert re.search(r"^random-[\w\- ]+ (wins|share the win)\.$", done.stdout, re.M)


@every_game
def test_two_people_and_bots_play_a_whole_game_at_a_terminal(game: AnyGame, tmp_path: Path) -> None:
    path = tmp_path / "evening.kifu"
    people = seats("human:Aiko", "human:Kenji", *["random"] * (game.seats[0] - 2))
    terminal = Terminal("play", game.id, *people, "--seed", "2", "--save", path)
    seen = set()
    while (prompt := terminal.wait_for("Aiko> ", "Kenji> ", "Press Enter to continue. ", "The record is in")) != (
        "The record is in"
    ):
        seen.add(prompt)
        terminal.type("" if prompt.startswith("Press") else "1")
    assert terminal.close() == 0
    assert {"Press Enter to continue. ", "Aiko> ", "Kenji> "} <= seen
    assert replay(read_kifu(path.read_text()), GAMES).over


def test_between_two_people_there_is_a_curtain_and_each_sees_only_the_own_hand() -> None:
    terminal = Terminal("play", ROL, "--seat", "0=human:Aiko", "--seat", "1=human:Kenji", "--option", "first_lead=0")
    terminal.wait_for("Aiko, it is your turn. Everyone else, please look away. Press Enter")
    assert "Hand of" not in terminal.screen
    terminal.type("")
    terminal.wait_for("Aiko> ")
    assert "Hand of Aiko" in terminal.screen
    terminal.type("1")
    terminal.wait_for("Kenji, it is your turn.")
    assert "Hand of Aiko" not in "\n".join(terminal.screen.splitlines()[-100:]), "also where a screen cannot be cleared"
    behind = len(terminal.screen)
    terminal.type("")
    terminal.wait_for("Kenji> ")
    assert "Hand of Kenji" in terminal.screen[behind:]
    assert "Hand of Aiko" not in terminal.screen[behind:]
    assert "Aiko is dealt 10 cards" in terminal.screen[behind:]
    terminal.type("quit")
    terminal.wait_for("Leave the table? yes or no> ")
    terminal.type("yes")
    terminal.wait_for("You left the table; ")
    assert terminal.close() == 0


def test_what_options_mean_stands_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(GAMES["akiwado"], 3, {"start": "0"}, seed=3)
    table.advance()
    screen = Screen(["Aiko", "Kenji", "Mei"])
    screen.options(table.game, table.state, 0, table.game.legal_actions(table.state, 0))
    rows = capsys.readouterr().out.splitlines()
    behind = {at.start() for row in rows for at in re.finditer("Keep", row)}
    assert len({len(option) for option in table.legal(0)}) > 1, "keep 1 is shorter than keep 1 5"
    assert len(behind) == 2, "two columns, whatever the moves are like"
    assert behind == {at.start() for at in re.finditer("Keep", rows[0])}


def test_quit_asks_first_and_says_whether_the_game_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "evening.kifu"
    done = zashiki("play", ROL, "--option", "first_lead=0", typed=f"quit\nno\nhint\nquit\n\nsave {path}\nquit\nyes\nhint\n")
    assert done.stdout.count("The game is not saved; `save FILE` would keep it. Leave the table? yes or no> ") == 2
    assert f"The game is kept in {path}. Leave the table? yes or no> " in done.stdout
    assert done.stdout.count("What the house would do") == 1, "a person who stays is asked again, one who left is not"
    assert done.stdout.count("You left the table") == 1


@every_game
def test_one_page_replaces_the_other_and_the_table_keeps_its_place(game: AnyGame) -> None:
    others = seats(*("random" for _ in range(1, game.seats[0])), first=1)
    terminal = Terminal("play", game.id, "--seed", "4", *seats("human:Aiko"), *others, size=(110, 100))
    for _ in range(4):
        terminal.wait_for("Aiko> ")
        assert terminal.glass[0].startswith(f"{game.name} · ")
        assert sum(row.startswith(f"{game.name} · ") for row in terminal.glass) == 1
        assert any(row.startswith("Aiko>") for row in terminal.glass)
        terminal.type("1")
    terminal.close(kill=True)


def test_a_small_screen_shows_the_last_news_and_reads_help_and_rules_by_the_screenful() -> None:
    terminal = Terminal("play", ROL, "--seed", "4", "--option", "first_lead=0", *seats("human:Aiko"), size=(74, 30))
    terminal.wait_for("Aiko> ")
    assert "     … `log` shows everything." in terminal.glass
    terminal.type("?")
    terminal.wait_for("Press Enter to go back to the table. ")
    assert terminal.glass[0].startswith("Type the number of an option")
    undo = next(k for k, row in enumerate(terminal.glass) if row.startswith("  undo"))
    assert re.fullmatch(r" {13}\S.*", terminal.glass[undo + 1]), "what does not fit beside a command goes on below it"
    terminal.type("")
    terminal.wait_for("Aiko> ")
    assert terminal.glass[0].startswith("Rights of Losers · ")
    terminal.type("rules")
    terminal.wait_for("Press Enter to read on")
    assert "Rights of Losers in five minutes" in "\n".join(terminal.glass[:5])
    terminal.type("")
    terminal.wait_for("Press Enter to ")
    assert "Rights of Losers in five minutes" not in "\n".join(terminal.glass)
    terminal.type("q")
    terminal.wait_for("Aiko> ")
    terminal.type("undo")
    terminal.wait_for("nothing to take back", "Aiko> ")
    terminal.close(kill=True)


def test_what_a_low_screen_leaves_out_of_a_table_can_be_read_by_the_screenful() -> None:
    terminal = Terminal("play", "kazoku-scribe", "--seed", "4", *seats("human:Aiko"), *seats("random", first=1), size=(80, 24))
    for _ in range(3):
        terminal.wait_for("Aiko> ")
        assert terminal.glass[0].startswith("Kazoku Scribe · ")
        assert terminal.glass[1] == "     … `board` shows the whole table."
        assert sum(row.startswith("Kazoku Scribe · ") for row in terminal.glass) == 1, "nothing was scrolled away"
        terminal.type("1")
    terminal.wait_for("Aiko> ")
    terminal.type("board")
    terminal.wait_for("Press Enter to read on")
    assert any(row.startswith("H house") for row in terminal.glass), "the legend, which stands first"
    terminal.type("")
    terminal.wait_for("Press Enter to ")
    terminal.type("q")
    terminal.wait_for("Aiko> ")
    terminal.type("quit")
    terminal.wait_for("no> ")
    asked = next(row for row, words in enumerate(terminal.glass) if words.startswith("The game is not saved"))
    assert terminal.glass[asked + 1].lstrip().split(" ")[0] in ("yes", "or", "no>"), "no word is broken at the edge"
    terminal.close(kill=True)


def test_numbers_and_notation_are_both_taken_and_enter_where_there_is_one_option(tmp_path: Path) -> None:
    path = tmp_path / "evening.kifu"
    lead = ("--option", "first_lead=0", "--seed", "3", "--save", path)
    zashiki("play", ROL, *lead, typed="2\n")
    by_number = kept(path).splitlines()[3]
    zashiki("play", ROL, *lead, typed=f"  {by_number.partition(': ')[2].replace(' ', '  ')} \n")
    assert kept(path).splitlines()[3] == by_number
    last = tmp_path / "last.kifu"
    zashiki("play", ROL, "--seat", "0=random", "--seed", "3", "--save", last)
    lines = last.read_text().split("\n---\n")[0].splitlines() + ["---"] + kept(last).splitlines()
    tenth = max(k for k, line in enumerate(lines) if line.startswith("0: play"))
    last.write_text("\n".join(lines[:tenth]) + "\n")
    done = zashiki("play", "--resume", last, "--seat", "0=human", "--save", path, typed="\n")
    assert lines[tenth] in kept(path)
    assert "You left the table" in done.stdout


def test_without_a_seed_chance_is_promised_and_a_resumed_game_can_be_checked(tmp_path: Path) -> None:
    path, again = tmp_path / "evening.kifu", tmp_path / "again.kifu"
    begun = zashiki("play", "akiwado", "--save", path, typed="1\n" * 3)
    commitment = read_kifu(path.read_text()).header["commitment"]
    assert f"with the commitment {commitment}" in begun.stdout
    assert f"unfinished, all {kept(path).count('*: ')} chance events as promised" in zashiki("verify", path).stdout
    again.write_text(path.read_text())
    for file in (path, again):
        done = zashiki("play", "--resume", file, typed="1\n" * 1000)
        assert f"The secret of the commitment was {read_kifu(file.read_text()).header['secret']}" in done.stdout
        assert f"chance events as promised by {commitment}" in zashiki("verify", file).stdout
    words = [read_kifu(file.read_text()).header["words"] for file in (path, again)]
    assert words[0] != words[1], "what came in one of them tells nothing of the other"
    whole = read_kifu(path.read_text())
    path.write_text(replace(whole, lines=whole.lines[:-1], result=None).write())
    assert "was promised when the game began" in refusal("play", "--resume", path, "--seed", "1")


def test_a_seeded_record_says_so_and_promises_nothing(tmp_path: Path) -> None:
    path = tmp_path / "evening.kifu"
    done = zashiki("play", ROL, "--seed", "3", "--save", path, typed="1\n")
    header = read_kifu(path.read_text()).header
    assert header["seed"] == "3"
    assert "commitment" not in header
    assert "commitment" not in done.stdout


def test_what_is_not_allowed_is_explained_with_the_clause_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "evening.kifu"
    typed = f"chip 3,3\n99\n{'9' * 5000}\nnonsense\nwhy pass\nwhy\nwhy play zz\n\n"
    done = zashiki("play", ROL, "--option", "first_lead=0", "--save", path, typed=typed)
    assert "Not allowed: That is not possible now: Seat 0 is to play a card. (ROL-9)" in done.stdout
    assert "There is no option 99; they are numbered 1 to 10." in done.stdout
    assert "99999; they are numbered 1 to 10." in done.stdout
    assert "'nonsense' is not a move of Rights of Losers" in done.stdout
    assert "Not allowed: That is not possible now" in done.stdout
    assert "Add the move, as in: why pass" in done.stdout
    assert "'play zz' is not a move" in done.stdout
    assert len(kept(path).splitlines()) == 3


def test_help_rules_log_board_options_and_hint() -> None:
    typed = "?\nrules\nlog\nboard\noptions\nhint\nwhy play r1\nquit\n"
    done = zashiki("play", ROL, "--option", "first_lead=0", "--seed", "1", typed=typed)
    assert "save FILE  save the game" in done.stdout
    assert "Rights of Losers in five minutes" in done.stdout
    assert done.stdout.count("Seat 0 is dealt") == 2
    assert "Genji is dealt 10 cards." in done.stdout
    assert done.stdout.count("Hand of Seat 0") == 2
    hint = re.search(r"(play \w+): Play \w+ \d+\. .+place a chip\.", done.stdout)
    assert hint is not None
    assert re.search(rf" {hint[1]} ", done.stdout)
    assert done.stdout.count("  1 play ") == 2
    assert "You left the table; the game was not saved." in done.stdout


SEAT_2_WINS = f"""\
game: {ROL}
players: 3
options: first_lead=0
---
*: deal 0 r1 r2 r3 r4 r5 y1 y2 y3 y4 y5
*: deal 1 r6 r7 r8 r9 y6 y7 y8 y9 y10 g1
*: deal 2 r10 g2 g3 g4 g5 g6 g7 g8 g9 g10
0: play r1
1: play r6
2: play r10
"""


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A game in which seat 2 has won the first trick, and seats 0 and 1 place a chip each."""
    path = tmp_path / "saved.kifu"
    path.write_text(SEAT_2_WINS)
    return path


def test_undo_takes_back_own_moves_but_nothing_from_before_a_card_was_shown(saved: Path) -> None:
    people = ("--seat", "0=greedy", "--seat", "2=human")
    typed = f"pick r1\nundo\npick r6\nbuild 1,3\nundo\nundo\nundo\nsave {saved}\n"
    done = zashiki("play", "--resume", saved, *people, typed=typed)
    assert "Taken back: pick r1" in done.stdout
    assert "Taken back: build 1,3" in done.stdout
    assert "Taken back: pick r6" in done.stdout
    assert done.stdout.count("There is nothing to take back: chance was drawn or something was shown since.") == 1
    assert [line.partition(" ")[0] for line in kept(saved).splitlines()[-2:]] == ["0:", "1:"]


def test_undo_takes_what_bots_did_since_along_but_not_what_people_did(saved: Path) -> None:
    table = replay(read_kifu(saved.read_text()), GAMES)
    table.play(0, "chip 1,1")
    table.play(1, "chip 1,2")
    before = [str(line) for line in table.lines]
    with pytest.raises(IllegalMove, match="somebody else has moved since"):
        evening(table, "human", "human", "greedy").take_back(0, "")
    assert [str(line) for line in table.lines] == before
    assert evening(table, "human", "greedy", "human").take_back(0, "")
    assert [str(line) for line in table.lines] == before[:-2]
    with pytest.raises(IllegalMove, match="nothing to take back"):
        evening(table, "human", "greedy", "human").take_back(0, "")


def test_a_failed_undo_leaves_everything_as_it_was(saved: Path) -> None:
    table = replay(read_kifu(saved.read_text()), GAMES)
    table.play(0, "chip 1,1")
    table.play(1, "chip 1,2")
    before = [str(line) for line in table.lines]
    with pytest.raises(IllegalMove, match="nothing to take back"):
        evening(table, "greedy", "greedy", "human").take_back(2, "")
    assert [str(line) for line in table.lines] == before


def evening(table: Table[Any, Any], *who: str) -> Evening:
    return Evening(table, seat_everybody(3, dict(enumerate(who))), seeded(1), 0.1, None)


@every_game
def test_lines_are_counted_as_the_viewer_heard_them(game: AnyGame) -> None:
    table = Table(game, game.seats[0], seed=3)
    screen = Screen([f"Seat-{seat}" for seat in range(table.players)])
    for _ in range(game.about.max_events):
        if table.over:
            break
        seat = table.to_act[-1]
        table.play(seat, table.legal(seat)[0])
        heard = [line for _, line in table.heard_by(0) if line.told[0]]
        with screen.console.capture() as shown:
            known = screen.told(table, 0)
        numbers = re.findall(r"^ *(\d+) ", shown.get(), re.M)
        assert len(known) == len(heard)
        assert numbers == [str(count) for count in range(1, len(heard) + 1)]


def test_a_saved_game_goes_on_where_it_stood(tmp_path: Path) -> None:
    path, other = tmp_path / "evening.kifu", tmp_path / "later.kifu"
    seats = ("--seat", "0=human:Aiko", "--seat", "2=random")
    done = zashiki("play", ROL, "--players", "4", *seats, typed=f"1\n1\nsave {path}\nquit\n")
    assert f"resume with: zashiki play --resume {path}" in done.stdout
    first = kept(path)
    assert read_kifu(path.read_text()).header["seats"] == "0=Aiko 1=bot:genji 2=bot:random 3=bot:hana"
    done = zashiki("play", "--resume", path, "--save", other, typed="1\n" * 200)
    assert kept(other).startswith(first)
    assert "Aiko> " in done.stdout
    assert read_kifu(other.read_text()).header["seats"] == "0=Aiko 1=bot:genji 2=bot:random 3=bot:hana"
    assert f"The game in {other} is over" in refusal("play", "--resume", other)


@pytest.mark.parametrize("name", ["python_mybot.py", "program:{program}"])
def test_a_record_starts_no_program(saved: Path, name: str, tmp_path: Path) -> None:
    mark, program = tmp_path / "started", tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    name = name.format(program=program)
    saved.write_text(saved.read_text().replace("---", f"seats: 1=bot:{name}\n---"))
    said = refusal("play", "--resume", saved, typed="1\n1\n")
    played = f"In the record, seat 1 was played by '{name}', which is not a bot here"
    assert said == f"zashiki: {played}; say who takes over: --seat 1=…\n"
    assert not mark.exists()
    assert "You left the table" in zashiki("play", "--resume", saved, "--seat", "1=random", typed="quit\n").stdout


def test_a_resumed_game_is_kept_up_to_date_with_every_word_of_its_header(saved: Path) -> None:
    saved.write_text(saved.read_text().replace("---", "event: New Year\ndate: 2026-01-01\n---"))
    done = zashiki("play", "--resume", saved, typed="chip 5,5\nquit\n")
    assert done.stdout.endswith(f"resume with: zashiki play --resume {saved}\n")
    kifu = read_kifu(saved.read_text())
    assert "0: chip 5,5" in kifu.lines
    assert kifu.header == {
        "game": ROL, "rules": "1", "players": "3", "options": "first_lead=0", "event": "New Year", "date": "2026-01-01",
        "seats": "0=human 1=bot:genji 2=bot:hana",
    }  # fmt: skip


def test_a_file_that_cannot_be_written_is_said_before_the_game_starts(tmp_path: Path) -> None:
    assert "cannot be written: No such file or directory" in refusal("play", ROL, "--save", tmp_path / "no" / "x.kifu")
    assert f"{tmp_path} cannot be written: it is a folder." in refusal("play", ROL, "--save", tmp_path)
    os.mkfifo(pipe := tmp_path / "pipe")
    assert f"{pipe} cannot be written: it is not a regular file." in refusal("play", ROL, "--save", pipe)
    assert pipe.is_fifo()
    done = zashiki("play", ROL, typed=f"save {tmp_path / 'no' / 'x.kifu'}\nsave\nsave .\nsave a\0b\nquit\n")
    assert "cannot be written: No such file or directory" in done.stdout
    assert "Add the file name, as in: save evening.kifu" in done.stdout
    assert ". cannot be written: it is a folder." in done.stdout
    assert "cannot be written: embedded null" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "There is no game 'chess'"),
        ([], "Which game? One of: "),
        ([ROL, "--players", "2"], "is for 3, 4, 5 players, not 2"),
        ([ROL, "--seat", "7=greedy"], "There is no seat 7 with 3 players"),
        ([ROL, "--seat", "greedy"], "A seat is written 0=human or 1=greedy, not 'greedy'"),
        ([ROL, "--seat", "1=genius"], "There is no bot 'genius'"),
        ([ROL, "--seat", "1=random", "--seat", "1=greedy"], "Seat 1 is given twice"),
        ([ROL, "--seat", "0=human:a b"], "must not contain spaces"),
        ([ROL, "--seat", "1=program:"], "Add the command, as in: program:python mybot.py"),
        ([ROL, "--option", "first_lead=9"], "first_lead must be random or a seat from 0 to 2, not '9'"),
        (["--resume", "nowhere.kifu"], "nowhere.kifu cannot be read: No such file or directory."),
    ],
)
def test_bad_input_is_refused_with_a_sentence(words: list[str], sentence: str) -> None:
    assert sentence in refusal("play", *words)


def test_resuming_a_broken_or_different_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "evening.kifu"
    path.write_text(f"game: {ROL}\nplayers: 3\n---\n0: pass\n")
    assert "evening.kifu: line 4: " in refusal("play", "--resume", path)
    path.write_text(f"game: {ROL}\nplayers: 3\n---\n")
    assert f"is a game of {ROL}, not of chess" in refusal("play", "chess", "--resume", path)
    assert "keeps its players, options and dials" in refusal("play", "--resume", path, "--players", "4")
    path.write_bytes(b"\xff\xfe\x00")
    assert "is not a UTF-8 text file" in refusal("play", "--resume", path)


def test_the_terminal_game_starts_without_llvm_numpy_or_the_server() -> None:
    code = "import sys, zashiki.cli; print(sorted({'llvmlite', 'numpy', 'fastapi', 'sqlalchemy', 'jinja2'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
