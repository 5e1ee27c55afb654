"""What is not part of playing, in both gears: worth, weight, observation and imagined states are the same."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import about_one_in, random_states
from zashiki.core.chance import seeded
from zashiki.core.game import CHANCE
from zashiki.core.native import native
from zashiki.core.rule import rule
from zashiki.games.idol_conclave import GAME
from zashiki.games.idol_conclave.eyes.observe import observe
from zashiki.games.idol_conclave.eyes.resample import resample
from zashiki.games.idol_conclave.worth import plausible, worth

np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

FACTOR = 1 << 32  # holds two numbers in one


@rule
def probe(states: Any, seat: int, rng: Any, out: Any) -> int:
    observe(states[0], seat, out)
    resample(states[0], seat, rng)
    return FACTOR * plausible(states[0], seat) + worth(states[0], seat)


@pytest.mark.slow
def test_worth_weight_observation_and_imagined_states_are_the_same_in_both_gears() -> None:
    gear = native(GAME)
    compiled = gear.compile(probe)
    stream = 0
    for variant in GAME.about.variants:
        for s in about_one_in(3, random_states(GAME, 4, dict(variant), 3)):
            if GAME.rules.status(s) == CHANCE:
                continue
            for seat in range(4):
                stream += 1
                states, rng = gear.states(1), np.array(seeded(stream), dtype=np.int64)
                states.view(np.uint8)[: GAME.state.layout.size] = np.frombuffer(s.to_bytes(), dtype=np.uint8)
                out = np.zeros(GAME.observation_size, dtype=np.int32)
                value = compiled(states, seat, rng, out)
                plain_out, plain_rng, again = [0] * GAME.observation_size, seeded(stream), s.copy()
                GAME.eyes.observe(again, seat, plain_out)
                GAME.eyes.resample(again, seat, plain_rng)
                assert value == FACTOR * GAME.worth.plausible(again, seat) + GAME.worth.worth(again, seat)
                assert out.tolist() == plain_out
                assert rng.tolist() == plain_rng
                assert GAME.state.from_bytes(states[0].tobytes()) == again
