"""The people's corner of a table page: who is there, what they say, sounds and notices; and the routes behind it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache

from fastapi import APIRouter
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response

from zashiki.core.rooms import Seat
from zashiki.core.words import LANGUAGE
from zashiki.server.errors import BadWish
from zashiki.server.model import ASK_BOT, GESTURE, PHRASE, STAY, TEXT, Gathering, Said, Where
from zashiki.server.notices import WEBHOOK, Notices
from zashiki.server.pages.asked import address, base_of, by_script, house_of, to
from zashiki.server.pages.draw import STATIC, draw, static_stamp
from zashiki.server.people import GESTURES, PHRASES, TEXT_LENGTH
from zashiki.server.security import form_token, guest_of
from zashiki.server.words import WORDS

GATHERINGS_KEPT = 256  # the words of a table take some 60 KB
PAGE_LENGTH = 40  # of what a page calls itself

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class PersonLine:
    """A person who belongs to the table."""

    seat: Seat
    name: str
    state: str
    phone: bool
    words: str
    mine: bool


@dataclass(frozen=True)
class SaidLine:
    """Something said, as this reader reads it."""

    number: int
    seat: Seat
    name: str
    glyph: str  # of a gesture, else ""
    words: str
    mine: bool


@dataclass(frozen=True)
class GatheringPart:
    """What changes in the people's corner."""

    base: str
    table: str
    persons: tuple[PersonLine, ...]
    said: tuple[SaidLine, ...]
    talk: bool
    asked: str  # the question whether a bot may play for this guest, else ""
    asked_seat: Seat | None


@dataclass(frozen=True)
class Corner:
    """The people's corner as the page brings it."""

    base: str
    stamp: str
    table: str
    token: str
    seated: bool
    host: bool
    talk: bool
    phrases: tuple[tuple[str, str], ...]  # key and words
    gestures: tuple[tuple[str, str], ...]
    text_length: int
    gathering: Markup
    webhooks: tuple[str, ...]


def draw_people(base: str, g: Gathering) -> str:
    """Who is at a table and what was said, for one guest."""
    names = g.table.names
    persons = tuple(
        PersonLine(seat, names[seat], where.state, where.phone, where_words(where), seat in g.my_seats)
        for seat, where in enumerate(g.where)
        if where is not None
    )
    said = tuple(line for each in g.said if (line := said_line(each, names, g.my_seats)) is not None)
    asked = WORDS("people_asked", name=name_of(g.asked.seat, names)) if g.asked is not None else ""
    seat = int(g.asked.words) if g.asked is not None else None
    return _drawn(GatheringPart(base, g.table.id, persons, said, g.table.access.talk, asked, seat), LANGUAGE.get())


@lru_cache(GATHERINGS_KEPT)
def _drawn(part: GatheringPart, language: str) -> str:
    return draw("_gathering.html", part)


def where_words(where: Where) -> str:
    """Where somebody is, in a word or two."""
    return WORDS(f"people_{where.state}_phone" if where.phone and where.state == "here" else f"people_{where.state}")


def name_of(seat: Seat, names: list[str]) -> str:
    """Who speaks; a host may have no seat."""
    return names[seat] if seat >= 0 else WORDS("people_host")


def said_line(said: Said, names: list[str], mine: tuple[Seat, ...]) -> SaidLine | None:
    """Something said in the reader's language; None for what this version of the house does not know."""
    words = said.words
    if said.kind == PHRASE and words in PHRASES:
        words = WORDS(f"phrase_{words}")
    elif said.kind == GESTURE and words in GESTURES:
        words = WORDS(f"gesture_{words}")
    elif said.kind == ASK_BOT:
        words = WORDS("people_asks_bot", name=names[int(words)])
    elif said.kind == STAY:
        words = WORDS("people_stays")
    elif said.kind != TEXT:
        return None
    glyph = said.words if said.kind == GESTURE else ""
    return SaidLine(said.number, said.seat, name_of(said.seat, names), glyph, words, said.seat in mine)


async def draw_corner(request: Request, table: str) -> Markup:
    """The people's corner for the guest of this request."""
    base, guest = base_of(request), guest_of(request)
    g = await house_of(request).gathering(guest, table)
    known = await notices_of(request).of(guest.visitor) if g.my_seats else []
    context = Corner(
        base=base,
        stamp=static_stamp(),
        table=table,
        token=form_token(request),
        seated=bool(g.my_seats),
        host=g.host,
        talk=g.table.access.talk,
        phrases=tuple((key, WORDS(f"phrase_{key}")) for key in PHRASES),
        gestures=tuple((key, WORDS(f"gesture_{key}")) for key in GESTURES),
        text_length=TEXT_LENGTH,
        gathering=Markup(draw_people(base, g)),
        webhooks=tuple(each.address for each in known if each.kind == WEBHOOK),
    )
    return Markup(draw("_people.html", context))


def notices_of(request: Request) -> Notices:
    """Where people of this house want to be told."""
    notices: Notices = request.app.state.notices
    return notices


async def done(request: Request, table: str = "") -> Response:
    """Our script needs no answer; a plain form goes back to where it came from."""
    return Response(status_code=204) if by_script(request) else to(request, f"/tables/{table}" if table else "/")


def table_route(word: str, work: Callable[[Request, str, FormData], Awaitable[None]]) -> None:
    @router.post(f"/tables/{{table}}/{word}", name=word)
    async def route(request: Request, table: str) -> Response:
        await work(request, table, await request.form())
        return await done(request, table)


async def _say(request: Request, table: str, form: FormData) -> None:
    kind, _, words = str(form.get("say", "")).partition(":")
    if not kind:
        kind, words = TEXT, str(form.get("text", ""))
    await house_of(request).say(guest_of(request), table, kind, words)


@router.post("/tables/{table}/here")
async def here(request: Request, table: str) -> Response:
    """A page says where it is, and wants no answer."""
    form = await request.form()
    page, state = str(form.get("page", "")), str(form.get("state", ""))
    if not page or len(page) > PAGE_LENGTH or state not in ("here", "away", "closed"):
        raise BadWish(WORDS("bad_presence"))
    told = {"visible": state == "here", "phone": form.get("phone") == "yes", "closed": state == "closed"}
    await house_of(request).page_told(guest_of(request), table, page, **told)
    return Response(status_code=204)


async def _allow_talk(request: Request, table: str, form: FormData) -> None:
    await house_of(request).allow_talk(guest_of(request), table, talk=form.get("talk") == "yes")


table_route("say", _say)
table_route("talk", _allow_talk)


@router.get("/tables/{table}/people", response_class=HTMLResponse)
async def people(request: Request, table: str) -> Response:
    """For pages that no stream gets through to."""
    return HTMLResponse(draw_people(base_of(request), await house_of(request).gathering(guest_of(request), table)))


@router.get("/notices/key")
async def push_key(request: Request) -> Response:
    return JSONResponse({"key": notices_of(request).public_key})


@router.post("/notices/add")
async def add_notice(request: Request) -> Response:
    form = await request.form()
    kind, given, keys = (str(form.get(name, "")).strip() for name in ("kind", "address", "keys"))
    await notices_of(request).add(guest_of(request), kind, given, keys, address(request, ""))
    return await done(request, table_in(form))


@router.post("/notices/remove")
async def remove_notice(request: Request) -> Response:
    form = await request.form()
    await notices_of(request).remove(guest_of(request), str(form.get("address", "")))
    return await done(request, table_in(form))


def table_in(form: FormData) -> str:
    """The table whose page a form was on."""
    table = str(form.get("table", ""))
    return table if table.isascii() and table.replace("-", "").replace("_", "").isalnum() else ""


@router.get("/worker.js")
async def worker(_request: Request) -> Response:
    """The service worker; it stands here because it may serve no page above its own address."""
    return FileResponse(STATIC / "worker.js", headers={"cache-control": "no-cache"})


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What a phone needs to keep the house on its home screen, from where it may ring."""
    base = base_of(request)
    icon = {"src": f"{base}/static/mark.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    told = {
        "name": WORDS("house"),
        "short_name": WORDS("house"),
        "description": WORDS("house_line"),
        "start_url": f"{base}/",
        "scope": f"{base}/",
        "display": "standalone",
        "background_color": "#f5efe2",
        "theme_color": "#f5efe2",
        "icons": [icon],
    }
    return JSONResponse(told, media_type="application/manifest+json")
