"""Rights of Losers on paper: cards, land, chips, the island with its rulers, and a turn aid for everybody."""

from __future__ import annotations

from collections.abc import Iterator

from zashiki.core.pieces import POKER, Component, Edition, Piece, Size
from zashiki.games.rights_of_losers import cards
from zashiki.games.rights_of_losers.sheets.faces import (
    CHIP,
    aid_face,
    building_back,
    building_face,
    chip_face,
    land_back,
    land_face,
)
from zashiki.games.rights_of_losers.sheets.island import draw_island, island_size
from zashiki.games.rights_of_losers.sheets.shapes import ACCENT, MOTIF, shapes
from zashiki.games.rights_of_losers.words.catalogue import PRINT

__all__ = ["ACCENT", "CARD", "MOTIF", "components", "pad", "pieces", "pitch", "shapes"]

CARD = Size(41.0, 63.0)  # so that the island fits a table, and four sheets of paper


def pitch() -> str:
    """One line for the box."""
    return PRINT("pitch")


def components(edition: Edition) -> tuple[Component, ...]:
    """ROL-2 to ROL-5; the chips of currencies nobody plays stay in the box."""
    players = edition.players
    chips = PRINT("chips", each=cards.CHIPS, currencies=players)
    return (
        Component("building", PRINT("buildings"), cards.CARDS, "ROL-2"),
        Component("land", PRINT("lands"), len(cards.LANDS), "ROL-3"),
        Component("chip", chips, players * cards.CHIPS, "ROL-4"),
        Component("field", PRINT("field"), 1, "ROL-5"),
    )


def pad(edition: Edition) -> tuple[str, ...]:
    """ROL-43 to ROL-47: buildings colour by colour, land, and what breaks a tie."""
    colours = [colour.text("key") for colour in cards.COLOURS]
    return tuple(PRINT(f"pad_{row}", bonus=cards.LAND_BONUS) for row in (*colours, "land", "bonus", "score", "supply"))


def pieces(edition: Edition) -> tuple[Piece, ...]:
    """Everything in the box."""
    return (*_buildings(edition), *_lands(edition), *_chips(edition), _island(edition), _aid(edition))


def _buildings(edition: Edition) -> Iterator[Piece]:
    back = building_back(edition)
    for number, card in enumerate(cards.CARD_IDS):
        colour, value = cards.COLOURS[number // cards.NUMBERS].text("key"), number % cards.NUMBERS + 1
        words = PRINT("card", colour=PRINT(f"colour_{colour}"), number=value)
        yield Piece(card, words, "building", "card", edition.card, building_face(edition, colour, value), back)


def _lands(edition: Edition) -> Iterator[Piece]:
    for land in cards.LANDS:
        key = land.text("key")
        if key == "land-centre":  # ROL-7: it starts with its front
            first, then = ("low", "high") if cards.REVERSED_AT_FIRST else ("high", "low")
            front, back = land_face(edition, first), land_face(edition, then)
        else:
            front, back = land_face(edition), land_back(edition)
        yield Piece(key, PRINT(key.replace("-", "_")), "land", "card", edition.card, front, back)


def _chips(edition: Edition) -> Iterator[Piece]:
    for seat, currency in enumerate(cards.CURRENCIES[: edition.players]):
        key = currency.text("key")
        words = PRINT("chip", currency=PRINT(key))
        face = chip_face(edition, seat, currency.text("sign"))
        yield Piece(f"chip-{key}", words, "chip", "disc", Size(CHIP, CHIP), face, copies=cards.CHIPS)


def _island(edition: Edition) -> Piece:
    return Piece("island", PRINT("board"), "field", "tile", island_size(edition), draw_island(edition))


def _aid(edition: Edition) -> Piece:
    return Piece("aid", PRINT("aid"), "", "card", POKER, aid_face(edition), building_back(edition, POKER), copies=edition.players)
