"""The guests: what they find good enough is bounded, the weaker find more so, nobody refuses a win, and a style shows."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from statistics import fmean
from typing import Any

import pytest

from tests.bots.test_players import questions
from tests.support import every_game, random_states
from zashiki.bots import GUESTS, find_bot, prospects, search
from zashiki.bots.company import MIDDLE
from zashiki.bots.foresight import player
from zashiki.bots.kernels import BASE, PLACES, WORLD
from zashiki.bots.levels import BEST, NAMES, STYLES, manner_at, manner_in_style, manner_of, measured
from zashiki.bots.manners import kernels as manners
from zashiki.bots.manners import player as mannered
from zashiki.bots.manners.player import Manner, choose_in_manner
from zashiki.bots.network import kernels
from zashiki.bots.network.file import usable_network
from zashiki.bots.players import CopyingStates, Desk, weigh
from zashiki.core.actions import Action
from zashiki.core.chance import next_word, seeded
from zashiki.core.game import DECISION, OVER, AnyGame
from zashiki.core.gears import plain
from zashiki.core.native import cache_folder
from zashiki.core.rooms import Seat
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


def wins(game: AnyGame, s: Any, seat: Seat, action: Action) -> bool:
    """Whether a move ends the game, and the seat alone wins."""
    after = s.copy()
    game.rules.apply(after, seat, action)
    return game.rules.status(after) == OVER and game.scoring.winners(after) == 1 << seat


def sure_wins(game: AnyGame) -> Iterator[tuple[Any, Seat, list[Action]]]:
    """Positions in which some options, and not all, end the game with a win whatever is hidden."""
    for seed in range(400):
        for players in game.seats:
            states = [s.copy() for s in random_states(game, players, {}, seed) if game.rules.status(s) == DECISION]
            for s in states[-10:]:
                for seat in game.acting(s):
                    view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
                    worlds = [game.eyes.state_from(view, seeded(9, k)) for k in range(8)]
                    sure = [action for action in legal if all(wins(game, w, seat, action) for w in (s, *worlds))]
                    if sure and len(sure) < len(legal):
                        yield s, seat, sure


def every_manner(game: AnyGame) -> list[Manner]:
    """Of guests one to six, and of those with a style."""
    return [*(manner_of(game, number) for number in range(1, BEST)), *(manner_in_style(game, name) for name in STYLES)]


def choices(game: AnyGame, most: int) -> Iterator[tuple[Any, Seat, Any, list[Action]]]:
    """Positions with a choice for one seat alone, which it judges by what is not hidden."""
    for s, seat in questions(game, game.seats[0], {}, most):
        legal = game.legal_actions(s, seat)
        if len(legal) > 1 and game.acting(s) == [seat] and game.worth.WORLDS == 1:
            yield s, seat, game.eyes.view(s, seat), legal


@every_game
def test_every_game_has_measured_its_levels_and_they_rise(game: AnyGame) -> None:
    wits = measured(game)["wits"]
    assert len(wits) == BEST - 1
    assert wits == sorted(set(wits))
    assert -300 < wits[0]
    assert wits[-1] <= 100


def test_wit_goes_from_the_network_over_greedy_play_to_the_least_that_is_good_enough() -> None:
    assert manner_at(100) == Manner(alert=True)
    assert manner_at(30) == Manner(sight=300, alert=True)
    assert manner_at(0) == Manner(sight=0, alert=True)
    assert manner_at(-50) == Manner(sight=0, near=800, alert=True)
    assert manner_at(-100) == Manner(sight=0, near=600, alert=True)
    assert manner_at(-130) == Manner(sight=0, near=600, dull=300, alert=True)
    assert manner_at(-250) == Manner(sight=0, near=300, dull=1000, alert=True)


@every_game
def test_what_is_not_good_enough_is_never_played(game: AnyGame) -> None:
    for _, seat, view, legal in choices(game, 8):
        worths = weigh(game, view, seat, seeded(4))
        low, high = min(worths), max(worths)
        for manner in (*map(manner_at, (-250, -200, -150, -60, 0)), *(manner_in_style(game, name) for name in STYLES)):
            for seed in range(3):
                worth = worths[legal.index(choose_in_manner(manner, game, view, seat, legal, seeded(seed)))]
                assert 1000 * (worth - low) >= manner.near * (high - low)


@every_game
def test_a_win_that_is_one_move_away_is_taken_by_everybody(game: AnyGame) -> None:
    found = list(islice(sure_wins(game), 3))
    assert found
    for s, seat, sure in found:
        view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
        worlds = [game.eyes.state_from(view, seeded(3, k)) for k in range(40)]
        for manner in every_manner(game):
            chosen = choose_in_manner(manner, game, view, seat, legal, seeded(2))
            assert chosen in sure or sum(wins(game, world, seat, chosen) for world in worlds) > 30  # all but sure


# Styles


@every_game
def test_who_blocks_leaves_rivals_least_and_who_is_careful_has_most_at_the_worst(game: AnyGame) -> None:
    """Of the options that come to mind among those good enough, by the futures they think of."""
    network, size, teams = usable_network(game), game.about.max_legal, game.about.teams or game.max_seats
    assert network is not None
    loops, tried = plain(game, manners), 0
    for s, seat in questions(game, game.seats[0], {}, 6):
        legal = game.legal_actions(s, seat)
        if len(legal) > 1:
            for style in (manners.BLOCKING, manners.CAREFUL):
                manner = Manner(0, 300, style=style).numbers(game)
                states, rng, lists = CopyingStates([s] * PLACES), seeded(3), [[0] * size for _ in range(4)]
                given = network.net, network.weights, [0] * network.room
                chosen = loops.styled_option(states, rng, *lists, *given, manner, seat)
                again, (out, worths, *room) = seeded(3), [[0] * size for _ in range(4)]
                n = loops.weigh_options(states, seat, again, out, worths)
                good = [
                    action for action, worth in zip(legal, worths, strict=False) if worth >= loops.good_enough(n, worths, manner)
                ]
                noticed = out[: loops.notice_options(n, out, worths, loops.good_enough(n, worths, manner), again)]
                assert set(noticed) <= set(good)
                assert len(noticed) == min(len(good), manners.NOTICED)
                seed = next_word(again)
                values = {action: loops.worth_in_style(states, again, *room, manner, seat, action, seed) for action in noticed}
                assert values[chosen] == max(values.values())
                tried += len(set(values.values())) > 1
                if style == manners.BLOCKING:
                    loops.imagine(states, seat, again)
                    rivals = [game.worth.worth(states[WORLD], other) for other in range(s.players) if (other - seat) % teams]
                    assert loops.best_rival(states, teams, seat) == max(rivals)
    assert tried


@pytest.mark.slow
@pytest.mark.parametrize("name", STYLES[:2])
@every_game
def test_a_style_shows_in_what_comes_of_the_moves(game: AnyGame, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In futures they did not think of: after careful moves the worst is better, after blocking ones the strongest rival has
    less, than after any moves that are as good. Asked at every choice of games among guests of the middle."""
    pytest.importorskip("llvmlite")
    from zashiki.core.native import native
    from zashiki.lab.ladder import Board, Place
    from zashiki.lab.ladder_players import Mannered

    styled, place, marks = manner_in_style(game, name), Place(game.id), Counter[int]()
    anything, middle = Mannered(game, replace(styled, style=manners.PLAIN)), Mannered(game, manner_of(game, MIDDLE))
    asked, gear = Mannered(game, styled), native(game)
    states, words, numbers = gear.states(PLACES), gear.rngs(1)[0], gear.array(len(styled.numbers(game)), "int64")
    numbers[:] = styled.numbers(game)
    worth = gear.compile(manners.worth_in_style).over(states, words, gear.buffer(), gear.buffer("int64"), numbers, ..., ..., ...)

    def answer(s: Any, seat: Seat, options: list[Action], rng: list[int]) -> Action:
        first, second = (one.answer(s, seat, options, seeded(*rng[:2])) for one in (asked, anything))
        if first != second:
            states[BASE] = s
            one, two = (sum(worth(seat, action, seed) for seed in range(4)) for action in (first, second))
            marks[(one > two) - (one < two)] += 1
        return middle.answer(s, seat, options, rng)

    monkeypatch.setattr("zashiki.lab.ladder.player", lambda game, name: answer)
    board, deal = Board(place), 0
    while marks[1] + marks[-1] < 300:
        board.play(("genji",) * place.players, 8, deal, {"genji": [0, 0.0]})
        deal += 1
    assert marks[1] > 1.3 * marks[-1], (marks, deal)


@every_game
def test_who_bluffs_often_does_the_least_expected(game: AnyGame) -> None:
    manner, bluffs, others = manner_in_style(game, STYLES[2]), 0, 0
    for _, seat, view, legal in choices(game, 10):
        worths, liked = weigh(game, view, seat, seeded(4)), logits_of(game, view, seat)
        enough = max(worths) - (max(worths) - min(worths)) * (1000 - manner.near) // 1000
        good = [logit for worth, logit in zip(worths, liked, strict=True) if worth >= enough]
        if len(set(good)) > 1:
            for seed in range(10):
                chosen = liked[legal.index(GUESTS[STYLES[2]].choose(game, view, seat, legal, seeded(seed), 1.0))]
                assert chosen in good
                bluffs += chosen == min(good)
                others += chosen != min(good)
    assert (bluffs > 0.4 * (bluffs + others)) or bluffs + others == 0


# The seventh, and games without a network


def test_until_its_search_is_compiled_the_best_plays_like_the_sixth(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("akiwado")
    monkeypatch.setattr(player.COMPILED, "at_hand", lambda game: None)
    for s, seat in questions(game, 4, {}, 4):
        asked = game, game.eyes.view(s, seat), seat, game.legal_actions(s, seat)
        answers = {GUESTS[name].choose(*asked, seeded(4), 0.1) for name in NAMES[-2:]}
        assert len(answers) == 1


def test_a_guest_is_found_by_name_and_by_level() -> None:
    assert [find_bot(str(level)).name for level in range(1, BEST + 1)] == [find_bot(name).name for name in NAMES] == list(NAMES)
    assert [find_bot(style).name for style in ("careful", "blocking", "bluffing")] == list(STYLES)


def test_in_a_game_without_a_network_guests_go_by_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    from zashiki.bots import levels

    game = find_game("rights-of-losers")
    monkeypatch.setattr(levels, "usable_network", lambda game: None)
    places: dict[str, list[float]] = {name: [] for name in (*NAMES[:-1], *STYLES)}
    for s, seat in questions(game, 3, {}, 6):
        view, legal = game.eyes.view(s, seat), game.legal_actions(s, seat)
        worths = weigh(game, view, seat, seeded(4))
        spread = max(worths) - min(worths)
        for name, found in places.items():
            worth = worths[legal.index(GUESTS[name].choose(game, view, seat, legal, seeded(4), 1.0))]
            found.append((worth - min(worths)) / spread if spread else 1.0)
    assert min(places["kyubei"]) == 1.0
    assert min(places["genji"]) >= 0.6
    assert min(places[STYLES[0]]) >= 0.6
    assert fmean(places["mame"]) < fmean(places["oharu"])
    monkeypatch.setattr(search.COMPILED, "at_hand", lambda game: search.plain_trier(game))
    monkeypatch.setattr(search, "search", lambda game, view, seat, options, rng, seconds: options[-1])
    assert GUESTS["warashi"].choose(game, view, seat, legal, seeded(4), 1.0) == legal[-1]


@pytest.mark.slow
def test_what_strong_bots_need_is_prepared_by_one_process_at_a_time() -> None:
    fcntl = pytest.importorskip("fcntl")
    pytest.importorskip("llvmlite")
    command = [sys.executable, "-m", "zashiki.bots.preparing", "akiwado"]
    cache_folder().mkdir(parents=True, exist_ok=True)
    with (cache_folder() / "preparing.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run(command, check=True, timeout=60)  # somebody else is at it: nothing to do
    needed = (mannered.COMPILED, mannered.STYLES, player.COMPILED, search.COMPILED, prospects.COMPILED)
    subprocess.run(command, check=True, timeout=570)
    while not all(each.is_on_disk(find_game("akiwado")) for each in needed):  # a house beside these tests was at it
        subprocess.run(command, check=True, timeout=570)
