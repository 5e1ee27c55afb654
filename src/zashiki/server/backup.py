"""Backup and restore: a whole house, as it was at one moment, into one file and back."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import URL, Connection, make_url

from zashiki.server.errors import BadWish, NotNow
from zashiki.server.rows import Row
from zashiki.server.schema import KEYS, METADATA, SECRETS, TABLES
from zashiki.server.settings import database_url
from zashiki.server.store import CHANCE_KEY, Store


def backup(database: str, file: str | Path) -> int:
    """Copy a whole house, as it is at one moment, into one SQLite file; returns the number of tables. The house may be open."""
    return asyncio.run(_backup(database, Path(file)))


def restore(file: str | Path, database: str) -> int:
    """Fill an empty database, SQLite or PostgreSQL, from a backup; returns the number of tables."""
    if not Path(file).is_file():
        raise BadWish(f"There is no backup '{file}'.")
    return asyncio.run(_copy(database_url(str(file)), database_url(database), _mark))


def mark_restored(database: str) -> int:
    """Say that a database was put back by other means; returns the number of tables. The house must be closed."""
    return asyncio.run(_mark_restored(database_url(database)))


async def _mark_restored(database: str) -> int:
    _check_holds_a_house(make_url(database))
    store = Store(database)
    try:
        await store.open()
        await store.write(_mark)
        return sum((await store.count()).values())
    finally:
        await store.close()


def _mark(connection: Connection) -> None:
    """See that nobody can use what they know of the time after the backup: every table gets a word of the house before it draws
    chance again, and no offer made until now holds any longer."""
    connection.execute(sa.update(SECRETS), {"renewal": f"restored-{datetime.now(UTC).isoformat()}"})
    connection.execute(sa.delete(KEYS).where(KEYS.c.name == CHANCE_KEY))


async def _backup(database: str, file: Path) -> int:
    if file.exists():
        raise BadWish(f"'{file}' already exists; a backup goes into a new file.")
    source = database_url(database)
    made = file.with_name(file.name + ".part")
    made.unlink(missing_ok=True)
    try:
        count = await _copy(source, database_url(str(made)))
        with contextlib.closing(sqlite3.connect(made)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # so that a backup is a single file
        made.rename(file)
    finally:
        for left in made.parent.glob(made.name + "*"):
            left.unlink()
    return count


def _check_holds_a_house(source: URL) -> None:
    """BadWish for a file that is not a SQLite database or not a house: opening it as a store would make it an empty house."""
    if source.get_backend_name() != "sqlite":
        return
    try:
        with contextlib.closing(sqlite3.connect(f"{Path(source.database or '').as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute(f"SELECT count(*) FROM {TABLES.name}")
    except sqlite3.Error:
        raise BadWish(f"'{source.database}' does not contain a house.") from None


async def _copy(source: str, target: str, finish: Callable[[Connection], None] = lambda connection: None) -> int:
    """Copy every row as of one moment and finish in the same transaction; the target must be empty, and stays so if it fails."""
    _check_holds_a_house(make_url(source))
    reading, writing = Store(source), Store(target)
    try:
        await reading.open()
        await writing.open()
        if await writing.count():
            raise NotNow("The target database already contains tables; restore into an empty one.")
        found = await reading.every_row()

        def work(connection: Connection) -> None:
            _fill(connection, found)
            finish(connection)

        await writing.write(work)
        return sum((await writing.count()).values())
    finally:
        await reading.close()
        await writing.close()


def _fill(connection: Connection, found: list[tuple[sa.Table, list[Row]]]) -> None:
    for table in reversed(METADATA.sorted_tables):
        connection.execute(sa.delete(table))  # the key that was made when the target was opened
    for table, rows in found:
        if rows:
            connection.execute(sa.insert(table), [dict(row) for row in rows])
