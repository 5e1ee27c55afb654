"""The CUDA gear on a machine without a GPU: its kernels in Numba's simulator against the plain gear."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.bots.test_network import any_network
from tests.support import every_game
from zashiki.bots.kernels import PLACES
from zashiki.bots.players import CopyingStates
from zashiki.core.chance import RNG_WORDS
from zashiki.core.cuda import cuda
from zashiki.core.dials import dials_in
from zashiki.core.errors import MissingExtra
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.core.streams import streamed
from zashiki.core.turning import turned
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
@pytest.mark.parametrize("dials", ["", "hand-size=9 tricks=9 land-bonus=7"])
def test_simulated_kernels_play_the_games_of_the_plain_gear(dials: str, tmp_path: Path) -> None:
    """As printed; and with other numbers and its chance in streams."""
    pytest.importorskip("numba")
    game = streamed(turned(GAME, dials_in(dials))) if dials else GAME
    words = RNG_WORDS * (1 + len(game.sources))
    command = [sys.executable, "-W", "ignore", "-m", "tests.core.simulated_cuda", GAME.id, *dials.split()]
    done = subprocess.run(command, env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    gear, players, n = plain(game, kernels), game.seats[0], 2
    options, out = game.encode_options(players, {}) or [0], [0] * max(game.about.max_legal, game.max_seats)
    totals = [0, 0]
    gear.play_games([game.state()], [0] * words, out, players, options, 5, 0, 1 if dials else 3, totals)
    assert found["whole"] == [totals, totals]  # in step, and from queues

    states, rngs = [game.state() for _ in range(n)], [[0] * words for _ in range(n)]
    seats, actions, done_flags = [0] * n, [0] * n, [0] * n
    masks, rewards = [[0] * game.action_count for _ in range(n)], [[0.0] * players for _ in range(n)]
    scales, observations = observation_scales(game).tolist(), [[0.0] * game.observation_size for _ in range(n)]
    gear.reset_batch(states, rngs, players, options, 3, seats, masks, out, 0, n)
    gear.sample_batch(states, rngs, seats, actions, out, 0, n)
    gear.step_batch(states, rngs, players, options, actions, seats, masks, rewards, done_flags, out, 0, n)
    gear.observe_batch(states, seats, scales, observations, 0, n)
    imagined = [CopyingStates([game.state()] * PLACES) for _ in range(n)]
    options_of, worths, counts = [[0] * len(out) for _ in range(n)], [[0] * len(out) for _ in range(n)], [0] * n
    for world in range(2):
        gear.imagine_batch(states, rngs, seats, options_of, counts, imagined, 0, n)
        gear.weigh_batch(imagined, seats, options_of, counts, worths, world, 0, n)
    assert found["weighed"] == [[row[:k] for row, k in zip(rows, counts, strict=True)] for rows in (options_of, worths)]
    candidates, results, totals = [row[:2] for row in options_of], [[[0, 0], [0, 0]] for _ in range(n)], [0] * len(out)
    for world in range(2):
        gear.try_batch(states, seats, candidates, [0, 1], world, 5, results, imagined[0], [0] * RNG_WORDS, out, totals, 0, n)
    assert found["tried"] == results
    network, answers = any_network(game, tmp_path / "network.bin"), [0] * n
    room = [0] * network.room
    gear.choose_batch(states, rngs, seats, answers, network.net, network.weights, imagined[0], room, out, totals, 0, n)
    assert found["chosen"] == answers
    before = [gear.one_event(states, i, rngs[i], out) for i in range(n)]
    assert found["batch"] == [actions, seats, masks, [pytest.approx(row) for row in observations], before]
    assert found["phases"] == [s.phase for s in states]
    gear.restart_batch(states, rngs, players, options, [True, False], seats, masks, out, 0, n)
    assert found["again"] == [s.phase for s in states]

    counts, rngs = game.seats[:n], [[0] * words for _ in range(n)]
    held = ([game.state() for _ in range(n)], rngs, counts, [game.encode_options(players, {}) or [0] for players in counts])
    rewards = [[0.0] * game.max_seats for _ in range(n)]
    gear.begin_tables(*held, [True] * n, 4, seats, 0, n)
    gear.begin_tables(*held, [True, False], -1, seats, 0, n)
    gear.sample_batch(*held[:2], seats, actions, out, 0, n)
    gear.play_tables(*held, actions, seats, rewards, done_flags, 0, n)
    assert found["tables"] == [rngs, actions, seats, [bool(flag) for flag in done_flags], [s.phase for s in held[0]]]
