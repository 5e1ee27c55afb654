"""Chance at the house: promised before anybody sits down, with everybody's words, and never shown or known before its time."""

from __future__ import annotations

import asyncio
import random
import re
import time
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from fastapi import FastAPI

from tests.server.helpers import GAME, form_token, full_table, open_app, persons, play_on
from zashiki.core.errors import BadRecord
from zashiki.core.record import read_kifu
from zashiki.fairness.check import check_record, promise_in
from zashiki.fairness.promise import Word, commitment_of
from zashiki.games import GAMES
from zashiki.server import house as house_module
from zashiki.server import lists, tokens
from zashiki.server.backup import backup, mark_restored, restore
from zashiki.server.errors import BadWish, NotNow, Stale, Unavailable
from zashiki.server.house import House
from zashiki.server.model import Guest, SeatWish, TableInfo, TableWish
from zashiki.server.promises import clean_word
from zashiki.server.schema import KEYS, SECRETS, TABLES
from zashiki.server.security import COOKIE
from zashiki.server.settings import database_url
from zashiki.server.store import CHANCE_KEY, Change, Store
from zashiki.server.tokens import Signer

pytestmark = pytest.mark.anyio

ME, YOU = Guest(visitor="me"), Guest(visitor="you")
WISH = TableWish(GAME, persons(3))
FOR_TWO = TableWish(GAME, (SeatWish("person", "Aiko"), SeatWish("open"), SeatWish("bot")))


async def words_of(house: House, table: str) -> list[str]:
    """The words of a table that has ended."""
    return [str(word) for word in (await house.info(table)).fair.words]


async def checked(house: House, table: str) -> int:
    """How many chance events of its record were drawn again and found right."""
    kifu = read_kifu(await house.record(ME, table))
    drawn = check_record(kifu, GAMES).drawn
    assert drawn == sum(line.startswith("*") for line in kifu.lines)
    return drawn


async def chance_of(house: House, table: str) -> list[str]:
    """All chance events so far, as the log has them."""
    version = await house.store.version(table)
    assert version is not None
    return [line.text for line in await house.store.lines(table, 0, version) if line.is_chance]


# Promises


async def test_a_table_has_the_id_and_the_commitment_that_were_promised(house: House) -> None:
    offer = house.promises.offer()
    info = await house.create(ME, WISH, offer.signed, "tanuki")
    assert (info.id, info.fair.commitment) == (offer.table, offer.commitment)
    assert (info.fair.secret, info.fair.words) == ("", ())
    await play_on(house, ME, info.id, 10_000)
    ended = await house.info(info.id)
    assert ended.status == "over"
    assert commitment_of(bytes.fromhex(ended.fair.secret)) == offer.commitment
    assert ended.fair.words == (Word(0, 0, "tanuki"),)
    assert await checked(house, info.id) > 0


async def test_a_promise_makes_one_table_even_after_that_is_gone(house: House) -> None:
    offer = house.promises.offer()
    info = await house.create(ME, WISH, offer.signed)
    assert (await house.create(ME, WISH, offer.signed)).id == info.id, "a second press of the button leads to the same table"
    with pytest.raises(Stale, match="already been used"):
        await house.create(YOU, WISH, offer.signed)
    await house.store.write(lambda connection: connection.execute(sa.delete(TABLES).where(TABLES.c.id == info.id)))
    for guest in (ME, YOU):
        with pytest.raises(Stale, match="already been used"):
            await house.create(guest, WISH, offer.signed)


async def test_old_and_forged_promises_are_refused(small_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    offer, other = small_house.promises.offer(), small_house.promises.offer()
    middle = len(offer.signed) // 2
    changed = "A" if offer.signed[middle] != "A" else "B"
    forged = [offer.signed[:middle] + changed + offer.signed[middle + 1 :], "nonsense", offer.signed.replace(".", "..")]
    forged += [House(small_house.store, Signer("another secret")).promises.offer().signed]
    forged += [small_house.signer.form_token("me"), f"{other.signed.split('.')[0]}.{offer.signed.split('.')[1]}"]
    for signed in forged:
        with pytest.raises(BadWish, match="not made by this house"):
            await small_house.create(ME, WISH, signed)
    with pytest.raises(Stale, match="restored"):  # the same signature, another key for chance
        await House(small_house.store, small_house.signer).create(ME, WISH, offer.signed)
    now = time.time()
    monkeypatch.setattr(tokens.time, "time", lambda: now + 23 * 3600)
    await small_house.create(ME, WISH, other.signed)
    monkeypatch.setattr(tokens.time, "time", lambda: now + 26 * 3600)
    with pytest.raises(Stale, match="more than a day old"):
        await small_house.create(ME, WISH, offer.signed)


async def test_a_word_that_came_before_any_promise_does_not_count(small_house: House) -> None:
    with pytest.raises(BadWish, match="only counts after a promise"):
        await small_house.create(ME, WISH, "", "tanuki")


async def test_a_house_cannot_choose_a_secret_for_an_id(small_house: House) -> None:
    again = House(small_house.store, small_house.signer, chance_key=bytes(32))
    same = House(small_house.store, small_house.signer, chance_key=bytes(32))
    assert again.promises.secret_of("a table") == same.promises.secret_of("a table")
    assert again.promises.secret_of("a table") != small_house.promises.secret_of("a table")
    assert len({again.promises.secret_of(f"{number}") for number in range(1000)}) == 1000


# Words


@pytest.mark.parametrize(
    ("typed", "word"),
    [("  lucky  cat 7 ", "lucky_cat_7"), ("座敷\u3000童子", "座敷_童子"), ("a\0b\ud800c\u200b", "abc"), ("", ""), ("\n", "")],
)
def test_a_word_has_no_spaces_and_nothing_invisible(typed: str, word: str) -> None:
    assert clean_word(typed) == word


def test_a_word_has_an_end() -> None:
    assert clean_word("x" * 64) == "x" * 64
    with pytest.raises(BadWish, match="at most 64"):
        clean_word("x" * 65)


async def test_whoever_sits_down_adds_a_word_and_a_move_brings_one_only_where_none_was(house: House) -> None:
    info = await house.create(ME, FOR_TWO, house.promises.offer().signed, "mine")
    await house.join(YOU, info.id, 1, "Kenji")
    before = len(await chance_of(house, info.id))
    for guest, seat, word in ((ME, 0, "again"), (YOU, 1, "first"), (YOU, 1, "second")):
        table = await until_asked(house, info.id, seat)
        shown = await house.snapshot(guest, info.id)
        await house.play(guest, table.id, seat, shown.options[0].text, shown.version, word=word)
    await house.abandon(ME, info.id)
    assert await words_of(house, info.id) == ["0@0=mine", f"1@{before}=first"]
    await checked(house, info.id)


async def until_asked(house: House, table: str, seat: int) -> TableInfo:
    """Play everybody else's first options until that seat is to act."""
    guests = {0: ME, 1: YOU}
    while seat not in (info := await house.info(table)).to_act:
        other = info.to_act[0]
        if other in guests:
            shown = await house.snapshot(guests[other], table)
            await house.play(guests[other], table, other, shown.options[0].text, shown.version)
        else:
            turn = await house.bot_turn(table)
            assert turn is not None
            kept, bot = turn
            await house.play_for_bot(table, bot, kept.shown_version(bot), kept.table().legal(bot)[0])
    return info


async def test_the_same_word_again_gives_other_cards(small_house: House) -> None:
    deals = set()
    for _ in range(5):
        info = await small_house.create(ME, WISH, small_house.promises.offer().signed, "replayed")
        deals.add(tuple(await chance_of(small_house, info.id)))
    assert len(deals) == 5


async def test_whoever_takes_over_a_bot_adds_a_word_for_what_is_still_to_come(house: House) -> None:
    wish = TableWish("akiwado", (SeatWish("open"), *[SeatWish("bot")] * (GAMES["akiwado"].seats[0] - 1)))
    info = await house.create(ME, wish)
    await house.join(YOU, info.id, 0, "Kenji", "early")
    await house.join(ME, info.id, 1, "Aiko", "late")
    await house.answer(YOU, info.id, 1, "Aiko", agree=True)
    events = len(await chance_of(house, info.id))
    await house.abandon(ME, info.id)
    assert await words_of(house, info.id) == ["0@0=early", f"1@{events}=late"]
    assert await checked(house, info.id) == events


async def test_a_rematch_is_promised_before_the_word_of_whoever_asks_and_the_others_follow(house: House) -> None:
    info = await house.create(ME, FOR_TWO)
    await house.join(YOU, info.id, 1, "Kenji", "old word")
    await house.abandon(ME, info.id)
    offer, late = house.promises.offer(after=info.id), house.promises.offer(after=info.id)
    for wrong in (house.promises.offer(), house.promises.offer(after="another")):
        with pytest.raises(BadWish, match="for another table"):
            await house.rematch(ME, info.id, wrong.signed, "asked")
    with pytest.raises(BadWish, match="for another table"):
        await house.create(ME, FOR_TWO, offer.signed)
    made = await house.rematch(ME, info.id, offer.signed, "asked")
    assert (made.id, made.fair.commitment) == (offer.table, offer.commitment)
    assert (await house.rematch(YOU, info.id, late.signed, "too late")).id == made.id
    before = len(await chance_of(house, made.id))
    await until_asked(house, made.id, 1)
    shown = await house.snapshot(YOU, made.id)
    await house.play(YOU, made.id, 1, shown.options[0].text, shown.version, word="followed")
    await house.abandon(ME, made.id)
    assert await words_of(house, made.id) == ["0@0=asked", f"1@{before}=followed"]
    await checked(house, made.id)


# Nothing before its time


async def everything(app: FastAPI, client: httpx.AsyncClient, table: str, guest: Guest, seat: int | None) -> dict[str, str]:
    """Every answer that a browser, a program or an onlooker can get about a table."""
    house: House = app.state.house
    page = {"Cookie": f"{COOKIE}={house.signer.sign_visitor(guest.visitor)}"}
    program = {"Authorization": f"Bearer {await house.seat_token(guest, table, seat)}"} if seat is not None else {}
    paths = [f"/tables/{table}{end}" for end in ("", "/now", "/record", "/replay", "/replay?at=1", "/fair")]
    paths += ["/", "/new", "/fair", "/metrics", "/healthz", "/replay", f"/tables/{table}/seats/{seat}", "/rules/akiwado"]
    got = {path: (await client.get(path, headers=page)).text for path in paths}
    for end in ("", "/view", "/options", "/record", "/view?at=1"):
        got[f"api {end}"] = (await client.get(f"/api/v1/tables/{table}{end}", headers=program)).text
    for status in ("waiting", "running", "over"):
        got[f"list {status}"] = (await client.get(f"/api/v1/tables?status={status}")).text
    snapshot = await house.snapshot(guest, table)
    got["stream"], got["live"] = app.state.drawn_json.text(snapshot), app.state.drawn_page.text(snapshot)
    return got | {"snapshot": repr(snapshot)}


@pytest.mark.parametrize("game", GAMES)
async def test_neither_secret_nor_words_are_in_any_answer_before_the_end(tmp_path: Path, game: str) -> None:
    async with open_app(tmp_path) as (app, client):
        house: House = app.state.house
        seats = GAMES[game].seats[0]
        wish = TableWish(game, (SeatWish("person", "Aiko"), *[SeatWish("open")] * (seats - 1)))
        info = await house.create(ME, wish, house.promises.offer().signed, "a-word-of-mine")
        everybody = [(ME, 0), (YOU, 1), (Guest(visitor="onlooker"), None)]
        secret = house.promises.secret_of(info.id)
        key = bytes.fromhex(await house.store.key("chance", ""))
        hidden = [secret.hex(), secret.hex().upper(), repr(secret)[2:-1], key.hex(), "a-word-of-mine", "a-word-of-yours"]
        for moves in (None, 0, 1, 8):
            if moves == 0:
                for seat in range(1, seats):
                    await house.join(Guest(visitor="you" if seat == 1 else f"v{seat}"), info.id, seat, "Kenji", "a-word-of-yours")
            for _ in range(moves or 0):
                seat = (await house.info(info.id)).to_act[0]
                guest = {0: ME, 1: YOU}.get(seat, Guest(visitor=f"v{seat}"))
                options = (await house.snapshot(guest, info.id)).options
                await house.play(guest, info.id, seat, options[0].text, word="a-word-of-mine")
            for guest, place in everybody[: 1 if moves is None else None] + everybody[2:]:
                for where, answer in (await everything(app, client, info.id, guest, place)).items():
                    assert not [text for text in hidden if text in answer], (moves, where)
        with pytest.raises(NotNow):
            await house.check(ME, info.id)
        await house.abandon(ME, info.id)
        ended = await everything(app, client, info.id, ME, 0)
        for where in (f"/tables/{info.id}", f"/tables/{info.id}/fair", f"/tables/{info.id}/record", "api ", "api /view"):
            assert secret.hex() in ended[where], where
            assert "a-word-of-yours" in ended[where], where
        assert key.hex() not in "".join(ended.values())
        assert "Each came out as promised" in ended[f"/tables/{info.id}/fair"]


async def test_a_word_given_with_a_private_step_changes_nothing_for_others(small_house: House) -> None:
    game = next(game for game in GAMES.values() if "villages" in {option.name for option in game.about.options})
    wish = TableWish(game.id, (SeatWish("person", "Aiko"), SeatWish("open")), {"start": "0"})
    info = await small_house.create(ME, wish)
    await small_house.join(YOU, info.id, 1, "Kenji")
    entry = await small_house.snapshot(YOU, info.id)
    await small_house.play(YOU, info.id, 1, entry.options[0].text, entry.version)
    yours, seen = await small_house.snapshot(YOU, info.id), await small_house.snapshot(Guest(visitor="third"), info.id)
    record = await small_house.record(YOU, info.id)
    shown = await small_house.snapshot(ME, info.id)
    await small_house.play(ME, info.id, 0, shown.options[0].text, shown.version, word="secretly")
    assert await small_house.snapshot(YOU, info.id) == yours
    assert await small_house.snapshot(Guest(visitor="third"), info.id) == seen
    assert await small_house.record(YOU, info.id) == record
    await small_house.abandon(ME, info.id)
    assert len(await words_of(small_house, info.id)) == 1


# What happens to a house


async def test_chance_that_was_not_written_was_not_shown_and_comes_as_promised(
    small_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house that dies between drawing and writing: whoever then decides otherwise learned nothing, and the record holds."""
    info = await full_table(small_house, ME, "akiwado")
    commit, drawn = small_house.store.commit, []

    async def dies(change: Change) -> None:
        drawn.append([line for line in change.lines if line.startswith("*: ")])
        raise Unavailable("The disk is full.")

    rng = random.Random(1)
    while not drawn or not drawn[-1]:
        now = await small_house.info(info.id)
        shown = await small_house.snapshot(ME, info.id, now.to_act[0])
        monkeypatch.setattr(small_house.store, "commit", dies)
        with pytest.raises(Unavailable):
            await small_house.play(ME, info.id, now.to_act[0], rng.choice(shown.options).text)
        monkeypatch.setattr(small_house.store, "commit", commit)
        assert await small_house.snapshot(ME, info.id, now.to_act[0]) == shown
        await small_house.play(ME, info.id, now.to_act[0], rng.choice(shown.options).text)
    await play_on(small_house, ME, info.id, 10_000)
    await checked(small_house, info.id)


async def test_a_table_whose_database_was_changed_does_not_pass_and_is_drawn_again_only_once(
    small_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = await full_table(small_house, ME)
    await small_house.abandon(ME, info.id)
    good = await small_house.check(YOU, info.id)
    assert (good.drawn, good.problem) == (len(await chance_of(small_house, info.id)), "")
    monkeypatch.setattr(house_module, "check_record", None)
    assert await small_house.check(ME, info.id) == good
    monkeypatch.undo()
    other = {"secret": "00" * 32}
    await small_house.store.write(lambda connection: connection.execute(sa.update(SECRETS), other))
    small_house.tables.shelf.forget(info.id)
    assert "chance event 1 was to be" in (await small_house.check(ME, info.id)).problem


async def test_a_table_from_before_there_were_promises_plays_on_without_one(small_house: House) -> None:
    info = await full_table(small_house, ME)
    await small_house.store.write(lambda connection: connection.execute(sa.delete(SECRETS)))
    small_house.tables.shelf.forget(info.id)
    await play_on(small_house, ME, info.id, 10_000)
    ended = await small_house.info(info.id)
    assert (ended.status, ended.fair.commitment) == ("over", "")
    assert "commitment" not in await small_house.record(ME, info.id)


async def opened(folder: Path, name: str) -> House:
    """The house of a file, as the application opens it."""
    store = Store(database_url(str(folder / name)))
    await store.open()
    key = await store.key(CHANCE_KEY)
    return House(store, Signer("a secret of the tests"), chance_key=bytes.fromhex(key))


async def replayed(house: House, table: str, moves: list[tuple[int, str]], word: str) -> list[str]:
    """The chance that comes when a guest makes the same moves, as far as they go, with the same word."""
    for seat, move in moves:
        shown = await house.snapshot(ME, table, seat)
        if seat not in (await house.info(table)).to_act or move not in [option.text for option in shown.options]:
            break
        await house.play(ME, table, seat, move, word=word)
    return await chance_of(house, table)


async def next_word(house: House, table: str, event: int) -> int:
    """What a chance event of a finished game began with."""
    promise = promise_in(read_kifu(await house.record(ME, table)))
    assert promise is not None
    return promise.generator(event).next_word()


async def test_a_restored_house_does_not_draw_again_what_a_guest_knows(tmp_path: Path) -> None:
    first = await opened(tmp_path, "first.sqlite")
    info = await full_table(first, ME, "akiwado")
    waiting = await first.create(ME, FOR_TWO, first.promises.offer().signed, "sat down")
    offer = first.promises.offer()
    await play_on(first, ME, info.id, 5)
    await first.store.close()
    await asyncio.to_thread(backup, str(tmp_path / "first.sqlite"), tmp_path / "backup")

    first = await opened(tmp_path, "first.sqlite")
    known = await chance_of(first, info.id)
    made: list[tuple[int, str]] = []
    rng = random.Random(3)
    while len(await chance_of(first, info.id)) < len(known) + 3:
        seat = (await first.info(info.id)).to_act[0]
        made.append((seat, rng.choice((await first.snapshot(ME, info.id, seat)).options).text))
        await first.play(ME, info.id, seat, made[-1][1], word="the same")
    await first.join(YOU, waiting.id, 1, "Kenji", "the same")
    dealt = await chance_of(first, waiting.id)
    promised = await first.create(ME, WISH, offer.signed, "the same")
    await play_on(first, ME, info.id, 10_000)
    next_words = [await next_word(first, info.id, len(known))]
    await first.store.close()

    for name in ("second.sqlite", "third.sqlite"):
        await asyncio.to_thread(restore, tmp_path / "backup", str(tmp_path / name))
        house = await opened(tmp_path, name)
        again = await replayed(house, info.id, made, "the same")
        assert again[: len(known)] == known
        assert len(again) > len(known)
        await house.join(YOU, waiting.id, 1, "Kenji", "the same")
        assert (await chance_of(house, waiting.id)) != dealt
        with pytest.raises(Stale, match="restored"):
            await house.create(ME, WISH, offer.signed, "the same")
        assert promised.id not in {table.id for table in await lists.mine(house.store, ME)}
        await play_on(house, ME, info.id, 10_000)
        words = await words_of(house, info.id)
        assert words[0].startswith(f"*@{len(known)}=restored-")
        assert words[1].endswith("=the_same")
        await checked(house, info.id)
        next_words.append(await next_word(house, info.id, len(known)))
        await house.store.close()
    assert len(set(next_words)) == 3


async def test_a_database_put_back_by_other_means_is_marked(tmp_path: Path) -> None:
    house = await opened(tmp_path, "house.sqlite")
    info = await full_table(house, ME)
    offer = house.promises.offer()
    await house.store.close()
    assert await asyncio.to_thread(mark_restored, str(tmp_path / "house.sqlite")) == 1
    house = await opened(tmp_path, "house.sqlite")
    with pytest.raises(Stale, match="restored"):
        await house.create(ME, WISH, offer.signed)
    await play_on(house, ME, info.id, 2)
    keys = await house.store.read(lambda connection: list(connection.execute(sa.select(SECRETS.c.renewal)).scalars()))
    assert keys == [""], "the house's word was written, once"
    await house.abandon(ME, info.id)
    assert len(await words_of(house, info.id)) == 1
    await checked(house, info.id)
    names = await house.store.read(lambda connection: list(connection.execute(sa.select(KEYS.c.name)).scalars()))
    assert "chance" in names
    await house.store.close()


# Pages and the API


async def test_a_page_carries_a_promise_and_its_form_brings_it_back_with_a_word(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (app, client):
        page = (await client.get("/")).text
        offer = re.search(r'name="promise" value="([^"]+)" data-table="([^"]+)" data-commitment="([0-9a-f]{64})"', page)
        assert offer
        form = {"csrf": await form_token(client), "game": "akiwado", "promise": offer[1], "word": "made-here", "typed_word": " "}
        answer = await client.post("/play-now", data=form)
        assert answer.headers["location"] == f"/tables/{offer[2]}"
        assert offer[3] in (await client.get(f"/tables/{offer[2]}")).text
        again = await client.post("/play-now", data=form)
        assert again.headers["location"] == f"/tables/{offer[2]}"
        stranger = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house")
        refused = await stranger.post("/play-now", data=form | {"csrf": await form_token(stranger)})
        assert refused.status_code == 409
        assert "already been used" in refused.text
        form = {"csrf": form["csrf"]}
        await client.post(f"/tables/{offer[2]}/abandon", data=form)
        shown = (await client.get(f"/tables/{offer[2]}/fair")).text
        assert "made-here" in shown
        assert f"Word of {(await app.state.house.info(offer[2])).names[0]}" in shown


async def test_programs_get_a_promise_first(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        offer = (await client.post("/api/v1/promises")).json()
        seats = [{"kind": "person", "name": "Aiko"}, {"kind": "open"}, {"kind": "bot"}]
        asked = {"game": GAME, "seats": seats, "promise": offer["promise"], "word": "program"}
        made = (await client.post("/api/v1/tables", json=asked)).json()
        table = made["table"]
        assert (table["id"], table["commitment"], table["secret"], table["words"]) == (
            offer["table"],
            offer["commitment"],
            "",
            [],
        )
        assert (await client.post("/api/v1/tables", json=asked)).status_code == 409
        assert (await client.post("/api/v1/tables", json=asked | {"promise": ""})).status_code == 422
        bare = await client.post("/api/v1/tables", json={"game": GAME, "seats": seats})
        assert len(bare.json()["table"]["commitment"]) == 64
        await client.post(f"/api/v1/tables/{table['id']}/join", json={"name": "Kenji", "word": "other"})
        bearer = {"Authorization": f"Bearer {made['tokens'][0]['token']}"}
        ended = (await client.post(f"/api/v1/tables/{table['id']}/abandon", headers=bearer)).json()
        assert commitment_of(bytes.fromhex(ended["secret"])) == offer["commitment"]
        assert [(word["seat"], word["text"]) for word in ended["words"]] == [(0, "program"), (1, "other")]
        record = (await client.get(f"/api/v1/tables/{table['id']}/record")).text
        promise = promise_in(read_kifu(record))
        assert promise is not None
        assert promise.secret.hex() == ended["secret"]
        again = (await client.post("/api/v1/promises", json={"rematch_of": table["id"]})).json()
        rematch = {"promise": again["promise"], "word": "again"}
        answer = await client.post(f"/api/v1/tables/{table['id']}/rematch", json=rematch, headers=bearer)
        assert answer.json()["table"]["commitment"] == again["commitment"]


async def test_an_uploaded_record_is_held_against_its_promise(small_house: House) -> None:
    info = await full_table(small_house, ME)
    await play_on(small_house, ME, info.id, 10_000)
    record = await small_house.record(ME, info.id)
    assert (await small_house.study(YOU, record)).status == "study"
    kifu = read_kifu(record)
    kifu.header["secret"] = "00" * 32
    with pytest.raises(BadRecord, match="not the secret that was promised"):
        await small_house.study(YOU, kifu.write())


async def test_the_page_about_fair_cards_says_what_a_house_could_still_do(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, client):
        page = (await client.get("/fair")).text
        for limit in ("can look at your cards", "until they like the cards", "refuse to begin with cards it does not like"):
            assert limit in page
