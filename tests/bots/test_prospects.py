"""How the chances stood in a finished game: from the deal on, by playouts of equally good bots who know what their seats do."""

from __future__ import annotations

import pytest

from zashiki.bots import prospects
from zashiki.bots.players import choose_greedily
from zashiki.bots.prospects import MOMENTS, Past, compile_playouts, is_prepared, look_back, positions, spread
from zashiki.core.chance import seeded
from zashiki.core.game import DECISION
from zashiki.core.table import Table
from zashiki.games import GAMES

GAME = GAMES["akiwado"]


@pytest.fixture(scope="module")
def past() -> Past:
    """A whole game of greedy players."""
    table, rng = Table(GAME, 3, seed=5), seeded(3)
    while not table.over:
        seat = table.to_act[0]
        table.play(seat, choose_greedily(GAME, table.view(seat), seat, GAME.legal_actions(table.state, seat), rng, 1.0))
    return Past(GAME.id, 3, {}, tuple(map(str, table.lines)))


def test_the_deal_comes_first_and_the_end_is_nearly_sure(past: Past) -> None:
    compile_playouts(GAME)
    moments = look_back(past)
    table = Table(GAME, 3)
    for line in past.lines[: moments[0].at]:
        assert table.status != DECISION, "nobody has decided anything before the deal is judged"
        table.feed(line)
    assert table.status == DECISION
    assert len(moments) == MOMENTS
    assert [each.at for each in moments] == sorted({each.at for each in moments})
    for each in moments:
        assert sum(each.shares) == pytest.approx(1)
    for line in past.lines[moments[0].at :]:
        table.feed(line)
    assert max(moments[-1].shares[seat] for seat in table.winners()) > 0.5
    assert max(moments[0].shares) < 0.6, "a deal settles little"
    assert look_back(past) == moments, "the same game is judged the same way"


def test_the_luck_of_the_draw_is_that_of_many_other_games_from_the_same_deal(past: Past) -> None:
    state = positions(GAME, past)[0][1]
    compile_playouts(GAME)
    look = prospects.looker(GAME)
    one, other = look(state, 1, 2000), look(state, 2, 2000)
    assert one != other
    assert one == pytest.approx(other, abs=0.06)
    assert look_back(past)[0].shares == pytest.approx(one, abs=0.12)


def test_a_position_where_one_wins_whatever_happens_is_worth_all(past: Past) -> None:
    compile_playouts(GAME)
    state = positions(GAME, past)[-1][1]
    won = prospects.looker(GAME)(state, 0, 50)
    assert max(won) == 1.0


def test_nothing_is_said_before_the_rules_are_compiled(
    past: Past, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("ZASHIKI_CACHE", str(tmp_path_factory.mktemp("empty")))
    assert not is_prepared(GAME)
    assert look_back(past) == ()


@pytest.mark.parametrize(("count", "most", "kept"), [(3, 5, [0, 1, 2]), (10, 5, [0, 2, 4, 6, 8]), (0, 5, [])])
def test_moments_are_spread_over_the_game(count: int, most: int, kept: list[int]) -> None:
    assert spread(range(count), most) == kept
