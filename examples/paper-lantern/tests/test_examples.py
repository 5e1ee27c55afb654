"""The worked examples of Paper Lantern, and what else shows a clause."""

from __future__ import annotations

import pytest
from zashiki.core.errors import BadOption, IllegalMove
from zashiki.core.game import SPECTATOR
from zashiki.core.table import Table

from paper_lantern import GAME, cards
from paper_lantern.eyes.view import View
from paper_lantern.state import State

HANDS = ("deal 0 1 2 3 4 5 6", "deal 1 1 2 3 4 5 6", "deal 2 1 2 3 4 5 6", "deal 3 1 2 3 4 5 6")


def table_for(players: int, **options: str) -> Table[State, View]:
    """A table at which everybody holds one card of each number."""
    table = Table(GAME, players, options)
    for hand in HANDS[:players]:
        table.feed(f"*: {hand}")
    return table


def play_round(table: Table[State, View], prize: int, *bids: int) -> None:
    table.feed(f"*: prize {prize}")
    for seat, bid in enumerate(bids):
        table.feed(f"{seat}: bid {bid}")


@pytest.mark.rule("PAL-7", "PAL-8")
def test_two_sixes_cancel_and_the_four_takes_the_pot() -> None:
    table = table_for(3)
    play_round(table, 5, 6, 6, 4)
    assert table.state.won[:3] == [0, 0, 5]
    assert table.view(0).history[0].bids == (6, 6, 4)
    assert table.view(0).hands == {0: (1, 2, 3, 4, 5)}


@pytest.mark.rule("PAL-5", "PAL-9")
def test_a_pot_that_nobody_takes_stays_and_grows() -> None:
    table = table_for(4)
    play_round(table, 5, 6, 6, 2, 2)
    assert (table.state.pot, table.state.won[:4]) == (5, [0, 0, 0, 0])
    play_round(table, 8, 1, 1, 3, 1)
    assert (table.state.pot, table.state.won[:4]) == (0, [0, 0, 13, 0])


@pytest.mark.rule("PAL-9")
def test_with_the_option_it_is_lost() -> None:
    table = table_for(4, matched="lost")
    play_round(table, 5, 6, 6, 2, 2)
    play_round(table, 8, 1, 1, 3, 1)
    assert table.state.won[:4] == [0, 0, 8, 0]


@pytest.mark.rule("PAL-10", "PAL-11")
def test_after_six_rounds_most_points_win() -> None:
    table = table_for(3)
    for prize, bids in ((4, (6, 5, 5)), (3, (5, 6, 4)), (1, (4, 4, 6)), (2, (1, 3, 2)), (5, (2, 2, 1))):
        play_round(table, prize, *bids)
    assert (table.over, table.scores(), table.winners()) == (False, [4, 5, 6], [])
    play_round(table, 8, 3, 1, 3)
    assert (table.over, table.scores(), table.winners()) == (True, [4, 13, 6], [1])
    with pytest.raises(IllegalMove, match="PAL-10"):
        table.play(0, "bid 1")


@pytest.mark.rule("PAL-10", "PAL-11")
def test_a_pot_left_at_the_end_is_lost_and_equal_scores_share_the_win() -> None:
    table = table_for(4)
    for number in range(1, 7):
        play_round(table, number, number, number, number, number)
    assert (table.scores(), table.winners()) == ([0, 0, 0, 0], [0, 1, 2, 3])


@pytest.mark.rule("PAL-4", "PAL-6", "PAL-R1")
def test_a_sealed_bid_is_seen_by_nobody_else_and_may_be_taken_back() -> None:
    table = table_for(3)
    table.feed("*: prize 5")
    table.play(1, "bid 6")
    assert [table.lines[-1].heard[viewer] for viewer in (0, 1, SPECTATOR)] == ["bid hidden", "bid 6", "bid hidden"]
    assert table.view(0).sealed == (False, True, False)
    assert (table.view(0).bids, table.view(1).bids) == ({}, {1: 6})
    with pytest.raises(IllegalMove, match="PAL-6"):
        table.play(1, "bid 5")
    assert table.can_undo(1)


@pytest.mark.rule("PAL-1", "PAL-2", "PAL-3")
def test_three_to_five_play_with_36_bid_cards_and_eight_prizes() -> None:
    for players in (2, 6):
        with pytest.raises(BadOption, match="players"):
            Table(GAME, players)
    assert cards.NUMBERS * cards.COPIES == 36
    assert cards.PRIZE_VALUES == (1, 2, 3, 4, 5, 6, 7, 8)
    assert sum(table_for(4).state.undealt) == 36 - 4 * 6
