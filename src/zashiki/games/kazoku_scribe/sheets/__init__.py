"""Kazoku Scribe on paper: the Shogun's page and a village page for everybody, drawn anew for every game, and turn aids."""

from __future__ import annotations

from collections.abc import Sequence

from zashiki.core.pieces import POKER, Code, Component, Edition, Piece
from zashiki.games.kazoku_scribe import cards
from zashiki.games.kazoku_scribe.eyes.view import View
from zashiki.games.kazoku_scribe.sheets.aid import aid_face, back_face
from zashiki.games.kazoku_scribe.sheets.parts import ACCENT, MOTIF, PAGE, among, shapes
from zashiki.games.kazoku_scribe.sheets.shogun import shogun_page
from zashiki.games.kazoku_scribe.sheets.village import village_page
from zashiki.games.kazoku_scribe.words.catalogue import PRINT

__all__ = ["ACCENT", "CARD", "MOTIF", "boards", "components", "pad", "pieces", "pitch", "shapes"]

CARD = POKER  # turn aids are its only cards


def pitch() -> str:
    """One line for the box."""
    return PRINT("pitch")


def components(edition: Edition) -> tuple[Component, ...]:
    """KZS-2, KZS-6."""
    return (
        Component("shogun", PRINT("shogun_pages"), 1, "KZS-2"),
        Component("village", PRINT("village_pages"), edition.players, "KZS-6"),
    )


def pad(edition: Edition) -> tuple[str, ...]:
    """KZS-53, KZS-58, KZS-59: how far each lane went, what that is worth, and what breaks a tie."""
    rows = (*cards.TREASURE_IDS, "owned", "led", among(edition, "points"), "beauty")
    return tuple(PRINT(f"pad_{row}", owned=cards.OWNED, led=cards.MAJORITY) for row in rows)


def pieces(edition: Edition) -> tuple[Piece, ...]:
    """What does not change from game to game: a turn aid for everybody."""
    return (Piece("aid", PRINT("aid"), "", "card", CARD, aid_face(edition), back_face(edition), copies=edition.players),)


def boards(edition: Edition, v: View, lines: Sequence[str], codes: Sequence[Code]) -> tuple[Piece, ...]:
    """The Shogun's page and the village pages of a game that has just been set up.

    A code that comes in two parts has the first on the Shogun's page and the second on the villages.
    """
    battle = [line for line in lines if line.split(" ")[0] in ("battle", "dungeon")]
    sheets = [Piece("shogun", PRINT("shogun"), "shogun", "page", PAGE, shogun_page(edition, v, battle, codes[0]))]
    for seat, page in enumerate(v.pages):
        name = "all" if v.villages == 0 else str(seat)
        own = [line for line in lines if line.split(" ")[:2] in (["village", name], ["knowledge", name])]
        drawn = village_page(edition, page, own, codes[-1])
        sheets.append(Piece(f"village-{seat}", PRINT("village_of", number=seat + 1), "village", "page", PAGE, drawn))
    return tuple(sheets)
