"""What holds in every position of Akiwado that play can reach."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from zashiki.core.game import SPECTATOR, seats_in
from zashiki.games.akiwado import GAME
from zashiki.testing.play import Walk
from zashiki.testing.strategies import walks

POSITIONS = walks(GAME, decisions=110)
BEFORE_CARDS = ("colours", "remove")


@pytest.mark.rule("AKI-3", "AKI-7", "AKI-11", "AKI-12", "AKI-16", "AKI-31", "AKI-46", "AKI-51", "AKI-52")
@settings(max_examples=60, deadline=None)
@given(POSITIONS)
def test_coins_are_conserved(walk: Walk) -> None:
    summary: Any = GAME.eyes.summary(walk.state)
    assert sum(summary["coins"]) + summary["stock"] + summary["area"] == 50
    assert min(*summary["coins"], summary["stock"], summary["area"]) >= 0


@pytest.mark.rule("AKI-3", "AKI-4", "AKI-5", "AKI-8", "AKI-10", "AKI-35", "AKI-46", "AKI-49", "AKI-89")
@settings(max_examples=60, deadline=None)
@given(POSITIONS)
def test_cards_are_conserved(walk: Walk) -> None:
    summary: Any = GAME.eyes.summary(walk.state)
    if summary["phase"] in BEFORE_CARDS:
        return
    case = GAME.eyes.view(walk.state, SPECTATOR).case
    for kind in summary["waste"]:
        owned = sum(hand[kind] for hand in summary["hands"])
        laid_out = summary["east"][kind] + summary["west"][kind]
        left = walk.state.deck[list(summary["waste"]).index(kind)]
        assert owned + laid_out + summary["waste"][kind] + left + case[kind] == (2 if kind == "custom" else 6), kind


@pytest.mark.rule("AKI-33", "AKI-54", "AKI-56", "AKI-57")
@settings(max_examples=40, deadline=None)
@given(POSITIONS)
def test_somebody_is_just_and_only_a_just_seat_has_the_turn(walk: Walk) -> None:
    summary: Any = GAME.eyes.summary(walk.state)
    assert not all(summary["unjust"])
    if summary["phase"] in ("roll", "keep", "challenge"):
        assert not summary["unjust"][summary["turn_player"]]
    elif summary["phase"] in ("market", "declare", "bid", "blue"):
        assert not any(summary["unjust"])  # AKI-33: touting is over


@pytest.mark.rule("AKI-61", "AKI-62", "AKI-65", "AKI-66", "AKI-67", "AKI-68", "AKI-86")
@settings(max_examples=40, deadline=None)
@given(walks(GAME, decisions=None))
def test_the_winners_are_best_in_points_then_cards_then_coins(walk: Walk) -> None:
    s = walk.state
    assert walk.over
    summary: Any = GAME.eyes.summary(s)
    owned = [sum(hand.values()) for hand in summary["hands"]]
    ranks = list(zip(GAME.final_scores(s), owned, summary["coins"], strict=True))
    assert seats_in(GAME.scoring.winners(s)) == [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
