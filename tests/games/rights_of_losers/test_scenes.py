"""What is held for whoever looks, and the numbers that open: from heard lines and views alone."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.games.rights_of_losers.positions import position
from tests.support import new_table, play_randomly
from zashiki.core.chance import seeded
from zashiki.core.game import SPECTATOR
from zashiki.core.rooms import Scene, Seat
from zashiki.core.table import Table
from zashiki.games.rights_of_losers import GAME
from zashiki.games.rights_of_losers.eyes.view import View
from zashiki.games.rights_of_losers.screen.accounts import island_rows, owner_rows, score_rows
from zashiki.games.rights_of_losers.screen.scenes import scenes
from zashiki.games.rights_of_losers.screen.standing import influence_of, standing
from zashiki.games.rights_of_losers.state import State

NEWEST = 60  # lines that a screen is given


@dataclass(frozen=True)
class Line:
    """A line as the page hands it over."""

    number: int
    seat: Seat | None
    heard: str
    told: str = ""


def heard(table: Table[State, View], viewer: int) -> list[Line]:
    lines = table.heard_by(viewer)
    return [Line(count, line.seat, line.heard[viewer]) for count, (_, line) in enumerate(lines, 1)][-NEWEST:]


def seen(table: Table[State, View], viewer: int = SPECTATOR) -> list[Scene]:
    return scenes(heard(table, viewer), table.view(viewer))


@pytest.mark.parametrize("players", GAME.seats)
def test_the_standing_by_what_is_seen_is_the_judgement_of_the_rules(players: int) -> None:
    table = new_table(GAME, players, {})
    for _ in play_randomly(table, seeded(5)):
        v = table.view(SPECTATOR)
        by_sight = standing(v.field, v.chips, players)
        assert (by_sight.owners, by_sight.points) == (v.owners, v.scores)


@pytest.mark.parametrize("players", GAME.seats)
def test_every_trick_is_held_and_every_change_of_owners_is_shown_as_the_views_before_and_after_had_it(players: int) -> None:
    table = new_table(GAME, players, {})
    before, tricks, rounds = table.view(SPECTATOR), 0, 0
    for _ in play_randomly(table, seeded(6)):
        now = table.view(SPECTATOR)
        newest = len(table.lines)
        fresh = [scene for scene in seen(table) if scene.number == newest]
        last = table.lines[-1].text.partition(" ")[0]
        if last == "play" and len(now.history) > len(before.history):
            trick = now.history[-1]
            assert [scene.title for scene in fresh] == [f"Trick {trick.trick}"]
            assert [step.given["winner"] for step in fresh[0].steps] == [None, trick.winner]
            assert fresh[0].steps[0].given["plays"] == trick.plays
            tricks += 1
        elif last in ("lead", "reverse", "pass", "drop"):
            moved = {(now.field[k], before.owners.get(k), v) for k, v in now.owners.items() if v != before.owners.get(k)}
            assert {change for scene in fresh for change in scene.steps[-1].given["changes"]} == moved  # type: ignore[attr-defined]
            if moved:
                assert fresh[0].steps[-1].given["points"] == tuple(zip(before.scores, now.scores, strict=True))
            before, rounds = now, rounds + bool(moved)
        else:
            assert not fresh
    assert tricks == 10
    assert rounds > 5


def test_what_is_held_tells_every_pair_of_eyes_the_same() -> None:
    table = new_table(GAME, 4, {})
    for _ in play_randomly(table, seeded(7)):
        expected = seen(table)
        for seat in range(4):
            assert seen(table, seat) == expected, "everything in it is public"


def test_a_trick_whose_first_lines_are_gone_is_not_guessed_at() -> None:
    table = new_table(GAME, 3, {})
    for _ in play_randomly(table, seeded(8)):
        pass
    lines, v = heard(table, SPECTATOR), table.view(SPECTATOR)
    first = min(k for k, line in enumerate(lines) if line.heard == f"play {v.history[-1].plays[0][1]}")
    assert {scene.title for scene in scenes(lines[first:], v)} <= {"Trick 10", "Trick 10: new owners"}
    assert scenes(lines[first:], v)
    assert scenes(lines[first + 1 :], v) == []


@pytest.mark.rule("ROL-38", "ROL-39", "ROL-40", "ROL-41")
@pytest.mark.parametrize(
    ("chips", "rows"),
    [
        ({}, [("No chip touches it: nobody owns it.", "", "ROL-41")]),
        (
            {0: "5,4 4,4", 1: "5,5"},
            [
                ("{0}: 1 on its edges, 1 at its corners", "2", ""),
                ("{1}: 1 on the card", "1", ""),
                ("{0} has the most chips and owns it.", "", "ROL-38"),
            ],
        ),
        (
            {0: "4,4", 1: "5,4"},
            [("{1}: 1 on its edges", "1", ""), ("{0}: 1 at its corners", "1", ""), ("lies better", "", "ROL-39")],
        ),
        (
            {0: "4,4", 1: "6,6"},
            [("{0}: 1 at its corners", "1", ""), ("{1}: 1 at its corners", "1", ""), ("is shared", "", "ROL-40")],
        ),
    ],
)
def test_an_owner_opens_to_the_chips_that_touch_the_card(chips: dict[int, str], rows: list[tuple[str, str, str]]) -> None:
    v = GAME.eyes.view(position(phase="action", trick=2, winner=1, chips=chips), 0)
    opened = owner_rows(influence_of(tuple(v.chips.items()), v.players)[12])
    assert len(opened) == len(rows)
    for (words, value, clause), (part, number, cited) in zip(opened, rows, strict=True):
        assert part in words
        assert (value, clause) == (number, cited)


@pytest.mark.rule("ROL-43", "ROL-44", "ROL-45", "ROL-46")
def test_a_score_opens_to_its_buildings_and_land() -> None:
    table = new_table(GAME, 3, {})
    for _ in play_randomly(table, seeded(9)):
        v = table.view(SPECTATOR)
        for seat in range(3):
            buildings, *owned, land, score = score_rows(v, seat)
            assert int(buildings[1]) == sum(int(value) for _, value, _ in owned) == v.building_points[seat]
            assert (int(land[1]), land[2]) == (v.land_bonus[seat], "ROL-44" if v.land_cards[seat] else "ROL-45")
            assert int(score[1]) == v.scores[seat]
        first, *owners = island_rows(v)
        assert first[2] == "ROL-38"
        assert len(owners) == len(v.field)


def test_an_answer_is_given_by_itself_only_where_everybody_sees_that_it_is_the_only_one() -> None:
    table = new_table(GAME, 3, {})
    for _ in play_randomly(table, seeded(10)):
        if table.over:
            break
        seat = table.to_act[0]
        v = table.view(seat)
        if GAME.open_forced(v) and len(table.legal(seat)) == 1:
            assert v.phase == "build" or v.hand_sizes[seat] == 1
        if v.phase == "play" and v.hand_sizes[seat] > 1:
            assert not GAME.open_forced(v)
