"""The worked examples of the specification of Kazoku Scribe, E1 to E52, and its two records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.games.kazoku_scribe.positions import (
    BOARD_E,
    KazokuTable,
    arguments,
    beauty_of,
    board_e,
    cover,
    cross_all,
    fits,
    hole,
    mask,
    only_intact,
    play,
    require,
    submitting,
)
from zashiki.core.errors import BadNotation, BadOption, IllegalMove
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.record import read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.games.kazoku_scribe import GAME, cards, phase, scoring
from zashiki.games.kazoku_scribe.eyes.view import cells_in, page_numbers
from zashiki.games.kazoku_scribe.rules import challenges, estates, marks, planning, village
from zashiki.games.kazoku_scribe.state import State

RECORDS = Path(__file__).parent / "records"
CUTS = 31


def challenge_phase(table: KazokuTable, round: int = 1) -> KazokuTable:
    """All plans are done; challenges are chosen next."""
    table.state.phase, table.state.round = phase.CHALLENGE, round
    return table


def close_estate(table: KazokuTable) -> None:
    """Seat 0 fences the first cells it can until its estate is complete."""
    while table.view(0).plans[0].step == "fence":
        table.play(0, table.legal(0)[0])


def cut_options(s: State, seat: int = 0) -> list[str]:
    out = [0] * 64
    return [GAME.actions.write(action) for action in out[: marks.list_cuts(s, seat, out)]]


@pytest.mark.rule("KZS-15")
def test_e1_every_cell_has_its_hex_neighbours() -> None:
    near = {cards.CELL_IDS[cell]: " ".join(cards.CELL_IDS[other] for other in cards.NEIGHBOURS[cell]) for cell in range(72)}
    assert near["a1"] == "a2 b1"
    assert near["a5"] == "a4 a6 b4 b5"
    assert near["b9"] == "a9 b8 c9"
    assert near["d4"] == "c4 c5 d3 d5 e4 e5"
    assert near["e4"] == "d3 d4 e3 e5 f3 f4"
    assert all(cell in cards.NEIGHBOURS[other] for cell in range(72) for other in cards.NEIGHBOURS[cell])


@pytest.mark.rule("KZS-6", "KZS-17")
def test_e2_the_creek_cuts_links_and_makes_shore_pairs() -> None:
    s = board_e().state
    page = village.Page()
    village.load_page(s, page, 0)
    west, east = village.near(page, *mask(s, "c5"))
    assert east == 0
    assert cells_in(west & village.land_of(s, 0, cards.WEST_BANK), 0) == ("b4", "c4", "c5", "d4", "d5")
    pairs = []
    for pair in range(cards.PAIRS):
        first, second = cards.CELL_IDS[cards.PAIR_FIRST[pair]], cards.CELL_IDS[cards.PAIR_SECOND[pair]]
        if village.bank_of(s, 0, cards.PAIR_FIRST[pair]) != village.bank_of(s, 0, cards.PAIR_SECOND[pair]):
            pairs.append(f"{first}-{second}")
    expected = "a4-a5 a5-b4 b4-b5 b5-c5 c5-c6 c6-d5 c6-d6 c7-d6 d6-d7 d6-e7 e6-e7 e6-f6 f5-f6 f5-g6 g5-g6 g6-h5 h5-h6"
    assert " ".join(pairs) == expected
    out = [0] * GAME.about.max_legal
    assert [GAME.actions.write(out[k]) for k in range(marks.list_bridges(s, 0, out))] == [f"bridge {pair}" for pair in pairs]


@pytest.mark.rule("KZS-8", "KZS-1")
def test_e3_the_seat_right_of_the_start_enters_at_an_empty_circle() -> None:
    table = board_e(entry=None)
    assert table.to_act == [1]
    assert len(table.legal(1)) == 21
    with pytest.raises(IllegalMove, match="KZS-8"):
        table.play(1, "enter a1")
    with pytest.raises(IllegalMove, match=r"It is not Seat 1's turn \(The entry\)\. \(KZS-8\)"):
        table.play(0, "enter c4")


@pytest.mark.rule("KZS-9")
def test_e4_beginners_enter_away_from_treasure() -> None:
    table = board_e(entry=None, beginner="true")
    assert table.legal(1) == ["enter b1", "enter h1", "enter j9"]
    with pytest.raises(IllegalMove, match="KZS-9"):
        table.play(1, "enter c4")
    assert Table(GAME, 4, {"start": "2", "beginner": "true"}, seed=1).to_act == [1]


@pytest.mark.rule("KZS-13", "KZS-20", "KZS-R6")
def test_e5_all_actions_and_modes_fit_at_first_but_two() -> None:
    table = board_e()
    for seat in (0, 1):
        options = table.legal(seat)
        assert len(options) == 19
        assert {"plan w5 double", "plan bridges double", "plan none"}.isdisjoint(options)


@pytest.mark.rule("KZS-43")
def test_e6_placements_on_the_fresh_battle_plan() -> None:
    for war, places in (("w1", 3), ("w2", 14), ("w3", 9), ("w4", 4), ("w5", 6)):
        table = submitting(board_e(), war, "")
        assert len(table.legal(0)) == places
    assert submitting(board_e(), "w1", "").legal(0) == ["place w1 g5 g6 g7", "place w1 c5 d5 e5", "place w1 d9 e9 f9"]
    table = board_e()
    cover(table.state, "c6")
    assert sorted(submitting(table, "w4", "").legal(0)) == ["place w4 d7 e7 f7 g7", "place w4 f3 f4 f5 f6"]


@pytest.mark.rule("KZS-15", "KZS-19", "KZS-22", "KZS-13", "KZS-12", "KZS-R30")
def test_e7_e8_an_estate_grows_and_closes() -> None:
    table = board_e()
    play(table, "0: plan w5 plain")
    assert arguments(table.legal(0), "fence") == "c2 c5 d2 d3 d4 d6 e4 e5 e6 f2 f3 f4 f5 g4 g5".split()  # noqa: SIM905
    play(table, "0: fence e4", "0: fence d4", "0: fence d3")
    assert table.legal(0) == ["fence e5", "fence f4"]
    play(table, "0: fence f4")
    assert table.legal(0) == ["fence e5", "fence f5", "fence g4", "fence g5"]
    play(table, "0: fence e5")
    page = table.view(0).pages[0]
    assert page.estates == dict.fromkeys(("d3", "d4", "e4", "e5", "f4"), 1)
    assert page.arrows["w5"] == (1,)
    assert not any(option.startswith("plan w5") for option in table.legal(0))


@pytest.mark.rule("KZS-28", "KZS-29", "KZS-R4", "KZS-R5")
def test_e9_never_more_than_two_pieces() -> None:
    table = board_e()
    play(table, "0: plan w1 plain")
    close_estate(table)
    second = arguments(table.legal(0), "plan")
    assert not any(option in second for option in ("w2 double", "w3 double", "w4 double"))
    assert "tailoring double" in second
    table = board_e()
    play(table, "0: plan w1 double")
    close_estate(table)
    assert {option.split()[0] for option in arguments(table.legal(0), "plan")} == {"tailoring", "bridges"}
    assert table.view(0).plans[0].pieces == ("w1", "w1")
    assert table.view(0).pages[0].arrows["w1"] == (1,)
    with pytest.raises(IllegalMove, match="KZS-29"):
        table.play(0, "plan w2 plain")


@pytest.mark.rule("KZS-11")
def test_e10_a_draft_is_seen_by_its_owner_only() -> None:
    table = board_e()
    before = {viewer: table.view(viewer).pages[0] for viewer in (1, SPECTATOR)}
    play(table, "0: plan w5 plain", "0: fence e4", "0: fence d4")
    for viewer in (1, SPECTATOR):
        assert table.view(viewer).pages[0] == before[viewer]
        assert 0 not in table.view(viewer).plans
    assert table.view(0).plans[0].draft == ("d4", "e4")
    assert {line.heard[1] for line in table.lines if line.seat == 0} == {""}


@pytest.mark.rule("KZS-16", "KZS-17", "KZS-18", "KZS-R7")
def test_e11_to_e14_which_estates_fit() -> None:
    s = only_intact(board_e().state, "a1 a2 a3 b1")
    assert fits(s, "w2", "plain")
    assert not fits(s, "w1", "plain")
    assert not fits(only_intact(board_e().state, "a4 b3 b4 b5"), "w2", "plain")
    assert fits(only_intact(board_e().state, "a4 b3 b4 b5", bridges="b4-b5"), "w2", "plain")
    s = only_intact(board_e().state, "a4 a5 b3 b4 b5", bridges="a4-a5")
    assert all_estates(s, "w2", "plain") == {"a4 a5 b3 b5"}
    assert fits(only_intact(board_e().state, "d2 d3 d4 d5 e5 f3 f4 f5 g4"), "tailoring", "double")
    assert not fits(only_intact(board_e().state, "d2 d3 d4 d5 e5 f3 f4 f5"), "tailoring", "double")


def all_estates(s: State, action: str, mode: str) -> set[str]:
    """All estates of an action, found by walking the options cell by cell."""
    s.deed[0], s.mode[0] = cards.ACTION_IDS.index(action), ("plain", "shield", "double").index(mode)
    found, waiting, seen = set(), [(0, 0)], set()
    while waiting:
        s.draft[0:2] = waiting.pop()
        if not any(estates.fenceable(s, 0)):
            found.add(" ".join(cells_in(*s.draft[0:2])))
        for name in cells_in(*estates.fenceable(s, 0)):
            one = mask(s, name)
            following = (s.draft[0] | one[0], s.draft[1] | one[1])
            if following not in seen:
                seen.add(following)
                waiting.append(following)
    s.draft[0:2], s.deed[0] = [0, 0], -1
    return found


@pytest.mark.rule("KZS-21", "KZS-R8")
def test_e15_holes() -> None:
    ring, s = "d3 d4 e3 e5 f3 f4", board_e().state
    assert hole(s, ring) == ("e4",)
    for gap in ring.split():
        assert hole(s, ring.replace(gap, "")) == ()
    assert hole(s, "a2 b1") == ()


@pytest.mark.rule("KZS-24", "KZS-26", "KZS-25", "KZS-R10")
def test_e16_which_squares_may_be_cut() -> None:
    s = board_e().state
    options = cut_options(s)
    pieces = {war: arguments(options, "cut", "piece", war) for war in ("w1", "w2", "w3", "w4", "w5")}
    assert pieces == {"w1": ["1", "3"], "w2": ["2", "3"], "w3": ["1", "2", "3", "4"], "w4": ["1", "4"], "w5": ["3", "4"]}
    assert len(options) == CUTS
    marks.lose_square(s, 0, 2, 0)
    assert arguments(cut_options(s), "cut", "piece", "w3") == ["2", "3"]
    marks.lose_square(s, 0, 2, 1)
    marks.lose_square(s, 0, 2, 2)
    assert arguments(cut_options(s), "cut", "piece", "w3") == []


@pytest.mark.rule("KZS-24", "KZS-25", "KZS-20", "KZS-R6", "KZS-R10")
def test_e17_e18_cut_requirements() -> None:
    s = board_e().state
    require(s, "tailoring", 1)
    assert not arguments(cut_options(s), "cut", "req", "tailoring")
    only_intact(s, "c5 d4 d5")  # two houses and a double arrow
    assert fits(s, "tailoring", "double")
    s = board_e().state
    require(s, "w5", 2, 2)
    assert fits(s, "w5", "double")
    only_intact(s, "d2 d3 d4 d5 e5 f3 f4 f5 g4")  # four houses, four trees and a double arrow
    assert fits(s, "w5", "double")


@pytest.mark.rule("KZS-34", "KZS-36", "KZS-38", "KZS-39", "KZS-40", "KZS-R14", "KZS-R16")
def test_e19_the_challenges_of_the_first_round() -> None:
    options = challenge_phase(board_e()).legal(0)
    assert len(arguments(options, "challenge", "fever", "pair")) == 17
    assert len(arguments(options, "challenge", "root-rot", "pair")) == 21
    assert arguments(options, "challenge", "blight") == ["w2 2", "w3 2", "w4 1"]
    assert arguments(options, "challenge", "deserter") == ["w1 1", "w1 3", "w3 3", "w3 4", "w4 4"]
    assert len(options) == 17 + 21 + 3 + 5


@pytest.mark.rule("KZS-36", "KZS-40", "KZS-41", "KZS-35", "KZS-37", "KZS-R13", "KZS-R15")
def test_e20_e21_challenges_are_resolved_together_and_fever_spreads() -> None:
    table = challenge_phase(board_e())
    play(table, "0: challenge fever pair d3 d4")
    assert table.view(1).answers == {}
    assert table.view(1).ready == (True, False)
    play(table, "1: challenge deserter w4 4")
    s = table.state
    assert table.view(SPECTATOR).pages[1].sick == ("d3", "d4")
    assert table.view(SPECTATOR).pages[0].pieces["w4"].left == (1, 2, 3)
    s.fenced[2] |= mask(s, "c5")[0]
    challenge_phase(table, round=2)
    assert "challenge fever spread" in table.legal(0)
    play(table, "0: challenge fever spread", "1: challenge deserter w1 1")
    assert table.view(SPECTATOR).pages[1].sick == ("d2", "d3", "d4")


@pytest.mark.rule("KZS-37", "KZS-35", "KZS-R13")
def test_e22_sickness_crosses_the_creek() -> None:
    table = challenge_phase(board_e())
    table.state.sick[2:4] = mask(table.state, "b4")
    play(table, "0: challenge fever spread", "1: challenge deserter w1 1")
    assert table.view(OPEN).pages[1].sick == ("a5", "b4", "c5")


@pytest.mark.rule("KZS-31", "KZS-34", "KZS-R14")
def test_e23_crossed_boxes_forbid_challenges() -> None:
    table = challenge_phase(board_e())
    round_one = [0, 4, 8, 12]
    table.state.wards[1] = sum(1 << box for box in round_one)
    assert table.legal(0) == ["challenge none"]
    table.state.wards[1] = sum(1 << box for box in round_one[:3])
    assert {option.split()[1] for option in table.legal(0)} == {"deserter"}
    with pytest.raises(IllegalMove, match="KZS-31"):
        table.play(0, "challenge fever pair d3 d4")


@pytest.mark.rule("KZS-32")
def test_e24_pages_go_left_then_right() -> None:
    s = GAME.new(4)
    targets = []
    for number in (1, 2, 3, 4):
        s.round = number
        targets.append([challenges.target_of(s, seat) for seat in range(4)])
    assert targets == [[3, 0, 1, 2], [1, 2, 3, 0]] * 2


@pytest.mark.rule("KZS-42", "KZS-43", "KZS-44", "KZS-46", "KZS-47", "KZS-53", "KZS-48", "KZS-R18")
def test_e25_e26_two_passes_of_submission() -> None:
    table = submitting(board_e(), "w1 w4", "w3 w3")
    assert len(table.legal(0)) == 7
    play(table, "0: place w1 c5 d5 e5")
    assert table.view(0).labels == dict.fromkeys(("c5", "d5", "e5"), "1A")
    assert table.view(0).steps == 3
    assert arguments(table.legal(0), "explore") == ["b4", "c3", "c5", "d4"]
    play(table, "0: explore c5", "0: explore c6", "0: explore c7")
    assert table.view(0).lanes == {"coin": (0, 0), "jade": (1, 0), "silk": (1, 0)}
    assert table.to_act == [1]
    assert len(table.legal(1)) == 9
    play(table, "1: place w3 a1 a2 b1 b2", "1: explore d7", "1: explore d8", "1: explore e8")
    assert table.view(0).lanes == {"coin": (0, 1), "jade": (1, 1), "silk": (1, 0)}
    assert {"e9", "f8", "e7"} <= set(arguments(table.legal(1), "explore"))
    play(table, "1: explore f8")
    assert table.to_act == [0]
    assert len(table.legal(0)) == 3
    assert {option.split()[1] for option in table.legal(0)} == {"w4"}


@pytest.mark.rule("KZS-48", "KZS-49")
def test_e27_army_squares_need_icons() -> None:
    table = submitting(board_e("e2"), "w1", "")
    play(table, "0: place w1 c5 d5 e5")
    assert arguments(table.legal(0), "explore") == ["d2", "e1", "e3", "f2"]
    play(table, "0: explore e3")
    assert arguments(table.legal(0), "explore") == ["d2", "d3", "e1", "f2", "f3"]
    with pytest.raises(IllegalMove, match="KZS-48"):
        table.play(0, "explore e4")


@pytest.mark.rule("KZS-55", "KZS-45", "KZS-R19")
def test_e28_e29_an_unmatched_piece_gives_one_step_with_its_icons() -> None:
    table = board_e()
    with pytest.raises(IllegalMove, match="KZS-45"):
        submitting(board_e(), "w1", "").play(0, "unmatched w1")
    cover(table.state, "c5 d9 g6")
    submitting(table, "w1", "")
    assert table.legal(0) == ["unmatched w1"]
    play(table, "0: unmatched w1")
    assert arguments(table.legal(0), "explore") == ["b4", "c3", "c5", "d4"]
    play(table, "0: explore c5")
    assert (table.view(0).phase, table.view(0).round) == ("plan", 2)
    table = board_e("e2")
    cover(table.state, "c5 d9 g6")
    submitting(table, "w1", "")
    play(table, "0: unmatched w1", "0: explore e3")


@pytest.mark.rule("KZS-46", "KZS-49", "KZS-R21")
def test_e30_steps_that_cannot_be_made_are_lost() -> None:
    table = board_e()
    s = table.state
    cross_all(s, "obhtcjks")
    s.squares[0] = 1
    submitting(table, "w1", "")
    table.play(0, table.legal(0)[0])
    assert table.view(0).phase == "plan"


@pytest.mark.rule("KZS-51", "KZS-30", "KZS-R11", "KZS-R12")
def test_e31_a_shield_in_the_dungeon() -> None:
    for number, boxes in ((1, 12), (4, 0)):
        table = submitting(board_e(), "w3", "", round=number)
        table.play(0, table.legal(0)[0])
        play(table, "0: explore b4")
        options = table.legal(0)
        assert len(arguments(options, "ward")) == (boxes + 1 if boxes else 0)
        assert ("ward none" in options) == bool(boxes)


@pytest.mark.rule("KZS-52", "KZS-46", "KZS-R11", "KZS-R20", "KZS-R32")
def test_e32_e33_tailoring_in_the_dungeon_is_a_duty_and_does_not_touch_the_piece_under_way() -> None:
    table = submitting(board_e("e2"), "w2", "")
    play(table, "0: place w2 c1 c2 d1", "0: explore e1")
    assert len(table.legal(0)) == CUTS
    assert "cut none" not in table.legal(0)
    with pytest.raises(IllegalMove, match="KZS-52"):
        table.play(0, "cut none")
    play(table, "0: cut piece w2 2")
    assert table.view(0).steps == 2
    assert table.view(0).troops == {"archer": 2, "supply": 1}


@pytest.mark.rule("KZS-54", "KZS-58", "KZS-56", "KZS-5", "KZS-R22", "KZS-R23")
def test_e34_e35_two_treasures_win_at_once() -> None:
    table = board_e()
    s = table.state
    assert cards.LANE == (9, 17)
    s.lanes[:] = [5, 2, 2, 4, 4, 0]
    assert [scoring.team_points(s, team) for team in (0, 1)] == [3, 1]
    assert table.view(0).owners == {"coin": 0, "jade": None, "silk": None}
    submitting(table, "w1", "w3")
    play(table, "0: place w1 c5 d5 e5", "0: explore c5", "0: explore c6")
    assert table.over
    assert table.winners() == [0]
    assert table.scores() == [4, 1]


@pytest.mark.rule("KZS-58", "KZS-R22")
@pytest.mark.parametrize(("lanes", "points"), [([4, 4, 0, 0, 2, 5], [0, 2]), ([4, 3, 1, 2, 3, 3], [1, 1])])
def test_e36_points(lanes: list[int], points: list[int]) -> None:
    s = board_e().state
    s.lanes[:] = lanes
    assert [scoring.team_points(s, team) for team in (0, 1)] == points


@pytest.mark.rule("KZS-59", "KZS-R24")
@pytest.mark.parametrize(
    ("cells", "bridges", "size"),
    [
        ("a1 a2 a3 b1", "", 4),
        ("", "", 0),
        ("d3 d4 e3 e5 f3 f4", "", 5),
        ("d3 d4 e3 e4 e5 f3 f4", "", 7),
        ("d1 d2 e1 e2 f1", "", 4),
        ("a4 a5 a6 b4 b5", "", 3),
        ("a4 a5 a6 b4 b5", "b4-b5", 5),
    ],
)
def test_e37_to_e39_beauty(cells: str, bridges: str, size: int) -> None:
    assert beauty_of(only_intact(board_e().state, cells, bridges=bridges)) == size


@pytest.mark.rule("KZS-59", "KZS-R24")
def test_e37_the_fresh_page() -> None:
    assert beauty_of(board_e().state) == 36


@pytest.mark.rule("KZS-27", "KZS-17", "KZS-30", "KZS-R3", "KZS-R9", "KZS-R11")
def test_e40_bridges_serve_the_next_estate() -> None:
    table = board_e()
    only_intact(table.state, "a3 a4 a5 b3 b4 b5 c2 c3 c4")
    play(table, "0: plan bridges plain", "0: fence a3", "0: fence b3", "0: fence c3", "0: fence c2")
    assert table.legal(0) == ["bridge a4-a5", "bridge a5-b4", "bridge b4-b5"]
    with pytest.raises(IllegalMove, match="KZS-27"):
        table.play(0, "bridge none")
    play(table, "0: bridge b4-b5", "0: bridge a4-a5")
    assert table.legal(0) == ["plan w1 plain"]
    play(table, "0: plan w1 plain", "0: fence a4", "0: fence a5", "0: fence b5", "0: fence b4")
    assert len(table.legal(0)) == 16
    play(table, "0: ward fever 1", "0: ward fever 2")
    assert 0 not in table.to_act


@pytest.mark.rule("KZS-12", "KZS-R2")
def test_e41_nothing_fits() -> None:
    table = board_e()
    only_intact(table.state, "a1 h9")
    assert table.legal(0) == ["plan none"]
    play(table, "0: plan none")
    assert table.to_act == [1]


@pytest.mark.rule("KZS-2", "KZS-4", "KZS-5", "KZS-23")
@pytest.mark.parametrize(
    ("at", "old", "new"),
    [
        (0, "ssapapspa", "ssapapspp"),  # wrong numbers of icons
        (1, "baopssjok", "baopssjoo"),  # eight silk
        (2, "creek 4 4 5", "creek 4 4 6"),  # a jump of two
        (3, "psa/a..", "ppas"),  # w4 and w5 of equal shape
        (3, "knowledge", "battle"),  # not due
        (2, "village all", "village 0"),  # another page
    ],
)
def test_e42_bad_pages_are_refused(at: int, old: str, new: str) -> None:
    table = Table(GAME, 2, {"start": "0"})
    for line in BOARD_E[:at]:
        table.feed(line)
    before = table.state.to_bytes()
    with pytest.raises((IllegalMove, BadNotation)):
        table.feed(BOARD_E[at].replace(old, new))
    assert table.state.to_bytes() == before


@pytest.mark.rule("KZS-1", "KZS-R34")
def test_e42_three_players_are_refused() -> None:
    with pytest.raises(BadOption):
        Table(GAME, 3)


@pytest.mark.rule("KZS-28", "KZS-24", "KZS-25", "KZS-R3", "KZS-R11")
def test_e43_e44_doubled_tailoring() -> None:
    table = board_e()
    play(table, "0: plan tailoring double")
    close_estate(table)
    plan = table.view(0).plans[0]
    assert (plan.marks, plan.shields, plan.step) == (4, 4, "cut")
    assert table.view(0).pages[0].arrows["tailoring"] == (1,)
    assert len(table.legal(0)) == CUTS + 1
    play(table, "0: cut req w3 house", "0: cut piece w4 4", "0: cut none")
    assert GAME.words.ask(table.state, 0).endswith("(1 left).")
    play(table, "0: cut req w3 tower")
    page = table.view(0).pages[0]
    assert page.required["w3"] == {"house": 2, "tree": 1, "tower": 0, "gate": 0}
    assert page.pieces["w4"].left == (1, 2, 3)
    assert table.view(0).plans[0].step == "plan"
    play(table, "0: plan w1 plain")
    close_estate(table)
    assert (table.view(0).plans[0].step, table.view(0).plans[0].shields) == ("ward", 4)


@pytest.mark.rule("KZS-30", "KZS-R12")
def test_e45_shields_without_a_box_are_lost() -> None:
    table = board_e()
    s = table.state
    s.round, s.shields[0] = 4, 2
    s.wards[0] = 1 << 3 | 1 << 7 | 1 << 11
    planning.prepare(s, 0)
    assert table.legal(0) == ["ward deserter 4"]
    play(table, "0: ward deserter 4")
    assert 0 not in table.to_act
    assert s.shields[0] == 0


@pytest.mark.rule("KZS-7", "KZS-8")
def test_e46_starting_seats() -> None:
    from zashiki.games.kazoku_scribe.state import round_start

    s = Table(GAME, 4, {"start": "3"}, seed=1).state
    assert GAME.acting(s) == [2]
    starts = []
    for number in (1, 2, 3, 4):
        s.round = number
        starts.append(round_start(s))
    assert starts == [3, 0, 1, 2]


@pytest.mark.rule("KZS-43", "KZS-44")
def test_e47_a_single_square() -> None:
    table = board_e()
    table.state.squares[5 + 1] = 4
    submitting(table, "", "w2", round=2)
    assert len(table.legal(1)) == 21
    play(table, "1: place w2 f1")
    assert table.view(0).labels == {"f1": "2B"}
    assert table.view(0).steps == 1


@pytest.mark.rule("KZS-59", "KZS-57", "KZS-R24")
def test_e48_the_better_village_of_a_team_counts() -> None:
    s = Table(GAME, 4, {"start": "0"}, seed=3).state
    s.phase = phase.OVER
    for seat, size in enumerate((9, 5, 2, 8)):
        basic = "".join(GAME.eyes.view(s, SPECTATOR).pages[seat].rows)
        cells = largest_strip(basic, size, s.creek[8 * seat : 8 * seat + 8])
        only_intact(s, cells, seat)
        assert beauty_of(s, seat) == size
    assert scoring.winners(s) == 0b0101


def largest_strip(letters: str, size: int, creek: list[int]) -> str:
    """So many connected basic cells on the west bank."""
    start = next(c for c in range(72) if letters[c] in "htwg" and c % 9 < creek[c // 9])
    chosen = [start]
    while len(chosen) < size:
        near = (
            n for c in chosen for n in cards.NEIGHBOURS[c] if n not in chosen and letters[n] in "htwg" and n % 9 < creek[n // 9]
        )
        chosen.append(next(near))
    return " ".join(cards.CELL_IDS[c] for c in chosen)


@pytest.mark.rule("KZS-21", "KZS-17", "KZS-R8")
def test_e49_a_hole_spoils_an_estate() -> None:
    s = board_e().state
    require(s, "bridges", 0, 2, 1)
    only_intact(s, "f4 f5 g3 g4 g6 h4 h5", bridges="f5-g6")
    assert not fits(s, "bridges", "double")
    only_intact(s, "f4 f5 g3 g4 g5 g6 h4 h5")
    assert all_estates(s, "bridges", "double") == {"f4 f5 g3 g4 g5 h4 h5", "f5 g3 g4 g5 g6 h4 h5"}


@pytest.mark.rule("KZS-29", "KZS-12", "KZS-R2", "KZS-R5")
def test_e50_after_a_doubled_war_action_only_special_ones() -> None:
    table = board_e()
    only_intact(table.state, "a1 a2 a3 b1 c3 c4 c5 d2 d3 d4 d5 e5 f4")
    play(table, "0: plan w1 double")
    for cell in "c3 c4 c5 d4 d5 d3 d2 e5 f4".split():  # noqa: SIM905
        table.play(0, f"fence {cell}")
    assert table.legal(0) == ["plan none"]
    assert fits(table.state, "w2", "plain")


@pytest.mark.rule("KZS-42", "KZS-55", "KZS-44", "KZS-1", "KZS-R18")
def test_e51_the_order_of_submission() -> None:
    table = Table(GAME, 4, {"start": "2"}, seed=5)
    table.play(1, table.legal(1)[0])
    submitting(table, "w1", "", "w1 w2", "w3 w3", round=2)
    order: list[int] = []
    labels: list[str] = []
    while table.view(0).round == 2 and not table.over:
        seat, before = table.to_act[0], table.view(0)
        table.play(seat, table.legal(seat)[0])
        if before.stage == "submit":
            order.append(seat)
            labels += {label for cell, label in table.view(0).labels.items() if cell not in before.labels}
    assert order == [3, 0, 2, 3, 2]
    assert labels == ["2B", "2A", "2A", "2B", "2A"]


@pytest.mark.rule("KZS-1", "KZS-3", "KZS-9")
@pytest.mark.parametrize("options", [{"start": "2"}, {"villages": "mixed"}, {"beginner": "maybe"}, {"weather": "fair"}])
def test_e52_bad_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        Table(GAME, 2, options)


@pytest.mark.rule("KZS-10", "KZS-57", "KZS-59", "KZS-58")
def test_the_complete_record_of_the_rules() -> None:
    table = replay(read_kifu((RECORDS / "complete-game.kifu").read_text(encoding="utf-8")), GAMES)
    view = table.view(OPEN)
    assert view.lanes == {"coin": (1, 4), "jade": (3, 4), "silk": (5, 1)}
    assert (table.scores(), view.beauty, table.winners()) == ([2, 2], (5, 8), [1])
    assert (len(view.labels), len(view.crossed)) == (41, 43)
    keys = ("fenced", "sick", "intact", "estates", "bridges", "wards", "requirement_icons", "piece_squares")
    numbers = [page_numbers(page) for page in view.pages]
    assert [tuple(page[key] for key in keys) for page in numbers] == [(44, 6, 22, 7, 1, 9, 25, 15), (45, 2, 25, 8, 2, 10, 25, 15)]


@pytest.mark.rule("KZS-10", "KZS-11")
def test_the_record_for_four_players() -> None:
    table = replay(read_kifu((RECORDS / "four-players.kifu").read_text(encoding="utf-8")), GAMES)
    expected = json.loads((RECORDS / "four-players.json").read_text(encoding="utf-8"))
    assert GAME.eyes.summary(table.state) == expected
