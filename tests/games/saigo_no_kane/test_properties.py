"""What holds in every position of Saigo no Kane that play can reach."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from tests.support import random_states
from zashiki.core.game import OVER, seats_in
from zashiki.games.saigo_no_kane import GAME
from zashiki.games.saigo_no_kane.cards import COST, DAYS, MAX_SEATS, STUDENT_IDS
from zashiki.games.saigo_no_kane.state import SOURCES, State
from zashiki.testing.play import Walk
from zashiki.testing.strategies import walks

POSITIONS = walks(GAME, decisions=400)
some = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def conserved(s: State) -> None:
    """Every tile, card and token is in exactly one place."""
    held_students = sum(mask.bit_count() for mask in s.students) + sum(tile >= 0 for tile in s.school)
    assert held_students + (s.student_pile | s.student_discard | s.aside).bit_count() == 48
    held_items = sum(mask.bit_count() for mask in s.items) + sum(tile >= 0 for tile in s.market)
    assert held_items + (s.item_pile | s.item_discard).bit_count() == 36
    assert sum(s.hands) + sum(s.card_pile) + sum(s.played) + sum(s.dropped) == 25
    assert (s.event_pile | s.event_discard).bit_count() + sum(event >= 0 for event in s.events) == 30
    if s.candidate[s.players - 1] >= 0 and s.day > 0:
        for talent in range(6):
            assert s.pool[talent] + sum(s.talents[talent::6]) == (9 if s.players == 2 else 12)
    assert s.marked & ~(s.students[0] | s.students[1] | s.students[2] | s.students[3]) == 0


@pytest.mark.rule("SNK-2", "SNK-4", "SNK-5", "SNK-14")
@some
@given(POSITIONS)
def test_nothing_is_lost(walk: Walk) -> None:
    conserved(walk.state)


@pytest.mark.rule("SNK-2", "SNK-14")
@pytest.mark.parametrize("players", GAME.seats)
def test_nothing_is_lost_at_any_event_of_whole_games(players: int) -> None:
    for seed, variant in enumerate(GAME.about.variants):
        for s in random_states(GAME, players, variant, seed):
            conserved(s)


@pytest.mark.rule("SNK-7", "SNK-19", "SNK-21", "SNK-22", "SNK-R36")
@some
@given(POSITIONS)
def test_a_seat_has_at_most_two_markers_on_events_of_the_playground(walk: Walk) -> None:
    summary: Any = GAME.eyes.summary(walk.state)
    assert len(summary["events"]) == (3 if walk.players == 2 else 4)
    marked = [sum(seat in seats for seats in summary["markers"].values()) for seat in range(walk.players)]
    assert max(marked) <= 2
    if summary["phase"] == "lobby":
        assert marked == [2] * walk.players


@pytest.mark.rule("SNK-72", "SNK-73")
@some
@given(POSITIONS)
def test_a_day_begins_with_at_most_four_talents_and_five_cards_and_every_candidate_face_up(walk: Walk) -> None:
    summary: Any = GAME.eyes.summary(walk.state)
    if summary["phase"] == "prep":
        for seat in summary["seats"]:
            assert sum(seat["talents"].values()) <= 4
            assert seat["cards"] <= 5
            assert seat["active"]


@pytest.mark.rule("SNK-27", "SNK-36", "SNK-59", "SNK-68", "SNK-76")
@some
@given(POSITIONS)
def test_all_votes_are_accounted_for_by_day_and_source(walk: Walk) -> None:
    s = walk.state
    for seat in range(walk.players):
        rows = [(day * MAX_SEATS + seat) * SOURCES for day in range(DAYS)]
        assert sum(sum(s.gained[at : at + SOURCES]) for at in rows) == s.votes[seat]
        assert not any(any(s.gained[at : at + SOURCES]) for at in rows[s.day :])


@pytest.mark.rule("SNK-80", "SNK-81", "SNK-82", "SNK-83")
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(walks(GAME, decisions=None))
def test_the_winners_are_best_in_votes_then_cost_then_fewer_students_then_wealth(walk: Walk) -> None:
    s = walk.state
    assert GAME.rules.status(s) == OVER
    summary: Any = GAME.eyes.summary(s)
    ranks = []
    for seat in summary["seats"]:
        costs = [COST[STUDENT_IDS.index(student)] for student in seat["students"]]
        ranks.append((seat["votes"], sum(costs), -len(costs), seat["popularity"] + seat["yen"]))
    assert seats_in(GAME.scoring.winners(s)) == [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
