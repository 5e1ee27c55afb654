"""The worked examples of the specification of Rights of Losers, EX-1 to EX-32."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.games.rights_of_losers.positions import after_plays, chips_of, options, owner, play, position, scores
from zashiki.core.errors import BadNotation, BadOption, IllegalMove
from zashiki.core.game import seats_in
from zashiki.core.record import positions, read_kifu, replay
from zashiki.core.table import Table
from zashiki.games import GAMES
from zashiki.games.rights_of_losers import GAME
from zashiki.games.rights_of_losers.cards import CARD_IDS, EMPTY, HALF, NEAR, POINT_IDS, SPACE_IDS
from zashiki.games.rights_of_losers.state import State, put_card

OPEN_AT_START = "1,1 1,2 1,8 1,9 2,1 2,2 2,8 2,9 4,4 4,5 4,6 5,4 5,5 5,6 6,4 6,5 6,6 8,1 8,2 8,8 8,9 9,1 9,2 9,8 9,9".split()  # noqa: SIM905


def refusal(s: State, seat: int, text: str) -> str:
    """The clause a move is refused with."""
    table = Table(GAME, s.players)
    table.state = s
    with pytest.raises(IllegalMove) as error:
        table.play(seat, text)
    return error.value.clause


@pytest.mark.rule("ROL-13", "ROL-14", "ROL-15", "ROL-10")
@pytest.mark.parametrize(
    ("players", "leader", "low", "plays", "winner"),
    [
        (3, 0, False, "r5 r1 r10", 2),  # EX-1
        (3, 0, True, "r5 r1 r10", 1),
        (3, 0, False, "r2 g10 r1", 0),  # EX-2a
        (3, 0, True, "r2 g1 r10", 0),  # EX-2b
        (4, 2, False, "b4 b6 p10 b5", 3),  # EX-2c
        (5, 4, False, "y5 r10 g10 r1 b1", 4),  # EX-4
        (5, 4, True, "y5 r10 g10 r1 b1", 4),
    ],
)
def test_the_strongest_card_of_the_led_colour_wins(players: int, leader: int, low: bool, plays: str, winner: int) -> None:
    s = after_plays(plays, players=players, leader=leader, low=low)
    assert s.winner == winner
    assert s.phase == 3
    assert sorted(GAME.eyes.summary(s)["won"]) == sorted(plays.split())  # type: ignore[arg-type]
    assert s.tricks_won[winner] == 1


@pytest.mark.rule("ROL-11", "ROL-12")
def test_ex3_who_holds_the_led_colour_must_play_it() -> None:
    s = position(hands={1: "r3 r9 g1"}, plays="r5", seat=1)
    assert options(s) == ["play r3", "play r9"]
    assert refusal(s, 1, "play g1") == "ROL-11"
    s = position(hands={1: "r3 r9 g1"}, plays="p5", seat=1)
    assert options(s) == ["play r3", "play r9", "play g1"]
    assert refusal(s, 1, "play g2") == "ROL-10"


@pytest.mark.rule("ROL-18", "ROL-19", "ROL-R6")
def test_ex5_twenty_five_points_are_open_at_the_start() -> None:
    assert options(position(phase="chip", winner=0, seat=1)) == [f"chip {point}" for point in OPEN_AT_START]


@pytest.mark.rule("ROL-16", "ROL-17", "ROL-21", "ROL-4")
def test_ex6_losers_place_clockwise_from_the_winners_left() -> None:
    s = position(4, phase="chip", winner=2, seat=3, won="r1 r2 r3 r4")
    assert refusal(s, 2, "chip 5,5") == "ROL-17"
    play(s, "3: chip 5,5")
    assert s.seat == 0
    assert len(options(s)) == 24
    assert "chip 5,5" not in options(s)
    play(s, "0: chip 4,5", "1: chip 5,4")
    assert (GAME.eyes.summary(s)["phase"], s.seat, s.supply[:4]) == ("pick", 2, [9, 9, 10, 9])


@pytest.mark.rule("ROL-18", "ROL-20", "ROL-22", "ROL-21", "ROL-R4")
def test_ex7_where_no_chip_may_lie() -> None:
    s = position(phase="chip", winner=0, seat=1, chips={2: "2,2"})
    for point in ("1,3", "3,3", "1,5"):
        assert refusal(s, 1, f"chip {point}") == "ROL-22"
    for point in ("2,3", "4,3"):
        assert refusal(s, 1, f"chip {point}") == "ROL-18"
    for point in ("0,1", "1,10", f"1,{'9' * 5000}"):
        assert refusal(s, 1, f"chip {point}") == "ROL-20"
    assert refusal(s, 1, "chip 2,2") == "ROL-21"
    assert {"chip 1,2", "chip 4,4", "chip 9,8"} <= set(options(s))


@pytest.mark.rule("ROL-18", "ROL-26", "ROL-R5")
def test_ex8_a_building_opens_the_points_around_it() -> None:
    before = set(options(position(phase="chip", winner=0, seat=1)))
    after = options(position(phase="chip", winner=0, seat=1, field="3,3=r7"))
    assert len(after) == 32
    assert set(after) - before == {f"chip {point}" for point in ["2,3", "2,4", "3,2", "3,3", "3,4", "4,2", "4,3"]}


@pytest.mark.rule("ROL-24", "ROL-25", "ROL-27", "ROL-R29", "ROL-R7")
def test_ex9_two_cards_are_built_and_the_rest_leaves() -> None:
    s = position(phase="pick", winner=1, won="r2 r9 g4")
    assert options(s) == ["pick r2", "pick r9", "pick g4"]
    play(s, "1: pick r9")
    assert len(options(s)) == 20
    assert not {"build 1,1", "build 5,5"} & set(options(s))
    assert refusal(s, 1, "build 2,2") == "ROL-25"
    assert refusal(s, 1, "build 5,5") == "ROL-25"
    with pytest.raises(BadNotation):
        GAME.actions.read("build 01,3")  # no point is written like this, so nothing can be said about it
    play(s, "1: build 3,3")
    assert options(s) == ["pick r2", "pick g4"]
    assert refusal(s, 1, "pick r9") == "ROL-24"
    play(s, "1: pick g4")
    assert len(options(s)) == 19
    assert refusal(s, 1, "pick r2") == "ROL-24"
    play(s, "1: build 9,5")
    assert GAME.eyes.summary(s)["removed"] == ["r2"]
    assert GAME.eyes.summary(s)["phase"] == "action"
    assert refusal(s, 1, "pick r2") == "ROL-24"


def twenty_buildings(*, without: str = "", number: int = 1) -> str:
    """Cards on all building spaces but some, as many of a number as the five colours give, then the next number."""
    spaces = [space for space in SPACE_IDS if space not in ("1,1", "1,9", "5,5", "9,1", "9,9", *without.split())]
    cards = [f"{colour}{n}" for n in range(number, 11) for colour in "rygbp"]
    return " ".join(f"{space}={card}" for space, card in zip(spaces, cards, strict=False))


@pytest.mark.rule("ROL-25", "ROL-36", "ROL-5", "ROL-R1")
def test_ex10_the_tenth_trick_fills_the_field() -> None:
    s = position(phase="pick", trick=10, winner=1, won="b9 b10 p10", field=twenty_buildings(without="1,3 9,7"))
    play(s, "1: pick b9")
    assert options(s) == ["build 1,3", "build 9,7"]
    play(s, "1: build 9,7", "1: pick b10")
    assert options(s) == ["build 1,3"]
    play(s, "1: build 1,3")
    assert len(GAME.eyes.summary(s)["field"]) == 25  # type: ignore[arg-type]


@pytest.mark.rule("ROL-26", "ROL-42", "ROL-43")
def test_ex11_one_chip_counts_for_two_cards() -> None:
    s = position(phase="pick", winner=2, won="g5 r1 r2", field="3,3=r7", chips={0: "3,4"})
    assert scores(s) == [7, 0, 0]
    play(s, "2: pick g5", "2: build 3,5")
    assert scores(s) == [12, 0, 0]


@pytest.mark.rule("ROL-28", "ROL-29", "ROL-32", "ROL-33", "ROL-34", "ROL-R13")
def test_ex12_the_winners_actions() -> None:
    s = position(phase="action", winner=1, chips={1: "2,2 5,5", 0: "1,1"})
    assert options(s) == ["lead 0", "lead 2", "reverse", "lift 2,2", "lift 5,5", "pass"]
    assert refusal(s, 1, "lead 1") == "ROL-29"
    assert refusal(s, 1, "lift 1,1") == "ROL-32"
    assert refusal(s, 1, "lift 4,4") == "ROL-33"
    assert refusal(s, 1, "drop 4,4") == "ROL-9"
    assert refusal(s, 1, "lead 4") == "ROL-29"


@pytest.mark.rule("ROL-33", "ROL-R18")
def test_ex13_without_a_chip_on_the_field_nothing_can_be_moved() -> None:
    s = position(5, phase="action", winner=3)
    assert options(s) == ["lead 0", "lead 1", "lead 2", "lead 4", "reverse", "pass"]
    assert GAME.words.ask(s, 3) == "Take one action: appoint a leader, reverse, or nothing."


@pytest.mark.rule("ROL-29", "ROL-30", "ROL-31", "ROL-R14", "ROL-R10", "ROL-R15")
@pytest.mark.parametrize(("action", "leader", "turned"), [("lead 2", 2, 0), ("lead 0", 0, 0), ("reverse", 1, 1), ("pass", 1, 0)])
def test_ex14_who_leads_the_next_trick(action: str, leader: int, turned: int) -> None:
    s = position(phase="action", winner=1)
    play(s, f"1: {action}")
    assert (s.trick, s.leader, s.seat, s.reversed, s.winner) == (2, leader, leader, turned, -1)
    assert GAME.eyes.view(s, 0).history[0].action == action


@pytest.mark.rule("ROL-31", "ROL-R11")
def test_ex15_reversing_twice_is_high_again() -> None:
    s = position(phase="action", winner=1, low=True)
    play(s, "1: reverse")
    assert s.reversed == 0


@pytest.mark.rule("ROL-23", "ROL-R12")
def test_chips_on_the_centre_card_stay_when_it_is_turned() -> None:
    s = position(phase="action", winner=1, chips={0: "4,5 5,5", 2: "4,4"})
    owned = owner(s, "5,5")
    play(s, "1: reverse")
    assert (chips_of(s, 0), chips_of(s, 2), owner(s, "5,5")) == ("4,5 5,5", "4,4", owned)
    assert owned == 0


@pytest.mark.rule("ROL-32", "ROL-30", "ROL-23", "ROL-R16", "ROL-R17")
def test_ex16_moving_a_chip() -> None:
    s = position(phase="action", winner=1, chips={1: "2,2 5,5", 0: "1,1"})
    supplies = s.supply[:]
    play(s, "1: lift 5,5")
    assert options(s) == [f"drop {point}" for point in OPEN_AT_START if point not in ("1,1", "2,2", "5,5")]
    assert refusal(s, 1, "drop 5,5") == "ROL-32"
    assert refusal(s, 1, "drop 1,1") == "ROL-21"
    assert GAME.eyes.view(s, 0).history[0].action is None
    play(s, "1: drop 1,2")
    assert GAME.eyes.view(s, 0).history[0].action == "move 5,5 1,2"
    assert s.supply == supplies
    assert (chips_of(s, 1), s.trick, s.leader) == ("1,2 2,2", 2, 1)


@pytest.mark.rule("ROL-35", "ROL-36", "ROL-R19")
@pytest.mark.parametrize(
    ("actions", "expected"),
    [("lead 0", [10, 13, 0]), ("reverse", [10, 13, 0]), ("pass", [10, 13, 0]), ("lift 2,2,drop 3,3", [10, 1, 0])],
)
def test_ex17_the_last_action(actions: str, expected: list[int]) -> None:
    s = position(phase="action", trick=10, winner=1, chips={1: "2,2", 0: "5,5"})
    for space in range(len(SPACE_IDS)):
        if s.field[space] == EMPTY:
            put_card(s, space, CARD_IDS.index("r1"))  # every building is a 1
    assert scores(s) == [10, 13, 0]
    if actions.startswith("lift"):
        play(s, "1: lift 2,2")
        assert len(options(s)) == 79
        play(s, "1: drop 3,3")
    else:
        play(s, f"1: {actions}")
    assert GAME.eyes.summary(s)["over"]
    assert scores(s) == expected


@pytest.mark.rule("ROL-35", "ROL-R19")
def test_actions_without_effect_are_marked_in_the_last_trick() -> None:
    s = position(phase="action", trick=10, winner=1, chips={1: "2,2"})
    words = {text: GAME.words.label(s, 1, GAME.actions.read(text)) for text in options(s)}
    assert [text for text, label in words.items() if "no effect" in label] == ["lead 0", "lead 2", "reverse"]
    assert "only a chip you move" in GAME.words.ask(s, 1)
    assert not any("next" in GAME.words.tell(s, 1, GAME.actions.read(text), 0) for text in options(s))
    s.trick = 9
    assert not any("no effect" in GAME.words.label(s, 1, GAME.actions.read(text)) for text in options(s))
    assert GAME.words.tell(s, 1, GAME.actions.read("pass"), 0) == "{1} takes no action and leads the next trick."


@pytest.mark.rule("ROL-37", "ROL-38", "ROL-39", "ROL-40", "ROL-41", "ROL-42", "ROL-R21", "ROL-R22", "ROL-R30")
@pytest.mark.parametrize(
    ("chips", "expected"),
    [
        (("5,5", "4,4 6,6", ""), 1),  # EX-18a
        (("5,5", "4,5", ""), 0),
        (("4,4", "4,5", ""), 1),
        (("5,5", "4,4", ""), 0),
        (("5,5 4,4", "4,5 5,4", ""), 0),  # EX-19a
        (("4,4 6,6", "4,5 4,6", ""), 1),
        (("4,5 6,5", "5,4 6,6", ""), 0),
        (("4,5 5,4", "5,5 6,5", ""), 1),
        (("4,5", "6,5", ""), None),  # EX-20a
        (("4,5 4,4", "6,5 6,6", "5,5"), None),
        (("4,4 4,6", "6,4 6,6", ""), None),
        (("4,5", "5,6", "4,4"), None),  # EX-21a
        (("4,5", "5,6", "5,5"), 2),
        (("3,5 5,3", "7,7", "5,7"), None),  # EX-22a
        (("4,4 4,6 6,4 6,6", "4,5 5,4 5,6 6,5", "5,5"), 1),
    ],
)
def test_ex18_to_22_who_owns_the_centre(chips: tuple[str, ...], expected: int | None) -> None:
    assert owner(position(chips=dict(enumerate(chips))), "5,5") == expected


@pytest.mark.rule("ROL-5", "ROL-20", "ROL-R2", "ROL-R3")
def test_ex23_and_24_what_touches_what() -> None:
    def touch(point: int, space: int) -> bool:
        return bool(NEAR[2 * space + point // HALF] >> point % HALF & 1)

    def touched(point: str) -> str:
        return " ".join(space for k, space in enumerate(SPACE_IDS) if touch(POINT_IDS.index(point), k))

    def touching(space: str) -> str:
        return " ".join(point for k, point in enumerate(POINT_IDS) if touch(k, SPACE_IDS.index(space)))

    assert touched("4,4") == "3,3 3,5 5,3 5,5"
    assert [touched(p) for p in ("3,4", "4,3", "3,3", "1,2")] == ["3,3 3,5", "3,3 5,3", "3,3", "1,1 1,3"]
    counts = [len(touched(point).split()) for point in POINT_IDS]
    assert (counts.count(1), counts.count(2), counts.count(4)) == (25, 40, 16)
    assert touching("1,1") == "1,1 1,2 2,1 2,2"
    assert touching("1,3") == "1,2 1,3 1,4 2,2 2,3 2,4"


@pytest.mark.rule("ROL-43", "ROL-44", "ROL-45", "ROL-46", "ROL-3", "ROL-R23", "ROL-R24")
@pytest.mark.parametrize(
    ("field", "chips", "expected"),
    [
        ("3,3=r7", ("", "3,3", ""), [0, 7, 0]),  # EX-25
        ("", ("1,1", "9,9", ""), [10, 10, 0]),  # EX-26a
        ("", ("1,1 1,9", "9,9", ""), [10, 0, 0]),
        ("3,3=r4", ("1,2 3,3", "2,1", ""), [4, 0, 0]),
        ("", ("1,1", "9,9", "5,5"), [10, 10, 10]),
        ("", ("", "", "1,1 1,9 5,5 9,1 9,9"), [0, 0, 10]),
        ("3,3=r7 3,5=g2 1,3=b10", ("2,2 3,3", "2,4 4,4", "3,4 2,3"), [17, 12, 10]),  # EX-27
    ],
)
def test_ex25_to_27_points(field: str, chips: tuple[str, ...], expected: list[int]) -> None:
    s = position(field=field, chips=dict(enumerate(chips)))
    assert scores(s) == expected
    if field.startswith("3,3=r7 3,5"):
        owned = {space: who for space, who in GAME.eyes.view(s, 0).owners.items() if who is not None}
        assert owned == {"1,1": 0, "1,3": 2, "3,3": 0, "3,5": 1, "5,5": 1}


@pytest.mark.rule("ROL-47", "ROL-48", "ROL-R25")
@pytest.mark.parametrize(
    ("players", "chips", "winners"),
    [(3, {0: "3,3 3,2", 1: "7,7"}, [0]), (3, {0: "3,3 3,2", 1: "7,7 7,8"}, [0, 1])],
)
def test_ex28_and_29a_fewest_unplaced_chips_break_a_tie(players: int, chips: dict[int, str], winners: list[int]) -> None:
    s = position(players, phase="over", trick=10, field="3,3=r7 7,7=g7", chips=chips)
    assert scores(s) == [7, 7, 0]
    assert seats_in(GAME.scoring.winners(s)) == winners


@pytest.mark.rule("ROL-48", "ROL-45", "ROL-41")
def test_ex29b_without_chips_all_share() -> None:
    s = position(4, phase="over", trick=10)
    assert (scores(s), seats_in(GAME.scoring.winners(s))) == ([0, 0, 0, 0], [0, 1, 2, 3])


@pytest.mark.rule("ROL-9", "ROL-16", "ROL-36", "ROL-R8", "ROL-R31")
def test_ex30_who_wins_every_trick_owns_nothing() -> None:
    s = position(hands={0: all_of("r"), 1: all_of("y"), 2: all_of("g")})
    while not GAME.eyes.summary(s)["over"]:
        seat = s.seat
        choice = "pass" if "pass" in options(s) else options(s)[0]
        play(s, f"{seat}: {choice}")
    assert s.tricks_won[:3] == [10, 0, 0]
    assert s.supply[:3] == [10, 0, 0]
    assert len(GAME.eyes.summary(s)["chips"]) == 20  # type: ignore[arg-type]
    assert scores(s)[0] == 0
    assert 0 not in seats_in(GAME.scoring.winners(s))


def all_of(colour: str) -> str:
    return " ".join(f"{colour}{number}" for number in range(1, 11))


@pytest.mark.rule("ROL-1", "ROL-8", "ROL-R27")
def test_ex31_seat_counts_and_options() -> None:
    for players, given in ((2, {}), (6, {}), (3, {"first_lead": "3"}), (3, {"first_lead": "-1"}), (3, {"moon": "1"})):
        with pytest.raises(BadOption):
            Table(GAME, players, given)
    table = Table(GAME, 3, {"first_lead": "1"}, seed=1)
    assert [line.text.split()[0] for line in table.lines] == ["deal", "deal", "deal"]
    assert table.to_act == [1]
    assert Table(GAME, 3, seed=1).lines[-1].text.startswith("first ")


CHECKPOINTS = {
    1: (0, False, [0, 0, 0], [0, 0, 0]),
    2: (2, True, [0, 0, 1], [0, 11, 0]),
    3: (0, True, [1, 0, 1], [14, 11, 20]),
    4: (2, True, [1, 0, 2], [15, 30, 10]),
    5: (0, True, [1, 0, 3], [5, 40, 0]),
    6: (2, True, [1, 0, 4], [15, 40, 26]),
    7: (1, True, [1, 1, 4], [33, 40, 17]),
    8: (1, True, [1, 2, 4], [30, 49, 8]),
    9: (1, True, [1, 3, 4], [34, 44, 17]),
    10: (1, True, [1, 4, 4], [42, 50, 14]),
}


@pytest.mark.rule("ROL-2", "ROL-6", "ROL-7", "ROL-9", "ROL-27", "ROL-47")
def test_ex32_a_complete_game() -> None:
    text = (Path(__file__).parent / "records" / "complete-game.kifu").read_text(encoding="utf-8")
    kifu = read_kifu(text)
    seen = {}
    for table in islice(positions(kifu, GAMES), 4, len(kifu.lines)):
        summary = GAME.eyes.summary(table.state)
        if summary["phase"] == "play" and not summary["plays"]:
            seen[summary["trick"]] = (summary["leader"], summary["reversed"], summary["tricks_won"], summary["scores"])
    assert seen == CHECKPOINTS
    end = replay(kifu, GAMES)
    summary = GAME.eyes.summary(end.state)
    assert (summary["building_points"], summary["land_cards"], summary["land_bonus"]) == ([45, 45, 9], [2, 2, 0], [10, 10, 0])
    assert {space for space, who in GAME.eyes.view(end.state, 0).owners.items() if who is None} == {"1,3", "5,5", "7,9"}
    assert summary["supply"] == [1, 4, 5]
    assert " ".join(summary["removed"]) == "r3 r7 y3 y7 g2 g8 g9 b8 p3 p6"  # type: ignore[arg-type]
    assert (end.scores(), end.winners()) == ([55, 55, 9], [0])
