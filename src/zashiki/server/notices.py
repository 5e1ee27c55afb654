"""Notices that it is somebody's turn, for people whose table is not in sight: by web push, or to a webhook address.

A notice names the game and says "your turn", and nothing else of what happens at the table, because anybody near the phone
reads it. It waits a moment, and is not sent when the person has come or moved meanwhile. An address that is gone is forgotten;
one that does not answer is not tried again until the next turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

import sqlalchemy as sa
import structlog
from prometheus_client import Counter

from zashiki.core.rooms import Seat
from zashiki.core.words import LANGUAGE
from zashiki.games import find_game
from zashiki.server import outside, push
from zashiki.server.errors import BadWish, HouseError, NotYours, kind_of
from zashiki.server.house import House
from zashiki.server.model import HERE, PERSON, RUNNING, Guest
from zashiki.server.outside import NotReached
from zashiki.server.rows import Header, SeatRow
from zashiki.server.schema import NOTICES
from zashiki.server.settings import Settings
from zashiki.server.store import Conflict, Store
from zashiki.server.tokens import short
from zashiki.server.words import WORDS

PUSH, WEBHOOK = "push", "webhook"
PUSH_KEY = "push"  # the row of `keys` with the key that the house signs pushes with, made when it first opens
MOST_EACH = 6  # addresses of one visitor
MOST_AT_ONCE, MOST_AT_ONCE_EACH = 16, 4  # requests to the outside, in all and for tables of one maker
GONE_STATUS = (404, 410)  # answers that say that an address will never work again
MOMENT = 2.0  # seconds between a turn and its notice

LOG = structlog.get_logger("zashiki")
SENT = Counter("zashiki_notices", "Notices that it is somebody's turn", ["kind", "outcome"])


@dataclass(frozen=True)
class Destination:
    """Where a visitor wants to be told: a row of `notices`."""

    kind: str
    address: str
    keys: str
    language: str
    link: str


class Notices:
    """Keeps where people want to be told, and tells them."""

    def __init__(self, house: House, settings: Settings, key: str, moment: float = MOMENT) -> None:
        self._house = house
        self._private = settings.private_notices
        self._contact = settings.push_contact
        self._key = key
        self._moment = moment
        self._room = asyncio.Semaphore(MOST_AT_ONCE)
        self._rooms = WeakValueDictionary[str, asyncio.Semaphore]()  # by the maker of a table, while somebody is in one
        self._telling: dict[tuple[str, Seat], bool] = {}  # who is being told of which table, and whether they were asked again
        self._tasks: set[asyncio.Task[None]] = set()
        house.tables.turned = self.turned

    @property
    def public_key(self) -> str:
        """What a browser subscribes to pushes with."""
        return push.encode(push.public_key(self._key))

    async def add(self, guest: Guest, kind: str, address: str, keys: str, link: str) -> None:
        """Tell this visitor there from now on; BadWish for an address that the house sends nothing to."""
        if not guest.visitor:
            raise NotYours(WORDS("notice_cookie"))
        where = outside.read_address(address, private=self._private)
        if kind == PUSH:
            push.read_keys(keys)
            if not where.secure and not self._private:
                raise BadWish(WORDS("push_https"))
        elif kind != WEBHOOK or keys:
            raise BadWish(WORDS("bad_notice"))
        made = {"kind": kind, "address": address, "keys": keys, "language": LANGUAGE.get(), "link": link, "since": time.time()}
        row = made | {"visitor": guest.visitor, "mark": _mark(address)}

        def work(connection: sa.Connection) -> None:
            mine = NOTICES.c.visitor == guest.visitor
            connection.execute(sa.delete(NOTICES).where(mine, NOTICES.c.mark == row["mark"]))
            count = connection.execute(sa.select(sa.func.count()).select_from(NOTICES).where(mine)).scalar_one()
            if count >= MOST_EACH:
                raise BadWish(WORDS("too_many_notices", count=MOST_EACH))
            connection.execute(sa.insert(NOTICES), row)

        with contextlib.suppress(Conflict):  # the same address, added a moment ago
            await self._house.store.write(work)

    async def remove(self, guest: Guest, address: str) -> None:
        """No longer tell this visitor there."""
        await forget(self._house.store, (NOTICES.c.visitor == guest.visitor) & (NOTICES.c.mark == _mark(address)))

    async def of(self, visitor: str) -> list[Destination]:
        """Where a visitor wants to be told."""
        query = sa.select(NOTICES).where(NOTICES.c.visitor == visitor).order_by(NOTICES.c.since)
        rows = await self._house.store.read(lambda connection: connection.execute(query).all())
        return [Destination(row.kind, row.address, row.keys, row.language, row.link) for row in rows]

    def turned(self, header: Header, seats: Sequence[SeatRow], asked: Collection[Seat]) -> None:
        """These seats have just been asked for a decision."""
        for row in seats:
            if row.seat in asked and self._is_waited_for(header, row):
                place = header.id, row.seat
                self._telling[place] = place in self._telling
                if not self._telling[place]:
                    task = asyncio.get_running_loop().create_task(self._tell(header.id, row.seat))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Send nothing more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _is_waited_for(self, header: Header, row: SeatRow) -> bool:
        """Whether the others wait for a person who does not see the table."""
        waits = header.status == RUNNING and row.seat in header.to_act and row.kind == PERSON
        return waits and self._house.people.presence.of(header.id, row.owner).state != HERE

    async def _tell(self, table: str, seat: Seat) -> None:
        """Tell whoever has this seat; once more if they were asked again meanwhile, however often that was."""
        try:
            again = True
            while again:
                await asyncio.sleep(self._moment)
                self._telling[table, seat] = False
                await self._notify(table, seat)
                again = self._telling[table, seat]
        finally:
            del self._telling[table, seat]

    async def _notify(self, table: str, seat: Seat) -> None:
        try:
            kept = await self._house.tables.newest(table)
            asked = kept.seats[seat]
            room = self._rooms.setdefault(kept.header.maker, asyncio.Semaphore(MOST_AT_ONCE_EACH))
            await asyncio.gather(*(self._notify_there(room, table, asked, each) for each in await self.of(asked.owner)))
        except HouseError as error:
            LOG.info("no notice", table=short(table), why=type(error).__name__)
        except Exception:
            LOG.exception("a notice failed", table=short(table))

    async def _notify_there(self, room: asyncio.Semaphore, table: str, asked: SeatRow, to: Destination) -> None:
        """Send one notice, unless the person has come or moved while others were sent."""
        async with room, self._room:
            kept = await self._house.tables.newest(table)
            row = kept.seats[asked.seat]
            if row.owner == asked.owner and self._is_waited_for(kept.header, row):
                await self._send(to, kept.header, row.owner)

    async def _send(self, to: Destination, header: Header, visitor: str) -> None:
        LANGUAGE.set(to.language)
        game, link = find_game(header.game).name, f"{to.link}/tables/{header.id}"
        text = WORDS("notice_turn", game=game)
        try:
            address = outside.read_address(to.address, private=self._private)
            if to.kind == PUSH:
                told = json.dumps({"title": game, "body": WORDS("table_turn"), "link": link, "tag": header.id}).encode()
                body = push.encrypt(told, *push.read_keys(to.keys))
                contact = self._contact or (to.link if to.link.startswith("https://") else "mailto:nobody@localhost")
                headers = push.headers(self._key, address.origin, contact, _mark(header.id))
            else:
                # Slack and others read `text`, Discord `content`.
                body = json.dumps({"text": f"{text} {link}", "content": f"{text} {link}", "game": game, "link": link}).encode()
                headers = {"Content-Type": "application/json"}
            status = await outside.post(address, body, headers, private=self._private)
        except (NotReached, BadWish) as error:
            SENT.labels(to.kind, "unreached").inc()
            why = kind_of(type(error)) if isinstance(error, BadWish) else str(error)  # a log speaks English
            LOG.info("a notice did not arrive", kind=to.kind, why=why, table=short(header.id))
            return
        SENT.labels(to.kind, "taken" if status < 300 else "refused").inc()
        if status in GONE_STATUS:
            await forget(self._house.store, (NOTICES.c.visitor == visitor) & (NOTICES.c.mark == _mark(to.address)))


async def forget(store: Store, where: sa.ColumnElement[bool]) -> None:
    """Remove destinations."""
    await store.write(lambda connection: connection.execute(sa.delete(NOTICES).where(where)))


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
