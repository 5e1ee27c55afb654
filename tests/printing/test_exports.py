"""Single pieces and decks for other programs: whole, in the pixels they ask for, and without need of a font."""

from __future__ import annotations

import json
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from tests.printing.support import collected, every_printable, smallest
from zashiki.core.errors import BadOption
from zashiki.core.game import AnyGame
from zashiki.core.pieces import BLEED
from zashiki.printing.exports import export
from zashiki.printing.order import Order

SVG = "{http://www.w3.org/2000/svg}"


@every_printable
def test_every_piece_is_a_file_with_its_bleed(game: AnyGame) -> None:
    collection = collected(smallest(game))
    files = dict(export(collection, "pieces"))
    for piece in collection.pieces:
        assert (f"{piece.key}-back.svg" in files) == (piece.back is not None)
        root = ElementTree.fromstring(files[f"{piece.key}.svg"])
        bleed = 0 if piece.cut == "page" else BLEED
        assert root.get("width") == f"{piece.size.width + 2 * bleed:.3f}mm"
        assert not list(root.iter(f"{SVG}text"))
        named = {thing.get("id") for thing in root.iter() if thing.get("id")}
        assert {str(use.get("href"))[1:] for use in root.iter(f"{SVG}use")} <= named, piece.key


@pytest.mark.parametrize(("service", "pixels"), [("gamecrafter", (825, 1125)), ("makeplayingcards", (822, 1122))])
def test_a_printing_service_gets_the_pixels_it_asks_for(service: str, pixels: tuple[int, int]) -> None:
    files = export(collected(Order("rights-of-losers", 3)), service)
    name, data = next(files)
    assert name == "r1.png"
    width, height = Image.open(BytesIO(data)).size
    assert abs(width - pixels[0]) <= 1
    assert abs(height - pixels[1]) <= 1


def test_a_deck_for_a_virtual_tabletop_has_every_card_and_a_place_for_the_back() -> None:
    files = dict(export(collected(Order("rights-of-losers", 3, ink="spare", parts=("pieces",))), "tabletop"))
    about = json.loads(files["deck-1.json"])
    assert len(about["cards"]) == 55
    assert about["NumWidth"] == 10
    assert about["NumHeight"] == 6
    assert about["UniqueBack"]  # land has its own
    front, back = (Image.open(BytesIO(files[name])).convert("RGB") for name in ("deck-1.png", "deck-1-backs.png"))
    assert front.size == back.size
    assert front.width == 4096
    wide, high = front.width / 10, front.height / 6
    last = (round(9 * wide) + 2, round(5 * high) + 2, round(10 * wide) - 2, round(6 * high) - 2)
    assert len(set(front.crop(last).resize((8, 12)).getcolors() or [])) > 1


def test_another_kind_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadOption, match="exported as"):
        export(collected(Order("rights-of-losers", 3)), "plaster")
