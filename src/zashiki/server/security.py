"""The door of the house: who comes in, how often, with how much data, and which headers every response carries.

`Door` stands in front of the whole application. It reads the visitor's signed cookie (and gives new visitors one), keeps account
of what each address asks for (changes one by one, everything else by its cost), reads the body of every request that changes
something within limits of size and time, and refuses forms that did not come from our own pages. The JSON API uses no cookies:
there a seat's token is enough.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qsl

from limits import RateLimitItem, parse_many
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import RateLimiter, SlidingWindowCounterRateLimiter
from starlette.datastructures import FormData, UploadFile
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zashiki.core.words import LANGUAGE, LANGUAGES
from zashiki.server.addresses import HOUSEHOLD, household_of
from zashiki.server.costs import cost_of, cost_of_change
from zashiki.server.errors import BadWish, Forged, HouseError, TooLarge, TooMany, TooSlow
from zashiki.server.model import Guest
from zashiki.server.settings import Settings
from zashiki.server.tokens import Signer, fresh_id
from zashiki.server.words import WORDS

COOKIE = "zashiki"
COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
FORM_FIELD, FORM_HEADER = "csrf", "x-csrf-token"
SAFE = ("GET", "HEAD", "OPTIONS")
PLAIN_FORM = "application/x-www-form-urlencoded"
FIELDS = 200  # of a form, at most
BODY_SECONDS = 20.0
LANGUAGE_COOKIE = "language"
WITHOUT_COOKIE = ("/api/", "/static/", "/healthz", "/metrics")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # the address of a page may contain a seat link
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": ", ".join(
        f"{feature}=()"
        for feature in ("browsing-topics", "camera", "display-capture", "geolocation", "hid", "microphone", "midi")
        + ("payment", "publickey-credentials-get", "serial", "usb")
    ),
}
SECURE_HEADERS = {  # without https, browsers ignore these or log a warning
    "cross-origin-opener-policy": "same-origin",
    "strict-transport-security": "max-age=31536000",  # other services of the domain are not ours to decide about
}

RAW = [(name.encode(), value.encode()) for name, value in (HEADERS | {"cache-control": "no-store"}).items()]
RAW_SECURE = RAW + [(name.encode(), value.encode()) for name, value in SECURE_HEADERS.items()]

Refuse = Callable[[Request, Exception], Awaitable[Response]]


def guest_of(request: HTTPConnection) -> Guest:
    """The guest behind a page's request."""
    guest: Guest = request.state.guest
    return guest


def read_form(request: HTTPConnection, body: bytes) -> FormData | None:
    """The fields of a form without files; None for other bodies."""
    if not request.headers.get("content-type", "").startswith(PLAIN_FORM):
        return None
    try:
        return FormData(list[tuple[str, str | UploadFile]](parse_qsl(body.decode("latin-1"), True, max_num_fields=FIELDS)))
    except ValueError:
        return FormData()


def plain_form(request: HTTPConnection) -> FormData | None:
    """The fields of a form without files, which the door has read; None for other bodies."""
    form: FormData | None = request.state.form
    return form


def is_secure(request: HTTPConnection) -> bool:
    """Whether the visitor comes over https, as far as the proxy or the settings say."""
    settings: Settings = request.app.state.settings
    return settings.secure or request.scope.get("scheme") == "https"


def cookie_name(request: HTTPConnection) -> str:
    """The visitor's cookie; where possible under a name that browsers take from this very host over https alone."""
    return f"__Host-{COOKIE}" if is_secure(request) and not request.scope.get("root_path") else COOKIE


def set_cookie(request: HTTPConnection, response: Response, name: str, value: str, seconds: int) -> None:
    """A cookie for our pages alone, which no script reads and no other site sends along with a form."""
    path = request.scope.get("root_path") or "/"
    response.set_cookie(name, value, seconds, path=path, secure=is_secure(request), httponly=True, samesite="lax")


def form_token(request: HTTPConnection) -> str:
    """What every form carries in the field `csrf`, and a script in the header `X-CSRF-Token`."""
    signer: Signer = request.app.state.house.signer
    return signer.form_token(guest_of(request).visitor)


class Account:
    """What each address may ask for in a while."""

    def __init__(self, rate: str, limiter: RateLimiter) -> None:
        self._limits: list[RateLimitItem] = parse_many(rate)
        self._limiter = limiter

    async def charge(self, source: str, cost: int = 1) -> None:
        """Deduct what a request costs; TooMany if there is not enough left."""
        for limit in self._limits if cost else ():
            if not await self._limiter.hit(limit, source, cost=cost):
                again, _ = await self._limiter.get_window_stats(limit, source)
                seconds = max(1.0, again - time.time())
                raise TooMany(WORDS("too_many_requests"), seconds)


class Door:
    """The outermost layer of the application."""

    def __init__(
        self, app: ASGIApp, settings: Settings, signer: Callable[[], Signer], refuse: Refuse, let_in: Callable[[str], None]
    ) -> None:
        self._app = app
        self._settings = settings
        self._signer = signer  # only known once the house is open
        self._refuse = refuse
        self._let_in = let_in  # raises Blocked
        self._changes = Account(settings.rate, SlidingWindowCounterRateLimiter(MemoryStorage()))
        self._reads = Account(settings.read_rate, SlidingWindowCounterRateLimiter(MemoryStorage()))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._set_base_path(scope)
        request = Request(scope, receive)
        path = scope["path"].removeprefix(self._settings.base_path)
        guest, fresh = self._guest(request)
        scope.setdefault("state", {})["guest"] = guest
        household = household_of(guest.address)
        HOUSEHOLD.set(household)
        LANGUAGE.set(language_of(request))
        send = self._with_headers(request, send, guest.visitor if fresh and not path.startswith(WITHOUT_COOKIE) else "")
        try:
            if not path.startswith(WITHOUT_COOKIE):
                self._let_in(guest.visitor)
            if scope["method"] in SAFE:
                await self._reads.charge(household, cost_of(path, request.query_params))
            else:
                await self._changes.charge(household)
                await self._reads.charge(household, cost_of_change(path))
                body = await self._body(request, receive)
                if not path.startswith("/api/"):
                    request.state.form = read_form(request, body)
                    await self._check_form(Request(scope, with_body(body, receive)), guest)
                receive = with_body(body, receive)
        except HouseError as error:
            refusal = await self._refuse(request, error)
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _set_base_path(self, scope: Scope) -> None:
        """Make it irrelevant whether the proxy strips the base path."""
        base = self._settings.base_path
        if base:
            if scope["path"] != base and not scope["path"].startswith(base + "/"):
                scope["path"] = base + scope["path"]
            scope["root_path"] = base

    def _guest(self, request: Request) -> tuple[Guest, bool]:
        visitor = self._signer().read_visitor(request.cookies.get(cookie_name(request), ""))
        address = request.client.host if request.client else ""
        return Guest(visitor=visitor or fresh_id(), address=address), not visitor

    async def _body(self, request: Request, receive: Receive) -> bytes:
        """The whole body, if it stays within the limits of size and time."""
        most = self._settings.max_body
        refusal = TooLarge(WORDS("too_large", most=most // 1024))
        announced = request.headers.get("content-length", "0")
        if not announced.isdecimal() or int(announced) > most:
            raise refusal
        body = bytearray()
        try:
            async with asyncio.timeout(BODY_SECONDS):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise BadWish(WORDS("cut_off"))  # half a form could be a complete move
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
                    if len(body) > most:
                        raise refusal
        except TimeoutError:
            raise TooSlow(WORDS("too_slow")) from None
        return bytes(body)

    async def _check_form(self, request: Request, guest: Guest) -> None:
        if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Forged(WORDS("from_elsewhere"))
        token, plain = request.headers.get(FORM_HEADER, ""), plain_form(request)
        if not token and plain is not None:
            token = str(plain.get(FORM_FIELD, ""))
        elif not token:
            try:
                async with request.form(max_files=4, max_fields=FIELDS) as form:
                    token = str(form.get(FORM_FIELD, ""))
            except Exception:
                # Whatever error the parser raises on a body that is not a form, there is no token in it.
                token = ""
        if not self._signer().is_form_token(guest.visitor, token):
            raise Forged(WORDS("out_of_date"))

    def _with_headers(self, request: Request, send: Send, new_visitor: str) -> Send:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = [*message.get("headers", ())]
                names = {name.lower() for name, _ in given}
                given += [pair for pair in (RAW_SECURE if is_secure(request) else RAW) if pair[0] not in names]
                if new_visitor:
                    given.append((b"set-cookie", self._cookie(request, new_visitor).encode("latin-1")))
                message["headers"] = given
            await send(message)

        return with_headers

    def _cookie(self, request: Request, visitor: str) -> str:
        response = Response()
        set_cookie(request, response, cookie_name(request), self._signer().sign_visitor(visitor), COOKIE_SECONDS)
        return response.headers["set-cookie"]


def language_of(request: HTTPConnection) -> str:
    """The reader's language: what the cookie says, else what the browser prefers. A program has no cookie."""
    by_program = request.scope["path"].removeprefix(request.scope.get("root_path", "")).startswith("/api/")
    chosen = "" if by_program else request.cookies.get(LANGUAGE_COOKIE, "")
    wanted = [chosen] + [part.split(";")[0].strip()[:2] for part in request.headers.get("accept-language", "").split(",")]
    return next((word for word in wanted if word in LANGUAGES), LANGUAGES[0])


def with_body(body: bytes, receive: Receive) -> Receive:
    """A channel that delivers a body already read, then whatever the client does next."""
    given = False

    async def next_message() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return next_message
