"""The wire: what a connection may send, hold open or leave unread, before anything on it is a request of the application.

uvicorn's parser has no limits of its own. `Connection` adds them: size and number of header fields, the time until they are
complete, requests sent ahead, answers that nobody reads, connections in all and from one address. What is refused here gets a
status and a sentence in plain text, and the connection is closed. `security.Door` limits whole requests with their bodies.
"""

from __future__ import annotations

import asyncio
import contextlib
import http
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import httptools
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from zashiki.server.addresses import household_of
from zashiki.server.settings import Settings
from zashiki.server.words import WORDS, in_every_language

HEAD_BYTES = 32 * 1024  # address and header fields of a request; also what the parser may hold back unfinished
HEAD_FIELDS = 100
PIECE_BYTES = 8 * 1024  # handed to the parser at a time: how exactly the above is kept
SENT_AHEAD = 16  # requests sent before the answers to earlier ones; browsers send none
UNREAD_SECONDS = 60.0  # for an answer too large for the buffers to be read
LINGER_SECONDS = 5.0  # for the rest of a request that was answered before all of it had come
FILES_WANTED = 65536
CONNECTION = "zashiki.connection"  # among the extensions of a scope
FILES_KEPT_FREE = 128  # for the database, bots and logs


class Refused(Exception):
    """What a connection is told before it is closed; raised within the parser, it stops it. Nothing is known of the reader
    yet, so it is said in every language."""

    def __init__(self, status: int, key: str, **parts: object) -> None:
        super().__init__("\n".join(in_every_language(partial(WORDS, key, **parts))))
        self.status = status


def too_large() -> Refused:
    return Refused(431, "wire_head", most=HEAD_BYTES // 1024, fields=HEAD_FIELDS)


class Callers:
    """The open connections of this process, counted."""

    def __init__(self, settings: Settings) -> None:
        self.head_seconds = settings.head_seconds
        self._most = min(settings.max_connections, most_files() - FILES_KEPT_FREE)
        self._most_each = settings.max_connections_each
        self._open: Counter[str] = Counter()

    def arrive(self, source: str) -> Refused | None:
        """Count a connection; it is refused if it is one too many. "" stands for a proxy, which brings many people."""
        self._open[source] += 1
        if self._open.total() > self._most:
            return Refused(503, "wire_full")
        if source and self._open[source] > self._most_each:
            return Refused(429, "wire_many")
        return None

    def leave(self, source: str) -> None:
        """A connection has ended."""
        self._open[source] -= 1
        if not self._open[source]:
            del self._open[source]


def most_files() -> int:
    """How many files this process may have open, after asking for more than the usual 1024, which are soon used up."""
    if sys.platform == "win32":
        return FILES_WANTED
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES_WANTED if hard == resource.RLIM_INFINITY else min(FILES_WANTED, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


class Connection(HttpToolsProtocol):
    """One connection."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._callers: Callers = app_state["callers"]
        self._source = ""
        self._head_bytes = self._head_fields = 0
        self._in_head = self._in_body = False
        self._held = 0  # bytes since the parser last handed something on
        self._late: asyncio.TimerHandle | None = None  # ends a request that does not come to its end
        self._unread: asyncio.TimerHandle | None = None  # ends an answer that is not read
        self.on_shutdown: Callable[[], None] | None = None  # for an answer that does not end by itself

    # --- connections ---------------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count it, and expect a request soon."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        proxy = isinstance(self.app, ProxyHeadersMiddleware) and host in self.app.trusted_hosts
        self._source = "" if proxy else household_of(host)
        refusal = self._callers.arrive(self._source)
        if refusal is not None:
            self._refuse(refusal)
        else:
            self._expect(self._callers.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._callers.leave(self._source)
        self._no_longer_late()
        self._no_longer_unread()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def timeout_keep_alive_handler(self) -> None:
        """Nothing new came; what has not been read by now will not be."""
        self.transport.abort()

    # --- requests ------------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Parse what came, as long as the parser hands it on."""
        try:
            for start in range(0, len(data), PIECE_BYTES):
                self._parse(data[start : start + PIECE_BYTES])
        except Refused as refusal:
            self._refuse(refusal)
            return
        except httptools.HttpParserError as error:
            cause = error.__context__
            self._refuse(cause if isinstance(cause, Refused) else Refused(400, "wire_unclear"))
            return
        if self._in_head:
            self._unset_keepalive_if_required()
            if self._late is None:
                self._expect(self._callers.head_seconds)

    def _parse(self, piece: bytes) -> None:
        self._held += len(piece)
        with contextlib.suppress(httptools.HttpParserUpgrade):  # answered as if it had not asked for another protocol
            self.parser.feed_data(piece)
        if self._held > HEAD_BYTES:
            raise too_large()

    def on_message_begin(self) -> None:
        """A request begins; time runs from here, or for the first one since the connection was opened."""
        super().on_message_begin()
        self.scope["extensions"] = {CONNECTION: self}  # type: ignore[dict-item]  # not for other servers
        self._in_head = True
        self._head_bytes = self._head_fields = self._held = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count_head(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)  # fields after a body in chunks come here as well
        self._head_fields += 1
        self._count_head(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """The application takes over, unless too many requests are waiting already."""
        self._in_head, self._in_body = False, True
        self._no_longer_late()
        self._unset_keepalive_if_required()  # no longer idle: the answer may be a stream that goes on for hours
        if len(self.pipeline) >= SENT_AHEAD:
            raise Refused(429, "wire_ahead")
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._held = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_body, self._held = False, 0
        self._no_longer_late()
        super().on_message_complete()

    def _count_head(self, size: int) -> None:
        self._held = 0
        self._head_bytes += size
        if self._head_bytes > HEAD_BYTES or self._head_fields > HEAD_FIELDS:
            raise too_large()

    # --- answers -------------------------------------------------------------------------------------------------------

    def on_response_complete(self) -> None:
        """The answer is written; a request that is still coming may end, but not keep the connection."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._no_longer_unread()
            self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)
        elif self._in_body and self.cycle.response_complete:
            self._expect(LINGER_SECONDS)

    def pause_writing(self) -> None:
        """More is written than is read."""
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._no_longer_unread()

    @property
    def unread(self) -> bool:
        """Whether more was written than is read."""
        return self._unread is not None

    # --- ends ----------------------------------------------------------------------------------------------------------

    def shutdown(self) -> None:
        """The server is stopping."""
        super().shutdown()
        if self.on_shutdown is not None:
            self.on_shutdown()

    def _expect(self, seconds: float) -> None:
        self._no_longer_late()
        self._late = self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        if self._in_head:
            self._refuse(Refused(408, "too_slow"))
        else:
            self.transport.abort()

    def _refuse(self, refusal: Refused) -> None:
        """The last answer on this connection; without words where another answer is under way."""
        if self.transport.is_closing():
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()
            return
        body, status = f"{refusal}\n".encode(), refusal.status
        fields = {
            "content-type": "text/plain; charset=utf-8",
            "content-length": str(len(body)),
            "cache-control": "no-store",
            "x-content-type-options": "nosniff",
            "connection": "close",
        }
        if status in (429, 503):
            fields["retry-after"] = "5"
        head = [f"HTTP/1.1 {status} {http.HTTPStatus(status).phrase}", *(f"{name}: {value}" for name, value in fields.items())]
        self.transport.write("\r\n".join((*head, "\r\n")).encode() + body)
        self.transport.close()

    def _no_longer_late(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _no_longer_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
