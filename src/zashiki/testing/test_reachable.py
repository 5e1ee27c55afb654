"""The heart of the contract once more, on positions that Hypothesis looks for: what fails here fails in a short game."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from zashiki.core.game import DECISION, OPEN, OVER, AnyGame
from zashiki.core.record import read_kifu, replay
from zashiki.testing.cases import every_game
from zashiki.testing.ranges import out_of_range
from zashiki.testing.strategies import walks


@every_game
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_a_position_that_options_lead_to_is_sound_and_its_record_replays(game: AnyGame, data: st.DataObject) -> None:
    walk = data.draw(walks(game))
    s = walk.state
    assert out_of_range(s) == []
    assert walk.lines <= game.about.max_events
    assert (game.rules.status(s) == OVER) == (game.scoring.winners(s) != 0)
    if game.rules.status(s) == DECISION:
        assert game.acting(s)
        for seat in game.acting(s):
            actions = game.legal_actions(s, seat)
            texts = [game.actions.write(action) for action in actions]
            assert texts
            assert len(set(texts)) == len(texts)
            assert [game.actions.read(text) for text in texts] == actions
    again = replay(read_kifu(walk.record()), {game.id: game}).state
    assert again == s
    assert game.eyes.view(again, OPEN) == game.eyes.view(s, OPEN)
