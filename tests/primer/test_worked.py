"""The worked examples of the specifications among those to step through: which are shown, why others are not, and that the rules
say what a step claims."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from tools.make_record import make

from tests.primer.test_content import every_primer, primer_of
from zashiki.core.errors import BadRecord, IllegalMove
from zashiki.core.game import AnyGame
from zashiki.core.record import read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.primer.positions import record_of, table_at

WORKED = Path(__file__).parent / "worked"
NOBODY = "nobody"  # what a summary has as None, which TOML cannot write

SCRIPT = """\
game: rights-of-losers
players: 3
options: first_lead=0
note: made
---
*
*: deal 1 r3 r9 g1 …
*: deal 2 r5 …
0: pass
"""


def worked(game: AnyGame) -> dict[str, Any]:
    return tomllib.loads((WORKED / f"{game.id}.toml").read_text(encoding="utf-8"))


@every_primer
def test_every_worked_example_is_shown_or_left_out_for_a_reason(game: AnyGame) -> None:
    """`worked/<game>.toml` lists the ids of the specification in its order, and reasons for those that no step shows."""
    given = worked(game)
    ids, left_out = given["ids"], given["left_out"]
    shown = {each for example in primer_of(game).examples for step in example.steps for each in step.shows}
    assert len(ids) == len(set(ids))
    assert shown - set(ids) == set(), "ids that the specification does not have"
    assert set(left_out) - set(ids) == set(), "ids that the specification does not have"
    assert shown & set(left_out) == set(), "shown, so no reason is needed"
    assert [each for each in ids if each not in shown and each not in left_out] == [], "neither shown nor left out"
    assert all(reason.endswith(".") for reason in left_out.values())


@every_primer
def test_a_step_that_shows_a_worked_example_expects_something(game: AnyGame) -> None:
    for example in primer_of(game).examples:
        assert [number for number, step in enumerate(example.steps, 1) if step.shows and not step.expect] == [], example.key


@every_primer
def test_the_rules_say_what_a_step_claims(game: AnyGame) -> None:
    for example in primer_of(game).examples:
        for number, step in enumerate(example.steps, 1):
            table = table_at(game, example.record, step.at)
            assert found(table, step.expect) == step.expect, f"{example.key}, step {number}"


def found(table: Table[Any, Any], expect: dict[str, Any]) -> dict[str, Any]:
    """What the rules say about everything that is expected: the same, if the claim is right.

    `options` has the options of seats, or how many there are; `open` lines that may be played now, `refused` lines that may not,
    with the clause; `after` what would be so after a line; `points` the scores as they stand; all else is a part of the summary.
    """
    asked = {
        "options": lambda claim: {seat: _options(table.legal(int(seat)), given) for seat, given in claim.items()},
        "open": lambda claim: [line for line in claim if _refusal(table, line) is None],
        "refused": lambda claim: {line: _refusal(table, line) for line in claim},
        "after": lambda claim: {line: found(_after(table, line), wanted) for line, wanted in claim.items()},
        "points": lambda _: table.scores(),
        "winners": lambda _: table.winners(),
    }
    summary = table.game.eyes.summary(table.state)
    return {key: asked[key](claim) if key in asked else _part(summary[key], claim) for key, claim in expect.items()}


def _options(legal: list[str], given: int | list[str]) -> int | list[str]:
    return len(legal) if isinstance(given, int) else legal


def _refusal(table: Table[Any, Any], line: str) -> str | None:
    """The clause that a line is refused with; None for one that may be played."""
    try:
        table.copy().feed(line)
    except IllegalMove as error:
        return error.clause
    return None


def _after(table: Table[Any, Any], line: str) -> Table[Any, Any]:
    played = table.copy()
    played.feed(line)
    return played


def _part(value: Any, claim: Any) -> Any:
    """As much of a value as is claimed: of tables the keys that are named."""
    if value is None:
        return NOBODY
    if isinstance(claim, dict) and isinstance(value, dict):
        return {key: _part(value[key], wanted) for key, wanted in claim.items()}
    if isinstance(claim, list) and isinstance(value, list | tuple) and len(claim) == len(value):
        return [_part(each, wanted) for each, wanted in zip(value, claim, strict=True)]
    return list(value) if isinstance(value, tuple) else value


def test_a_wrong_claim_is_noticed() -> None:
    game = GAMES["rights-of-losers"]
    table = table_at(game, "complete-game", 7)
    right = {
        "options": {"0": 25}, "open": ["0: chip 1,1"], "refused": {"0: chip 1,3": "ROL-22", "1: chip 1,1": "ROL-9"},
        "points": [0, 0, 0], "winners": [], "phase": "chip", "picked": NOBODY, "plays": [[0, "b1"], [1, "y10"], [2, "b8"]],
        "field": {"1,1": "land-nw"}, "owners": {"1,1": NOBODY}, "after": {"0: chip 1,1": {"chips": {"1,1": 0}}},
    }  # fmt: skip
    wrong = {
        "options": {"0": 24}, "open": ["0: chip 1,3"], "refused": {"0: chip 1,3": "ROL-18", "1: chip 1,1": "ROL-9"},
        "points": [0, 0, 1], "winners": [0], "phase": "pick", "picked": 0, "plays": [[0, "b1"], [1, "y10"]],
        "field": {"1,1": "land-ne"}, "owners": {"1,1": 0}, "after": {"0: chip 1,1": {"chips": {"1,1": 1}}},
    }  # fmt: skip
    assert found(table, right) == right
    assert [key for key, claim in wrong.items() if found(table, {key: claim}) == {key: claim}] == []


@every_primer
def test_records_are_written_as_the_rules_write_them(game: AnyGame) -> None:
    for path in (game.folder / "primer" / "records").glob("*.kifu"):
        kifu = record_of(game, path.stem)
        assert path.read_text(encoding="utf-8") == kifu.write()
        assert [str(line) for line in replay(kifu, GAMES).lines] == kifu.lines


def test_a_script_becomes_a_record() -> None:
    with pytest.raises(BadRecord, match="line 9"):
        make(SCRIPT)
    text = make(SCRIPT.replace("0: pass\n", ""))
    kifu = read_kifu(text)
    assert kifu.write() == text
    assert kifu.header["note"] == "made"
    hands = [set(line.split()[3:]) for line in kifu.lines]
    assert [len(hand) for hand in hands] == [10, 10, 10]
    assert {"r3", "r9", "g1"} <= hands[1]
    assert "r5" in hands[2]
    assert len(set.union(*hands)) == 30
    assert text == make(SCRIPT.replace("0: pass\n", ""))
    with pytest.raises(BadRecord, match="begins with"):
        make(SCRIPT.replace("r9", "r3"))
    with pytest.raises(BadRecord, match="line 9: No chance event is due"):
        make(SCRIPT.replace("0: pass", "*"))
    led = next(card for card in kifu.lines[0].split()[3:])
    assert make(SCRIPT.replace("pass", led)).splitlines()[-1] == f"0: play {led}"
