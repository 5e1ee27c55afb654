"""The house is killed, its database stopped or made read-only, its disk filled: nothing acknowledged is lost or happens twice.

How long people wait after each blow is printed: `pytest -n0 -s -m slow tests/server/test_faults.py -k "not many"`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import signal
import sqlite3
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path

import httpx
import psutil
import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from tests.server.helpers import Person, Postgres, Served, moves_of_record, seat_people
from zashiki.server.errors import Unavailable
from zashiki.server.schema import KEYS
from zashiki.server.settings import database_url
from zashiki.server.store import Store

pytestmark = pytest.mark.anyio

SOAK_TABLES = int(os.environ.get("ZASHIKI_SOAK_TABLES", "8"))
SOAK_KILLS = int(os.environ.get("ZASHIKI_SOAK_KILLS", "6"))
SOAK_SEED = int(os.environ.get("ZASHIKI_SOAK_SEED", "1"))  # of who is killed, and when
STOPPED = (0, -signal.SIGTERM)


async def all_finished(client: httpx.AsyncClient, people: list[Person]) -> None:
    """Every table is over and holds exactly the moves that were acknowledged, each once and in order."""
    by_table = defaultdict(list)
    for person in people:
        by_table[person.table].append(person)
    for table, seated in by_table.items():
        record = (await client.get(f"/api/v1/tables/{table}/record")).text
        assert "\nscores: " in record
        acknowledged = sorted((version, f"{p.seat}: {move}") for p in seated for version, move in p.acknowledged)
        assert [move for _, move in acknowledged] == moves_of_record(record, [p.seat for p in seated])
        assert [p.refused for p in seated] == [[] for _ in seated]


def trouble_maker() -> random.Random:
    """The generator of one soak; its seed is told, so that a failure can be tried again."""
    print(f"ZASHIKI_SOAK_SEED={SOAK_SEED}", flush=True)
    return random.Random(SOAK_SEED)


async def until_busy(people: list[Person], moves: int, rng: random.Random) -> None:
    """Until so many more moves have been acknowledged, and a moment longer, so that the next blow falls in the middle."""
    goal = acknowledged(people) + moves
    while acknowledged(people) < goal:
        await asyncio.sleep(0.02)
    await asyncio.sleep(rng.random() * 0.2)


def acknowledged(people: list[Person]) -> int:
    return sum(len(person.acknowledged) for person in people)


async def until_played_again(people: list[Person], what: str, since: float) -> None:
    """Until the next move is acknowledged, or a while if there are no more; how long people waited is printed."""
    before = acknowledged(people)
    while acknowledged(people) == before and time.monotonic() < since + 60:
        await asyncio.sleep(0.01)
    print(f"{what}: {before} moves acknowledged, the next after {time.monotonic() - since:.1f} s", flush=True)


async def kill_again_and_again(served: Served, people: list[Person], kills: list[int], most: int) -> None:
    rng = trouble_maker()
    while len(kills) < most:
        await until_busy(people, max(3, len(people) // 2), rng)
        since = time.monotonic()
        await asyncio.to_thread(served.kill)
        kills.append(acknowledged(people))
        await asyncio.to_thread(served.start)
        await until_played_again(people, f"killed {len(kills)} times of {most}", since)


async def soak(tmp_path: Path, tables: int, most: int) -> None:
    kills: list[int] = []
    with Served(str(tmp_path / "house.sqlite"), log=tmp_path / "log") as served:
        async with httpx.AsyncClient(base_url=served.url, timeout=30) as client:
            people = await seat_people(client, tables, bots=1)
            trouble = asyncio.create_task(kill_again_and_again(served, people, kills, most))
            await asyncio.gather(*(person.play() for person in people))
            await asyncio.wait([trouble], timeout=30 if len(kills) == most else 0)
            trouble.cancel()
            await asyncio.gather(trouble, return_exceptions=True)
            if served.process is None or served.process.poll() is not None:
                await asyncio.to_thread(served.start)
            await asyncio.to_thread(served.wait)
            await all_finished(client, people)
    assert len(kills) == most


@pytest.mark.slow
async def test_a_killed_house_loses_nothing_and_plays_nothing_twice(tmp_path: Path) -> None:
    await soak(tmp_path, tables=3, most=3)


@pytest.mark.slow
@pytest.mark.timeout(1800)
async def test_many_tables_survive_many_kills(tmp_path: Path) -> None:
    """`ZASHIKI_SOAK_TABLES=50 ZASHIKI_SOAK_KILLS=20` is the whole soak; CI runs a small one.

    `ZASHIKI_SOAK_SEED` tries other moments and victims.
    """
    await soak(tmp_path, SOAK_TABLES, SOAK_KILLS)


def server_workers(served: Served) -> list[psutil.Process]:
    """The processes that answer requests: children that listen for connections beside the one that starts them."""
    assert served.process is not None
    found = []
    for child in psutil.Process(served.process.pid).children():
        try:
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
        except psutil.Error:
            continue
    return found


async def kill_one_worker_at_a_time(served: Served, people: list[Person], kills: list[int], most: int) -> None:
    rng = trouble_maker()
    while len(kills) < most:
        await until_busy(people, 10, rng)
        alive = server_workers(served)
        if len(alive) == served.workers:
            victim = rng.choice(sorted(alive, key=lambda process: process.pid))
            victim.kill()
            kills.append(victim.pid)
            await until_played_again(people, f"killed {len(kills)} workers of {most}", time.monotonic())


@pytest.mark.slow
async def test_two_workers_on_postgresql_survive_the_loss_of_one_at_a_time(postgres: Postgres, tmp_path: Path) -> None:
    await soak_two_workers(postgres.new_database(), tmp_path, tables=3, most=4)


@pytest.mark.slow
@pytest.mark.timeout(1800)
async def test_many_tables_on_two_workers_survive_many_losses(postgres: Postgres, tmp_path: Path) -> None:
    """With the same variables as the soak on SQLite."""
    await soak_two_workers(postgres.new_database(), tmp_path, SOAK_TABLES, SOAK_KILLS)


async def soak_two_workers(database: str, tmp_path: Path, tables: int, most: int) -> None:
    kills: list[int] = []
    with Served(database, workers=2, log=tmp_path / "log") as served:
        async with httpx.AsyncClient(base_url=served.url, timeout=30) as client:
            people = await seat_people(client, tables, bots=1)
            trouble = asyncio.create_task(kill_one_worker_at_a_time(served, people, kills, most))
            await asyncio.gather(*(person.play() for person in people))
            trouble.cancel()
            await asyncio.gather(trouble, return_exceptions=True)
            await asyncio.to_thread(served.wait)
            await all_finished(client, people)
            numbers = (await client.get("/metrics")).text
            assert "zashiki_requests_total" in numbers
        assert served.stop() in STOPPED
    assert kills


async def stop_the_database(server: Postgres, people: list[Person], stops: list[int], most: int) -> None:
    rng = trouble_maker()
    while len(stops) < most:
        await until_busy(people, 10, rng)
        stops.append(acknowledged(people))
        await asyncio.to_thread(server.crash)
        await asyncio.sleep(1 + rng.random())
        since = time.monotonic()
        await asyncio.to_thread(server.start_again)
        await until_played_again(people, f"PostgreSQL stopped {len(stops)} times of {most}, from its start", since)


@pytest.mark.slow
async def test_postgresql_is_stopped_and_started_again_while_people_play(tmp_path: Path) -> None:
    stops: list[int] = []
    with tempfile.TemporaryDirectory(prefix="zashiki-postgres-") as folder:
        server = Postgres(Path(folder) / "data")
        with Served(server.new_database(), workers=2, log=tmp_path / "log") as served:
            async with httpx.AsyncClient(base_url=served.url, timeout=30) as client:
                people = await seat_people(client, 4, bots=1)
                streams = [asyncio.create_task(watch_to_the_end(client, person)) for person in people[::2]]
                trouble = asyncio.create_task(stop_the_database(server, people, stops, 3))
                await asyncio.gather(*(person.play() for person in people))
                trouble.cancel()
                await asyncio.gather(trouble, return_exceptions=True)
                await asyncio.to_thread(served.wait)
                await all_finished(client, people)
                await asyncio.wait_for(asyncio.gather(*streams), 60)  # they heard of the end, whatever they missed before
            assert served.stop() in STOPPED
        server.stop()
    assert stops


async def watch_to_the_end(client: httpx.AsyncClient, person: Person) -> None:
    """Watch a table until its game is over, coming back whenever the stream ends."""
    headers = {"Authorization": f"Bearer {person.token}"}
    while True:
        with contextlib.suppress(httpx.TransportError):
            async with client.stream("GET", f"/api/v1/tables/{person.table}/stream", headers=headers) as answer:
                async for line in answer.aiter_lines():
                    if line.startswith("data: ") and '"over":true' in line:
                        return
        await asyncio.sleep(0.2)


async def fill_the_disk(served: Served, database: Path, people: list[Person], fills: list[int], most: int) -> None:
    """Let the house write no further than its files are long now, then give it room again; it goes on running."""
    rng, unlimited = trouble_maker(), resource.RLIM_INFINITY
    assert served.process is not None
    while len(fills) < most:
        await until_busy(people, 10, rng)
        limit = max(path.stat().st_size for path in database.parent.glob(f"{database.name}*"))
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (limit, unlimited))
        refused = None
        while refused is None or refused.status_code != 503:
            refused = await people[0].client.post("/api/v1/tables", json=people_only())
        fills.append(acknowledged(people))
        assert "disk" in refused.json()["detail"]
        await asyncio.sleep(rng.random())
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))
        await until_played_again(people, f"disk full {len(fills)} times of {most}, from when there was room", time.monotonic())


@pytest.mark.slow
async def test_the_disk_fills_up_while_people_play(tmp_path: Path) -> None:
    database, fills = tmp_path / "house.sqlite", list[int]()
    with Served(str(database), log=tmp_path / "log") as served:
        async with httpx.AsyncClient(base_url=served.url, timeout=30) as client:
            people = await seat_people(client, 4, bots=1)
            trouble = asyncio.create_task(fill_the_disk(served, database, people, fills, 3))
            await asyncio.gather(*(person.play() for person in people))
            trouble.cancel()
            await asyncio.gather(trouble, return_exceptions=True)
            served.kill()
            await asyncio.to_thread(served.start)
            await all_finished(client, people)
    with sqlite3.connect(database) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert fills


async def test_a_read_only_database_says_so_and_can_still_be_looked_at(tmp_path: Path) -> None:
    database = tmp_path / "house.sqlite"
    with Served(str(database)) as served:
        made = served.post("/api/v1/tables", json=people_only()).json()
        assert served.stop() in STOPPED
    before = contents(database)
    database.chmod(0o444)
    with Served(str(database), heed_modes=True) as served:
        token = made["tokens"][0]["token"]
        view = served.get(f"/api/v1/tables/{made['table']['id']}/view", headers={"Authorization": f"Bearer {token}"})
        assert view.status_code == 200
        refused = served.post("/api/v1/tables", json=people_only())
        assert refused.status_code == 503
        assert refused.headers["content-type"] == "application/problem+json"
        assert "read-only" in refused.json()["detail"]
    assert contents(database) == before


async def test_a_full_disk_says_so_and_corrupts_nothing(tmp_path: Path) -> None:
    """The process may not write files longer than a limit, so that SQLite meets real errors of the system."""
    database = tmp_path / "house.sqlite"
    with Served(str(database)) as served:
        people = served.post("/api/v1/tables", json=people_only()).json()
        limit = max(path.stat().st_size for path in tmp_path.glob("house.sqlite*")) + 40_000
        assert served.process is not None
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
        acknowledged, refused = [people["table"]["id"]], None
        for _ in range(400):
            answer = served.post("/api/v1/tables", json=people_only())
            if answer.status_code == 503:
                refused = answer
                break
            acknowledged.append(answer.json()["table"]["id"])
        assert refused is not None
        assert "disk" in refused.json()["detail"]
        assert served.get(f"/api/v1/tables/{acknowledged[0]}").status_code == 200
        resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert served.post("/api/v1/tables", json=people_only()).status_code == 201
        served.kill()
        served.start()
        for table in acknowledged:
            assert served.get(f"/api/v1/tables/{table}").status_code == 200
    with sqlite3.connect(database) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_no_write_beside_one_that_ends_the_transaction_is_acknowledged(tmp_path: Path) -> None:
    store = Store(database_url(str(tmp_path / "house.sqlite")))
    await store.open()
    begun, others_wait = threading.Event(), threading.Event()

    def leave_little_room(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 3}")

    async def put(name: str, length: int) -> None:
        await store.write(lambda connection: connection.execute(sa.insert(KEYS), {"name": name, "value": "x" * length}))

    def keep_busy(_: Connection) -> None:
        begun.set()
        others_wait.wait()

    await store.write(leave_little_room)
    busy = asyncio.create_task(store.write(keep_busy))
    await asyncio.to_thread(begun.wait)
    together = [asyncio.create_task(put(name, length)) for name, length in (("before", 9), ("too long", 100_000), ("behind", 9))]
    while len(store._files._waiting) < len(together):
        await asyncio.sleep(0)
    others_wait.set()
    await busy
    answers = await asyncio.gather(*together, return_exceptions=True)
    written = await store.read(lambda connection: list(connection.execute(sa.select(KEYS.c.name)).scalars()))
    await store.close()
    assert [type(answer) for answer in answers] == [Unavailable] * 3
    assert all("disk" in str(answer) for answer in answers)
    assert written == []


def people_only() -> dict[str, object]:
    return {"game": "rights-of-losers", "seats": [{"kind": "person", "name": f"P{seat}"} for seat in range(3)]}


def contents(database: Path) -> list[str]:
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        return list(connection.iterdump())
