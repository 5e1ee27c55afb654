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
from array import array
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial

from prometheus_client import Gauge
from pydantic_core import to_json
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request

from zashiki.core.errors import ZashikiError
from zashiki.core.rooms import Viewer
from zashiki.core.words import LANGUAGE
from zashiki.server.addresses import household_of
from zashiki.server.changes import Drawing, changes, drawing
from zashiki.server.errors import NoSuchTable, TooMany
from zashiki.server.house import House
from zashiki.server.model import Gathering, Guest, Snapshot
from zashiki.server.recent import Recent
from zashiki.server.settings import Settings
from zashiki.server.words import WORDS

RETRY_MS = 1000
SEND_SECONDS = 30.0  # a reader that takes nothing for this long is gone
GRACE_SECONDS = 2.0  # for streams to end on their own when the server stops
DRAWN_KEPT = 256  # events kept, so that what several viewers see alike is drawn once
STREAMS = Gauge("zashiki_streams", "Streams open now", multiprocess_mode="livesum")

PARTS = "parts"  # the name of an event that has only what changed
PEOPLE = "people"  # the name of an event that shows who is at the table and what they say
HERE = "here"  # the name of a sign of life
WORTHWHILE = 0.6  # of the whole; a change that is longer is not sent as one

Draw = Callable[[Snapshot], str]
DrawPeople = Callable[[Gathering], str]
Marks = tuple[Viewer, int, int | None, str]

# Lines end in a single character, because a network cuts a stream into pieces anywhere: where one ends between CR and LF, htmx
# takes them for the ends of two lines, the second of them empty, and half an event for a whole one.
Said = partial(ServerSentEvent, sep="\n")


@dataclass
class Sent:
    """What a stream has sent last."""

    shown: Marks | None = None
    prints: array[int] | None = None  # of the drawing, if it can be followed by a change
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
        found = changes(sent.prints, drawn) if sent.prints is not None else [drawn.text]
        in_parts = sum(len(part) for part in found) < WORTHWHILE * len(drawn.text)
        sent.shown, sent.number = marks_of(shown), sent.number + 1 if in_parts else 0
        sent.prints = drawn.prints if self._in_parts else None
        if in_parts:
            return framed(to_json([sent.number, *found]).decode(), self.number(shown), PARTS)
        return framed(drawn.text, self.number(shown), self._event)

    def number(self, shown: Snapshot) -> str:
        """The number of an event: for a page, all that tells two of its drawings apart."""
        viewer, version, queue, weaker = marks_of(shown)
        if not self._in_parts:
            return str(version)
        return f"{version}{'' if viewer < 0 else f's{viewer}'}{'' if queue is None else f'q{queue}'}{weaker[:1]}"

    @property
    def sign_of_life(self) -> ServerSentEvent:
        """What a stream says at first, and then every few seconds."""
        return Said(event=HERE, retry=RETRY_MS) if self._in_parts else Said(comment=HERE, retry=RETRY_MS)

    def _drawing(self, shown: Snapshot) -> Drawing:
        guest = shown.my_seats, shown.host, shown.may_take_over, shown.asking, shown.may_answer
        key = shown.table.id, shown.version, shown.viewer, guest, shown.bots_before, shown.weaker, LANGUAGE.get()
        return self._kept.get(key, lambda: drawing(self._draw(shown)))


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
    """How often a stream gives a sign of life, at least."""
    return max(1, round(settings.heartbeat))


class Closing:
    """What sse-starlette sets when the server stops: the house ends its streams."""

    def __init__(self, house: House) -> None:
        self._house = house

    def set(self) -> None:
        """The server is stopping."""
        self._house.close()


class Streams:
    """All streams of this process."""

    def __init__(self, house: House, settings: Settings) -> None:
        self._house = house
        self._settings = settings
        self._open: Counter[str] = Counter()  # by address
        # Streams draw one at a time, and requests that came in are served before the next one does: a lock passes on when the
        # event loop comes round. Whoever waits for a turn draws what is newest then.
        self._turn = asyncio.Lock()

    async def stream(self, request: Request, guest: Guest, table: str, eyes: Viewer | None, drawn: Drawn) -> EventSourceResponse:
        """The stream of one table for one guest; refused at once if the guest may not watch."""
        seats = (await self._house.snapshot(guest, table, eyes)).my_seats
        visitor = await self._house.visitor_at(guest, table)
        address = household_of(request.client.host if request.client else "")
        if self._open[address] >= self._settings.max_streams_each or self._open.total() >= self._settings.max_streams:
            raise TooMany(WORDS("too_many_streams"))
        after, sign = request.headers.get("last-event-id", ""), drawn.sign_of_life
        return EventSourceResponse(
            self._events(address, guest, visitor, table, eyes, drawn, after, bool(seats)),
            ping=seconds_between_signs(self._settings),
            ping_message_factory=lambda: sign,
            send_timeout=SEND_SECONDS,
            shutdown_event=Closing(self._house),  # type: ignore[arg-type]  # only `set` is called
            shutdown_grace_period=GRACE_SECONDS,
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
        )

    async def _events(
        self, address: str, guest: Guest, visitor: str, table: str, eyes: Viewer | None, drawn: Drawn, after: str, seated: bool
    ) -> AsyncIterator[ServerSentEvent | bytes]:
        self._open[address] += 1
        STREAMS.inc()
        self._house.people.presence.opened(table, visitor)
        try:
            yield drawn.sign_of_life
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
            yield Said(str(gone), event="closed")
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
