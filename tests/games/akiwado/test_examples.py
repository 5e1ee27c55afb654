"""The worked examples of the specification of Akiwado, E1 to E36."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.games.akiwado.positions import (
    act,
    announce,
    announcing,
    base,
    cards,
    coins,
    counts,
    hand,
    holder,
    lot,
    options,
    phase,
    play,
    unjust,
    vote,
)
from zashiki.core.errors import BadNotation, IllegalMove
from zashiki.core.game import seats_in
from zashiki.core.record import positions, read_kifu, replay
from zashiki.games import GAMES
from zashiki.games.akiwado import GAME
from zashiki.games.akiwado.cards import COLOUR_IDS, KINDS
from zashiki.games.akiwado.phase import OVER
from zashiki.games.akiwado.scoring import cards_of, special_points
from zashiki.games.akiwado.state import State

RECORDS = Path(__file__).parent / "records"
RULEBOOK_HANDS = "white blue / red red / white yellow / yellow red"


# Setup


@pytest.mark.rule("AKI-5", "AKI-6", "AKI-7", "AKI-8", "AKI-9", "AKI-10", "AKI-11", "AKI-R1", "AKI-R22")
def test_e1_three_seats_leave_a_colour_and_both_custom_cards_in_the_case() -> None:
    s = play(GAME.new(3), "*: colours yellow white black", "*: remove red")
    assert [hand(s, seat) for seat in range(3)] == ["yellow black", "white yellow", "white black"]
    assert GAME.eyes.view(s, 0).case == {"white": 0, "yellow": 0, "red": 6, "blue": 0, "black": 0, "custom": 2}
    assert sum(s.deck) == 18
    play(s, "*: waste white white yellow blue blue black")
    assert (sum(s.deck), s.stock, coins(s)) == (12, 35, [5, 5, 5])


@pytest.mark.rule("AKI-5", "AKI-10")
def test_e2_four_seats_leave_one_custom_card() -> None:
    s = play(GAME.new(4), "*: colours white yellow red blue", "*: remove black")
    assert sum(s.deck) == 17
    assert s.deck[KINDS - 1] == 1
    play(s, "*: waste white white yellow yellow red red blue custom")
    assert (sum(s.deck), s.waste[KINDS - 1]) == (9, 1)


@pytest.mark.rule("AKI-4", "AKI-9")
def test_e3_five_seats_use_all_cards() -> None:
    s = play(GAME.new(5), "*: colours white yellow red blue black")
    assert (sum(s.deck), phase(s)) == (22, "waste")
    assert (hand(s, 0), hand(s, 1)) == ("white black", "white yellow")
    play(s, "*: waste white white white white yellow yellow yellow yellow red red")
    assert (sum(s.deck), s.stock) == (12, 25)


# Touting


@pytest.mark.rule("AKI-20", "AKI-21", "AKI-22", "AKI-24", "AKI-27", "AKI-29", "AKI-R2", "AKI-R8")
def test_e4_half_of_the_participants_make_the_turn_player_roll_again() -> None:
    s = play(base(hands=RULEBOOK_HANDS), "*: roll 1 4 5")
    assert options(s, 0) == ["keep 1", "keep 4", "keep 5", "keep 1 4", "keep 1 5", "keep 4 5"]
    play(s, "0: keep 1 5")
    assert GAME.eyes.view(s, 0).prospects == {"keep 1 5": (2, 2, 0, 1)}
    vote(s, "2 3")
    assert (phase(s), coins(s)) == ("roll", [5, 5, 5, 5])
    summary = GAME.eyes.summary(s)
    assert (summary["dice"], summary["kept"], summary["roll_no"]) == ([1, 4, 5], [1, 5], 1)
    play(s, "*: roll 2 2 3")
    summary = GAME.eyes.summary(s)
    assert (summary["dice"], summary["kept"], summary["roll_no"]) == ([2, 2, 3], None, 2)


@pytest.mark.rule("AKI-27", "AKI-31")
def test_e5_a_single_voice_of_four_fails_and_incomes_are_paid() -> None:
    s = vote(play(base(hands=RULEBOOK_HANDS), "*: roll 1 4 5", "0: keep 1 5"), "2")
    assert (coins(s), s.stock, phase(s)) == ([7, 7, 5, 6], 25, "market")


@pytest.mark.rule("AKI-30", "AKI-32", "AKI-33", "AKI-R6")
def test_e6_a_second_success_pays_nobody_and_turns_all_tiles_back() -> None:
    s = play(base(hands=RULEBOOK_HANDS, unjust="1"), "*: roll 1 4 5", "0: keep 1 5")
    assert seats_in(s.waiting) == [2, 3]
    vote(s, "2 3")
    vote(play(s, "*: roll 2 2 3", "0: keep 2"), "2 3")
    assert (phase(s), coins(s), unjust(s)) == ("market", [5, 5, 5, 5], [])


@pytest.mark.rule("AKI-27", "AKI-R5")
@pytest.mark.parametrize(
    ("players", "liars", "callers", "succeeds"),
    [
        (3, "", "1", False),
        (3, "", "1 2", True),
        (4, "", "1", False),
        (4, "", "1 3", True),
        (5, "", "1 2", False),
        (5, "", "1 2 4", True),
        (3, "2", "1", True),
        (4, "1", "2", False),
        (4, "1", "2 3", True),
        (5, "1", "2", False),
        (5, "1", "2 3", True),
        (5, "1 2 3", "4", True),
    ],
)
def test_e7_half_of_all_participants_is_enough(players: int, liars: str, callers: str, succeeds: bool) -> None:
    s = vote(play(base(players, unjust=liars), "*: roll 1 1 1", "0: keep 1"), callers)
    assert (phase(s) == "roll") is succeeds


@pytest.mark.rule("AKI-22", "AKI-23", "AKI-24", "AKI-25")
def test_e8_equal_dice_pay_again_and_custom_cards_pay_nothing() -> None:
    s = play(base(hands="white / red red / red / custom"), "*: roll 1 4 4")
    assert options(s, 0) == ["keep 1", "keep 4", "keep 1 4", "keep 4 4"]
    vote(play(s, "0: keep 1"), "")
    assert coins(s) == [6, 9, 7, 5]


@pytest.mark.rule("AKI-21", "AKI-23")
def test_e9_three_equal_dice_leave_two_choices_and_a_one_pays_everybody() -> None:
    assert options(play(base(), "*: roll 3 3 3"), 0) == ["keep 3", "keep 3 3"]
    s = vote(play(base(hands="white / - / red / custom"), "*: roll 1 1 6", "0: keep 6"), "")
    assert coins(s) == [5, 7, 7, 7]


@pytest.mark.rule("AKI-25", "AKI-R26")
def test_e10_the_pip_of_the_colour_in_the_case_pays_nobody() -> None:
    s = vote(play(base(), "*: roll 6 6 6", "0: keep 6"), "")
    assert (coins(s), s.stock) == ([5, 5, 5, 5], 30)


@pytest.mark.rule("AKI-12", "AKI-3", "AKI-R20")
def test_e11_a_short_stock_pays_clockwise_from_the_turn_player() -> None:
    s = base(hands="white / red red / red / red", coins="10 12 12 13", turn_player=2)
    assert s.stock == 3
    vote(play(s, "*: roll 1 4 6", "2: keep 1"), "")
    assert (coins(s), s.stock) == ([10, 13, 13, 14], 0)


@pytest.mark.rule("AKI-28", "AKI-33", "AKI-R25")
def test_e12_a_turn_player_alone_is_paid_without_a_vote() -> None:
    s = play(base(3, unjust="1 2"), "*: roll 1 2 6", "0: keep 1 2")
    assert (coins(s), unjust(s), phase(s)) == ([7, 5, 5], [], "market")


@pytest.mark.rule("AKI-32", "AKI-33", "AKI-55")
def test_e13_an_unjust_seat_has_no_vote_and_no_income() -> None:
    s = play(base(hands="white / red red / red / yellow", unjust="1"), "*: roll 1 1 4", "0: keep 1")
    assert seats_in(s.waiting) == [2, 3]
    vote(s, "")
    assert (coins(s), unjust(s)) == ([6, 5, 7, 6], [])


# Stocking


@pytest.mark.rule("AKI-46", "AKI-47", "AKI-48", "AKI-51", "AKI-52", "AKI-54", "AKI-57", "AKI-R9")
def test_e14_the_rulebooks_stocking() -> None:
    s = act(announce(announcing(base(), area=2), "w w e w"), "w2 p e1 w2")
    assert (lot(s, "west"), hand(s, 2)) == ("blue", "yellow red red")
    assert (coins(s), s.area, unjust(s), s.turn_player) == ([5, 8, 4, 5], 0, [1], 2)
    s = act(announce(announcing(base(), area=2), "w p e w"), "w2 p e1 w2")
    assert (unjust(s), s.turn_player) == ([], 1)


@pytest.mark.rule("AKI-42", "AKI-49", "AKI-48", "AKI-R14")
def test_e15_a_seat_without_coins_can_only_earn_pocket_money() -> None:
    s = announce(announcing(base(coins="0 5 5 5"), area=1), "e w w w")
    assert options(s, 0) == ["pocket"]
    assert len(options(s, 1)) == 11
    wasted = s.waste[2]
    act(s, "p w1 w2 w2")
    assert (coins(s), unjust(s), lot(s, "east"), lot(s, "west")) == ([2, 5, 5, 5], [0], "", "blue")
    assert s.waste[2] == wasted + 1


@pytest.mark.rule("AKI-51", "AKI-52")
def test_e16_the_coin_area_is_split_evenly_and_the_rest_stays() -> None:
    s = act(announce(announcing(base(), area=5), "p p e w"), "p p e1 w1")
    assert (coins(s), s.area) == ([8, 8, 4, 4], 1)
    s = act(announce(announcing(base(5), area=2), "p p p e w"), "p p p e1 w1")
    assert (coins(s), s.area) == ([6, 6, 6, 4, 4], 2)


@pytest.mark.rule("AKI-53")
def test_e17_without_an_earner_the_coin_area_keeps_its_coins() -> None:
    s = act(announce(announcing(base(), area=1), "e e w w"), "e1 e2 w1 w3")
    assert (coins(s), s.area) == ([5, 3, 5, 2], 1)


@pytest.mark.rule("AKI-35", "AKI-48", "AKI-49", "AKI-R17")
def test_e18_a_tied_lot_grows_and_goes_to_the_waste_whole() -> None:
    s = act(announce(announcing(base()), "e e w p"), "e3 e3 w1 p")
    assert (lot(s, "east"), lot(s, "west")) == ("red", "")
    s.deck[:] = counts("white white white")
    vote(play(s, "*: roll 1 1 1", "1: keep 1"), "")
    play(s, "*: market white white")
    assert (lot(s, "east"), lot(s, "west")) == ("white red", "white")
    wasted = cards(s.waste)
    act(announce(s, "w w w w"), "w1 w1 w1 w1")
    assert (lot(s, "east"), lot(s, "west")) == ("", "white")
    assert counts(f"{wasted} white red") == s.waste


@pytest.mark.rule("AKI-48", "AKI-R16")
def test_e19_below_a_tie_nobody_wins() -> None:
    s = act(announce(announcing(base(), area=1), "e e e p"), "e3 e3 e2 p")
    assert (lot(s, "east"), coins(s)) == ("red", [5, 5, 5, 7])


@pytest.mark.rule("AKI-56", "AKI-44", "AKI-R10")
def test_e20_when_all_have_lied_nobody_is_unjust_and_the_sale_stands() -> None:
    s = act(announce(announcing(base(3)), "e e e"), "w1 w2 p")
    assert (unjust(s), s.turn_player) == ([], 1)
    assert "blue" in hand(s, 1)


@pytest.mark.rule("AKI-57", "AKI-54")
def test_e21_liars_are_skipped() -> None:
    s = act(announce(announcing(base()), "e e w w"), "e1 p p w1")
    assert (unjust(s), s.turn_player) == ([1, 2], 3)
    play(s, "*: roll 1 2 3", "3: keep 1")
    assert seats_in(s.waiting) == [0]


@pytest.mark.rule("AKI-57", "AKI-28", "AKI-R24")
def test_e22_the_same_player_may_have_the_next_turn() -> None:
    s = announcing(base(3))
    deck = sum(s.deck)
    act(announce(s, "e e e"), "e1 p p")
    assert (unjust(s), s.turn_player, s.turn, sum(s.deck)) == ([1, 2], 0, 2, deck)
    play(s, "*: roll 1 2 3", "0: keep 1 2")
    assert phase(s) == "market"


@pytest.mark.rule("AKI-36", "AKI-39", "AKI-43", "AKI-60", "AKI-R12", "AKI-R13")
def test_e23_the_last_single_card_goes_to_east() -> None:
    s = vote(play(base(), "*: roll 6 6 6", "0: keep 6"), "")
    s.markets[:] = counts("red") + counts("")
    s.deck[:] = counts("blue")
    for wrong in ("*: market blue blue", "*: market", "*: market red"):
        with pytest.raises(IllegalMove):
            play(s, wrong)
    play(s, "*: market blue")
    assert (lot(s, "east"), lot(s, "west")) == ("red blue", "")
    for seat in range(4):
        assert options(s, seat) == ["declare east", "declare west", "declare pocket"]
        play(s, f"{seat}: declare west")
    assert options(s, 0) == [*(f"bid east {k}" for k in range(1, 6)), "pocket"]
    act(s, "e1 e4 p p")
    assert (phase(s), hand(s, 1)) == ("over", "white yellow red blue")


@pytest.mark.rule("AKI-48", "AKI-60", "AKI-68", "AKI-69", "AKI-R18")
def test_e24_all_equal_share_the_win_and_tied_lots_belong_to_nobody() -> None:
    s = announcing(base())
    s.deck[:] = [0] * KINDS
    act(announce(s, "e e w w"), "e2 e2 w3 w3")
    assert (phase(s), lot(s, "east"), lot(s, "west")) == ("over", "red", "blue")
    assert (GAME.final_scores(s), seats_in(GAME.scoring.winners(s))) == ([2, 2, 2, 2], [0, 1, 2, 3])


@pytest.mark.rule("AKI-12", "AKI-50", "AKI-51", "AKI-52", "AKI-87", "AKI-R19", "AKI-R20")
def test_e35_winners_refill_the_stock_before_pocket_money_is_paid() -> None:
    def short(markers: dict[str, int] | None = None) -> State:
        return announce(announcing(base(coins="12 12 12 12", markers=markers), area=1), "p p e e")

    s = act(short(), "p p e1 e1")
    assert (coins(s), s.stock, s.area) == ([13, 12, 12, 12], 0, 1)
    s = act(short(), "p p e2 e1")
    assert (coins(s), s.stock, s.area) == ([13, 13, 10, 12], 1, 1)
    s = act(short({"yellow": 0}), "p p e1 e1")
    assert (coins(s), s.stock, s.area) == ([13, 12, 12, 12], 0, 1)


@pytest.mark.rule("AKI-12", "AKI-51", "AKI-R20")
@pytest.mark.parametrize(("turn_player", "paid"), [(0, [1, 0, 0, 0]), (1, [0, 0, 0, 1]), (2, [0, 0, 0, 1]), (3, [0, 0, 0, 1])])
def test_the_last_coin_of_the_stock_goes_to_the_first_earner_clockwise_from_the_turn_player(
    turn_player: int, paid: list[int]
) -> None:
    """Seats 0 and 3 earn pocket money; nobody's bid wins, so one coin is all there is, and that of the area cannot be shared."""
    s = announcing(base(coins="12 12 12 12", turn_player=turn_player), area=1)
    assert s.stock == 1
    act(announce(s, "p e e p"), "p e1 e1 p")
    assert [has - 12 for has in coins(s)] == paid
    assert (s.stock, s.area) == (0, 1)
    assert s.pocket[:4] == paid


@pytest.mark.rule("AKI-12", "AKI-87", "AKI-R20")
def test_a_short_stock_pays_whoever_comes_first_in_full_also_with_the_yellow_marker() -> None:
    """The turn player 2 is followed by 3, who holds the yellow marker, and 0: of two coins 2 gets one and 3 the other."""
    s = announcing(base(coins="12 12 12 12", turn_player=2, markers={"yellow": 3}), area=0)
    assert s.stock == 2
    act(announce(s, "p e p p"), "p p p p")
    assert [has - 12 for has in coins(s)] == [0, 0, 1, 1]


@pytest.mark.rule("AKI-37", "AKI-3")
def test_e36_an_empty_stock_puts_no_coin_on_the_area() -> None:
    s = base(coins="12 12 12 11")
    s.area, s.stock = 3, 0
    vote(play(s, "*: roll 6 6 6", "0: keep 6"), "")
    s.deck[:] = counts("red blue")
    play(s, "*: market red blue")
    assert (s.area, s.stock) == (3, 0)


# Scoring


@pytest.mark.rule("AKI-61", "AKI-62", "AKI-63", "AKI-64", "AKI-R3", "AKI-R4", "AKI-R27")
@pytest.mark.parametrize(
    ("owned", "basic", "special"),
    [
        ("", 0, 0),
        ("red red red red red red", 6, 0),
        ("red red blue", 3, 0),
        ("red red blue blue", 4, 3),
        ("red red blue custom", 4, 3),
        ("red red custom custom", 4, 3),
        ("red blue custom", 3, 0),
        ("red blue custom custom", 4, 3),
        ("custom custom", 2, 0),
        ("white yellow red blue black", 5, 0),
        ("red red red red blue blue blue blue", 8, 3),
        ("red red blue blue black black", 6, 6),
        ("red red blue blue black black custom", 7, 6),
        ("red red blue blue black custom custom", 7, 6),
        ("red red blue blue black white custom custom", 8, 12),
        ("white white red red blue blue black black", 8, 12),
        ("white white red red blue blue black black yellow custom", 10, 20),
        ("white white red red blue blue black black custom custom", 10, 20),
    ],
)
def test_e25_basic_and_special_points(owned: str, basic: int, special: int) -> None:
    s = base(hands=f"{owned or '-'} / red / red / red")
    assert (cards_of(s, 0), special_points(s, 0)) == (basic, special)
    assert GAME.final_scores(s)[0] == basic + special


@pytest.mark.rule("AKI-2", "AKI-65", "AKI-66", "AKI-67", "AKI-68")
@pytest.mark.parametrize(
    ("hands", "purses", "winners"),
    [
        ("red red blue blue / white yellow red blue black black black / - / -", "9 0 5 5", [1]),
        ("red red blue blue / white white yellow yellow / - / -", "9 0 5 5", [0]),
        ("red red blue blue / white white yellow yellow / - / -", "4 4 5 5", [0, 1]),
    ],
)
def test_e26_more_cards_then_more_coins_then_a_shared_win(hands: str, purses: str, winners: list[int]) -> None:
    s = base(hands=hands, coins=purses)
    s.phase = OVER
    assert GAME.final_scores(s)[:2] == [7, 7]
    assert seats_in(GAME.scoring.winners(s)) == winners


@pytest.mark.rule("AKI-65", "AKI-66", "AKI-67")
@pytest.mark.parametrize(
    ("hands", "purses", "points", "winners"),
    [
        # Three cards more beat all fifty coins: 7 cards without a combination, or 4 and a Double.
        ("red red red red red red blue / white white yellow yellow / - / -", "0 50 0 0", [7, 7], [0]),
        ("white white yellow yellow / red red red red red red blue / - / -", "50 0 0 0", [7, 7], [1]),
        ("red red red red red red blue / white white yellow yellow / - / -", "20 21 0 0", [7, 7], [0]),
        # The more coins decide only between as many cards, by a single coin.
        ("red red blue blue / white white yellow yellow / - / -", "24 25 0 0", [7, 7], [1]),
        # One point more beats any cards and coins: 6 cards and a Triple, or 8 and a Double; a Quintuple, or 17 and a Quadruple.
        ("red red blue blue black black / red red red red white white white yellow / - / -", "0 50 0 0", [12, 11], [0]),
        (f"{' '.join(COLOUR_IDS * 2)} / {' '.join(COLOUR_IDS[:4] * 4)} custom / - / -", "0 50 0 0", [30, 29], [0]),
    ],
)
def test_no_purse_outweighs_a_card_and_no_cards_outweigh_a_point(
    hands: str, purses: str, points: list[int], winners: list[int]
) -> None:
    s = base(hands=hands, coins=purses)
    s.phase = OVER
    assert GAME.final_scores(s)[:2] == points
    assert seats_in(GAME.scoring.winners(s)) == winners


# Purveyor


@pytest.mark.rule("AKI-80", "AKI-81", "AKI-82", "AKI-R28")
def test_e27_a_marker_goes_to_the_strict_most_and_stays_on_a_tie() -> None:
    s = base(markers={})
    assert all(holder(s, colour) is None for colour in ("white", "yellow", "red", "blue", "black"))
    act(announce(announcing(s, east="white", west="custom"), "e w p p"), "e1 w1 p p")
    assert holder(s, "white") == 0
    assert all(holder(s, colour) is None for colour in ("yellow", "red", "blue", "black"))
    for owner in (0, 1):
        act(announce(announcing(s, east="white"), "p e w p"), "p e1 p p")
        assert holder(s, "white") == owner


@pytest.mark.rule("AKI-81", "AKI-82", "AKI-R29")
def test_e28_east_is_checked_before_west() -> None:
    s = act(announce(announcing(base(markers={}), east="white", west="white"), "w e p p"), "w1 e1 p p")
    assert holder(s, "white") == 1


@pytest.mark.rule("AKI-87", "AKI-90", "AKI-R19", "AKI-R30")
def test_e29_yellow_pays_one_more_unless_it_is_lost_first() -> None:
    def position(east: str) -> State:
        s = base(hands="yellow yellow / yellow / red / blue", markers={"yellow": 0})
        return announce(announcing(s, east=east, area=1), "p e w p")

    s = act(position("red"), "p e1 w1 p")
    assert (coins(s), s.area) == ([7, 4, 4, 6], 1)
    s = act(position("yellow yellow"), "p e1 w1 p")
    assert (coins(s), holder(s, "yellow")) == ([6, 4, 4, 6], 1)


@pytest.mark.rule("AKI-88", "AKI-R31")
def test_e30_blue_lowers_the_own_bid_after_the_reveal() -> None:
    def position(said: str, done: str) -> State:
        s = announcing(base(markers={"blue": 0}), east="red", west="white")
        return act(announce(s, said), done)

    s = position("e e w w", "e4 e2 w1 w2")
    assert (phase(s), options(s, 0)) == ("blue", ["stand", "reduce"])
    play(s, "0: reduce")
    assert (coins(s)[0], "red" in hand(s, 0)) == (2, True)
    s = play(position("e e w w", "e3 e2 w1 w2"), "0: reduce")
    assert (lot(s, "east"), coins(s)[0]) == ("red", 5)
    s = play(position("e e w w", "e2 e2 w1 w2"), "0: reduce")
    assert (coins(s)[1], "red" in hand(s, 1)) == (3, True)
    s = position("e p w w", "e1 p w1 w2")
    wasted = s.waste[2]
    play(s, "0: reduce")
    assert (s.waste[2], coins(s)[0], unjust(s), s.pocket[0]) == (wasted + 1, 5, [], 0)
    assert phase(position("e p w w", "p p w1 w2")) == "roll"
    s = play(position("e e w w", "e3 e2 w1 w2"), "0: stand")
    assert (coins(s)[0], "red" in hand(s, 0)) == (2, True)


@pytest.mark.rule("AKI-85", "AKI-R32")
@pytest.mark.parametrize(
    ("players", "callers", "succeeds"),
    [(3, "1", True), (4, "1", True), (5, "1", False), (5, "1 2", True), (5, "2 3", False), (4, "2", False)],
)
def test_e31_black_counts_as_two_voices(players: int, callers: str, succeeds: bool) -> None:
    s = base(players, markers={"black": 1})
    vote(play(s, "*: roll 1 2 3", "0: keep 1"), callers)
    assert (phase(s) == "roll") is succeeds


@pytest.mark.rule("AKI-59", "AKI-83", "AKI-86", "AKI-89", "AKI-R18", "AKI-R33")
def test_e32_red_takes_an_article_after_the_last_turn() -> None:
    s = base(hands="red red blue / white / yellow / black", markers={"red": 0, "white": 1})
    s.deck[:], s.waste[:] = [0] * KINDS, counts("yellow blue custom")
    act(announce(announcing(s, east="red", west="white"), "p p p p"), "p p p p")
    assert phase(s) == "red"
    assert options(s, 0) == ["take white", "take yellow", "take red", "take blue"]
    play(s, "0: take blue")
    assert (phase(s), GAME.final_scores(s), holder(s, "blue")) == ("over", [7, 4, 1, 1], None)


@pytest.mark.rule("AKI-83", "AKI-58")
def test_e33_custom_cards_take_no_marker() -> None:
    s = act(announce(announcing(base(markers={}), east="custom", west="red"), "e w p p"), "e1 w1 p p")
    assert hand(s, 0) == "white blue custom"
    assert holder(s, "white") is None


# The complete record

AFTER_TURNS = [  # coins, stock, area, east, west, unjust, markers
    ([3, 7, 6, 6], 27, 1, "", "blue", [1, 3], {"black": 0}),
    ([3, 4, 0, 6], 35, 2, "", "", [0, 2], {"blue": 2, "black": 0}),
    ([3, 3, 4, 0], 40, 0, "", "", [0, 2, 3], {"white": 3, "blue": 2, "black": 0}),
    ([3, 4, 4, 2], 37, 0, "red", "", [1, 2], {"white": 3, "blue": 2, "black": 0}),
    ([1, 4, 4, 2], 38, 1, "", "", [0, 2], {"white": 3, "red": 0, "blue": 2, "black": 0}),
]
PAID = [(1, 2, 1, 1), (0, 0, 0, 0), (0, 0, 0, 1), (0, 1, 0, 0), (2, 0, 0, 0)]


@pytest.mark.rule("AKI-14", "AKI-33", "AKI-57", "AKI-60", "AKI-65")
def test_e34_the_complete_record_turn_by_turn() -> None:
    kifu = read_kifu((RECORDS / "e34-purveyor.kifu").read_text(encoding="utf-8"))
    ends = [n for n, line in enumerate(kifu.lines) if line.startswith("*: roll")]
    ends = [n for n in ends if "challenge" not in kifu.lines[n - 1]][1:] + [len(kifu.lines) - 1]
    for n, expected in zip(ends, AFTER_TURNS, strict=True):
        s = next(islice(positions(kifu, GAMES), n, None)).state
        markers = {colour: seat for colour, seat in GAME.eyes.view(s, 0).privileges.items() if seat is not None}
        assert (coins(s), s.stock, s.area, lot(s, "east"), lot(s, "west"), unjust(s), markers) == expected
    table = replay(kifu, GAMES)
    s = table.state
    assert [hand(s, seat) for seat in range(4)] == [
        "red red blue black black black",
        "red blue black black",
        "white blue blue custom",
        "white white red",
    ]
    assert (table.scores(), table.winners()) == ([9, 4, 7, 6], [0])
    turns = GAME.eyes.view(s, 0).turns
    assert [turn.player for turn in turns] == [3, 0, 1, 1, 3]
    assert [turn.incomes for turn in turns] == PAID
    assert [turn.voided for turn in turns] == [False, True, False, False, False]


@pytest.mark.parametrize("name", sorted(path.name for path in RECORDS.glob("*.kifu")))
def test_records_replay_and_are_written_canonically(name: str) -> None:
    text = (RECORDS / name).read_text(encoding="utf-8")
    kifu = read_kifu(text)
    assert kifu.write() == text
    assert replay(kifu, GAMES).over


def test_other_spellings_are_refused() -> None:
    s = play(base(), "*: roll 1 4 5")
    for text in ("keep 5 1", "keep  1", "keep 01", "keep 1 5 ", "Keep 1", "keep 7"):
        with pytest.raises(BadNotation):
            play(s, f"0: {text}")
    s = base()
    for text in ("roll 4 1 5", "roll 1  4 5", "roll 0 1 2", "roll 01 4 5", "roll 1 4"):
        with pytest.raises((BadNotation, IllegalMove)):
            play(s, f"*: {text}")
    assert phase(s) == "roll"
