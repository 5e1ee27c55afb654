"""The search over the policy: the same answer in every gear and to equal eyes, in time, never absurd, and not to be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from tests.bots.test_levels import logits_of
from tests.bots.test_players import questions
from tests.support import every_game, random_states, swap_of
from zashiki.bots import GUESTS, levels
from zashiki.bots.foresight import kernels, player
from zashiki.bots.foresight.player import native_mind, plain_mind, ponder
from zashiki.bots.kernels import BASE
from zashiki.bots.players import SECONDS, CopyingStates
from zashiki.core.actions import Action
from zashiki.core.chance import next_word, seeded
from zashiki.core.game import DECISION, OVER, AnyGame
from zashiki.core.gears import plain
from zashiki.core.rooms import Seat
from zashiki.games import find_game

ONE = 1 << kernels.ONE
LONG = 1e9  # seconds: only the number of simulations counts


def desk_of(*candidates: tuple[int, int, int]) -> list[int]:
    """A desk with candidates: action, logit, sum of shares."""
    desk = [0] * kernels.DESK
    for i, numbers in enumerate(candidates):
        for run, number in zip((kernels.ACTIONS, kernels.LOGITS, kernels.SHARES), numbers, strict=True):
            desk[run + i] = number
    return desk


# Choosing


def test_with_little_evidence_the_policy_has_its_way_and_with_much_the_shares_of_the_win() -> None:
    loops = plain(find_game("akiwado"), kernels)

    def chosen(worlds: int) -> int:
        desk = desk_of((10, 3 * ONE, worlds * ONE // 2), (11, 0, worlds * ONE * 6 // 10))
        return int(loops.settle(desk, 2, worlds, [0] * 8, [0] * 8, 0, seeded(1)))

    assert [chosen(worlds) for worlds in (1, 4, 100)] == [10, 10, 11]


def test_the_better_half_is_kept_until_one_is_left() -> None:
    loops = plain(find_game("akiwado"), kernels)
    desk = desk_of((10, 0, 2 * ONE), (11, 0, 5 * ONE), (12, 0, 3 * ONE), (13, 0, 6 * ONE), (14, 0, 0))
    assert [loops.rounds_for(n) for n in range(1, 9)] == [0, 1, 2, 2, 3, 3, 3, 3]
    assert loops.keep_better(desk, 5, 10) == 3
    assert desk[:3] == [13, 11, 12]
    assert desk[kernels.SHARES : kernels.SHARES + 3] == [6 * ONE, 5 * ONE, 3 * ONE]


def test_a_win_in_every_world_is_not_put_off() -> None:
    loops = plain(find_game("akiwado"), kernels)
    desk = desk_of((10, 4 * ONE, 97 * ONE), (11, 0, 100 * ONE))
    assert loops.settle(desk, 2, 100, [0] * 8, [0] * 8, 0, seeded(1)) == 11


def test_near_candidates_are_mixed_where_others_decide_at_the_same_time() -> None:
    loops = plain(find_game("akiwado"), kernels)
    desk = desk_of((10, 0, 50 * ONE), (11, 0, 51 * ONE), (12, 0, 10 * ONE))
    sealed = Counter(loops.settle(desk, 3, 100, [0] * 8, [0] * 8, 1, seeded(1, k)) for k in range(400))
    assert set(sealed) == {10, 11}
    assert min(sealed.values()) > 100
    assert {loops.settle(desk, 3, 100, [0] * 8, [0] * 8, 0, seeded(1, k)) for k in range(20)} == {11}


# Answers


@every_game
def test_without_time_the_answer_is_the_one_the_network_likes_best(game: AnyGame) -> None:
    for s, seat in questions(game, game.seats[0], {}, 4):
        view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
        if len(legal) > 1 and game.acting(s) == [seat] and game.worth.WORLDS == 1:
            logits = logits_of(game, view, seat)
            assert legal.index(ponder(game, plain_mind, view, seat, seeded(4), 1, 0.0)) == logits.index(max(logits))


@every_game
def test_positions_that_are_equal_to_its_eyes_get_the_same_answer(game: AnyGame) -> None:
    swap = swap_of(game)
    for s, seat in questions(game, game.seats[0], {}, 2):
        if len(game.legal_actions(s, seat)) > 1:
            views = [game.eyes.view(each, seat) for each in (s, swap(s, seat, seeded(2)))]
            answers = {ponder(game, plain_mind, view, seat, seeded(1), 0, LONG, 2) for view in views}
            assert len(answers) == 1


@every_game
def test_a_world_is_the_same_for_every_candidate_and_thinking_changes_no_position(game: AnyGame) -> None:
    s, seat = next((s, seat) for s, seat in questions(game, game.seats[0], {}, 8) if len(game.legal_actions(s, seat)) > 2)
    before = s.to_bytes()
    desk, think = plain_mind(game, s, seat)
    n = think(0, 5, 0, 0)
    actions, logits = desk[:n], desk[kernels.LOGITS : kernels.LOGITS + n]
    assert set(actions) <= set(game.legal_actions(s, seat))
    assert len(set(actions)) == n
    think(n, 5, 3, 0)
    forward = desk[kernels.SHARES : kernels.SHARES + n]
    desk[:] = desk_of(*((action, logit, 0) for action, logit in zip(actions[::-1], logits[::-1], strict=True)))
    think(n, 5, 3, 0)
    assert desk[kernels.SHARES : kernels.SHARES + n] == forward[::-1]
    assert s.to_bytes() == before


@pytest.mark.parametrize("simulation", [0.001, 0.02, 0.09])
def test_it_stops_before_its_time_is_up_and_uses_most_of_it(simulation: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that only simulations move."""
    game, now = find_game("akiwado"), 0.0

    def mind(game: AnyGame, base: Any, seat: Seat) -> tuple[Any, player.Think]:
        def think(n: int, seed: int, world: int, turns: int) -> int:
            nonlocal now
            now += simulation * n
            return 5

        return desk_of(*((action, 0, 0) for action in range(5))), think

    monkeypatch.setattr(player, "time", SimpleNamespace(monotonic=lambda: now))
    s, seat = next(questions(game, 4, {}, 4))
    ponder(game, mind, game.eyes.view(s, seat), seat, seeded(1), 1, SECONDS, 1 << 30)
    assert SECONDS - 10 * simulation < now < SECONDS
    now = 0.0
    ponder(game, mind, game.eyes.view(s, seat), seat, seeded(1), 1, SECONDS, 30)
    assert now <= 30 * simulation


def sure_wins(game: AnyGame) -> Iterator[tuple[Any, Seat, list[Action]]]:
    """Positions in which some options, and not all, end the game with a win whatever is hidden."""

    def wins(s: Any, seat: Seat, action: Action) -> bool:
        after = s.copy()
        game.rules.apply(after, seat, action)
        return game.rules.status(after) == OVER and game.scoring.winners(after) == 1 << seat

    for seed in range(400):
        for players in game.seats:
            states = [s.copy() for s in random_states(game, players, {}, seed) if game.rules.status(s) == DECISION]
            for s in states[-10:]:
                for seat in game.acting(s):
                    view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
                    worlds = [game.eyes.state_from(view, seeded(9, k)) for k in range(8)]
                    sure = [action for action in legal if wins(s, seat, action) and all(wins(w, seat, action) for w in worlds)]
                    if sure and len(sure) < len(legal):
                        yield s, seat, sure


@every_game
def test_a_win_that_is_one_move_away_is_taken(game: AnyGame) -> None:
    found = list(islice(sure_wins(game), 3))
    assert found
    for s, seat, sure in found:
        assert ponder(game, plain_mind, game.eyes.view(s, seat), seat, seeded(2), 0, LONG, 300) in sure


# Gears


def same_in_both_gears(game: AnyGame, players: int) -> None:
    player.compile_foresight(game)
    assert player.is_prepared(game)
    assert player.is_compiled(game)
    for s, seat in questions(game, players, {}, 3):
        if len(game.legal_actions(s, seat)) > 1:
            view = game.eyes.view(s, seat)
            plainly, compiled = (ponder(game, mind, view, seat, seeded(6), 1, LONG, 4) for mind in (plain_mind, native_mind))
            assert compiled == plainly
            desks = []
            for mind in (plain_mind, native_mind):
                desk, think = mind(game, s, seat)
                n = think(0, 7, 0, 1)
                think(n, 7, 0, 1)
                desks.append([n, *map(int, desk)])
            assert desks[0] == desks[1]


def test_plain_and_native_think_the_same() -> None:
    pytest.importorskip("numba")
    same_in_both_gears(find_game("rights-of-losers"), 4)


@pytest.mark.slow
@every_game
def test_plain_and_native_think_the_same_in_every_game(game: AnyGame) -> None:
    pytest.importorskip("numba")
    same_in_both_gears(game, game.seats[-1])


@every_game
def test_a_number_of_simulations_gives_the_answer_that_the_lab_gets(game: AnyGame) -> None:
    """One loop watches the clock and one is a rule; given the same worlds they are the same search."""
    network = levels.usable_network(game)
    assert network is not None
    for s, seat in questions(game, game.seats[0], {}, 2):
        if len(game.legal_actions(s, seat)) > 1 and game.acting(s) == [seat]:
            view, size = game.eyes.view(s, seat), game.about.max_legal
            rng = seeded(8)
            base, seed = game.eyes.state_from(view, rng), next_word(rng)
            states = CopyingStates([base] * 4)
            assert states[BASE].to_bytes() == base.to_bytes()
            answer = plain(game, kernels).foresee(
                states, seat, seed, rng, [0, 0], [0, 0], [0] * size, [0] * size,
                network.net, network.weights, [0] * network.room, [0] * kernels.DESK, 4, 0,
            )  # fmt: skip
            assert answer == ponder(game, plain_mind, view, seat, seeded(8), 0, LONG, 4)


# The guest


def test_the_seventh_guest_plays_like_the_sixth_where_a_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("akiwado")
    monkeypatch.setattr(player, "is_compiled", lambda game: True)
    monkeypatch.setattr(levels, "turns_ahead", lambda game: 0)
    monkeypatch.setattr(player, "ponder", lambda *given: pytest.fail("thinks"))
    for s, seat in questions(game, 4, {}, 4):
        asked = game, game.eyes.view(s, seat), seat, game.legal_actions(s, seat)
        assert GUESTS["warashi"].choose(*asked, seeded(4), 0.1) == GUESTS["kyubei"].choose(*asked, seeded(4), 0.1)


def test_the_seventh_guest_thinks_as_far_as_the_game_says(monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = find_game("akiwado"), []
    monkeypatch.setattr(player, "is_compiled", lambda game: True)
    monkeypatch.setattr(player, "ponder", lambda game, mind, view, seat, rng, turns, seconds: asked.append((turns, seconds)) or 0)
    s, seat = next((s, seat) for s, seat in questions(game, 4, {}, 9) if len(game.legal_actions(s, seat)) > 1)
    GUESTS["warashi"].choose(game, game.eyes.view(s, seat), seat, game.legal_actions(s, seat), seeded(4), 0.25)
    assert asked == [(levels.turns_ahead(game), 0.25)]
    assert levels.turns_ahead(game) > 0
