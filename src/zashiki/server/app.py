"""The application: the door, the JSON API, the pages and the live streams around one house.

Request handlers have `request.app.state.house`, `request.app.state.settings`, `security.guest_of(request)` and
`security.form_token(request)`. The live stream of a table is the route named `live` (`/tables/{table}/live?eyes=…`): what
`pages.draw_live` draws, whole at first and then what changes of it, with the version as the id of every event.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Annotated

import structlog
from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

import zashiki
from zashiki.core.errors import ZashikiError
from zashiki.server import api, garbage, ops, pages, paper, problems, push, retention
from zashiki.server.bodies import view_json
from zashiki.server.bots import Bots
from zashiki.server.caps import Caps
from zashiki.server.changes import drawing
from zashiki.server.errors import Unavailable
from zashiki.server.hints import Hints
from zashiki.server.house import House
from zashiki.server.house_rules import HouseRules
from zashiki.server.live import Drawn, EventStream, Streams
from zashiki.server.notices import PUSH_KEY, Notices
from zashiki.server.prospects import Prospects
from zashiki.server.security import Door, guest_of
from zashiki.server.settings import Settings, from_environment
from zashiki.server.store import CHANCE_KEY, SIGNING_KEY, Store
from zashiki.server.tokens import Signer, short
from zashiki.server.wire import Callers

LOG = structlog.get_logger("zashiki")
LISTEN_AGAIN_SECONDS = 1.0
SWITCH_SECONDS = 0.001  # how long the back room may keep the interpreter from the event loop; Python's 5 ms add up


def create_app(settings: Settings, *, alone: bool = False) -> FastAPI:
    """An application that opens its house when it starts and closes it when it stops; `alone` in its process."""

    @asynccontextmanager
    async def open_house(app: FastAPI) -> AsyncIterator[dict[str, object]]:
        store = Store(settings.url)
        await store.open()
        secret = settings.secret or await store.key(SIGNING_KEY)
        chance_key = await store.key(CHANCE_KEY)
        house = House(store, Signer(secret), settings.kept_tables, settings.kept_studies, bytes.fromhex(chance_key))
        house.rules = HouseRules(settings.dials)
        await house.hear("", 0)
        house.caps = Caps(store, settings)
        furnish(app, house, settings)
        notices = app.state.notices = Notices(house, settings, await store.key(PUSH_KEY, push.fresh_key()))
        bots = Bots(house, settings)
        bots.start()
        hints = app.state.hints = Hints(settings.bot_memory)
        prospects = app.state.prospects = Prospects(house, settings.bot_memory)
        tasks = [asyncio.create_task(_listen(house)), asyncio.create_task(retention.every_day(house, settings))]
        if not store.sqlite:
            tasks.append(asyncio.create_task(house.people.retell()))
        if alone:
            tasks.append(asyncio.create_task(garbage.look_in_quiet()))
        LOG.info("the house is open", database="sqlite" if store.sqlite else "postgresql")
        yield {"callers": Callers(settings)}
        house.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await notices.stop()
        await bots.stop()
        await hints.stop()
        await prospects.stop()
        await store.close()
        LOG.info("the house is closed")

    app = FastAPI(
        title="Zashiki",
        version=zashiki.__version__,
        description=(api.__doc__ or "").strip(),
        lifespan=open_house,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.settings = settings
    # Streams are not compressed. No answer has text chosen by a stranger beside a secret that is the same in two answers.
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(pages.Playing, refuse=problems.on_refusal)
    app.add_middleware(
        Door,
        settings=settings,
        signer=lambda: app.state.house.signer,
        refuse=problems.on_refusal,
        let_in=lambda visitor: app.state.house.let_in(visitor),
    )
    app.add_middleware(ops.Counting)
    app.add_exception_handler(ZashikiError, problems.on_refusal)
    app.add_exception_handler(RequestValidationError, problems.on_bad_request)
    app.add_exception_handler(HTTPException, problems.on_http_error)
    app.add_exception_handler(Exception, problems.on_fault)
    app.include_router(ops.router)
    app.include_router(api.router)
    app.include_router(paper.router)
    app.add_api_route("/tables/{table}/live", live, name="live", include_in_schema=False, response_class=EventStream)
    app.include_router(pages.people_router)
    app.include_router(pages.looking_back_router)
    app.include_router(pages.lessons_router)
    app.include_router(pages.reading_router)
    app.include_router(pages.chances_router)
    app.include_router(pages.hints_router)
    app.include_router(pages.router)
    return app


async def live(request: Request, table: str, eyes: Annotated[int | None, Query(ge=-2, le=15)] = None) -> EventStream:
    """The table's page, redrawn for this guest after every change."""
    streams: Streams = request.app.state.streams
    return await streams.stream(request, guest_of(request), table, eyes, request.app.state.drawn_page)


def furnish(app: FastAPI, house: House, settings: Settings) -> None:
    """Give the application what needs an open house."""
    app.state.house = house
    app.state.streams = Streams(house, settings)
    app.state.drawn_json = Drawn(lambda shown: drawing(view_json(shown)), "view")
    draw_people = partial(pages.draw_people, settings.base_path)
    draw_page = pages.LivePages(settings.base_path)
    app.state.drawn_page = Drawn(draw_page, in_parts=True, draw_people=draw_people)


async def _listen(house: House) -> None:
    """Listen for changes made by other processes; when some may have gone unheard, check every table that somebody watches."""
    news: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    hearing = asyncio.create_task(_hear(house, news))

    def look_again() -> None:
        house.people.unheard()
        news.put_nowait(("", 0))
        for table in house.tables.watchers.tables():
            news.put_nowait((table, -1))

    try:
        while True:
            with contextlib.suppress(Unavailable):
                await house.store.listen(look_again, lambda table, version: news.put_nowait((table, version)), house.people.hear)
            LOG.warning("lost the connection that brings news of changes; reconnecting")
            await asyncio.sleep(LISTEN_AGAIN_SECONDS)
    finally:
        hearing.cancel()


async def _hear(house: House, news: asyncio.Queue[tuple[str, int]]) -> None:
    while True:
        table, version = await news.get()
        try:
            await house.hear(table, version)
        except ZashikiError as error:
            LOG.debug("news not heard", table=short(table), why=str(error))
        except Exception:
            LOG.exception("news failed", table=short(table))


def app_from_environment() -> FastAPI:
    """For worker processes, which get their settings through the environment."""
    settings = from_environment()
    ops.set_up_logs(settings.log)
    sys.setswitchinterval(SWITCH_SECONDS)
    return create_app(settings, alone=True)
