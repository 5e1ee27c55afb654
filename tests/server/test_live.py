"""Streams: numbered events, coming back with the last number, slow readers, moved seats, an orderly end."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from starlette.types import Message

from tests.server.helpers import GAME, Postgres, Served, full_table, seat_people
from zashiki.server.changes import drawing
from zashiki.server.house import House
from zashiki.server.live import Drawn, Line, Quiet, Sent, Streams, marks_of
from zashiki.server.model import Guest, Snapshot
from zashiki.server.settings import Settings, database_url
from zashiki.server.store import Store
from zashiki.server.tokens import Signer

pytestmark = pytest.mark.anyio

ME = Guest(visitor="me")
LONGEST = 60.0  # seconds for an answer on a busy machine
Event = tuple[str, str]  # id and data


async def events(answer: httpx.Response) -> AsyncIterator[Event]:
    """The events of a stream; comments are passed over."""
    number, data = "", []
    async for line in answer.aiter_lines():
        if line.startswith("id: "):
            number = line[4:]
        elif line.startswith("data: "):
            data.append(line[6:])
        elif not line and data:
            yield number, "\n".join(data)
            data = []


async def test_events_carry_the_version_and_a_return_gets_the_present_state(tmp_path: Path) -> None:
    with Served(str(tmp_path / "house.sqlite"), settings={"HEARTBEAT": "1"}) as served:
        async with httpx.AsyncClient(base_url=served.url, timeout=LONGEST) as client:
            people = await seat_people(client, 1)
            path = f"/api/v1/tables/{people[0].table}/stream"
            async with client.stream("GET", path) as answer:
                stream = events(answer)
                number, data = await anext(stream)
                assert json.loads(data)["version"] == int(number)
                await one_move(client, people)
                later, data = await anext(stream)
                assert int(later) == int(number) + 1
            async with client.stream("GET", path, headers={"Last-Event-ID": number}) as answer:
                back, data = await anext(events(answer))
                assert back == later
            async with client.stream("GET", path, headers={"Last-Event-ID": later}) as answer:
                first = []
                async for line in answer.aiter_lines():
                    first.append(line)
                    if first.count(": here") == 3:  # the greeting and two heartbeats
                        break
                assert not [line for line in first if line.startswith("data")]


async def one_move(client: httpx.AsyncClient, people: list[object]) -> None:
    for person in people:
        headers = {"Authorization": f"Bearer {person.token}"}  # type: ignore[attr-defined]
        path = f"/api/v1/tables/{person.table}"  # type: ignore[attr-defined]
        options = (await client.get(f"{path}/options", headers=headers)).json()
        if options["options"]:
            body = {"move": options["options"][0]["text"], "version": options["version"]}
            assert (await client.post(f"{path}/moves", json=body, headers=headers)).status_code == 200
            return


async def test_a_reader_who_does_not_read_holds_nobody_up_and_then_gets_the_newest(tmp_path: Path) -> None:
    with Served(str(tmp_path / "house.sqlite")) as served:
        async with httpx.AsyncClient(base_url=served.url, timeout=LONGEST) as client:
            people = await seat_people(client, 1)
            path = f"/api/v1/tables/{people[0].table}/stream"
            slow = socket.socket()
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect(("127.0.0.1", served.port))
            slow.sendall(f"GET {path} HTTP/1.1\r\nHost: house\r\n\r\n".encode())
            await asyncio.gather(*(person.play() for person in people))
            final = (await client.get(f"/api/v1/tables/{people[0].table}")).json()["version"]
            slow.settimeout(LONGEST)
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)  # now it reads as others do
            received = b""
            while f"id: {final}\n".encode() not in received:
                piece = await asyncio.to_thread(slow.recv, 1 << 20)
                assert piece, "the stream goes on"
                received += piece
            slow.close()
        numbers = [int(line[4:]) for line in received.decode().splitlines() if line.startswith("id: ")]
        assert numbers == sorted(set(numbers))
        assert numbers[-1] == final


async def test_a_stream_ends_when_its_seat_moves_to_another_device(tmp_path: Path) -> None:
    with Served(str(tmp_path / "house.sqlite")) as served:
        async with httpx.AsyncClient(base_url=served.url, timeout=LONGEST) as client:
            people = await seat_people(client, 1)
            token, table = people[0].token, people[0].table
            headers = {"Authorization": f"Bearer {token}"}
            async with client.stream("GET", f"/api/v1/tables/{table}/stream", headers=headers) as answer:
                stream = events(answer)
                assert json.loads((await anext(stream))[1])["seat"] == 0
                page = await client.get(f"/seat/{token}")
                csrf = page.text.split('name="csrf" value="')[1].split('"')[0]
                assert (await client.post(f"/seat/{token}", data={"csrf": csrf})).status_code == 303
                rest = [json.loads(data)["seat"] async for _, data in stream]
            assert 0 not in rest
            assert (await client.get(f"/api/v1/tables/{table}/view", headers=headers)).status_code == 401


async def test_the_browser_stream_carries_the_page_of_that_viewer(tmp_path: Path) -> None:
    with Served(str(tmp_path / "house.sqlite")) as served:
        async with httpx.AsyncClient(base_url=served.url, timeout=LONGEST) as client:
            people = await seat_people(client, 1)
            async with client.stream("GET", f"/tables/{people[0].table}/live") as answer:
                assert answer.headers["x-accel-buffering"] == "no"
                assert "content-encoding" not in answer.headers
                number, data = await anext(events(answer))
            assert number == "1"
            assert f"board-{GAME}" in data


async def test_no_piece_of_a_stream_can_end_between_two_characters_of_a_line_end(tmp_path: Path) -> None:
    with Served(str(tmp_path / "house.sqlite"), settings={"HEARTBEAT": "1"}) as served:
        async with httpx.AsyncClient(base_url=served.url, timeout=LONGEST) as client:
            people = await seat_people(client, 1)
            for path in (f"/tables/{people[0].table}/live", f"/api/v1/tables/{people[0].table}/stream"):
                async with client.stream("GET", path) as answer:
                    received = b""
                    async for piece in answer.aiter_bytes():
                        received += piece
                        if received.count(b"here\n") == 2:  # the greeting, the table and a sign of life
                            break
                assert b"data: " in received
                assert b"\r" not in received


async def test_signs_of_life_that_are_due_soon_are_given_together() -> None:
    given: list[str] = []

    def line(name: str) -> Line:
        async def send(message: Message) -> None:
            assert message["body"] == b"here"
            given.append(name)

        return Line(send, None)

    quiet, now = Quiet(1000, b"here"), time.monotonic()
    silent = {"late": 1001, "soon": 950, "gone": 940, "not yet": 500}
    lines = {name: line(name) for name in silent}
    for name, each in lines.items():
        quiet.note(each)
        quiet._lines[each] = now - silent[name]
    quiet.forget(lines["gone"])
    for _ in range(20):
        await asyncio.sleep(0)
    assert given == ["late", "soon"]
    assert list(quiet._lines) == [lines["not yet"], lines["late"], lines["soon"]]
    assert quiet._beating is not None
    quiet._beating.cancel()


async def test_whoever_comes_back_with_other_eyes_gets_what_those_see(small_house: House) -> None:
    table = (await full_table(small_house, ME)).id
    snapshot = await small_house.snapshot(ME, table)
    drawn = Drawn(lambda shown: drawing(f"drawn for {shown.viewer}"), in_parts=True)
    streams = Streams(small_house, Settings())

    async def first_event(after: str, seconds: float = LONGEST) -> object:
        events = streams._events("", ME, "me", table, None, drawn, after, seated=True)
        try:
            async with asyncio.timeout(seconds):
                return await anext(events)
        except TimeoutError:
            return None
        finally:
            await events.aclose()  # type: ignore[attr-defined]

    others = replace(snapshot, viewer=snapshot.viewer + 1)
    waiting = replace(snapshot, bots_before=3)
    assert await first_event(drawn.number(snapshot), 0.2) is None
    assert await first_event(drawn.number(others)) == await first_event(drawn.number(waiting)) == await first_event("")
    assert f"drawn for {snapshot.viewer}".encode() in await first_event("")  # type: ignore[operator]


class Watched:
    """Some streams of one table, with a note of every drawing instead of a drawing."""

    draw_people = None
    sign_of_life = b""

    def __init__(self, house: House, table: str, count: int) -> None:
        self.drawn: list[int] = []
        self.streams = Streams(house, Settings())
        guests = [Guest(visitor=f"watching {number}") for number in range(count)]
        self.readers = [asyncio.create_task(self._read(guest, table)) for guest in guests]

    async def _read(self, guest: Guest, table: str) -> None:
        events = self.streams._events("", guest, guest.visitor, table, None, self, "", seated=False)  # type: ignore[arg-type]
        async for _ in events:
            pass

    def number(self, shown: Snapshot) -> str:
        return str(shown.version)

    def __call__(self, shown: Snapshot, sent: Sent) -> bytes:
        self.drawn.append(shown.version)
        sent.shown = marks_of(shown)
        return b"drawn"

    async def all_have(self, version: int) -> None:
        while self.drawn.count(version) < len(self.readers):
            await asyncio.sleep(0.001)


async def one_step(house: House, table: str) -> int:
    seat = (await house.info(table)).to_act[0]
    shown = await house.snapshot(ME, table, seat)
    await house.play(ME, table, seat, shown.options[0].text)
    return (await house.info(table)).version


async def test_streams_draw_one_at_a_time_and_let_requests_in_between(small_house: House) -> None:
    table = (await full_table(small_house, ME)).id
    watched = Watched(small_house, table, 40)
    await watched.all_have((await small_house.info(table)).version)
    async with watched.streams._turn:
        version = await one_step(small_house, table)
        await asyncio.sleep(0.01)
        assert version not in watched.drawn
    for rounds in range(1, 11):
        await asyncio.sleep(0)  # as long as a request takes that was ready
        assert watched.drawn.count(version) <= rounds
    await watched.all_have(version)
    small_house.close()
    await asyncio.gather(*watched.readers)


async def test_who_waits_to_draw_draws_only_the_newest_version(small_house: House) -> None:
    table = (await full_table(small_house, ME)).id
    watched = Watched(small_house, table, 3)
    first = (await small_house.info(table)).version
    await watched.all_have(first)
    async with watched.streams._turn:
        for _ in range(4):
            version = await one_step(small_house, table)
            await asyncio.sleep(0.01)
    await watched.all_have(version)
    small_house.close()
    await asyncio.gather(*watched.readers)
    assert watched.drawn == [first] * 3 + [version] * 3


async def test_a_stop_ends_streams_in_good_order(tmp_path: Path) -> None:
    with Served(str(tmp_path / "house.sqlite")) as served:
        async with httpx.AsyncClient(base_url=served.url, timeout=LONGEST) as client:
            people = await seat_people(client, 1)
            async with client.stream("GET", f"/api/v1/tables/{people[0].table}/stream") as answer:
                stream = events(answer)
                await anext(stream)
                stopped = asyncio.create_task(asyncio.to_thread(served.stop))
                assert [event async for event in stream] == []
            assert await stopped in (0, -signal.SIGTERM)


async def test_a_move_at_one_worker_reaches_the_streams_of_another(postgres: Postgres) -> None:
    database = postgres.new_database()
    with Served(database) as one, Served(database) as two:
        async with (
            httpx.AsyncClient(base_url=one.url, timeout=LONGEST) as here,
            httpx.AsyncClient(base_url=two.url, timeout=LONGEST) as there,
        ):
            people = await seat_people(here, 1)
            async with there.stream("GET", f"/api/v1/tables/{people[0].table}/stream") as answer:
                stream = events(answer)
                number, _ = await anext(stream)
                for step in range(1, 4):
                    await one_move(here, people)  # type: ignore[arg-type]
                    async with asyncio.timeout(LONGEST):
                        assert int((await anext(stream))[0]) == int(number) + step


async def test_no_change_falls_between_looking_and_listening(postgres: Postgres) -> None:
    """A worker that has lost its database looks at its tables once it listens again: what comes then is heard or seen."""
    database = database_url(postgres.new_database())
    here, there = Store(database), Store(database)
    await here.open()
    house = House(there, Signer("a secret of the tests"))
    info = await full_table(house, Guest(visitor="me"))
    begun, heard = asyncio.Event(), asyncio.Queue[tuple[str, int]]()
    listening = asyncio.create_task(here.listen(begun.set, lambda *news: heard.put_nowait(news)))
    async with asyncio.timeout(LONGEST):
        await begun.wait()
        renamed = await house.rename(Guest(visitor="me"), info.id, 0, "Aiko")
        assert await heard.get() == (info.id, renamed.version)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    await here.close()
    await there.close()
