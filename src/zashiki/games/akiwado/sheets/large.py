"""The large pieces of Akiwado on paper: the board, the screens, and dice to fold or to stick."""

from __future__ import annotations

from zashiki.core.pieces import Edition, Size
from zashiki.drawing import faces
from zashiki.drawing.faces import tint
from zashiki.drawing.font import BOLD, SERIF
from zashiki.drawing.shapes import box, circle, ground, line, path, sign
from zashiki.drawing.text import INK, Box, fitted, paragraph
from zashiki.games.akiwado import cards
from zashiki.games.akiwado.sheets.art import (
    ACCENT,
    CARD,
    COLOURS,
    CREAM,
    SHOPS,
    WOOD,
    WOOD_DARK,
    Shop,
    awning,
    coins,
    die,
    seal,
    weave,
)
from zashiki.games.akiwado.sheets.faces import MARKER
from zashiki.games.akiwado.words.catalogue import PRINT

BOARD = Size(184.0, 246.0)  # for cards of the game's own size
SCREEN = Size(184.0, 76.0)
WING = 24.0  # how much of a screen folds back on either side
SIDE = 18.0  # of a die
FLAP = 4.0
RIM = 3.0  # between a die to fold and the edge of its piece
NET = Size(3 * SIDE + 2 * RIM, 4 * SIDE + FLAP + 2 * RIM)
STICKER = 16.0
STICKERS = Size(cards.FACES * STICKER, cards.DICE * STICKER + 9)
# The net of a die: where each face lies in a grid of three columns and four rows. Opposite faces add up to seven.
PLACES = {1: (1, 0), 2: (1, 1), 3: (0, 1), 4: (2, 1), 6: (1, 2), 5: (1, 3)}
# Which edges have a flap to glue: column and row of the face, and the direction outward.
FLAPS = ((0, 1, "up"), (0, 1, "down"), (2, 1, "up"), (2, 1, "down"), (1, 3, "down"), (1, 3, "left"), (1, 3, "right"))


# The board


def board(edition: Edition) -> str:
    """Two stalls, what is announced, deck, dish and waste."""
    drawn = (
        box(3, 3, 178, 240, stroke=WOOD_DARK, line=0.8, round=3),
        _title(edition),
        _stall(edition, "east", 6),
        _stall(edition, "west", 95),
        _pocket(edition),
        _place(edition, 7, 167, PRINT("deck"), ""),
        _place(edition, 132, 167, PRINT("waste"), PRINT("waste_note")),
        _dish(edition),
        _points(edition),
    )
    return faces.board(edition, CARD, BOARD, tint(edition, WOOD), drawn)


def _title(edition: Edition) -> str:
    lanterns = "".join(
        box(x, 6, 8, 11, fill=tint(edition, "#f8e6bd"), stroke=INK, line=0.35, round=3) + seal(shop, x + 1.6, 9.1, 4.8, edition)
        for shop, x in zip(SHOPS, (10, 24, 38, 138, 152, 166), strict=True)
    )
    return lanterns + fitted(PRINT("title"), BOARD.width / 2, 16, 80, 10, 6, SERIF, "middle", ACCENT)


def _stall(edition: Edition, place: str, x: float) -> str:
    wide, slot = 83.0, x + (83.0 - CARD.width) / 2
    return (
        box(x, 22, wide, 112, fill=tint(edition, "#f3e6cb"), stroke=WOOD_DARK, line=0.5, round=2)
        + awning(edition, x, 20, wide, 10)
        + fitted(PRINT(place), x + wide / 2, 38.6, 60, 7, 4, SERIF, "middle")
        + _slot(edition, slot + 3, 44)
        + _slot(edition, slot - 3, 42)
        + paragraph(PRINT("market_note"), Box(x + 2, 107.8, wide - 4, 6.2), 2.6, 2.0, anchor="middle", middle=True)
        + _spots(edition, x + 1.5, 117.2)
    )


def _slot(edition: Edition, x: float, y: float) -> str:
    return faces.slot(x, y, CARD, fill=tint(edition, CREAM), stroke=WOOD_DARK)


def _spots(edition: Edition, x: float, y: float) -> str:
    """Room for everybody's decision marker."""
    side, fill = MARKER.width - 1, tint(edition, CREAM)
    spots = [box(x + k * MARKER.width, y + 0.6, side, side, fill=fill, stroke="#b9a07a", round=2) for k in range(cards.MAX_SEATS)]
    return fitted(PRINT("announce"), x + 0.5, y - 0.5, 70, 2.7, 2.0, fill=WOOD_DARK) + "".join(spots)


def _pocket(edition: Edition) -> str:
    return (
        box(6, 137, 172, 24, fill=tint(edition, "#f3e6cb"), stroke=WOOD_DARK, line=0.5, round=2)
        + sign("aki-coin", 15, 149, 12)
        + fitted(PRINT("pocket"), 24, 147, 66, 6, 3.6, SERIF)
        + paragraph(PRINT("pocket_note", coins=coins(cards.POCKET_COINS)), Box(24, 149.5, 66, 9), 2.7, 2.1)
        + _spots(edition, 96.5, 143)
    )


def _place(edition: Edition, x: float, y: float, name: str, note: str) -> str:
    """A place for a pile of cards."""
    middle = x + CARD.width / 2
    return (
        _slot(edition, x, y)
        + fitted(name, middle, y + 69.6, CARD.width, 5, 3, SERIF, "middle")
        + fitted(note, middle, y + 73.5, CARD.width, 2.8, 2.0, anchor="middle")
    )


def _dish(edition: Edition) -> str:
    ink, note = INK if edition.spare else "#fff6ea", PRINT("dish_note", coins=coins(cards.DISH_COINS))
    return (
        f'<ellipse cx="92" cy="181" rx="34" ry="15" fill="{tint(edition, "#8f3a2b")}" stroke="{INK}" stroke-width="0.5"/>'
        f'<ellipse cx="92" cy="179.500" rx="28" ry="10.500" fill="{tint(edition, "#a84a38")}" stroke="{INK}" stroke-width="0.3"/>'
        + fitted(PRINT("dish"), 92, 181, 44, 5, 3, SERIF, "middle", ink)
        + fitted(note, 92, 185.4, 40, 2.8, 2.0, anchor="middle", fill=ink)
    )


def _points(edition: Edition) -> str:
    """AKI-61, AKI-62: what counts at the end."""
    rows = [(PRINT("points_cards"), 1)]
    rows += [(PRINT("points_pairs", pairs=pairs), cards.SPECIAL[pairs]) for pairs in range(2, cards.COLOURS + 1)]
    top, step = 199.0, 5.3
    table = box(57, top, 70, 41.5, fill=tint(edition, CREAM), stroke=WOOD_DARK, line=0.4, round=1.5)
    table += fitted(PRINT("points"), 92, top + 5, 60, 4.4, 3, SERIF, "middle")
    for k, (words, number) in enumerate(rows):
        y = top + 10 + k * step
        table += fitted(words, 60, y, 52, 3, 2.1) + fitted(str(number), 124, y, 10, 3.6, 3, BOLD, "end")
        table += line(60, y + 1.3, 124, y + 1.3, stroke="#cbbd9f", width=0.2)
    return table + fitted(PRINT("points_ties"), 92, top + 39.4, 66, 2.6, 1.9, anchor="middle")


# Screens


def screen_front(edition: Edition, shop: Shop) -> str:
    """A shop as the street sees it: roof, board with its goods, curtain, lanterns on the wings."""
    inner, middle = SCREEN.width - 2 * WING, SCREEN.width / 2
    pale = tint(edition, "#f0e2c4")
    drawn = [ground(SCREEN, pale), _roof(edition), _wing(edition, shop, WING / 2), _wing(edition, shop, SCREEN.width - WING / 2)]
    drawn += [
        box(WING + 26, 16, inner - 52, 11.5, fill=tint(edition, "#c9a56a"), stroke=INK, line=0.5, round=1),
        fitted(shop.goods, middle, 24.4, inner - 60, 8, 4, SERIF, "middle"),
        line(WING + 3, 31.5, SCREEN.width - WING - 3, 31.5, stroke=WOOD_DARK, width=1.8),
    ]
    panels = 5
    wide = (inner - 12) / panels
    for k in range(panels):
        x = WING + 6 + k * wide
        curtain = f"M{x + 0.3:.3f} 32.500h{wide - 0.6:.3f}v36.500q-{(wide - 0.6) / 2:.3f} 3.600-{wide - 0.6:.3f} 0z"
        drawn.append(path(curtain, fill=weave(shop), stroke=shop.edge, line=0.5))
    drawn += [
        circle(middle, 50.5, 15, fill=tint(edition, CREAM), stroke=shop.edge, line=0.9),
        sign(f"aki-{shop.picture}", middle, 50.5, 21.5),
        _folds(),
    ]
    return "".join(drawn)


def screen_back(edition: Edition, shop: Shop) -> str:
    """What its owner sees: what the dice pay, and what counts."""
    middle = SCREEN.width / 2
    drawn = [
        ground(SCREEN, tint(edition, "#f8f0dd")),
        box(WING + 3, 3, SCREEN.width - 2 * WING - 6, SCREEN.height - 6, stroke=shop.edge, line=0.4, round=2),
        fitted(PRINT("screen_inside"), middle, 11, 124, 4.4, 3, SERIF, "middle"),
        fitted(PRINT("screen_pays"), middle, 19, 120, 3.4, 2.6, anchor="middle"),
        die(cards.ANYBODY, WING + 8, 24, 11),
        fitted(PRINT("screen_any", coins=coins(cards.ANYBODY_PAYS)), WING + 13.5, 44, 19, 2.8, 2.0, anchor="middle"),
        sign("aki-coin", WING + 13.5, 38.4, 5),
    ]
    for k, good in enumerate(COLOURS):
        x = WING + 34 + k * 20.0
        drawn += [
            die(cards.PIPS[good.kind], x, 24, 11),
            sign(f"aki-{good.picture}", x + 5.5, 43.6, 14),
            fitted(good.colour, x + 5.5, 54.4, 18, 2.8, 2.0, anchor="middle"),
        ]
    drawn.append(fitted(PRINT("screen_points"), WING + 8, 67.6, 46, 3.2, 2.3))
    for k, pairs in enumerate(range(2, cards.COLOURS + 1)):
        x = WING + 60 + k * 18.0
        drawn += [
            fitted(PRINT("screen_pairs", pairs=pairs), x, 67.6, 9, 3.2, 2.2),
            fitted(f"+{cards.SPECIAL[pairs]}", x + 15, 67.6, 8, 4, 3, BOLD, "end"),
        ]
    for x in (WING / 2, SCREEN.width - WING / 2):
        drawn.append(sign(f"aki-{shop.picture}", x, SCREEN.height / 2, 14))
    return "".join(drawn) + _folds()


def _roof(edition: Edition) -> str:
    tiles = []
    for row in range(2):
        for k in range(24):
            x = -4 + k * 8.0 + row * 4.0
            fill = tint(edition, "#6f7680" if row else "#5d646e")
            tiles.append(path(f"M{x} {row * 6 - 4}h8v8a4 3 0 0 1-8 0z", fill=fill, stroke=INK, line=0.35))
    return "".join(tiles)


def _wing(edition: Edition, shop: Shop, x: float) -> str:
    """A lantern with the sign of the goods."""
    ribs = "".join(line(x - 7.5, 36 + k * 5.0, x + 7.5, 36 + k * 5.0, stroke="#c2a15c", width=0.3) for k in range(5))
    return (
        line(x, 14, x, 26, stroke=INK, width=0.5)
        + box(x - 4, 26, 8, 3, fill=tint(edition, "#3a332c"), stroke=INK, line=0.3)
        + box(x - 8, 29, 16, 33, fill=tint(edition, "#f8e6bd"), stroke=INK, line=0.5, round=6)
        + ribs
        + seal(shop, x - 4.5, 41, 9, edition)
        + box(x - 4, 62, 8, 3, fill=tint(edition, "#3a332c"), stroke=INK, line=0.3)
    )


def _folds() -> str:
    return "".join(
        line(x, 0, x, SCREEN.height, stroke="#8b8171", width=0.25, dashes="2 1.4") for x in (WING, SCREEN.width - WING)
    )


# Dice


def die_net(edition: Edition) -> str:
    """A die to cut out, fold and glue."""
    flaps = "".join(_flap(*flap) for flap in FLAPS)
    six = "".join(_face(edition, face, RIM + column * SIDE, RIM + row * SIDE, SIDE) for face, (column, row) in PLACES.items())
    return flaps + six + paragraph(PRINT("die_fold"), Box(RIM, 47, SIDE - FLAP - 1, 32), 2.6, 2.0)


def stickers(edition: Edition) -> str:
    """The faces of three dice, to be stuck on ordinary ones."""
    rows = "".join(
        _face(edition, face, (face - 1) * STICKER, 9 + row * STICKER, STICKER)
        for row in range(cards.DICE)
        for face in range(1, cards.FACES + 1)
    )
    return rows + fitted(PRINT("die_stick"), RIM, 6, STICKERS.width - 2 * RIM, 2.8, 2.0)


def _face(edition: Edition, face: int, x: float, y: float, side: float) -> str:
    """The dots inside a frame of the colour that the face pays."""
    pays = cards.FACE_COLOUR[face]
    frame = tint(edition, "#f3dfae") if pays < 0 else weave(SHOPS[pays])
    mark = sign("aki-coin", x + side / 2, y + side - 2.4, 3.4) if pays < 0 else ""
    return box(x, y, side, side, fill=frame, stroke=INK, line=0.3) + die(face, x + 1.9, y + 1.9, side - 3.8, line=0.25) + mark


def _flap(column: int, row: int, way: str) -> str:
    x, y, slant = RIM + column * SIDE, RIM + row * SIDE, FLAP * 0.8
    shapes = {
        "up": f"M{x} {y}l{slant} -{FLAP}h{SIDE - 2 * slant}l{slant} {FLAP}z",
        "down": f"M{x} {y + SIDE}l{slant} {FLAP}h{SIDE - 2 * slant}l{slant} -{FLAP}z",
        "left": f"M{x} {y}l-{FLAP} {slant}v{SIDE - 2 * slant}l{FLAP} {slant}z",
        "right": f"M{x + SIDE} {y}l{FLAP} {slant}v{SIDE - 2 * slant}l-{FLAP} {slant}z",
    }
    return path(shapes[way], fill="#e2ded6", stroke=INK, line=0.25)
