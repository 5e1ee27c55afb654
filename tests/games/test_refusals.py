"""Refusals that hold in every game: whose turn it is comes before what is wrong with the move itself."""

from __future__ import annotations

import pytest

from tests.support import every_game, new_table, play_randomly
from zashiki.core.chance import seeded
from zashiki.core.errors import IllegalMove
from zashiki.core.game import AnyGame
from zashiki.core.table import Table
from zashiki.games import GAMES

# A move that no position allows, the phase it belongs to, and the clauses: there, before it, out of turn.
NEVER_LEGAL = [
    ("rights-of-losers", "chip 0,1", "chip", "ROL-20", "ROL-9", "ROL-9"),
    ("rights-of-losers", "build 2,3", "build", "ROL-25", "ROL-9", "ROL-9"),
    ("akiwado", "keep 1 2 3", "keep", "AKI-21", "AKI-21", "AKI-20"),
    ("akiwado", "bid east 0", "bid", "AKI-42", "AKI-14", "AKI-14"),
    ("akiwado", "bid east 1 west 1", "bid", "AKI-41", "AKI-14", "AKI-14"),
    ("idol-conclave", "pass", "turn", "IDL-16", "IDL-17", "IDL-15"),
    ("idol-conclave", "discard p2", "turn", "IDL-34", "IDL-17", "IDL-15"),
    ("kazoku-scribe", "place w1 a1 c3 e5", "submit", "KZS-43", "KZS-10", "KZS-8"),
    ("saigo-no-kane", "bid 500", "bid", "SNK-64", "SNK-21", "SNK-21"),
]


def clause(table: Table[object, object], seat: int, text: str) -> str:
    before = table.state.copy()
    with pytest.raises(IllegalMove) as refused:
        table.play(seat, text)
    assert table.state == before
    return refused.value.clause


@pytest.mark.parametrize(("game", "text", "phase", "there", "early", "out_of_turn"), NEVER_LEGAL)
def test_a_move_that_no_position_allows_is_refused_for_its_turn_first(
    game: str, text: str, phase: str, there: str, early: str, out_of_turn: str
) -> None:
    table = new_table(GAMES[game], GAMES[game].seats[0], {})
    acting = table.to_act[0]
    assert clause(table, acting, text) == early
    assert clause(table, (acting + 1) % table.players, text) == out_of_turn
    for _ in play_randomly(table, seeded(4)):
        summary = table.game.eyes.summary(table.state)
        if phase in (summary["phase"], summary.get("node")) and "explore" not in table.legal(table.to_act[0])[0]:
            break
    assert clause(table, table.to_act[0], text) == there


@every_game
def test_a_move_after_the_end_is_refused_with_the_clause_that_ended_the_game(game: AnyGame) -> None:
    table = new_table(game, game.seats[0], {})
    for _ in play_randomly(table, seeded(9)):
        last = table.legal(table.to_act[0])[0]
    late = [last, *(text for name, text, *_ in NEVER_LEGAL if name == game.id)]
    assert {clause(table, seat, text) for seat in range(table.players) for text in late} == {game.scoring.ended_by(table.state)}
