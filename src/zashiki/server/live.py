"""Live tables: a stream of numbered events, each the table as one pair of eyes sees it at that version.

The number of an event is the version of the table; for a page, whose eyes may change, it also names them. A client that
reconnects with the last number it saw gets nothing until the table changes, or exactly the current state if it has changed. A
slow reader is never sent anything outdated: between two sends only the newest version is kept.

A page gets its table whole first, then events named `parts` with the lines that have changed for this viewer: a list of which
number of change this is since the whole, and the `changes`. Whoever misses one connects again and gets the whole. What is sent
depends on this viewer's own drawings alone, and a stream is silent while they stay the same, but for signs of life: comments, and
for a page events, since its script hears no comments and must notice when a line has died without a word.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

from prometheus_client import Gauge
from sse_starlette import ServerSentEvent
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from zashiki.core.errors import ZashikiError
from zashiki.core.rooms import Viewer
from zashiki.core.words import LANGUAGE
from zashiki.server import ops, wire
from zashiki.server.addresses import household_of
from zashiki.server.changes import Drawing, Trace, changes
from zashiki.server.errors import NoSuchTable, TooMany
from zashiki.server.house import House
from zashiki.server.model import Gathering, Guest, Snapshot
from zashiki.server.recent import Recent
from zashiki.server.settings import Settings
from zashiki.server.words import WORDS

RETRY_MS = 1000
DRAWN_KEPT = 256  # events kept, so that what several viewers see alike is drawn once
STREAMS = Gauge("zashiki_streams", "Streams open now", multiprocess_mode="livesum")

PARTS = "parts"  # the name of an event that has only what changed
PEOPLE = "people"  # the name of an event that shows who is at the table and what they say
HERE = "here"  # the name of a sign of life
SOON = 0.9  # of the time between two signs of life: whoever has been silent for so long gives one with the next who has to
WORTHWHILE = 0.9  # of the whole; a change that is longer is not sent as one

Draw = Callable[[Snapshot], Drawing]
DrawPeople = Callable[[Gathering], str]
Marks = tuple[Viewer, int, int | None, str]

# Lines end in a single character, because a network cuts a stream into pieces anywhere: where one ends between CR and LF, htmx
# takes them for the ends of two lines, the second of them empty, and half an event for a whole one.
Said = partial(ServerSentEvent, sep="\n")


@dataclass
class Sent:
    """What a stream has sent last."""

    shown: Marks | None = None
    traces: list[Trace] | None = None  # of the drawing, if it can be followed by a change
    number: int = 0  # of changes since the last whole
    people: object = None  # what may change the drawing of the people at the table ...
    gathering: int | None = None  # ... and the hash of that drawing


class Drawn:
    """Snapshots drawn once for all viewers who see the same, and framed as events: the whole, or what changed of it."""

    def __init__(
        self, draw: Draw, event: str | None = None, *, in_parts: bool = False, draw_people: DrawPeople | None = None
    ) -> None:
        self.draw_people = draw_people  # None where the people are not shown
        self._draw = draw
        self._event = event
        self._in_parts = in_parts
        self._kept = Recent[Drawing](DRAWN_KEPT)

    def text(self, shown: Snapshot) -> str:
        """The drawing alone."""
        return self._drawing(shown).text

    def __call__(self, shown: Snapshot, sent: Sent) -> bytes:
        """The event that shows it to whoever was sent that; `sent` is brought up to date."""
        drawn = self._drawing(shown)
        found = changes(sent.traces, drawn) if sent.traces is not None else None
        sent.shown, sent.number = marks_of(shown), sent.number + 1
        sent.traces = drawn.traces if self._in_parts else None
        if found is not None and sum(map(len, found)) < WORTHWHILE * drawn.length:
            data = b",".join([b"%d" % sent.number, *found])
            return b"id: %b\nevent: parts\ndata: [%b]\n\n" % (self.number(shown).encode(), data)
        sent.number = 0
        return framed(drawn.text, self.number(shown), self._event)

    def number(self, shown: Snapshot) -> str:
        """The number of an event: for a page, all that tells two of its drawings apart."""
        viewer, version, queue, weaker = marks_of(shown)
        if not self._in_parts:
            return str(version)
        return f"{version}{'' if viewer < 0 else f's{viewer}'}{'' if queue is None else f'q{queue}'}{weaker[:1]}"

    @property
    def sign_of_life(self) -> bytes:
        """What a stream says at first, and then whenever it has been silent for a while."""
        return Said(event=HERE, retry=RETRY_MS).encode() if self._in_parts else Said(comment=HERE, retry=RETRY_MS).encode()

    def _drawing(self, shown: Snapshot) -> Drawing:
        guest = shown.my_seats, shown.host, shown.may_take_over, shown.asking, shown.may_answer
        key = shown.table.id, shown.version, shown.viewer, guest, shown.bots_before, shown.weaker, LANGUAGE.get()
        return self._kept.get(key, lambda: self._draw(shown))


def marks_of(shown: Snapshot) -> Marks:
    """What tells two drawings of one stream apart: the eyes, the version as they count, how long people wait for bots, and how
    strong the strongest is."""
    return shown.viewer, shown.version, shown.bots_before, shown.weaker


def framed(text: str, number: str | None, event: str | None) -> bytes:
    """An event of a stream; without a number, one that somebody who comes back need not have seen."""
    numbered = "" if number is None else f"id: {number}\n"
    named = f"event: {event}\n" if event else ""
    lines = text.replace("\n", "\ndata: ")
    return f"{numbered}{named}data: {lines}\n\n".encode()


def seconds_between_signs(settings: Settings) -> int:
    """How often a stream that has nothing else to say gives a sign of life, at least."""
    return max(1, round(settings.heartbeat))


class EventStream(StreamingResponse):
    """A stream of events: one coroutine that writes them, and one that waits for the reader to go away."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[bytes], first: bytes, quiet: Quiet, status_code: int = 200) -> None:
        """FastAPI reads the status for its documents from the signature."""
        super().__init__(events, status_code, headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        self._events = events
        self._first = first
        self._quiet = quiet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self._first, "more_body": True})
        # What all layers of the application had to do was done with the head and the first piece.
        send = scope.get(ops.SEND, send)
        me = asyncio.current_task()
        assert me is not None
        reading = asyncio.create_task(_read_until_gone(receive, me))
        line = Line(send, scope.get("extensions", {}).get(wire.CONNECTION))
        self._quiet.note(line)
        try:
            async for event in self._events:
                await line.write(event)
                self._quiet.note(line)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except asyncio.CancelledError:
            if not reading.done():
                raise
            me.uncancel()  # the reader is gone, and that is all
        finally:
            self._quiet.forget(line)
            reading.cancel()
            await self._events.aclose()  # type: ignore[attr-defined]  # a generator


async def _read_until_gone(receive: Receive, writing: asyncio.Task[None]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    writing.cancel()


class Line:
    """What a stream is written to."""

    def __init__(self, send: Send, connection: wire.Connection | None) -> None:
        self._send = send
        self._connection = connection
        self._writing = False

    async def write(self, event: bytes) -> None:
        """Write an event, as soon as the reader has taken what was written before."""
        self._writing = True
        try:
            await self._send({"type": "http.response.body", "body": event, "more_body": True})
        finally:
            self._writing = False

    @property
    def free(self) -> bool:
        """Whether something could be written without waiting."""
        return not self._writing and not (self._connection is not None and self._connection.unread)


class Quiet:
    """The open lines, those that have been silent for longest first; whoever is silent for too long gives a sign of life, and so
    do those who would have to soon: to wake up for each of them takes longer than to write."""

    def __init__(self, seconds: float, sign: bytes) -> None:
        self._seconds = seconds
        self._sign = sign
        self._lines: OrderedDict[Line, float] = OrderedDict()  # with the moment when something was last written
        self._beating: asyncio.Task[None] | None = None

    def note(self, line: Line) -> None:
        """Something was written."""
        self._lines[line] = time.monotonic()
        self._lines.move_to_end(line)
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat())

    def forget(self, line: Line) -> None:
        """The stream has ended."""
        self._lines.pop(line, None)

    async def _beat(self) -> None:
        while self._lines:
            wait = next(iter(self._lines.values())) + self._seconds - time.monotonic()
            if wait > 0:
                await asyncio.sleep(wait)
            due = time.monotonic() - SOON * self._seconds
            for line in [line for line, _ in takewhile(lambda each: each[1] <= due, self._lines.items())]:
                await asyncio.sleep(0)  # whoever has come meanwhile goes first
                if self._lines.get(line, math.inf) <= due:
                    self.note(line)
                    if line.free:  # otherwise the reader has not even read what is there
                        await line.write(self._sign)


class Streams:
    """All streams of this process."""

    def __init__(self, house: House, settings: Settings) -> None:
        self._house = house
        self._settings = settings
        self._open: Counter[str] = Counter()  # by address
        self._quiet: dict[bytes, Quiet] = {}  # by what is said as a sign of life
        # Streams draw one at a time, and requests that came in are served before the next one does: a lock passes on when the
        # event loop comes round. Whoever waits for a turn draws what is newest then.
        self._turn = asyncio.Lock()

    async def stream(self, request: Request, guest: Guest, table: str, eyes: Viewer | None, drawn: Drawn) -> EventStream:
        """The stream of one table for one guest; refused at once if the guest may not watch."""
        seats = (await self._house.snapshot(guest, table, eyes)).my_seats
        visitor = await self._house.visitor_at(guest, table)
        address = household_of(request.client.host if request.client else "")
        if self._open[address] >= self._settings.max_streams_each or self._open.total() >= self._settings.max_streams:
            raise TooMany(WORDS("too_many_streams"))
        connection: wire.Connection | None = request.scope.get("extensions", {}).get(wire.CONNECTION)
        if connection is not None:
            connection.on_shutdown = self._house.close
        sign = drawn.sign_of_life
        if sign not in self._quiet:
            self._quiet[sign] = Quiet(seconds_between_signs(self._settings), sign)
        events = self._events(address, guest, visitor, table, eyes, drawn, request.headers.get("last-event-id", ""), bool(seats))
        return EventStream(events, sign, self._quiet[sign])

    async def _events(
        self, address: str, guest: Guest, visitor: str, table: str, eyes: Viewer | None, drawn: Drawn, after: str, seated: bool
    ) -> AsyncIterator[bytes]:
        self._open[address] += 1
        STREAMS.inc()
        self._house.people.presence.opened(table, visitor)
        try:
            sent = Sent()
            async for version in self._house.tables.watch(table):
                async with self._turn:
                    snapshot = await self._house.snapshot(guest, table, eyes, version=version)
                    if seated and not snapshot.my_seats:
                        return  # the seat has moved to another device
                    now = marks_of(snapshot)
                    if sent.shown is None and drawn.number(snapshot) == after:
                        sent.shown = now  # the reader came back with it
                    event = drawn(snapshot, sent) if sent.shown != now else b""
                if event:
                    yield event
                if people := await self._people(guest, snapshot, drawn, sent):
                    yield people
        except NoSuchTable as gone:
            yield framed(str(gone), None, "closed")
        except ZashikiError:
            return  # the table is closed to this guest, or the store is down: reconnecting says why
        finally:
            self._house.people.presence.closed(table, visitor)
            STREAMS.dec()
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    async def _people(self, guest: Guest, shown: Snapshot, drawn: Drawn, sent: Sent) -> bytes:
        """The event that shows the people at the table, if anything about them has changed since it was last sent."""
        now = self._house.people.news(shown.table.id), shown.table.seats, shown.my_seats, shown.table.access
        if drawn.draw_people is None or sent.people == now:
            return b""
        sent.people = now
        text = drawn.draw_people(await self._house.gathering(guest, shown.table.id))
        before, sent.gathering = sent.gathering, hash(text)
        return framed(text, None, PEOPLE) if sent.gathering != before else b""
