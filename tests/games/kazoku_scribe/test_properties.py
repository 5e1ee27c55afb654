"""What holds in every position of Kazoku Scribe that play can reach."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.games.kazoku_scribe.reference import Page, cell_of, connected, hole, read_piece
from zashiki.core.game import OPEN
from zashiki.games.kazoku_scribe import GAME
from zashiki.testing.play import Walk
from zashiki.testing.strategies import walks

POSITIONS = walks(GAME, decisions=300)
TREASURES = {"coin": "c", "jade": "j", "silk": "k"}
few = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def slow_page(page: Any) -> Page:
    """A page of the view as the reference looks at it."""
    slow = Page(list(page.rows), list(page.creek), [{} for _ in range(5)])
    slow.bridges = {tuple(cell_of(end) for end in name.split("-")) for name in page.bridges}  # type: ignore[misc]
    return slow


@pytest.mark.rule("KZS-15", "KZS-16", "KZS-17", "KZS-18", "KZS-21", "KZS-22", "KZS-37")
@few
@given(POSITIONS)
def test_estates_are_connected_without_holes_and_with_one_advanced_element_and_never_sick(walk: Walk) -> None:
    for page in GAME.eyes.view(walk.state, OPEN).pages:
        slow = slow_page(page)
        for number in set(page.estates.values()):
            cells = {cell_of(name) for name, estate in page.estates.items() if estate == number}
            assert len(slow.components(cells)) == 1
            assert not hole(cells)
            assert sum(slow.map[cell] in "sd" for cell in cells) <= 1
        assert not set(page.estates) & set(page.sick)


@pytest.mark.rule("KZS-12", "KZS-13", "KZS-14", "KZS-22")
@few
@given(POSITIONS)
def test_every_estate_has_used_one_arrow_of_its_round(walk: Walk) -> None:
    v = GAME.eyes.view(walk.state, OPEN)
    for page in v.pages:
        rounds = [number for action in page.arrows.values() for number in action]
        assert all(len(action) <= 2 and len(set(action)) == len(action) for action in page.arrows.values())
        assert sorted(rounds) == sorted((estate + 1) // 2 for estate in set(page.estates.values()))


@pytest.mark.rule("KZS-25", "KZS-26", "KZS-R10")
@few
@given(POSITIONS)
def test_pieces_stay_connected_and_requirements_keep_an_icon(walk: Walk) -> None:
    for page in GAME.eyes.view(walk.state, OPEN).pages:
        for piece in page.pieces.values():
            printed = read_piece("/".join(piece.rows))
            assert piece.left
            assert connected({printed[number][0] for number in piece.left})
        assert all(sum(need.values()) >= 1 for need in page.required.values())


@pytest.mark.rule("KZS-8", "KZS-46", "KZS-47", "KZS-53", "KZS-R29")
@few
@given(POSITIONS)
def test_the_explored_part_is_one_area_and_its_treasures_are_in_the_lanes(walk: Walk) -> None:
    v = GAME.eyes.view(walk.state, OPEN)
    crossed = {cell_of(name) for name in v.crossed}
    assert connected(crossed)
    for treasure, letter in TREASURES.items():
        assert sum(v.lanes[treasure]) == sum(v.dungeon[r][c] == letter for r, c in crossed)


@pytest.mark.rule("KZS-44", "KZS-46", "KZS-55", "KZS-R21")
@few
@given(POSITIONS)
def test_no_more_is_explored_than_was_covered_or_stood_for_an_unmatched_piece(walk: Walk) -> None:
    v = GAME.eyes.view(walk.state, OPEN)
    lines = [line.partition(": ")[2].split() for line in walk.record().splitlines() if ": " in line]
    placed = [cell for verb, _, *cells in (words for words in lines if words[0] == "place") for cell in cells]
    assert sorted(placed) == sorted(v.labels)
    assert len(set(placed)) == len(placed)
    steps = len(placed) + sum(words[0] == "unmatched" for words in lines)
    assert sum(words[0] == "explore" for words in lines) + v.steps <= steps


@pytest.mark.rule("KZS-54", "KZS-56", "KZS-58", "KZS-R22")
@few
@given(POSITIONS)
def test_rows_are_owned_by_more_than_half_and_points_follow(walk: Walk) -> None:
    v = GAME.eyes.view(walk.state, OPEN)
    points = [0, 0]
    for treasure, counts in v.lanes.items():
        owner = next((team for team in (0, 1) if 2 * counts[team] > v.lane_length), None)
        assert v.owners[treasure] == owner
        if owner is not None:
            points[owner] += 2
        elif counts[0] != counts[1]:
            points[int(counts[1] > counts[0])] += 1
    assert list(v.scores) == [points[seat % 2] for seat in range(walk.players)]
    owned = [list(v.owners.values()).count(team) for team in (0, 1)]
    assert max(owned) < 2 or v.over
