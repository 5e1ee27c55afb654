"""The vector of learning seats: the same games as the plain rules play, bots included, and a proper Gymnasium vector."""

from __future__ import annotations

import pytest

from tests.support import every_game
from zashiki.bots.players import weigh
from zashiki.bots.search import CopyingStates
from zashiki.core.chance import seeded
from zashiki.core.errors import BadOption, IllegalMove
from zashiki.core.game import OVER, AnyGame
from zashiki.core.gears import plain
from zashiki.core.rule import is_rule, with_globals
from zashiki.games import find_game

np = pytest.importorskip("numpy")
pytest.importorskip("numba")
pytest.importorskip("gymnasium")

from zashiki.rl import kernels  # noqa: E402
from zashiki.rl.vector import SeatVectorEnv  # noqa: E402

GAME = find_game("rights-of-losers")


def plain_kernels(game: AnyGame):  # type: ignore[no-untyped-def]
    """The loops of rl/kernels.py as plain Python."""
    scope = vars(kernels) | vars(plain(game))
    for name, value in vars(kernels).items():
        if is_rule(value) and value.__module__ == kernels.__name__:
            scope[name] = with_globals(value, scope)
    return scope


@every_game
def test_bots_play_alike_in_the_plain_gear(game: AnyGame) -> None:
    """One game of greedy seats in Python: legal from the first decision to the last, and it ends."""
    loops, players, rng, seat = plain_kernels(game), game.seats[0], seeded(3), 0
    states, imagined, out = CopyingStates([game.state()]), CopyingStates(game.state() for _ in range(2)), [0] * game.max_legal
    loops["begin_for_seat"](states, 0, players, game.encode_options(players, {}) or [0], seat, 0, rng, imagined, out)
    for _ in range(12):
        if game.status(states[0]) == OVER:
            break
        assert game.to_act(states[0]) & 1 << seat
        action = loops["greedy_action"](states, 0, seat, rng, imagined, out)
        assert action in game.legal_actions(states[0], seat)
        game.apply(states[0], seat, action)
        plain(game).advance(states[0], rng)
        loops["let_others_play"](states, 0, seat, 0, rng, imagined, out)


def test_the_vector_follows_the_plain_rules_step_by_step() -> None:
    n, players, chooser = 3, 3, np.random.default_rng(1)
    envs, loops = SeatVectorEnv(GAME, players, n, opponents="greedy", shaping=0.5), plain_kernels(GAME)
    _, infos = envs.reset(seed=4)
    number = int(np.random.default_rng(np.random.SeedSequence(4)).integers(2**62))
    options, out = GAME.encode_options(players, {}) or [0], [0] * GAME.max_legal
    states, imagined = CopyingStates(GAME.state() for _ in range(n)), CopyingStates(GAME.state() for _ in range(2))
    rngs, seats = [seeded(number, i) for i in range(n)], list(range(n))
    for i in range(n):
        loops["begin_for_seat"](states, i, players, options, seats[i], 1, rngs[i], imagined, out)
    ended_once = False
    for _ in range(55):
        for i in range(n):
            assert envs.seats[i] == seats[i]
            assert np.flatnonzero(infos["action_mask"][i]).tolist() == sorted(GAME.legal_actions(states[i], seats[i]))
        actions = np.array([chooser.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        _, rewards, ended, cut, infos = envs.step(actions)
        for i in range(n):
            before = GAME.worth(states[i], seats[i])
            GAME.apply(states[i], seats[i], int(actions[i]))
            plain(GAME).advance(states[i], rngs[i])
            loops["let_others_play"](states, i, seats[i], 1, rngs[i], imagined, out)
            won = GAME.winners(states[i])
            share = 1 / won.bit_count() if won >> seats[i] & 1 else 0.0
            assert rewards[i] == pytest.approx(share + 0.5 * (GAME.worth(states[i], seats[i]) - before))
            assert ended[i] == (GAME.status(states[i]) == OVER)
            if ended[i]:
                ended_once = True
                seats[i] = (seats[i] + 1) % players
                loops["begin_for_seat"](states, i, players, options, seats[i], 1, rngs[i], imagined, out)
        assert not cut.any()
        assert ("final_obs" in infos) == ended.any()
    assert ended_once


def test_greedy_in_the_vector_is_the_greedy_bot() -> None:
    """Where nothing that is hidden counts for `worth`, one imagined world weighs the options as three do."""
    envs = SeatVectorEnv(GAME, 4, 6)
    envs.reset(seed=2)
    for _ in range(20):
        worths = envs.weigh()
        for i, seat in enumerate(envs.seats.tolist()):
            s = GAME.state.from_bytes(envs._held[0][i].tobytes())
            legal = GAME.legal_actions(s, seat)
            expected = weigh(GAME, GAME.view(s, seat), seat, legal, seeded(1))
            assert worths[i, legal].tolist() == pytest.approx([value / 3 for value in expected], abs=1)
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
