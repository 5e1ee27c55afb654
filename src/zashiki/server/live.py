"""Live tables: a stream of numbered events, each the whole table as one pair of eyes sees it at that version.

The number of an event is the version of the table. A client that reconnects with the last number it saw gets nothing until the
table changes, or exactly the current state if it has changed. A slow reader is never sent anything outdated: between two sends
only the newest version is kept.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable

from prometheus_client import Gauge
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request

from zashiki.core.errors import ZashikiError
from zashiki.core.rooms import Viewer
from zashiki.core.words import LANGUAGE
from zashiki.server.addresses import household_of
from zashiki.server.errors import NoSuchTable, TooMany
from zashiki.server.house import House
from zashiki.server.model import Guest, Snapshot
from zashiki.server.settings import Settings

RETRY_MS = 1000
SEND_SECONDS = 30.0  # a reader that takes nothing for this long is gone
GRACE_SECONDS = 2.0  # for streams to end on their own when the server stops
DRAWN_KEPT = 256  # events kept, so that what several viewers see alike is drawn once
STREAMS = Gauge("zashiki_streams", "Streams open now", multiprocess_mode="livesum")

Draw = Callable[[Snapshot], str]


class Drawn:
    """Snapshots drawn once for all viewers who see the same, each as one line of text, and framed as events."""

    def __init__(self, draw: Draw, event: str | None = None) -> None:
        self._draw = draw
        self._event = event
        self._kept: OrderedDict[tuple[object, ...], str] = OrderedDict()

    def __call__(self, shown: Snapshot) -> bytes:
        """The event that shows it; a single line needs no splitting."""
        frame = ServerSentEvent("@", id=str(shown.version), event=self._event).encode()
        return frame.replace(b"@", self.text(shown).encode())

    def text(self, shown: Snapshot) -> str:
        """The drawing alone."""
        guest = shown.my_seats, shown.host, shown.may_take_over, shown.asking, shown.may_answer
        key = shown.table.id, shown.version, shown.viewer, guest, shown.bots_before, LANGUAGE.get()
        if key not in self._kept:
            self._kept[key] = self._draw(shown)
            if len(self._kept) > DRAWN_KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]


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

    async def stream(self, request: Request, guest: Guest, table: str, eyes: Viewer | None, drawn: Drawn) -> EventSourceResponse:
        """The stream of one table for one guest; refused at once if the guest may not watch."""
        seated = bool((await self._house.snapshot(guest, table, eyes)).my_seats)
        address = household_of(request.client.host if request.client else "")
        if self._open[address] >= self._settings.max_streams_each or self._open.total() >= self._settings.max_streams:
            raise TooMany("Too many open streams; close a page first.")
        seen = request.headers.get("last-event-id", "")
        after = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 10 else -1
        return EventSourceResponse(
            self._events(address, guest, table, eyes, drawn, after, seated),
            ping=max(1, round(self._settings.heartbeat)),
            ping_message_factory=lambda: ServerSentEvent(comment="here"),
            send_timeout=SEND_SECONDS,
            shutdown_event=Closing(self._house),  # type: ignore[arg-type]  # only `set` is called
            shutdown_grace_period=GRACE_SECONDS,
            headers={"cache-control": "no-store", "x-accel-buffering": "no"},
        )

    async def _events(
        self, address: str, guest: Guest, table: str, eyes: Viewer | None, drawn: Drawn, after: int, seated: bool
    ) -> AsyncIterator[ServerSentEvent | bytes]:
        self._open[address] += 1
        STREAMS.inc()
        sent: tuple[int, int | None] = (after, None)
        try:
            yield ServerSentEvent(comment="here", retry=RETRY_MS)
            async for version in self._house.watch(table):
                snapshot = await self._house.snapshot(guest, table, eyes, version=version)
                if seated and not snapshot.my_seats:
                    return  # the seat has moved to another device
                if (snapshot.version, snapshot.bots_before) != sent:
                    sent = snapshot.version, snapshot.bots_before
                    yield drawn(snapshot)
        except NoSuchTable as gone:
            yield ServerSentEvent(str(gone), event="closed")
        except ZashikiError:
            return  # the table is closed to this guest, or the store is down: reconnecting says why
        finally:
            STREAMS.dec()
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
