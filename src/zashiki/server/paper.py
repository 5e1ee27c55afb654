"""Games to print: `/print/<game>` shows every page before it is printed, and offers the set as PDF, its pieces, and a record.

The QR code on the pages leads back to that address, and so to the same boards.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.words import LANGUAGE, listed
from zashiki.games import GAMES, find_game
from zashiki.printing.collection import Collection, collect
from zashiki.printing.exports import export
from zashiki.printing.order import CARDS, INKS, MOST_COPIES, PARTS, Order, has_boards, paper_record, paper_table, printable
from zashiki.printing.pages import Page, pages_of
from zashiki.printing.paper import PAPERS
from zashiki.printing.pdf import to_pdf
from zashiki.server.backroom import BACK_ROOM
from zashiki.server.errors import NoSuchTable
from zashiki.server.pages.asked import house_of
from zashiki.server.pages.board import known_game
from zashiki.server.pages.draw import Frame, frame_of, page
from zashiki.server.pages.home import OptionLine, option_line
from zashiki.server.words import WORDS

router = APIRouter(include_in_schema=False)
SEEDS = 10**9
KEPT = 16  # sets, some 2 MB each with their pages
KEPT_FILES = 4  # some 20 MB each at most
FILES = ("pieces", "tabletop")  # what a house exports; pictures for printing services take long, and are left to the command


@dataclass(frozen=True)
class Choice:
    """One of a few values in the form."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True)
class Shown:
    """A page in the preview."""

    name: str
    title: str
    holds: str
    times: int  # how often it occurs in the set


@dataclass(frozen=True)
class PrintPage:
    """The form that describes a set, and its pages."""

    frame: Frame
    games: list[AnyGame]
    game: AnyGame
    order: Order
    boards: bool  # whether chance draws what is printed
    papers: list[Choice]
    cards: list[Choice]
    inks: list[Choice]
    parts: list[Choice]
    house_rules: list[Choice]
    copies: int
    most_copies: int
    options: list[OptionLine]
    query: str
    fresh: str
    shown: list[Shown]
    summary: str
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
    order, copies = ordered(request, game)
    headers = {"content-disposition": f'inline; filename="{game}-{order.seed}.pdf"'}
    return Response(pdf_of(order, copies, LANGUAGE.get()), media_type="application/pdf", headers=headers)


@print_route("/print/{game}.kifu")
def print_record(request: Request, game: str) -> Response:
    """The beginning of the record."""
    order, _ = ordered(request, game)
    headers = {"content-disposition": f'attachment; filename="{game}-{order.seed}.kifu"'}
    return PlainTextResponse(record_of(order), headers=headers)


@print_route("/print/{game}/{kind}.zip")
def print_files(request: Request, game: str, kind: str) -> Response:
    """Single pieces, for other programs."""
    order, _ = ordered(request, game)
    if kind not in FILES:
        raise NoSuchTable(WORDS("no_print_files", kind=kind, game=find_game(game).name))
    headers = {"content-disposition": f'attachment; filename="{game}-{kind}.zip"'}
    return Response(files_of(order, kind, LANGUAGE.get()), media_type="application/zip", headers=headers)


@print_route("/print/{game}/{name}.svg")
def print_svg(request: Request, game: str, name: str) -> Response:
    """One page."""
    order, _ = ordered(request, game)
    found = next((page for page in pages_in(order, LANGUAGE.get()) if page.name == name and not page.blank), None)
    if found is None:
        raise NoSuchTable(WORDS("no_print_page", name=name, game=find_game(game).name))
    return Response(found.svg, media_type="image/svg+xml")


@print_route("/print/{game}")
def print_page(request: Request, game: str) -> Response:
    """The form and the pages; without a seed, new boards are drawn and the browser is sent to their address."""
    if not request.query_params.get("seed"):
        return RedirectResponse(str(request.url.include_query_params(seed=secrets.randbelow(SEEDS))), 303)
    order, copies = ordered(request, game)
    found = find_game(game)
    given = {f"option_{name}": value for name, value in order.options}
    query = [
        ("players", str(order.players)), ("paper", order.paper), ("card", order.card), ("ink", order.ink),
        ("copies", str(copies)), *([("house_rules", order.house_rules)] if order.house_rules else []),
        *(("part", part) for part in order.parts if order.parts != PARTS), *order.options,
    ]  # fmt: skip
    pages = pages_in(order, LANGUAGE.get())
    counted = [page.name for page in pages]
    distinct = {page.name: page for page in pages if not page.blank}
    context = PrintPage(
        frame=frame_of(request),
        games=[other for other in GAMES.values() if printable(other)],
        game=found,
        order=order,
        boards=has_boards(found),
        papers=[Choice(name, WORDS(f"print_paper_{name}"), name == order.paper) for name in PAPERS],
        cards=[Choice(name, card_words(order, name), name == order.card) for name in CARDS],
        inks=[Choice(name, WORDS(f"print_ink_{name}"), name == order.ink) for name in INKS],
        parts=[Choice(name, WORDS(f"print_part_{name}"), name in order.parts) for name in parts_of(found)],
        house_rules=house_rules_of(request, order),
        copies=copies,
        most_copies=MOST_COPIES,
        options=[option_line(found, option, order.players, given) for option in found.about.options if not option.is_seat],
        query=urlencode([("seed", order.seed), *query]),
        fresh=urlencode(query),
        shown=[Shown(name, page.title, page.holds, counted.count(name)) for name, page in distinct.items()],
        summary=summary_of(order, len(pages)),
        record=record_of(order),
    )
    return page("print.html", context)


def summary_of(order: Order, pages: int) -> str:
    """How much paper a set takes, printed on both sides."""
    sheets = WORDS("print_sheets", count=-(-pages // 2))
    return WORDS(
        "print_summary", pages=WORDS("print_pages", count=pages), sheets=sheets, paper=WORDS(f"print_paper_{order.paper}")
    )


def house_rules_of(request: Request, order: Order) -> list[Choice]:
    """The sets of numbers this house offers for a game, the printed ones first; nothing where it offers none."""
    sets = [Choice(given.name, given.name, given.name == order.house_rules) for given in house_of(request).rules.of(order.of)]
    return [Choice("", WORDS("new_rules_printed"), not order.house_rules), *sets] if sets else []


def parts_of(game: AnyGame) -> list[str]:
    """What can be left out of the set of a game."""
    return [part for part in PARTS if part != "boards" or has_boards(game)]


def card_words(order: Order, card: str) -> str:
    """A size of cards, in words."""
    size = Order(order.game, order.players, card=card).edition.card
    return WORDS(f"print_card_{card}", width=f"{size.width:g}", height=f"{size.height:g}")


def ordered(request: Request, game: str) -> tuple[Order, int]:
    """The set an address asks for, and how many copies; BadOption if it makes no sense."""
    found, given = known_game(game), request.query_params
    server = f"{request.url.scheme}://{request.url.netloc}{request.scope.get('root_path', '')}"
    names = {option.name for option in found.about.options if not option.is_seat}
    asked = given.getlist("part")
    unknown = [part for part in asked if part not in PARTS]
    if unknown:
        raise BadOption(WORDS("no_print_part", part=unknown[0][:20], parts=listed(WORDS(f"print_part_{part}") for part in PARTS)))
    rules = given.get("house_rules", "")
    order = Order(
        game=game,
        players=whole_number(given.get("players") or str(min(found.seats)), "players", 1, 15),
        seed=whole_number(given.get("seed") or "0", "seed", 0, SEEDS - 1),
        options=tuple(sorted((name, value) for name, value in given.items() if name in names)),
        dials=tuple(house_of(request).rules.game(found, rules).turned.items()),
        house_rules=rules,
        paper=given.get("paper", "a4"),
        card=given.get("card", "own"),
        ink=given.get("ink", "full"),
        parts=tuple(part for part in PARTS if part in asked) or PARTS,
        server=server,
    )
    copies = whole_number(given.get("copies") or "1", "copies", 1, MOST_COPIES)
    collection_of(order, LANGUAGE.get())  # refuses what cannot be printed
    return order, copies


def whole_number(text: str, what: str, least: int, most: int) -> int:
    """A number from an address."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most):
        raise BadOption(WORDS(f"range_{what}", least=least, most=most, given=text[:20]))
    return int(text)


# What was drawn is kept for each language, because words stand on it.


@lru_cache(KEPT)
def collection_of(order: Order, language: str) -> Collection:
    return collect(order)


@lru_cache(KEPT)
def pages_in(order: Order, language: str) -> tuple[Page, ...]:
    return tuple(pages_of(collection_of(order, language)))


@lru_cache(KEPT_FILES)
def pdf_of(order: Order, copies: int, language: str) -> bytes:
    return to_pdf(collection_of(order, language), copies)


@lru_cache(KEPT_FILES)
def files_of(order: Order, kind: str, language: str) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as into:
        for name, data in export(collection_of(order, language), kind):
            into.writestr(name, data)
    return packed.getvalue()


def record_of(order: Order) -> str:
    """The beginning of the record."""
    return paper_record(paper_table(order.of, order.players, order.seed, dict(order.options))).write()
