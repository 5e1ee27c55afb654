"""The CUDA gear on a machine without a GPU: its kernels in Numba's simulator against the plain gear."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from types import ModuleType

import pytest

from tests.support import every_game
from zashiki.core.cuda import cuda
from zashiki.core.errors import MissingExtra
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.games import find_game
from zashiki.rl import kernels
from zashiki.rl.batch import observation_scales
from zashiki.rl.playouts import MOST_KINDS

GAME = find_game("rights-of-losers")


WITHOUT = {"needs numba-cuda: pip install": None, "needs an NVIDIA GPU and its driver": ModuleType("numba_cuda")}


@pytest.mark.parametrize("sentence", WITHOUT)
def test_what_is_missing_for_the_cuda_gear_is_said(monkeypatch: pytest.MonkeyPatch, sentence: str) -> None:
    monkeypatch.setattr(pytest.importorskip("numba.cuda"), "is_available", lambda: False)
    monkeypatch.setitem(sys.modules, "numba_cuda", WITHOUT[sentence])
    with pytest.raises(MissingExtra, match=sentence):
        cuda.__wrapped__(GAME)


@every_game
def test_a_state_tells_the_kind_of_what_comes_next_in_a_field_that_counts_from_0(game: AnyGame) -> None:
    field = game.state.fields["phase"]
    assert field.low == 0
    assert field.high + 2 < MOST_KINDS


@pytest.mark.slow
def test_simulated_kernels_play_the_games_of_the_plain_gear() -> None:
    pytest.importorskip("numba")
    command = [sys.executable, "-W", "ignore", "-m", "tests.core.simulated_cuda", GAME.id]
    done = subprocess.run(command, env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    gear, players, n = plain(GAME, kernels), GAME.seats[0], 2
    options, out = GAME.encode_options(players, {}) or [0], [0] * max(GAME.about.max_legal, GAME.max_seats)
    totals = [0, 0]
    gear.play_games([GAME.state()], [0, 0], out, players, options, 5, 0, 3, totals)
    assert found["whole"] == [totals, totals]  # in step, and from queues

    states, rngs = [GAME.state() for _ in range(n)], [[0, 0] for _ in range(n)]
    seats, actions, done_flags = [0] * n, [0] * n, [0] * n
    masks, rewards = [[0] * GAME.action_count for _ in range(n)], [[0.0] * players for _ in range(n)]
    scales, observations = observation_scales(GAME).tolist(), [[0.0] * GAME.observation_size for _ in range(n)]
    gear.reset_batch(states, rngs, players, options, 3, seats, masks, out, 0, n)
    gear.sample_batch(states, rngs, seats, actions, out, 0, n)
    gear.step_batch(states, rngs, players, options, actions, seats, masks, rewards, done_flags, out, 0, n)
    gear.observe_batch(states, seats, scales, observations, 0, n)
    before = [gear.one_event(states, i, rngs[i], out) for i in range(n)]
    assert found["batch"] == [actions, seats, masks, [pytest.approx(row) for row in observations], before]
    assert found["phases"] == [s.phase for s in states]
