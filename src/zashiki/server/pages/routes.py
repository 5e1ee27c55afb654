"""The routes of all pages but those for looking back, for reading and practising, and the people's corner. Forms post here; every
change goes through the house.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from urllib.parse import quote

from fastapi import APIRouter
from markupsafe import Markup
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from zashiki.bots.company import MIDDLE, gentle, like
from zashiki.core.errors import BadNotation, BadOption, IllegalMove
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat
from zashiki.core.words import LANGUAGES
from zashiki.games import find_game
from zashiki.server import lists
from zashiki.server.errors import REASON, BadWish, HouseError, NoSuchTable, kind_of
from zashiki.server.house import House
from zashiki.server.live import Drawn, seconds_between_signs
from zashiki.server.model import RUNNING, STUDY, WAITING, Guest, Played, TableInfo
from zashiki.server.names import NAME_LENGTH, distinct
from zashiki.server.pages.asked import (
    LEVELS_COOKIE,
    NAME_COOKIE,
    SEE_OTHER,
    address,
    base_of,
    by_script,
    house_of,
    levels_with,
    my_levels,
    my_name,
    number,
    shared_of,
    to,
)
from zashiki.server.pages.board import games_with_board, has_script, known_game
from zashiki.server.pages.draw import STATIC, Frame, frame_of, page, qr_code, static_stamp
from zashiki.server.pages.home import (
    NewPage,
    friends_table,
    home_page,
    new_page,
    players_of,
    solo_table,
    usual_seats,
    wish_of,
)
from zashiki.server.pages.people import draw_corner
from zashiki.server.pages.playing import PLAY, expected, reads_stream, word_in
from zashiki.server.pages.table import TablePage, title_of
from zashiki.server.security import LANGUAGE_COOKIE, guest_of, set_cookie
from zashiki.server.words import WORDS

MINUTE, DAY = 60, 24 * 3600
YEAR = 365 * DAY

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
static = StaticFiles(directory=STATIC)


@dataclass(frozen=True)
class BarePage:
    """A page with nothing but text."""

    frame: Frame


@dataclass(frozen=True)
class ErrorPage:
    """A refusal as a page."""

    frame: Frame
    title: str
    sentence: str
    help: str
    table: str


@dataclass(frozen=True)
class SeatLinkPage:
    """The private link of one's own seat."""

    frame: Frame
    table: str
    link: str
    qr: Markup


@dataclass(frozen=True)
class SeatTakePage:
    """The question before a seat moves to this device."""

    frame: Frame
    table: str
    name: str
    game_name: str
    seat_token: str


def error_page(request: Request, status: int, kind: str, sentence: str, clause: str = "") -> Response:
    """A refusal for people; our script gets only the sentence and the clause."""
    if by_script(request):
        return JSONResponse({"sentence": sentence, "clause": clause, "status": status}, status)
    known = kind if kind == "blocked" else status if status in (401, 403, 404, 409, 422, 429, 503) else "other"
    parts = request.url.path.removeprefix(base_of(request)).split("/")
    table = parts[2] if len(parts) > 3 and parts[1] == "tables" else ""
    context = ErrorPage(frame_of(request), WORDS(f"error_{known}"), sentence, WORDS(f"error_{known}_help"), table)
    return page("error.html", context, status)


def drawn_of(request: Request) -> Drawn:
    """The tables as drawn for the streams; a page shows the same."""
    drawn: Drawn = request.app.state.drawn_page
    return drawn


def how_long(request: Request) -> str:
    """How long a browser may cache a file: forever if its address has the stamp, which changes with the files."""
    return f"max-age={YEAR}, immutable" if request.url.query == static_stamp() else "max-age=86400"


def is_ours(path: str, base: str) -> bool:
    """Whether a path leads to one of our pages and nowhere else."""
    return path.startswith(f"{base}/") and not path.startswith("//") and path.isprintable() and "\\" not in path


def promised(form: FormData) -> tuple[str, str]:
    """The offer that a form was drawn with, and the word; one from a page without an offer does not count."""
    offer = str(form.get("promise", ""))
    return offer, word_in(form) if offer else ""


def words_of(form: FormData) -> dict[str, str]:
    """The text fields of a form."""
    return {key: value for key, value in form.items() if isinstance(value, str)}


@router.get("/static/{path:path}")
async def static_file(request: Request, path: str) -> Response:
    response = await static.get_response(path, request.scope)
    response.headers["cache-control"] = how_long(request)
    return response


def to_table(request: Request, table: TableInfo) -> RedirectResponse:
    return to(request, f"/tables/{table.id}")


def keep_name(request: Request, response: Response, name: str) -> Response:
    if name.strip():
        set_cookie(request, response, NAME_COOKIE, quote(name.strip()[:NAME_LENGTH]), YEAR)
    return response


# --- home, set up -----------------------------------------------------------------------------------------


@router.get("/")
async def home(request: Request) -> Response:
    guest, h = guest_of(request), house_of(request)
    mine = await lists.mine(h.store, guest, 12)
    seats = {t.id: await h.seats_of(guest, t.id) for t in mine if t.status == RUNNING}
    public = (await lists.waiting(h.store, 8), await lists.running(h.store, 8), await lists.over(h.store, 8))
    context = await asyncio.to_thread(home_page, frame_of(request), seats, mine, *public)  # plays games for pictures once
    return page("home.html", context)


@router.post("/language")
async def speak(request: Request) -> Response:
    form = await request.form()
    language, here = str(form.get("language", "")), str(form.get("here", ""))
    base = base_of(request)
    response = RedirectResponse(here if is_ours(here, base) else f"{base}/", SEE_OTHER)
    if language in LANGUAGES:
        set_cookie(request, response, LANGUAGE_COOKIE, language, YEAR)
    return response


@router.get("/language")
@router.get("/play-now")
@router.get("/invite")
@router.get("/tables")
async def begin_at_home(request: Request) -> Response:
    """For addresses that only take forms, when typed or cut short."""
    return to(request, "/")


@router.get("/keys")
async def keys(request: Request) -> Response:
    return page("keys.html", BarePage(frame_of(request)))


@router.get("/fair")
async def fair(request: Request) -> Response:
    return page("fair.html", BarePage(frame_of(request)))


@router.get("/boards/{game}.{kind}")
async def board_file(request: Request, game: str, kind: str) -> Response:
    known = known_game(game)
    file = known.folder / "screen" / f"board.{kind}"
    if kind not in ("css", "js") or not file.is_file():
        raise NoSuchTable(WORDS("no_such_file", game=known.name))
    return FileResponse(file, headers={"cache-control": how_long(request)})


@router.post("/play-now")
async def play_now(request: Request) -> Response:
    form = await request.form()
    game, guest, house = find_game(str(form.get("game", ""))), guest_of(request), house_of(request)
    first = not await lists.has_played(house.store, guest, game.id)
    guests = who_comes(request, game, usual_seats(game) - 1, first=first)
    wish = solo_table(game, my_name(request), guests, first=first)
    return to_table(request, await house.create(guest, wish, *promised(form)))


def who_comes(request: Request, game: AnyGame, count: int, *, first: bool) -> list[str]:
    """The guests to play with: as chosen here before, gentle ones in a first game, and otherwise of a middle level."""
    levels = my_levels(request)
    if game.id in levels:
        return like(levels[game.id], count)
    if first:
        return gentle(count)
    return like(next(iter(levels.values()), [MIDDLE]), count)


@router.post("/invite")
async def invite(request: Request) -> Response:
    form = await request.form()
    name, _, players = str(form.get("game", "")).partition(" ")
    game = find_game(name)
    wish = friends_table(game, my_name(request), players_of(game, {"players": players}))
    return to_table(request, await house_of(request).create(guest_of(request), wish, *promised(form)))


@router.get("/new")
async def new(request: Request) -> Response:
    given = dict(request.query_params)
    game = known_game(given["game"]) if given.get("game") else games_with_board()[0]
    return page("new.html", await setting_up(request, game, given, my_name(request)))


async def setting_up(request: Request, game: AnyGame, given: dict[str, str], name: str, problem: str = "") -> NewPage:
    """The form that sets up a table."""
    house = house_of(request)
    first = not await lists.has_played(house.store, guest_of(request), game.id)
    guests = who_comes(request, game, players_of(game, given) - 1, first=first)
    return new_page(frame_of(request), game, given, name, guests, house.rules.of(game), problem)


@router.post("/tables")
async def create(request: Request) -> Response:
    form = await request.form()
    given = words_of(form)
    game = find_game(given.get("game", ""))
    wish = wish_of(game, given)
    try:
        table = await house_of(request).create(guest_of(request), wish, *promised(form))
    except (BadOption, BadWish) as problem:
        return page("new.html", await setting_up(request, game, given, "", str(problem)), 422)
    response = keep_name(request, to_table(request, table), given.get("name_0", ""))
    set_cookie(request, response, LEVELS_COOKIE, levels_with(request, game.id, [seat.bot for seat in wish.seats]), YEAR)
    return response


# --- the table ---------------------------------------------------------------------------------------------------


@router.get("/tables/{table}")
async def table_page(request: Request, table: str) -> Response:
    return await show_table(request, table, "")


async def show_table(request: Request, table: str, notice: str, status: int = 200) -> Response:
    s = await house_of(request).snapshot(guest_of(request), table)
    frame = replace(frame_of(request), offer=house_of(request).promises.offer(after=table))
    if s.table.status == STUDY:
        return to(request, f"/tables/{table}/replay?at=0")
    link = address(request, f"/tables/{table}") if s.table.status == WAITING else ""
    context = TablePage(
        frame=frame,
        table=table,
        game=s.table.game.id,
        game_name=s.table.game.name,
        script=has_script(s.table.game),
        title=title_of(s),
        stream=f"{frame.base}/tables/{table}/live",
        signs=seconds_between_signs(request.app.state.settings),
        notice=notice,
        name=s.table.names[s.seat] if s.seat is not None else distinct(my_name(request), s.table.names),
        live=Markup(drawn_of(request).text(s)),
        people=await draw_corner(request, table),
        invite=link,
        qr=qr_code(link) if link else Markup(""),
        inviting=s.host,
        shared=shared_of(request, s.table, f"/tables/{table}"),
    )
    return page("table.html", context, status)


@router.get("/tables/{table}/now")
async def now(request: Request, table: str) -> Response:
    return await show_live(request, table)


async def show_live(request: Request, table: str, version: int | None = None) -> Response:
    """The changing part of the table page, at least as new as `version`."""
    s = await house_of(request).snapshot(guest_of(request), table, version=version)
    return HTMLResponse(drawn_of(request).text(s), headers={"x-version": str(s.version)})


Change = Callable[[FormData], Awaitable[Played | TableInfo]]


async def changed(request: Request, table: str, change: Change, place: str = "") -> Response:
    """Make a change. Our script gets the table after it, a plain form the page; refusals are shown above it.

    A script that reads a stream gets the version alone: what the move has changed is on its way already.
    """
    form = await request.form()
    script = by_script(request)
    try:
        made = await change(form)
    except (HouseError, IllegalMove, BadNotation) as refusal:
        status = refusal.status if isinstance(refusal, HouseError) else 422
        setattr(request.state, REASON, kind_of(type(refusal)))
        if script or isinstance(refusal, NoSuchTable):
            raise
        return await show_table(request, table, str(refusal), status)
    if not script:
        return to(request, f"/tables/{table}{place}")
    if isinstance(made, Played) and reads_stream(request):
        return Response(status_code=204, headers={"x-version": str(made.version)})
    return await show_live(request, table, made.version)


@router.post(PLAY)
async def play(request: Request, table: str) -> Response:
    async def change(form: FormData) -> Played:
        seat = number(form.get("seat", ""), "seat")
        text = str(form.get("move", ""))
        key, word = str(form.get("key", "")), word_in(form)
        return await house_of(request).play(guest_of(request), table, seat, text, expected(form), key, word)

    return await changed(request, table, change)


@router.post("/tables/{table}/undo")
async def undo(request: Request, table: str) -> Response:
    async def change(form: FormData) -> Played:
        seat = number(form.get("seat", ""), "seat")
        return await house_of(request).undo(guest_of(request), table, seat, expected(form), str(form.get("key", "")))

    return await changed(request, table, change)


@router.post("/tables/{table}/note")
async def note(request: Request, table: str) -> Response:
    key, _, value = str((await request.form()).get("note", "")).partition("=")

    async def change(form: FormData) -> TableInfo:
        return await house_of(request).note(guest_of(request), table, number(form.get("seat", ""), "seat"), key, value)

    return await changed(request, table, change, f"#note-{quote(key)}")


@router.post("/tables/{table}/why")
async def why(request: Request, table: str) -> Response:
    form = await request.form()
    seat = number(form.get("seat", ""), "seat")
    text = str(form.get("ask_why") or form.get("move") or "")
    answer = await house_of(request).why_not(guest_of(request), table, seat, text)
    sentence = WORDS("table_why_legal") if answer.legal else answer.sentence
    if by_script(request):
        return JSONResponse({"sentence": sentence, "clause": answer.clause})
    return await show_table(request, table, f"{sentence} ({answer.clause})" if answer.clause else sentence)


@router.post("/tables/{table}/join")
async def join(request: Request, table: str) -> Response:
    form = await request.form()
    name = str(form.get("name", "")).strip() or my_name(request)

    async def change(form: FormData) -> TableInfo:
        return await house_of(request).join(guest_of(request), table, number(form.get("seat", ""), "seat"), name, word_in(form))

    return keep_name(request, await changed(request, table, change), str(form.get("name", "")))


@router.post("/tables/{table}/rename")
async def rename(request: Request, table: str) -> Response:
    form = await request.form()
    name = str(form.get("name", ""))

    async def change(form: FormData) -> TableInfo:
        return await house_of(request).rename(guest_of(request), table, number(form.get("seat", ""), "seat"), name)

    return keep_name(request, await changed(request, table, change), name)


def seat_change(word: str, method: Callable[[House, Guest, str, Seat], Awaitable[TableInfo]]) -> None:
    @router.post(f"/tables/{{table}}/{word}", name=word)
    async def route(request: Request, table: str) -> Response:
        async def change(form: FormData) -> TableInfo:
            return await method(house_of(request), guest_of(request), table, number(form.get("seat", ""), "seat"))

        return await changed(request, table, change)


seat_change("hand", House.hand_to_bot)
seat_change("take-back", House.take_back)


def table_change(word: str, method: Callable[[House, Guest, str], Awaitable[TableInfo]]) -> None:
    @router.post(f"/tables/{{table}}/{word}", name=word)
    async def route(request: Request, table: str) -> Response:
        async def change(form: FormData) -> TableInfo:
            return await method(house_of(request), guest_of(request), table)

        return await changed(request, table, change)


table_change("start", House.start)
table_change("abandon", House.abandon)
table_change("withdraw", House.withdraw)


def answer_asker(word: str, *, agree: bool) -> None:
    @router.post(f"/tables/{{table}}/{word}", name=word)
    async def route(request: Request, table: str) -> Response:
        async def change(form: FormData) -> TableInfo:
            seat, _, name = str(form.get("asker", "")).partition(" ")
            return await house_of(request).answer(guest_of(request), table, number(seat, "seat"), name, agree=agree)

        return await changed(request, table, change)


answer_asker("let-in", agree=True)
answer_asker("turn-away", agree=False)


@router.post("/tables/{table}/rematch")
async def rematch(request: Request, table: str) -> Response:
    form = await request.form()
    return to_table(request, await house_of(request).rematch(guest_of(request), table, *promised(form)))


# --- a seat on another device ------------------------------------------------------------------------------------


@router.get("/tables/{table}/seats/{seat}")
async def seat_link(request: Request, table: str, seat: int) -> Response:
    token = await house_of(request).seat_token(guest_of(request), table, seat)
    link = address(request, f"/seat/{token}")
    return page("seat_link.html", SeatLinkPage(frame_of(request), table, link, qr_code(link)))


@router.get("/seat/{token}")
async def seat_question(request: Request, token: str) -> Response:
    guest = await house_of(request).guest_of_token(token)
    info = await house_of(request).info(guest.table)
    assert guest.seat is not None
    name = info.names[guest.seat]
    return page("seat_take.html", SeatTakePage(frame_of(request), info.id, name, info.game.name, token))


@router.post("/seat/{token}")
async def seat_take(request: Request, token: str) -> Response:
    return to_table(request, await house_of(request).claim(guest_of(request), token))
