"""The store: headers, seats and numbered lines in SQLite or PostgreSQL, and news for other processes when a table changes.

A change names the version it was made on and is written in one transaction, or not at all: `Conflict` if somebody else's change
came first. SQLite is one file in WAL mode, with one writer at a time, and every commit is synced to disk. On PostgreSQL every
change is announced by NOTIFY, so that other processes on the same database hear of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import re
import sqlite3
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
import structlog
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Connection, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.sql.compiler import SQLCompiler

from zashiki.core.but import but
from zashiki.server.errors import BadWish, Unavailable
from zashiki.server.model import GOING_ON, RUNNING
from zashiki.server.rows import (
    RENEWAL,
    Due,
    Header,
    Loaded,
    LoggedLine,
    Receipt,
    Row,
    SeatRow,
    Secret,
    header_columns,
    read_header,
    read_seat,
    seat_columns,
)
from zashiki.server.schema import BLOCKED, KEYS, LINES, RECEIPTS, SEATS, SECRETS, TABLES
from zashiki.server.tokens import fresh_key
from zashiki.server.words import WORDS

LOG = structlog.get_logger("zashiki")
CHANNEL = "zashiki"
PEOPLE_CHANNEL = "zashiki_people"  # who comes, goes and speaks: nothing that is in the version of a table
SIGNING_KEY = "secret"  # the row of `keys` that cookies, tokens and offers are signed with, unless a setting gives one
CHANCE_KEY = "chance"  # the row of `keys` that secrets of tables are derived from
MIGRATIONS = Path(__file__).with_name("migrations")
MIGRATION_LOCK = 0x7A617368  # one process at a time migrates a PostgreSQL database

CLOCKS_DIFFER_SECONDS = 5.0  # between machines that share a database
READERS = 3  # threads that read a SQLite file
LONG_WAIT = 0.5  # seconds for one piece of work, waiting for its turn included, that are worth a warning
TRIES = 5  # how often a change is attempted when somebody else's comes first
LISTEN_SECONDS = 1.0  # between two looks whether another process has written to a SQLite file

T = TypeVar("T")
Work = Callable[[Connection], T]
Statement = sa.Update | sa.Insert


class Held(Protocol):
    """Runs pieces of work, one after the other, on a connection that is held open."""

    def __call__(self, work: Work[T], /) -> Awaitable[T]: ...


_Waiting = tuple[Callable[[Connection], Any], asyncio.Future[Any], asyncio.AbstractEventLoop]


class Conflict(Exception):
    """The table has changed since the version this change was made on."""


@dataclass(frozen=True)
class Change:
    """What one transaction writes about one table."""

    header: Header  # what it shall be, still with the version and the line count that the change was made on
    seats: Sequence[SeatRow] = ()  # those that change
    lines: Sequence[str] = ()  # to append to the log
    receipt: Receipt | None = None
    quiet: bool = False  # leave `touched` alone, so that lists do not show that there was a change

    def committed(self, now: float) -> Header:
        """The header once this change has been written."""
        before = self.header
        return but(
            before,
            version=before.version + 1,
            logged=before.logged + len(self.lines),
            touched=before.touched if self.quiet else now,
            changed=now,
        )


@contextlib.contextmanager
def saying_why() -> Iterator[None]:
    """Turn what a driver raises into Conflict or a sentence."""
    try:
        yield
    except (IntegrityError, sqlite3.IntegrityError) as error:
        raise Conflict from error
    except (SQLAlchemyError, sqlite3.Error, OSError, TimeoutError) as error:
        raise Unavailable(_sentence(error)) from error


class _Waits:
    """Notices when the database takes so long that people do, and says so at most once a second: many wait at such a time."""

    def __init__(self) -> None:
        self._said = -math.inf
        self._more = 0

    @contextlib.contextmanager
    def watched(self, kind: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            now = time.perf_counter()
            if now - began >= LONG_WAIT:
                self._more += 1
                if now - self._said >= 1:
                    LOG.warning("waited for the database", kind=kind, seconds=round(now - began, 3), waits=self._more)
                    self._said, self._more = now, 0


class Store:
    """One open database. All work on it is written as functions of a plain connection.

    SQLite runs such a function in a thread of its own, one for writing and a few for reading; PostgreSQL runs it on the
    event loop through asyncpg.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._waits = _Waits()
        self.sqlite = make_url(url).get_backend_name() == "sqlite"
        if self.sqlite:
            with saying_why():
                make_private(Path(make_url(url).database or ""))
            self._files = _Files(url)
        else:
            from sqlalchemy.ext.asyncio import create_async_engine  # brings the whole ORM along

            self._server = create_async_engine(url, pool_size=8, max_overflow=4, pool_pre_ping=True, hide_parameters=True)
            self._reader = self._server.execution_options(isolation_level="AUTOCOMMIT")

    async def open(self) -> None:
        """Bring the schema up to date; a database that is up to date is only read."""
        if not await self.read(is_newest):
            await self.write(migrate)

    async def close(self) -> None:
        if self.sqlite:
            self._files.close()
        else:
            await self._server.dispose()

    async def read(self, work: Work[T]) -> T:
        """Run `work`, which only reads."""
        with saying_why(), self._waits.watched("read"):
            if self.sqlite:
                return await self._files.read(work)
            async with self._reader.connect() as connection:
                return await connection.run_sync(work)

    async def write(self, work: Work[T]) -> T:
        """Run `work` in one transaction, all of it or nothing."""
        with saying_why(), self._waits.watched("write"):
            if self.sqlite:
                return await self._files.write(work)
            async with self._server.begin() as connection:
                return await connection.run_sync(work)

    # --- reading -------------------------------------------------------------------------------------------------

    async def load(self, table: str) -> Loaded | None:
        """Header and seats as of one moment."""
        return await self.read(lambda connection: _load(connection, table))

    async def version(self, table: str) -> int | None:
        """The current version of a table; None if there is no such table."""
        query = sa.select(TABLES.c.version).where(TABLES.c.id == table)
        return await self.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def lines(self, table: str, after: int, version: int) -> list[LoggedLine]:
        """The lines after the first `after` ones, up to a version of the table."""
        query = sa.select(LINES.c.number, LINES.c.version, LINES.c.text).order_by(LINES.c.number)
        query = query.where(LINES.c.table_id == table, LINES.c.number > after, LINES.c.version <= version)
        return await self.read(lambda connection: [LoggedLine(*row) for row in connection.execute(query)])

    async def receipt(self, table: str, seat: int, key: str) -> Receipt | None:
        """What this key was used for; None if it never was."""
        query = sa.select(RECEIPTS).where(RECEIPTS.c.table_id == table, RECEIPTS.c.seat == seat, RECEIPTS.c.key == key)
        row = await self.read(lambda connection: connection.execute(query).mappings().one_or_none())
        return None if row is None else Receipt(row["seat"], row["key"], row["text"], row["version"])

    async def listed(self, where: sa.ColumnElement[bool], limit: int) -> list[Loaded]:
        """Tables that match, the most recently touched first."""
        query = sa.select(TABLES).where(where).order_by(TABLES.c.touched.desc()).limit(limit)

        def work(connection: Connection) -> list[Loaded]:
            headers = [read_header(_row(row)) for row in connection.execute(query).mappings()]
            seats = _seats(connection, [header.id for header in headers])
            return [Loaded(header, seats[header.id]) for header in headers]

        return await self.read(work)

    async def bots_due(self, touched_before: float) -> list[Due]:
        """Tables where a bot has been due to move since before that moment, or since a time the clock has yet to reach again; all
        of them if it is infinite."""
        query = sa.select(TABLES.c.id, TABLES.c.maker, TABLES.c.host, people_seated()).where(TABLES.c.bot_due.is_(True))
        if touched_before < math.inf:
            touched, ahead = TABLES.c.touched, time.time() + CLOCKS_DIFFER_SECONDS
            query = query.where((touched < touched_before) | (touched > ahead))
        return await self.read(lambda connection: [Due(*row) for row in connection.execute(query)])

    async def made_since(self, maker: str, moment: float) -> list[float]:
        """When somebody made tables since that moment, oldest first."""
        query = sa.select(TABLES.c.created).where(TABLES.c.maker == maker, TABLES.c.created > moment)
        return await self.read(lambda connection: sorted(connection.execute(query).scalars()))

    async def count_going_on(self, maker: str) -> int:
        """How many of somebody's tables have not ended."""
        query = sa.select(sa.func.count()).where(TABLES.c.maker == maker, TABLES.c.status.in_(GOING_ON))
        return await self.read(lambda connection: connection.execute(query).scalar_one())

    async def makers_of_bot_tables(self, moment: float) -> list[str]:
        """Who made each of the tables of bots alone where something has happened since that moment."""
        moving = (TABLES.c.status == RUNNING) & (TABLES.c.touched > moment) & ~people_seated()
        query = sa.select(TABLES.c.maker).where(moving)
        return await self.read(lambda connection: list(connection.execute(query).scalars()))

    async def blocked(self) -> frozenset[str]:
        """The visitors who are not let in."""
        query = sa.select(BLOCKED.c.visitor)
        return await self.read(lambda connection: frozenset(connection.execute(query).scalars()))

    async def count(self) -> dict[str, int]:
        """How many tables there are of each status."""
        query = sa.select(TABLES.c.status, sa.func.count()).group_by(TABLES.c.status)
        return await self.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    # --- writing -------------------------------------------------------------------------------------------------

    async def create(self, header: Header, seats: Sequence[SeatRow], lines: Sequence[str], secret: Secret | None = None) -> None:
        """Write a new table with its first lines; Conflict if there is one of that id, or was one with a secret."""
        header = replace(header, logged=len(lines))

        def work(connection: Connection) -> None:
            connection.execute(sa.insert(TABLES), header_columns(header))
            if secret is not None:
                connection.execute(sa.insert(SECRETS), {"table_id": header.id} | vars(secret))
            connection.execute(sa.insert(SEATS), [seat_columns(header.id, seat) for seat in seats])
            _insert_lines(connection, header.id, 0, header.version, lines)

        await self.write(work)

    async def commit(self, change: Change) -> Header:
        """Write a change, all of it or nothing; returns the header as written. Conflict if the table has changed meanwhile."""
        committed = change.committed(time.time())
        await self.write(lambda connection: _commit(connection, change, committed))
        return committed

    async def key(self, name: str, first: str | None = None) -> str:
        """The stored key of that name; if there is none yet, what is given, or else a new secret, is stored."""
        query = sa.select(KEYS.c.value).where(KEYS.c.name == name)
        found: str | None = await self.read(lambda connection: connection.execute(query).scalar_one_or_none())
        if found is not None:
            return found
        with contextlib.suppress(Conflict):
            row = {"name": name, "value": fresh_key() if first is None else first}
            await self.write(lambda connection: connection.execute(sa.insert(KEYS), row))
        value: str = await self.read(lambda connection: connection.execute(query).scalar_one())
        return value

    # --- hearing of others -----------------------------------------------------------------------------------------

    async def listen(
        self, look: Callable[[], None], hear: Callable[[str, int], None], hear_people: Callable[[str], None] = lambda news: None
    ) -> None:
        """Call `look()` whenever changes may have gone unheard, first at once, `hear(table, version)` for every other change,
        and `hear_people` with what `announce_people` tells, until the connection is lost.

        A SQLite file only tells that another process has written to it, so there every such change calls `look`.
        """
        if self.sqlite:
            await self._listen_to_file(look)
        else:
            await self._listen_to_server(look, hear, hear_people)

    async def _listen_to_file(self, look: Callable[[], None]) -> None:
        seen = None
        while True:
            with saying_why():
                now = await self._files.written_by_others()
            if now != seen:
                seen = now
                look()
            await asyncio.sleep(LISTEN_SECONDS)

    async def _listen_to_server(
        self, look: Callable[[], None], hear: Callable[[str, int], None], hear_people: Callable[[str], None]
    ) -> None:
        lost = asyncio.Event()

        def on_notice(_connection: object, _pid: int, _channel: str, payload: str) -> None:
            table, _, version = payload.partition(" ")
            hear(table, int(version))

        def on_people(_connection: object, _pid: int, _channel: str, payload: str) -> None:
            hear_people(payload)

        with saying_why():
            async with self._reader.connect() as connection:
                raw = (await connection.get_raw_connection()).driver_connection
                assert raw is not None
                raw.add_termination_listener(lambda _connection: lost.set())
                await raw.add_listener(CHANNEL, on_notice)
                await raw.add_listener(PEOPLE_CHANNEL, on_people)
                look()
                try:
                    await lost.wait()
                finally:
                    await connection.invalidate()

    # --- copying a whole house -------------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def one_moment(self) -> AsyncIterator[Held]:
        """Reading piece by piece, all of it as of one moment, however long it takes."""
        with saying_why():
            if self.sqlite:
                with self._files.one_moment() as connection:
                    yield partial(self._files.run_in_reader, connection)
                return
            engine = self._server.execution_options(isolation_level="REPEATABLE READ")
            async with engine.connect() as connection:
                yield connection.run_sync

    @contextlib.asynccontextmanager
    async def one_transaction(self) -> AsyncIterator[Held]:
        """Writing piece by piece, all of it or nothing; meanwhile nobody else may write to this store."""
        with saying_why():
            if self.sqlite:
                with self._files.one_transaction() as connection:
                    yield partial(self._files.run_in_writer, connection)
                return
            async with self._server.begin() as connection:
                yield connection.run_sync


def make_private(file: Path) -> None:
    """Make a file that only we can read, since it will have every hand in it; SQLite gives its companions the same mode."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


class _Files:
    """A SQLite file: one thread writes, a few read, and each runs a whole piece of work in one go."""

    def __init__(self, url: str) -> None:
        path = make_url(url).set(drivername="sqlite")
        engine_for = partial(sa.create_engine, path, hide_parameters=True)
        self._reader = engine_for(isolation_level="AUTOCOMMIT", pool_size=READERS, max_overflow=1)
        self._pens = engine_for(pool_size=1, max_overflow=0)
        for engine in (self._reader, self._pens):
            sa.event.listen(engine, "connect", _set_up_sqlite)
        sa.event.listen(self._pens, "begin", _begin_at_once)
        self._reading = ThreadPoolExecutor(READERS, "sqlite-read")
        self._writing = ThreadPoolExecutor(1, "sqlite-write")
        self._waiting: deque[_Waiting] = deque()

    @cached_property
    def _writer(self) -> Connection:
        """The one connection that writes, kept in hand."""
        return self._pens.connect()

    async def read(self, work: Work[T]) -> T:
        def in_thread() -> T:
            with self._reader.connect() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._reading, in_thread)

    async def write(self, work: Work[T]) -> T:
        """Run `work` together with whatever else is waiting for the writer: one transaction and one sync for all of it."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, done, loop))
        self._writing.submit(self._write_waiting)
        return await done

    @contextlib.contextmanager
    def one_moment(self) -> Iterator[Connection]:
        """A connection inside a transaction; without it, every query would see the newest state."""
        with self._reader.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            try:
                yield connection
            finally:
                connection.exec_driver_sql("ROLLBACK")

    @contextlib.contextmanager
    def one_transaction(self) -> Iterator[Connection]:
        """The writer's connection, inside a transaction."""
        with self._writer.begin():
            yield self._writer

    async def run_in_reader(self, connection: Connection, work: Work[T]) -> T:
        """Run a piece of work on a connection that is held."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, work, connection)

    async def run_in_writer(self, connection: Connection, work: Work[T]) -> T:
        """Run a piece of work on the writer's connection while it is held."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, work, connection)

    async def written_by_others(self) -> int:
        """A number that changes whenever another process has committed something."""

        def in_thread() -> int:
            found = _driver(self._writer).execute("PRAGMA data_version")  # of this connection, which makes all of our own writes
            return int(found.fetchall()[0][0])

        return await asyncio.get_running_loop().run_in_executor(self._writing, in_thread)

    def _write_waiting(self) -> None:
        together = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if not together:
            return  # already written with earlier work
        outcomes: list[tuple[object, Exception | None]]
        try:
            with self._writer.begin():
                if len(together) == 1:
                    outcomes = [(together[0][0](self._writer), None)]
                else:
                    outcomes = [_try(self._writer, work) for work, _, _ in together]
        except Exception as error:
            outcomes = [(None, error)] * len(together)  # of one piece of work: whatever it raised
        for (_, done, loop), outcome in zip(together, outcomes, strict=True):
            loop.call_soon_threadsafe(_tell, done, *outcome)

    def close(self) -> None:
        """Let the work in progress finish."""
        self._writing.shutdown()
        self._reading.shutdown()
        if "_writer" in vars(self):
            self._writer.close()
        self._pens.dispose()
        self._reader.dispose()


def _try(connection: Connection, work: Work[object]) -> tuple[object, Exception | None]:
    """Run one of several pieces of work of a transaction; one that fails leaves nothing behind and does not affect the others.

    Raises if SQLite has rolled back the whole transaction, as it does when the disk is full: then none of the work was done.
    """
    before = connection.begin_nested()
    try:
        result = work(connection)
    except Exception as error:
        if not connection.connection.in_transaction:
            raise
        before.rollback()
        return None, error
    before.commit()
    return result, None


def _tell(done: asyncio.Future[Any], result: object, error: Exception | None) -> None:
    if done.cancelled():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)


def people_seated() -> sa.Exists:
    """Whether anybody holds a seat at a table."""
    return sa.exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.owner != "")


def _load(connection: Connection, table: str) -> Loaded | None:
    """Header and seats that belong together, although others may write between the two queries."""
    header = _header(connection, table)
    while header is not None:
        seats, before = _seats(connection, [table]), header
        header = _header(connection, table)
        if header is not None and header.version == before.version:
            return Loaded(header, seats[table], _secret(connection, table))
    return None


def _secret(connection: Connection, table: str) -> Secret | None:
    found = connection.execute(sa.select(SECRETS.c.secret, SECRETS.c.renewal).where(SECRETS.c.table_id == table))
    return next((Secret(*row) for row in found), None)


def _header(connection: Connection, table: str) -> Header | None:
    found = connection.execute(sa.select(TABLES).where(TABLES.c.id == table))
    return next((read_header(_row(row)) for row in found.mappings()), None)


def _seats(connection: Connection, tables: list[str]) -> dict[str, tuple[SeatRow, ...]]:
    """The seats of each of these tables, in order."""
    query = sa.select(SEATS).where(SEATS.c.table_id.in_(tables)).order_by(SEATS.c.table_id, SEATS.c.seat)
    found: dict[str, list[SeatRow]] = {table: [] for table in tables}
    if tables:
        for row in connection.execute(query).mappings():
            found[row["table_id"]].append(read_seat(_row(row)))
    return {table: tuple(seats) for table, seats in found.items()}


def announce(connection: Connection, table: str, version: int) -> None:
    """Tell other processes, once this transaction is committed, that a table has changed ("": who is blocked).

    On SQLite they find out by themselves that somebody else has written (`Store.listen`).
    """
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_notify(CHANNEL, f"{table} {version}")))


def announce_people(connection: Connection, news: object) -> None:
    """Tell other processes, once this transaction is committed, what `people.People.hear` takes."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_notify(PEOPLE_CHANNEL, json.dumps(news))))


# Statements of every move, made once: making them takes longer than carrying them out.
_UPDATE_HEADER = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("of"), TABLES.c.version == sa.bindparam("made_on"))
_INSERT_LINES = sa.insert(LINES)
_INSERT_RECEIPT = sa.insert(RECEIPTS)


def _commit(connection: Connection, change: Change, committed: Header) -> None:
    table, version = committed.id, committed.version
    made_on = {"of": table, "made_on": change.header.version}
    if _carry_out(connection, _UPDATE_HEADER, [_updated(header_columns(committed), TABLES) | made_on]) != 1:
        raise Conflict
    for seat in change.seats:
        mine = (SEATS.c.table_id == table) & (SEATS.c.seat == seat.seat)
        connection.execute(sa.update(SEATS).where(mine), _updated(seat_columns(table, seat), SEATS))
    _insert_lines(connection, table, change.header.logged, version, change.lines)
    if any(line.startswith(RENEWAL) for line in change.lines):
        connection.execute(sa.update(SECRETS).where(SECRETS.c.table_id == table), {"renewal": ""})
    if change.receipt is not None:
        given = change.receipt
        row = {"table_id": table, "seat": given.seat, "key": given.key, "text": given.text, "version": version}
        _carry_out(connection, _INSERT_RECEIPT, [row])
    announce(connection, table, version)


def _updated(columns: dict[str, object], table: sa.Table) -> dict[str, object]:
    """What an UPDATE sets: every column but the primary key."""
    return {name: value for name, value in columns.items() if not table.c[name].primary_key}


def _insert_lines(connection: Connection, table: str, logged: int, version: int, lines: Sequence[str]) -> None:
    if lines:
        rows = [
            {"table_id": table, "number": number, "version": version, "text": text}
            for number, text in enumerate(lines, logged + 1)
        ]
        _carry_out(connection, _INSERT_LINES, rows)


def _carry_out(connection: Connection, statement: Statement, rows: Sequence[Mapping[str, Any]]) -> int:
    """Carry out a statement of every move; how many rows it concerned. SQLite's driver is handed its text: to go through the
    layers above it takes longer than the rest."""
    if connection.dialect.name != "sqlite":
        return connection.execute(statement, rows[0] if len(rows) == 1 else rows).rowcount
    text, names = _as_text(statement, tuple(rows[0]))
    carried_out = _driver(connection).executemany(text, [tuple([row[name] for name in names]) for row in rows])
    return carried_out.rowcount


def _driver(connection: Connection) -> sqlite3.Connection:
    """What talks to SQLite itself."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


@cache
def _as_text(statement: Statement, columns: tuple[str, ...]) -> tuple[str, Sequence[str]]:
    """The text of a statement, and what belongs into its places."""
    compiled = statement.compile(dialect=sqlite.dialect(), column_keys=list(columns))
    assert isinstance(compiled, SQLCompiler)
    assert compiled.positiontup is not None
    return str(compiled), compiled.positiontup


def _row(found: sa.RowMapping) -> Row:
    return {str(key): value for key, value in found.items()}


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """WAL lets others read while one writes; FULL syncs every commit; what is deleted is overwritten, which some builds of SQLite
    leave out; only `_begin_at_once` issues BEGIN."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout = 5000")
    cursor.execute("PRAGMA journal_mode")
    if cursor.fetchone()[0] != "wal":
        cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_at_once(connection: Connection) -> None:
    """Take the write lock first: a transaction that reads before it writes could fail halfway."""
    _driver(connection).execute("BEGIN IMMEDIATE")


def cause_of(error: BaseException | None) -> str:
    """What the driver says, without the SQL."""
    return str(error.orig if isinstance(error, DBAPIError) and error.orig is not None else error)


def _sentence(error: Exception) -> str:
    """What to tell people about a database that does not respond."""
    words = cause_of(error).lower()
    if "readonly" in words or "read-only" in words:
        why = "readonly"
    elif "full" in words or "no space" in words or "disk i/o" in words or "too large" in words:
        why = "full"
    elif "locked" in words:
        why = "locked"
    else:
        why = "silent"
    return WORDS(f"store_{why}")


def is_newest(connection: Connection) -> bool:
    """Whether the schema is up to date, in which case a read-only database can be used for watching."""
    newest = max(known := revisions())
    if not sa.inspect(connection).has_table("alembic_version"):
        return False
    form = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    if form is not None and form not in known:
        raise BadWish(WORDS("newer_schema", schema=form, newest=newest))
    return form == newest


def revisions() -> list[str]:
    """The schemas there are migrations to, read from their files: loading Alembic takes a tenth of a start."""
    files = (file.read_text(encoding="utf-8") for file in (MIGRATIONS / "versions").glob("*.py"))
    return [found for text in files for found in re.findall(r'^revision\b.*= "(\w+)"$', text, re.MULTILINE)]


def migrate(connection: Connection) -> None:
    """Run the missing migrations, inside the caller's transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
