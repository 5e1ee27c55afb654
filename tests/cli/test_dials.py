"""House rules on the command line: listing dials, playing, tracing and measuring with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.cli.shell import inside, zashiki
from zashiki.cli import app


def refused(*words: str | Path) -> str:
    """The sentence with which a command is refused."""
    done = CliRunner().invoke(app, list(map(str, words)))
    assert done.exit_code == 2, done.output
    return done.stderr


@pytest.fixture
def six_coins(tmp_path: Path) -> Path:
    path = tmp_path / "six-coins.toml"
    path.write_text('game = "akiwado"\nname = "Six coins"\n\n[dials]\nstarting-coins = 6\n', encoding="utf-8")
    return path


def test_the_dials_of_a_game_are_listed_with_number_range_and_clause() -> None:
    rows = inside("lab", "dials", "akiwado").splitlines()
    assert rows[0].split() == ["dial", "number", "range", "clause"]
    assert rows[1].split(maxsplit=6) == ["starting-coins", "5", "1", "to", "10", "AKI-7", rows[1].split(maxsplit=6)[6]]
    assert "votes-m5" in inside("lab", "dials", "idol-conclave")
    assert "-10000 to 0 by 1000" in inside("lab", "dials", "idol-conclave")


def test_turned_dials_are_listed_beside_the_printed_number(six_coins: Path) -> None:
    assert "6 (printed 5)" in inside("lab", "dials", "akiwado", "--dials", six_coins)
    assert "7 (printed 5)" in inside("lab", "dials", "akiwado", "--dials", six_coins, "--set", "starting-coins=7")


def test_bad_dials_are_refused_with_a_sentence(six_coins: Path, tmp_path: Path) -> None:
    assert "has no dial 'dice'" in refused("lab", "dials", "akiwado", "--set", "dice=4")
    assert "goes from 1 to 10, so it cannot be 11" in refused("trace", "akiwado", "--set", "starting-coins=11")
    assert "set once, as name=number" in refused("play", "akiwado", "--set", "starting-coins")
    assert "is for akiwado, not for idol-conclave" in refused("trace", "idol-conclave", "--dials", six_coins)
    assert "No such file" in refused("arena", "akiwado", "--bot", "random", "--dials", tmp_path / "nothing.toml")
    assert "A hand of 5 cards does not last for 10 tricks" in refused("trace", "rights-of-losers", "--set", "hand-size=5")


def test_a_trace_with_dials_plays_with_them() -> None:
    first = json.loads(inside("trace", "akiwado", "--set", "starting-coins=9").splitlines()[0])
    assert first["summary"]["coins"] == [9, 9, 9]
    assert "source" not in first


def test_a_trace_with_streams_names_the_source_of_every_chance_event() -> None:
    lines = [json.loads(line) for line in inside("trace", "akiwado", "--streams").splitlines()]
    named = [(line["line"].split()[1], line["source"]) for line in lines if line["line"] and line["line"].startswith("*")]
    assert named[0] == ("colours", "screens")
    assert {source for event, source in named if event == "roll"} == {"dice"}
    assert all(("source" in line) == (line["line"] or "").startswith("*") for line in lines)


def test_a_record_is_traced_as_it_is() -> None:
    record = Path(__file__).parent.parent / "games" / "akiwado" / "records"
    path = next(iter(sorted(record.glob("*.kifu"))))
    assert "A record names its own players, options and dials" in refused("trace", path, "--streams")


def test_a_game_with_house_rules_says_so_and_is_kept_and_verified(six_coins: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.kifu"
    seats = [word for seat in range(3) for word in ("--seat", f"{seat}=random")]
    done = zashiki("play", "akiwado", "--dials", six_coins, "--save", path, "--seed", "3", *seats)
    assert "This table has house rules:\n  Coins each player starts with: 6, printed 5 (AKI-7)" in done.stdout
    assert "\ndials: starting-coins=6\n" in path.read_text(encoding="utf-8")
    assert "house rules starting-coins=6" in zashiki("verify", path).stdout
    assert json.loads(inside("trace", path).splitlines()[0])["summary"]["coins"] == [6, 6, 6]
    path.write_text(path.read_text(encoding="utf-8").partition("---\n")[0] + "---\n", encoding="utf-8")
    assert "keeps its players, options and dials" in refused("play", "--resume", path, "--set", "double=1")


def test_an_arena_with_house_rules_and_streams_counts_its_games() -> None:
    told = inside("arena", "akiwado", "--bot", "random", "--games", "2", "--set", "starting-coins=9", "--streams")
    assert "random" in told
