"""The search over the policy: the same answer in every gear and to equal eyes, in time, never absurd, and not to be read."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from tests.bots.test_levels import logits_of, sure_wins
from tests.bots.test_players import questions
from tests.support import every_game, swap_of
from zashiki.bots import GUESTS, levels
from zashiki.bots.foresight import kernels, player
from zashiki.bots.foresight.player import Mind, Thinking, native_mind, plain_mind, ponder
from zashiki.bots.players import SECONDS, weigh
from zashiki.bots.watch import Watch
from zashiki.core.actions import Action
from zashiki.core.chance import seeded
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.core.rooms import Seat
from zashiki.games import find_game

ONE = 1 << kernels.ONE
LONG = 1e9  # seconds: only the number of simulations counts


HOW = Thinking().numbers()


def pondered(game: AnyGame, mind: Mind, view: Any, seat: Seat, seed: int, seconds: float, most: int = 99, **how: int) -> Action:
    """What the search answers."""
    rng, thinking = seeded(seed), Thinking(**how)
    desk, think = mind(game, game.eyes.state_from(view, rng), thinking)
    return ponder(game, desk, think, seat, rng, Watch(seconds, most), thinking.numbers())


def desk_of(*candidates: tuple[int, ...]) -> list[int]:
    """A desk with candidates: action, logit, sum of shares, sum of worths."""
    desk = [0] * kernels.DESK
    for i, numbers in enumerate(candidates):
        for run, number in zip((kernels.ACTIONS, kernels.LOGITS, kernels.SHARES, kernels.WORTHS), numbers, strict=False):
            desk[run + i] = number
    return desk


# Choosing


def test_with_little_evidence_the_policy_has_its_way_and_with_much_the_shares_of_the_win() -> None:
    loops = plain(find_game("akiwado"), kernels)

    def chosen(worlds: int) -> int:
        desk = desk_of((10, 3 * ONE, worlds * ONE // 2), (11, 0, worlds * ONE * 6 // 10))
        return int(loops.settle(desk, 2, worlds, HOW, [0] * 8, [0] * 8, seeded(1)))

    assert [chosen(worlds) for worlds in (1, 4, 100)] == [10, 10, 11]


def test_what_is_worth_most_in_the_end_and_the_policy_weigh_as_much_as_the_game_says() -> None:
    loops = plain(find_game("akiwado"), kernels)
    desk = desk_of((10, 3 * ONE, 50 * ONE, 1000), (11, 0, 50 * ONE, 5000), (12, 0, 50 * ONE, 4000))

    def chosen(**how: int) -> int:
        return int(loops.settle(desk, 3, 100, Thinking(**how).numbers(), [0] * 8, [0] * 8, seeded(1)))

    assert chosen() == 10
    assert chosen(worthy=2) == 10
    assert chosen(worthy=4) == 11
    assert chosen(worthy=2, prior=50) == 11


def test_the_better_half_is_kept_until_one_is_left() -> None:
    loops = plain(find_game("akiwado"), kernels)
    desk = desk_of((10, 0, 2 * ONE), (11, 0, 5 * ONE), (12, 0, 3 * ONE), (13, 0, 6 * ONE), (14, 0, 0))
    assert [loops.rounds_for(n) for n in range(1, 9)] == [0, 1, 2, 2, 3, 3, 3, 3]
    assert loops.keep_better(desk, 5, 10, HOW) == 3
    assert desk[:3] == [13, 11, 12]
    assert desk[kernels.SHARES : kernels.SHARES + 3] == [6 * ONE, 5 * ONE, 3 * ONE]


def test_a_win_in_every_world_is_not_put_off() -> None:
    loops = plain(find_game("akiwado"), kernels)
    desk = desk_of((10, 4 * ONE, 97 * ONE), (11, 0, 100 * ONE))
    assert loops.settle(desk, 2, 100, HOW, [0] * 8, [0] * 8, seeded(1)) == 11


def test_near_candidates_are_mixed_where_others_decide_at_the_same_time() -> None:
    loops = plain(find_game("akiwado"), kernels)
    desk = desk_of((10, 0, 50 * ONE), (11, 0, 51 * ONE), (12, 0, 10 * ONE))
    assert {loops.settle(desk, 3, 100, HOW, [0] * 8, [0] * 8, seeded(1, k)) for k in range(20)} == {11}
    desk[kernels.SEALED] = ONE
    sealed = Counter(loops.settle(desk, 3, 100, HOW, [0] * 8, [0] * 8, seeded(1, k)) for k in range(400))
    assert set(sealed) == {10, 11}
    assert min(sealed.values()) > 100
    desk[kernels.SEALED] = ONE // 8
    assert {loops.settle(desk, 3, 100, HOW, [0] * 8, [0] * 8, seeded(1, k)) for k in range(20)} == {11}


# Answers


@every_game
def test_without_time_the_answer_is_the_one_the_network_likes_best(game: AnyGame) -> None:
    for s, seat in questions(game, game.seats[0], {}, 4):
        view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
        if len(legal) > 1 and game.acting(s) == [seat] and game.worth.WORLDS == 1:
            logits = logits_of(game, view, seat)
            assert legal.index(pondered(game, plain_mind, view, seat, 4, 0.0)) == logits.index(max(logits))


@every_game
def test_positions_that_are_equal_to_its_eyes_get_the_same_answer(game: AnyGame) -> None:
    swap = swap_of(game)
    for s, seat in questions(game, game.seats[0], {}, 2):
        if len(game.legal_actions(s, seat)) > 1:
            views = [game.eyes.view(each, seat) for each in (s, swap(s, seat, seeded(2)))]
            answers = {pondered(game, plain_mind, view, seat, 1, LONG, 2, turns=0) for view in views}
            assert len(answers) == 1


@every_game
def test_a_world_is_the_same_for_every_candidate_and_thinking_changes_no_position(game: AnyGame) -> None:
    s, seat = next((s, seat) for s, seat in questions(game, game.seats[0], {}, 8) if len(game.legal_actions(s, seat)) > 2)
    before = s.to_bytes()
    desk, think = plain_mind(game, s, Thinking(turns=0))
    n = think(seat, 0, 5, 0)
    actions, logits = desk[:n], desk[kernels.LOGITS : kernels.LOGITS + n]
    assert set(actions) <= set(game.legal_actions(s, seat))
    assert len(set(actions)) == n
    think(seat, n, 5, 3)
    forward = desk[kernels.SHARES : kernels.SHARES + n]
    desk[:] = desk_of(*((action, logit, 0) for action, logit in zip(actions[::-1], logits[::-1], strict=True)))
    think(seat, n, 5, 3)
    assert desk[kernels.SHARES : kernels.SHARES + n] == forward[::-1]
    assert s.to_bytes() == before


@pytest.mark.parametrize("simulation", [0.001, 0.02, 0.09])
def test_it_stops_before_its_time_is_up_and_uses_most_of_it(simulation: float) -> None:
    """By a clock that only simulations move."""
    game, now = find_game("akiwado"), 0.0

    def think(seat: Seat, n: int, seed: int, world: int) -> int:
        nonlocal now
        now += simulation * n
        return 5

    for most, least_time, most_time in ((1 << 30, SECONDS - 10 * simulation, SECONDS), (30, 0.0, 30 * simulation + 1e-9)):
        now, desk = 0.0, desk_of(*((action, 0, 0) for action in range(5)))
        ponder(game, desk, think, 0, seeded(1), Watch(SECONDS, most, lambda: now), HOW)
        assert least_time < now <= most_time


@every_game
def test_candidates_by_worth_come_beside_those_that_the_network_likes(game: AnyGame) -> None:
    found = 0
    for s, seat in questions(game, game.seats[0], {}, 8):
        view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
        desk, think = plain_mind(game, s, Thinking(turns=0, wide=1, by_worth=2))
        n = think(seat, 0, 5, 0)
        if len(legal) > 2 and game.worth.WORLDS == 1:
            liked, worths = logits_of(game, view, seat), weigh(game, view, seat, seeded(4))
            candidates = [legal.index(action) for action in desk[:n]]
            assert candidates[0] == liked.index(max(liked))
            best = sorted(worths)[-2:]
            assert sorted([worths[i] for i in candidates])[-2:] == best
            assert n in (2, 3)
            assert desk[kernels.LOGITS : kernels.LOGITS + n] == [liked[i] for i in candidates]
            found += 1
    assert found or game.worth.WORLDS > 1


@every_game
def test_a_win_that_is_one_move_away_is_taken(game: AnyGame) -> None:
    found = list(islice(sure_wins(game), 3))
    assert found
    for s, seat, sure in found:
        assert pondered(game, plain_mind, game.eyes.view(s, seat), seat, 2, LONG, 300, turns=0) in sure


# Gears


def same_in_both_gears(game: AnyGame, players: int) -> None:
    assert player.COMPILED.compile(game) is player.COMPILED.at_hand(game)
    assert player.COMPILED.is_on_disk(game)
    for s, seat in questions(game, players, {}, 3):
        if len(game.legal_actions(s, seat)) > 1:
            view = game.eyes.view(s, seat)
            plainly, compiled = (pondered(game, mind, view, seat, 6, LONG, 4) for mind in (plain_mind, native_mind))
            assert compiled == plainly
            for greedy in (kernels.NOBODY, kernels.OTHERS, kernels.EVERYBODY):
                desks = []
                for mind in (plain_mind, native_mind):
                    desk, think = mind(game, s, Thinking(greedy=greedy, wide=6, by_worth=2, worthy=greedy))
                    n = think(seat, 0, 7, 0)
                    think(seat, n, 7, 0)
                    runs = kernels.ACTIONS, kernels.LOGITS, kernels.SHARES, kernels.WORTHS
                    desks.append([n, *(int(desk[run + i]) for run in runs for i in range(n))])
                assert desks[0] == desks[1]


def test_plain_and_native_think_the_same() -> None:
    pytest.importorskip("llvmlite")
    same_in_both_gears(find_game("rights-of-losers"), 4)


@pytest.mark.slow
@every_game
def test_plain_and_native_think_the_same_in_every_game(game: AnyGame) -> None:
    pytest.importorskip("llvmlite")
    same_in_both_gears(game, game.seats[-1])


# The guest


def test_the_seventh_guest_thinks_as_the_game_says(monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = find_game("akiwado"), []
    monkeypatch.setattr(player.COMPILED, "at_hand", lambda game: plain_mind)
    monkeypatch.setattr(player, "Watch", lambda seconds, most: asked.append(seconds))
    monkeypatch.setattr(player, "ponder", lambda game, desk, think, seat, rng, watch, how: asked.append(how) or 0)
    s, seat = next((s, seat) for s, seat in questions(game, 4, {}, 9) if len(game.legal_actions(s, seat)) > 1)
    GUESTS["warashi"].choose(game, game.eyes.view(s, seat), seat, game.legal_actions(s, seat), seeded(4), 0.25)
    assert asked == [0.25, levels.thinking_of(game).numbers()]
    assert levels.thinking_of(game).turns > 0
