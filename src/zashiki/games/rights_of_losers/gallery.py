"""Everything printed for Rights of Losers: signs, land and the fifty buildings."""

from __future__ import annotations

from collections.abc import Iterator

from zashiki.core.rooms import Group, Thing
from zashiki.games.rights_of_losers import cards
from zashiki.games.rights_of_losers.screen.board import PLOT, faces
from zashiki.games.rights_of_losers.words.catalogue import WORDS, colour_name, named

# What a rim or an arrow says, and where the rules do.
_RIMS = {"owned": "ROL-38", "tied": "ROL-40", "would": "ROL-26"}
_DIRECTIONS = {"high": "ROL-14", "low": "ROL-31"}


def things() -> tuple[Group, ...]:
    """Everything printed."""
    return (
        Group(WORDS("gallery_signs"), tuple(_signs()), WORDS("gallery_reconstructed"), signs=True),
        Group(WORDS("gallery_land"), tuple(_land())),
        *(
            Group(WORDS("gallery_colour", name=colour_name(colour), goods=_goods(colour)), tuple(_buildings(colour)))
            for colour in range(cards.COLOUR_COUNT)
        ),
    )


def _goods(colour: int) -> str:
    goods = cards.COLOURS[colour].text("goods")
    return named(f"name_{goods}", goods)


def _thing(kind: str, key: str, title: str, text: str, clause: str, face: object) -> Thing:
    return Thing(key, title, text, clause, {"w": WORDS, "kind": kind, "thing": face, "side": PLOT})


def _signs() -> Iterator[Thing]:
    for key, clause in _DIRECTIONS.items():
        yield _thing("direction", key, WORDS(f"sign_{key}"), WORDS(f"about_{key}"), clause, key == "low")
    for key, clause in _RIMS.items():
        yield _thing("rim", key, WORDS(f"sign_{key}"), WORDS(f"about_{key}"), clause, key)
    for number, colour in enumerate(cards.COLOURS):
        key = colour.text("key")
        yield _thing("colour", key, colour_name(number), WORDS("about_colour"), "ROL-11", faces()[f"{key}1"])
    for seat, currency in enumerate(cards.CURRENCIES):
        key, face = currency.text("key"), (seat, currency.text("sign"))
        yield _thing("coin", key, named(f"name_{key}", currency.text("name")), WORDS("about_currency"), "ROL-42", face)


def _land() -> Iterator[Thing]:
    for land in cards.LANDS:
        key = land.text("key")
        words = WORDS("about_land_centre" if key == "land-centre" else "about_land")
        yield _thing("land", key, faces()[key].name, words, "ROL-44", key == "land-centre")


def _buildings(colour: int) -> Iterator[Thing]:
    for card in cards.CARD_IDS[colour * cards.NUMBERS : (colour + 1) * cards.NUMBERS]:
        face = faces()[card]
        yield _thing("card", card, face.name, WORDS("about_card", number=face.number), "ROL-43", face)
