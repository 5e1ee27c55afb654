"""Reading printed sets back: rasters, text, fonts and codes of a PDF, by programs that had no part in making it."""

from __future__ import annotations

import atexit
from functools import cache
from typing import Any

import pytest

from zashiki.core.game import AnyGame
from zashiki.core.words import LANGUAGE
from zashiki.games import GAMES
from zashiki.printing.collection import Collection, collect
from zashiki.printing.order import Order, printable
from zashiki.printing.pdf import to_pdf

PRINTABLE = [game for game in GAMES.values() if printable(game)]
every_printable = pytest.mark.parametrize("game", PRINTABLE, ids=[game.id for game in PRINTABLE])
EVERY_COUNT = [
    pytest.param(game, players, id=f"{game.id}-{players}", marks=[pytest.mark.slow] if players != game.seats[0] else [])
    for game in PRINTABLE
    for players in game.seats
]
every_count = pytest.mark.parametrize(("game", "players"), EVERY_COUNT)
MM = 72 / 25.4  # points in a millimetre


@cache
def collected(order: Order, language: str = "en") -> Collection:
    """A set in a language."""
    reader = LANGUAGE.set(language)
    try:
        return collect(order)
    finally:
        LANGUAGE.reset(reader)


@cache
def document(order: Order, language: str = "en") -> Any:
    """Its PDF, opened by PDFium."""
    pdfium = pytest.importorskip("pypdfium2")
    reader = LANGUAGE.set(language)
    try:
        opened = pdfium.PdfDocument(to_pdf(collected(order, language)))
    finally:
        LANGUAGE.reset(reader)
    atexit.register(opened.close)
    return opened


def smallest(game: AnyGame) -> Order:
    """The set for the fewest players."""
    return Order(game.id, min(game.seats), seed=7)


def largest(game: AnyGame) -> Order:
    """The set for the most players, and everything else other than in the smallest."""
    return Order(game.id, max(game.seats), seed=8, paper="letter", card="poker", ink="spare")


SETS = [pytest.param(smallest(game), "en", id=f"{game.id}-{min(game.seats)}") for game in PRINTABLE] + [
    pytest.param(largest(game), "ja", id=f"{game.id}-{max(game.seats)}", marks=pytest.mark.slow) for game in PRINTABLE
]
every_set = pytest.mark.parametrize(("order", "language"), SETS)


def raster(page: Any, dpi: float) -> Any:
    """A page as a picture in greys."""
    return page.render(scale=dpi / 72, grayscale=True).to_pil()
