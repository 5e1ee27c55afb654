"""`zashiki record`: a game from paper is typed in, in short forms, with mistakes, and with a break in the middle."""

from __future__ import annotations

from pathlib import Path

from typer.testing import CliRunner

from zashiki.cli import app
from zashiki.cli.record import Scribe
from zashiki.core.errors import BadNotation
from zashiki.core.record import kifu_of, read_kifu, replay
from zashiki.core.shorthand import meant
from zashiki.core.table import Table
from zashiki.games import GAMES, find_game
from zashiki.printing.order import paper_record, paper_table

ROL = find_game("rights-of-losers")


def record(typed: list[str], *words: str | Path) -> str:
    done = CliRunner().invoke(app, ["record", *map(str, words)], input="\n".join([*typed, ""]), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return " ".join(done.stdout.split())


def played(seed: int) -> tuple[Table, list[str]]:  # type: ignore[type-arg]
    """A whole game, and what somebody in a hurry would type for it."""
    table, typed, at = Table(ROL, 3, seed=seed), [], 0
    while not table.over:
        typed += [line.text.removeprefix(f"deal {k} ") for k, line in enumerate(table.lines[at:]) if line.seat is None]
        seat = table.to_act[0]
        options = table.legal(seat)
        option = options[len(table.lines) * 5 % len(options)]
        short = option.partition(" ")[2].replace(",", "") or option[:2]
        try:
            typed.append(short if meant(short, options) == option else option)
        except BadNotation:
            typed.append(option)
        table.play(seat, option)
        at = len(table.lines)
    return table, typed


def test_a_whole_game_is_typed_in_in_short_forms(tmp_path: Path) -> None:
    table, typed = played(3)
    file = tmp_path / "evening.kifu"
    assert sum(len(word.split()) == 1 for word in typed) > 60  # most of it is short
    said = record(typed, ROL.id, "-o", file, "--name", "0=Aiko", "--name", "2=Mei")
    kifu = read_kifu(file.read_text(encoding="utf-8"))
    assert kifu.lines == kifu_of(table).lines
    assert kifu.header["seats"] == "0=Aiko 2=Mei"
    assert replay(kifu, GAMES).over
    assert "step through it with" in said
    assert "Aiko plays" in said


def test_mistakes_are_explained_and_change_nothing(tmp_path: Path) -> None:
    table, typed = played(4)
    file = tmp_path / "evening.kifu"
    wrong = ["deal 0 r1", "?", "play r7", *typed[:3], "first 9", typed[3], "zzz", "chip 1,1", "?", "", "board", "7: pass"]
    said = record([*wrong, typed[4], "back", typed[4], typed[5]], ROL.id, "-o", file)
    assert read_kifu(file.read_text(encoding="utf-8")).lines == kifu_of(table).lines[:6]
    assert "Written like this: deal 0" in said
    assert "'zzz' is none of the 10 options" in said
    assert "Taken back:" in said
    assert "There is no seat 7" in said
    assert "6 lines are in" in said


def test_a_short_form_of_a_move_that_is_not_allowed_is_refused_with_the_clause(tmp_path: Path) -> None:
    """EX-32 of the specification, up to its first trick."""
    deals = ["r1 r3 y4 y8 g8 g10 b1 b2 b7 p10", "r5 r7 y3 y7 y10 g5 g9 p1 p3 p8", "r9 y5 y6 g1 g2 g3 g4 b5 b8 p6"]
    file = tmp_path / "evening.kifu"
    said = record([*deals, "first 0", "b1", "y10", "y10", "r9", "b8"], ROL.id, "-o", file)
    assert "does not hold Yellow 10. (ROL-10)" in said
    assert "holds blue, which was led, and must play it. (ROL-11)" in said
    assert read_kifu(file.read_text(encoding="utf-8")).lines[4:] == ["0: play b1", "1: play y10", "2: play b8"]


def test_a_record_is_continued_where_it_was_left(tmp_path: Path) -> None:
    table, typed = played(5)
    file = tmp_path / "evening.kifu"
    record([*typed[:20], "quit", "never read"], ROL.id, "-o", file)
    assert len(read_kifu(file.read_text(encoding="utf-8")).lines) == 20
    record(typed[20:], "-o", file)
    assert read_kifu(file.read_text(encoding="utf-8")).lines == kifu_of(table).lines


def test_tab_completes_what_the_rules_allow(tmp_path: Path) -> None:
    table, _ = played(6)
    begun = Table(ROL, 3)
    for line in table.lines[:4]:
        begun.feed(str(line))
    scribe = Scribe(begun, tmp_path / "evening.kifu", {})
    options = begun.legal(begun.to_act[0])
    offered = [scribe.complete("play ", number) for number in range(len(options) + 1)]
    assert offered == [*sorted(options), None]
    assert scribe.complete(options[0], 0) == options[0]
    assert scribe.complete("chip", 0) is None
    assert Scribe(Table(ROL, 3), tmp_path / "evening.kifu", {}).complete("deal", 0) is None


def test_house_rules_are_kept_in_the_header(tmp_path: Path) -> None:
    file = tmp_path / "evening.kifu"
    record(["quit"], ROL.id, "-o", file, "--set", "tricks=8")
    assert read_kifu(file.read_text(encoding="utf-8")).header["dials"] == "tricks=8"
    record(["r1 r2 r3 r4 r5 r6 r7 r8 r9 r10", "back", "quit"], "-o", file)
    assert read_kifu(file.read_text(encoding="utf-8")).header["dials"] == "tricks=8"


def test_boards_that_were_printed_are_the_beginning(tmp_path: Path) -> None:
    game = find_game("kazoku-scribe")
    start, file = tmp_path / "boards.kifu", tmp_path / "evening.kifu"
    start.write_text(paper_record(paper_table(game, 2, 7)).write(), encoding="utf-8")
    record(["enter b5", "plan w2 plain", "a2", "back", "1: plan w1 plain"], game.id, "-o", file, "--from", start)
    lines = read_kifu(file.read_text(encoding="utf-8")).lines
    assert lines[4:] == ["1: enter b5", "0: plan w2 plain", "1: plan w1 plain"]
    for words, sentence in (
        ([game.id, "-o", file, "--players", "4"], "says how many players there are"),
        (["akiwado", "-o", file], "not of akiwado"),
        (["-o", tmp_path / "new.kifu"], "Which game?"),
        ([game.id], "Where is the record"),
    ):
        done = CliRunner().invoke(app, ["record", *map(str, words)])
        assert done.exit_code == 2
        assert sentence in done.stderr
