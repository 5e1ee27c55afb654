"""`zashiki trace`: one JSON line for every event."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.cli.shell import inside, refusal, zashiki
from tests.support import every_case, every_game
from zashiki.core.game import AnyGame
from zashiki.core.record import kifu_of
from zashiki.core.table import Table


def entries(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@every_case
def test_a_traced_game_is_complete_before_every_event(game: AnyGame, players: int, options: dict[str, str]) -> None:
    words = [word for key, value in options.items() for word in ("--option", f"{key}={value}")]
    trace = entries(inside("trace", game.id, "--players", str(players), *words, "--seed", "5"))
    table = Table(game, players, options)
    for n, entry in enumerate(trace):
        assert list(entry)[:5] == ["n", "to_act", "legal", "summary", "line"]
        assert entry["n"] == n
        assert entry["to_act"] == table.to_act
        assert entry["legal"] == {str(seat): table.legal(seat) for seat in table.to_act}
        assert entry["summary"] == json.loads(json.dumps(game.eyes.summary(table.state)))
        if n < len(trace) - 1:
            assert list(entry)[5:] == []
            table.feed(entry["line"])
    assert table.over
    assert trace[-1]["line"] is None
    assert (trace[-1]["to_act"], trace[-1]["legal"]) == ([], {})
    assert trace[-1]["scores"] == table.scores()
    assert trace[-1]["winners"] == table.winners()


@every_game
def test_a_record_traces_as_the_game_it_came_from(game: AnyGame, tmp_path: Path) -> None:
    text = zashiki("trace", game.id, "--seed", "8").stdout
    table = Table(game, game.seats[0])
    for entry in entries(text)[:-1]:
        table.feed(entry["line"])
    path = tmp_path / "game.kifu"
    path.write_text(kifu_of(table).write())
    assert zashiki("trace", path).stdout == text


@every_game
def test_the_keys_of_a_summary_are_those_of_the_docs(game: AnyGame) -> None:
    page = (Path(__file__).parents[2] / "docs" / "traces.md").read_text(encoding="utf-8")
    section = page.split(f"## {game.id}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    trace = entries(inside("trace", game.id, "--seed", "3"))
    assert set(re.findall(r"`(\w+)`", " ".join(rows))) == {key for entry in trace for key in entry["summary"]}
    named = set(re.findall(r"`([\w-]+)`", section))
    assert {entry["summary"][kind] for entry in trace for kind in ("phase", "node") if entry["summary"].get(kind)} <= named


def test_an_unfinished_record_ends_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "game.kifu"
    path.write_text("game: rights-of-losers\nrules: 1\nplayers: 3\n---\n*: deal 0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10\n")
    first, last = entries(zashiki("trace", path).stdout)
    assert (first["line"], first["to_act"], first["legal"]) == ("*: deal 0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10", [], {})
    assert last["line"] is None
    assert "scores" not in last


@every_game
def test_many_games_are_numbered_by_their_events_and_named_by_the_seed(game: AnyGame) -> None:
    three = entries(inside("trace", game.id, "--seed", "2", "--games", "3"))
    starts = [k for k, entry in enumerate(three) if entry["n"] == 0]
    assert len(starts) == 3
    assert [three[k - 1]["line"] for k in starts[1:]] == [None, None]
    assert entries(inside("trace", game.id, "--seed", "2")) == three[: starts[1]]


def test_bad_input_is_refused_with_a_sentence(tmp_path: Path) -> None:
    assert "There is no game 'chess'; the games are:" in refusal("trace", "chess")
    assert "nowhere.kifu cannot be read: No such file or directory." in refusal("trace", "nowhere.kifu")
    assert "is for 3, 4, 5 players, not 9" in refusal("trace", "rights-of-losers", "--players", "9")
    assert "has no option 'colour'" in refusal("trace", "rights-of-losers", "--option", "colour=red")
    assert "key=value, not 'colour'" in refusal("trace", "rights-of-losers", "--option", "colour")
    assert "'first_lead' is given twice" in refusal(
        "trace", "rights-of-losers", "--option", "first_lead=1", "--option", "first_lead=2"
    )
    assert "There is no bot 'genius'" in refusal("trace", "rights-of-losers", "--bot", "genius")
    broken = tmp_path / "broken.kifu"
    broken.write_text("game: rights-of-losers\nplayers: 3\n---\n0: pass\n")
    assert "broken.kifu: line 4: " in refusal("trace", broken)
    assert "names its own players" in refusal("trace", broken, "--players", "3")
