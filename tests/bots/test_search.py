"""The search bot: one loop in two gears, and what it makes of what it saw."""

from __future__ import annotations

import pytest

from tests.bots.test_players import questions
from tests.support import every_game
from zashiki.bots import BOTS, kernels, search
from zashiki.bots.arena import Contest, compete
from zashiki.bots.players import CopyingStates, weigh
from zashiki.core.chance import seeded
from zashiki.core.errors import MissingExtra
from zashiki.core.game import OVER, AnyGame, seats_in
from zashiki.core.gears import plain
from zashiki.core.workers import Here
from zashiki.games import find_game


def test_worth_and_wins_count_alike_whatever_their_scale() -> None:
    assert search.scaled([3, 5, 4]) == [0.0, 1.0, 0.5]
    assert search.scaled([7, 7]) == [0.0, 0.0]
    assert search.best_of([(100, 0), (0, 60), (90, 60)]) == 2
    assert search.best_of([(1, 0), (5, 0), (3, 0)]) == 1


@every_game
def test_without_time_the_answer_is_the_greedy_one(game: AnyGame) -> None:
    for s, seat in questions(game, game.seats[0], {}, 4):
        view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
        answer = BOTS["search"].choose(game, view, seat, legal, seeded(4), 0.0)
        worths = weigh(game, view, seat, seeded(4))
        assert len(legal) == 1 or worths[legal.index(answer)] == max(worths)


@every_game
def test_a_world_is_the_same_for_every_option_and_trying_changes_nothing(game: AnyGame) -> None:
    try_option = search.plain_trier(game)
    for s, seat in questions(game, game.seats[0], {}, 3):
        before = s.to_bytes()
        action = game.legal_actions(s, seat)[-1]
        assert try_option(s, seat, action, 7, 1) == try_option(s, seat, action, 7, 1)
        assert s.to_bytes() == before


def test_playouts_favour_no_seat_by_the_order_of_sealed_answers() -> None:
    """When the lowest seat answered first, the last to answer won seven games of ten."""
    game = find_game("akiwado")
    loops, states = plain(game, kernels), CopyingStates(game.state() for _ in range(kernels.PLACES))
    out, totals, won = [0] * game.about.max_legal, [0] * game.about.max_legal, [0.0] * 3
    for seed in range(40):
        rng, s = seeded(seed), game.new(3)
        plain(game).advance(s, rng)
        states[kernels.WORLD] = s
        while game.rules.status(states[kernels.WORLD]) != OVER:
            loops.play_on(states, rng, out, totals)
        winners = seats_in(game.scoring.winners(states[kernels.WORLD]))
        for seat in winners:
            won[seat] += 1 / len(winners)
    assert max(won) < 22, won  # 13 is fair


@pytest.mark.slow
def test_plain_and_native_see_the_same_worlds() -> None:
    pytest.importorskip("llvmlite")
    game = find_game("rights-of-losers")
    search.COMPILED.compile(game)
    assert search.COMPILED.is_on_disk(game)
    assert search.trier(game) is search.native_trier(game)
    for s, seat in questions(game, 4, {}, 8):
        for action in game.legal_actions(s, seat)[:3]:
            for world in range(3):
                plainly = search.plain_trier(game)(s, seat, action, 11, world)
                assert search.native_trier(game)(s, seat, action, 11, world) == plainly


@pytest.mark.slow
def test_search_beats_greedy_where_it_was_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounded by worlds and not by time, so that it is the same on a busy machine."""
    pytest.importorskip("llvmlite")
    monkeypatch.setattr(search, "MOST_WORLDS", 100)
    game = find_game("rights-of-losers")
    search.COMPILED.compile(game)
    best, _ = compete(Contest(game.id, 3, ("search", "greedy"), seed=5, seconds=3600.0), 12, Here())
    assert best.bot.name == "search"


def test_without_llvm_compiling_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from zashiki.core.native import native

    native.cache_clear()
    search.native_trier.cache_clear()
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    with pytest.raises(MissingExtra, match="needs NumPy and llvmlite"):
        search.native_trier(find_game("rights-of-losers"))
