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
from zashiki.server.words import WORDS

MEDIA_TYPE = "application/problem+json"
URN = "urn:zashiki:"
# What pydantic finds wrong with a request, by its names for it: those that have a sentence.
FIELDS = frozenset(
    ("missing", "extra_forbidden", "string_type", "string_too_long", "string_pattern_mismatch", "int_type", "int_parsing")
    + ("bool_type", "bool_parsing", "greater_than_equal", "less_than_equal", "less_than", "too_short", "too_long", "json_invalid")
)
KINDS = (IllegalMove, BadNotation, BadOption, BadRecord)  # of the core


def problem(error: ZashikiError) -> dict[str, object]:
    """The members of the problem: always type, title, status and detail; for an illegal move also the clause."""
    known = type(error) if isinstance(error, HouseError) else next((kind for kind in KINDS if isinstance(error, kind)), None)
    kind = kind_of(known) if known else ""
    body: dict[str, object] = {
        "type": f"{URN}{kind}" if kind else "about:blank",
        "title": title_of(kind or "other"),
        "status": error.status if isinstance(error, HouseError) else 422,
        "detail": str(error),
    }
    if isinstance(error, IllegalMove):
        body |= {"detail": error.sentence, "clause": error.clause}
    return body


def title_of(kind: str) -> str:
    """What a kind of problem is called, in the caller's language."""
    return WORDS(f"problem_{kind.replace('-', '_')}")


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
    kind = first["type"] if first["type"] in FIELDS else "other"
    detail = WORDS(f"field_{kind}", place=place, **first.get("ctx", {}))
    return answer(request, {"type": f"{URN}bad-request", "title": title_of("bad-request"), "status": 422, "detail": detail})


async def on_http_error(request: Request, error: Exception) -> Response:
    """For what the framework itself refuses: unknown addresses and methods."""
    assert isinstance(error, HTTPException)
    known = {404: "nothing_there", 405: "wrong_method"}
    status = error.status_code
    title, detail = title_of(str(status) if status in known else "http"), WORDS(known.get(status, "refused_request"))
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    return answer(request, body, error.headers)


async def on_fault(request: Request, error: Exception) -> Response:
    """For a bug of ours: a sentence, while the details go to the log. It relies on nothing that could fail as well."""
    detail = WORDS("our_fault")
    body = {"type": "about:blank", "title": title_of("fault"), "status": 500, "detail": detail}
    headers = {"content-security-policy": "default-src 'none'", "cache-control": "no-store"}
    if "/api/" in request.scope["path"]:
        return JSONResponse(body, 500, headers, media_type=MEDIA_TYPE)
    return PlainTextResponse(f"{body['title']}\n{detail}\n", 500, headers)
