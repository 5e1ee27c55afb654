"""A planted unfairness: found by comparing, undone by tuning."""

from __future__ import annotations

from pathlib import Path

import pytest

from zashiki.core.errors import BadOption
from zashiki.core.workers import Here
from zashiki.lab import Setup, changed, compare, measure, read_target, sweep, tune
from zashiki.lab.tune import read_free, steps_of

COIN_RACE = "tests.lab.coin_race:GAME"
RIGGED = Setup(game=COIN_RACE, players=3, dials={"head-start": 1})


def test_comparing_finds_a_coin_too_many_first_of_all() -> None:
    fair = Setup(game=COIN_RACE, players=3)
    changes = compare(measure(fair, 2000, jobs=1), measure(changed(fair, "head-start=1"), 2000, jobs=1))
    first = changes[0]
    assert first.clear
    assert first.key in ("first_seat_edge", "seat_share", "seat_spread", "own:coins")
    seat = next(change for change in changes if (change.key, change.label) == ("seat_share", "seat:1"))
    assert seat.clear
    assert seat.low > 0.1
    assert next(change for change in changes if change.key == "decisions").change == 0


def test_pairs_stay_pairs() -> None:
    """Chance comes in streams, so the same tosses fall for both tables, and their difference is surer than each of them."""
    fair = Setup(game=COIN_RACE, players=3)
    changes = compare(measure(fair, 500, jobs=1), measure(changed(fair, "head-start=1"), 500, jobs=1))
    seat = next(change for change in changes if (change.key, change.label) == ("seat_share", "seat:2"))
    assert seat.pairing is not None
    assert seat.pairing > 0.3


def test_the_same_table_twice_differs_in_nothing() -> None:
    result = measure(RIGGED, 200, jobs=1)
    changes = compare(result, measure(RIGGED, 200, jobs=1))
    assert changes
    assert not [change for change in changes if change.change or change.clear]


def test_tuning_takes_the_coin_away_again(tmp_path: Path) -> None:
    study = tmp_path / "study.log"
    free, targets = dict([read_free("head-start=0..2")]), [read_target("seat_spread<15%")]
    settings = {"rungs": (50, 200), "confirm": 400, "trials": 6, "study": study, "gear": "plain"}
    best = tune(RIGGED, free, targets, Here(), **settings)[0]  # type: ignore[arg-type]
    assert best.dials == {"head-start": 0}
    assert best.loss == 0
    assert next(change for change in best.changes if (change.key, change.label) == ("seat_share", "seat:1")).high < 0
    told: list[str] = []
    again = tune(RIGGED, free, targets, Here(), told=told.append, **settings)[0]  # type: ignore[arg-type]
    assert again.dials == best.dials
    assert not [line for line in told if "after" in line]  # nothing is played twice
    with pytest.raises(BadOption, match="something else"):
        tune(RIGGED, free, [read_target("ties<5%")], Here(), study=study)


@pytest.mark.slow
def test_a_coin_too_many_in_akiwado_is_found_and_taken_away() -> None:
    """What docs/lab.md shows, with fewer settings and fewer deals."""
    fair = Setup(game="akiwado", players=4)
    rigged = changed(fair, "seat-1-coins=1")
    changes = compare(measure(fair, 2000, jobs=1), measure(rigged, 2000, jobs=1))
    assert changes[0].clear
    assert (changes[0].key, changes[0].label) == ("seat_share", "seat:1")
    assert changes[0].low > 0.05
    free, targets = dict([read_free("seat-1-coins=0..1"), read_free("starting-coins=5..6")]), [read_target("seat_spread<4%")]
    best = tune(rigged, free, targets, Here(), trials=6, rungs=(250, 1000), confirm=2000, least_change=True)[0]
    assert best.dials["seat-1-coins"] == 0
    assert targets[0].number(best.result.figures).value < 0.04  # type: ignore[union-attr]
    assert next(change for change in best.changes if (change.key, change.label) == ("seat_share", "seat:1")).high < 0


def test_a_sweep_turns_one_dial_at_a_time() -> None:
    base, steps = sweep(Setup(game=COIN_RACE, players=2), 40, Here(), ["rounds"], gear="plain")
    assert [(step.dial, step.value) for step in steps] == [("rounds", 1), ("rounds", 3), ("rounds", 4)]
    assert [step.result["decisions"].value for step in steps] == [2, 6, 8]
    assert base["decisions"].value == 4


def test_steps_of_a_long_dial_are_few() -> None:
    from zashiki.core.dials import dials

    known = {dial.name: dial for dial in dials(RIGGED.rules())}
    assert steps_of(known["head-start"]) == [1, 2, 3, 4]


@pytest.mark.parametrize("text", ["seat_spread", "seat_spread~3", "nothing<3", "ties<", "ties<x"])
def test_a_target_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        read_target(text)


@pytest.mark.parametrize("text", ["minutes=40±5", "seat_spread<=1.5%", "waiting.p95<=6", "drama>=10%"])
def test_targets_are_written_as_they_are_read(text: str) -> None:
    assert str(read_target(text)) == text


def test_changes_name_seats_options_levels_or_dials() -> None:
    fair = Setup(game=COIN_RACE, players=3)
    told = changed(fair, "players=2,together=true,level=random+greedy,rounds=3")
    assert (told.players, told.options, told.levels, told.dials) == (2, {"together": "true"}, ("random", "greedy"), {"rounds": 3})
    assert changed(fair, "printed") == fair
    with pytest.raises(BadOption):
        changed(fair, "nothing")
