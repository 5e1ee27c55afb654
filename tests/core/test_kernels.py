"""The loops of core/kernels.py in the plain gear, where coverage and debuggers can see them."""

from __future__ import annotations

from tests.support import every_game, random_states
from zashiki.core import kernels
from zashiki.core.chance import seeded
from zashiki.core.game import DECISION, OVER, AnyGame
from zashiki.core.gears import plain


def buffer(game: AnyGame) -> list[int]:
    return [0] * max(game.about.max_legal, game.max_seats)


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
def test_a_checksum_takes_in_every_score_and_the_winners(game: AnyGame) -> None:
    *_, s = random_states(game, game.seats[-1], {}, 3)
    expected = 7
    for number in (*game.final_scores(s), game.scoring.winners(s)):
        expected = (expected * 31 + number) % 2147483647
    assert plain(game).fold_scores(s, buffer(game), 7) == expected


@every_game
def test_one_event_at_a_time_plays_on_until_the_game_is_over(game: AnyGame) -> None:
    gear, players = plain(game), game.seats[0]
    out, rng, s = buffer(game), seeded(4), game.state()
    gear.begin(s, players, game.encode_options(players, {}) or [0], rng)
    before = s.to_bytes()
    assert gear.legal_at([s], 0, gear.seat_to_act(s), out) == len(game.legal_actions(s, gear.seat_to_act(s)))
    assert gear.one_event([s], 0, rng, out) == DECISION
    assert s.to_bytes() != before
    gear.playout(s, rng, out)
    before = s.to_bytes()
    assert gear.one_event([s], 0, rng, out) == OVER
    assert s.to_bytes() == before


@every_game
def test_a_step_lists_the_next_options_and_refuses_what_is_none(game: AnyGame) -> None:
    gear, players = plain(game), game.seats[0]
    out, rng, turn, s = buffer(game), [0, 0], [0, 0], game.state()
    n = gear.begin_at([s], rng, out, turn, players, game.encode_options(players, {}) or [0], 4)
    while n:
        assert turn == [game.acting(s)[0], n]
        assert out[:n] == game.legal_actions(s, turn[0])
        before, listed = s.to_bytes(), out[:n]
        refused = next(action for action in range(-1, game.action_count + 1) if action not in listed)
        assert gear.step_at([s], rng, out, turn, refused) == kernels.REFUSED
        assert (s.to_bytes(), out[:n], turn[1]) == (before, listed, n)
        n = gear.step_at([s], rng, out, turn, out[n // 2])
    assert turn == [kernels.NOBODY, 0]
    assert gear.status(s) == OVER
    assert gear.step_at([s], rng, out, turn, out[0]) == kernels.REFUSED
