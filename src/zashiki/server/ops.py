"""Monitoring a house: logs, metrics, health."""

from __future__ import annotations

import hmac
import ipaddress
import logging
import os
import re
import secrets
import sys
import time
from http import HTTPStatus
from pathlib import Path

import structlog
from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest, multiprocess
from prometheus_client import REGISTRY as ONE_PROCESS
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.typing import Processor

from zashiki.server.addresses import network_of
from zashiki.server.errors import REASON, BadWish
from zashiki.server.settings import Settings, networks
from zashiki.server.tokens import short
from zashiki.server.words import WORDS

LOGGER = "zashiki"
LOG = structlog.get_logger(LOGGER)
REQUESTS = Counter("zashiki_requests", "Requests answered", ["method", "route", "status"])
SLOW_SECONDS = 1.0  # a request that takes longer is worth a warning
SECONDS = Histogram("zashiki_request_seconds", "Time to the first byte of an answer", ["route"])


def set_up_logs(level: str) -> None:
    """One line per event on standard error: JSON, or colours on a terminal. Of a game, nothing but ids is ever logged."""
    names = logging.getLevelNamesMapping()
    if level.upper() not in names:
        raise BadWish(WORDS("no_log_level", level=level))
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    terminal = sys.stderr.isatty()
    for_programs: list[Processor] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    # By default, structlog prints the values of all variables with an exception, including hands and tokens.
    for_people = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    last: list[Processor] = [for_people] if terminal else for_programs
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last]
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(names[level.upper()])
    for noisy in ("alembic", "asyncio", "httpx", "sse_starlette"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, names[level.upper()]))


SEND = "zashiki.send"  # where a scope has the server's own way to send, for streams that all layers have seen the head of

# What a seat may do in private. Answers that refuse are counted; those that do it would step with what nobody else may count.
PRIVATE = re.compile(r"/(play|moves|undo|notes?|why|why-not)$")


class Counting:
    """Counts, times and logs requests by route, so that no address with a table id or a token ends up in metrics or logs.

    Every request has an id of its own, on each line logged on its behalf and in the answer (`X-Request-Id`), so that a person's
    report leads to its lines.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, number = time.perf_counter(), secrets.token_hex(4)
        scope[SEND] = send

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                taken = time.perf_counter() - began
                message["headers"] = [*message.get("headers", ()), (b"x-request-id", number.encode())]
                route = getattr(scope.get("route"), "path", "none")
                if message["status"] >= HTTPStatus.BAD_REQUEST or not PRIVATE.search(route):
                    REQUESTS.labels(scope["method"] if route != "none" else "ANY", route, message["status"]).inc()
                    SECONDS.labels(route).observe(taken)
                _log_request(scope, message["status"], taken)
            await send(message)

        with structlog.contextvars.bound_contextvars(request=number):
            try:
                await self._app(scope, receive, counted)
            except Exception as fault:
                LOG.error("request met a fault", error=type(fault).__name__, **_facts(scope))  # the server logs where
                raise
            finally:
                del scope[SEND]  # it knows the scope: a ring, which only the collector would find


def _facts(scope: Scope) -> dict[str, object]:
    """What a line may tell about the request itself."""
    table = scope.get("path_params", {}).get("table")
    named = {"table": short(table)} if isinstance(table, str) else {}
    return {"method": scope["method"], "route": getattr(scope.get("route"), "path", "none")} | named


def _log_request(scope: Scope, status: int, seconds: float) -> None:
    """A line to act on: refusals with their reason at level info, faults and what was slow at warning, everything at debug."""
    if status < HTTPStatus.BAD_REQUEST and seconds < SLOW_SECONDS and not logging.getLogger(LOGGER).isEnabledFor(logging.DEBUG):
        return  # at once: this is asked at every move
    facts = _facts(scope) | {"status": status, "seconds": round(seconds, 4)}
    if status >= HTTPStatus.BAD_REQUEST:
        facts["reason"] = scope.get("state", {}).get(REASON, "none")
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        facts["network"] = network_of(scope["client"][0] if scope.get("client") else "")
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        LOG.warning("request failed", **facts)
    elif seconds >= SLOW_SECONDS:
        LOG.warning("request was slow", **facts)
    elif status >= HTTPStatus.BAD_REQUEST:
        LOG.info("request refused", **facts)
    else:
        LOG.debug("request", **facts)


async def healthz(request: Request) -> Response:
    """Whether this process can read its database."""
    await request.app.state.house.store.count()
    return JSONResponse({"status": "ok"})


def may_read_metrics(request: Request, settings: Settings) -> bool:
    """Whether a request comes with the token for metrics, or from an address that needs none."""
    given = request.headers.get("authorization", "").encode()
    if settings.metrics_token and hmac.compare_digest(given, f"Bearer {settings.metrics_token}".encode()):
        return True
    try:
        address = ipaddress.ip_address(request.client.host if request.client else "")
    except ValueError:
        return False
    return any(address in network for network in networks(settings.metrics_from))


async def metrics(request: Request) -> Response:
    """Metrics for Prometheus, summed over all workers; for others there is nothing here."""
    if not may_read_metrics(request, request.app.state.settings):
        raise HTTPException(404)
    registry, folder = ONE_PROCESS, os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if folder:
        _forget_dead(Path(folder))
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


def _forget_dead(folder: Path) -> None:
    """Forget the gauges of workers that were killed: their streams are closed."""
    for file in folder.glob("gauge_live*_*.db"):
        process = file.stem.rpartition("_")[2]
        if process.isdecimal() and not Path(f"/proc/{process}").exists() and Path("/proc").exists():
            multiprocess.mark_process_dead(int(process))  # type: ignore[no-untyped-call]


router = APIRouter(include_in_schema=False)
router.add_api_route("/healthz", healthz)
router.add_api_route("/metrics", metrics)
