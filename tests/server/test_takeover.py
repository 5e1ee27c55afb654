"""A bot's seat during the game: nobody gets to see its hand unless everybody who plays has agreed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.server.helpers import GAME, form_token, open_app
from zashiki.server.errors import BadToken, NotNow, NotYours, SeatTaken
from zashiki.server.house import House
from zashiki.server.model import Access, Guest, SeatWish, TableWish
from zashiki.server.pages.table import draw_live

pytestmark = pytest.mark.anyio

ME, YOU, LATE, LATER = (Guest(visitor=name) for name in ("me", "you", "late", "later"))
FRIENDS = Access(public=False, takeover=True)


async def friends(house: House) -> str:
    """A game of two people, Aiko and Kenji, and a bot."""
    seats = (SeatWish("person", "Aiko"), SeatWish("open"), SeatWish("bot"))
    info = await house.create(ME, TableWish(GAME, seats, access=FRIENDS))
    assert (await house.join(YOU, info.id, 1, "Kenji")).status == "running"
    return info.id


@pytest.fixture
async def solo(tmp_path: Path) -> AsyncIterator[tuple[httpx.AsyncClient, str, str]]:
    """What "Invite friends" makes once it has begun with bots: a client, the table, and the token of the only person."""
    async with open_app(tmp_path) as (_, client):
        seats = [{"kind": "person", "name": "Aiko"}, {"kind": "bot"}, {"kind": "bot"}]
        made = (await client.post("/api/v1/tables", json={"game": GAME, "seats": seats, "takeover": True})).json()
        yield client, made["table"]["id"], made["tokens"][0]["token"]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def test_a_program_gets_no_bots_hand_by_joining(solo: tuple[httpx.AsyncClient, str, str]) -> None:
    client, table, _ = solo
    joined = await client.post(f"/api/v1/tables/{table}/join", json={"name": "Looker", "seat": 1})
    assert (joined.status_code, joined.json()["waiting"]) == (202, True)
    looked = await client.get(f"/api/v1/tables/{table}/view", headers=bearer(joined.json()["token"]))
    assert looked.status_code == 401
    assert "not agreed" in looked.json()["detail"]
    assert (await client.get(f"/api/v1/tables/{table}")).json()["seats"][1]["asked_by"] == "Looker"


async def test_a_second_browser_gets_no_bots_hand_by_joining(solo: tuple[httpx.AsyncClient, str, str]) -> None:
    client, table, _ = solo
    form = {"csrf": await form_token(client), "seat": "1", "name": "Looker"}
    page = await client.post(f"/tables/{table}/join", data=form, follow_redirects=True)
    assert page.status_code == 200
    assert "data-seat=" not in page.text
    assert "Everybody who plays has to agree" in page.text
    assert "/withdraw" in page.text


async def test_who_holds_a_seat_may_not_ask_for_another_with_its_token_or_its_cookie(
    solo: tuple[httpx.AsyncClient, str, str],
) -> None:
    client, table, token = solo
    wish = {"name": "Aiko again", "seat": 1}
    refused = await client.post(f"/api/v1/tables/{table}/join", json=wish, headers=bearer(token))
    assert (refused.status_code, "second hand" in refused.json()["detail"]) == (403, True)
    await client.post(f"/seat/{token}", data={"csrf": await form_token(client)})  # the seat moves to this browser
    refused = await client.post(f"/api/v1/tables/{table}/join", json=wish)
    assert (refused.status_code, "second hand" in refused.json()["detail"]) == (403, True)


async def test_a_program_lets_another_in(solo: tuple[httpx.AsyncClient, str, str]) -> None:
    client, table, token = solo
    joined = (await client.post(f"/api/v1/tables/{table}/join", json={"name": "Kenji", "seat": 1})).json()
    answer = {"seat": 1, "name": "Kenji", "agree": True}
    assert (await client.post(f"/api/v1/tables/{table}/answer", json=answer)).status_code == 401
    assert (await client.post(f"/api/v1/tables/{table}/answer", json=answer, headers=bearer(joined["token"]))).status_code == 401
    let_in = await client.post(f"/api/v1/tables/{table}/answer", json=answer, headers=bearer(token))
    assert let_in.json()["seats"][1] == {
        "seat": 1,
        "kind": "person",
        "name": "Kenji",
        "bot": "",
        "level": "",
        "minded": False,
        "asked_by": "",
        "taken_over": let_in.json()["lines"],
    }
    assert (await client.get(f"/api/v1/tables/{table}/view", headers=bearer(joined["token"]))).json()["seat"] == 1


async def test_everybody_must_agree(house: House) -> None:
    table = await friends(house)
    await house.join(LATE, table, 2, "Mirei")
    assert (await house.snapshot(LATE, table)).seat is None
    assert (await house.answer(ME, table, 2, "Mirei", agree=True)).seats[2].kind == "bot"
    assert (await house.snapshot(ME, table)).may_answer == ()
    assert (await house.snapshot(YOU, table)).may_answer == (2,)
    assert (await house.answer(ME, table, 2, "Mirei", agree=True)).seats[2].kind == "bot"  # twice the same voice
    with pytest.raises(NotYours):
        await house.answer(LATE, table, 2, "Mirei", agree=True)
    with pytest.raises(NotNow, match="Zoë is no longer asking"):
        await house.answer(YOU, table, 2, "Zoë", agree=True)
    assert (await house.answer(YOU, table, 2, "Mirei", agree=True)).seats[2].name == "Mirei"
    assert (await house.snapshot(LATE, table)).seat == 2


async def test_somebody_whose_seat_a_bot_minds_is_asked_as_well(house: House) -> None:
    table = await friends(house)
    await house.hand_to_bot(ME, table, 1)  # else a host could send the others away first
    await house.join(LATE, table, 2, "Mirei")
    assert (await house.answer(ME, table, 2, "Mirei", agree=True)).seats[2].kind == "bot"
    assert (await house.answer(YOU, table, 2, "Mirei", agree=True)).seats[2].kind == "person"


async def test_one_no_is_enough_and_holds(house: House) -> None:
    table = await friends(house)
    await house.join(LATE, table, 2, "Mirei")
    await house.answer(ME, table, 2, "Mirei", agree=True)
    refused = (await house.answer(YOU, table, 2, "Mirei", agree=False)).seats[2]
    assert (refused.kind, refused.asked_by) == ("bot", "")
    with pytest.raises(NotYours, match="said no"):
        await house.join(LATE, table, 2, "Somebody else")
    assert not (await house.snapshot(LATE, table)).may_take_over
    await house.join(LATER, table, 2, "Zoë")
    with pytest.raises(SeatTaken, match="already asking"):
        await house.join(Guest(visitor="last"), table, 2, "Haru")


async def test_nobody_asks_twice_or_stays_bound_to_ask(house: House) -> None:
    seats = (SeatWish("person", "Aiko"), SeatWish("bot"), SeatWish("bot"))
    table = (await house.create(ME, TableWish(GAME, seats, access=FRIENDS))).id
    await house.join(LATE, table, 2, "Mirei")
    with pytest.raises(NotNow, match="already asked"):
        await house.join(LATE, table, 1, "Mirei")
    await house.withdraw(LATE, table)
    with pytest.raises(NotNow):
        await house.withdraw(LATE, table)
    with pytest.raises(NotNow, match="no longer asking"):
        await house.answer(ME, table, 2, "Mirei", agree=True)
    await house.join(LATE, table, 1, "Mirei")
    assert (await house.snapshot(ME, table)).may_answer == (1,)


async def test_whoever_took_a_seat_over_never_gets_another_and_nobody_else_gets_that_one(house: House) -> None:
    seats = (SeatWish("person", "Aiko"), SeatWish("bot"), SeatWish("bot"))
    table = (await house.create(ME, TableWish(GAME, seats, access=FRIENDS))).id
    await house.join(LATE, table, 1, "Mirei")
    await house.answer(ME, table, 1, "Mirei", agree=True)
    await house.hand_to_bot(LATE, table, 1)
    with pytest.raises(NotYours, match="second hand"):
        await house.join(LATE, table, 2, "Mirei")
    with pytest.raises(SeatTaken):
        await house.join(LATER, table, 1, "Zoë")
    await house.join(LATER, table, 2, "Zoë")
    assert (await house.answer(ME, table, 2, "Zoë", agree=True)).seats[2].kind == "bot"  # Mirei is asked, too
    assert (await house.answer(LATE, table, 2, "Zoë", agree=True)).seats[2].kind == "person"


async def test_who_is_given_a_seat_by_link_while_asking_gets_no_second_hand(house: House) -> None:
    table = await friends(house)
    await house.join(LATE, table, 2, "Mirei")
    await house.claim(LATE, await house.seat_token(YOU, table, 1))
    seat = (await house.answer(ME, table, 2, "Mirei", agree=True)).seats[2]
    assert (seat.kind, seat.asked_by) == ("bot", "")


async def test_a_token_of_a_seat_asked_for_dies_with_the_request(house: House) -> None:
    table = await friends(house)
    await house.join(LATE, table, 2, "Mirei")
    token = await house.seat_token(LATE, table, 2)
    with pytest.raises(BadToken, match="not agreed"):
        await house.guest_of_token(token)
    await house.answer(ME, table, 2, "Mirei", agree=False)
    with pytest.raises(BadToken, match="no longer works"):
        await house.guest_of_token(token)


async def test_with_nobody_seated_a_bots_seat_is_given_at_once(house: House) -> None:
    table = (await house.create(ME, TableWish(GAME, (SeatWish("bot"),) * 3, access=FRIENDS))).id
    assert (await house.join(YOU, table, 1, "Kenji")).seats[1].kind == "person"
    assert (await house.join(ME, table, 0, "Aiko")).seats[0].asked_by == "Aiko"  # the host asks like anybody else


async def test_a_taken_over_seat_is_told_to_everybody_and_stays_in_the_record(house: House) -> None:
    table = await friends(house)
    await house.join(LATE, table, 2, "Mirei")
    for guest, buttons in ((ME, True), (YOU, True), (LATE, False), (LATER, False)):
        page = draw_live("", await house.snapshot(guest, table))
        assert ("Mirei asks to take over" in page) == (guest != LATE)
        assert ("/let-in" in page) == ("/turn-away" in page) == buttons
    await house.answer(ME, table, 2, "Mirei", agree=True)
    assert "taken_over" not in await house.record(LATER, table)
    await house.answer(YOU, table, 2, "Mirei", agree=True)
    events = (await house.info(table)).lines
    assert (await house.info(table)).seats[2].taken_over == events
    for guest in (ME, YOU, LATE, LATER):
        assert f"took over from a bot after move {events}" in draw_live("", await house.snapshot(guest, table))
        assert re.search(rf"^taken_over: 2={events}$", await house.record(guest, table), re.MULTILINE)
    await house.abandon(ME, table)
    assert all(seat.taken_over is None for seat in (await house.rematch(ME, table)).seats)
