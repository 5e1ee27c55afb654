"""What greedy play thinks of positions of Saigo no Kane."""

from __future__ import annotations

from tests.games.saigo_no_kane.positions import SnkTable, layout, own, play, playground, stock
from zashiki.games.saigo_no_kane.worth import worth
from zashiki.games.saigo_no_kane.worth.rates import VOTE


def at(event: str) -> SnkTable:
    """Two seats that hold one token of art each have marked this event and Mystery Night."""
    table = layout(2)
    playground(table, event, "mystery-night")
    for seat in range(2):
        stock(table, seat, art=1)
    return table


def gain(table: SnkTable, text: str) -> int:
    """How much better a move of seat 0 is than to pass, in thousandths of a vote."""
    worths = []
    for move in (text, "pass"):
        trial = table.copy()
        play(trial, f"0: {move}")
        worths.append(worth(trial.state, 0))
    return worths[0] - worths[1]


def test_a_student_is_used_for_an_auction_of_its_talent() -> None:
    gains = {}
    for event in ("council-hearing", "improv-battle"):
        table = at(event)
        own(table, 0, "james-whitmore")
        table.state.face_up = 0
        gains[event] = gain(table, "use james-whitmore")
    assert gains["council-hearing"] > gains["improv-battle"] + VOTE


def test_the_ability_is_used_for_an_auction_nobody_can_win_yet() -> None:
    assert gain(at("council-hearing"), "ability") > 0
    assert gain(at("popularity-poll"), "ability") < 0
