"""`zashiki house …` as the keeper of a house types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.shell import inside, refusal, zashiki

pytest.importorskip("fastapi")


def test_a_table_is_listed_shown_ended_and_deleted(tmp_path: Path, table: str) -> None:
    here = ("--database", tmp_path / "house.sqlite")
    assert "Player 0, Player 1, Player 2" in inside("house", "list", *here)
    assert [each["id"] for each in json.loads(inside("house", "list", "--json", *here))] == [table]
    shown = inside("house", "show", table[:6], *here)
    assert "a-visitor" in shown
    assert json.loads(inside("house", "show", table, "--json", *here))["status"] == "running"
    assert zashiki("house", "end", table, "--yes", *here).stdout == "Ended.\n"
    assert "already ended" in refusal("house", "end", table, "--yes", *here)
    assert zashiki("house", "delete", table, "--yes", *here).stdout == "Deleted.\n"
    assert "No table" in refusal("house", "show", table, *here)


@pytest.mark.parametrize("words", [("list",), ("usage",), ("delete", "abc", "--yes"), ("prune",)], ids=" ".join)
def test_where_there_is_no_house_that_is_said_and_none_is_made(tmp_path: Path, words: tuple[str, ...]) -> None:
    nowhere = tmp_path / "hoose.sqlite"
    assert "does not contain a house" in refusal("house", *words, "--database", nowhere)
    assert not nowhere.exists()


def test_nothing_is_deleted_without_a_yes(tmp_path: Path, table: str) -> None:
    here = ("--database", tmp_path / "house.sqlite")
    asked = zashiki("house", "delete", table, *here, typed="n\n", code=1).stdout
    assert f"Delete the running table {table}" in asked
    assert table in inside("house", "list", *here)


def test_visitors_usage_forgetting_and_pruning(tmp_path: Path, table: str) -> None:
    here = ("--database", tmp_path / "house.sqlite")
    assert inside("house", "block", "a-visitor", *here) == "Blocked.\n"
    assert inside("house", "blocked", *here) == "a-visitor\n"
    assert inside("house", "unblock", "a-visitor", *here) == "Let in again.\n"
    assert "1 running" in inside("house", "usage", *here)
    assert json.loads(inside("house", "usage", "--json", *here))["people"] == 1
    assert "one of them" in refusal("house", "forget", *here)
    assert zashiki("house", "forget", "--name", "Player 1", "--yes", *here).stdout == "Forgotten at 1 seat.\n"
    assert "Player 0, Guest 2, Player 2" in inside("house", "list", *here)
    told = inside("house", "prune", "--dry-run", "--finished", "365", *here)
    assert "finished tables      after 365 days   0 would go" in told
    assert "running tables       kept" in told
    assert json.loads(inside("house", "prune", "--json", *here))["study"] == {"days": 30, "tables": 0}
