"""Lists of tables, as the home page and programs get them: headers only, in which nothing private can be counted."""

from __future__ import annotations

import sqlalchemy as sa

from zashiki.games import GAMES
from zashiki.server import counting
from zashiki.server.model import OVER, RUNNING, WAITING, Guest, TableInfo
from zashiki.server.schema import SEATS, TABLES
from zashiki.server.showing import info_of
from zashiki.server.store import Store


async def waiting(store: Store, limit: int = 20) -> list[TableInfo]:
    """Public tables that wait for people, newest first."""
    return await _listed(store, TABLES.c.public.is_(True) & (TABLES.c.status == WAITING), limit)


async def running(store: Store, limit: int = 20) -> list[TableInfo]:
    """Public tables being played that may be watched, latest move first."""
    watchable = TABLES.c.public.is_(True) & TABLES.c.spectators.is_(True)
    return await _listed(store, watchable & (TABLES.c.status == RUNNING), limit)


async def over(store: Store, limit: int = 20) -> list[TableInfo]:
    """Public finished games, newest first."""
    return await _listed(store, TABLES.c.public.is_(True) & (TABLES.c.status == OVER), limit)


async def mine(store: Store, guest: Guest, limit: int = 20) -> list[TableInfo]:
    """Tables where this browser has a seat or is host, latest change first."""
    if not guest.visitor:
        return []
    seated = sa.select(SEATS.c.table_id).where(SEATS.c.owner == guest.visitor)
    return await _listed(store, (TABLES.c.host == guest.visitor) | TABLES.c.id.in_(seated), limit)


async def has_played(store: Store, guest: Guest, game: str) -> bool:
    """Whether this browser has had a seat in a game of this kind that came to its end."""
    seated = sa.select(SEATS.c.table_id).where(SEATS.c.owner == guest.visitor)
    ended = (TABLES.c.game == game) & (TABLES.c.status == OVER) & TABLES.c.id.in_(seated)
    return bool(guest.visitor) and bool(await store.listed(ended, 1))


async def _listed(store: Store, where: sa.ColumnElement[bool], limit: int) -> list[TableInfo]:
    known = TABLES.c.game.in_(list(GAMES))
    listed = await store.listed(where & known, limit)
    return [counting.in_list(info_of(loaded)) for loaded in listed]
