"""What the paper of Idol Conclave is drawn with: the idols, the colours of the players, patterns of the backs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from zashiki.core.cards import Entry
from zashiki.core.pieces import Edition, Size
from zashiki.drawing import faces
from zashiki.drawing.faces import tint
from zashiki.drawing.pictures import Pictures, Signs
from zashiki.drawing.shapes import box, circle, path
from zashiki.games.idol_conclave import cards
from zashiki.games.idol_conclave.words.catalogue import PRINT, name_of

CARD = Size(45.0, 63.0)  # as drawn; a larger card of the same shape is the same drawing, scaled
ACCENT = "#8e2a63"
GOLD, NIGHT, SOFT = "#e6b93f", "#2b2140", "#5a5046"
IDOLS = Pictures(Path(__file__).with_name("idols.svg"), line=1.6, side=100)
THINGS = Pictures(Path(__file__).with_name("things.svg"), line=1.3, side=60)
SIGNS = Signs(Path(__file__).parents[1] / "screen" / "parts.html", "idl-")


@dataclass(frozen=True)
class Idol:
    """One of the six: her colour, its pale shade, and how she looks into the room."""

    key: str
    name: str
    sign: str
    colour: str
    pale: str
    parts: tuple[str, ...]


_LOOKS = {
    "akaneru": ("#c8562f", "#f8ded3", "dress-bow", "eyes-open", "mouth-open"),
    "kana-chan": ("#c2507f", "#f7dbe7", "dress-bow", "eyes-wink", "mouth-smile"),
    "sayayaya": ("#3a7ca3", "#d6e9f3", "dress-star", "eyes-open", "mouth-small"),
    "tanimie": ("#5f8a2e", "#e2eecf", "dress-bow", "eyes-glad", "mouth-open"),
    "nakonako": ("#6a57ab", "#e4dff5", "dress-star", "eyes-calm", "mouth-small"),
    "marisan": ("#a97d1f", "#f5e6c2", "dress-star", "eyes-open", "mouth-smile"),
}


def idols() -> tuple[Idol, ...]:
    """The six idols, named in the reader's language."""
    return tuple(_idol(entry) for entry in cards.IDOLS)


def _idol(entry: Entry) -> Idol:
    key = entry.text("key")
    colour, pale, dress, eyes, mouth = _LOOKS[key]
    parts = (f"{key}-b", dress, "head", eyes, mouth, f"{key}-f")
    return Idol(key, name_of(entry), entry.text("sign"), colour, pale, parts)


@dataclass(frozen=True)
class Colour:
    """A player's colour; each has a sign, so that no colour has to be told from another."""

    key: str
    sign: str
    ink: str
    pale: str

    @property
    def name(self) -> str:
        return PRINT(f"colour_{self.key}")


_INKS = {
    "red": ("#b5362b", "#f7dcd7"),
    "blue": ("#2d5fa6", "#d9e5f5"),
    "green": ("#37752f", "#dcecd6"),
    "yellow": ("#b08400", "#f8ebbd"),
    "white": ("#8a8378", "#fbfaf7"),
}
COLOURS = tuple(Colour(entry.text("key"), entry.text("sign"), *_INKS[entry.text("key")]) for entry in cards.COLOURS)
NEUTRAL = Colour("neutral", "", "#6b6259", "#fffdf6")
RAINBOW = ("#b5362b", "#d98a1f", "#c9ad1d", "#37752f", "#2d5fa6", "#6a57ab")

# Signs that the screen does not have, on 20 x 20.
_OWN_SIGNS = {
    "keyhole": "M10 1.500a5.500 5.500 0 0 1 2.600 10.300L15 18.500H5l2.400-6.700A5.500 5.500 0 0 1 10 1.500z",
    "bolt": "M12 0 3 11.500h5.500L6.500 20 17 7.500h-6z",
}


def mark(name: str, x: float, y: float, side: float, fill: str) -> str:
    """A sign centred on x, y, in one colour."""
    if name in _OWN_SIGNS:
        return path(_OWN_SIGNS[name], fill=fill, at=(x - side / 2, y - side / 2, side / 20))
    return SIGNS.put(name, x, y, side, fill)


# Patterns of the backs and of the stage: width, height, ground, and what is drawn on it.
def _patterns() -> dict[str, tuple[float, float, str, str]]:
    stripe = "".join(
        box(x, 0, 1.5, 6, fill=fill) for x, fill in ((0, "#a4477c"), (1.5, "#96356e"), (3, "#a4477c"), (4.5, "#b25c8d"))
    )
    cloud = path("M0 5a2.500 2.500 0 0 1 5 0a2.500 2.500 0 0 1 5 0", fill="#6d7688", stroke="#4e5666", line=0.3)
    drops = path("M2 6.500l-.8 2M7 6.500l-.8 2M4.500 8.500l-.6 1.300", stroke="#b9c2d2", line=0.35)
    return {
        "curtain": (6, 6, "#9d3f75", stripe),
        "storm": (10, 10, "#5b6375", cloud + drops),
        "secret": (9, 9, "#4a3d6b", mark("keyhole", 2.6, 2.6, 3.2, "#6e6093") + mark("keyhole", 7.1, 7.1, 3.2, "#6e6093")),
        "cheer": (9, 9, "#e8b9cd", mark("star", 2.4, 2.4, 3, "#d890ae") + mark("ribbon", 6.9, 6.9, 3.2, "#d890ae")),
        "lights": (10, 10, "#f2dfa6", circle(2.5, 2.5, 1.5, fill="#e4c468") + mark("star", 7.5, 7.5, 3.2, "#e4c468")),
    }


def shapes(edition: Edition) -> str:
    """The patterns that faces refer to, and the sign of the box."""
    star = SIGNS.put("star", 10, 10, 18, tint(edition, GOLD), stroke=ACCENT)
    found = [faces.pattern(edition, f"idl-{name}", *given) for name, given in _patterns().items()]
    return "".join(found) + f'<symbol id="idl-star" viewBox="0 0 20 20">{star}</symbol>'


def pattern(name: str) -> str:
    return f"url(#idl-{name})"


def portrait(edition: Edition, idol: Idol, x: float, y: float, side: float) -> str:
    colours = {"c": idol.colour, "l": idol.pale}
    return IDOLS.put(*idol.parts, x=x, y=y, side=side, colours=colours, spare=edition.spare)


def thing(edition: Edition, name: str, x: float, y: float, side: float, **colours: str) -> str:
    """A picture centred on x, y."""
    return THINGS.put(name, x=x - side / 2, y=y - side / 2, side=side, colours=colours, spare=edition.spare)
