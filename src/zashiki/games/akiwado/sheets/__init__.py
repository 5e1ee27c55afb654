"""Akiwado on paper: what is in the box, for how many players, and what each piece looks like."""

from __future__ import annotations

from zashiki.core.pieces import Component, Edition, Piece
from zashiki.drawing.faces import board_size
from zashiki.games.akiwado import cards
from zashiki.games.akiwado.options import RANDOM
from zashiki.games.akiwado.sheets import faces, large
from zashiki.games.akiwado.sheets.art import ACCENT, CARD, COLOURS, SHOPS, Shop, right, shapes
from zashiki.games.akiwado.words.catalogue import PRINT

__all__ = ["ACCENT", "CARD", "MOTIF", "components", "pad", "pieces", "pitch", "shapes"]

MOTIF = "aki-noren"


def pitch() -> str:
    """One line for the box."""
    return PRINT("pitch")


def pad(edition: Edition) -> tuple[str, ...]:
    """AKI-65 to AKI-67: what is counted at the end."""
    rows = ("cards", "pairs", "special", *(["white"] if _purveyor(edition) else []), "points", "tie")
    return tuple(PRINT(f"pad_{row}") for row in rows)


def components(edition: Edition) -> tuple[Component, ...]:
    """The component list, for these players and options."""
    shops, articles = screens(edition), in_play(edition)
    found = [
        ("cards", sum(cards.COPIES[shop.kind] for shop in articles), "AKI-3"),
        ("custom", customs(edition), "AKI-3"),
        ("coins", cards.COINS, "AKI-3"),
        ("dice", cards.DICE, "AKI-3"),
        ("board", 1, "AKI-35"),
        ("screens", len(shops), "AKI-6"),
        ("markers", len(shops), "AKI-7"),
        ("auction", len(shops), "AKI-7"),
        ("tiles", len(shops), "AKI-7"),
        ("privileges", len(articles) if _purveyor(edition) else 0, "AKI-80"),
    ]
    return tuple(Component(key, PRINT(f"set_{key}"), count, clause) for key, count, clause in found if count)


def screens(edition: Edition) -> tuple[Shop, ...]:
    """AKI-6: the colours that can be somebody's: all, unless they are chosen beforehand."""
    chosen = edition.options.get("colours", RANDOM)
    return tuple(shop for shop in COLOURS if chosen == RANDOM or shop.key in chosen.split(","))


def in_play(edition: Edition) -> tuple[Shop, ...]:
    """AKI-5: the colours whose cards can be needed: all, unless it is known which of them stays in the case."""
    owned = screens(edition)
    if len(owned) == cards.COLOURS - 1:
        return owned
    return tuple(shop for shop in COLOURS if shop.key != edition.options.get("remove", RANDOM))


def customs(edition: Edition) -> int:
    """AKI-5: a custom card stays in the case for every seat that is missing."""
    return cards.COPIES[cards.CUSTOM] - (cards.MAX_SEATS - edition.players)


def _purveyor(edition: Edition) -> bool:
    return edition.options.get("purveyor") == "true"


def pieces(edition: Edition) -> tuple[Piece, ...]:
    """Everything to print for these players and options."""
    return (
        *_cards(edition),
        *(piece for shop in screens(edition) for piece in _of_a_shop(edition, shop)),
        *(_privilege(edition, shop) for shop in in_play(edition) if _purveyor(edition)),
        Piece("coin", PRINT("piece_coin"), "coins", "tile", faces.COIN, faces.coin(edition), faces.coin(edition), cards.COINS),
        Piece("board", PRINT("piece_board"), "board", "tile", board_size(edition, CARD, large.BOARD), large.board(edition)),
        Piece("die", PRINT("piece_die"), "dice", "tile", large.NET, large.die_net(edition), copies=cards.DICE),
        Piece("die-faces", PRINT("piece_faces"), "", "tile", large.STICKERS, large.stickers(edition)),
    )


def _cards(edition: Edition) -> list[Piece]:
    back = faces.card_back(edition)
    kinds = [(shop, "cards", cards.COPIES[shop.kind]) for shop in in_play(edition)]
    kinds.append((SHOPS[cards.CUSTOM], "custom", customs(edition)))
    return [
        Piece(shop.key, shop.goods, key, "card", edition.card, faces.card(edition, shop), back, copies)
        for shop, key, copies in kinds
        if copies
    ]


def _of_a_shop(edition: Edition, shop: Shop) -> tuple[Piece, ...]:
    """What belongs to a screen: a marker, a card for bids and a tile of the same colour."""

    def name(what: str) -> str:
        return PRINT(f"piece_{what}", colour=shop.colour)

    front, back, marker = large.screen_front(edition, shop), large.screen_back(edition, shop), faces.marker(edition, shop)
    just, unjust = faces.just_tile(edition, shop), faces.unjust_tile(edition, shop)
    return (
        Piece(f"screen-{shop.key}", name("screen"), "screens", "tile", large.SCREEN, front, back),
        Piece(f"marker-{shop.key}", name("marker"), "markers", "tile", faces.MARKER, marker, marker),
        Piece(f"auction-{shop.key}", name("auction"), "auction", "tile", faces.AUCTION, faces.auction_card(edition, shop)),
        Piece(f"tile-{shop.key}", name("tile"), "tiles", "tile", faces.TILE, just, unjust),
    )


def _privilege(edition: Edition, shop: Shop) -> Piece:
    return Piece(f"privilege-{shop.key}", right(shop), "privileges", "tile", faces.PRIVILEGE, faces.privilege(edition, shop))
