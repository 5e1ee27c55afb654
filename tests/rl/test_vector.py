"""The vector of learning seats: the same games as the plain rules play, bots included, and a proper Gymnasium vector."""

from __future__ import annotations

import pytest

from tests.support import every_game
from zashiki.bots.kernels import BASE, PLACES
from zashiki.bots.players import CopyingStates, weigh
from zashiki.core.chance import seeded
from zashiki.core.errors import BadOption, IllegalMove
from zashiki.core.game import OVER, AnyGame
from zashiki.core.gears import plain
from zashiki.games import find_game

np = pytest.importorskip("numpy")
pytest.importorskip("llvmlite")
pytest.importorskip("gymnasium")

from zashiki.rl import kernels  # noqa: E402
from zashiki.rl.vector import SeatVectorEnv  # noqa: E402

GAME = find_game("rights-of-losers")


@every_game
def test_bots_play_alike_in_the_plain_gear(game: AnyGame) -> None:
    """One game of greedy seats in Python: legal from the first decision to the last, and it ends."""
    loops, players, rng, seat = plain(game, kernels), game.seats[0], seeded(3), 0
    states, imagined = CopyingStates([game.state()]), CopyingStates(game.state() for _ in range(PLACES))
    out, totals = [0] * game.about.max_legal, [0] * game.about.max_legal
    loops.begin_for_seat(states, 0, players, game.encode_options(players, {}) or [0], seat, 0, rng, imagined, out, totals)
    for _ in range(12):
        if game.rules.status(states[0]) == OVER:
            break
        assert game.rules.to_act(states[0]) & 1 << seat
        imagined[BASE] = states[0]
        action = loops.greedy_option(imagined, seat, rng, out, totals)
        assert action in game.legal_actions(states[0], seat)
        game.rules.apply(states[0], seat, action)
        loops.advance(states[0], rng)
        loops.let_others_play(states, 0, seat, 0, rng, imagined, out, totals)


def test_the_vector_follows_the_plain_rules_step_by_step() -> None:
    n, players, chooser = 3, 3, np.random.default_rng(1)
    envs, loops = SeatVectorEnv(GAME, players, n, opponents="greedy", shaping=0.5), plain(GAME, kernels)
    _, infos = envs.reset(seed=4)
    number = int(np.random.default_rng(np.random.SeedSequence(4)).integers(2**62))
    options, out, totals = GAME.encode_options(players, {}) or [0], [0] * GAME.about.max_legal, [0] * GAME.about.max_legal
    states, imagined = CopyingStates(GAME.state() for _ in range(n)), CopyingStates(GAME.state() for _ in range(PLACES))
    rngs, seats = [seeded(number, i) for i in range(n)], list(range(n))
    for i in range(n):
        loops.begin_for_seat(states, i, players, options, seats[i], 1, rngs[i], imagined, out, totals)
    ended_once = False
    for _ in range(55):
        for i in range(n):
            assert envs.seats[i] == seats[i]
            assert np.flatnonzero(infos["action_mask"][i]).tolist() == sorted(GAME.legal_actions(states[i], seats[i]))
        actions = np.array([chooser.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        _, rewards, ended, cut, infos = envs.step(actions)
        for i in range(n):
            before = GAME.worth.worth(states[i], seats[i])
            GAME.rules.apply(states[i], seats[i], int(actions[i]))
            loops.advance(states[i], rngs[i])
            loops.let_others_play(states, i, seats[i], 1, rngs[i], imagined, out, totals)
            won = GAME.scoring.winners(states[i])
            share = 1 / won.bit_count() if won >> seats[i] & 1 else 0.0
            assert rewards[i] == pytest.approx(share + 0.5 * (GAME.worth.worth(states[i], seats[i]) - before))
            assert ended[i] == (GAME.rules.status(states[i]) == OVER)
            if ended[i]:
                ended_once = True
                seats[i] = (seats[i] + 1) % players
                loops.begin_for_seat(states, i, players, options, seats[i], 1, rngs[i], imagined, out, totals)
        assert not cut.any()
        assert ("final_obs" in infos) == ended.any()
    assert ended_once


def test_greedy_in_the_vector_is_the_greedy_bot() -> None:
    """Nothing that is hidden counts for `worth` here, so that the weights are the same whatever world is imagined."""
    envs = SeatVectorEnv(GAME, 4, 6)
    envs.reset(seed=2)
    for _ in range(20):
        worths = envs.weigh()
        for i, seat in enumerate(envs.seats.tolist()):
            s = GAME.state.from_bytes(envs._held[0][i].tobytes())
            assert worths[i, GAME.legal_actions(s, seat)].tolist() == weigh(GAME, GAME.eyes.view(s, seat), seat, seeded(1))
            assert not worths[i][envs.masks[i] == 0].any()
        envs.step(np.where(envs.masks != 0, worths, -(10**9)).argmax(axis=1))


@pytest.mark.slow
def test_a_seat_may_stay_where_it_is_and_opponents_may_be_random() -> None:
    game = find_game("akiwado")
    envs, chooser = SeatVectorEnv(game, 5, 4, opponents="random", seat=1), np.random.default_rng(2)
    seen, infos = envs.reset(seed=1)
    for _ in range(40):
        assert envs.observation_space.contains(seen)
        seen, rewards, ended, _, infos = envs.step(np.array([chooser.choice(np.flatnonzero(m)) for m in infos["action_mask"]]))
        assert (envs.seats == 1).all()
        assert ((rewards >= 0) & (rewards <= ended)).all()


def test_threads_change_nothing_and_seeds_repeat() -> None:
    runs = []
    for threads in (1, 3, 1):
        envs = SeatVectorEnv(GAME, 3, 7, threads=threads)
        _, infos = envs.reset(seed=9)
        for _ in range(45):
            seen, rewards, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        runs.append((seen.tobytes(), rewards.tobytes(), envs.seats.tobytes()))
    assert runs[0] == runs[1] == runs[2]


def test_wrong_requests_get_a_sentence() -> None:
    for wrong in ({"n": 0}, {"threads": 0}, {"seat": 3}, {"opponents": "search"}, {"players": 9}, {"options": {"no": "1"}}):
        with pytest.raises(BadOption):
            SeatVectorEnv(GAME, **({"players": 3, "n": 2} | wrong))  # type: ignore[arg-type]
    envs = SeatVectorEnv(GAME, 3, 2)
    envs.reset(seed=1)
    with pytest.raises(IllegalMove):
        envs.step(np.full(2, GAME.action_count - 1))


def test_gymnasium_makes_the_vector_by_id() -> None:
    import gymnasium

    from zashiki.rl.gymnasium import id_of

    made = gymnasium.make_vec(id_of(GAME), num_envs=3, players=4, opponents="greedy", seat=None)
    direct = SeatVectorEnv(GAME, 4, 3, opponents="greedy")
    assert isinstance(made, SeatVectorEnv)
    assert (made.reset(seed=6)[0] == direct.reset(seed=6)[0]).all()
