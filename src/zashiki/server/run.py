"""Running a house: from the command line until a signal, or inside this process for a while."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

import uvicorn
from sqlalchemy import make_url

from zashiki.core.words import LANGUAGE, LANGUAGES
from zashiki.server.errors import BadWish, Unavailable
from zashiki.server.house_rules import HouseRules
from zashiki.server.lock import no_other_house
from zashiki.server.ops import set_up_logs
from zashiki.server.settings import Settings, from_environment
from zashiki.server.store import SIGNING_KEY, Store, cause_of
from zashiki.server.words import WORDS

WIRE = "zashiki.server.wire:Connection"
PREPARE = (sys.executable, "-m", "zashiki.bots.preparing")
KEEP_ALIVE_SECONDS = 65  # longer than proxies keep an idle connection
GRACE_SECONDS = 5  # how long requests in progress may take when the house closes


def run_server(
    host: str = "127.0.0.1",
    port: int = 8000,
    workers: int = 1,
    database: str | None = None,
    base_path: str | None = None,
    log: str | None = None,
    dials: str | None = None,
) -> None:
    """Serve until a signal; None means what the environment says. A HouseError says why it cannot start."""
    settings = from_environment(database=database, base_path=base_path, log=log, dials=dials)
    set_up_logs(settings.log)
    HouseRules(settings.dials)  # a file that will not do is told of before anything is served
    if workers < 1:
        raise BadWish(WORDS("no_worker", workers=workers))
    if workers > 1 and settings.url.startswith("sqlite"):
        raise BadWish(WORDS("workers_need_postgresql"))
    with no_other_house(settings.url):
        asyncio.run(_prepare(settings.url))
        _serve(settings, host, port, workers)


def _serve(settings: Settings, host: str, port: int, workers: int) -> None:
    os.environ.update(settings.environment())
    shown = f"[{host}]" if ":" in host else host
    print(WORDS("served_at", address=f"http://{shown}:{port}{settings.base_path}/"), flush=True)
    signal.signal(signal.SIGTERM, _leave)
    LANGUAGE.set(LANGUAGES[0])  # the owner's is not that of the guests, each of whom is spoken to in their own
    with tempfile.TemporaryDirectory(prefix="zashiki-numbers-") as numbers, _preparing_bots(settings.bot_prepare):
        if workers > 1:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = numbers
        uvicorn.run(
            "zashiki.server.app:app_from_environment",
            factory=True,
            host=host,
            port=port,
            workers=workers,
            log_config=None,
            access_log=False,  # addresses contain table ids and seat links
            server_header=False,
            http=WIRE,
            ws="none",
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    """Once it has closed the house, uvicorn raises the signal again; what was started beside the house is to end with it."""
    raise SystemExit


@contextmanager
def _preparing_bots(wanted: bool) -> Iterator[None]:
    """Beside the house, what strong bots need is made ready; the house does not wait for it."""
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(PREPARE, stdin=nothing, stdout=nothing, stderr=nothing) if wanted else None
    try:
        yield
    finally:
        if process is not None:
            process.kill()
            process.wait()


async def _prepare(url: str) -> None:
    """Bring the database up to date before any worker starts, so that a problem is reported once, in a sentence."""
    try:
        store = Store(url)
        try:
            await store.open()
            await store.key(SIGNING_KEY)
        finally:
            await store.close()
    except Unavailable as error:
        shown = make_url(url).render_as_string()  # without the password
        cause = cause_of(error.__cause__)
        sentence = "database_damaged" if _is_damage(cause) else "database_unopened"
        raise Unavailable(WORDS(sentence, database=shown, cause=cause)) from error


def _is_damage(cause: str) -> bool:
    """Whether SQLite says that the file itself is broken."""
    return "not a database" in cause or "malformed" in cause


@contextmanager
def open_house(settings: Settings) -> Iterator[str]:
    """A house on a free port of this machine, in a thread of this process; its address."""
    from zashiki.server.app import create_app

    door = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create_app(settings), log_level=settings.log, http=WIRE, ws="none"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [door]}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{door.getsockname()[1]}"  # whoever connects before it is ready waits
    finally:
        server.should_exit = True
        thread.join(10)
