"""The routes for looking back: records, replays and what belongs to a moment of a game."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from zashiki.core.errors import BadRecord
from zashiki.core.game import OPEN, SPECTATOR
from zashiki.core.rooms import Viewer
from zashiki.server import lists
from zashiki.server.backroom import BACK_ROOM
from zashiki.server.errors import BadWish, NoSuchTable, NotNow
from zashiki.server.model import STRANGER, WAITING, TableInfo
from zashiki.server.pages.asked import base_of, by_script, house_of, number, shared_of, to
from zashiki.server.pages.draw import Frame, draw, frame_of, page
from zashiki.server.pages.fair import fair_page, record_name
from zashiki.server.pages.home import state_words
from zashiki.server.pages.picture import can_draw, draw_picture, picture_of
from zashiki.server.pages.replay import EYES, course_part, replay_page
from zashiki.server.pages.table import AccountPage, account_of
from zashiki.server.security import guest_of
from zashiki.server.words import WORDS

MINUTE, DAY = 60, 24 * 3600

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@dataclass(frozen=True)
class UploadPage:
    """The form for a record, and finished games to look through."""

    frame: Frame
    problem: str
    text: str
    results: list[tuple[TableInfo, str]]


def eyes_of(word: str) -> Viewer | None:
    """The eyes that an address names; None for one's own."""
    return None if not word else EYES[word] if word in EYES else number(word, "eyes")


def event(at: str) -> int | None:
    """The position that an address names; None for the newest."""
    return number(at, "event") if at else None


@router.get("/tables/{table}/record")
async def record(request: Request, table: str) -> Response:
    text = await house_of(request).record(guest_of(request), table)
    info = await house_of(request).info(table)
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{record_name(info)}"'})


@router.get("/tables/{table}/replay")
async def replay(request: Request, table: str, at: str = "", eyes: str = "") -> Response:
    guest, h = guest_of(request), house_of(request)
    if (await h.info(table)).status == WAITING:
        raise NotNow(WORDS("nothing_to_look_at"))
    shown = await h.snapshot(guest, table, eyes_of(eyes), event(at))
    course = await h.course(guest, table, shown.viewer)
    shared = shared_of(request, shown.table, f"/tables/{table}/replay?at={shown.at}", f"?at={shown.at}")
    return await BACK_ROOM.run(lambda: page("replay.html", replay_page(frame_of(request), shown, course, shared)))


@router.get("/tables/{table}/picture.png")
async def picture(request: Request, table: str, at: str = "") -> Response:
    """The picture of a table for links to it, as a stranger may see it, whoever asks."""
    if not can_draw():
        raise NoSuchTable(WORDS("no_pictures"))
    h = house_of(request)
    info = await h.info(table)
    finished, eyes = info.finished, OPEN if info.finished else SPECTATOR if info.heard_by is None else info.heard_by
    shown = await h.snapshot(STRANGER, table, eyes, event(at))
    drawn = picture_of(shown, await h.course(STRANGER, table, eyes))
    png = await BACK_ROOM.run(draw_picture, drawn)
    kept = {"cache-control": f"private, max-age={DAY if finished else MINUTE}", "vary": "cookie, accept-language"}
    return Response(png, media_type="image/png", headers=kept)


@router.get("/tables/{table}/course")
async def course(request: Request, table: str) -> Response:
    """The points over a game that has ended, to stand below its result."""
    guest, h = guest_of(request), house_of(request)
    shown = await h.snapshot(guest, table)
    if not shown.table.finished:
        raise NotNow(WORDS("course_later"))
    return HTMLResponse(draw("_course.html", course_part(base_of(request), shown, await h.course(guest, table, shown.viewer))))


@router.get("/tables/{table}/account")
async def account(request: Request, table: str, of: str, at: str = "", eyes: str = "") -> Response:
    shown = await house_of(request).snapshot(guest_of(request), table, eyes_of(eyes), event(at))
    frame = frame_of(request)
    found = await BACK_ROOM.run(account_of, frame.base, shown, of)
    if found is None:
        raise NoSuchTable(WORDS("number_gone"))
    return HTMLResponse(found) if by_script(request) else page("account.html", AccountPage(frame, shown.table.game, table, found))


@router.get("/tables/{table}/fair")
async def fair_table(request: Request, table: str) -> Response:
    return page("fair_table.html", fair_page(frame_of(request), await house_of(request).check(guest_of(request), table)))


@router.get("/replay")
async def replay_form(request: Request) -> Response:
    return page("upload.html", await upload_page(request, "", ""))


@router.post("/replay")
async def replay_upload(request: Request) -> Response:
    form = await request.form()
    text = str(form.get("text", ""))
    upload = form.get("file")
    if isinstance(upload, UploadFile) and upload.size:
        text = (await upload.read()).decode("utf-8", errors="replace")
    try:
        table = await house_of(request).study(guest_of(request), text)
    except (BadRecord, BadWish) as problem:
        return page("upload.html", await upload_page(request, str(problem), text), 422)
    return to(request, f"/tables/{table.id}/replay{'' if form.get('end') else '?at=0'}")


async def upload_page(request: Request, problem: str, text: str) -> UploadPage:
    results = [(t, state_words(t)) for t in await lists.over(house_of(request).store, 12)]
    return UploadPage(frame_of(request), problem, text, results)
