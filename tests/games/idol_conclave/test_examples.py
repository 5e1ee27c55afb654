"""The worked examples of the specification of Idol Conclave: counting W, leader points P, scripts S, complete records."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.idol_conclave.positions import counted, hand, line, play, sees, sheet_options, table
from zashiki.core.errors import BadOption, IllegalMove
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.record import read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.games.idol_conclave import GAME
from zashiki.games.idol_conclave.cards import IDOL_IDS
from zashiki.games.idol_conclave.scoring import Tally, count_votes, leader_points, rank_idols

RECORDS = Path(__file__).parent / "records"


# Counting


@pytest.mark.rule("IDL-51", "IDL-52", "IDL-54", "IDL-56", "IDL-57", "IDL-58", "IDL-59", "IDL-61", "IDL-62", "IDL-R26", "IDL-R27")
@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("akaneru: p2 p3 p3 p4 scandal", 4000),  # W1
        ("akaneru: p3 m5 m5 scandal", 13000),  # W2
        ("akaneru: p4 neg g1 scandal", -4000),  # W3
        ("akaneru: p4 scandal m5 scandal", -1000),  # W6
        ("akaneru: p4 scandal m5 scandal scandal", 9000),  # W7
        ("akaneru only-regular: p4 p3 scandal", 1000),  # W8
        ("akaneru tv-drama-role: p3 p2 scandal", -4000),  # W9
        ("akaneru: scandal deal", 0),  # W10
    ],
)
def test_scandals_turn_the_highest_cards(cards: str, total: int) -> None:
    assert counted(cards).totals[0] == total


@pytest.mark.rule("IDL-73", "IDL-R22", "IDL-R25")
@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("akaneru overslept: p4 scandal p2", 6000),  # W11
        ("akaneru overslept: p4", 4000),  # W13
        ("akaneru overslept: m5 p2", 2000),  # W14
        ("akaneru overslept: scandal p3 p4 p2", -1000),  # W15
    ],
)
def test_the_next_to_last_card_oversleeps(cards: str, total: int) -> None:
    assert counted(cards).totals[0] == total


@pytest.mark.rule("IDL-75", "IDL-R20")
@pytest.mark.parametrize(("cards", "total"), [("p4 p3 m5", 12000), ("p4 scandal p3", 7000)])  # W16, W17
def test_the_simultaneous_vote_is_a_scandal(cards: str, total: int) -> None:
    assert counted(f"akaneru simultaneous-vote: {cards}").totals[0] == total


@pytest.mark.rule("IDL-54", "IDL-60", "IDL-63", "IDL-77", "IDL-76", "IDL-35", "IDL-R12", "IDL-R23", "IDL-R24", "IDL-R25")
@pytest.mark.parametrize(
    ("cards", "group", "akaneru", "marisan"),
    [
        ("akaneru steady-marketing: p2 p2 p2 p2 p2; marisan: g1", 7000, 10000, 7000),  # W5
        ("akaneru overslept: p2 g1 p3; marisan: g2", 3000, 5000, 3000),  # W12
        ("akaneru mania-popular: p2; marisan: p2 p2 p2", 3000, 5000, 6000),  # W18
        ("akaneru mania-popular: p2 p3 g1; marisan: p2 p2", 3000, 8000, 4000),  # W19
        ("akaneru mania-popular: p2 p3; marisan: p2 p2", 2000, 7000, 4000),  # W20
        ("akaneru mania-popular: p2 p3 p4; marisan steady-marketing: p2", 3000, 12000, 2000),  # W21
        ("akaneru mania-popular: g1 scandal p2; marisan: p2 p2 p2 p2", 4000, -6000, 8000),  # W22
        ("akaneru: deal deal p2; marisan: g1", 3000, 2000, 3000),  # W23
    ],
)
def test_the_group_value_counts_cards_on_the_fullest_idol(cards: str, group: int, akaneru: int, marisan: int) -> None:
    tally = counted(cards)
    assert (tally.group_value, tally.totals[0], tally.totals[5]) == (group, akaneru, marisan)


@pytest.mark.rule("IDL-54", "IDL-63")
def test_w4_six_idols_are_counted_and_ranked() -> None:
    tally = counted("akaneru: p2 p2 p2 p2 p2 p2; kana-chan: g1 p2; sayayaya: p2; nakonako: p2; marisan: g2")
    assert tally.group_value == 6000
    assert tally.totals == [12000, 8000, 2000, 0, 2000, 6000]
    assert tally.ranks == [1, 2, 4, 6, 4, 3]


@pytest.mark.rule("IDL-60", "IDL-63")
def test_w24_without_votes_everybody_is_first() -> None:
    tally = counted("")
    assert (tally.group_value, tally.totals, tally.ranks) == (0, [0] * 6, [1] * 6)


@pytest.mark.rule("IDL-63")
@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        ([5000, 4000, 4000, 4000, 3000, 3000], [1, 2, 2, 2, 5, 5]),  # W25
        ([5000, 5000, 4000, 4000, 4000, 1000], [1, 1, 3, 3, 3, 6]),  # W26
    ],
)
def test_tied_idols_share_the_better_rank(totals: list[int], ranks: list[int]) -> None:
    tally = Tally()
    tally.totals[:] = totals
    rank_idols(tally)
    assert tally.ranks == ranks


@pytest.mark.rule("IDL-62", "IDL-10")
def test_w27_totals_may_be_negative() -> None:
    tally = counted("akaneru blog-backlash: m5 neg; kana-chan: neg")
    assert tally.totals == [-11000, -4000, 0, 0, 0, 0]
    assert tally.ranks == [6, 5, 1, 1, 1, 1]


# Leader points


@pytest.mark.rule("IDL-9", "IDL-64", "IDL-65", "IDL-R28", "IDL-R36")
@pytest.mark.parametrize(
    ("ranks", "identity", "candidate", "points"),
    [
        ("1 2 3 4 5 6", "akaneru", "kana-chan", 10),  # P1
        ("1 2 3 4 5 6", "sayayaya", "tanimie", 5),  # P2
        ("1 2 3 4 5 6", "nakonako", "marisan", 1),  # P3
        ("1 2 3 4 5 6", "akaneru", "akaneru", 9),  # P4
        ("1 2 3 4 5 6", "kana-chan", "kana-chan", 6),  # P5
        ("1 2 3 4 5 6", "sayayaya", "sayayaya", 0),  # P6
        ("1 1 3 3 3 6", "akaneru", "kana-chan", 10),  # P7
        ("1 2 2 2 5 5", "kana-chan", "tanimie", 10),  # P8
        ("1 2 2 2 5 5", "nakonako", "marisan", 2),  # P9
        ("1 1 3 3 3 6", "kana-chan", "kana-chan", 9),  # P10
        ("1 1 1 1 1 1", "kana-chan", "marisan", 10),  # P11
    ],
)
def test_leader_points(ranks: str, identity: str, candidate: str, points: int) -> None:
    s, tally = GAME.new(3), Tally()
    tally.ranks[:] = [int(rank) for rank in ranks.split()]
    s.identities[0], s.candidates[0] = IDOL_IDS.index(identity), IDOL_IDS.index(candidate)
    assert leader_points(s, tally, 0) == points


# Scripts


@pytest.mark.rule("IDL-15", "IDL-18", "IDL-21", "IDL-22")
def test_s1_votes_alternate_below_each_other() -> None:
    t = table("0: vote p1 akaneru; 1: vote p2 akaneru; 2: vote p3 akaneru")
    assert line(t, "akaneru") == "p1v p2^ p3v"
    assert t.view(OPEN).hand_sizes == (7, 6, 6)
    assert t.to_act == [0]


@pytest.mark.rule("IDL-17", "IDL-15")
def test_s2_the_first_turn_is_the_plus_1000() -> None:
    t = table()
    assert t.legal(0) == [f"vote p1 {idol}" for idol in IDOL_IDS]
    with pytest.raises(IllegalMove, match="IDL-17"):
        t.play(0, "vote p2 akaneru")
    with pytest.raises(IllegalMove, match="IDL-15"):
        t.play(1, "vote p2 akaneru")


@pytest.mark.rule("IDL-25", "IDL-26", "IDL-27", "IDL-37", "IDL-38", "IDL-R8")
def test_s3_open_and_convene() -> None:
    t = table("0: vote p1 akaneru; 1: deal deal open-convene")
    assert t.legal(1) == ["open none", "open akaneru 1"]
    play(t, "1: open akaneru 1")
    assert line(t, "akaneru") == "p1^"
    assert hand(t, 1) == "p2 p3 p4 m5 neg scandal g1"
    assert t.view(OPEN).supply == ("g2", "g3")
    assert sheet_options(t, 2) == ["deal trade", "deal convene"]
    play(t, "2: vote p2 akaneru")
    assert line(t, "akaneru") == "p1^ p2v"


@pytest.mark.rule("IDL-27", "IDL-36", "IDL-R9")
def test_s4_a_trade_without_a_pair_does_nothing() -> None:
    t = table("0: vote p1 akaneru; 1: deal deal open-convene; 1: open none; 2: deal deal trade")
    assert t.to_act == [0]
    assert t.view(OPEN).sheet["trade"].kind == "deal"
    assert sheet_options(t, 0) == ["deal convene"]


@pytest.mark.rule("IDL-39")
def test_s5_a_trade_swaps_two_cards_face_down() -> None:
    script = "0: vote p1 akaneru; 1: vote p2 akaneru; 2: vote m5 marisan; 0: deal deal open-convene; 0: open none"
    t = table(f"{script}; 1: deal deal trade")
    assert t.legal(1) == ["swap akaneru 1", "swap akaneru 2", "swap marisan 1"]
    play(t, "1: swap akaneru 2")
    assert t.legal(1) == ["with marisan 1"]
    play(t, "1: with marisan 1")
    assert (line(t, "akaneru"), line(t, "marisan")) == ("p1v m5v", "p2v")
    assert [sees(t, viewer, "akaneru", 2) for viewer in (0, 1, 2, SPECTATOR)] == [None, None, "m5", None]
    assert [sees(t, viewer, "marisan", 1) for viewer in (0, 1, 2, SPECTATOR)] == ["p2"] * 4


ROW_3 = (
    "0: vote p1 akaneru; 1: deal deal open-convene; 1: open none; 2: vote p3 akaneru; 0: vote p2 akaneru; "
    "1: deal g1 convene; 2: deal deal trade"
)


@pytest.mark.rule("IDL-28", "IDL-29", "IDL-32", "IDL-33", "IDL-40", "IDL-41", "IDL-49")
def test_s6_a_move_goes_to_the_bottom_of_another_idol() -> None:
    t = table(f"{ROW_3}; 0: deal deal move")
    assert line(t, "akaneru") == "p1v p3^ p2v"
    assert t.view(OPEN).phase == "move-card"
    play(t, "0: move akaneru 2; 0: to marisan")
    assert (line(t, "akaneru"), line(t, "marisan")) == ("p1v p2v", "p3v")
    assert t.view(OPEN).open_spaces == ("exchange", "break", "control")


@pytest.mark.rule("IDL-42", "IDL-44", "IDL-45", "IDL-R13", "IDL-R31")
def test_s7_an_exchange_takes_an_own_card_back() -> None:
    t = table(f"{ROW_3}; 0: deal deal exchange")
    assert t.legal(0) == ["retake akaneru 3"]
    with pytest.raises(IllegalMove, match="IDL-44"):
        t.play(0, "retake akaneru 1")
    with pytest.raises(IllegalMove, match="IDL-42"):
        t.play(0, "retake akaneru 2")
    play(t, "0: retake akaneru 3")
    assert line(t, "akaneru") == "p1v p3^ g3^"
    assert hand(t, 0) == "p2 p3 p4 m5 neg scandal"
    assert t.view(OPEN).supply == ()
    assert t.view(OPEN).open_spaces == ("move", "break", "control")


@pytest.mark.rule("IDL-43", "IDL-R14")
def test_s8_an_exchange_without_own_cards_does_nothing() -> None:
    t = table(
        "0: vote p1 akaneru; 1: deal deal open-convene; 1: open none; 2: vote p3 akaneru; 0: vote p2 akaneru; "
        "1: deal g1 convene; 2: vote p2 kana-chan; 0: vote p3 kana-chan; 1: deal p2 trade; 1: swap akaneru 1; "
        "1: with kana-chan 1; 2: vote p4 kana-chan; 0: vote p4 kana-chan; 1: deal g2 exchange"
    )
    assert t.to_act == [2]
    assert t.view(OPEN).supply == ("g3",)
    assert (t.view(OPEN).sheet["exchange"].kind, t.view(OPEN).sheet["exchange"].seat) == ("g2", 1)
    assert hand(t, 1) == "p3 p4 m5 neg scandal"


ROW_4 = (
    "0: vote p1 akaneru; 1: deal deal open-convene; 1: open none; 2: vote p2 akaneru; 0: vote p2 akaneru; 1: deal g1 convene; "
    "2: vote p3 akaneru; 0: vote p3 kana-chan; 1: deal p2 trade; 1: swap kana-chan 1; 1: with akaneru 4; 2: vote p4 akaneru; "
    "0: vote p4 akaneru; 1: deal g2 move; 1: move akaneru 1; 1: to marisan"
)


@pytest.mark.rule("IDL-12", "IDL-29", "IDL-30", "IDL-46", "IDL-47", "IDL-49", "IDL-50", "IDL-R35")
def test_s9_break_boxes_the_hidden_cards_and_closes_the_sheet() -> None:
    t = table(ROW_4)
    assert line(t, "akaneru") == "p2^ p2v p3v p4^ p4v"
    assert sheet_options(t, 2) == ["deal exchange", "deal break", "deal control"]
    play(t, "2: deal deal break; 2: break akaneru")
    assert line(t, "akaneru") == "p2^ p4^"
    assert [(card.kind, card.seat) for card in t.view(OPEN).box] == [("p2", 0), ("p3", 0), ("p4", 0)]
    assert [card.kind for card in t.view(0).box] == ["p2", "p3", "p4"]
    assert [card.kind for card in t.view(2).box] == [None, None, None]
    assert t.view(OPEN).closed
    assert sheet_options(t, 0) == []
    assert "discard deal" in t.legal(0)
    with pytest.raises(IllegalMove, match="IDL-30"):
        t.play(0, "deal deal control")
    assert len(t.view(OPEN).sheet) == 5


@pytest.mark.rule("IDL-46")
def test_s10_break_may_hit_an_empty_idol() -> None:
    t = table(f"{ROW_4}; 2: deal deal break; 2: break tanimie")
    assert t.view(OPEN).closed
    assert t.view(OPEN).box == ()
    assert t.to_act == [0]


@pytest.mark.rule("IDL-R37")
def test_the_box_and_the_sheet_do_not_count_for_the_group_value() -> None:
    t, tally = table(ROW_4), Tally()
    count_votes(t.state, tally)
    assert tally.group_value == 5000
    play(t, "2: deal deal break; 2: break akaneru")
    assert (len(t.view(OPEN).box), len(t.view(OPEN).sheet)) == (3, 5)
    count_votes(t.state, tally)
    assert tally.group_value == 2000


@pytest.mark.rule("IDL-48", "IDL-R10")
def test_s11_control_is_a_trade_or_a_move() -> None:
    t = table(f"{ROW_4}; 2: deal deal control")
    assert t.legal(2) == ["control trade", "control move"]
    play(t, "2: control move; 2: move marisan 1; 2: to tanimie")
    assert (line(t, "tanimie"), line(t, "marisan")) == ("p1v", "")
    assert t.to_act == [0]
    assert t.view(OPEN).closed


@pytest.mark.rule("IDL-24", "IDL-R6")
def test_s12_a_deal_is_voted_face_down_only_and_gives_no_right() -> None:
    t = table("0: vote p1 akaneru")
    assert "vote deal akaneru" not in t.legal(1)
    with pytest.raises(IllegalMove, match="IDL-24"):
        t.play(1, "vote deal akaneru")
    play(t, "1: vote deal kana-chan")
    assert t.view(OPEN).rights == (False, False, False)


@pytest.mark.rule("IDL-32", "IDL-34")
def test_s13_the_right_is_for_any_card() -> None:
    t = table("0: vote p1 akaneru; 1: discard deal; 2: deal deal open-convene; 2: open none; 0: vote p2 akaneru")
    assert sheet_options(t, 1) == []
    play(t, "1: vote p2 marisan")
    kinds = ("p2", "p3", "p4", "m5", "neg", "scandal", "g1")
    assert sheet_options(t, 2) == [f"{kind} {space}" for kind in kinds for space in ("trade", "convene")]


def rounds(*kinds: str, idol: str = "kana-chan") -> str:
    return "; ".join(f"{seat}: vote {kind} {idol}" for kind in kinds for seat in (1, 2, 0))


@pytest.mark.rule("IDL-20", "IDL-31", "IDL-34")
def test_s14_s15_the_last_card_is_not_placed_and_the_start_player_ends_the_game() -> None:
    t = table("0: vote p1 akaneru; " + rounds("p2", "p3", "p4", "m5", "neg", "scandal"))
    assert [hand(t, seat) for seat in range(3)] == ["deal"] * 3
    assert sheet_options(t, 1) == []
    with pytest.raises(IllegalMove, match="IDL-31"):
        t.play(1, "deal deal open-convene")
    play(t, "1: discard deal; 2: discard deal; 0: discard deal")
    assert t.over
    assert t.view(OPEN).turn == 22
    assert t.lines[-1].seat == 0


@pytest.mark.rule("IDL-19", "IDL-38")
def test_s16_who_took_a_group_vote_plays_one_turn_more() -> None:
    t = table("0: vote p1 akaneru; 1: deal deal open-convene; 1: open none; 2: discard deal; 0: discard deal")
    play(t, rounds("p2", "p3", "p4", "m5", "neg", "scandal"))
    assert t.view(OPEN).hand_sizes == (0, 1, 0)
    assert t.to_act == [1]
    play(t, "1: vote g1 akaneru")
    assert t.over


@pytest.mark.rule("IDL-71", "IDL-R16")
def test_s17_the_police_look_is_private() -> None:
    t = table("0: vote p1 marisan; 1: vote p4 kana-chan; 2: vote m5 akaneru", adv="idol-police")
    assert t.legal(2) == ["peek none", "peek kana-chan 1", "peek marisan 1"]
    with pytest.raises(IllegalMove, match="IDL-71"):
        t.play(2, "peek akaneru 1")
    play(t, "2: peek kana-chan 1")
    assert [sees(t, viewer, "kana-chan", 1) for viewer in (0, 1, 2, SPECTATOR)] == [None, "p4", "p4", None]
    assert t.view(SPECTATOR).lines["kana-chan"][0].seen_by == (1, 2)


@pytest.mark.rule("IDL-71", "IDL-R16")
def test_s18_without_a_hidden_card_elsewhere_there_is_no_look() -> None:
    t = table("0: vote p1 akaneru; 1: vote p4 akaneru", adv="idol-police")
    assert t.to_act == [2]
    assert t.view(OPEN).phase == "turn"


@pytest.mark.rule("IDL-72", "IDL-24")
def test_s19_scheming_shows_two_cards_and_hides_the_rest() -> None:
    t = table("0: vote p1 marisan", adv="scheming-character")
    legal = []
    for text in ("1: vote p2 akaneru", "2: vote p3 akaneru", "0: vote p4 akaneru", "1: vote p3 akaneru"):
        legal.append("vote deal akaneru" in t.legal(t.to_act[0]))
        play(t, text)
    assert line(t, "akaneru") == "p2^ p3^ p4v p3v"
    assert legal == [False, False, True, True]


BALLOTS = "0: vote p1 marisan; " + rounds("p2", "p3", "p4", "m5")


@pytest.mark.rule("IDL-74", "IDL-R17", "IDL-R18", "IDL-R21", "IDL-R31")
def test_s20_all_vote_together_once() -> None:
    t = table(BALLOTS, adv="simultaneous-vote")
    assert t.view(OPEN).hand_sizes == (3, 3, 3)
    assert (t.view(OPEN).phase, t.to_act) == ("ballot", [0, 1, 2])
    assert t.legal(1) == ["ballot neg", "ballot scandal", "ballot deal"]
    play(t, "2: ballot deal; 0: ballot neg; 1: ballot scandal")
    assert (t.view(OPEN).phase, t.legal(1)) == ("order", ["order 0", "order 1", "order 2"])
    play(t, "1: order 2; 1: order 0")
    assert line(t, "akaneru") == "dealv negv scandalv"
    assert t.view(OPEN).events_up[0] is False
    assert (t.to_act, t.view(OPEN).hand_sizes, t.view(OPEN).rights) == ([2], (2, 2, 2), (False, False, False))
    play(t, "2: vote neg akaneru")
    assert line(t, "akaneru") == "dealv negv scandalv neg^"


@pytest.mark.rule("IDL-74", "IDL-R19")
def test_s21_there_is_no_second_ballot() -> None:
    t = table(BALLOTS, adv="simultaneous-vote")
    play(t, "2: ballot deal; 0: ballot neg; 1: ballot scandal; 1: order 2; 1: order 0")
    while not t.over:
        assert t.view(OPEN).phase == "turn"
        t.play(t.to_act[0], t.legal(t.to_act[0])[0])


@pytest.mark.rule("IDL-53", "IDL-17", "IDL-3")
def test_s22_known_backs_show_what_a_card_is() -> None:
    t = table("0: vote p1 akaneru; 1: vote neg kana-chan; 2: vote scandal marisan")
    for viewer in (0, 1, 2, SPECTATOR):
        assert sees(t, viewer, "akaneru", 1) == "p1"
        assert sees(t, viewer, "kana-chan", 1) == "neg"
        assert sees(t, viewer, "marisan", 1) == ("scandal" if viewer == 2 else None)
    assert t.view(0).hand_sizes[1] == 6
    assert t.view(0).neg_flags == (True, False, True)


@pytest.mark.rule("IDL-22", "IDL-74", "IDL-R20")
def test_s23_a_face_down_event_turns_the_next_vote_up() -> None:
    t = table(BALLOTS, adv="simultaneous-vote")
    play(t, "2: ballot deal; 0: ballot neg; 1: ballot scandal; 1: order 2; 1: order 0")
    t.state.length[0] = 0
    play(t, "2: vote neg akaneru")
    assert line(t, "akaneru") == "neg^"


@pytest.mark.rule("IDL-1", "IDL-11", "IDL-13", "IDL-69", "IDL-R1")
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {"events": "hit-single,overslept,idol-police,quiet-season,only-regular"}),
        (3, {"events": "hit-single,overslept,idol-police,quiet-season,only-regular,concert"}),
        (3, {"events": "hit-single,overslept,idol-police,quiet-season,only-regular,hit-single"}),
        (3, {"start": "3"}),
        (3, {"encore": "yes"}),
        (2, {}),
        (6, {}),
    ],
)
def test_s24_bad_options_are_refused(players: int, options: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        Table(GAME, players, options)


@pytest.mark.rule("IDL-72", "IDL-R15")
def test_s25_the_opening_is_no_vote_from_hand() -> None:
    t = table("0: vote p1 akaneru", adv="scheming-character")
    assert "vote deal akaneru" not in t.legal(1)
    play(t, "1: vote p2 akaneru")
    assert "vote deal akaneru" in t.legal(2)
    play(t, "2: vote p3 akaneru; 0: vote p4 akaneru")
    assert line(t, "akaneru") == "p1v p2^ p3v p4v"


# Complete records

BASIC_RESULT = {
    "akaneru": ("g3^ p2^ p4v", "-2000 6000 2000 4000", 10000, 1),
    "kana-chan": ("p4v p2^ m5v", "1000 4000 2000 -5000", 2000, 5),
    "sayayaya": ("neg^ scandalv", "3000 4000 0", 7000, 2),
    "tanimie": ("p3v neg^ scandalv p1v scandal^ m5v", "-1000 3000 -4000 0 1000 0 -5000", -6000, 6),
    "nakonako": ("m5v g2^", "2000 -5000 6000", 3000, 4),
    "marisan": ("p3v p3^", "0 3000 3000", 6000, 3),
}
ADVANCED_RESULT = {
    "akaneru": ("scandalv p3^ scandalv scandal^ g1v p4^", "1000 0 3000 0 0 -8000 4000", 0, 5),
    "kana-chan": ("p1^ m5v p3v m5^", "-2000 1000 -5000 3000 -5000", -8000, 6),
    "sayayaya": ("g3^ p4^ m5v neg^ p2v p4^ negv p4^", "0 8000 4000 -5000 -4000 2000 4000 -4000 4000", 9000, 2),
    "tanimie": ("negv scandal^ p2v m5^ m5v p3^", "0 -4000 0 2000 5000 0 3000", 6000, 3),
    "nakonako": ("negv p2v p2v p2v p3v p3^", "0 4000 2000 2000 2000 3000 3000", 16000, 1),
    "marisan": ("negv", "6000 -4000", 2000, 4),
}
BASIC_SHEET = "open-convene deal 1, trade deal 0, convene p4 1, move g1 1, exchange neg 0, control p2 1"
ADVANCED_SHEET = "open-convene deal 3, trade scandal 0, convene deal 0, move deal 2, exchange deal 4, break g2 0"


@pytest.mark.rule("IDL-20", "IDL-56", "IDL-63", "IDL-66", "IDL-68", "IDL-70")
@pytest.mark.parametrize(
    ("name", "result", "group", "turns", "box", "sheet", "points", "winners"),
    [
        ("complete-basic", BASIC_RESULT, 6000, 25, "deal", BASIC_SHEET, [7, 2, 3], [0]),
        ("complete-advanced", ADVANCED_RESULT, 8000, 35, "p4 deal", ADVANCED_SHEET, [6, 4, 7, 5, 10], [4]),
    ],
)
def test_a_complete_record_counts_as_the_specification_does(
    name: str,
    result: dict[str, tuple[str, str, int, int]],
    group: int,
    turns: int,
    box: str,
    sheet: str,
    points: list[int],
    winners: list[int],
) -> None:
    t = replay(read_kifu((RECORDS / f"{name}.kifu").read_text(encoding="utf-8")), GAMES)
    v = t.view(SPECTATOR)
    assert v.count is not None
    for i, idol in enumerate(IDOL_IDS):
        cards, values, total, rank = result[idol]
        assert line(t, idol) == cards
        assert [v.count.event_values[i], *v.count.values[idol]] == [int(value) for value in values.split()]
        assert (v.count.totals[i], v.count.ranks[i]) == (total, rank)
    assert (v.count.group_value, v.turn) == (group, turns)
    assert " ".join(str(card.kind) for card in v.box) == box
    assert ", ".join(f"{space} {placed.kind} {placed.seat}" for space, placed in v.sheet.items()) == sheet
    assert (t.scores(), t.winners()) == (points, winners)
