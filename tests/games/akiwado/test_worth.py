"""Greedy play of Akiwado: it bids for pairs, keeps its word while that pays, and splits dice so that few are angry."""

from __future__ import annotations

import pytest

from tests.games.akiwado.positions import announce, announcing, base, coins, play
from zashiki.bots.arena import Contest, compete
from zashiki.bots.players import choose_greedily
from zashiki.core.chance import seeded
from zashiki.core.workers import Here
from zashiki.games.akiwado import GAME
from zashiki.games.akiwado.cards import KINDS
from zashiki.games.akiwado.state import State


def choice(s: State, seat: int, seed: int = 1) -> str:
    """What the greedy bot plays."""
    action = choose_greedily(GAME, GAME.eyes.view(s, seat), seat, GAME.legal_actions(s, seat), seeded(seed))
    return GAME.actions.write(action)


def last_turn(s: State) -> State:
    s.deck[:] = [0] * KINDS
    return s


def test_it_announces_the_stall_that_completes_its_second_pair() -> None:
    hands = "white white red / yellow / yellow / blue"
    s = announcing(base(hands=hands, coins="8 5 5 5"), east="red", west="yellow")
    assert choice(s, 0) == "declare east"
    s = announcing(base(hands=hands, coins="8 5 5 5"), east="yellow", west="red")
    assert choice(s, 0) == "declare west"


def test_it_goes_for_pocket_money_without_coins() -> None:
    assert choice(announcing(base(coins="0 5 5 5"), area=3), 0) == "declare pocket"


def test_it_keeps_its_word_between_equal_lots() -> None:
    for said in "e", "w":
        s = announce(announcing(base(hands="white / yellow / blue / black"), east="red", west="red"), f"{said} p p p")
        assert choice(s, 0).startswith(f"bid {'east' if said == 'e' else 'west'}")


def test_it_breaks_its_word_when_that_gains_more_than_it_costs() -> None:
    hands = "white white yellow yellow red / blue / blue / blue"
    s = announce(announcing(base(hands=hands, coins="9 5 5 5"), east="blue", west="red"), "e p p p")
    assert choice(s, 0).startswith("bid west")
    plain = announce(announcing(base(hands="white / yellow / blue / black"), east="red", west="red"), "p e e w")
    assert choice(last_turn(plain), 0).startswith("bid")


def test_it_spends_its_coins_on_the_last_turn() -> None:
    hands = "white white red / yellow / yellow / blue"
    s = announce(last_turn(announcing(base(hands=hands, coins="9 6 6 6"), east="red", west="blue")), "e e e w")
    assert int(choice(s, 0).removeprefix("bid east ")) >= 6


@pytest.mark.parametrize("roll", ["1 1 4", "1 1 2", "1 4 5"])
def test_it_splits_the_dice_so_that_no_majority_has_reason_to_challenge(roll: str) -> None:
    s = play(base(hands="red red / white / blue / white"), f"*: roll {roll}")
    kept = choice(s, 0)
    incomes = GAME.eyes.view(s, 0).prospects[kept]
    unhappy = [seat for seat in (1, 2, 3) if incomes[seat] + 2 <= incomes[0] or (incomes[seat] == 0 < incomes[0])]
    assert len(unhappy) < 2
    assert incomes[0] > 0


def test_it_challenges_a_split_that_leaves_it_nothing_and_accepts_one_that_pays_it() -> None:
    s = play(base(hands="red red red / white / blue / white"), "*: roll 4 4 6", "0: keep 4 4")
    assert choice(s, 1) == "challenge"
    s = play(base(hands="red / white white / blue / white"), "*: roll 2 2 6", "0: keep 6")
    assert choice(s, 1) == "accept"
    assert coins(s) == [5, 5, 5, 5]


@pytest.mark.parametrize("players", GAME.seats)
def test_it_beats_random_play(players: int) -> None:
    standings = compete(Contest(GAME.id, players, ("greedy", "random"), seed=11), 60, Here())
    assert standings[0].bot.name == "greedy"
    assert standings[0].win_rate > 0.5
