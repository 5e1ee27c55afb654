"""What the paper of Saigo no Kane is drawn with: signs, clubs, portraits, pictures, patterns of the backs."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from zashiki.core.pieces import Edition, Size
from zashiki.drawing import faces
from zashiki.drawing.faces import tint
from zashiki.drawing.font import BOLD, SERIF
from zashiki.drawing.pictures import Pictures, Signs
from zashiki.drawing.shapes import PAPER, box, circle, path
from zashiki.drawing.text import INK, fitted
from zashiki.games.saigo_no_kane.screen.faces import CLUBS, Club

CARD = Size(45.0, 63.0)  # as drawn; a larger card of the same shape is the same drawing, scaled
ACCENT = "#7a4f1d"
BRONZE, CORK, SOFT, GOLD = "#7a4f1d", "#e6d5b3", "#5a5046", "#e0b23c"
HERE = Path(__file__).parent
PEOPLE = Pictures(HERE / "people.svg", line=1.6, side=100)
THINGS = Pictures(HERE / "things.svg", line=1.3, side=60)
SIGNS = Signs(HERE.parent / "screen" / "parts.html", "snk-")

# The colour and the pale shade of each club; items of no club are bronze.
CLUB_INKS = {
    "alpha-omega": ("#2a5c97", "#dbe7f4"),
    "alcantara": ("#733f8c", "#ecdff2"),
    "super-stars": ("#a67b00", "#faedc4"),
    "qltural-qlub": ("#37702f", "#deecd7"),
    "strength-honour": ("#8a2b3c", "#f3dde0"),
    "independent": ("#5b5b5b", "#e9e8e5"),
}
NO_CLUB = ("#7a4f1d", "#f1e4d0")
CLOTHES = {
    "alpha-omega": "coat",
    "alcantara": "blazer",
    "super-stars": "jacket",
    "qltural-qlub": "scarf",
    "strength-honour": "keikogi",
    "independent": "gakuran",
}
DECKS = {"blue": ("#2b4a78", "#dce5f1"), "orange": ("#b45309", "#f9e3cd")}

TYPE_INKS = {
    "popularity": "#b02a55",
    "yen": "#8a640c",
    "cards": "#2b4a78",
    "vote": "#231e19",
    "drama": "#8a3a86",
    "science": "#1f6a72",
    "sports": "#a34a12",
    "politics": "#31518f",
    "socialising": "#47692a",
    "art": "#9a3350",
}


@cache
def looks() -> dict[str, Any]:
    return tomllib.loads((HERE / "looks.toml").read_text(encoding="utf-8"))


def inks(club: Club | None) -> tuple[str, str]:
    """A club's colour and its pale shade."""
    return CLUB_INKS[club.key] if club else NO_CLUB


def mark(name: str, x: float, y: float, side: float, fill: str) -> str:
    """A sign centred on x, y, in one colour."""
    return SIGNS.put(name, x, y, side, fill)


def bell(edition: Edition, x: float, y: float, side: float) -> str:
    """The bell, in bronze and gold."""
    return SIGNS.put("bell", x, y, side, tint(edition, GOLD), stroke=BRONZE)


def token(kind: str, x: float, y: float, side: float) -> str:
    """The sign of a resource, centred on x, y: talents white on a disc, everything else bare. No two differ in colour alone."""
    ink = TYPE_INKS[kind]
    if kind in ("popularity", "yen", "cards", "vote"):
        return mark(kind, x, y, side, ink)
    return circle(x, y, side / 2, fill=ink) + mark(kind, x, y, side * 0.68, PAPER)


def emblem(edition: Edition, club: Club, x: float, y: float, side: float) -> str:
    """A club's sign on its colour, centred on x, y."""
    ink = inks(club)[0]
    fill, sign = (PAPER, ink) if edition.spare else (ink, PAPER)
    disc = circle(x, y, side / 2, fill=fill, stroke=sign, line=0.4)
    return disc + mark(club.sign, x, y, side * 0.6, sign)


def price(edition: Edition, kind: str, number: int, x: float, y: float, side: float) -> str:
    """A large heart or coin with a number in it, centred on x, y."""
    ink = TYPE_INKS[kind]
    fill, words = (PAPER, ink) if edition.spare else (ink, PAPER)
    if kind == "popularity":
        ground = SIGNS.put(kind, x, y, side, fill, stroke=PAPER if fill == ink else ink, line=0.9)
    else:
        ground = circle(x, y, side * 0.46, fill=fill, stroke=PAPER if fill == ink else ink, line=0.5)
        ground += circle(x, y, side * 0.39, stroke=words, line=0.25)
    return ground + fitted(str(number), x, y + side * 0.2, side * 0.6, side * 0.56, 2, SERIF, "middle", words)


def portrait(edition: Edition, key: str, club: Club, x: float, y: float, side: float, *, teacher: bool = False) -> str:
    """Somebody's head and shoulders, in the clothes of their club."""
    table = looks()
    hair, colour, eyes, mouth, *wears = table["looks"][key]
    clothes = "suit" if teacher else "sailor" if key in table["sailor"]["people"] else CLOTHES[club.key]
    parts = [f"{hair}-b", clothes, "head", f"eyes-{eyes}", f"mouth-{mouth}", f"{hair}-f", *wears]
    if "beard" in wears:
        parts.remove(f"mouth-{mouth}")
    ink, pale = inks(club)
    colours = {"hair": table["hair"][colour], "c": ink, "l": pale}
    return PEOPLE.put(*filter(PEOPLE.has, parts), x=x, y=y, side=side, colours=colours, spare=edition.spare)


def thing(edition: Edition, name: str, x: float, y: float, side: float, colours: tuple[str, str]) -> str:
    """A picture centred on x, y, in two shades of a colour."""
    given = {"c": colours[0], "l": colours[1]}
    return THINGS.put(name, x=x - side / 2, y=y - side / 2, side=side, colours=given, spare=edition.spare)


def amount(kind: str, number: int, x: float, y: float, side: float, plus: str = "") -> str:
    """A number and its sign, centred on x, y."""
    words = f"{plus}{number}"
    wide = BOLD.width(words, side * 0.82)
    left = x - (wide + side * 1.06) / 2
    return fitted(words, left, y + side * 0.3, wide + 0.1, side * 0.82, 1, BOLD) + token(kind, left + wide + side * 0.56, y, side)


# Patterns of the backs: width, height, ground, and what is drawn on it.
def _patterns() -> dict[str, tuple[float, float, str, str]]:
    clubs = "".join(
        mark(club.sign, 2.5 + 5 * (k % 3), 2.5 + 5 * (k // 3), 2.8, "#a98a5e") for k, club in enumerate(CLUBS.values())
    )
    bells = mark("bell", 2.5, 2.5, 3.2, "#7f98bd") + mark("bell", 7.5, 7.5, 3.2, "#7f98bd")
    suns = mark("bell", 2.5, 2.5, 3.2, "#e0a468") + mark("bell", 7.5, 7.5, 3.2, "#e0a468")
    return {
        "students": (15, 10, "#d8c39a", clubs),
        "items": (8, 8, "#cfd8c0", path("M0 4h8M4 0v8", stroke="#aebb97", line=0.4) + mark("yen", 4, 4, 3.2, "#9cab84")),
        "blue": (10, 10, "#a9bdd9", bells),
        "orange": (10, 10, "#f0c79a", suns),
        "board": (12, 6, "#4f7a63", path("M0 3h12M0 0h12", stroke="#5f8a73", line=0.3) + circle(6, 1.5, 0.5, fill="#86a896")),
        "cork": (9, 8, CORK, "".join(circle(x, y, 0.33, fill="#c9b286") for x, y in ((2, 2.2), (6.4, 5.6), (7.6, 1.4)))),
    }


def shapes(edition: Edition) -> str:
    """The patterns that faces refer to, and the sign of the box."""
    found = [faces.pattern(edition, f"snk-{name}", *given) for name, given in _patterns().items()]
    return "".join(found) + f'<symbol id="snk-bell" viewBox="0 0 20 20">{bell(edition, 10, 10, 18.4)}</symbol>'


def pattern(name: str) -> str:
    return f"url(#snk-{name})"


def plate(edition: Edition, words: str, x: float, y: float, width: float, height: float, colour: str) -> str:
    """A name on a band of colour."""
    fill, ink = (PAPER, INK) if edition.spare else (colour, PAPER)
    band = box(x, y, width, height, fill=fill, stroke=colour, line=0.4, round=1)
    return band + fitted(words, x + width / 2, y + height * 0.72, width - 2, height * 0.66, 2.2, SERIF, "middle", ink)
