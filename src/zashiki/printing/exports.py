"""Single pieces for other programs and printing services: SVG and PNG with bleed, and sheets of cards for virtual tabletops."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from zashiki.core.errors import BadOption
from zashiki.core.pieces import BLEED, POKER, Edition, Piece, Size
from zashiki.core.words import listed
from zashiki.printing.catalogue import WORDS
from zashiki.printing.collection import Collection
from zashiki.printing.pdf import to_png
from zashiki.printing.single import standing


@dataclass(frozen=True)
class Service:
    """What a printing service wants of a card, in millimetres."""

    card: Size
    bleed: float
    dpi: float = 300.0


# At 300 dpi a poker card is 750 x 1050 pixels. The Game Crafter asks for 825 x 1125, MakePlayingCards for 822 x 1122.
SERVICES = {"gamecrafter": Service(POKER, 3.175), "makeplayingcards": Service(POKER, 3.048)}
KINDS = ("pieces", "png", "tabletop", *SERVICES)
DECK_COLUMNS, DECK_ROWS, DECK_PIXELS = 10, 7, 4096  # the most that Tabletop Simulator reads; its last place is for the back


def export(collection: Collection, kind: str) -> Iterator[tuple[str, bytes]]:
    """File names and contents."""
    if kind == "pieces":
        return _pieces(collection.pieces, collection.shapes)
    if kind == "png":
        return _pictures(collection.pieces, collection.shapes, BLEED, 300.0)
    if kind == "tabletop":
        return _decks(collection)
    if kind in SERVICES:
        return _for_service(collection, SERVICES[kind])
    raise BadOption(WORDS("no_kind", known=listed(KINDS), kind=kind))


def _faces(piece: Piece) -> Iterator[tuple[str, str]]:
    yield piece.key, piece.front
    if piece.back is not None:
        yield f"{piece.key}-back", piece.back


def _bleed(piece: Piece, bleed: float) -> float:
    return 0.0 if piece.cut == "page" else bleed


def _pieces(pieces: tuple[Piece, ...], shapes: str) -> Iterator[tuple[str, bytes]]:
    for piece in pieces:
        for name, face in _faces(piece):
            yield f"{name}.svg", standing(face, shapes, *piece.size, _bleed(piece, BLEED)).encode()


def _pictures(pieces: tuple[Piece, ...], shapes: str, bleed: float, dpi: float) -> Iterator[tuple[str, bytes]]:
    for piece in pieces:
        for name, face in _faces(piece):
            around = _bleed(piece, bleed)
            svg = standing(face, shapes, *piece.size, around)
            yield f"{name}.png", to_png(svg, piece.size.width + 2 * around, piece.size.height + 2 * around, dpi)


def _for_service(collection: Collection, service: Service) -> Iterator[tuple[str, bytes]]:
    """The cards, drawn for the size the service cuts."""
    sheets = collection.order.of.sheets
    assert sheets is not None
    edition: Edition = replace(collection.order.edition, card=service.card)
    cards = tuple(piece for piece in sheets.pieces(edition) if piece.cut == "card" and piece.size == service.card)
    if not cards:
        size = {"width": f"{service.card.width:g}", "height": f"{service.card.height:g}"}
        raise BadOption(WORDS("no_cards_of", game=collection.order.of.name, **size))
    return _pictures(cards, sheets.shapes(edition), service.bleed, service.dpi)


def _decks(collection: Collection) -> Iterator[tuple[str, bytes]]:
    """Cards in a grid for Tabletop Simulator and Tabletop Playground, their backs likewise, and what lies where."""
    cards = [piece for piece in collection.pieces if piece.cut == "card"]
    most = DECK_COLUMNS * DECK_ROWS - 1
    number = 0
    for size in dict.fromkeys(piece.size for piece in cards):
        alike = [piece for piece in cards if piece.size == size]
        for first in range(0, len(alike), most):
            number += 1
            deck = alike[first : first + most]
            rows = max(2, -(-(len(deck) + 1) // DECK_COLUMNS))
            fronts, backs = [piece.front for piece in deck], [piece.back or "" for piece in deck]
            yield f"deck-{number}.png", _grid(fronts, backs[0], collection.shapes, size, rows)
            yield f"deck-{number}-backs.png", _grid(backs, backs[0], collection.shapes, size, rows)
            listed = [{"name": piece.key, "words": piece.words, "copies": piece.copies} for piece in deck]
            about = {"NumWidth": DECK_COLUMNS, "NumHeight": rows, "UniqueBack": len(set(backs)) > 1, "cards": listed}
            yield f"deck-{number}.json", json.dumps(about, ensure_ascii=False, indent=1).encode()


def _grid(faces: list[str], hidden: str, shapes: str, size: Size, rows: int) -> bytes:
    """Faces side by side, the one for hidden cards in the last place."""
    width, height = size
    places = [*faces, *[""] * (DECK_COLUMNS * rows - len(faces) - 1), hidden]
    clip = f'<defs><clipPath id="cut"><rect width="{width}" height="{height}"/></clipPath></defs>'
    drawn = "".join(
        f'<g transform="translate({k % DECK_COLUMNS * width} {k // DECK_COLUMNS * height})" clip-path="url(#cut)">{face}</g>'
        for k, face in enumerate(places)
    )
    wide, high = DECK_COLUMNS * width, rows * height
    return to_png(standing(clip + drawn, shapes, wide, high), wide, high, DECK_PIXELS / wide * 25.4)
