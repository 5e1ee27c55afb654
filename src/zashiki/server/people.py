"""The people at the tables: who is there (`presence`), and what they say to each other.

Words are for the evening, not for the record: they are kept with their table, the latest ones alone, and go with it. Only people
with a seat speak, so that no spectator can tell a player what another holds. Phrases and gestures are kept by their keys, and
each reader reads them in their own language.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from zashiki.core.rooms import Seat
from zashiki.server.errors import BadWish, HouseError, NotNow, TooMany, Unavailable
from zashiki.server.model import ASK_BOT, GESTURE, PHRASE, STAY, TEXT, Said, Where
from zashiki.server.names import visible
from zashiki.server.presence import Presence
from zashiki.server.rows import SeatRow
from zashiki.server.schema import SAID
from zashiki.server.store import TRIES, Conflict, Store, announce_people
from zashiki.server.tokens import fresh_id
from zashiki.server.words import WORDS

PHRASES = ("hello", "luck", "think", "nice", "ouch", "thanks", "sorry", "moment", "again", "game")
GESTURES = ("bow", "clap", "smile", "gasp", "tea", "fan")
TEXT_LENGTH = 200
HOST = -1  # who speaks for a host without a seat
SAID_KEPT = 100  # at one table
TABLES_KEPT = 2000  # whose words are in memory
SPEAK_SECONDS, SPEAK_MOST = 20.0, 6  # how much one seat may say in a while
ANSWER_SECONDS = 120.0  # how long somebody who is there has to answer before a bot may play for them
RETELL_SECONDS = 30.0  # between two times that a process tells the others all it knows
RETELL_BATCH = 40  # visitors in one message: PostgreSQL takes 8000 bytes


class People:
    """Everybody at the tables of this process, over one store."""

    def __init__(self, store: Store, poke: Callable[[str], None], may_sit: Callable[[str, str], bool]) -> None:
        """`poke` makes everybody watching a table look again; `may_sit` is whether a visitor may have a seat at a table: where
        others are is shown to nobody."""
        self._store = store
        self._poke = poke
        self._may_sit = may_sit
        self._process = fresh_id()
        self._count = itertools.count(1)
        self._news: OrderedDict[str, int] = OrderedDict()
        self._said: OrderedDict[str, tuple[Said, ...]] = OrderedDict()
        self._spoke: dict[tuple[str, Seat], deque[float]] = {}
        self._telling: set[asyncio.Task[None]] = set()
        self._one_by_one = asyncio.Lock()  # others must hear of changes in their order
        self.presence = Presence(self._moved)

    def news(self, table: str) -> int:
        """A number that changes whenever somebody comes, goes or speaks at a table."""
        return self._news.get(table, 0)

    def where(self, table: str, seats: Sequence[SeatRow]) -> tuple[Where | None, ...]:
        """Where the people of these seats are; None where no person belongs."""
        return tuple(self.presence.of(table, row.owner) if row.owner else None for row in seats)

    async def said(self, table: str) -> tuple[Said, ...]:
        """The latest words at a table, oldest first."""
        if table in self._said:
            return self._said[table]
        before = self.news(table)
        query = sa.select(SAID).where(SAID.c.table_id == table).order_by(SAID.c.number.desc()).limit(SAID_KEPT)
        found = await self._store.read(lambda connection: connection.execute(query).all())
        said = tuple(Said(row.number, row.seat, row.kind, row.words, row.at) for row in reversed(found))
        if self.news(table) == before:  # nobody has spoken meanwhile, so this is still all of it
            self._said[table] = said
            if len(self._said) > TABLES_KEPT:
                self._said.popitem(last=False)
        return said

    async def say(self, table: str, seat: Seat, kind: str, words: str) -> None:
        """Say something from a seat; the caller has checked that it may. TooMany for whoever never stops."""
        words = _checked(kind, words)
        self._charge(table, seat)
        await self._put(table, seat, kind, words)

    async def _put(self, table: str, seat: Seat, kind: str, words: str) -> None:
        row = {"table_id": table, "seat": seat, "kind": kind, "words": words, "at": time.time()}
        for _ in range(TRIES):
            with contextlib.suppress(Conflict):
                await self._store.write(lambda connection: _write(connection, row, self._process))
                self.forget(table)
                return
        raise NotNow(WORDS("all_speak"))

    async def asked(self, table: str, seat: Seat) -> Said | None:
        """The question whether a bot may play for this seat; None once it has been answered by anything said there."""
        last: Said | None = None
        for each in await self.said(table):
            if each.kind == ASK_BOT and each.words == str(seat):
                last = each
            elif each.seat == seat:
                last = None
        return last

    async def stays(self, table: str, seat: Seat) -> None:
        """Somebody plays, or comes back: whoever does is there, and needs no bot."""
        with contextlib.suppress(HouseError):  # what they did is done in any case
            if await self.asked(table, seat) is not None:
                await self._put(table, seat, STAY, "")

    async def must_have_been_asked(self, table: str, by: Seat, row: SeatRow) -> None:
        """NotNow while somebody who is at the table has not been asked, and had time to answer, whether a bot may play."""
        if not self.presence.of(table, row.owner).present:
            return
        question = await self.asked(table, row.seat)
        if question is None:
            await self.say(table, by, ASK_BOT, str(row.seat))
        elif time.time() >= question.at + ANSWER_SECONDS:
            return
        raise NotNow(WORDS("bot_was_asked", name=row.name, count=round(ANSWER_SECONDS / 60)))

    def forget(self, table: str) -> None:
        """What was said at a table may have changed: read it again, and show it."""
        self._said.pop(table, None)
        self._tell_watchers(table)

    def unheard(self) -> None:
        """Words may have been said or deleted unheard: read all of them again."""
        self._said.clear()

    # --- between processes ---------------------------------------------------------------------------------------------

    def hear(self, news: str) -> None:
        """What another process tells: that somebody spoke at a table, or where some visitors are."""
        process, table, everybody = json.loads(news)
        if process == self._process:
            return
        if table:
            self.forget(table)
        for at, visitor, state, phone in everybody:
            before = self.presence.of(at, visitor)
            self.presence.hear(process, at, visitor, Where(state, phone))
            if self.presence.of(at, visitor) != before and self._may_sit(at, visitor):
                self._tell_watchers(at)

    async def retell(self) -> None:
        """Tell the other processes, again and again, where everybody is."""
        while True:
            await asyncio.sleep(RETELL_SECONDS)
            known = [[*place, where.state, where.phone] for place, where in self.presence.everybody()]
            for first in range(0, len(known), RETELL_BATCH):
                await self._tell_others(known[first : first + RETELL_BATCH])

    def _moved(self, table: str, visitor: str, where: Where) -> None:
        if self._may_sit(table, visitor):
            self._tell_watchers(table)
        if not self._store.sqlite:
            task = asyncio.get_running_loop().create_task(self._tell_others([[table, visitor, where.state, where.phone]]))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _tell_others(self, everybody: Sequence[Sequence[object]]) -> None:
        async with self._one_by_one:
            with contextlib.suppress(Unavailable):  # the next retelling makes up for it
                await self._store.write(lambda connection: announce_people(connection, [self._process, "", everybody]))

    def _tell_watchers(self, table: str) -> None:
        self._news[table] = next(self._count)
        self._news.move_to_end(table)
        if len(self._news) > TABLES_KEPT:
            self._news.popitem(last=False)
        self._poke(table)

    def _charge(self, table: str, seat: Seat) -> None:
        now = time.monotonic()
        for place, moments in list(self._spoke.items()):
            if moments[-1] < now - SPEAK_SECONDS:
                del self._spoke[place]
        moments = self._spoke.setdefault((table, seat), deque(maxlen=SPEAK_MOST))
        if len(moments) == SPEAK_MOST and moments[0] > now - SPEAK_SECONDS:
            raise TooMany(WORDS("speaks_too_much"), moments[0] + SPEAK_SECONDS - now)
        moments.append(now)


def _checked(kind: str, words: str) -> str:
    """What may be said; BadWish for anything else."""
    if kind == TEXT:
        words = visible(words)
        if not words or len(words) > TEXT_LENGTH:
            raise BadWish(WORDS("say_something", most=TEXT_LENGTH))
    elif words not in {PHRASE: PHRASES, GESTURE: GESTURES, STAY: ("",)}.get(kind, (words,) if kind == ASK_BOT else ()):
        raise BadWish(WORDS("no_such_phrase"))
    return words


def _write(connection: Connection, row: dict[str, object], process: str) -> None:
    """Add what was said as the latest, and drop the oldest."""
    here = SAID.c.table_id == row["table_id"]
    last: int = connection.execute(sa.select(sa.func.coalesce(sa.func.max(SAID.c.number), 0)).where(here)).scalar_one()
    connection.execute(sa.insert(SAID), row | {"number": last + 1})
    connection.execute(sa.delete(SAID).where(here, SAID.c.number <= last + 1 - SAID_KEPT))
    announce_people(connection, [process, row["table_id"], []])
