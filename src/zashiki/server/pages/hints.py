"""Advice on the page of a table: what the house would do, why, and the numbers behind it on demand."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from zashiki.bots.hints import Hint
from zashiki.core.game import AnyGame
from zashiki.core.rooms import Seat
from zashiki.core.words import with_names
from zashiki.server.hints import Hints
from zashiki.server.model import Snapshot
from zashiki.server.pages.asked import by_script, house_of, number
from zashiki.server.pages.draw import Frame, draw, frame_of, page
from zashiki.server.security import guest_of
from zashiki.server.words import WORDS

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@dataclass(frozen=True)
class HintLine:
    """One move and what it aims at."""

    move: str
    label: str
    aim: str
    said_by_game: bool
    numbers: str


@dataclass(frozen=True)
class HintsPart:
    """All of the advice."""

    game: AnyGame
    hints: tuple[HintLine, ...]


@dataclass(frozen=True)
class HintsPage:
    """The advice as a page, for browsers without script."""

    frame: Frame
    table: str
    seat: Seat
    version: int
    part: Markup


def hint_line(hint: Hint, names: list[str]) -> HintLine:
    """A hint in words; where the game says nothing about a move, the points do."""
    before, after = hint.points
    fallback = WORDS("hint_points", before=before, after=after) if after != before else WORDS("hint_quiet")
    numbers = WORDS("hint_number", worth=hint.worth, average=hint.average, count=hint.options)
    if hint.aim and after != before:
        numbers = f"{numbers} {WORDS('hint_points', before=before, after=after)}"
    return HintLine(hint.move, with_names(hint.label, names), with_names(hint.aim, names) or fallback, bool(hint.aim), numbers)


def draw_hints(s: Snapshot, hints: tuple[Hint, ...]) -> str:
    """The advice for the guest of a snapshot."""
    return draw("_hints.html", HintsPart(s.table.game, tuple(hint_line(hint, s.table.names) for hint in hints)))


@router.get("/tables/{table}/hints")
async def hints(request: Request, table: str, seat: str = "") -> Response:
    eyes = number(seat, "seat") if seat else None
    s = await house_of(request).snapshot(guest_of(request), table, eyes)
    advisers: Hints = request.app.state.hints
    part = draw_hints(s, await advisers.ask(s))
    if by_script(request):
        return HTMLResponse(part)
    assert s.seat is not None  # the house has advised it
    return page("hints.html", HintsPage(frame_of(request), table, s.seat, s.version, Markup(part)))
