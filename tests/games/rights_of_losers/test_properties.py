"""What holds in every position of Rights of Losers that play can reach."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from zashiki.core.game import DECISION
from zashiki.games.rights_of_losers import GAME, phase
from zashiki.games.rights_of_losers.cards import ALL_CARDS, EMPTY, HALF, NEAR
from zashiki.testing.play import Walk
from zashiki.testing.strategies import walks

POSITIONS = walks(GAME, decisions=150)


@pytest.mark.rule("ROL-2", "ROL-4", "ROL-6", "ROL-21", "ROL-25", "ROL-27")
@settings(max_examples=40, deadline=None)
@given(POSITIONS)
def test_cards_and_chips_are_conserved(walk: Walk) -> None:
    s = walk.state
    places = [*s.hands, s.undealt, s.removed, s.won]
    places += [1 << card for card in s.field if 0 <= card < 50]
    if s.phase == phase.PLAY:
        places += [1 << card for card in s.plays if card != EMPTY]
    if s.picked != EMPTY:
        places.append(1 << s.picked)
    assert sum(place.bit_count() for place in places) == 50
    assert sum(places) == ALL_CARDS
    chips = Counter(seat for seat in s.chips if seat != EMPTY)
    for seat in range(s.players):
        lifted = s.lifted != EMPTY and s.winner == seat
        assert s.supply[seat] + chips[seat] + lifted == 10


@pytest.mark.rule("ROL-16", "ROL-17", "ROL-R25")
@settings(max_examples=20, deadline=None)
@given(walks(GAME, decisions=None))
def test_at_the_end_a_seat_keeps_a_chip_for_each_trick_it_won(walk: Walk) -> None:
    s = walk.state
    assert walk.over
    assert s.supply[: s.players] == s.tricks_won[: s.players]
    assert sum(s.tricks_won) == 10


@pytest.mark.rule("ROL-18", "ROL-21")
@settings(max_examples=30, deadline=None)
@given(POSITIONS)
def test_the_sets_kept_beside_the_field_are_true(walk: Walk) -> None:
    s = walk.state
    assert s.filled == sum(1 << k for k, card in enumerate(s.field) if card != EMPTY)
    near = [any(NEAR[2 * k + p // HALF] >> p % HALF & 1 for k in range(25) if s.field[k] != EMPTY) for p in range(81)]
    taken = [s.chips[p] != EMPTY or p == s.lifted for p in range(81)]
    for half in range(2):
        points = range(half * HALF, min(81, (half + 1) * HALF))
        assert s.near[half] == sum(1 << p - half * HALF for p in points if near[p])
        assert s.taken[half] == sum(1 << p - half * HALF for p in points if taken[p])


@pytest.mark.rule("ROL-R9", "ROL-R20", "ROL-18")
@settings(max_examples=30, deadline=None)
@given(POSITIONS)
def test_there_is_always_something_to_do(walk: Walk) -> None:
    s = walk.state
    if GAME.rules.status(s) == DECISION:
        first_pick = GAME.eyes.summary(s)["phase"] == "pick" and s.built == 0
        assert len(GAME.legal_actions(s, s.seat)) >= (3 if first_pick else 1)
