"""`zashiki replay` and `zashiki verify`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Terminal, inside, refusal, zashiki
from tests.support import every_game
from zashiki.bots import BOTS
from zashiki.bots.match import play_match
from zashiki.core.game import AnyGame
from zashiki.core.heard import heard_lines
from zashiki.core.record import HEARD_BY, Kifu, kifu_of
from zashiki.core.table import Table
from zashiki.games import find_game

SEATS = {"seats": "0=Aiko 1=bot:greedy"}


def record(game: AnyGame, path: Path) -> Table[object, object]:
    """A finished random game, written to the path."""
    table: Table[object, object] = Table(game, game.seats[0])
    for _, line in play_match(game, [BOTS["random"]] * game.seats[0], {}, seed=11):
        if line is not None:
            table.feed(line)
    path.write_text(kifu_of(table, SEATS).write())
    return table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.kifu"


@every_game
def test_a_record_is_printed_as_each_pair_of_eyes_heard_it(game: AnyGame, path: Path) -> None:
    table = record(game, path)
    for eyes in ("open", "spectator", "0"):
        text = inside("replay", path, "--seat", eyes)
        assert f"line {len(table.lines)} of {len(table.lines)}" in text
        assert "{0}" not in text
        assert "Aiko" in text


def test_the_count_of_five_seats_goes_through_a_pipe_in_whole_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    game = find_game("idol-conclave")
    record = Path(__file__).parent.parent / "games" / game.folder.name / "records" / "complete-advanced.kifu"
    assert "Leader points for the candidate             1            3             5            2" in inside("replay", record)


def test_a_record_of_a_stranger_does_not_steer_the_terminal(path: Path) -> None:
    header = "game: rights-of-losers\nplayers: 3\nseats: 0=\x1b[31mAiko 1=bot:\x1b[2J\n---\n"
    path.write_text(header)
    terminal = Terminal("replay", path, "--at", "0")
    assert terminal.close() == 0
    assert "\ufffd[31mAiko" in terminal.screen
    assert "\x1b" not in terminal.screen
    said = refusal("play", "--resume", path)
    path.write_text(header + "0: \x1b[2J\n")
    said += refusal("verify", path) + refusal("trace", path)
    assert said.count("\ufffd[2J") == 3
    assert "\x1b" not in said


def test_a_seat_is_not_shown_what_it_never_saw(path: Path) -> None:
    record(find_game("rights-of-losers"), path)
    assert "greedy-1 is dealt 10 cards." in zashiki("replay", path, "--seat", "0").stdout
    assert "greedy-1 is dealt 10 cards." not in zashiki("replay", path, "--seat", "open").stdout
    early = zashiki("replay", path, "--seat", "0", "--at", "5").stdout
    assert "Hand of Aiko" in early
    assert "Hand of greedy-1" not in early
    assert "Hand of greedy-1" in zashiki("replay", path, "--at", "5").stdout


@every_game
def test_every_position_of_a_game_can_be_drawn(game: AnyGame, path: Path) -> None:
    table = record(game, path)
    for at in (0, 1, len(table.lines) // 2, len(table.lines)):
        assert f"line {at} of {len(table.lines)}" in inside("replay", path, "--at", str(at))
    assert "so there is no line 9999" in refusal("replay", path, "--at", "9999")


def test_stepping_through_at_a_terminal(path: Path) -> None:
    record(find_game("rights-of-losers"), path)
    terminal = Terminal("replay", path, "--seat", "1")
    terminal.wait_for("line 0 of", "q: quit")
    for key, shown in (
        ("", "line 1 of"), ("n", "line 2 of"), ("b", "line 1 of"), ("7", "line 7 of"), ("s open", "view: open"),
        ("s 9", "The view must be a seat from 0 to 2"), ("x", "'x' is not one of the keys"), ("9999", "there is no line 9999"),
        ("l", "Aiko is dealt Red"), ("b", "line 6 of"),
    ):  # fmt: skip
        terminal.wait_for("q: quit")
        terminal.type(key)
        terminal.wait_for(shown)
    terminal.type("q")
    assert terminal.close() == 0


def test_a_low_screen_steps_through_a_high_table_too(path: Path) -> None:
    record(find_game("kazoku-scribe"), path)
    terminal = Terminal("replay", path, size=(80, 24))
    terminal.wait_for("quit\n> ")
    terminal.type("60")
    for key in ("n", "b"):
        terminal.wait_for("quit\n> ")
        assert terminal.glass[0].startswith("Kazoku Scribe · ")
        assert terminal.glass[1] == "     … `board` shows the whole table."
        terminal.type(key)
    terminal.wait_for("quit\n> ")
    terminal.type("board")
    terminal.wait_for("Press Enter to read on")
    assert any(row.startswith("H house") for row in terminal.glass)
    terminal.close(kill=True)


@every_game
def test_a_good_record_is_good_and_a_broken_line_is_named_by_its_number(game: AnyGame, path: Path) -> None:
    table = record(game, path)
    scores = " ".join(map(str, table.scores()))
    winners = " ".join(map(str, table.winners()))
    assert zashiki("verify", path).stdout == (
        f"{path}: good, {len(table.lines)} lines of {game.id}, scores {scores}, won by {winners}\n"
    )
    good = path.read_text().splitlines()
    first = good.index("---") + 1
    at = first + len(table.lines) // 2
    path.write_text("\n".join([*good[:at], "0: nonsense", *good[at + 1 :]]) + "\n")
    assert refusal("verify", path).startswith(f"zashiki: {path}: line {at + 1}: ")
    path.write_text("\n".join([*good[:at], *good[at + 1 :]]) + "\n")  # a line is missing
    assert f"{path}: line " in refusal("verify", path)


def test_wrong_results_headers_and_files_are_named(path: Path, tmp_path: Path) -> None:
    game = find_game("rights-of-losers")
    table = record(game, path)
    text = path.read_text()
    scores = " ".join(map(str, table.scores()))
    path.write_text(text.replace(f"scores: {scores}", "scores: 1 2 3"))
    assert f"scores are {scores} by the rules, not 1 2 3" in refusal("verify", path)
    path.write_text(text.replace("game: rights-of-losers", "game: chess"))
    assert f"{path}: line 1: 'chess' is not one of the games" in refusal("verify", path)
    path.write_text("game: rights-of-losers\n")
    assert f"{path}: line 1: a line --- must stand" in refusal("verify", path)
    for nonsense in ("", "Dear all,\nhere is the game of last night.\n", "rules: 1\nplayers: 3\n---\n"):
        path.write_text(nonsense)
        for command in ("verify", "replay", "trace"):
            assert f"{path}: This is not the record of a game. A record begins with lines such as" in refusal(command, path)
    assert "cannot be read: No such file or directory" in refusal("verify", tmp_path / "nowhere.kifu")
    assert "cannot be read: Is a directory" in refusal("verify", tmp_path)


def test_a_mark_that_an_editor_put_in_front_of_a_record_is_passed_over(path: Path) -> None:
    record(find_game("rights-of-losers"), path)
    path.write_text(path.read_text(), encoding="utf-8-sig")
    assert f"{path}: good, " in zashiki("verify", path).stdout


def test_a_record_with_odd_seats_is_shown_with_the_names_that_can_be_read(path: Path) -> None:
    path.write_text(f"game: rights-of-losers\nplayers: 3\nseats: {'9' * 5000}=Aiko 1=Kenji 7=Mei x=Ken nobody\n---\n")
    shown = zashiki("replay", path).stdout
    assert "$ Seat 0:" in shown
    assert "€ Kenji:" in shown
    assert "¥ Seat 2:" in shown


def test_many_files_are_all_looked_at_and_one_bad_one_decides(path: Path, tmp_path: Path) -> None:
    record(find_game("rights-of-losers"), path)
    bad = tmp_path / "bad.kifu"
    bad.write_text(path.read_text().replace("---\n", "---\n0: pass\n", 1))
    done = zashiki("verify", bad, path, code=2)
    assert done.stdout.startswith(f"{path}: good")
    assert "bad.kifu: line 6: " in done.stderr


def test_an_unfinished_record_is_good_too(path: Path) -> None:
    path.write_text("game: rights-of-losers\nplayers: 3\n---\n")
    assert zashiki("verify", path).stdout == f"{path}: good, 0 lines of rights-of-losers, unfinished\n"
    assert "line 0 of 0" in zashiki("replay", path).stdout


def test_an_unfinished_game_is_shown_as_its_reader_saw_it_and_nobody_else(path: Path) -> None:
    table = Table(find_game("rights-of-losers"), 3, seed=4)
    for _ in range(9):
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    header = kifu_of(table, SEATS | {HEARD_BY: "0"}).header
    path.write_text(Kifu(header, heard_lines(table, 0)).write())
    shown = inside("replay", path)
    assert "Hand of Aiko" in shown
    assert "Hand of greedy" not in shown
    assert "it can be seen only as 0 saw it." in refusal("replay", path, "--seat", "1")
