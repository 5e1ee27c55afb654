"""Backup and restore: a whole house, as it was at one moment, into one file and back, a few rows at a time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection, CursorResult, make_url

from zashiki.core.reasons import reason
from zashiki.server.errors import BadWish, NotNow, Unavailable
from zashiki.server.lock import no_other_house
from zashiki.server.schema import KEYS, METADATA, SECRETS, TABLES
from zashiki.server.settings import database_url
from zashiki.server.store import CHANCE_KEY, Conflict, Held, Store, cause_of
from zashiki.server.words import WORDS

BATCH = 500  # rows in memory at a time
OURS_ALONE = 0o600  # a backup holds every hand and the secret

Told = Callable[[str, int, int], None]  # a table of the database, how many of its rows are done, and how many it has


def _tell_nobody(_table: str, _done: int, _rows: int) -> None:
    pass


def backup(database: str, file: str | Path, tell: Told = _tell_nobody) -> int:
    """Copy a whole house, as it is at one moment, into one SQLite file; returns the number of tables. The house may be open."""
    return asyncio.run(_backup(database, Path(file), tell))


def restore(file: str | Path, database: str, tell: Told = _tell_nobody) -> int:
    """Fill an empty database, SQLite or PostgreSQL, from a backup; returns the number of tables. The house must be closed."""
    if not Path(file).is_file():
        raise BadWish(WORDS("no_backup", file=file))
    source, target = database_url(str(file)), database_url(database)
    check_holds_a_house(source)
    with no_other_house(target):
        return asyncio.run(_copy(source, target, tell, restoring=True))


def mark_restored(database: str) -> int:
    """Say that a database was put back by other means; returns the number of tables. The house must be closed."""
    url = database_url(database)
    check_holds_a_house(url)
    with no_other_house(url):
        return asyncio.run(_mark_restored(url))


async def _mark_restored(database: str) -> int:
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


async def _backup(database: str, file: Path, tell: Told) -> int:
    if file.exists():
        raise BadWish(WORDS("backup_exists", file=file))
    made = file.with_name(file.name + ".part")
    _remove(made)
    try:
        try:
            os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OURS_ALONE))
        except OSError as error:
            raise BadWish(WORDS("backup_unwritten", file=made, why=reason(error))) from None
        source = database_url(database)
        check_holds_a_house(source)
        count = await _copy(source, database_url(str(made)), tell)
        with contextlib.closing(sqlite3.connect(made)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # so that a backup is a single file
            _check_whole(connection)
        made.rename(file)
    finally:
        _remove(made)
    return count


def _remove(made: Path) -> None:
    for left in made.parent.glob(made.name + "*"):
        left.unlink()


def _check_whole(connection: sqlite3.Connection) -> None:
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise Unavailable(WORDS("copy_damaged", found=found))


def check_holds_a_house(url: str) -> None:
    """BadWish for a file that is not a SQLite database or not a house: opening it as a store would make it an empty house."""
    database = make_url(url)
    if database.get_backend_name() != "sqlite":
        return
    try:
        with contextlib.closing(sqlite3.connect(f"{Path(database.database or '').as_uri()}?mode=rw", uri=True)) as connection:
            connection.execute(f"SELECT count(*) FROM {TABLES.name}")
    except sqlite3.Error:
        raise BadWish(WORDS("no_house_in", file=database.database)) from None


async def _copy(source: str, target: str, tell: Told, *, restoring: bool = False) -> int:
    """Copy every row as of one moment; the target must be empty, and stays empty if anything fails."""
    reading, writing = Store(source), Store(target)
    try:
        await reading.open()
        await writing.open()
        if await writing.count():
            raise NotNow(WORDS("target_not_empty"))
        async with reading.one_moment() as read, writing.one_transaction() as write:
            await write(_empty)
            for table in METADATA.sorted_tables:
                await _copy_rows(table, read, write, tell)
            if restoring:
                await write(_mark)
        return sum((await writing.count()).values())
    except Conflict as error:
        raise Unavailable(WORDS("contradicts_itself", cause=cause_of(error.__cause__))) from error
    finally:
        await reading.close()
        await writing.close()


async def _copy_rows(table: sa.Table, read: Held, write: Held, tell: Told) -> None:
    expected, done = await read(partial(_count, table=table)), 0
    rows: CursorResult[tuple[object, ...]] = await read(
        lambda connection: connection.execute(sa.select(table), execution_options={"yield_per": BATCH})
    )
    while batch := await read(lambda _: rows.fetchmany(BATCH)):
        found = [row._asdict() for row in batch]
        await write(lambda connection: connection.execute(sa.insert(table), found))
        done += len(found)
        tell(table.name, done, expected)
    written = await write(partial(_count, table=table))
    if not expected == done == written:
        raise Unavailable(WORDS("rows_missing", rows=expected, table=table.name, arrived=written))


def _count(connection: Connection, table: sa.Table) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()


def _empty(connection: Connection) -> None:
    """Without the keys that were made when the target was opened."""
    for table in reversed(METADATA.sorted_tables):
        connection.execute(sa.delete(table))
