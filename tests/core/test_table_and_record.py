"""Tables and records: the checked door, undo, files with something wrong in them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from zashiki.core.cards import Entry, load_cards
from zashiki.core.chance import Seeded
from zashiki.core.errors import BadNotation, BadOption, BadRecord, IllegalMove
from zashiki.core.game import OPEN
from zashiki.core.record import kifu_of, open_record, positions, read_kifu, replay
from zashiki.core.table import Table
from zashiki.core.words import LANGUAGE, Words, with_names
from zashiki.games import GAMES, find_game

GAME = GAMES["rights-of-losers"]
RECORD = (Path(__file__).parent.parent / "games/rights_of_losers/records/complete-game.kifu").read_text(encoding="utf-8")
LINES = RECORD.splitlines()


def table_at(lines: int) -> Table[object, object]:
    return next(islice(positions(read_kifu(RECORD), GAMES), lines, None))


def test_a_table_can_draw_from_another_source_from_some_point_on() -> None:
    fed, drawn = Table(GAME, 3), Table(GAME, 3, seed=5)
    fed.chance = Seeded(5)
    fed.advance()
    assert [str(line) for line in fed.lines] == [str(line) for line in drawn.lines]


def test_a_table_without_a_seed_waits_for_its_chance_events() -> None:
    table = Table(GAME, 3)
    assert table.to_act == []
    with pytest.raises(IllegalMove, match="chance event comes next"):
        table.play(0, "play r1")
    table.feed("*: deal 0 r1 r3 y4 y8 g8 g10 b1 b2 b7 p10")
    with pytest.raises(IllegalMove, match="twice"):
        table.feed("*: deal 1 r1 r7 y3 y7 y10 g5 g9 p1 p3 p8")
    with pytest.raises(IllegalMove, match="does not come now"):
        table.feed("*: first 0")
    with pytest.raises(BadNotation):
        table.feed("*: roll 6")
    with pytest.raises(BadNotation):
        table.feed("somebody plays something")


def test_cards_of_a_deal_may_be_typed_in_any_order() -> None:
    table = Table(GAME, 3)
    table.feed("*: deal 0 p10 r3 y4 y8 g8 g10 b1 b2 b7 r1")
    assert table.lines[0].text == "deal 0 r1 r3 y4 y8 g8 g10 b1 b2 b7 p10"


def test_nobody_reads_the_mark_of_a_seat() -> None:
    refusal = IllegalMove("It is not {1}'s turn; {0} is to play.", "ROL-9")
    assert str(refusal) == "It is not Seat 2's turn; Seat 1 is to play. (ROL-9)"
    named = refusal.named(["Aiko", "{0}"])
    assert named.sentence == "It is not {0}'s turn; Aiko is to play."
    assert str(named) == f"{named.sentence} (ROL-9)"
    token = LANGUAGE.set("ja")
    refusal = IllegalMove("{1}の番ではありません。", "ROL-9")
    LANGUAGE.reset(token)
    assert str(refusal) == "2番席の番ではありません。（ROL-9）"


def test_a_record_names_its_people_in_its_refusals() -> None:
    begun = read_kifu("game: rights-of-losers\nplayers: 3\nseats: 0=Aiko 1=bot:greedy\n---\n0: play r1\n")
    assert [begun.called(seat) for seat in range(3)] == ["Aiko", "Seat 1", "Seat 2"], "as its lines count"
    with pytest.raises(BadRecord, match="A chance event comes next, so Aiko cannot play"):
        replay(begun, GAMES)


def test_refusals_say_who_what_and_why() -> None:
    table = table_at(4)
    with pytest.raises(IllegalMove) as refused:
        table.play(1, "play y3")
    assert (refused.value.sentence, refused.value.clause) == ("It is not {1}'s turn; {0} is to play a card.", "ROL-9")
    with pytest.raises(IllegalMove, match="no seat 7"):
        table.play(7, "play y3")
    with pytest.raises(IllegalMove) as refused:
        table.play(0, 374)
    assert (refused.value.sentence, refused.value.clause) == ("That is not possible now: {0} is to play a card.", "ROL-9")
    for number in (-1, 375):
        with pytest.raises(IllegalMove, match=f"There is no action {number}; they are numbered 0 to 374"):
            table.play(0, number)
    with pytest.raises(IllegalMove, match="none is due"):
        table.feed("*: first 0")
    over = replay(read_kifu(RECORD), GAMES)
    with pytest.raises(IllegalMove, match="The game is over"):
        over.play(0, "play r1")


def test_any_of_several_sealed_answers_can_be_taken_back_and_the_others_stay() -> None:
    for first, others in ((0, (1,)), (1, (0, 2)), (2, (3, 0, 1))):
        table = Table(find_game("akiwado"), 5, {"start": "4"}, seed=2)
        while len(table.to_act) < 5:
            table.play(table.to_act[0], table.legal(table.to_act[0])[0])
        alone = table.copy()
        for seat in (first, *others):
            table.play(seat, table.legal(seat)[0])
        for seat in others:
            alone.play(seat, alone.legal(seat)[0])
        assert table.can_undo(first)
        assert table.undo(first).seat == first
        assert table.state == alone.state
        assert [str(line) for line in table.lines] == [str(line) for line in alone.lines]


def test_undo_stops_where_a_card_was_shown() -> None:
    table = table_at(7)  # three cards are played, seat 0 places a chip next
    assert not table.can_undo(2)
    table.play(0, "chip 2,2")
    table.play(1, "chip 1,2")
    assert not table.can_undo(0), "seat 1 has moved after seat 0 and not beside it"
    assert str(table.undo()) == "1: chip 1,2"
    assert str(table.undo(0)) == "0: chip 2,2"
    with pytest.raises(IllegalMove, match="nothing to take back"):
        table.undo()
    table.play(0, "chip 4,4")
    assert [str(line) for line in table.lines[-1:]] == ["0: chip 4,4"]


def test_the_record_of_a_table_is_the_record_it_came_from() -> None:
    table = replay(read_kifu(RECORD), GAMES)
    assert replay(read_kifu(table.record), GAMES).record == table.record
    assert kifu_of(table, {"note": "a complete game, decided by unplaced chips"}).write() == RECORD
    assert table.lines[3].told[OPEN] == "{0} leads the first trick."


def test_options_are_kept_in_the_header_only_when_they_are_not_the_default() -> None:
    assert kifu_of(Table(GAME, 3, {"first_lead": "2"})).header["options"] == "first_lead=2"
    for usual in ("random", "null"):
        assert "options" not in kifu_of(Table(GAME, 3, {"first_lead": usual})).header
    assert open_record(read_kifu("game: rights-of-losers\nplayers: 3\noptions: first_lead=2\n---\n"), GAMES).options == {
        "first_lead": "2"
    }


def test_an_option_given_as_a_number_is_taken_as_text() -> None:
    given: dict[str, Any] = {"first_lead": 2}
    assert Table(GAME, 4, given).options == {"first_lead": "2"}
    given["first_lead"] = 7
    with pytest.raises(BadOption, match="first_lead must be random or a seat from 0 to 3, not '7'"):
        Table(GAME, 4, given)


@pytest.mark.parametrize(("name", "pool"), [("complete-basic", "basic"), ("complete-advanced", "advanced")])
def test_a_header_may_put_options_on_lines_of_their_own_and_leave_out_the_divider(name: str, pool: str) -> None:
    file = Path(__file__).parent.parent / f"games/idol_conclave/records/{name}.kifu"
    header, events, result = file.read_text(encoding="utf-8").split("---\n")
    players = header.splitlines()[2]
    typed = f"game: idol-conclave\n{players}\nevents: {pool}\nstart: random\n{events}"
    table = replay(read_kifu(typed), GAMES)
    assert kifu_of(table).write() == file.read_text(encoding="utf-8")
    assert read_kifu(typed).write() == typed.replace("*: start", "---\n*: start")
    assert replay(read_kifu(f"{typed}---\n{result}"), GAMES).over
    with pytest.raises(BadRecord, match=r"line 7: .*nobody"):
        replay(read_kifu(typed.replace("candidates akaneru", "candidates nobody")), GAMES)


def test_a_list_on_a_line_of_its_own_has_spaces() -> None:
    events = "overslept idol-police mania-popular only-regular quiet-season hit-single"
    table = open_record(read_kifu(f"game: idol-conclave\nplayers: 3\nevents: {events}\n---\n"), GAMES)
    assert table.options == {"events": events.replace(" ", ",")}


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        ("rules: 1\n---\n0: game\ngame: akiwado\n", 1, "'' is not one of the games"),
        ("game: rights-of-losers\nplayers: 3\n", 2, "a line --- must stand between the first lines"),
        ("game: rights-of-losers\nnonsense\n---\n", 2, "before the moves stand lines such as 'players: 3', unlike 'nonsense'"),
        ("game: a\ngame: b\n---\n", 2, "given twice"),
        ("game: chess\nplayers: 2\n---\n", 1, "'chess' is not one of the games"),
        ("game: rights-of-losers\nrules: 99\nplayers: 3\n---\n", 2, "written under rules 99"),
        ("game: rights-of-losers\nplayers: many\n---\n", 2, "is for 3, 4, 5 players, not 'many'"),
        ("game: rights-of-losers\nplayers: 9\n---\n", 2, "not '9'"),
        (f"game: rights-of-losers\nplayers: {'9' * 5000}\n---\n", 2, "is for 3, 4, 5 players"),
        ("game: rights-of-losers\nplayers: 3\noptions: first_lead=7\n---\n", 3, "first_lead"),
        ("game: rights-of-losers\nplayers: 3\noptions: first_lead\n---\n", 3, "key=value, each once, unlike 'first_lead'"),
        ("game: rights-of-losers\nplayers: 3\noptions: first_lead=1 first_lead=2\n---\n", 3, "unlike 'first_lead=2'"),
        ("game: rights-of-losers\nplayers: 3\nfirst_lead: 7\n---\n", 3, "first_lead must be random or a seat"),
        ("game: rights-of-losers\nplayers: 3\nfirst_lead: 1\noptions: first_lead=2\n---\n", 3, "1 here, but 2 under options"),
        (RECORD.replace("1: play y10", f"{'9' * 5000}: play y10"), 11, "is not '<seat>: <move>'"),
        (RECORD.replace("1: play y10", "1: play y3x"), 11, "not a move"),
        (RECORD.replace("1: chip 1,2\n", "1: chip 2,2\n", 1), 14, "ROL-21"),
        (RECORD.replace("2: build 1,3", "2: build 1,1"), 16, "ROL-25"),
        (RECORD.replace("scores: 55 55 9", "scores: 55 56 9"), len(LINES) - 1, "scores are 55 55 9"),
        (RECORD.replace("winners: 0", "winners: 1"), len(LINES), "winners are 0"),
        (RECORD.replace("2: lead 0\n---", "---"), len(LINES) - 3, "the game is not over"),
        (RECORD + "---\n", len(LINES) + 1, "at most two dividers"),
    ],
)
def test_a_bad_record_names_the_line_and_the_reason(text: str, line: int, sentence: str) -> None:
    with pytest.raises(BadRecord, match=f"line {line}: .*") as error:
        replay(read_kifu(text), GAMES)
    assert sentence in str(error.value)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85", "\u2028"], ids=["LF", "CRLF", "CR", "NEL", "LS"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte-order mark"])
def test_a_record_is_read_as_any_editor_saves_it(mark: str, end: str) -> None:
    saved = mark + RECORD.replace("\n", end)
    assert read_kifu(saved) == read_kifu(RECORD)
    assert read_kifu(saved).first_line == read_kifu(RECORD).first_line
    with pytest.raises(BadRecord, match="line 2: before the moves"):
        read_kifu(f"{mark}game: akiwado{end}no header{end}---{end}")


def test_an_unfinished_record_replays() -> None:
    text = "\n".join(LINES[:30]) + "\n\n"
    table = replay(read_kifu(text), GAMES)
    assert not table.over
    assert len(table.lines) == 25


def test_games_are_found_by_id() -> None:
    assert find_game("rights-of-losers") is GAME
    with pytest.raises(Exception, match="There is no game 'go'"):
        find_game("go")


CARDS = '[[card]]\nkey = "a"\nname = "A"\nclause = "X-1"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CARDS + '[[other]]\nkey = "b"\n', "tables"),
        (CARDS + CARDS, "a key twice"),
        ('[[card]]\nkey = "a"\nname = "A"\n', "clause"),
        (CARDS + "colour = 3\n", "colour"),
        ('[[card]]\nkey = "a"\nclause = "X-1"\n', "name"),
    ],
)
def test_card_data_with_a_fault_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "cards.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        load_cards(path, {"card": {"key", "name", "text?"}})


def test_entries_are_read_by_kind() -> None:
    entry = Entry({"key": "a", "n": 3, "list": [1, 2], "table": {"x": 2}})
    assert (entry.text("key"), entry.number("n"), entry.numbers("list"), entry.counts("table")) == ("a", 3, (1, 2), {"x": 2})
    assert entry.texts("none") == ()
    for read in (entry.number, entry.texts, entry.counts):
        with pytest.raises(TypeError):
            read("key")
    with pytest.raises(TypeError):
        entry.text("n")


def test_words_fall_back_to_english_and_names_go_in_last(tmp_path: Path) -> None:
    path = tmp_path / "words.toml"
    path.write_text('hello = "Hello {seat}"\nbye = "Bye"\n', encoding="utf-8")
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "ja.toml").write_text('[words]\nbye = "さようなら"\n', encoding="utf-8")
    words = Words(path)
    token = LANGUAGE.set("ja")
    try:
        assert (words("bye"), words("hello", seat="{1}")) == ("さようなら", "Hello {1}")
    finally:
        LANGUAGE.reset(token)
    assert with_names("{1} greets {0}.", ["Aiko", "Kenji"]) == "Kenji greets Aiko."
    assert with_names("{0} greets {1}.", ["{1}", "Kenji"]) == "{1} greets Kenji.", "a name is never read as a mark"
