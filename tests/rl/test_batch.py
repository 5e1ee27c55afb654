"""The batch of games: the same states as single games, in slices, saved and restored, refusing what is not legal."""

from __future__ import annotations

import itertools

import pytest

from tests.support import every_game
from zashiki.bots import kernels as bot_kernels
from zashiki.bots.players import CopyingStates
from zashiki.core.chance import below, seeded
from zashiki.core.errors import BadOption, IllegalMove
from zashiki.core.game import DECISION, AnyGame
from zashiki.core.gears import plain
from zashiki.games import find_game

np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")

from zashiki.rl import kernels  # noqa: E402
from zashiki.rl.batch import Batch, observation_scales  # noqa: E402

GAME = find_game("rights-of-losers")


@every_game
def test_a_batch_plays_the_games_of_the_plain_gear(game: AnyGame) -> None:
    players, n, steps, seed = game.seats[0], 3, 60, 11
    env, rules = Batch(game, players, n, seed=seed), plain(game, kernels)
    env.reset()
    options = game.encode_options(players, {}) or [0]
    twins, rngs = [game.state() for _ in range(n)], [seeded(seed, i) for i in range(n)]
    for twin, rng in zip(twins, rngs, strict=True):
        rules.begin(twin, players, options, rng)
    scales, size = observation_scales(game), game.state.layout.size
    for step in range(steps):
        for i, twin in enumerate(twins):
            seat = game.acting(twin)[0]
            assert env.states[i].tobytes()[:size] == twin.to_bytes()
            assert env.seats[i] == seat
            assert np.flatnonzero(env.masks[i]).tolist() == sorted(game.legal_actions(twin, seat))
        if step % 15 == 0:
            seen = env.observe()
            for i, twin in enumerate(twins):
                numbers = [0] * game.observation_size
                game.eyes.observe(twin, int(env.seats[i]), numbers)
                assert np.allclose(seen[i], np.array(numbers) * scales)
                assert abs(seen[i]).max() <= 1
        actions, seats = env.sample().copy(), env.seats.tolist()
        env.step(actions)
        for i, twin in enumerate(twins):
            legal, reward = game.legal_actions(twin, seats[i]), [0.0] * players
            assert actions[i] == legal[below(rngs[i], len(legal))]
            assert env.done[i] == rules.step_game(twin, rngs[i], players, options, seats[i], int(actions[i]), reward)
            assert env.rewards[i].tolist() == pytest.approx(reward)


def test_finished_games_pay_one_win_and_start_again() -> None:
    env = Batch(GAME, 4, 64, seed=3)
    env.reset()
    ended = 0
    for _ in range(260):
        env.step(env.sample())
        assert env.rewards.sum(axis=1) == pytest.approx(env.done.astype(float))
        ended += int(env.done.sum())
        assert env.masks.any(axis=1).all()
    assert ended >= 64
    assert all(GAME.rules.status(GAME.state.from_bytes(state.tobytes())) == DECISION for state in env.states)


def test_threads_change_nothing() -> None:
    alone, together = Batch(GAME, 5, 37, seed=4), Batch(GAME, 5, 37, seed=4, threads=3)
    for env in (alone, together):
        env.reset()
        for _ in range(150):
            env.step(env.sample())
        env.observe()
    assert alone.save() == together.save()
    assert np.array_equal(alone.masks, together.masks)
    assert np.array_equal(alone.observations, together.observations)
    assert alone.playouts(50, seed=2) == together.playouts(50, seed=2)


def test_a_restored_batch_goes_on_as_if_nothing_had_happened() -> None:
    first, second = Batch(GAME, 3, 8, seed=5), Batch(GAME, 3, 8)
    first.reset()
    for _ in range(40):
        first.step(first.sample())
    second.restore(first.save())
    assert np.array_equal(first.masks, second.masks)
    for _ in range(100):
        for env in (first, second):
            env.step(env.sample())
        assert first.save() == second.save()


def test_foreign_bytes_are_refused() -> None:
    env, other = Batch(GAME, 3, 2), Batch(GAME, 4, 2)
    other.reset()
    for data, words in ((b"", "not a saved batch"), (other.save(), "for 4"), (other.save()[:-1], "for 4")):
        with pytest.raises(BadOption, match=words):
            env.restore(data)
    with pytest.raises(BadOption, match="another version"):
        other.restore(other.save()[:-1])


def test_the_callers_buffers_are_the_ones_that_are_filled() -> None:
    masks = np.zeros((4, GAME.action_count), dtype=np.uint8)
    env = Batch(GAME, 3, 4, buffers={"masks": masks})
    env.reset()
    assert env.masks is masks
    assert masks.any(axis=1).all()
    for wrong in ({"masks": masks[:2]}, {"seats": np.zeros(4, dtype=np.int64)}, {"nothing": masks}):
        with pytest.raises(BadOption, match=r"must have shape|no buffer"):
            Batch(GAME, 3, 4, buffers=wrong)


def test_illegal_actions_are_refused_before_anything_changes() -> None:
    env = Batch(GAME, 3, 4)
    env.reset()
    before = env.save()
    for actions in (np.array([0, 1, -1, 374]), np.full(4, 374), np.full(4, 100000), np.zeros(3, dtype=np.int64), np.zeros(4)):
        with pytest.raises(IllegalMove):
            env.step(actions)
    with pytest.raises(IllegalMove, match="an array of 4 whole numbers, not a list"):
        env.step([0, 0, 0, 0])
    assert env.save() == before


def test_wrong_requests_get_a_sentence() -> None:
    for wrong in ({"n": 0}, {"threads": 0}, {"device": "abacus"}):
        with pytest.raises(BadOption):
            Batch(GAME, 3, **({"n": 1} | wrong))
    with pytest.raises(BadOption, match="is for"):
        Batch(GAME, 9, 1)


@every_game
def test_seats_that_decide_at_once_may_be_asked_in_any_order(game: AnyGame) -> None:
    """The order of the batch is one of many: every order of sealed answers gives the same bytes."""
    found = 0
    for stream in range(4):
        s, rng = game.new(game.seats[-1]), seeded(9, stream)
        out = [0] * max(game.about.max_legal, game.max_seats)
        while game.rules.status(s) != 2 and found < 5:
            seats = game.acting(s)
            if len(seats) > 1:
                answers = {seat: game.legal_actions(s, seat)[-1] for seat in seats[:3]}
                ends = set()
                for order in itertools.permutations(answers):
                    copy = s.copy()
                    for seat in order:
                        game.rules.apply(copy, seat, answers[seat])
                    ends.add(copy.to_bytes())
                assert len(ends) == 1
                found += 1
            plain(game).random_event(s, rng, out)


def test_a_batch_weighs_options_as_greedy_play_does_and_looks_through_other_eyes() -> None:
    env, rules = Batch(GAME, 3, 5, seed=4), plain(GAME, bot_kernels)
    env.reset()
    other = np.zeros_like(env.observations)
    for _ in range(40):
        options, worths, counts = env.weigh(GAME.worth.WORLDS)
        env.observe_from((env.seats + 1) % 3, other)
        for i, state in enumerate(env.states):
            s, seat, n = GAME.state.from_bytes(state.tobytes()), int(env.seats[i]), int(counts[i])
            states, totals = CopyingStates([s] * bot_kernels.PLACES), [0] * GAME.about.max_legal
            out = [0] * GAME.about.max_legal
            assert options[i, :n].tolist() == GAME.legal_actions(s, seat)
            rules.weigh_options(states, seat, env.rngs[i].tolist(), out, totals)
            assert n == 1 or worths[i, :n].tolist() == totals[:n]
            seen = [0] * GAME.observation_size
            GAME.eyes.observe(s, (seat + 1) % 3, seen)
            assert np.allclose(other[i], np.array(seen) * observation_scales(GAME))
        env.step(env.sample())


def test_chosen_games_begin_again_and_the_others_go_on() -> None:
    env = Batch(GAME, 3, 4, seed=4)
    env.reset()
    fresh = env.states.copy()["phase"].tolist()
    for _ in range(9):
        env.step(env.sample())
    before = env.states.copy()
    env.restart(np.array([True, False, True, False]))
    assert env.states["phase"].tolist()[0::2] == fresh[0::2]
    # Compared by fields: NumPy leaves the gaps between them as they are when it copies records.
    assert (env.states[1::2] == before[1::2]).all()
    assert not (env.states[0::2] == before[0::2]).any()
    for i, state in enumerate(env.states):
        s = GAME.state.from_bytes(state.tobytes())
        assert np.flatnonzero(env.masks[i]).tolist() == sorted(GAME.legal_actions(s, int(env.seats[i])))
