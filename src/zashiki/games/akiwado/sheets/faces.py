"""The cards, coins, markers and tiles of Akiwado on paper."""

from __future__ import annotations

from zashiki.core.pieces import Edition, Size
from zashiki.drawing.faces import both_ways, grown, tint
from zashiki.drawing.font import BOLD, SERIF
from zashiki.drawing.shapes import box, circle, ground, line, sign
from zashiki.drawing.text import INK, Box, fitted, paragraph
from zashiki.games.akiwado import cards
from zashiki.games.akiwado.sheets.art import (
    ACCENT,
    BACK,
    BRASS,
    CARD,
    CREAM,
    Shop,
    awning,
    coins,
    die,
    right,
    seal,
    weave,
)
from zashiki.games.akiwado.words.catalogue import PRINT

COIN = Size(16.0, 16.0)
MARKER = Size(16.0, 16.0)
AUCTION = Size(90.0, 56.0)
TILE = Size(63.0, 63.0)
PRIVILEGE = Size(36.0, 36.0)


def card(edition: Edition, shop: Shop) -> str:
    """The front of an article or custom card."""
    middle, pip = CARD.width / 2, cards.PIPS[shop.kind]
    drawn = [
        box(3, 3, 39, 57, stroke=shop.edge if edition.spare else shop.mark, line=0.35, round=2.2),
        circle(middle, 28, 15.6, fill=tint(edition, CREAM), stroke=shop.edge, line=0.9),
        circle(middle, 28, 14.3, stroke=shop.edge, line=0.25),
        sign(f"aki-{shop.picture}", middle, 28, 22.5),
        seal(shop, 33.2, 4.6, 7.2, edition),
        box(5.2, 46.6, 34.6, 11.6, fill=tint(edition, CREAM), stroke=shop.edge, line=0.4, round=1.2),
        fitted(shop.goods, middle, 52.4, 32, 4.6, 2.6, SERIF, "middle"),
        fitted(shop.colour, middle, 56.6, 32, 2.5, 2.0, anchor="middle", fill="#5a5046"),
    ]
    if pip:
        drawn.append(die(pip, 4.6, 4.6, 9.6))
    return ground(edition.card, weave(shop)) + grown(edition, CARD, drawn)


def card_back(edition: Edition) -> str:
    """The same whichever way the card is turned."""
    middle, centre = CARD.width / 2, CARD.height / 2
    drawn = [
        box(3, 3, 39, 57, stroke=ACCENT, line=0.7, round=2.2),
        box(4.3, 4.3, 36.4, 54.4, stroke=ACCENT, line=0.25, round=1.6),
        circle(middle, centre, 11.4, fill=tint(edition, "#f6e3d3"), stroke=ACCENT, line=0.7),
        circle(middle, centre, 10.3, stroke=ACCENT, line=0.25),
        sign("aki-coin", middle, centre, 15),
        both_ways(sign("aki-noren", middle, 13.2, 13), CARD),
    ]
    return ground(edition.card, weave(BACK)) + grown(edition, CARD, drawn)


def coin(edition: Edition) -> str:
    """A coin; both sides are alike."""
    return ground(COIN, tint(edition, "#f3dfae")) + sign("aki-coin", COIN.width / 2, COIN.height / 2, 12.6)


def marker(edition: Edition, shop: Shop) -> str:
    """What shows an announcement."""
    middle = MARKER.width / 2
    return (
        ground(MARKER, weave(shop))
        + circle(middle, middle, 5.6, fill=tint(edition, CREAM), stroke=shop.edge, line=0.5)
        + sign(f"aki-{shop.picture}", middle, middle, 8.4)
    )


def auction_card(edition: Edition, shop: Shop) -> str:
    """Where the sealed bid lies, behind the screen."""
    drawn = [ground(AUCTION, weave(shop))]
    for k, place in enumerate(("east", "west")):
        x = 4 + k * 42
        drawn += [
            box(x, 4, 40, 38, fill=tint(edition, CREAM), stroke=shop.edge, line=0.5, round=2),
            awning(edition, x, 4, 40, 6),
            fitted(PRINT("bid_here", place=PRINT(place)), x + 20, 15.6, 36, 4.2, 2.6, SERIF, "middle"),
            *(
                circle(x + 8 + 8 * c, 22.6 + 8 * r, 3.2, stroke="#b9ab92", line=0.3, dashes="0.8 0.8")
                for c in range(4)
                for r in range(2)
            ),
        ]
    drawn += [
        box(4, 44, 82, 8, fill=tint(edition, CREAM), stroke=shop.edge, line=0.5, round=2),
        sign(f"aki-{shop.picture}", 9, 48, 6.4),
        paragraph(PRINT("bid_note"), Box(14, 44.6, 70, 6.8), 2.6, 2.0, middle=True),
    ]
    return "".join(drawn)


def just_tile(edition: Edition, shop: Shop) -> str:
    """The side a tile starts on: what a turn is."""
    return (
        ground(TILE, weave(shop))
        + box(3, 3, 57, 57, fill=tint(edition, CREAM), stroke=shop.edge, line=0.5, round=2)
        + sign(f"aki-{shop.picture}", 9.6, 9.4, 9)
        + fitted(PRINT("just"), 16.5, 11.6, 40, 5.6, 3, SERIF)
        + line(6, 15.4, 57, 15.4, stroke=shop.edge, width=0.4)
        + paragraph(_steps(), Box(6, 17.2, 51, 41), 2.75, 2.0)
    )


def _steps() -> str:
    """A turn in a few lines."""
    pays, one, dish = (coins(number) for number in (cards.ARTICLE_PAYS, cards.ANYBODY_PAYS, cards.DISH_COINS))
    return PRINT("just_steps", dice=cards.DICE, pays=pays, one=one, dish=dish)


def unjust_tile(edition: Edition, shop: Shop) -> str:
    """The side for somebody who broke their word."""
    middle = TILE.width / 2
    return (
        ground(TILE, tint(edition, "#8f877b"))
        + box(3, 3, 57, 57, fill=tint(edition, "#efeae0"), stroke=INK, line=0.6, round=2)
        + sign(f"aki-{shop.picture}", middle, 18, 18)
        + line(20, 8, 43, 28, stroke=ACCENT, width=1.6)
        + line(43, 8, 20, 28, stroke=ACCENT, width=1.6)
        + fitted(PRINT("unjust"), middle, 38, 50, 7, 4, SERIF, "middle")
        + paragraph(PRINT("unjust_note"), Box(7, 41, 49, 17), 2.8, 2.1, anchor="middle")
    )


def privilege(edition: Edition, shop: Shop) -> str:
    """A purveyor's marker, with the right it brings."""
    middle = PRIVILEGE.width / 2
    return (
        ground(PRIVILEGE, weave(shop))
        + box(3, 3, 30, 30, fill=tint(edition, CREAM), stroke=BRASS, line=0.9, round=3)
        + circle(middle, 12.2, 7.6, fill=tint(edition, "#f3dfae"), stroke=shop.edge, line=0.5)
        + sign(f"aki-{shop.picture}", middle, 12.2, 10.6)
        + paragraph(right(shop), Box(4.6, 20.8, 26.8, 11), 2.6, 2.0, font=BOLD, anchor="middle", middle=True)
    )
