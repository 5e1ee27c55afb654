"""The loops of core/kernels.py in the plain gear, where coverage and debuggers can see them."""

from __future__ import annotations

from tests.support import every_game
from zashiki.core import kernels
from zashiki.core.chance import seeded
from zashiki.core.game import DECISION, OVER, AnyGame, seats_in
from zashiki.core.gears import plain


def buffer(game: AnyGame) -> list[int]:
    return [0] * max(game.max_legal, game.max_seats)


@every_game
def test_whole_games_repeat_by_seed_and_number(game: AnyGame) -> None:
    gear, players = plain(game), game.seats[0]
    options = game.encode_options(players, {}) or [0]

    def totals(first: int, last: int) -> list[int]:
        found = [0, 0]
        gear.play_games([game.state()], [0, 0], buffer(game), players, options, 5, first, last, found)
        return found

    whole, parts = totals(0, 2), [totals(0, 1), totals(1, 2)]
    assert whole[0] == parts[0][0] + parts[1][0] > 0
    assert whole[1] == (parts[0][1] + parts[1][1]) % 2147483647


@every_game
def test_a_batch_of_plain_games_steps_pays_and_starts_again(game: AnyGame) -> None:
    gear, players, n = plain(game), game.seats[-1], 2
    options, out = game.encode_options(players, {}) or [0], buffer(game)
    states, rngs = [game.state() for _ in range(n)], [[0, 0] for _ in range(n)]
    seats, actions, done = [0] * n, [0] * n, [0] * n
    masks, rewards = [[7] * game.action_count for _ in range(n)], [[0.0] * players for _ in range(n)]
    scales = [1 / part.high for part in game.observation for _ in range(part.size)]
    observations, numbers = [[9.0] * len(scales) for _ in range(n)], [0] * len(scales)
    gear.reset_batch(states, rngs, players, options, 3, seats, masks, out, 0, n)
    finished = 0
    for step in range(game.max_events):
        for i, s in enumerate(states):
            assert game.status(s) == DECISION
            assert seats[i] == game.acting(s)[0]
            assert [a for a, legal in enumerate(masks[i]) if legal] == sorted(game.legal_actions(s, seats[i]))
        if step % 20 == 0:
            gear.observe_batch(states, seats, numbers, scales, observations, 0, n)
            assert all(-1 <= value <= 1 for row in observations for value in row)
        gear.sample_batch(states, rngs, seats, actions, out, 0, n)
        gear.step_batch(states, rngs, players, options, actions, seats, masks, rewards, done, out, 0, n)
        for i in range(n):
            assert abs(sum(rewards[i]) - done[i]) < 1e-9
        finished += sum(done)
        if finished >= 2:
            break
    assert finished >= 2


@every_game
def test_single_steps_by_index_follow_the_rules(game: AnyGame) -> None:
    gear, players = plain(game), game.seats[0]
    out, rng, s = buffer(game), seeded(4), game.state()
    gear.begin(s, players, game.encode_options(players, {}) or [0], rng)
    states, seat = [s], gear.seat_to_act(s)
    while seat >= 0:
        n = gear.legal_at(states, 0, seat, out)
        assert out[:n] == game.legal_actions(s, seat)
        seat = gear.apply_at(states, 0, seat, out[0], rng)
    assert gear.one_event(states, 0, rng, out) == OVER
    gear.begin(s, players, game.encode_options(players, {}) or [0], rng)
    before = s.to_bytes()
    assert gear.one_event(states, 0, rng, out) == DECISION
    assert s.to_bytes() != before


def test_clones_go_around_the_array() -> None:
    states = ["first", "second", "third"]
    kernels.clone_many(states, 1)
    assert states == ["first"] * 3


@every_game
def test_endings_from_a_position_share_out_whole_wins(game: AnyGame) -> None:
    gear, players = plain(game), game.seats[0]
    out, rng = buffer(game), seeded(6)
    for _ in range(3):
        s, wins = game.state(), [0] * game.max_seats
        gear.begin(s, players, game.encode_options(players, {}) or [0], rng)
        gear.play_from([s, s], rng, out, gear.seat_to_act(s), 1, wins)
        assert sum(wins) == 60
        assert {seat for seat, won in enumerate(wins) if won} == set(seats_in(game.winners(s)))
