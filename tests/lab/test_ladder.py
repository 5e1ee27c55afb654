"""The ladder: strengths that are known come out again, seats and deals favour nobody, parts are joined, wits are found."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from zashiki.bots import BOTS
from zashiki.bots.levels import NAMES
from zashiki.core.errors import BadOption
from zashiki.core.workers import Here, Processes
from zashiki.games import find_game
from zashiki.lab import ladder_players, ladder_tune
from zashiki.lab.ladder import POINTS, Ladder, Place, Set, Standings, Table, climb, play_set, rated, steps_between
from zashiki.lab.ladder_books import Book, joined, read_book
from zashiki.lab.ladder_page import write_page
from zashiki.lab.ladder_players import player, read_spec

FOUR = Place("rights-of-losers", 4)


def drawn(ladder: Ladder, strengths: dict[str, float], seats: tuple[float, ...] = (0, 0, 0, 0)) -> list[Set]:
    """Sets whose winners are drawn by strengths, in rating points."""
    rng, found = np.random.default_rng(ladder.seed), []
    for table in ladder.tables:
        for deal in range(ladder.sets):
            won = []
            for turn in range(table.turns):
                points = [strengths[name] + seat for name, seat in zip(table.seating(turn), seats, strict=False)]
                chances = np.exp(np.array(points[: ladder.place.sides]) / POINTS)
                won.append((int(rng.choice(len(chances), p=chances / chances.sum())),))
            found.append(Set(table.names, ladder.seed, deal, tuple(won)))
    return found


def test_strengths_and_seats_that_are_known_come_out_again() -> None:
    ladder = Ladder(FOUR, NAMES, 1000)
    strengths, seats = dict(zip(NAMES, (0, 100, 300, 350, 500, 650, 900), strict=True)), (0, 40, -30, 80)
    standings = rated(FOUR, drawn(ladder, strengths, seats))
    assert (standings.sets, standings.games, standings.fewest) == (4000, 16000, 1000)
    assert [rating.name for rating in standings.ratings] == list(NAMES)
    for rating in standings.ratings:
        assert rating.low - 15 <= 1000 + strengths[rating.name] <= rating.high + 15
        assert rating.high - rating.low < 90
    for lower, upper in pairwise(standings.ratings):
        assert upper.above == lower.name
        assert abs(upper.step - (strengths[upper.name] - strengths[lower.name])) < 30
    assert np.abs(np.array(standings.seats) - seats).max() < 25


def test_everybody_sits_in_every_seat_and_no_game_is_played_twice() -> None:
    for table in Ladder(FOUR, NAMES, 1).tables:
        assert table.turns == 4
        for seat in range(4):
            assert {table.seating(turn)[seat] for turn in range(4)} == set(table.names)
    assert [Table(FOUR, ("a", "b", "a", "b")).seating(turn) for turn in range(2)] == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert Table(FOUR, ("a", "b", "a", "b")).turns == 2
    three = Ladder(Place("saigo-no-kane", 3), ("greedy", "random"), 1)
    assert [(table.names, table.turns) for table in three.tables] == [
        (("greedy", "random", "greedy"), 3),
        (("random", "greedy", "random"), 3),
    ]


def test_partners_play_for_the_same_bot() -> None:
    (table,) = Ladder(Place("kazoku-scribe", 4), ("random", "greedy"), 2).tables
    assert [table.seating(turn) for turn in range(table.turns)] == [("random", "greedy") * 2, ("greedy", "random") * 2]


def test_parts_make_the_whole_and_what_was_played_is_not_played_again() -> None:
    ladder = Ladder(FOUR, NAMES, 25)
    whole = {(task.table.names, deal) for task in ladder.tasks() for deal in task.deals}
    assert len(whole) == 25 * 4
    parts = [{(task.table.names, deal) for task in ladder.tasks((k, 3)) for deal in task.deals} for k in (1, 2, 3)]
    assert set.union(*parts) == whole
    assert sum(map(len, parts)) == len(whole)
    done = [Set(names, 1, deal, ()) for names, deal in parts[0]]
    assert {(task.table.names, deal) for task in ladder.tasks(but=done) for deal in task.deals} == whole - parts[0]


# Playing


def test_bots_are_rated_the_same_by_any_number_of_processes_and_written_down(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite")
    place = Place("akiwado", 3)
    ladder, books = Ladder(place, ("random", "greedy", "kyubei"), 30), []
    for number, workers in enumerate((Here(), Processes(2))):
        book = Book(tmp_path / f"{number}.jsonl", place)
        climb(ladder.tasks(), workers, book.add)
        workers.close()
        books.append(book)
    here, there = (sorted((one.names, one.deal, one.won) for one in book.sets) for book in books)
    assert here == there
    standings = rated(place, books[0].sets)
    assert standings.ratings[1].step_low > 100  # greedy play is far above chance
    assert all(rating.milliseconds > 0 for rating in standings.ratings)
    write_page(standings, tmp_path / "akiwado.md", "`a command`, a day.")
    page = (tmp_path / "akiwado.md").read_text(encoding="utf-8")
    assert "| `greedy` |" in page
    assert "`a command`, a day." in page
    assert (tmp_path / "akiwado.svg").read_text(encoding="utf-8").count("<circle") == 3


def test_files_are_gone_on_with_and_joined(tmp_path: Path) -> None:
    place = Place("akiwado", 3)
    sets = drawn(Ladder(place, ("random", "greedy"), 10), {"random": 0, "greedy": 200})
    one, other = Book(tmp_path / "one.jsonl", place), Book(tmp_path / "other.jsonl", place)
    one.add(sets[:12])
    other.add(sets[8:])
    with (tmp_path / "one.jsonl").open("a", encoding="utf-8") as end:
        end.write('[["random"')  # somebody pulled the plug
    assert read_book(tmp_path / "one.jsonl") == (place, sets[:12])
    again = Book(tmp_path / "one.jsonl", place)
    again.add(sets[12:13])
    assert read_book(tmp_path / "one.jsonl")[1] == sets[:13]
    together = joined(place, [tmp_path / "one.jsonl", tmp_path / "other.jsonl"])
    assert sorted(together, key=repr) == sorted(sets, key=repr)
    with pytest.raises(BadOption, match="another place"):
        Book(tmp_path / "one.jsonl", Place("akiwado", 4))
    text = (tmp_path / "other.jsonl").read_text(encoding="utf-8")
    (tmp_path / "other.jsonl").write_text(re.sub('"strength": "[^"]+"', '"strength": "0"', text), encoding="utf-8")
    with pytest.raises(BadOption, match="other rules, networks or levels"):
        joined(place, [tmp_path / "other.jsonl"])
    (tmp_path / "none.jsonl").write_text("no ladder\n", encoding="utf-8")
    with pytest.raises(BadOption, match="cannot be read"):
        joined(place, [tmp_path / "none.jsonl"])


def test_two_alone_split_the_wins_and_equals_do_so_evenly() -> None:
    place = Place("saigo-no-kane", 3)  # each has two seats at one table and one at the other
    (even,) = rated(place, drawn(Ladder(place, ("greedy", "random"), 600), {"greedy": 0, "random": 0})).comparisons
    assert (even.name, even.other, even.sets) == ("greedy", "random", 1200)
    assert even.low < 0.5 < even.high
    assert even.high - even.low < 0.06
    (far,) = rated(place, drawn(Ladder(place, ("greedy", "random"), 600), {"greedy": 200, "random": 0})).comparisons
    assert far.low > 0.65


def test_who_never_met_the_others_cannot_be_rated() -> None:
    sets = [Set(("a", "b"), 1, 0, ((0,), (0,))), Set(("c", "d"), 1, 0, ((0,), (0,)))]
    with pytest.raises(BadOption, match="c, d"):
        rated(Place("kazoku-scribe", 2), sets)


def test_steps_are_those_between_guests_where_there_are_some() -> None:
    assert steps_between(["random", "mame", "greedy", "taro", "hana:wit=3", "warashi@0.1"]) == {
        "taro": "mame",
        "warashi@0.1": "taro",
    }
    assert steps_between(["random", "greedy", "warashi*8"]) == {"greedy": "random", "warashi*8": "greedy"}


# Players


def test_players_are_written_with_their_settings_and_how_long_they_search() -> None:
    spec = read_spec("warashi:turns=3,wide=4@0.25")
    assert (spec.name, dict(spec.settings), spec.seconds) == ("warashi", {"turns": "3", "wide": "4"}, 0.25)
    assert (read_spec("search*7").steps, read_spec("search*7").seconds) == (7, float("inf"))
    assert read_spec("7").name == "warashi"
    assert read_spec("warashi").steps > 0
    assert read_spec("kyubei").steps == 0
    for wrong in ("warashi*many", "warashi@soon", "mame:wit", "nobody", "mame*3", "greedy@0.1"):
        with pytest.raises(BadOption):
            read_spec(wrong)


@pytest.mark.parametrize("names", [("greedy",), ("greedy", "greedy"), ("greedy", "nobody")])
def test_a_ladder_needs_different_bots_that_exist(names: tuple[str, ...]) -> None:
    with pytest.raises(BadOption):
        Ladder(FOUR, names, 1)


def test_a_number_of_steps_gives_the_same_games_and_everybody_can_play() -> None:
    pytest.importorskip("llvmlite")
    names = ("search*1", "warashi*4", "seer:turns=0*4", "okiyo")
    first, again = (play_set(Table(FOUR, names), 3, 0) for _ in range(2))
    assert first.won == again.won
    assert {name for name, _, _ in first.spent} == set(names)
    assert play_set(Table(FOUR, ("random", "mame:wit=-250", "goro:near=50", "network")), 3, 0).won


def test_a_time_is_kept_by_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    place = Place("akiwado", 3)
    played = play_set(Table(place, ("greedy", "warashi@0.02", "search@0.02")), 3, 0)
    times = {name: 1000 * seconds / choices for name, choices, seconds in played.spent}
    assert times["greedy"] < 2
    assert 4 < times["warashi@0.02"] < 25  # what has one candidate is answered at once
    assert 10 < times["search@0.02"] < 25


def test_openspiels_search_plays_with_and_without_a_watch() -> None:
    pytest.importorskip("llvmlite")
    pytest.importorskip("pyspiel")
    place = Place("akiwado", 3)
    for names in (("greedy", "ismcts*8", "ismcts:endings=random,c=1.4,final=value*8"), ("ismcts*1", "random", "ismcts@0.005")):
        played = play_set(Table(place, names), 3, 0)
        assert len(played.won) == 3
    first, again = (play_set(Table(place, ("greedy", "random", "ismcts*8")), 3, 0) for _ in range(2))
    assert first.won == again.won
    with pytest.raises(BadOption, match="endings=greedy"):
        player(find_game("akiwado"), "ismcts:depth=3*8")


def test_who_sees_everything_is_no_bot_and_is_known_to_the_ladder_alone() -> None:
    assert ladder_players.SEER not in BOTS
    source = Path(ladder_players.__file__).parents[1]
    told = [file.relative_to(source) for file in source.rglob("*.py") if "think_seeing" in file.read_text(encoding="utf-8")]
    assert sorted(map(str, told)) == ["lab/kernels.py", "lab/ladder_players.py"]
    imports = [file for file in source.rglob("*.py") if "lab.ladder_players" in file.read_text(encoding="utf-8")]
    assert {file.parent.name for file in imports} == {"lab"}


def test_a_seer_has_the_candidates_of_the_seventh_guest() -> None:
    pytest.importorskip("llvmlite")
    from zashiki.bots.foresight.player import NativeMind, Thinking
    from zashiki.core.chance import seeded
    from zashiki.core.gears import plain
    from zashiki.lab import kernels

    game = find_game("idol-conclave")
    s = game.new(4)
    plain(game).advance(s, seeded(3))
    seat = game.acting(s)[0]
    seen = []
    for kernel in (kernels.think_seeing, None):
        mind = NativeMind(game, kernel) if kernel else NativeMind(game)
        desk, think = mind.about(s, Thinking(turns=0))
        n = think(seat, 0, 7, 0)
        think(seat, n, 7, 0)
        seen.append((n, desk[:n].tolist()))
    assert seen[0] == seen[1], "the same candidates, by what its seat sees"


# Tuning


def test_wits_are_found_that_put_guests_on_even_steps() -> None:
    """On a ladder where a point of wit is 2.5 points above greedy play and 1.5 below."""

    def points(name: str) -> float:
        if name == "random":
            return -420.0
        spec = read_spec(name)
        wit = float(spec.settings["wit"]) if spec.settings else 0.0
        return 330.0 if spec.name == "warashi" else wit * (2.5 if wit > 0 else 1.5)

    def climbed(ladder: Ladder) -> Standings:
        sets = drawn(ladder, {name: points(name) for name in ladder.names})
        return rated(ladder.place, sets)

    *_, wits = ladder_tune.tuned(FOUR, "warashi*64", 110, 300, 1, climbed)
    steps = [upper - lower for lower, upper in pairwise([*(points(ladder_tune.named(wit)) for wit in wits), 330.0])]
    assert len(wits) == 6
    assert min(steps) > 90
    assert max(steps) < 125


def test_where_there_is_too_little_room_steps_are_as_long_as_can_be() -> None:
    seen = [(float(wit), 100 - wit / 4) for wit in ladder_tune.WITS]  # 75 points below the seventh at best, 170 at worst
    wits = ladder_tune.wits_for(seen, [], 120, 200.0)
    assert wits[-1] == 100
    assert wits == sorted(set(wits))
    assert ladder_tune.rising([1, 3, 2, 4]) == pytest.approx([1, 2.5, 2.5, 4], abs=1e-4)
    assert ladder_tune.distinct([5, 5, 99, 100, 100, 100]) == [3, 4, 97, 98, 99, 100]


def test_guests_with_a_style_are_made_as_strong_as_the_one_in_the_middle() -> None:
    place = Place("saigo-no-kane", 3)

    def climbed(ladder: Ladder) -> Standings:
        below, style, middle, above = ladder.names
        assert (below, middle, above) == tuple(map(ladder_tune.named, (-40, 20, 60)))
        near = int(read_spec(style).settings["near"])
        points = 6 * (near - 45) if style < "p" else -300
        return rated(place, drawn(ladder, {below: -110, style: points, middle: 0, above: 110}))

    nears = dict(ladder_tune.tuned_styles(place, [-200, -120, -40, 20, 60, 100], 200, 1, climbed))
    assert list(nears) == ["okiyo", "goro", "ponta"]
    assert 40 < nears["okiyo"] < 50
    assert nears["ponta"] == ladder_tune.NEARS[-1]
