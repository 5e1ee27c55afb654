"""The faces of Rights of Losers: buildings, land, chips and the turn aid, for any size of card."""

from __future__ import annotations

from zashiki.core.pieces import BLEED, POKER, Edition, Size
from zashiki.drawing.column import column
from zashiki.drawing.font import MONO_BOLD, SERIF
from zashiki.drawing.shapes import box, circle, ground, line, moved, path, sign
from zashiki.drawing.text import Box, fitted, text
from zashiki.games.rights_of_losers import cards
from zashiki.games.rights_of_losers.sheets.shapes import (
    ACCENT,
    BUILDINGS,
    COLOURS,
    HILLS,
    LACQUER,
    MOTIF,
    PAPER_WHITE,
    SEA,
    SEATS,
    SOFT,
    SOIL,
    tint,
)
from zashiki.games.rights_of_losers.words.catalogue import PRINT

CHIP = 15.0  # diameter
INSET = 2.4  # of the frame


def building_face(edition: Edition, colour: str, number: int) -> str:
    """Number and sign in two corners, as in any pack of cards; between them the building, taller with its number."""
    width, height = edition.card
    ink = COLOURS[colour]
    paper = "#ffffff" if edition.spare else tint(ink, 0.12)
    floor = height * 0.665
    side = width * (0.44 + 0.018 * number)
    top = floor - side * 39 / 40
    filled, lines = BUILDINGS[colour]
    at = (width / 2 - side / 2, top, side / 40)
    sun = "" if edition.spare else circle(width * 0.72, floor - width * 0.56, width * 0.14, fill=tint(ink, 0.3))
    scale = (width - 2 * INSET - 3.6) / 40
    hills = path(HILLS, stroke=tint(ink, 0.45), line=0.8, at=(INSET + 1.8, floor - 23.2 * scale, scale))
    house = path(filled, fill=paper if edition.spare else PAPER_WHITE, at=at) + path(lines, stroke=ink, line=1.25, at=at)
    name = PRINT(f"colour_{colour}") + " · " + PRINT(f"goods_{colour}")
    return "".join(
        [
            ground(edition.card, paper),
            _frame(edition.card, ink),
            sun,
            hills,
            house,
            line(INSET + 2.2, floor, width - INSET - 2.2, floor, stroke=ink, width=0.45),
            _index(edition.card, colour, number),
            moved(_index(edition.card, colour, number), width, height, 180),
            fitted(name, INSET + 2.4, floor + height * 0.066, width * 0.52, height * 0.048, 1.8, SERIF, fill=ink),
            _worth(edition.card, number, floor, ink),
        ]
    )


def _worth(size: Size, number: int, floor: float, ink: str) -> str:
    """ROL-43: a building is worth its number, unless house rules say otherwise."""
    worth = cards.POINTS_OF[number - 1]
    if worth == number:
        return ""
    return text(PRINT("worth", points=worth), INSET + 2.4, floor + size.height * 0.125, size.height * 0.044, fill=ink)


def _frame(size: Size, ink: str) -> str:
    return box(INSET, INSET, size.width - 2 * INSET, size.height - 2 * INSET, stroke=ink, line=0.45, round=1.8)


def _index(size: Size, colour: str, number: int) -> str:
    """The corner that shows in a hand."""
    high = size.height * 0.15
    x = INSET + 1.4 + size.width * 0.13
    return text(str(number), x, INSET + 1.2 + high * 0.86, high, SERIF, "middle", COLOURS[colour]) + sign(
        f"rol-{colour}", x, INSET + 1.2 + high * 1.27, size.width * 0.13
    )


def building_back(edition: Edition, size: Size | None = None) -> str:
    """The sea around the island, in thin lines that do not show through."""
    size = size or edition.card
    width, height = size
    radius = width * 0.27
    sea = "" if edition.spare else box(INSET, INSET, width - 2 * INSET, height - 2 * INSET, fill="url(#rol-waves)", round=1.8)
    return "".join(
        [
            ground(size, "#ffffff" if edition.spare else tint(SEA, 0.55)),
            sea,
            _frame(size, ACCENT),
            circle(width / 2, height / 2, radius, fill="#ffffff" if edition.spare else PAPER_WHITE, stroke=ACCENT, line=0.45),
            sign(MOTIF, width / 2, height / 2, radius * 1.5),
        ]
    )


def land_face(edition: Edition, direction: str | None = None) -> str:
    """Hills for sale; with a direction, the centre card, whose arrows tell which numbers are strong."""
    width, height = edition.card
    drawn = [
        ground(edition.card, "#ffffff" if edition.spare else SOIL),
        _frame(edition.card, SOFT),
        path(HILLS, stroke=SOFT, line=1.1, at=(width * 0.14, height * 0.30, width * 0.72 / 40)),
        fitted(PRINT("land"), width / 2, height * 0.66, width * 0.7, height * 0.1, 3, SERIF, "middle"),
    ]
    if direction is None:
        drawn.append(fitted(PRINT("for_sale"), width / 2, height * 0.735, width * 0.7, height * 0.05, 1.8, SERIF, "middle", SOFT))
        return "".join(drawn)
    other = "low" if direction == "high" else "high"
    drawn += [
        _arrow(width * 0.2, height * 0.145, height * 0.15, up=direction == "high"),
        _arrow(width * 0.8, height * 0.145, height * 0.15, up=direction == "high"),
        fitted(PRINT(direction), width / 2, height * 0.80, width * 0.8, height * 0.072, 2.2, SERIF, "middle", LACQUER),
        fitted(
            PRINT("turn", other=PRINT(other)),
            width / 2,
            height * 0.87,
            width * 0.8,
            height * 0.04,
            1.5,
            anchor="middle",
            fill=SOFT,
        ),
    ]
    return "".join(drawn)


def _arrow(x: float, y: float, high: float, *, up: bool) -> str:
    half, tip = high / 2, high * 0.32
    way = -1 if up else 1
    d = f"M{x} {y - way * half}V{y + way * half}l{-tip} {-way * tip}M{x} {y + way * half}l{tip} {-way * tip}"
    return path(d, stroke=LACQUER, line=1.3)


def land_back(edition: Edition) -> str:
    """Land lies face up all game: its back says only that it is land."""
    width, height = edition.card
    return "".join(
        [
            ground(edition.card, "#ffffff" if edition.spare else SOIL),
            _frame(edition.card, SOFT),
            path(HILLS, stroke=SOFT, line=1.0, at=(width * 0.25, height / 2 - width * 0.15, width * 0.5 / 40)),
        ]
    )


def chip_face(edition: Edition, seat: int, sign_of: str) -> str:
    """A coin in the colour of its seat; the sign tells it apart without colour."""
    middle = CHIP / 2
    ink = SEATS[seat]
    metal, on = ("#ffffff", ink) if edition.spare else (ink, "#ffffff")
    drawn = [
        circle(middle, middle, middle + (0 if edition.spare else BLEED), fill=metal, stroke=ink if edition.spare else "none"),
        circle(middle, middle, middle - 1.7, stroke=on, line=0.35, dashes="0.9 0.9"),
        text(sign_of, middle, middle + CHIP * 0.185, CHIP * 0.52, MONO_BOLD, "middle", on),
    ]
    return "".join(drawn)


def aid_face(edition: Edition) -> str:
    """A round in four steps, and who owns what."""
    numbers = {"tricks": cards.TRICKS, "buildings": cards.BUILDINGS_PER_TRICK, "bonus": cards.LAND_BONUS}
    title, *steps, end, owner, points = (
        PRINT(f"aid_{key}", **numbers) for key in ("title", "1", "2", "3", "4", "end", "owner", "points")
    )
    parts = [f"# {title}", *steps, f"# {end}", owner, points]
    place = Box(5, 5, POKER.width - 10, POKER.height - 10)
    return (
        ground(POKER, "#ffffff" if edition.spare else PAPER_WHITE)
        + _frame(POKER, ACCENT)
        + column(parts, place, 2.7, 2.2, accent=ACCENT)
    )
