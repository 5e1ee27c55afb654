"""Rules rebuilt for a compiler, without one: what they read is put into their scope in the compiler's own form."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

from tests.support import every_game, random_states
from zashiki.core import bits, gears, rows
from zashiki.core.game import DECISION, AnyGame
from zashiki.core.gears import Binder

PRIMITIVES = {each: each for each in (bits.bit, bits.count, bits.lowest, rows.blank)}


@every_game
def test_rebuilt_rules_list_the_same_options_and_read_nothing_from_their_modules(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gears, "as_table", lambda table: table)  # tables of NumPy would overflow in plain Python
    rebuilt: list[Any] = []

    def keep(function: Any) -> Any:
        function.__globals__["__builtins__"] = builtins
        rebuilt.append(function)
        return function

    binder = Binder(game, keep, PRIMITIVES, lambda work: work)
    legal, to_act = binder.bind(game.rules.legal), binder.bind(game.rules.to_act)
    assert binder.bind(game.rules.legal) is legal
    assert legal is not game.rules.legal
    assert all(function.__globals__ is not function.__wrapped__.__globals__ for function in rebuilt)
    out = [0] * game.about.max_legal
    for number, s in enumerate(random_states(game, game.seats[0], {}, 8)):
        if number % 7 == 0 and game.rules.status(s) == DECISION:
            assert to_act(s) == game.rules.to_act(s)
            for seat in game.acting(s):
                assert out[: legal(s, seat, out)] == game.legal_actions(s, seat)


def test_a_table_takes_the_smallest_integers_that_hold_it() -> None:
    pytest.importorskip("numpy")
    tables = ((1, -128), (1, 128), (-32768,), (32768,), (1 << 31,), ((1, 2), (3, 300)), ())
    assert [str(gears.as_table(table).dtype) for table in tables] == ["int8", "int16", "int16", "int32", "int64", "int16", "int8"]
    assert gears.as_table(((1, 2), (3, 300))).tolist() == [[1, 2], [3, 300]]
