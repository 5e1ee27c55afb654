"""Pages to play with a pen: `/print/<game>` gives the boards of a seed as a PDF; the code on the pages leads back here."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from zashiki.games import find_game
from zashiki.printing.sheets import PAPERS, draw_pages, to_pdf

router = APIRouter(include_in_schema=False)
SEEDS = 10**9


@router.get("/print/{game}")
def print_game(
    request: Request,
    game: str,
    players: Annotated[int | None, Query(ge=1, le=15)] = None,
    seed: Annotated[int | None, Query(ge=0, lt=SEEDS)] = None,
    paper: str = "a4",
) -> Response:
    """The pages of one game; without a seed new boards are drawn, and the address names them from then on."""
    found = find_game(game)
    if seed is None:
        return RedirectResponse(str(request.url.include_query_params(seed=secrets.randbelow(SEEDS))), 303)
    names = {option.name for option in found.options} - {"start"}
    options = tuple(sorted((key, value) for key, value in request.query_params.items() if key in names))
    server = f"{request.url.scheme}://{request.url.netloc}{request.scope.get('root_path', '')}"
    pdf = printed(game, players or found.seats[0], seed, paper, options, server)
    name = f"{game}-{seed}.pdf"
    return Response(pdf, media_type="application/pdf", headers={"content-disposition": f'inline; filename="{name}"'})


@lru_cache(maxsize=64)
def printed(game: str, players: int, seed: int, paper: str, options: tuple[tuple[str, str], ...], server: str) -> bytes:
    """The pages as a PDF, kept for those who ask again."""
    sheets = draw_pages(find_game(game), players, seed, paper=paper, options=dict(options), server=server)
    return to_pdf(sheets, PAPERS[paper])
