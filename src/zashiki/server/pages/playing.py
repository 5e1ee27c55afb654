"""A move from a page that reads a stream: the one request that is made all the time takes no detour.

It has passed the door like any other. What follows is left out: choosing among all routes, and what only pages need, since the
answer is a version or a refusal.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from zashiki.core.errors import ZashikiError
from zashiki.server.pages.asked import by_script, house_of, number
from zashiki.server.security import guest_of, plain_form

PLAY = "/tables/{table}/play"
PATH = re.compile(re.escape(PLAY).replace(r"\{table\}", "([^/]+)"))
ROUTE = SimpleNamespace(path=PLAY)  # what requests are counted by

Refuse = Callable[[Request, Exception], Awaitable[Response]]


class Playing:
    """The layer right behind the door."""

    def __init__(self, app: ASGIApp, refuse: Refuse) -> None:
        self._app = app
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        table = _table(scope)
        request = Request(scope, receive) if table else None
        form = plain_form(request) if request is not None and reads_stream(request) else None
        if request is None or form is None:
            await self._app(scope, receive, send)
            return
        scope["route"], scope["path_params"] = ROUTE, {"table": table}
        try:
            answer = await played(request, table, form)
        except ZashikiError as refusal:
            answer = await self._refuse(request, refusal)
        await answer(scope, receive, send)


def _table(scope: Scope) -> str:
    """The table at which a request makes a move; "" for every other request."""
    if scope["type"] != "http" or scope["method"] != "POST":
        return ""
    found = PATH.fullmatch(scope["path"].removeprefix(scope.get("root_path", "")))
    return found[1] if found else ""


def reads_stream(request: Request) -> bool:
    """Whether a page that is redrawn by its stream asks: what a move has changed is on its way then."""
    return by_script(request) and request.headers.get("x-stream") == "open"


def expected(form: FormData) -> int | None:
    """The version a form was drawn from."""
    text = str(form.get("expected", ""))
    return number(text, "version") if text else None


def word_in(form: FormData) -> str:
    """The word that a form brings for the chance to come: the one that was typed, or else the browser's."""
    return str(form.get("typed_word", "")).strip() or str(form.get("word", ""))


async def played(request: Request, table: str, form: FormData) -> Response:
    """Make a move, and answer with the version alone."""
    seat, text, key = number(form.get("seat", ""), "seat"), str(form.get("move", "")), str(form.get("key", ""))
    made = await house_of(request).play(guest_of(request), table, seat, text, expected(form), key, word_in(form))
    return Response(status_code=204, headers={"x-version": str(made.version)})
