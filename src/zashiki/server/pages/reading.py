"""The routes for reading and practising: rules, what is printed for a game, examples, exercises. None of them knows a table."""

from __future__ import annotations

from hashlib import sha256

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from zashiki.server.backroom import BACK_ROOM
from zashiki.server.pages.asked import base_of, number, to
from zashiki.server.pages.board import known_game
from zashiki.server.pages.draw import draw, frame_of, page
from zashiki.server.pages.gallery import about_part, gallery_page, has_gallery
from zashiki.server.pages.practice import practice_list, practice_page
from zashiki.server.pages.primer import example_page
from zashiki.server.pages.rules import rules_of, rules_page

PRINTED = {"cache-control": "private, max-age=3600", "vary": "cookie, accept-language"}  # the same at every table
NOT_MODIFIED = 304

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


def kept(request: Request, text: str) -> Response:
    """Part of a page that is the same for everybody who reads its language: sent again only when it has changed."""
    tag = f'W/"{sha256(text.encode()).hexdigest()[:20]}"'
    headers = PRINTED | {"etag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=NOT_MODIFIED, headers=headers)
    return HTMLResponse(text, headers=headers)


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    known = known_game(game)
    return await BACK_ROOM.run(lambda: page("rules.html", rules_page(frame_of(request), known)))


@router.get("/rules/{game}/panel")
async def rules_beside(request: Request, game: str) -> Response:
    """The rules to stand beside a table."""
    known = known_game(game)
    return kept(request, await BACK_ROOM.run(lambda: draw("_rules_panel.html", rules_of(base_of(request), known))))


@router.get("/rules/{game}/gallery")
async def gallery(request: Request, game: str) -> Response:
    known = known_game(game)
    if not has_gallery(known):
        return to(request, f"/rules/{game}")
    return page("gallery.html", gallery_page(frame_of(request), known))


@router.get("/rules/{game}/examples/{key}")
async def example(request: Request, game: str, key: str, step: str = "1") -> Response:
    """A moment of an example."""
    known = known_game(game)
    at = number(step, "step")
    return await BACK_ROOM.run(lambda: page("example.html", example_page(frame_of(request), known, key, at)))


@router.get("/games/{game}/about/{key}")
async def about(request: Request, game: str, key: str) -> Response:
    """One printed thing enlarged."""
    return kept(request, draw("_about.html", about_part(base_of(request), known_game(game), key)))


@router.get("/games/{game}/practice")
async def practice(request: Request, game: str) -> Response:
    return page("practice.html", practice_list(frame_of(request), known_game(game)))


@router.get("/games/{game}/practice/{key}")
async def exercise(request: Request, game: str, key: str, show: str = "") -> Response:
    """An exercise; `try` is a move to be judged."""
    known, tried = known_game(game), request.query_params.get("try", "")
    return await BACK_ROOM.run(
        lambda: page("exercise.html", practice_page(frame_of(request), known, key, tried, show=bool(show)))
    )
