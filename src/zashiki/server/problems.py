"""Errors as responses: problem details (RFC 9457) for programs, a page for people, and never a traceback."""

from __future__ import annotations

import math
from collections.abc import Mapping

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from zashiki.core.errors import BadNotation, BadOption, BadRecord, IllegalMove, ZashikiError
from zashiki.server.errors import REASON, HouseError, TooMany, kind_of
from zashiki.server.pages import error_page

MEDIA_TYPE = "application/problem+json"
URN = "urn:zashiki:"
TITLES = {
    IllegalMove: "The rules do not allow that move",
    BadNotation: "That is not a move",
    BadOption: "No such game, seat count or option",
    BadRecord: "The record cannot be read",
}


def problem(error: ZashikiError) -> dict[str, object]:
    """The members of the problem: always type, title, status and detail; for an illegal move also the clause."""
    if isinstance(error, HouseError):
        return {"type": f"{URN}{kind_of(type(error))}", "title": error.title, "status": error.status, "detail": str(error)}
    known = next((kind for kind in TITLES if isinstance(error, kind)), None)
    body: dict[str, object] = {
        "type": f"{URN}{kind_of(known)}" if known else "about:blank",
        "title": TITLES[known] if known else "That cannot be done",
        "status": 422,
        "detail": str(error),
    }
    if isinstance(error, IllegalMove):
        body |= {"detail": error.sentence, "clause": error.clause}
    return body


def answer(request: Request, body: Mapping[str, object], headers: Mapping[str, str] | None = None) -> Response:
    """The problem as JSON or as a page, whichever the caller expects."""
    status, kind = int(str(body["status"])), str(body["type"]).removeprefix(URN)
    setattr(request.state, REASON, kind)
    extra = dict(headers or {})
    if status == 503:
        extra["retry-after"] = "5"
    if status == 401:
        extra["www-authenticate"] = "Bearer"
    base = request.app.state.settings.base_path
    if request.scope["path"].removeprefix(base).startswith("/api/"):
        return JSONResponse(body, status, extra, media_type=MEDIA_TYPE)
    shown = error_page(request, status, kind, str(body["detail"]), str(body.get("clause", "")))
    shown.headers.update(extra)
    return shown


async def on_refusal(request: Request, error: Exception) -> Response:
    """For every error that comes with a sentence."""
    assert isinstance(error, ZashikiError)
    again = {"retry-after": str(math.ceil(error.seconds))} if isinstance(error, TooMany) else {}
    return answer(request, problem(error), again)


async def on_bad_request(request: Request, error: Exception) -> Response:
    """For a request whose shape is wrong."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    body = {"title": "The request is not well formed", "status": 422, "detail": f"{place}: {first['msg']}."}
    return answer(request, {"type": f"{URN}bad-request"} | body)


async def on_http_error(request: Request, error: Exception) -> Response:
    """For what the framework itself refuses: unknown addresses and methods."""
    assert isinstance(error, HTTPException)
    sentence = {404: "There is nothing at this address.", 405: "This address does not take that method."}
    detail = sentence.get(error.status_code, str(error.detail))
    title = {404: "Not found", 405: "Not allowed"}.get(error.status_code, "The request was refused")
    body = {"type": "about:blank", "title": title, "status": error.status_code, "detail": detail}
    return answer(request, body, error.headers)


async def on_fault(request: Request, error: Exception) -> Response:
    """For a bug of ours: a sentence, while the details go to the log. It relies on nothing that could fail as well."""
    detail = "Something went wrong on our side. Nothing you did was lost; reload the page."
    body = {"type": "about:blank", "title": "Internal error", "status": 500, "detail": detail}
    headers = {"content-security-policy": "default-src 'none'", "cache-control": "no-store"}
    if "/api/" in request.scope["path"]:
        return JSONResponse(body, 500, headers, media_type=MEDIA_TYPE)
    return PlainTextResponse(f"{body['title']}. {detail}\n", 500, headers)
