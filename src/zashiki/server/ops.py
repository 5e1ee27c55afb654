"""Running a house: logs, numbers, health, backup and restore."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from pathlib import Path

import sqlalchemy as sa
import structlog
from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest, multiprocess
from prometheus_client import REGISTRY as ONE_PROCESS
from sqlalchemy.ext.asyncio import create_async_engine
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import Processor

from zashiki.server.errors import BadWish, NotNow
from zashiki.server.schema import METADATA, TABLES
from zashiki.server.settings import database_url
from zashiki.server.store import Store, saying_why

LOG = structlog.get_logger("zashiki")
REQUESTS = Counter("zashiki_requests", "Requests answered", ["method", "route", "status"])
SECONDS = Histogram("zashiki_request_seconds", "Time to the first byte of an answer", ["route"])
CHUNK = 500  # rows copied at once by backup and restore


def set_up_logs(level: str) -> None:
    """One line per event on standard error: JSON, or colours on a terminal. Nothing of a game is ever logged but ids."""
    names = logging.getLevelNamesMapping()
    if level.upper() not in names:
        raise BadWish(f"The log level is debug, info, warning or error, not '{level}'.")
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    terminal = sys.stderr.isatty()
    for_programs: list[Processor] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    last: list[Processor] = [structlog.dev.ConsoleRenderer()] if terminal else for_programs
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last]
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(names[level.upper()])
    for noisy in ("alembic", "aiosqlite", "asyncio", "httpx", "sse_starlette"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, names[level.upper()]))


class Counting:
    """Counts and times requests by route, so that no address with a table's id or a token gets into numbers or logs."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = getattr(scope.get("route"), "path", "none")
                taken = time.perf_counter() - began
                REQUESTS.labels(scope["method"] if route != "none" else "ANY", route, message["status"]).inc()
                SECONDS.labels(route).observe(taken)
                LOG.debug("request", method=scope["method"], route=route, status=message["status"], seconds=round(taken, 4))
            await send(message)

        await self._app(scope, receive, counted)


async def healthz(request: Request) -> Response:
    """Whether this process can read its database."""
    await request.app.state.house.store.count()
    return JSONResponse({"status": "ok"})


async def metrics(request: Request) -> Response:
    """Numbers for Prometheus, of all workers together."""
    registry = ONE_PROCESS
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


router = APIRouter(include_in_schema=False)
router.add_api_route("/healthz", healthz)
router.add_api_route("/metrics", metrics)


def backup(database: str, file: str | Path) -> int:
    """Copy a whole house, as of one moment, into one SQLite file; gives the number of tables. The house may be open."""
    return asyncio.run(_backup(database, Path(file)))


def restore(file: str | Path, database: str) -> int:
    """Fill an empty database, SQLite or PostgreSQL, from a backup; gives the number of tables."""
    if not Path(file).is_file():
        raise BadWish(f"There is no backup '{file}'.")
    return asyncio.run(_copy(database_url(str(file)), database_url(database)))


async def _backup(database: str, file: Path) -> int:
    if file.exists():
        raise BadWish(f"'{file}' exists already; a backup goes into a new file.")
    source = database_url(database)
    made = file.with_name(file.name + ".part")
    made.unlink(missing_ok=True)
    try:
        count = await _copy(source, database_url(str(made)))
        await _into_one_file(database_url(str(made)))
        made.rename(file)
    finally:
        for left in made.parent.glob(made.name + "*"):
            left.unlink()
    return count


async def _into_one_file(url: str) -> None:
    """Leave WAL mode, so that no second file belongs to a backup."""
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.execute(sa.text("PRAGMA journal_mode = DELETE"))
    await engine.dispose()


async def _copy(source: str, target: str) -> int:
    """Copy every row, reading one moment of the source; the target must be empty."""
    reading, writing = Store(source), Store(target)
    try:
        await reading.open()
        await writing.open()
        if await writing.count():
            raise NotNow("The database to fill holds tables already; restore into an empty one.")
        with saying_why():
            async with reading.one_moment() as old, writing.transaction() as new:
                for table in METADATA.sorted_tables:
                    await new.execute(sa.delete(table))
                    rows = await old.stream(sa.select(table))
                    async for some in rows.mappings().partitions(CHUNK):
                        await new.execute(sa.insert(table), [dict(row) for row in some])
                count = await new.execute(sa.select(sa.func.count()).select_from(TABLES))
                return int(count.scalar_one())
    finally:
        await reading.close()
        await writing.close()
