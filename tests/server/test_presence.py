"""Who is at a table: pages and streams that come, hide and go, and processes that tell each other."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.helpers import Postgres
from zashiki.server.app import _listen
from zashiki.server.house import House
from zashiki.server.model import AWAY, GONE, HERE, RECONNECTING, Guest, SeatWish, TableWish, Where
from zashiki.server.presence import HEARSAY_SECONDS, LEFT_SECONDS, MOST_PAGES, TOLD_SECONDS, Presence
from zashiki.server.settings import database_url
from zashiki.server.store import Store
from zashiki.server.tokens import Signer

pytestmark = pytest.mark.anyio

ME, YOU = Guest(visitor="me"), Guest(visitor="you")


class Room:
    """A table with a clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.moved: list[Where] = []
        self.presence = Presence(lambda table, visitor, where: self.moved.append(where), lambda: self.now)

    def where(self) -> Where:
        return self.presence.of("t", "me")

    def wait(self, seconds: float) -> None:
        """Let time pass, and look again as the event loop would."""
        self.now += seconds
        self.presence._settle(("t", "me"))


async def test_a_stream_is_somebody_and_after_the_line_drops_there_is_a_moment_to_come_back() -> None:
    room = Room()
    assert room.where() == Where(GONE)
    room.presence.opened("t", "me")
    assert room.where() == Where(HERE)
    room.presence.closed("t", "me")
    assert room.where() == Where(RECONNECTING)
    room.wait(LEFT_SECONDS - 1)
    room.presence.opened("t", "me")
    room.presence.closed("t", "me")
    room.wait(LEFT_SECONDS - 1)
    assert room.where() == Where(RECONNECTING)
    room.wait(2)
    assert room.where() == Where(GONE)
    assert [where.state for where in room.moved] == [HERE, RECONNECTING, HERE, RECONNECTING, GONE]
    assert not list(room.presence.everybody())


async def test_onlookers_wake_nobody_and_whoever_sits_down_is_shown_at_once(small_house: House) -> None:
    wish = TableWish("rights-of-losers", (SeatWish("person", name="Me"), SeatWish("open"), SeatWish("open")))
    table = (await small_house.create(ME, wish)).id
    people = small_house.people
    people.presence.opened(table, "me")
    before = people.news(table)
    assert before
    people.presence.opened(table, "you")
    assert people.news(table) == before
    await small_house.join(YOU, table, 1, "You")
    assert (await small_house.gathering(ME, table)).where[1] == Where(HERE)
    people.presence.closed(table, "you")
    assert people.news(table) > before


async def test_somebody_is_here_while_one_of_their_pages_is_in_sight() -> None:
    room = Room()
    room.presence.opened("t", "me")
    room.presence.opened("t", "me")
    room.presence.told("t", "me", "desk", visible=False, phone=False)
    assert room.where() == Where(AWAY)
    room.presence.told("t", "me", "pocket", visible=True, phone=True)
    assert room.where() == Where(HERE, phone=True)
    room.presence.told("t", "me", "desk", visible=True, phone=False)
    assert room.where() == Where(HERE, phone=False)
    room.presence.closed_page("t", "me", "desk")
    room.presence.told("t", "me", "pocket", visible=False, phone=True)
    assert room.where() == Where(AWAY, phone=True)


async def test_a_page_without_a_stream_counts_while_it_speaks_up() -> None:
    room = Room()
    room.presence.told("t", "me", "a", visible=True, phone=False)
    room.wait(TOLD_SECONDS - 1)
    assert room.where() == Where(HERE)
    room.wait(2)
    assert room.where() == Where(GONE)


async def test_what_a_page_said_before_the_line_dropped_counts_no_more() -> None:
    room = Room()
    room.presence.opened("t", "me")
    room.presence.told("t", "me", "a", visible=True, phone=False)
    room.presence.closed("t", "me")
    assert room.where() == Where(RECONNECTING)


async def test_nobody_fills_the_memory_with_pages() -> None:
    room = Room()
    for number in range(100):
        room.presence.told("t", "me", f"page {number}", visible=True, phone=False)
    assert len(room.presence._persons["t", "me"].pages) == MOST_PAGES


async def test_the_word_of_another_process_counts_until_it_falls_silent() -> None:
    room = Room()
    room.presence.hear("other", "t", "me", Where(AWAY))
    assert room.where() == Where(AWAY)
    room.presence.opened("t", "me")
    assert room.where() == Where(HERE)  # the best of what is known
    room.presence.closed("t", "me")
    room.now += HEARSAY_SECONDS + 1
    assert room.where() == Where(RECONNECTING)
    room.presence.hear("other", "t", "me", Where(HERE))
    room.presence.hear("other", "t", "me", Where(GONE))
    assert room.where() == Where(RECONNECTING)


async def test_two_processes_agree_on_who_is_there_and_what_was_said(postgres: Postgres) -> None:
    url = database_url(postgres.new_database())
    houses = []
    for _ in range(2):
        store = Store(url)
        await store.open()
        houses.append(House(store, Signer("a secret of the tests")))
    listening = [asyncio.create_task(_listen(house)) for house in houses]
    one, other = houses
    table = (await one.create(ME, TableWish("rights-of-losers", (SeatWish("person", "Aiko"), *(SeatWish("open"),) * 2)))).id
    await other.join(YOU, table, 1, "Kenji")

    async def until(*states: str, said: int) -> None:
        async with asyncio.timeout(300):
            while True:
                g = await other.gathering(YOU, table)
                assert g.where[0] is not None
                if g.where[0].state in states and len(g.said) == said:
                    return
                # A process that listens only now has missed the first word of it; as every half minute, it is told again.
                known = [[*place, where.state, where.phone] for place, where in one.people.presence.everybody()]
                await one.people._tell_others(known)
                await asyncio.sleep(0.1)

    one.people.presence.opened(table, "me")
    await until(HERE, said=0)
    await one.say(ME, table, "phrase", "hello")
    await until(HERE, said=1)
    one.people.presence.closed(table, "me")
    await until(RECONNECTING, GONE, said=1)  # on a busy machine the moment to come back may be over
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    for house in houses:
        await house.store.close()
