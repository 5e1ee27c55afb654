"""Administration of a house through its database, beside the processes that serve it: they hear of every change."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection, make_url

from zashiki.server.errors import BadToken, BadWish, NotNow, Stale
from zashiki.server.model import BOT, ENDED, GOING_ON
from zashiki.server.retention import DAY, delete_said, delete_tables, raise_version
from zashiki.server.rows import FORGOTTEN, Asking, Loaded, header_columns, read_seat
from zashiki.server.schema import BLOCKED, LINES, NOTICES, SAID, SEATS, TABLES
from zashiki.server.seating import without_result
from zashiki.server.store import SIGNING_KEY, TRIES, Change, Conflict, Store, announce
from zashiki.server.tokens import Signer, fresh_id
from zashiki.server.words import WORDS

DAYS_COUNTED = 7  # of moves
ALL = 10**9


@dataclass(frozen=True)
class Usage:
    """What there is in a house, in numbers."""

    tables: Mapping[str, Mapping[str, int]]  # by game and status
    people: int  # browsers and programs that own a seat
    people_lately: int  # of these, at a table that changed within the days counted
    blocked: int
    moves: Mapping[str, int]  # by the day on which their table was set up, the last days only
    bytes: int  # of the database


async def find(store: Store, start: str) -> Loaded:
    """The table whose id starts like this, as a log line gives it; BadWish if it is none or several."""
    begins = sa.func.substr(TABLES.c.id, 1, len(start)) == start  # LIKE would not tell small letters from capitals
    found = await store.listed(begins, 2) if start else []
    if len(found) != 1:
        raise BadWish(WORDS("ids_like_it" if found else "no_id_like_it", start=start))
    return found[0]


async def tables(store: Store, status: str | None, game: str | None, limit: int) -> list[Loaded]:
    """Tables of a status and a game (None: of any), the most recently touched first."""
    where: list[sa.ColumnElement[bool]] = [sa.true()]
    if status is not None:
        if status not in (*GOING_ON, *ENDED):
            raise BadWish(WORDS("no_status", status=status))
        where.append(TABLES.c.status == status)
    if game is not None:
        where.append(TABLES.c.game == game)
    return await store.listed(sa.and_(*where), limit)


async def end(store: Store, table: str) -> None:
    """End a table without a result."""
    for _ in range(TRIES):
        header = (await find(store, table)).header
        if header.status not in GOING_ON:
            raise NotNow(WORDS("table_ended"))
        try:
            await store.commit(Change(without_result(header)))
            return
        except Conflict:
            continue
    raise Stale(WORDS("too_many_changes"))


async def delete(store: Store, table: str) -> None:
    """Delete a table and everything of it."""
    await store.write(partial(delete_tables, tables=[table]))


async def block(store: Store, visitor: str) -> bool:
    """No longer let a visitor in; False if that was so already."""
    if not visitor:
        raise BadWish(WORDS("name_visitor"))
    return await store.write(partial(_block, visitor=visitor))


def _block(connection: Connection, visitor: str) -> bool:
    if connection.execute(sa.select(BLOCKED).where(BLOCKED.c.visitor == visitor)).first() is not None:
        return False
    connection.execute(sa.insert(BLOCKED), {"visitor": visitor, "since": time.time()})
    announce(connection, "", 0)
    return True


async def unblock(store: Store, visitor: str) -> bool:
    """Let a visitor in again; False if nobody of that id was blocked."""

    def work(connection: Connection) -> bool:
        found = connection.execute(sa.delete(BLOCKED).where(BLOCKED.c.visitor == visitor)).rowcount == 1
        announce(connection, "", 0)
        return found

    return await store.write(work)


async def usage(store: Store) -> Usage:
    """Count what there is."""
    return await store.read(partial(_usage, size=partial(_size, store=store), since=time.time() - DAYS_COUNTED * DAY))


def _usage(connection: Connection, size: Callable[[Connection], int], since: float) -> Usage:
    by_status: dict[str, dict[str, int]] = {}
    for game, status, count in connection.execute(
        sa.select(TABLES.c.game, TABLES.c.status, sa.func.count())
        .group_by(TABLES.c.game, TABLES.c.status)
        .order_by(TABLES.c.game)
    ):
        by_status.setdefault(game, {})[status] = count
    people = sa.select(sa.func.count(SEATS.c.owner.distinct())).where(SEATS.c.owner.not_in(("", FORGOTTEN)))
    lately = people.join(TABLES, TABLES.c.id == SEATS.c.table_id).where(TABLES.c.changed > since)
    moves = (
        sa.select(TABLES.c.created, sa.func.count())
        .join(LINES, LINES.c.table_id == TABLES.c.id)
        .where(TABLES.c.created > since, sa.func.substr(LINES.c.text, 1, 1).in_(list("0123456789")))
        .group_by(TABLES.c.id)
    )
    by_day: dict[str, int] = {}
    for created, count in connection.execute(moves):
        day = time.strftime("%Y-%m-%d", time.gmtime(created))
        by_day[day] = by_day.get(day, 0) + count
    return Usage(
        tables=by_status,
        people=connection.execute(people).scalar_one(),
        people_lately=connection.execute(lately).scalar_one(),
        blocked=connection.execute(sa.select(sa.func.count()).select_from(BLOCKED)).scalar_one(),
        moves=dict(sorted(by_day.items())),
        bytes=size(connection),
    )


def _size(connection: Connection, store: Store) -> int:
    if not store.sqlite:
        return int(connection.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one())
    file = Path(make_url(store.url).database or "")
    return sum(path.stat().st_size for path in file.parent.glob(f"{file.name}*") if path.name in (file.name, f"{file.name}-wal"))


# --- forgetting a person -----------------------------------------------------------------------------------------------


async def forget_name(store: Store, name: str) -> int:
    """Replace a name wherever a person or a record has it, and remove the notes and words of those seats and requests under that
    name; returns how many seats."""
    await store.write(partial(_withdraw, is_theirs=lambda asking: asking.name == name))
    people = ~((SEATS.c.kind == BOT) & (SEATS.c.owner == ""))
    return await _forget(store, (SEATS.c.name == name) & people)


async def forget_visitor(store: Store, visitor: str) -> int:
    """Replace the names of a visitor's seats and remove their notes and requests; where the game has ended, nothing leads to the
    visitor any more. Returns how many seats."""
    if not visitor:
        raise BadWish(WORDS("name_visitor"))
    await store.write(partial(_withdraw, is_theirs=lambda asking: asking.visitor == visitor))
    count = await _forget(store, SEATS.c.owner == visitor)
    await store.write(lambda connection: connection.execute(sa.delete(NOTICES).where(NOTICES.c.visitor == visitor)))
    listed = [column.contains(visitor, autoescape=True) for column in (TABLES.c.looked, TABLES.c.turned_away)]
    known = sa.or_(TABLES.c.host == visitor, _seated(visitor), *listed)
    for loaded in await store.listed(known & TABLES.c.status.not_in(GOING_ON), ALL):
        await store.write(partial(_untie, loaded=loaded, visitor=visitor))
    return count


async def forget_link(store: Store, link: str, secret: str) -> int:
    """Forget whoever holds this seat link, everywhere; returns how many seats."""
    token = link.strip().rstrip("/").rpartition("/")[2]
    guest = Signer(secret or await store.key(SIGNING_KEY)).read_seat_token(token)
    loaded = await store.load(guest.table)
    row = next((row for row in loaded.seats if row.seat == guest.seat), None) if loaded else None
    if row is None or row.nonce != guest.nonce:
        raise BadToken(WORDS("link_replaced"))
    return await forget_visitor(store, row.owner)


def _seated(visitor: str) -> sa.ColumnElement[bool]:
    return TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.owner == visitor))


def _withdraw(connection: Connection, is_theirs: Callable[[Asking], bool]) -> None:
    """No longer ask for bots' seats on behalf of somebody."""
    for row in connection.execute(sa.select(SEATS).where(SEATS.c.asking != "")).mappings().all():
        seat, table = read_seat({str(key): value for key, value in row.items()}), row["table_id"]
        if seat.asking is not None and is_theirs(seat.asking):
            raise_version(connection, table)
            here = (SEATS.c.table_id == table) & (SEATS.c.seat == seat.seat)
            connection.execute(sa.update(SEATS).where(here), {"asking": ""})


async def _forget(store: Store, seats: sa.ColumnElement[bool]) -> int:
    query = sa.select(SEATS.c.table_id).where(seats).distinct()
    found: Sequence[str] = await store.read(lambda connection: connection.execute(query).scalars().all())
    return sum([await store.write(partial(_forget_at, table=table, seats=seats)) for table in found])


def _forget_at(connection: Connection, table: str, seats: sa.ColumnElement[bool]) -> int:
    raise_version(connection, table)  # first, so that nobody else's change of this table comes between
    query = sa.select(SEATS.c.seat).where(SEATS.c.table_id == table, seats)
    found = connection.execute(query).scalars().all()
    for seat in found:
        here = (SEATS.c.table_id == table) & (SEATS.c.seat == seat)
        connection.execute(sa.update(SEATS).where(here), {"name": f"Guest {seat + 1}", "notes": ""})
        delete_said(connection, (SAID.c.table_id == table) & (SAID.c.seat == seat), table)
    return len(found)


def _untie(connection: Connection, loaded: Loaded, visitor: str) -> None:
    header = loaded.header
    changed = replace(
        header,
        host="" if header.host == visitor else header.host,
        looked=tuple(other for other in header.looked if other != visitor),
        turned_away=tuple(other for other in header.turned_away if other != visitor),
    )
    columns = header_columns(changed)
    connection.execute(
        sa.update(TABLES).where(TABLES.c.id == header.id), {name: columns[name] for name in ("host", "looked", "turned_away")}
    )
    for row in loaded.seats:
        if row.owner == visitor:
            mine = (SEATS.c.table_id == header.id) & (SEATS.c.seat == row.seat)
            connection.execute(sa.update(SEATS).where(mine), {"owner": FORGOTTEN, "nonce": fresh_id()})
    raise_version(connection, header.id)


# --- as JSON -------------------------------------------------------------------------------------------------------------


def table_json(loaded: Loaded) -> dict[str, object]:
    """A table for an administrator: everything but moves, notes and what opens a seat."""
    header = loaded.header
    kept = ("id", "game", "rules", "status", "players", "host", "created", "touched", "version", "logged", "scores", "winners")
    shown = {name: getattr(header, name) for name in kept}
    seats = [{name: getattr(row, name) for name in ("seat", "kind", "name", "bot", "owner")} for row in loaded.seats]
    return shown | {"options": dict(header.options), "access": asdict(header.access), "seats": seats}
