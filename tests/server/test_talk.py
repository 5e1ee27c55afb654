"""What people say at a table: who may, how much, in whose language, and that it goes where the table goes."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.server.helpers import GAME, form_token, open_app
from tests.server.test_retention import NEVER, age
from zashiki.core.words import LANGUAGE
from zashiki.server import admin, backup, people
from zashiki.server.errors import BadWish, NotNow, NotYours, TooMany
from zashiki.server.house import House
from zashiki.server.model import ASK_BOT, GESTURE, HERE, PHRASE, STAY, TEXT, Access, Guest, SeatWish, TableWish
from zashiki.server.pages.people import draw_people
from zashiki.server.people import ANSWER_SECONDS, GESTURES, PHRASES, SAID_KEPT, SPEAK_MOST, TEXT_LENGTH
from zashiki.server.retention import prune
from zashiki.server.schema import SAID, TABLES
from zashiki.server.security import COOKIE
from zashiki.server.settings import database_url
from zashiki.server.store import Store

pytestmark = pytest.mark.anyio

ME, YOU, STRANGER = Guest(visitor="me"), Guest(visitor="you"), Guest(visitor="stranger")


async def a_table(house: House, **access: bool) -> str:
    """A running game of two people and a bot."""
    seats = (SeatWish("person", "Aiko"), SeatWish("open"), SeatWish("bot"))
    table = (await house.create(ME, TableWish(GAME, seats, access=Access(**access)))).id
    await house.join(YOU, table, 1, "Kenji")
    return table


async def said(house: House, table: str, guest: Guest = YOU) -> list[tuple[int, str, str]]:
    return [(each.seat, each.kind, each.words) for each in (await house.gathering(guest, table)).said]


async def test_people_at_the_table_speak_and_everybody_who_may_look_hears_it(house: House) -> None:
    table = await a_table(house)
    await house.say(ME, table, PHRASE, "hello")
    await house.say(YOU, table, GESTURE, "bow")
    await house.say(ME, table, TEXT, "  what a\u202e  hand\n ")
    heard = [(0, PHRASE, "hello"), (1, GESTURE, "bow"), (0, TEXT, "what a hand")]
    assert await said(house, table) == heard
    assert await said(house, table, STRANGER) == heard


async def test_who_has_no_seat_says_nothing_and_where_nobody_watches_hears_nothing(small_house: House) -> None:
    table = await a_table(small_house, spectators=False)
    with pytest.raises(NotYours):
        await small_house.say(STRANGER, table, TEXT, "Aiko has the red seven")
    with pytest.raises(NotYours):
        await small_house.gathering(STRANGER, table)
    assert await said(small_house, table) == []


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (PHRASE, "no-such"),
        (GESTURE, "hello"),
        (TEXT, ""),
        (TEXT, " \u2800 "),
        (TEXT, "x" * (TEXT_LENGTH + 1)),
        (ASK_BOT, "1"),
        ("", ""),
    ],
)
async def test_nothing_else_can_be_said(small_house: House, kind: str, words: str) -> None:
    table = await a_table(small_house)
    with pytest.raises(BadWish):
        await small_house.say(ME, table, kind, words)
    assert await said(small_house, table) == []


async def test_the_host_may_keep_people_to_phrases(small_house: House) -> None:
    table = await a_table(small_house)
    with pytest.raises(NotYours):
        await small_house.allow_talk(YOU, table, talk=False)
    await small_house.allow_talk(ME, table, talk=False)
    with pytest.raises(NotNow, match="phrases and gestures only"):
        await small_house.say(YOU, table, TEXT, "hello")
    await small_house.say(YOU, table, PHRASE, "hello")
    await small_house.allow_talk(ME, table, talk=True)
    await small_house.say(YOU, table, TEXT, "at last")
    assert len(await said(small_house, table)) == 2


async def test_a_seat_that_never_stops_has_to_wait_and_the_others_have_not(
    small_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await a_table(small_house)
    monkeypatch.setattr(people, "SPEAK_SECONDS", 600.0)  # on a busy machine it takes long to say much
    for _ in range(SPEAK_MOST):
        await small_house.say(ME, table, PHRASE, "nice")
    with pytest.raises(TooMany):
        await small_house.say(ME, table, PHRASE, "nice")
    await small_house.say(YOU, table, PHRASE, "nice")


async def test_only_the_latest_words_are_kept(small_house: House) -> None:
    table = await a_table(small_house)
    for number in range(SAID_KEPT + 5):
        small_house.people._spoke.clear()
        await small_house.say(ME, table, TEXT, f"word {number}")
    count = sa.select(sa.func.count()).select_from(SAID)
    assert await small_house.store.read(lambda connection: connection.execute(count).scalar_one()) == SAID_KEPT
    assert (await said(small_house, table))[-1] == (0, TEXT, f"word {SAID_KEPT + 4}")


async def test_each_reader_reads_their_own_language_and_a_persons_own_words_stay_text(small_house: House) -> None:
    table = await a_table(small_house)
    await small_house.say(ME, table, PHRASE, "game")
    await small_house.say(ME, table, TEXT, "<b>5 & 6</b>")
    shown = {}
    for language in ("en", "ja"):
        reader = LANGUAGE.set(language)
        shown[language] = draw_people("", await small_house.gathering(YOU, table))
        LANGUAGE.reset(reader)
    assert "Good game!" in shown["en"]
    assert "ありがとうございました" in shown["ja"]
    for page in shown.values():
        assert "&lt;b&gt;5 &amp; 6&lt;/b&gt;" in page
        assert "<b>" not in page


async def test_every_phrase_and_gesture_has_words_and_a_picture(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = await a_table(house)
        client.cookies.set(COOKIE, house.signer.sign_visitor("me"))
        page = (await client.get(f"/tables/{table}")).text
        for key in PHRASES:
            assert f'value="phrase:{key}"' in page
        for key in GESTURES:
            assert f'<symbol id="gesture-{key}"' in page
            assert f'value="gesture:{key}"' in page


async def test_words_are_no_part_of_the_record_nor_of_the_version(small_house: House) -> None:
    table = await a_table(small_house)
    before = await small_house.info(table), await small_house.record(ME, table)
    await small_house.say(ME, table, TEXT, "unrecorded")
    assert (await small_house.info(table), await small_house.record(ME, table)) == before


async def test_words_go_with_their_table_and_after_their_days(house: House) -> None:
    tables = [await a_table(house) for _ in range(3)]
    for table in tables:
        await house.say(ME, table, PHRASE, "hello")
    await admin.delete(house.store, tables[0])
    await house.abandon(ME, tables[1])
    for table in tables[1:]:
        await age(house, table, 31)
    assert await prune(house.store, NEVER | {"said": 30}) == NEVER | {"said": 1}  # people still play at the third
    left = await house.store.read(lambda connection: connection.execute(sa.select(SAID.c.table_id)).scalars().all())
    assert left == [tables[2]]


async def test_who_is_forgotten_has_said_nothing(house: House) -> None:
    table = await a_table(house)
    await house.say(ME, table, TEXT, "I am Aiko of Nagoya")
    await house.say(YOU, table, TEXT, "hello")
    await admin.forget_visitor(house.store, "me")
    house.people.forget(table)  # as the process does when it hears of it
    assert await said(house, table) == [(1, TEXT, "hello")]


async def test_a_backup_keeps_what_was_said(tmp_path: Path, small_house: House) -> None:
    table = await a_table(small_house)
    await small_house.say(ME, table, PHRASE, "hello")
    copy = tmp_path / "copy.sqlite"
    await backup._copy(small_house.store.url, database_url(str(copy)), backup._tell_nobody)
    store = Store(database_url(str(copy)))
    rows = await store.read(lambda connection: connection.execute(sa.select(SAID.c.table_id, SAID.c.words)).all())
    await store.close()
    assert [tuple(row) for row in rows] == [(table, "hello")]


async def test_what_is_said_while_somebody_reads_is_not_missed_afterwards(
    small_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await a_table(small_house)
    small_house.people.forget(table)
    read = small_house.store.read

    async def slow(work: object) -> object:
        found = await read(work)  # type: ignore[arg-type]
        monkeypatch.undo()
        await small_house.say(ME, table, PHRASE, "hello")  # after the database was read, before it is remembered
        return found

    monkeypatch.setattr(small_house.store, "read", slow)
    assert await small_house.people.said(table) == ()
    assert await said(small_house, table) == [(0, PHRASE, "hello")]


# --- a bot instead of a person ---------------------------------------------------------------------------------------------


async def test_nobody_who_is_there_is_replaced_unasked(small_house: House) -> None:
    table = await a_table(small_house)
    small_house.people.presence.opened(table, "you")
    with pytest.raises(NotNow, match="Kenji is at the table and has been asked"):
        await small_house.hand_to_bot(ME, table, 1)
    assert (await small_house.info(table)).seats[1].kind == "person"
    g = await small_house.gathering(YOU, table)
    assert g.asked is not None
    assert (g.asked.kind, g.asked.seat, g.asked.words) == (ASK_BOT, 0, "1")
    page = draw_people("", g)
    assert "Aiko asks: may a bot play for you?" in page
    assert f'formaction="/tables/{table}/hand"' in page
    assert (await small_house.gathering(ME, table)).asked is None
    with pytest.raises(NotNow):  # asked once, however often the host presses
        await small_house.hand_to_bot(ME, table, 1)
    assert len(await said(small_house, table)) == 1


@pytest.mark.parametrize("answer", ["says so", "plays"])
async def test_who_answers_keeps_the_seat(small_house: House, answer: str) -> None:
    table = await a_table(small_house)
    small_house.people.presence.opened(table, "you")
    with pytest.raises(NotNow):
        await small_house.hand_to_bot(ME, table, 1)
    if answer == "says so":
        await small_house.say(YOU, table, STAY, "")
    else:
        while 1 not in (await small_house.info(table)).to_act:
            await play_one(small_house, table)
        await play_one(small_house, table)
    assert (await small_house.gathering(YOU, table)).asked is None
    await make_older(small_house, table, ANSWER_SECONDS)
    with pytest.raises(NotNow):  # asked anew, and there is time again
        await small_house.hand_to_bot(ME, table, 1)


async def test_who_does_not_answer_for_long_or_is_gone_may_be_replaced_and_comes_back(small_house: House) -> None:
    table = await a_table(small_house)
    small_house.people.presence.opened(table, "you")
    with pytest.raises(NotNow):
        await small_house.hand_to_bot(ME, table, 1)
    await make_older(small_house, table, ANSWER_SECONDS)
    assert (await small_house.hand_to_bot(ME, table, 1)).seats[1].minded
    assert not (await small_house.take_back(YOU, table, 1)).seats[1].minded
    with pytest.raises(NotNow):  # whoever has come back is asked anew
        await small_house.hand_to_bot(ME, table, 1)
    small_house.people.presence.closed(table, "you")
    small_house.people.presence._persons.clear()
    assert (await small_house.hand_to_bot(ME, table, 1)).seats[1].minded  # nobody there: nobody to ask


async def test_one_may_hand_over_ones_own_seat_at_any_time(small_house: House) -> None:
    table = await a_table(small_house)
    small_house.people.presence.opened(table, "you")
    assert (await small_house.hand_to_bot(YOU, table, 1)).seats[1].minded


async def test_whoever_was_replaced_has_the_way_back_at_the_top_of_the_page(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = await a_table(house)
        await house.hand_to_bot(YOU, table, 1)
        client.cookies.set(COOKIE, house.signer.sign_visitor("you"))
        head = (await client.get(f"/tables/{table}")).text.partition("</header>")[2].partition("</header>")[0]
        assert "Hana (level 3 bot) is playing for you." in head  # Genji has a seat already
        assert f'formaction="/tables/{table}/take-back"' in head


async def play_one(house: House, table: str) -> None:
    """The next move, whoever has it."""
    seat = (await house.info(table)).to_act[0]
    kept = house.tables.shelf.get(table)
    assert kept is not None
    text = kept.table().legal(seat)[0]
    if kept.seats[seat].kind == "bot":
        await house.play_for_bot(table, seat, kept.version, text)
    else:
        await house.play(ME if seat == 0 else YOU, table, seat, text)


async def make_older(house: House, table: str, seconds: float) -> None:
    """As if everything had been said so long ago."""
    older = sa.update(SAID).where(SAID.c.table_id == table).values(at=time.time() - seconds)
    await house.store.write(lambda connection: connection.execute(older))
    house.people.forget(table)


# --- on the page -----------------------------------------------------------------------------------------------------------


async def test_forms_work_without_a_script_and_pages_say_whether_they_are_in_sight(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = await a_table(house)
        client.cookies.set(COOKIE, house.signer.sign_visitor("you"))
        token = {"csrf": await form_token(client)}
        answer = await client.post(f"/tables/{table}/say", data=token | {"say": "gesture:tea"})
        assert (answer.status_code, answer.headers["location"]) == (303, f"/tables/{table}")
        answer = await client.post(f"/tables/{table}/say", data=token | {"text": "hot"}, headers={"X-Zashiki": "script"})
        assert answer.status_code == 204
        assert await said(house, table) == [(1, GESTURE, "tea"), (1, TEXT, "hot")]
        here = {"page": "a", "state": "here", "phone": "yes"}
        assert (await client.post(f"/tables/{table}/here", data=token | here)).status_code == 204
        where = (await house.gathering(ME, table)).where[1]
        assert where is not None
        assert (where.state, where.phone) == (HERE, True)
        assert "here, on a phone" in (await client.get(f"/tables/{table}/people")).text
        for wrong in ({"page": "x" * 41}, {"page": ""}, {"state": "hungry"}):
            assert (await client.post(f"/tables/{table}/here", data=token | here | wrong)).status_code == 422
        assert (await client.post(f"/tables/{table}/say", data={"say": "gesture:tea"})).status_code == 403


async def test_of_guests_without_a_seat_nobody_learns_that_they_are_there(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        table = await a_table(house)
        before = (await house.gathering(ME, table)).where
        client.cookies.set(COOKIE, house.signer.sign_visitor("stranger"))
        token = {"csrf": await form_token(client)}
        await client.post(f"/tables/{table}/here", data=token | {"page": "a", "state": "here"})
        house.people.presence.opened(table, "stranger")
        assert (await house.gathering(ME, table)).where == before


async def test_presence_and_words_do_not_depend_on_the_game(small_house: House) -> None:
    """Two tables with other cards and other moves, and the same people saying the same: the same drawing."""
    drawings = []
    for moves in (0, 2):
        table = await a_table(small_house)
        for _ in range(moves):
            info = await small_house.info(table)
            for seat, guest in ((0, ME), (1, YOU)):
                if seat in info.to_act:
                    options = (await small_house.snapshot(guest, table, seat)).options
                    await small_house.play(guest, table, seat, options[-1].text)
        await small_house.say(ME, table, PHRASE, "luck")
        for guest in (ME, YOU, STRANGER):
            drawings.append(draw_people("", await small_house.gathering(guest, table)).replace(table, "TABLE"))
    assert drawings[:3] == drawings[3:]
    assert await small_house.store.read(lambda connection: connection.execute(sa.select(TABLES.c.talk)).scalars().all())
