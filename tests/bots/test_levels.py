"""The seven guests: what they let pass is bounded, the weaker let more pass, and the best needs no compiler to play."""

from __future__ import annotations

import subprocess
import sys
from statistics import fmean

import pytest

from tests.bots.test_players import questions
from tests.support import every_game
from zashiki.bots import GUESTS, find_bot, search
from zashiki.bots.foresight import player
from zashiki.bots.levels import BEST, NAMES, slacks
from zashiki.bots.network import kernels
from zashiki.bots.network.player import usable_network
from zashiki.bots.players import Desk, weigh
from zashiki.core.chance import seeded
from zashiki.core.game import AnyGame
from zashiki.core.gears import plain
from zashiki.core.native import cache_folder
from zashiki.games import find_game


def logits_of(game: AnyGame, view: object, seat: int) -> list[int]:
    """What the network makes of the options, before anything is let pass."""
    network, desk = usable_network(game), Desk(game, view, seeded(4))
    assert network is not None
    loops, room = plain(game, kernels), [0] * network.room
    n = loops.weigh_options(desk.states, seat, seeded(4), desk.out, desk.totals)
    loops.look(network.net, network.weights, desk.states[0], seat, room)
    loops.judge_options(network.net, network.weights, room, n, desk.out, desk.totals)
    return desk.totals[:n]


@every_game
def test_guests_let_a_bounded_loss_pass_and_the_weaker_let_more(game: AnyGame) -> None:
    bounds = slacks(game)
    assert list(bounds) == sorted(bounds, reverse=True)
    assert len(bounds) == BEST
    lost: dict[str, list[int]] = {name: [] for name in NAMES}
    for s, seat in questions(game, game.seats[0], {}, 6):
        view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
        alone = game.rules.to_act(s) == 1 << seat  # where others decide as well, near options are drawn among
        if len(legal) == 1 or not alone or game.worth.WORLDS > 1:
            continue
        logits = logits_of(game, view, seat)
        for name, bound in zip(NAMES[:-1], bounds, strict=False):
            chosen = GUESTS[name].choose(game, view, seat, legal, seeded(4), 1.0)
            lost[name].append(max(logits) - logits[legal.index(chosen)])
            assert lost[name][-1] <= bound
    if lost[NAMES[0]]:
        assert fmean(lost[NAMES[0]]) > fmean(lost[NAMES[-2]]) == 0


def test_until_its_search_is_compiled_the_best_plays_like_the_sixth(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("akiwado")
    monkeypatch.setattr(player, "is_prepared", lambda game: False)
    monkeypatch.setattr(player, "_ready", {})
    for s, seat in questions(game, 4, {}, 4):
        asked = game, game.eyes.view(s, seat), seat, game.legal_actions(s, seat)
        answers = {GUESTS[name].choose(*asked, seeded(4), 0.1) for name in NAMES[-2:]}
        assert len(answers) == 1


def test_a_guest_is_found_by_name_and_by_level() -> None:
    assert [find_bot(str(level)).name for level in range(1, BEST + 1)] == [find_bot(name).name for name in NAMES] == list(NAMES)


def test_in_a_game_without_a_network_guests_go_by_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    from zashiki.bots import levels

    game = find_game("rights-of-losers")
    monkeypatch.setattr(levels, "usable_network", lambda game: None)
    places: dict[str, list[float]] = {name: [] for name in NAMES[:-1]}
    for s, seat in questions(game, 3, {}, 6):
        view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
        worths = weigh(game, view, seat, seeded(4))
        spread = max(worths) - min(worths)
        for name, found in places.items():
            worth = worths[legal.index(GUESTS[name].choose(game, view, seat, legal, seeded(4), 1.0))]
            found.append((worth - min(worths)) / spread if spread else 1.0)
    assert min(places["kyubei"]) == 1.0
    assert min(places["genji"]) >= 0.6
    assert fmean(places["mame"]) < fmean(places["oharu"])
    monkeypatch.setattr(search, "trier_is_compiled", lambda game: True)
    monkeypatch.setattr(search, "search", lambda game, view, seat, options, rng, seconds: options[-1])
    assert GUESTS["warashi"].choose(game, view, seat, legal, seeded(4), 1.0) == legal[-1]


@pytest.mark.slow
def test_what_strong_bots_need_is_prepared_by_one_process_at_a_time() -> None:
    fcntl = pytest.importorskip("fcntl")
    pytest.importorskip("numba")
    command = [sys.executable, "-m", "zashiki.bots.preparing", "akiwado"]
    cache_folder().mkdir(parents=True, exist_ok=True)
    with (cache_folder() / "preparing.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(command, check=True, timeout=60)  # somebody else is at it: nothing to do
    subprocess.run(command, check=True, timeout=570)
    assert search.is_prepared(find_game("akiwado"))
    assert player.is_prepared(find_game("akiwado"))
