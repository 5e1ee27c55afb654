"""The CUDA gear on a machine without a GPU: its kernels, run by threads of the processor, against the plain gear."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.bots.test_network import any_network
from tests.core.simulated_cuda import SimulatedCuda
from tests.support import every_game
from zashiki.bots.kernels import PLACES
from zashiki.bots.players import CopyingStates
from zashiki.core import threads
from zashiki.core.chance import RNG_WORDS
from zashiki.core.cuda import cuda, work_of
from zashiki.core.dials import dials_in
from zashiki.core.errors import MissingExtra
from zashiki.core.game import OVER, AnyGame
from zashiki.core.gears import plain
from zashiki.core.kernels import CHECKSUM_PRIME
from zashiki.core.native import native
from zashiki.core.rule import rule
from zashiki.core.streams import streamed
from zashiki.core.threads import add_to
from zashiki.core.turning import turned
from zashiki.games import find_game
from zashiki.machine import driver
from zashiki.rl import Batch, device, gpu_kernels, kernels, playout_kernels, playouts
from zashiki.rl.batch import observation_scales
from zashiki.rl.playout_kernels import put_into, take

GAME = find_game("rights-of-losers")


def test_what_is_missing_for_the_cuda_gear_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LIBRARY", "libno-such-driver.so")
    driver.device.cache_clear()
    with pytest.raises(MissingExtra, match="needs an NVIDIA GPU"):
        cuda.__wrapped__(GAME)


@every_game
def test_a_state_tells_the_kind_of_what_comes_next_in_a_field_that_counts_from_0(game: AnyGame) -> None:
    assert game.state.fields["phase"].low == 0
    assert game.kinds + 1 <= playout_kernels.MOST_KINDS


@every_game
def test_every_kind_is_one_of_those_that_a_game_has(game: AnyGame) -> None:
    rules, seen = plain(game), set()
    for number in range(4):
        s, rng, out = game.new(game.max_seats), [number + 1, 7], [0] * max(game.about.max_legal, game.max_seats)
        while rules.status(s) != OVER:
            seen.add(rules.kind(s))
            rules.random_event(s, rng, out)
    assert min(seen) >= 0
    assert max(seen) < game.kinds
    assert len(seen) > 1


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("method", [playouts.play_in_step, playouts.play_from_queues])
def test_threads_that_share_the_games_play_those_of_the_native_gear(game: AnyGame, method: Any) -> None:
    gear, players, games = SimulatedCuda(game), game.seats[-1], 5
    totals = gear.array(3, "int64")
    method(gear, (players, gear.options(players), 5, games), playouts.QUEUED, 3, totals)
    decisions, checksum = native(game).play_random(players, games, 5)
    assert (int(totals[0]), int(totals[1]) % CHECKSUM_PRIME) == (decisions, checksum)


@pytest.mark.slow
def test_many_threads_in_several_warps_share_the_queues() -> None:
    gear, players = SimulatedCuda(GAME), 4
    assert playouts.play_random(gear, players, 0) == (0, 0)
    totals = gear.array(3, "int64")
    playouts.play_from_queues(gear, (players, gear.options(players), 9, 150), playouts.QUEUED, 70, totals)
    assert (int(totals[0]), int(totals[1]) % CHECKSUM_PRIME) == native(GAME).play_random(players, 150, 9)


@pytest.mark.slow
@pytest.mark.parametrize("dials", ["", "hand-size=9 tricks=9 land-bonus=7"])
def test_kernels_of_the_batch_do_what_the_plain_gear_does(dials: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As printed; and with other numbers and its chance in streams."""
    game = streamed(turned(GAME, dials_in(dials))) if dials else GAME
    there = SimulatedCuda(game)
    monkeypatch.setattr(device, "cuda", lambda _game: there)
    gear, players, n = plain(game, kernels), game.seats[0], 2
    words = RNG_WORDS * (1 + len(game.sources))
    options, out = game.encode_options(players, {}) or [0], [0] * max(game.about.max_legal, game.max_seats)
    totals = [0, 0]
    gear.play_games([game.state()], [0] * words, out, players, options, 5, 0, 3, totals)
    assert playouts.play_random(there, players, 3, 5, at_once=2) == tuple(totals)

    states, rngs = [game.state() for _ in range(n)], [[0] * words for _ in range(n)]
    seats, actions, done_flags = [0] * n, [0] * n, [0] * n
    masks, rewards = [[0] * game.action_count for _ in range(n)], [[0.0] * players for _ in range(n)]
    scales, observations = observation_scales(game).tolist(), [[0.0] * game.observation_size for _ in range(n)]
    env = Batch(game, players, n, seed=3, device="cuda")

    def compare() -> None:
        assert (env.seats.tolist(), env.masks.tolist(), env.rngs.tolist()) == (seats, masks, rngs)
        assert [game.state.from_bytes(row.tobytes()) for row in env.states] == states

    env.reset()
    gear.reset_batch(states, rngs, players, options, 3, seats, masks, out, 0, n)
    compare()
    env.sample()
    gear.sample_batch(states, rngs, seats, actions, out, 0, n)
    assert env.actions.tolist() == actions
    env.step(env.actions)
    gear.step_batch(states, rngs, players, options, actions, seats, masks, rewards, done_flags, out, 0, n)
    compare()
    env.observe()
    gear.observe_batch(states, seats, scales, observations, 0, n)
    assert env.observations.tolist() == [pytest.approx(row) for row in observations]
    env.restore(env.save())
    compare()

    imagined = [CopyingStates([game.state()] * PLACES) for _ in range(n)]
    options_of, worths, counts = [[0] * len(out) for _ in range(n)], [[0] * len(out) for _ in range(n)], [0] * n
    for world in range(2):
        gear.imagine_batch(states, rngs, seats, options_of, counts, imagined, 0, n)
        gear.weigh_batch(imagined, seats, options_of, counts, worths, world, 0, n)
    listed, weighed, numbers = env.weigh(2)
    assert numbers.tolist() == counts
    for i, count in enumerate(counts):
        assert listed[i, :count].tolist() == options_of[i][:count]
        assert weighed[i, :count].tolist() == worths[i][:count]

    candidates, results, totals = [row[:2] for row in options_of], [[[0, 0], [0, 0]] for _ in range(n)], [0] * len(out)
    for world in range(2):
        gear.try_batch(states, seats, candidates, [0, 1], world, 5, results, imagined[0], [0] * RNG_WORDS, out, totals, 0, n)
    found = np.zeros((n, 2, 2), np.int64)
    env.try_options(np.array(candidates, dtype=np.int32), np.arange(n), 2, 5, found)
    assert found.tolist() == results

    network, answers = any_network(game, tmp_path / "network.bin"), [0] * n
    room = [0] * network.room
    gear.choose_batch(states, rngs, seats, answers, network.net, network.weights, imagined[0], room, out, totals, 0, n)
    assert env.choose(network).tolist() == answers

    before = there.array(n, "int8")
    there.launch(there.kernel(gpu_kernels.one_event), n, env.states, env.rngs, before)
    assert before.tolist() == [gear.one_event(states, i, rngs[i], out) for i in range(n)]
    env.restart(np.array([True, False]))
    gear.restart_batch(states, rngs, players, options, [True, False], seats, masks, out, 0, n)
    compare()


@pytest.mark.slow
def test_tables_of_different_seat_counts_are_begun_and_played(monkeypatch: pytest.MonkeyPatch) -> None:
    game, n = GAME, 2
    there = SimulatedCuda(game)
    monkeypatch.setattr(device, "cuda", lambda _game: there)
    batch, gear, counts = device.OnDevice(game, n), plain(game, kernels), list(game.seats[:n])
    given = [game.encode_options(count, {}) or [0] for count in counts]
    held = ([game.state() for _ in range(n)], [[0] * RNG_WORDS for _ in range(n)], counts, given)
    seats, actions, done = [0] * n, [0] * n, [0] * n
    rewards, out = [[0.0] * game.max_seats for _ in range(n)], [0] * max(game.about.max_legal, game.max_seats)
    gear.begin_tables(*held, [True] * n, 4, seats, 0, n)
    gear.begin_tables(*held, [True, False], -1, seats, 0, n)
    gear.sample_batch(*held[:2], seats, actions, out, 0, n)
    gear.play_tables(*held, actions, seats, rewards, done, 0, n)

    held_there = (there.states(n), there.rngs(n), np.array(counts), np.array(given))
    seats_there, actions_there, done_there = (there.array(n, kind) for kind in ("int8", "int32", "bool"))
    rewards_there = there.array((n, game.max_seats), "float32")
    batch.drive(kernels.begin_tables, (*held_there, np.ones(n, dtype=bool), 4, seats_there))
    batch.drive(kernels.begin_tables, (*held_there, np.array([True, False]), -1, seats_there))
    batch.run(kernels.sample_batch, (*held_there[:2], seats_there, actions_there))
    batch.drive(kernels.play_tables, (*held_there, actions_there, seats_there, rewards_there, done_there))
    assert (held_there[1].tolist(), actions_there.tolist(), seats_there.tolist()) == (held[1], actions, seats)
    assert done_there.tolist() == [bool(flag) for flag in done]
    assert [game.state.from_bytes(row.tobytes()) for row in held_there[0]] == held[0]


HEADS, TAILS, WAITING = range(3)


@rule
def pass_round(queue: Any, counts: Any, held: Any, wrong: Any, rounds: int, scale: int) -> None:
    """Take a game and put it back, again and again; nobody else may have it meanwhile."""
    done = 0
    while done < rounds:
        if add_to(counts, WAITING, -1) > 0:
            game = take(queue, add_to(counts, HEADS, 1), scale)
            if add_to(held, game, 1) != 0:
                add_to(wrong, 0, 1)
            add_to(held, game, -1)
            put_into(queue, add_to(counts, TAILS, 1), scale, game)
            done += 1
        add_to(counts, WAITING, 1)


@pytest.mark.parametrize("scale", [0, 1, 3])
def test_a_queue_loses_no_game_and_gives_none_to_two_threads(scale: int) -> None:
    """With fewer places than threads, so that some are a lap behind when they come to their place."""
    n = 1 << scale
    queue, held, wrong = np.arange(n, dtype=np.int32), np.zeros(n, np.int64), np.zeros(1, np.int64)
    counts = np.array([0, n, n])
    SimulatedCuda(GAME).kernel(pass_round)[1, 6](queue, counts, held, wrong, 20_000, scale)
    assert wrong[0] == 0
    assert sorted(entry & ((1 << playout_kernels.GAME) - 1) for entry in queue.tolist()) == list(range(n))
    assert counts.tolist() == [120_000, 120_000 + n, n]


def test_a_thread_that_is_alone_plays_the_same_games_in_the_plain_gear() -> None:
    play, totals = plain(GAME, playout_kernels).play_in_step, [0, 0, 0]
    play.__globals__.update(work_of(GAME))
    play(3, GAME.encode_options(3, {}) or [0], 5, 4, GAME.kinds + 1, totals)
    assert (totals[0], totals[1] % CHECKSUM_PRIME) == native(GAME).play_random(3, 4, 5)


def test_threads_that_are_alone_do_what_threads_of_a_block_do() -> None:
    numbers, s = [3, 4, 5], GAME.new(4)
    assert add_to(numbers, 1, 2) == 4
    threads.raise_to(numbers, 0, 2)
    threads.raise_to(numbers, 2, 9)
    threads.post(numbers, 0, 7)
    assert (threads.peek(numbers, 0), numbers, threads.part_of(numbers, 1, 2)) == (7, [7, 6, 9], [6, 9])
    other = GAME.state()
    threads.become(other, s)
    assert other == s
    assert (threads.block(), threads.thread(), threads.threads()) == (0, 0, 1)
    assert (threads.threads_with(2), threads.threads_with(0)) == (1, 0)
