"""The loops of rl/kernels.py in the plain gear, where coverage and debuggers can see them."""

from __future__ import annotations

from tests.support import every_game
from zashiki.core.game import DECISION, AnyGame
from zashiki.core.gears import plain
from zashiki.rl import kernels


@every_game
def test_a_batch_of_plain_games_steps_pays_and_starts_again(game: AnyGame) -> None:
    gear, players, n = plain(game, kernels), game.seats[-1], 2
    options, out = game.encode_options(players, {}) or [0], [0] * max(game.about.max_legal, game.max_seats)
    states, rngs = [game.state() for _ in range(n)], [[0, 0] for _ in range(n)]
    seats, actions, done = [0] * n, [0] * n, [0] * n
    masks, rewards = [[7] * game.action_count for _ in range(n)], [[0.0] * players for _ in range(n)]
    scales = [1 / part.high for part in game.eyes.OBSERVATION for _ in range(part.size)]
    observations = [[9.0] * len(scales) for _ in range(n)]
    gear.reset_batch(states, rngs, players, options, 3, seats, masks, out, 0, n)
    finished = 0
    for step in range(game.about.max_events):
        for i, s in enumerate(states):
            assert game.rules.status(s) == DECISION
            assert seats[i] == game.acting(s)[0]
            assert [a for a, legal in enumerate(masks[i]) if legal] == sorted(game.legal_actions(s, seats[i]))
        if step % 20 == 0:
            gear.observe_batch(states, seats, scales, observations, 0, n)
            assert all(-1 <= value <= 1 for row in observations for value in row)
        gear.sample_batch(states, rngs, seats, actions, out, 0, n)
        gear.step_batch(states, rngs, players, options, actions, seats, masks, rewards, done, out, 0, n)
        for i in range(n):
            assert abs(sum(rewards[i]) - done[i]) < 1e-9
        finished += sum(done)
        if finished >= 2:
            break
    assert finished >= 2
