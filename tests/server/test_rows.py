"""Rows of the database and their dataclasses: the same fields on both sides, and the same text as ever in the columns."""

from __future__ import annotations

from dataclasses import fields, replace

from zashiki.server.model import ABANDONED, BOT, PERSON, Access
from zashiki.server.rows import (
    Asking,
    Header,
    Loaded,
    LoggedLine,
    SeatRow,
    Secret,
    header_columns,
    read_header,
    read_seat,
    seat_columns,
)
from zashiki.server.schema import SEATS, SECRETS, TABLES

HEADER_ROW = {
    "id": "a-table",
    "game": "a-game",
    "rules": 3,
    "players": 4,
    "options": "start=0 events=ball,storm",
    "dials": "coins=6 storms=-2",
    "public": False,
    "spectators": True,
    "takeover": True,
    "talk": False,
    "hints": True,
    "looked": "x y",
    "turned_away": "z",
    "maker": "m",
    "host": "me",
    "status": ABANDONED,
    "version": 17,
    "logged": 12,
    "events": 9,
    "to_act": "0 2",
    "bot_due": True,
    "created": 1.5,
    "touched": 2.5,
    "changed": 3.5,
    "rematch": "next",
    "scores": "12 -9 7",
    "winners": "0",
}
HEADER = Header(
    id="a-table",
    game="a-game",
    rules=3,
    players=4,
    options={"start": "0", "events": "ball,storm"},
    dials={"coins": 6, "storms": -2},
    access=Access(public=False, spectators=True, takeover=True, talk=False, hints=True),
    looked=("x", "y"),
    turned_away=("z",),
    maker="m",
    host="me",
    status=ABANDONED,
    version=17,
    logged=12,
    events=9,
    to_act=(0, 2),
    bot_due=True,
    created=1.5,
    touched=2.5,
    changed=3.5,
    rematch="next",
    scores=(12, -9, 7),
    winners=(0,),
)
SEAT_ROW = {
    "table_id": "a-table",
    "seat": 2,
    "kind": BOT,
    "name": "Aiko",
    "bot": "greedy",
    "owner": "me",
    "nonce": "n",
    "notes": "1:red=yes 2=no",
    "asking": '["x", "Zo\\u00eb \\"Z\\"", "m", "sakura", "me", "you"]',
    "taken_over": 7,
}
SEAT = SeatRow(
    seat=2,
    kind=BOT,
    name="Aiko",
    bot="greedy",
    owner="me",
    nonce="n",
    notes={"1:red": "yes", "2": "no"},
    asking=Asking("x", 'Zoë "Z"', "m", "sakura", ("me", "you")),
    taken_over=7,
)


def test_every_field_is_a_column_and_every_column_a_field() -> None:
    flags = {each.name for each in fields(Access)}
    assert {each.name for each in fields(Header)} - {"access"} | flags == set(TABLES.c.keys())
    assert {each.name for each in fields(SeatRow)} | {"table_id"} == set(SEATS.c.keys())
    assert {each.name for each in fields(Secret)} | {"table_id"} == set(SECRETS.c.keys())


def test_columns_hold_the_text_they_always_held() -> None:
    assert read_header(HEADER_ROW) == HEADER
    assert header_columns(HEADER) == HEADER_ROW
    assert read_seat(SEAT_ROW) == SEAT
    assert seat_columns("a-table", SEAT) == SEAT_ROW
    nobody = seat_columns("a-table", replace(SEAT, asking=None))
    assert (nobody["asking"], read_seat(nobody).asking) == ("", None)


def test_what_is_empty_is_an_empty_text() -> None:
    columns = header_columns(Header("a", "b", 1, 2, {}, Access(), "", 0.0, 0.0, 0.0))
    packed = {name: columns[name] for name in ("options", "dials", "looked", "to_act", "scores", "winners")}
    assert set(packed.values()) == {""}
    assert read_header(columns) == Header("a", "b", 1, 2, {}, Access(), "", 0.0, 0.0, 0.0)
    assert seat_columns("a", SeatRow(0, PERSON, "n"))["notes"] == ""


def test_a_line_says_who_caused_it() -> None:
    lines = {"*: deal 0 …": None, "0: play r7": 0, "11: pass": 11, "undo: 2": 2, "note: 3": 3}
    lines |= {"word: 4: a:b": 4, "word: *: restored": None}
    for text, author in lines.items():
        line = LoggedLine(1, 1, text)
        assert (line.author, line.is_undo, line.is_note) == (author, text.startswith("undo"), text.startswith("note"))
        assert (line.is_word, line.is_chance) == (text.startswith("word"), text.startswith("*"))
        assert line.is_event == text[0].isdigit() or line.is_chance


def test_a_secret_is_not_told_by_its_row() -> None:
    assert "5ec1e7" not in repr(Loaded(HEADER, (), Secret("5ec1e7")))
