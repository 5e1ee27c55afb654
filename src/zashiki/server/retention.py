"""How long a house keeps what: tables nobody has touched for a while go, in transactions so small that nobody waits for them.

Ages are days since the last change of any kind at a table; 0 keeps for good. `zashiki house prune` runs it by hand, and an
open house once a day (`every_day`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from functools import partial

import sqlalchemy as sa
import structlog
from sqlalchemy.engine import Connection

from zashiki.server.errors import HouseError
from zashiki.server.house import House
from zashiki.server.model import ABANDONED, GOING_ON, OVER, RUNNING, STUDY, WAITING
from zashiki.server.schema import KEYS, NOTICES, RECEIPTS, SAID, SEATS, SECRETS, TABLES
from zashiki.server.security import COOKIE_SECONDS
from zashiki.server.settings import Settings
from zashiki.server.store import Store, announce, announce_people, people_seated

DAY = 24 * 3600.0
BATCH = 20  # tables in one transaction
PAUSE_SECONDS = 0.05  # between two of them, for everybody else's
LOOK_SECONDS = 3600.0  # how often an open house checks whether today's turn has been taken
TURN = "pruned"  # the key with the day of the last turn; with several processes, one of them takes it

LOG = structlog.get_logger("zashiki")

_RECEIVED = sa.exists().where(RECEIPTS.c.table_id == TABLES.c.id)
_SAID = sa.exists().where(SAID.c.table_id == TABLES.c.id)
_NOTED = sa.exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.notes != "")

# What goes together with its table. A table that is several of these goes by whichever comes first.
WHOLE: Mapping[str, sa.ColumnElement[bool]] = {
    "bots": TABLES.c.status.in_((RUNNING, OVER, ABANDONED)) & ~people_seated(),  # nobody but bots ever sat there
    "waiting": TABLES.c.status == WAITING,
    "running": TABLES.c.status == RUNNING,
    "finished": TABLES.c.status == OVER,
    "abandoned": TABLES.c.status == ABANDONED,
    "study": TABLES.c.status == STUDY,
}
# What goes from a table that stays.
PART: Mapping[str, sa.ColumnElement[bool]] = {
    "receipts": _RECEIVED,
    "notes": TABLES.c.status.not_in(GOING_ON) & _NOTED,
    "said": TABLES.c.status.not_in(GOING_ON) & _SAID,
}
KINDS = (*WHOLE, *PART)


def ages_of(settings: Settings, **given: int | None) -> dict[str, int]:
    """Days for each kind: what is given, else what the settings say."""
    return {kind: getattr(settings, f"keep_{kind}") if (days := given.get(kind)) is None else days for kind in KINDS}


async def prune(store: Store, ages: Mapping[str, int], *, dry_run: bool = False) -> dict[str, int]:
    """Remove what is older than its age, or with `dry_run` only count it: how many tables of each kind."""
    now, gone = time.time(), dict.fromkeys(KINDS, 0)
    earlier: list[sa.ColumnElement[bool]] = []
    for kind in KINDS:
        if ages[kind] <= 0:
            continue
        due = (WHOLE[kind] if kind in WHOLE else PART[kind]) & (TABLES.c.changed < now - ages[kind] * DAY)
        if dry_run:
            gone[kind] = await _count(store, sa.and_(due, *(~other for other in earlier)))
            earlier += [due] if kind in WHOLE else []
            continue
        while batch := await _next(store, due):
            gone[kind] += await store.write(partial(_remove, kind=kind, batch=batch, due=due))
            await asyncio.sleep(PAUSE_SECONDS)
    return gone


async def _count(store: Store, due: sa.ColumnElement[bool]) -> int:
    query = sa.select(sa.func.count()).select_from(TABLES).where(due)
    return await store.read(lambda connection: connection.execute(query).scalar_one())


async def _next(store: Store, due: sa.ColumnElement[bool]) -> Sequence[str]:
    query = sa.select(TABLES.c.id).where(due).limit(BATCH)
    return await store.read(lambda connection: connection.execute(query).scalars().all())


def _remove(connection: Connection, kind: str, batch: Sequence[str], due: sa.ColumnElement[bool]) -> int:
    """Remove a batch, except from tables that have changed since they were looked up."""
    query = sa.select(TABLES.c.id).where(TABLES.c.id.in_(batch), due).with_for_update()
    tables = connection.execute(query).scalars().all()
    if kind == "receipts":
        connection.execute(sa.delete(RECEIPTS).where(RECEIPTS.c.table_id.in_(tables)))
    elif kind == "said":
        for table in tables:
            delete_said(connection, SAID.c.table_id == table, table)
    elif kind == "notes":
        connection.execute(sa.update(SEATS).where(SEATS.c.table_id.in_(tables)), {"notes": ""})
        for table in tables:
            raise_version(connection, table)
    else:
        delete_tables(connection, tables)
    return len(tables)


def delete_tables(connection: Connection, tables: Sequence[str]) -> None:
    """Delete tables and everything that belongs to them."""
    connection.execute(sa.delete(TABLES).where(TABLES.c.id.in_(tables)))  # the rest goes with them: ON DELETE CASCADE
    # Their ids stay, so that no offer makes a table with the same chance again.
    connection.execute(sa.update(SECRETS).where(SECRETS.c.table_id.in_(tables)), {"secret": ""})
    # Whoever played before one of them may play again.
    led_there = sa.update(TABLES).where(TABLES.c.rematch.in_(tables)).values(rematch="").returning(TABLES.c.id)
    for table in connection.execute(led_there).scalars().all():
        raise_version(connection, table)
    for table in tables:
        announce(connection, table, -1)


def delete_said(connection: Connection, which: sa.ColumnElement[bool], table: str) -> None:
    """Delete what was said at a table, and let everybody there know."""
    if connection.execute(sa.delete(SAID).where(which)).rowcount:
        announce_people(connection, ["", table, []])


def raise_version(connection: Connection, table: str) -> None:
    """Make everybody who keeps this table in memory read it again."""
    raised = sa.update(TABLES).where(TABLES.c.id == table).values(version=TABLES.c.version + 1).returning(TABLES.c.version)
    announce(connection, table, connection.execute(raised).scalar_one())


async def every_day(house: House, settings: Settings) -> None:
    """Prune once a day, for as long as the house is open."""
    while True:
        try:
            if await _take_turn(house.store):
                gone = await prune(house.store, ages_of(settings))
                LOG.info("pruned", **gone)
                house.people.unheard()
                expired = NOTICES.c.since < time.time() - COOKIE_SECONDS  # nobody has the cookie any more that they belong to
                await house.store.write(lambda connection: connection.execute(sa.delete(NOTICES).where(expired)))
                for table in house.tables.watchers.tables():
                    await house.hear(table, -1)
        except HouseError as error:
            LOG.warning("pruning failed", why=str(error))
        except Exception:
            LOG.exception("pruning failed")
        await asyncio.sleep(LOOK_SECONDS)


async def _take_turn(store: Store) -> bool:
    """Whether it is up to this process to prune today."""
    today = time.strftime("%Y-%m-%d", time.gmtime())
    await store.key(TURN, "")
    mine = sa.update(KEYS).where(KEYS.c.name == TURN, KEYS.c.value < today).values(value=today)
    return await store.write(lambda connection: connection.execute(mine).rowcount == 1)
