"""The worked examples of the rules: X1 to X9 from the rulebook, Y1 to Y38 of our own, and the complete record."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.games.saigo_no_kane.positions import (
    SnkTable,
    candidate,
    clean_up,
    hand,
    layout,
    market,
    own,
    pass_all,
    play,
    playground,
    pool,
    school,
    sizes,
    stock,
    students,
    summary,
    talents,
    tracks,
)
from zashiki.core.errors import ZashikiError
from zashiki.core.game import OPEN, seats_in
from zashiki.core.record import read_kifu, replay
from zashiki.core.table import Table
from zashiki.games.saigo_no_kane import GAME, phase
from zashiki.games.saigo_no_kane.cards import EVENT_IDS, ITEM_IDS
from zashiki.games.saigo_no_kane.rules.cleanup import produce_for
from zashiki.games.saigo_no_kane.rules.holdings import production_level
from zashiki.games.saigo_no_kane.rules.majorities import additional_scoring
from zashiki.games.saigo_no_kane.scoring import winners

RECORDS = Path(__file__).parent / "records"


def options(table: SnkTable, verb: str) -> list[str]:
    """The legal moves of the acting seat that begin with a verb."""
    return [text for text in table.legal(table.to_act[0]) if text.split(" ")[0] == verb]


# From the rulebook


@pytest.mark.rule("SNK-8", "SNK-5", "SNK-74", "SNK-R44")
def test_x1_a_candidate_brings_five_and_five_two_talents_and_three_cards() -> None:
    table = layout()
    seat = table.view(0).seats[0]
    assert (seat.popularity, seat.yen, talents(table, 0), seat.cards) == (5, 5, {"drama": 1, "art": 1}, 3)
    produce_for(table.state, 0)
    assert (table.state.popularity[0], table.state.yen[0]) == (6, 6)


@pytest.mark.rule("SNK-29", "SNK-30", "SNK-31")
def test_x2_a_student_is_used_once_and_then_dismissed() -> None:
    table = layout()
    own(table, 0, "karol-potocki")
    stock(table, 0, popularity=5, yen=5)
    play(table, "0: use karol-potocki")
    assert talents(table, 0) == {"drama": 1, "politics": 1}
    assert students(table, 0) == {"karol-potocki": True}
    play(table, "1: pass", "2: pass", "3: pass")
    assert options(table, "use") == []
    play(table, "0: dismiss karol-potocki")
    assert talents(table, 0) == {"drama": 2, "politics": 2}
    assert students(table, 0) == {}
    assert table.view(0).student_discard == ("karol-potocki",)


@pytest.mark.rule("SNK-39", "SNK-34", "SNK-26", "SNK-38")
def test_x3_a_discarded_item_pays_for_akatora_in_the_same_turn() -> None:
    table = layout()
    tracks(table, school="akatora-hideki karol-potocki sasaki-emi goto-daichi")
    own(table, 0, "ogawa-ken indie-mixtape")
    stock(table, 0, popularity=3)
    assert "recruit akatora-hideki" not in table.legal(0)
    play(table, "0: discard indie-mixtape")
    assert (table.state.popularity[0], table.to_act) == (6, [0])
    play(table, "0: recruit akatora-hideki", "*: student noda-yu")
    assert (table.state.popularity[0], table.to_act) == (0, [1])
    assert students(table, 0)["akatora-hideki"] is False


@pytest.mark.rule("SNK-34", "SNK-38")
@pytest.mark.parametrize(
    ("runs", "tiles", "yen"),
    [
        ("haruno-hareya", "", 1),
        ("nijino-ame", "", 2),
        ("nijino-ame", "kano-momoka", 3),
        ("nijino-ame", "kano-momoka otori-seiya/", 3),
    ],
)
def test_x4_a_yen_item_yields_more_with_characters_of_its_colour(runs: str, tiles: str, yen: int) -> None:
    table = layout()
    candidate(table, 0, runs)
    own(table, 0, tiles)
    assert production_level(table.state, 0, ITEM_IDS.index("golden-credit-card")) == yen


@pytest.mark.rule("SNK-52", "SNK-53", "SNK-R44")
def test_x5_three_swaps_end_the_ability_without_done() -> None:
    table = layout()
    stock(table, 0, politics=2, drama=1)
    play(table, "0: ability", "0: swap politics art", "0: swap politics socialising", "0: swap drama sports")
    assert talents(table, 0) == {"art": 1, "socialising": 1, "sports": 1}
    assert table.to_act == [1]
    assert not table.view(0).seats[0].active
    play(table, "1: pass", "2: pass", "3: pass")
    assert options(table, "ability") == []


def theatre_for_four() -> SnkTable:
    """X6: all four at Theatre Premiere, nobody with yen; two can pay all, one two types, one popularity only."""
    table = layout(attend=("theatre-premiere", "mystery-night"))
    stock(table, 0, popularity=3, drama=3, art=2)
    stock(table, 1, popularity=3, drama=3, art=2)
    stock(table, 2, popularity=2, drama=3, art=2)
    stock(table, 3, popularity=3)
    pass_all(table)
    play(table, "0: start theatre-premiere")
    return table


@pytest.mark.rule("SNK-55", "SNK-56", "SNK-59", "SNK-60", "SNK-R19")
def test_x6_votes_are_shared_and_partial_payers_choose_rewards() -> None:
    table = theatre_for_four()
    s = table.state
    play(table, "0: pay popularity drama art", "1: pay popularity drama art")
    assert options(table, "pay") == ["pay drama", "pay art", "pay drama art"]
    play(table, "2: pay drama art", "3: pay popularity")
    play(table, *(f"*: card {seat} daigoku" for seat in (0, 0, 1, 1)), "*: card 2 daigoku", "*: card 2 fukada")
    assert table.legal(3) == ["reward yen", "reward cards"]
    play(table, "3: reward yen")
    assert s.votes == [2, 2, 0, 0]
    assert s.yen == [4, 4, 4, 4]
    assert [seat.cards for seat in table.view(OPEN).seats] == [5, 5, 5, 3]


@pytest.mark.rule("SNK-68", "SNK-69", "SNK-R26")
def test_x7_majorities_of_a_day() -> None:
    table = layout(3)
    s = table.state
    s.students[:3], s.items[:3] = [0b1111, 0b111 << 4, 0b111 << 7], [0b11, 0b11111 << 2, 0b111 << 7]
    for seat, (popularity, yen, art) in enumerate(((2, 5, 2), (0, 2, 3), (2, 2, 6))):
        stock(table, seat, popularity=popularity, yen=yen, art=art)
    additional_scoring(s)
    assert s.votes[:3] == [2, 1, 1]
    assert s.majority[:5] == [1, 0, 2, -1, 0]


@pytest.mark.rule("SNK-74", "SNK-37", "SNK-75")
def test_x8_production_of_three_red_students_and_three_items() -> None:
    table = layout()
    own(table, 0, "sakamoto-rei takeda-aya/ akatora-hideki kendo-trophy golden-credit-card war-drum")
    stock(table, 0)
    produce_for(table.state, 0)
    assert (table.state.popularity[0], table.state.yen[0], table.state.votes[0]) == (5, 4, 1)


@pytest.mark.rule("SNK-2", "SNK-17", "SNK-19")
@pytest.mark.parametrize(("players", "events", "tokens"), [(2, 3, 9), (3, 4, 12), (4, 4, 12)])
def test_x9_events_and_pool_depend_on_the_number_of_players(players: int, events: int, tokens: int) -> None:
    table = Table(GAME, players, seed=1)
    v = table.view(0)
    blue = EVENT_IDS[:20]
    assert len(v.events) == events
    assert all(name in blue for name in v.events)
    assert all(v.pool[name] + sum(seat.talents[name] for seat in v.seats) == tokens for name in v.pool)


# More


@pytest.mark.rule("SNK-59")
def test_y1_three_full_payers_get_one_vote_each() -> None:
    table = layout(3)
    for seat in range(3):
        stock(table, seat, popularity=3, drama=3, art=2)
    pass_all(table)
    play(table, "0: start theatre-premiere", *(f"{seat}: pay popularity drama art" for seat in range(3)))
    play(table, *(f"*: card {seat} daigoku" for seat in (0, 0, 1, 1)), "*: card 2 daigoku", "*: card 2 fukada")
    assert table.state.votes[:3] == [1, 1, 1]


@pytest.mark.rule("SNK-58", "SNK-63", "SNK-17")
def test_y2_events_everybody_forfeits_stay_for_the_next_day() -> None:
    table = layout(2)
    pass_all(table)
    play(table, "0: start theatre-premiere", "0: forfeit", "1: forfeit", "0: forfeit", "1: forfeit")
    play(table, "*: student noda-yu", "*: item megaphone")
    assert summary(table)["events"] == ["theatre-premiere", "mystery-night", "popularity-poll"]
    assert (table.state.day, table.state.pet, summary(table)["node"]) == (2, 1, "attend")


def poll(players: int = 4) -> SnkTable:
    """Y3: the auction of Popularity Poll with 5, 3, 3 and 2 popularity, ready for bids."""
    table = layout(players, attend=("popularity-poll", "mystery-night"))
    for seat, popularity in enumerate((5, 3, 3, 2)[:players]):
        stock(table, seat, popularity=popularity)
    pass_all(table)
    play(table, "0: start popularity-poll")
    return table


@pytest.mark.rule("SNK-64", "SNK-65", "SNK-66", "SNK-67", "SNK-R25")
def test_y3_an_auction_with_two_highest_bids() -> None:
    table = poll()
    s = table.state
    play(table, "2: bid 3", "0: bid 3", "3: bid 2")
    assert s.popularity == [5, 3, 3, 2]
    assert table.to_act == [1]
    play(table, "1: bid 0")
    assert s.popularity == [2, 3, 0, 0]
    play(table, "*: card 0 daigoku", "*: card 2 daigoku")
    assert table.legal(3) == ["reward yen", "reward cards"]
    play(table, "3: reward cards", "*: card 3 fukada")
    assert (s.votes, s.yen) == ([2, 0, 2, 0], [4, 0, 4, 0])
    assert [seat.cards for seat in table.view(OPEN).seats] == [4, 3, 4, 4]


@pytest.mark.rule("SNK-67", "SNK-63")
def test_y4_an_auction_without_bids_stays() -> None:
    table = poll()
    play(table, *(f"{seat}: bid 0" for seat in range(4)))
    assert table.state.votes == [0, 0, 0, 0]
    assert "popularity-poll" in table.view(0).events


@pytest.mark.rule("SNK-42", "SNK-43", "SNK-51", "SNK-R8", "SNK-R9")
def test_y5_a_countered_counter_lets_the_card_work() -> None:
    table = layout(3)
    play(table, "0: play kishimoto popularity", "0: target 1", "1: counter chamberlain", "2: allow")
    play(table, "0: counter ekichi", "1: allow", "2: allow")
    assert table.state.popularity[1] == 3
    assert [seat.cards for seat in table.view(OPEN).seats] == [1, 2, 3]
    assert (summary(table)["node"], table.to_act) == ("lobby", [1])


@pytest.mark.rule("SNK-51", "SNK-41")
def test_y6_a_countered_card_is_spent_and_the_action_over() -> None:
    table = layout(2)
    play(table, "0: play kishimoto popularity", "0: target 1", "1: counter ekichi", "0: allow")
    assert table.state.popularity[1] == 5
    assert [seat.cards for seat in table.view(OPEN).seats] == [2, 2]
    assert (summary(table)["node"], table.to_act, table.state.passes) == ("lobby", [1], 0)


@pytest.mark.rule("SNK-43", "SNK-44", "SNK-R11", "SNK-R39")
def test_y7_a_poor_opponent_without_cards_loses_one_at_once() -> None:
    table = layout(2)
    stock(table, 1, popularity=1)
    hand(table, 1)
    assert options(table, "play") == ["play kishimoto popularity"]
    play(table, "0: play kishimoto popularity", "0: target 1")
    assert (table.state.popularity[1], table.to_act) == (0, [1])


@pytest.mark.rule("SNK-45")
def test_y8_daigoku_marks_and_then_discards() -> None:
    table = layout(2)
    own(table, 1, "goto-daichi")
    hand(table, 0, "daigoku daigoku")
    hand(table, 1)
    stock(table, 1)
    play(table, "0: play daigoku mark", "0: target goto-daichi")
    assert students(table, 1) == {"goto-daichi": True}
    play(table, "1: pass", "0: play daigoku mark", "0: target goto-daichi")
    assert (students(table, 1), talents(table, 1)) == ({}, {})
    assert table.view(0).student_discard == ("goto-daichi",)


@pytest.mark.rule("SNK-47", "SNK-36", "SNK-33", "SNK-28", "SNK-R35")
def test_y9_fukada_replaces_an_item_and_allows_a_purchase() -> None:
    table = layout(2)
    hand(table, 0, "fukada")
    play(table, "0: play fukada market", "0: target bokken", "1: allow", "*: item megaphone")
    assert market(table) == "megaphone microscope campaign-button indie-mixtape"
    assert summary(table)["node"] == "bonus"
    play(table, "0: buy megaphone", "*: item radio-station")
    assert market(table) == "radio-station microscope campaign-button indie-mixtape"
    assert (table.state.votes[0], table.state.yen[0], table.to_act) == (2, 0, [1])


@pytest.mark.rule("SNK-49", "SNK-R13", "SNK-R14")
def test_y10_chamberlain_exchanges_an_item_for_a_cheaper_one() -> None:
    table = layout(2)
    own(table, 0, "dojo-collection-box")
    hand(table, 0, "chamberlain chamberlain")
    play(table, "0: play chamberlain item", "0: target dojo-collection-box", "0: get campaign-button", "1: allow")
    assert (table.state.votes[0], table.state.yen[0]) == (1, 5)
    assert market(table) == "microscope dojo-collection-box bokken indie-mixtape"
    play(table, "1: pass", "0: play chamberlain item", "0: target campaign-button")
    assert "get dojo-collection-box" not in table.legal(0)


@pytest.mark.rule("SNK-50", "SNK-R13")
def test_y11_ekichi_exchanges_a_marked_student_for_a_fresh_one() -> None:
    table = layout(2)
    own(table, 0, "hoshino-rin/")
    hand(table, 1)
    play(table, "0: play ekichi student", "0: target hoshino-rin", "0: get ogawa-ken")
    assert students(table, 0) == {"ogawa-ken": False}
    assert school(table) == "karol-potocki sasaki-emi hoshino-rin goto-daichi"
    assert table.state.marked == 0


@pytest.mark.rule("SNK-32", "SNK-R16")
def test_y12_a_short_pool_is_made_up_by_choice() -> None:
    table = layout(2)
    own(table, 0, "kitagawa-noa")
    stock(table, 0)
    pool(table, drama=1, science=5, sports=5, politics=5, socialising=5, art=5)
    play(table, "0: use kitagawa-noa")
    assert talents(table, 0) == {"drama": 1, "art": 3}
    assert "take drama" not in table.legal(0)
    play(table, "0: take sports", "0: take art")
    assert (talents(table, 0), table.to_act) == ({"drama": 1, "art": 4, "sports": 1}, [1])


@pytest.mark.rule("SNK-32", "SNK-R16")
def test_y13_an_empty_pool_gives_nothing_and_asks_nothing() -> None:
    table = layout(2)
    own(table, 0, "kitagawa-noa")
    pool(table)
    assert options(table, "ability") == []
    before = talents(table, 0)
    play(table, "0: use kitagawa-noa")
    assert (students(table, 0), talents(table, 0), table.to_act) == ({"kitagawa-noa": True}, before, [1])


@pytest.mark.rule("SNK-10", "SNK-12")
def test_y14_dear_students_are_laid_aside_at_setup() -> None:
    table = Table(GAME, 2, {"first_pet": "0", "candidates": "fuyuno-kiri,akino-arashi"})
    play(table, *(f"*: card {seat} {kind}" for seat in range(2) for kind in ("fukada", "ekichi", "daigoku")))
    play(table, "*: student goto-daichi", "*: student akatora-hideki", "*: student ogawa-ken", "*: student ludwig-arnim")
    assert summary(table)["aside"] == ["akatora-hideki", "ludwig-arnim"]
    play(table, "*: student sasaki-emi", "*: student aoki-takumi")
    assert school(table) == "aoki-takumi sasaki-emi ogawa-ken goto-daichi"
    pile = table.view(0).student_pile
    assert len(pile) == 44
    assert {"akatora-hideki", "ludwig-arnim"} <= set(pile)


@pytest.mark.rule("SNK-72", "SNK-R29")
def test_y15_six_talents_and_seven_cards_are_two_too_many_of_each() -> None:
    table = layout(2)
    stock(table, 0, art=6)
    hand(table, 0, "fukada fukada fukada fukada kishimoto kishimoto kishimoto")
    forfeit_everything(table)
    play(table, "0: return art", "0: return art", "0: drop fukada", "0: drop kishimoto", "*: student noda-yu")
    assert talents(table, 0) == {"art": 4}
    assert table.view(0).seats[0].cards == 5


def forfeit_everything(table: SnkTable) -> None:
    """Pass the lobby and forfeit both fixed-price events, up to settle or clean-up."""
    pass_all(table)
    play(table, f"{table.state.pet}: start {table.legal(table.state.pet)[0].split(' ')[1]}")
    while table.status == 1 and summary(table)["node"] == "pay":
        play(table, f"{table.to_act[0]}: forfeit")


@pytest.mark.rule("SNK-78", "SNK-R30")
@pytest.mark.parametrize(
    ("pet", "votes", "next_pet"),
    [(1, (3, 3, 5), 0), (0, (0, 0, 0), 1), (2, (4, 5, 1), 2), (2, (1, 5, 1), 0), (1, (5, 2, 2), 2)],
)
def test_y16_the_fewest_votes_make_the_next_pet(pet: int, votes: tuple[int, ...], next_pet: int) -> None:
    table = layout(3)
    s = table.state
    s.pet, s.votes[:3] = pet, votes
    clean_up(s)
    play(table, "*: student noda-yu", "*: item megaphone")
    assert (s.pet, s.day) == (next_pet, 2)


@pytest.mark.rule("SNK-81", "SNK-82", "SNK-83")
def test_y17_tie_breaks() -> None:
    table = layout(3)
    s = table.state
    s.phase = phase.OVER
    own(table, 0, "mori-kenta noda-yu")
    own(table, 1, "kuroda-jun")
    for seat in range(3):
        stock(table, seat, popularity=5, yen=5)
    assert seats_in(winners(s)) == [1]
    own(table, 0, "kobayashi-mika")
    assert seats_in(winners(s)) == [0]
    s.students[:3] = [0, 0, 0]
    assert seats_in(winners(s)) == [0, 1, 2]
    s.yen[2] += 1
    assert seats_in(winners(s)) == [2]


@pytest.mark.rule("SNK-71", "SNK-69", "SNK-R1")
def test_y18_day_five_counts_clubs_and_not_yen() -> None:
    table = layout(3)
    s = table.state
    s.day = 5
    for seat in range(3):
        stock(table, seat)
    stock(table, 0, yen=9)
    own(table, 0, "noda-yu ogawa-ken")
    own(table, 1, "kano-momoka goto-daichi bokken")
    additional_scoring(s)
    assert s.votes[:3] == [2, 2, 0]
    assert table.view(0).leaders == (1, None, None, None, None, 1, 0, None, 0)


@pytest.mark.rule("SNK-24", "SNK-25")
def test_y19_a_pass_does_not_bind() -> None:
    table = layout(2)
    play(table, "0: pass", "1: recruit goto-daichi", "*: student noda-yu", "0: pass")
    assert summary(table)["passes"] == 1
    play(table, "1: pass")
    assert summary(table)["phase"] == "compete"


@pytest.mark.rule("SNK-28", "SNK-26")
def test_y20_the_school_slides_right() -> None:
    table = layout()
    play(table, "0: recruit ogawa-ken", "*: student noda-yu")
    assert school(table) == "noda-yu karol-potocki sasaki-emi goto-daichi"
    assert table.state.popularity[0] == 2


@pytest.mark.rule("SNK-14", "SNK-R5", "SNK-R6")
def test_y21_an_empty_pile_is_renewed_at_the_next_draw() -> None:
    table = layout(2)
    s = table.state
    s.student_discard, s.student_pile = s.student_pile, 0
    stock(table, 0, popularity=9)
    play(table, "0: recruit ogawa-ken")
    assert sizes(table, "discards")["student"] == 44
    play(table, "*: student noda-yu")
    assert (sizes(table, "piles")["student"], sizes(table, "discards")["student"]) == (43, 0)
    s.student_pile = 0
    play(table, "1: pass", "0: recruit goto-daichi")
    assert table.to_act == [1]
    assert school(table) == "noda-yu karol-potocki sasaki-emi"
    assert s.school[0] == -1


@pytest.mark.rule("SNK-37")
@pytest.mark.parametrize(("red", "votes"), [("goto-daichi", 0), ("goto-daichi sakamoto-rei", 1)])
def test_y22_the_war_drum_needs_three_red_characters(red: str, votes: int) -> None:
    table = layout(3)
    own(table, 2, f"war-drum {red}")
    produce_for(table.state, 2)
    assert table.state.votes[2] == votes


@pytest.mark.rule("SNK-57", "SNK-40", "SNK-R7")
def test_y23_items_and_marked_students_help_to_pay() -> None:
    table = layout(2)
    own(table, 0, "ogawa-ken/ fujita-goro indie-mixtape campaign-button")
    stock(table, 0, popularity=1, drama=1)
    pass_all(table)
    play(table, "0: start theatre-premiere")
    assert options(table, "discard") + options(table, "dismiss") == ["discard indie-mixtape", "dismiss ogawa-ken"]
    play(table, "0: dismiss ogawa-ken")
    assert talents(table, 0) == {"drama": 3, "art": 2}
    # two green characters are left when the item goes: the candidate and Fujita Goro
    play(table, "0: discard indie-mixtape")
    assert table.state.popularity[0] == 4
    play(table, "0: pay popularity drama art", "1: forfeit", "*: card 0 fukada", "*: card 0 daigoku")
    assert (table.state.votes[0], table.state.yen[0]) == (4, 4)


@pytest.mark.rule("SNK-70", "SNK-18", "SNK-56", "SNK-R22")
def test_y24_orange_events_are_paid_completely() -> None:
    table = layout(2)
    playground(table, "presidential-debate", "final-poll", "sports-gala")
    table.state.day = 5
    stock(table, 0, popularity=4, drama=2, politics=3)
    stock(table, 1, popularity=4, drama=1, politics=3)
    pass_all(table)
    play(table, "0: start presidential-debate")
    assert options(table, "pay") == ["pay popularity drama politics"]
    play(table, "0: pay popularity drama politics")
    assert table.legal(1) == ["forfeit"]
    play(table, "1: forfeit")
    # votes, and no reward of any kind
    assert (table.state.votes[0], table.state.popularity[0], table.state.yen[0]) == (6, 0, 0)
    assert (summary(table)["node"], table.view(0).seats[0].cards) == ("bid", 3)


@pytest.mark.rule("SNK-27", "SNK-76")
def test_y25_votes_now_and_votes_at_clean_up() -> None:
    table = layout(2)
    tracks(table, school="shirakawa-mei ludwig-arnim ogawa-ken goto-daichi")
    stock(table, 0, popularity=13)
    play(table, "0: recruit shirakawa-mei", "*: student noda-yu")
    assert table.state.votes[0] == 1
    play(table, "1: pass", "0: recruit ludwig-arnim", "*: student mori-kenta")
    assert table.state.votes[0] == 1
    produce_for(table.state, 0)
    assert table.state.votes[0] == 2


@pytest.mark.rule("SNK-40", "SNK-R42")
def test_y26_only_production_and_talent_items_can_be_discarded() -> None:
    table = layout(2)
    own(table, 0, "war-drum campaign-button bokken")
    assert options(table, "discard") == ["discard bokken"]


@pytest.mark.rule("SNK-20", "SNK-R28")
def test_y27_a_first_game_stays_blue() -> None:
    table = Table(GAME, 2, {"first_game": "true"}, seed=3)
    while table.state.day < 5 or summary(table)["node"] != "lobby":
        table.play(table.to_act[0], table.legal(table.to_act[0])[-1])
    assert all(name in EVENT_IDS[:20] for name in table.view(0).events)
    assert sizes(table, "piles")["orange"] == 10


@pytest.mark.rule("SNK-59", "SNK-R6")
def test_y28_a_card_that_is_not_there_is_not_drawn() -> None:
    table = layout(2)
    stock(table, 0, popularity=3, drama=3, art=2)
    table.state.card_pile[:] = [1, 0, 0, 0, 0]
    pass_all(table)
    play(table, "0: start theatre-premiere", "0: pay popularity drama art", "1: forfeit", "*: card 0 kishimoto")
    assert table.view(0).seats[0].cards == 4
    assert summary(table)["current"] == "mystery-night"


@pytest.mark.rule("SNK-35", "SNK-39")
@pytest.mark.parametrize(("green", "art"), [("", 1), ("ogawa-ken", 2)])
def test_y29_a_talent_item_yields_more_with_two_characters(green: str, art: int) -> None:
    table = layout(2)
    own(table, 0, f"stage-costume {green}")
    stock(table, 0)
    play(table, "0: discard stage-costume")
    assert (talents(table, 0), table.to_act) == ({"drama": 2, "art": art}, [0])


@pytest.mark.rule("SNK-77")
def test_y30_the_rightmost_tiles_leave_at_clean_up() -> None:
    table = layout()
    forfeit_everything(table)
    play(table, "*: student noda-yu", "*: item megaphone")
    assert school(table) == "noda-yu karol-potocki sasaki-emi ogawa-ken"
    assert market(table) == "megaphone microscope campaign-button bokken"
    assert (table.view(0).student_discard, table.view(0).item_discard) == (("goto-daichi",), ("indie-mixtape",))


@pytest.mark.rule("SNK-62", "SNK-65", "SNK-R24")
def test_y31_two_events_in_a_row() -> None:
    table = layout(2)
    playground(table, "poster-campaign", "charity-auction")
    stock(table, 0, politics=2, art=2)
    stock(table, 1, yen=1)
    pass_all(table)
    play(table, "0: start poster-campaign", "0: pay politics art", "1: forfeit", "*: card 0 fukada", "*: card 0 fukada")
    assert (table.state.votes[0], table.state.popularity[0]) == (3, 3)
    play(table, "0: bid 0", "1: bid 1", "*: card 1 fukada")
    assert table.view(1).gained[0][1]["event"] == 4


@pytest.mark.rule("SNK-1", "SNK-23", "SNK-26")
@pytest.mark.parametrize(
    "line",
    [
        "0: recruit akatora-hideki",
        "1: pass",
        "0: attend beach-party",
        "*: student noda-yu",
        "7: pass",
        "00: pass",
        "0:  pass",
        "0: pass ",
        " 0: pass",
        "0: recruit  ogawa-ken",
        "0: bid 9999",
        "0: pay art drama",
    ],
)
def test_y32_what_is_not_a_move_now_is_refused_and_changes_nothing(line: str) -> None:
    table = layout()
    before = table.state.to_bytes()
    with pytest.raises(ZashikiError) as refused:
        table.feed(line)
    assert str(refused.value)[-1] in ".)"
    assert table.state.to_bytes() == before


@pytest.mark.rule("SNK-64", "SNK-66")
def test_y33_the_order_of_sealed_bids_does_not_matter() -> None:
    results = set()
    for order in itertools.permutations(range(4)):
        table = poll()
        play(table, *(f"{seat}: bid {(2, 1, 3, 0)[seat]}" for seat in order))
        results.add(table.state.to_bytes())
        assert table.to_act == [0]
        assert options(table, "reward") == ["reward yen", "reward cards"]
    assert len(results) == 1


@pytest.mark.rule("SNK-39", "SNK-68", "SNK-R4")
def test_y34_before_the_majorities_items_can_still_be_discarded() -> None:
    table = layout(2)
    own(table, 0, "paint-box")
    own(table, 1, "theatre-mask ogawa-ken/")
    pass_all(table)
    play(table, "0: start theatre-premiere", "0: forfeit", "1: forfeit", "0: forfeit", "1: forfeit")
    assert summary(table)["node"] == "settle"
    assert sorted(table.legal(0)) == ["discard paint-box", "ready"]
    play(table, "0: discard paint-box")
    assert talents(table, 0) == {"drama": 1, "art": 3}
    assert sorted(table.legal(1)) == ["discard theatre-mask", "ready"]
    play(table, "1: ready")
    assert table.state.majority[:5] == [1, 1, 0, -1, -1]
    assert table.state.votes[:2] == [1, 2]


@pytest.mark.rule("SNK-39", "SNK-32", "SNK-R4")
def test_y35_settle_asks_only_who_has_something_to_discard() -> None:
    table = layout(3)
    own(table, 0, "campaign-button war-drum noda-yu/")
    own(table, 2, "mobile-phone")
    for seat in range(3):
        stock(table, seat)
    pool(table, art=5)
    forfeit_everything(table)
    assert (summary(table)["node"], table.to_act) == ("settle", [2])
    play(table, "2: discard mobile-phone", "2: take art", "2: take art")
    assert (summary(table)["phase"], table.to_act) == ("cleanup", [])
    assert talents(table, 2) == {"art": 2}


@pytest.mark.rule("SNK-32", "SNK-R16")
def test_y36_a_single_answer_is_asked_for_too() -> None:
    table = layout(2)
    own(table, 0, "kitagawa-noa")
    stock(table, 0)
    pool(table, sports=2)
    play(table, "0: use kitagawa-noa")
    assert table.legal(0) == ["take sports"]
    play(table, "0: take sports")
    assert table.legal(0) == ["take sports"]
    play(table, "0: take sports")
    assert (talents(table, 0), table.to_act) == ({"sports": 2}, [1])


@pytest.mark.rule("SNK-61", "SNK-R21")
def test_y37_the_event_stays_until_the_last_reward() -> None:
    table = theatre_for_four()
    play(table, "0: forfeit", "1: forfeit", "2: forfeit", "3: pay popularity")
    assert summary(table)["node"] == "reward"
    assert (table.view(0).events[0], table.view(0).markers[0]) == ("theatre-premiere", (0, 1, 2, 3))
    play(table, "3: reward yen")
    assert table.view(0).events[0] is None
    assert sizes(table, "discards")["event"] == 1
    assert table.state.votes == [0, 0, 0, 0]


@pytest.mark.rule("SNK-41", "SNK-42", "SNK-R10")
def test_y38_the_stack_of_teacher_cards() -> None:
    table = layout(3)
    play(table, "0: play kishimoto yen")
    assert summary(table)["stack"] == [[0, "kishimoto", "yen", None, None]]
    play(table, "0: target 2", "1: counter chamberlain")
    assert summary(table)["stack"] == [[0, "kishimoto", "yen", "2", None], [1, "chamberlain", "counter", None, None]]


# The complete record


@pytest.mark.rule("SNK-16", "SNK-80")
def test_the_complete_record_ends_as_the_rules_say() -> None:
    text = (RECORDS / "two-seats-37-33.kifu").read_text(encoding="utf-8")
    table = replay(read_kifu(text), {GAME.id: GAME})
    assert (table.scores(), table.winners()) == ([37, 33], [0])
    seats = table.view(0).seats
    assert [(x.popularity, x.yen, sum(x.talents.values()), len(x.students), len(x.items), x.cards) for x in seats] == [
        (5, 6, 10, 5, 3, 0),
        (2, 13, 3, 2, 0, 3),
    ]
    gained = table.view(0).gained
    found = [[{k: v for k, v in day[seat].items() if v} for day in gained] for seat in range(2)]
    assert found[0] == [
        {"buy": 2, "exchange": 2, "majority": 2},
        {"majority": 2},
        {"event": 4, "majority": 4},
        {"buy": 1, "event": 4, "majority": 3},
        {"recruit": 1, "event": 6, "majority": 6},
    ]
    assert found[1] == [
        {"event": 4, "majority": 2},
        {"majority": 2},
        {"event": 7, "majority": 1},
        {"event": 4, "majority": 1},
        {"event": 11, "majority": 1},
    ]
    # most items, students, talents; popularity, yen, or the six clubs
    assert table.view(0).majorities == (
        (None, 0, 1, 1, 0),
        (0, None, 1, 0, 1),
        (0, 0, 0, 1, 0),
        (0, None, 0, 0, 1),
        (0, 0, 0, None, None, 0, 0, 1, 0),
    )


@pytest.mark.rule("SNK-80", "SNK-81", "SNK-82", "SNK-83")
@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("two-seats-37-33", []),
        ("ends-by-cost", ["SNK-81"]),
        ("ends-by-fewer-students", ["SNK-81", "SNK-82"]),
        ("ends-by-stock", ["SNK-81", "SNK-82", "SNK-82"]),
        ("ends-by-shared", ["SNK-81", "SNK-82", "SNK-83"]),
    ],
)
def test_there_is_a_record_for_every_way_the_game_can_end(name: str, clauses: list[str]) -> None:
    kifu = read_kifu((RECORDS / f"{name}.kifu").read_text(encoding="utf-8"))
    table = replay(kifu, {GAME.id: GAME})
    assert table.over
    assert kifu.result is not None
    rows = GAME.screen.tally(table.view(OPEN))
    votes = [row.clause for row in rows].index("SNK-80")
    assert [row.clause for row in rows[votes + 1 :]] == clauses
    # The count goes through the days, event by event, and adds up.
    counted = [sum(int(row.cells[seat]) for row in rows[:votes]) for seat in range(table.players)]
    assert counted == list(rows[votes].cells) == table.scores()
    assert (len(table.winners()) > 1) == (name == "ends-by-shared")
