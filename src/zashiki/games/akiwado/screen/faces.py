"""What the pieces of Akiwado look like: goods with their signs, and the faces of the dice."""

from __future__ import annotations

from dataclasses import dataclass

from zashiki.games.akiwado.cards import CARD_IDS, CARDS, FACE_COLOUR, FACES
from zashiki.games.akiwado.words.catalogue import card_name, named

Dots = tuple[tuple[int, int], ...]  # where they lie, on a square of side 30

_CENTRE, _CORNERS, _SIDES = ((15, 15),), ((8, 22), (22, 8), (8, 8), (22, 22)), ((8, 15), (22, 15))
_TWO = _CORNERS[:2]
DOTS: dict[int, Dots] = {
    1: _CENTRE,
    2: _TWO,
    3: _TWO + _CENTRE,
    4: _CORNERS,
    5: _CORNERS + _CENTRE,
    6: _CORNERS + _SIDES,
}


@dataclass(frozen=True)
class Good:
    """A kind of card: its colour, what it stands for, and the dots of its pip."""

    key: str
    sign: str
    dots: Dots
    _goods: str  # in English

    @property
    def name(self) -> str:
        """Its colour, in the reader's language."""
        return card_name(CARD_IDS.index(self.key))

    @property
    def goods(self) -> str:
        return named(f"name_goods_{self.key}", self._goods)


@dataclass(frozen=True)
class Die:
    """A face of a die, and the goods it pays; None where it pays everybody."""

    face: int
    dots: Dots
    pays: Good | None


GOODS = {
    card.text("key"): Good(card.text("key"), card.text("sign"), DOTS.get(card.number("pip"), ()), card.text("goods"))
    for card in CARDS
}
_BY_KIND = tuple(GOODS.values())
DICE = {
    face: Die(face, DOTS[face], None if FACE_COLOUR[face] < 0 else _BY_KIND[FACE_COLOUR[face]]) for face in range(1, FACES + 1)
}
