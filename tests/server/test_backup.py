"""Backup and restore: both databases, houses that are open, large or damaged, and what is left on the disk."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.server.helpers import Postgres, Served, full_table, play_on, seat_people
from zashiki.server import lists
from zashiki.server.backup import backup, restore
from zashiki.server.errors import BadWish, NotNow, Unavailable
from zashiki.server.house import House
from zashiki.server.model import Guest
from zashiki.server.settings import database_url
from zashiki.server.store import Store
from zashiki.server.tokens import Signer

ME = Guest(visitor="me")
ROWS = 200_000
MEGABYTE = 1 << 20

# The growth of the largest size this process ever had, from before the work to after it, in bytes.
MEASURED = """
import resource, sys
from zashiki.server.backup import {work}
size = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
before = size()
{work}(sys.argv[1], sys.argv[2])
print(size() - before)
"""


def growth(work: str, source: str, target: str) -> int:
    code = MEASURED.format(work=work)
    done = subprocess.run([sys.executable, "-c", code, source, target], check=True, capture_output=True, text=True)
    return int(done.stdout.split()[-1])  # after warnings that the machine is busy


def a_house(file: Path) -> str:
    """A house with one table; returns its id."""

    async def make() -> str:
        store = Store(database_url(str(file)))
        await store.open()
        info = await full_table(House(store, Signer("a secret of the tests")), ME)
        await store.close()
        return info.id

    return asyncio.run(make())


def test_a_backup_moves_a_house_from_sqlite_to_postgresql_and_back(tmp_path: Path, postgres: Postgres) -> None:
    async def a_house(database: str) -> list[str]:
        store = Store(database_url(database))
        await store.open()
        house = House(store, Signer(await store.key("secret", "s")))
        for moves in (0, 20, 1000):
            info = await full_table(house, ME)
            await play_on(house, ME, info.id, moves)
        await store.close()
        return await records(database)

    async def records(database: str) -> list[str]:
        store = Store(database_url(database))
        await store.open()
        house = House(store, Signer(await store.key("secret", "other")))
        tables = await lists.mine(house.store, ME)
        found = sorted([await house.record(ME, table.id, 0) for table in tables])
        await store.close()
        return found

    first, second, third = str(tmp_path / "one.sqlite"), postgres.new_database(), str(tmp_path / "three.sqlite")
    kept = asyncio.run(a_house(first))
    assert backup(first, tmp_path / "a.backup") == 3
    assert restore(tmp_path / "a.backup", second) == 3
    assert backup(second, tmp_path / "b.backup") == 3
    assert restore(tmp_path / "b.backup", third) == 3
    assert asyncio.run(records(second)) == asyncio.run(records(third)) == kept
    assert [path.name for path in tmp_path.glob("*.backup*")] in (["a.backup", "b.backup"], ["b.backup", "a.backup"])
    with pytest.raises(NotNow):
        restore(tmp_path / "a.backup", third)
    with pytest.raises(BadWish):
        backup(first, tmp_path / "a.backup")
    with pytest.raises(BadWish):
        restore(tmp_path / "nothing", str(tmp_path / "four.sqlite"))


def test_a_backup_of_a_house_that_is_open_holds_whole_moves(tmp_path: Path) -> None:
    with Served(str(tmp_path / "house.sqlite")) as served:

        async def play_and_back_up() -> None:
            async with httpx.AsyncClient(base_url=served.url, timeout=20) as client:
                people = await seat_people(client, 2)
                playing = [asyncio.create_task(person.play()) for person in people]
                for number in range(3):
                    await asyncio.sleep(0.3)
                    await asyncio.to_thread(backup, served.database, tmp_path / f"{number}.backup")
                await asyncio.gather(*playing)

        asyncio.run(play_and_back_up())
    for number in range(3):
        with sqlite3.connect(tmp_path / f"{number}.backup") as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            headers = connection.execute("SELECT id, logged, version FROM tables").fetchall()
            for table, logged, version in headers:
                query = "SELECT count(*), max(number), max(version) FROM lines WHERE table_id = ?"
                assert connection.execute(query, (table,)).fetchone() == (logged, logged, version)


def test_a_backup_of_a_large_house_takes_little_memory(tmp_path: Path) -> None:
    copy_a_large_house(tmp_path, str(tmp_path / "again.sqlite"))


@pytest.mark.slow
def test_a_large_house_goes_to_postgresql_and_back_in_little_memory(tmp_path: Path, postgres: Postgres) -> None:
    copy_a_large_house(tmp_path, postgres.new_database())


def copy_a_large_house(tmp_path: Path, target: str) -> None:
    source = tmp_path / "large.sqlite"
    table = a_house(source)
    with sqlite3.connect(source) as connection:
        first = connection.execute("SELECT max(number) FROM lines").fetchone()[0] + 1
        rows = ((table, number, 1, f"{number:0200}") for number in range(first, first + ROWS))
        connection.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", rows)
        connection.execute("UPDATE tables SET logged = ?", (first + ROWS - 1,))
    assert source.stat().st_size > 40 * MEGABYTE
    once, twice = tmp_path / "once.backup", tmp_path / "twice.backup"
    # All rows at once take far more than the file; engine, driver and pages of SQLite take a fixed amount.
    assert growth("backup", str(source), str(once)) < 30 * MEGABYTE
    assert growth("restore", str(once), target) < 30 * MEGABYTE
    assert growth("backup", target, str(twice)) < 30 * MEGABYTE
    with sqlite3.connect(once) as one, sqlite3.connect(twice) as two:
        for name in ("tables", "seats", "lines", "receipts"):
            query = f"SELECT * FROM {name} ORDER BY 1, 2, 3"
            assert all(a == b for a, b in zip(one.execute(query), two.execute(query), strict=True))


def test_a_backup_is_for_its_owner_alone_and_leaves_nothing_else(tmp_path: Path) -> None:
    a_house(tmp_path / "house.sqlite")
    file = tmp_path / "a.backup"
    before = os.umask(0)
    try:
        seen: list[tuple[str, int, int]] = []
        backup(str(tmp_path / "house.sqlite"), file, lambda *told: seen.append(told))
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == ["a.backup"]
    assert ("tables", 1, 1) in seen


def test_a_damaged_house_gives_no_backup(tmp_path: Path) -> None:
    house = tmp_path / "house.sqlite"
    a_house(house)
    with sqlite3.connect(house) as connection:  # without foreign keys, as a tool might
        connection.execute("DELETE FROM tables")
    with pytest.raises(Unavailable, match="contradicts itself"):
        backup(str(house), tmp_path / "a.backup")
    assert [path.name for path in tmp_path.glob("a.backup*")] == []
