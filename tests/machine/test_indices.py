"""Kernels trust every index: none may be negative or beyond the end. Here each is asked, while games are played and watched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from zashiki.core.game import AnyGame
from zashiki.testing.cases import every_game

# Compiled so that an index that is out of bounds ends the process by a signal.
TRAPPED = """
import json, sys
import numpy as np
from zashiki.games import find_game
from zashiki.machine import compiling
from zashiki.rl import Batch
from zashiki.rl.vector import SeatVectorEnv

compiling.CHECKED, compiling.SPEED = True, 1  # it runs once and need not be fast
game, rng = find_game(sys.argv[1]), np.random.default_rng(1)
for players, options in json.loads(sys.argv[2]):
    batch = Batch(game, players, 64, seed=1, options=options)
    batch.reset()
    for _ in range(120):
        batch.observe()
        batch.step(batch.sample())
    decisions, _ = batch.playouts(100)
    beside_greedy = SeatVectorEnv(game, players, 6, opponents="greedy", options=options)
    beside_greedy.reset(seed=1)
    for _ in range(12):
        beside_greedy.step(np.array([rng.choice(np.flatnonzero(mask)) for mask in beside_greedy.masks], dtype=np.int32))
    print(players, decisions)
"""


@pytest.mark.slow
@pytest.mark.timeout(900)
@every_game
def test_no_rule_reaches_outside_an_array(game: AnyGame, tmp_path: Path) -> None:
    pytest.importorskip("gymnasium")
    cases = [(players, dict(variant)) for players in game.seats for variant in game.about.variants]
    given = {**os.environ, "ZASHIKI_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", TRAPPED, game.id, json.dumps(cases)]
    done = subprocess.run(command, env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert len(done.stdout.splitlines()) == len(cases)
