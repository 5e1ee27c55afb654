"""Pages to play on with a pen: `/print/<game>` shows the boards of a seed and offers them as PDF, SVG and a record.

The QR code on the pages leads back to that address, and so to the same boards.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.games import GAMES, find_game
from zashiki.printing.sheets import MOST_COPIES, PAPERS, Sheet, draw_pages, paper_record, paper_table, printable, to_pdf
from zashiki.server.backroom import BACK_ROOM
from zashiki.server.errors import NoSuchTable
from zashiki.server.pages.board import known_game
from zashiki.server.pages.draw import Frame, frame_of, page
from zashiki.server.pages.home import OptionLine, option_line

router = APIRouter(include_in_schema=False)
SEEDS = 10**9
KEPT = 64


@dataclass(frozen=True)
class Wanted:
    """The pages that an address describes."""

    game: str
    players: int
    seed: int
    paper: str
    options: tuple[tuple[str, str], ...]
    server: str  # where the QR code on the pages leads


@dataclass(frozen=True)
class PrintPage:
    """The form that describes pages, and the pages themselves."""

    frame: Frame
    games: list[AnyGame]
    game: AnyGame
    players: int
    seed: int
    paper: str
    papers: list[str]
    copies: int
    most_copies: int
    options: list[OptionLine]
    query: str
    fresh: str
    sheets: list[tuple[str, int]]  # each distinct page, and how often it occurs
    record: str


Drawing = Callable[..., Response]


def print_route(path: str) -> Callable[[Drawing], Drawing]:
    """A route whose pages are drawn in the back room."""

    def add(draw: Drawing) -> Drawing:
        @router.get(path, name=draw.__name__)
        async def route(request: Request) -> Response:
            return await BACK_ROOM.run(draw, request, **request.path_params)

        return draw

    return add


@router.get("/print")
def print_any(request: Request) -> Response:
    """The first game that can be printed."""
    game = next(game for game in GAMES.values() if printable(game))
    return RedirectResponse(f"{request.scope.get('root_path', '')}/print/{game.id}", 303)


@print_route("/print/{game}.pdf")
def print_pdf(request: Request, game: str) -> Response:
    """All pages in every copy."""
    wanted, copies = wanted_pages(request, game)
    name = f"{game}-{wanted.seed}.pdf"
    headers = {"content-disposition": f'inline; filename="{name}"'}
    return Response(pdf_of(wanted, copies), media_type="application/pdf", headers=headers)


@print_route("/print/{game}.kifu")
def print_record(request: Request, game: str) -> Response:
    """The boards as a record that has just begun."""
    wanted, _ = wanted_pages(request, game)
    name = f"{game}-{wanted.seed}.kifu"
    return PlainTextResponse(record_of(wanted), headers={"content-disposition": f'attachment; filename="{name}"'})


@print_route("/print/{game}/{name}.svg")
def print_svg(request: Request, game: str, name: str) -> Response:
    """One page."""
    wanted, _ = wanted_pages(request, game)
    found = next((sheet for sheet in sheets_of(wanted) if sheet.name == name), None)
    if found is None:
        raise NoSuchTable(f"{find_game(game).name} has no page '{name}'.")
    return Response(found.svg, media_type="image/svg+xml")


@print_route("/print/{game}")
def print_page(request: Request, game: str) -> Response:
    """The form and the pages; without a seed, new boards are drawn and the browser is sent to their address."""
    if not request.query_params.get("seed"):
        return RedirectResponse(str(request.url.include_query_params(seed=secrets.randbelow(SEEDS))), 303)
    wanted, copies = wanted_pages(request, game)
    found = find_game(game)
    given = {f"option_{name}": value for name, value in wanted.options}
    query = {"players": wanted.players, "paper": wanted.paper, "copies": copies, **dict(wanted.options)}
    sheets: dict[str, list[str]] = {}
    for sheet in sheets_of(wanted):
        sheets.setdefault(sheet.svg, []).append(sheet.name)
    context = PrintPage(
        frame=frame_of(request),
        games=[other for other in GAMES.values() if printable(other)],
        game=found,
        players=wanted.players,
        seed=wanted.seed,
        paper=wanted.paper,
        papers=list(PAPERS),
        copies=copies,
        most_copies=MOST_COPIES,
        options=[option_line(option, wanted.players, given) for option in found.about.options if option.name != "start"],
        query=urlencode({"seed": wanted.seed, **query}),
        fresh=urlencode(query),
        sheets=[(names[0], len(names)) for names in sheets.values()],
        record=record_of(wanted),
    )
    return page("print.html", context)


def wanted_pages(request: Request, game: str) -> tuple[Wanted, int]:
    """The pages an address asks for, and how many copies; BadOption if it makes no sense."""
    found, given = known_game(game), request.query_params
    server = f"{request.url.scheme}://{request.url.netloc}{request.scope.get('root_path', '')}"
    names = {option.name for option in found.about.options} - {"start"}
    wanted = Wanted(
        game=game,
        players=whole_number(given.get("players") or str(min(found.seats)), "number of players", 1, 15),
        seed=whole_number(given.get("seed") or "0", "board number", 0, SEEDS - 1),
        paper=given.get("paper", "a4"),
        options=tuple(sorted((name, value) for name, value in given.items() if name in names)),
        server=server,
    )
    copies = whole_number(given.get("copies") or "1", "number of copies", 1, MOST_COPIES)
    sheets_of(wanted)  # refuses what cannot be printed
    return wanted, copies


def whole_number(text: str, what: str, least: int, most: int) -> int:
    """A number from an address."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most):
        raise BadOption(f"The {what} must be from {least} to {most}, not '{text[:20]}'.")
    return int(text)


@lru_cache(KEPT)
def sheets_of(wanted: Wanted) -> tuple[Sheet, ...]:
    """The pages as SVG, cached."""
    game, options = find_game(wanted.game), dict(wanted.options)
    return tuple(draw_pages(game, wanted.players, wanted.seed, paper=wanted.paper, options=options, server=wanted.server))


@lru_cache(KEPT)
def pdf_of(wanted: Wanted, copies: int) -> bytes:
    """The pages as a PDF, cached."""
    return to_pdf([*sheets_of(wanted)] * copies, PAPERS[wanted.paper])


def record_of(wanted: Wanted) -> str:
    """The boards as a record that has just begun."""
    table = paper_table(find_game(wanted.game), wanted.players, wanted.seed, dict(wanted.options))
    return paper_record(table).write()
