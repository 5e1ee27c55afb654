"""What holds in every position of Idol Conclave that play can reach."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings

from zashiki.core.game import OPEN, SPECTATOR, seats_in
from zashiki.games.idol_conclave import GAME
from zashiki.testing.play import Walk
from zashiki.testing.strategies import walks

POSITIONS = walks(GAME, decisions=80)
OWN = ("p2", "p3", "p4", "m5", "neg", "scandal", "deal")
NEUTRAL = ("p1", "g1", "g2", "g3")


def cards_of(v: Any) -> Counter[str]:
    """Every card of the game, wherever it lies; a sealed ballot is still a card of the hand."""
    found = Counter(card.kind for cards in (*v.lines.values(), v.box) for card in cards)
    found.update(placed.kind for placed in v.sheet.values())
    found.update(kind for hand in v.hands.values() for kind in hand)
    found.update(v.supply)
    if v.phase == "order":
        found.update(ballot.kind for ballot in v.ballots.values())
    return found


@pytest.mark.rule("IDL-1", "IDL-3", "IDL-4", "IDL-36", "IDL-45", "IDL-46", "IDL-49")
@settings(max_examples=60, deadline=None)
@given(POSITIONS)
def test_every_card_is_in_exactly_one_place(walk: Walk) -> None:
    expected = Counter(dict.fromkeys(OWN, walk.players)) + Counter(NEUTRAL)
    assert cards_of(GAME.eyes.view(walk.state, OPEN)) == expected


@pytest.mark.rule("IDL-26", "IDL-27", "IDL-28", "IDL-29", "IDL-30")
@settings(max_examples=60, deadline=None)
@given(POSITIONS)
def test_the_sheet_is_filled_row_by_row(walk: Walk) -> None:
    v = GAME.eyes.view(walk.state, SPECTATOR)
    used = set(v.sheet)
    assert not used or "open-convene" in used
    if used & {"move", "exchange", "break", "control"}:
        assert {"trade", "convene"} <= used
    if used & {"break", "control"}:
        assert used & {"move", "exchange"}
        assert len(used & {"break", "control"}) == 1
        assert v.open_spaces == ()


@pytest.mark.rule("IDL-38", "IDL-40", "IDL-42", "IDL-44", "IDL-55")
@settings(max_examples=60, deadline=None)
@given(POSITIONS)
def test_a_group_vote_leaves_the_sheet_with_its_deal_and_for_its_seat(walk: Walk) -> None:
    v = GAME.eyes.view(walk.state, SPECTATOR)
    for kind, space in (("g1", "open-convene"), ("g2", "convene"), ("g3", "exchange")):
        assert (kind in v.supply) == (kind not in v.taken)
        if kind in v.taken:
            assert v.taken[kind].seat == v.sheet[space].seat


@pytest.mark.rule("IDL-5", "IDL-7", "IDL-53")
@settings(max_examples=40, deadline=None)
@given(POSITIONS)
def test_identities_and_candidates_are_dealt_once_each_and_only_the_back_of_neg_shows(walk: Walk) -> None:
    v = GAME.eyes.view(walk.state, OPEN)
    assert len(set(v.identities.values())) == len(v.identities) == walk.players
    assert len(set(v.candidates)) == len(v.candidates) == walk.players
    assert v.neg_flags == tuple("neg" in v.hands[seat] for seat in range(walk.players))


@pytest.mark.rule("IDL-20", "IDL-56")
@settings(max_examples=25, deadline=None)
@given(walks(GAME, decisions=None))
def test_at_the_end_hands_are_empty_totals_are_sums_and_the_most_points_win(walk: Walk) -> None:
    v = GAME.eyes.view(walk.state, OPEN)
    assert v.over
    assert sum(v.hand_sizes) == 0
    totals = [event + sum(v.count.values[idol]) for event, idol in zip(v.count.event_values, v.lines, strict=True)]
    assert list(v.count.totals) == totals
    assert max(v.count.points[seat] for seat in v.winners) == max(v.count.points)
    assert seats_in(GAME.scoring.winners(walk.state)) == list(v.winners)
