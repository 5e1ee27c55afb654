"""The course of a game drawn: bands, lines, sides and the points turn by turn."""

from __future__ import annotations

import pytest

from zashiki.games import find_game
from zashiki.server.course import Chapter, Course
from zashiki.server.pages.graph import SPAN, graph_of
from zashiki.server.pages.result import places_of, result_words, sides_of

NAMES = ["Aiko", "Kenji", "Mika", "Ren"]
CHAPTERS = (Chapter(0, "The deal"), Chapter(1, "Round 1 of 2"), Chapter(3, "Round 2 of 2"))


def test_turns_stand_side_by_side_and_the_one_that_is_shown_is_marked() -> None:
    graph = graph_of(Course(CHAPTERS), sides_of(find_game("akiwado"), NAMES), 4, "/tables/x/replay", "&eyes=1", at=3)
    assert [(band.at, band.short, band.here) for band in graph.bands] == [(0, "", False), (1, "1", False), (3, "2", True)]
    assert [band.x for band in graph.bands] == [0, SPAN / 4, 3 * SPAN / 4]
    assert sum(band.width for band in graph.bands) == pytest.approx(100)
    assert graph.marker == 3 * SPAN / 4
    assert graph.traces == ()
    assert graph.rows == ()


def test_a_game_whose_turns_are_not_known_has_no_bands() -> None:
    assert graph_of(Course(), sides_of(find_game("akiwado"), NAMES), 4, "", "").bands == ()


def test_points_are_level_until_an_event_changes_them() -> None:
    points = ((0, 0, 0, 0), (0, 0, 0, 0), (2, 0, 0, 0), (2, 0, 0, 0), (4, -4, 0, 0))
    graph = graph_of(Course(CHAPTERS, points), sides_of(find_game("akiwado"), NAMES), 4, "", "")
    assert (graph.top, graph.bottom, graph.zero) == (4, -4, 150)
    assert [trace.name for trace in graph.traces] == NAMES
    assert graph.traces[0].path == "M0 150.0H490.0V75.0H980.0V0.0H1000"
    assert graph.traces[2].path == "M0 150.0H1000"
    assert [trace.last for trace in graph.traces] == [4, -4, 0, 0]
    assert graph.rows == (("The deal", (0, 0, 0, 0)), ("Round 1 of 2", (2, 0, 0, 0)), ("Round 2 of 2", (4, -4, 0, 0)))


def test_a_game_that_counts_only_at_its_end_has_no_lines() -> None:
    points = ((0, 0), (0, 0), (0, 0), (0, 0), (7, 3))
    assert graph_of(Course(CHAPTERS, points), sides_of(find_game("idol-conclave"), NAMES[:2]), 4, "", "").traces == ()


def test_a_team_has_one_line_and_one_name() -> None:
    game = find_game("kazoku-scribe")
    points = ((0, 0, 0, 0), (1, 0, 1, 0), (1, 2, 1, 2), (1, 2, 1, 2), (1, 3, 1, 3))
    graph = graph_of(Course(CHAPTERS, points), sides_of(game, NAMES), 4, "", "")
    assert [(trace.name, trace.seat, trace.last) for trace in graph.traces] == [("Team A", 0, 1), ("Team B", 1, 3)]
    assert graph.rows[-1] == ("Round 2 of 2", (1, 3))


@pytest.mark.rule("KZS-1")
def test_teams_win_as_teams_and_people_as_people() -> None:
    teams, alone = find_game("kazoku-scribe"), find_game("akiwado")
    assert result_words(teams, NAMES, [1, 3]) == "Team B wins: Kenji and Ren"
    assert result_words(teams, NAMES, [0, 1, 2, 3]) == "Team A and Team B share the win"
    assert result_words(teams, NAMES[:2], [1]) == "Kenji wins"
    assert result_words(alone, NAMES, [2]) == "Mika wins"
    assert result_words(alone, NAMES, [0, 2]) == "Aiko and Mika share the win"


@pytest.mark.rule("KZS-1")
def test_the_final_scores_stand_in_order_with_the_winners_first() -> None:
    """Also where a tie was broken, or somebody won at once with fewer points."""
    alone = places_of(find_game("akiwado"), NAMES, [4, 9, 9, 7], [2])
    assert [(place.names, place.score) for place in alone] == [("Mika", 9), ("Kenji", 9), ("Ren", 7), ("Aiko", 4)]
    teams = places_of(find_game("kazoku-scribe"), NAMES, [3, 5, 3, 5], [0, 2])
    assert [(place.names, place.score) for place in teams] == [("Aiko and Mika", 3), ("Kenji and Ren", 5)]
