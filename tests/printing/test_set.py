"""A printed set, read back from its PDF: every component in its number, no word near a cut, fonts embedded, codes readable."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html import unescape
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.printing.support import MM, collected, document, every_count, every_printable, every_set, raster, smallest
from tests.printing.test_faces import AKIWADO, IDOLS, SAIGO
from zashiki.core.game import AnyGame
from zashiki.core.record import read_kifu, replay
from zashiki.games import GAMES
from zashiki.printing.codes import divided
from zashiki.printing.layout import Side
from zashiki.printing.order import Order, has_boards, paper_link, paper_table
from zashiki.printing.pages import pages_of

# The component lists of the specifications, counted by hand.
COMPONENTS = {
    ("rights-of-losers", 3): {"building": 50, "land": 5, "chip": 30, "field": 1},
    ("rights-of-losers", 4): {"building": 50, "land": 5, "chip": 40, "field": 1},
    ("rights-of-losers", 5): {"building": 50, "land": 5, "chip": 50, "field": 1},
    ("kazoku-scribe", 2): {"shogun": 1, "village": 2},
    ("kazoku-scribe", 4): {"shogun": 1, "village": 4},
    **{("akiwado", players): AKIWADO | custom for players, custom in ((3, {}), (4, {"custom": 1}), (5, {"custom": 2}))},
    **{
        ("idol-conclave", players): IDOLS | {"votes": 7 * players, "counters": 9 * players, "summaries": players}
        for players in (3, 4, 5)
    },
    **{("saigo-no-kane", players): SAIGO | {"talents": 6 * pool} for players, pool in ((2, 9), (3, 12), (4, 12))},
}
NEAREST = 1.4  # millimetres from a cut to the nearest letter: knives slip by one


@every_count
def test_every_component_of_the_rules_is_there_in_its_number(game: AnyGame, players: int) -> None:
    order = Order(game.id, players, seed=7)
    listed = {part.key: part.count for part in game.sheets.components(order.edition)}  # type: ignore[union-attr]
    assert listed == COMPONENTS[game.id, players]
    made = Counter[str]()
    for section in collected(order).sections:
        for front, _ in section.sheets:
            for placed in front.placed:
                first = placed.window is None or placed.window[:2] == (0, 0)
                made[placed.piece.component] += first and not placed.back
    del made[""]
    assert made == listed
    keys = [piece.key for piece in collected(order).pieces]
    assert len(keys) == len(set(keys))


def letters(text: str) -> Counter[str]:
    return Counter(letter for letter in text if not letter.isspace())


@pytest.mark.slow
@every_count
def test_every_page_of_the_pdf_holds_the_letters_of_its_pieces_and_the_line_below_them(game: AnyGame, players: int) -> None:
    order = Order(game.id, players, seed=7, parts=("pieces", "boards"))
    sides = [side for section in collected(order).sections for sheet in section.sheets for side in sheet]
    pages = document(order)
    assert len(pages) == len(sides)
    for side, page in zip(sides, pages, strict=True):
        if any(placed.window for placed in side.placed):
            continue  # a part of a board
        drawn = [placed.piece.back or "" if placed.back else placed.piece.front for placed in side.placed]
        said = [
            unescape(re.sub("<[^>]*>", "", text)) for face in drawn for text in re.findall(r"<text.*?</text>", face, re.DOTALL)
        ]
        expected, found = letters("".join(said)), letters(page.get_textpage().get_text_range())
        assert not expected - found
        assert sum((found - expected).values()) < 60


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_pdf_holds_fifty_buildings_and_the_chips_of_every_player(players: int) -> None:
    words = "".join(
        page.get_textpage().get_text_range() for page in document(Order("rights-of-losers", players, parts=("pieces",)))
    )
    for name in ("Red · hotel", "Yellow · shop", "Green · park", "Blue · office", "Purple · theatre"):
        assert words.count(name) == 10
    assert words.count("for sale") == 4
    assert words.count("High wins") == words.count("Low wins") == 2  # a face, and a hint on the other one
    for k, sign in enumerate("$€¥£₣"):
        assert words.count(sign) == (10 if k < players else 0)


@pytest.mark.parametrize(("players", "battle", "dungeon"), [(2, 21, (8, 9, 6)), (4, 40, (16, 17, 10))])
def test_the_pages_show_as_many_icons_as_the_rules_say(players: int, battle: int, dungeon: tuple[int, int, int]) -> None:
    army, treasure, find = dungeon
    shogun = next(piece for piece in collected(Order("kazoku-scribe", players, seed=3)).pieces if piece.key == "shogun")
    shown = Counter(re.findall(r'href="#kzs-([\w-]+)"', shogun.front))
    lanes = treasure
    for name in ("soldier", "archer", "supply"):
        assert shown[name] == battle + army + 1  # the last one is the legend's
    for name in ("coin", "jade", "silk"):
        assert shown[name] == treasure + lanes + 1
    for name in ("bridge", "shield", "tailoring"):
        assert shown[name] == find + 1
    village = next(piece for piece in collected(Order("kazoku-scribe", players, seed=3)).pieces if piece.key == "village-0")
    shown = Counter(re.findall(r'href="#kzs-([\w-]+)"', village.front))
    needed = Counter(house=11, tree=13, tower=6, gate=1)  # of the seven actions
    for name, copies in (("house", 25), ("tree", 25), ("tower", 13), ("gate", 1)):
        assert shown[name] == copies + needed[name] + 1


@every_set
def test_no_letter_is_cut_off_or_near_a_cut(order: Order, language: str) -> None:
    """Where PDFium finds letters, against where we put pieces."""
    collection, pages = collected(order, language), iter(document(order, language))
    rules = len(document(order, language)) - sum(len(collection.sides(section)) for section in collection.sections)
    assert 1 <= rules <= 4
    for section in collection.sections:
        for _ in range(rules if section.booklet else 0):
            next(pages)
        for side in collection.sides(section):
            words = next(pages).get_textpage()
            for left, bottom, right, top in [words.get_charbox(k) for k in range(words.count_chars())]:
                if right - left > 0.01 and top - bottom > 0.01:
                    across, down = (left / MM, right / MM), (order.size.height - top / MM, order.size.height - bottom / MM)
                    assert is_safe(side, across, down, order.size.height), (side.name, across, down)
    assert next(pages, None) is None


def is_safe(side: Side, across: tuple[float, float], down: tuple[float, float], height: float) -> bool:
    if down[0] > height - 9 and across[0] < 100:  # the note below
        return True
    for placed in side.placed:
        (wide, high), x, y = placed.size, placed.x, placed.y
        if placed.window:  # a board goes on where the paper ends
            (wide, high), x, y = placed.piece.size, x - placed.window[0], y - placed.window[1]
        slack = -0.3 if placed.piece.cut == "page" else NEAREST  # a j reaches out a little to the left
        if x + slack <= across[0] and across[1] <= x + wide - slack and y + slack <= down[0] and down[1] <= y + high - slack:
            return True
    return False


@every_set
def test_every_font_is_embedded_and_one_of_ours(order: Order, language: str) -> None:
    from pypdfium2 import raw

    from zashiki.drawing.font import ALL

    ours = {font.family.replace(" ", "") for font in ALL} | {"DejaVuSansMono"}
    fonts: dict[str, bool] = {}
    for page in document(order, language):
        for thing in page.get_objects(max_depth=8):
            if thing.type == raw.FPDF_PAGEOBJ_TEXT:
                font = raw.FPDFTextObj_GetFont(thing)
                fonts[base_name(raw, font)] = bool(raw.FPDFFont_GetIsEmbedded(font))
    assert fonts
    assert all(fonts.values()), fonts
    assert {name.partition("+")[2].partition("-")[0] for name in fonts} <= ours


def base_name(raw: Any, font: Any) -> str:
    import ctypes

    room = ctypes.create_string_buffer(200)
    raw.FPDFFont_GetBaseFontName(font, room, 200)
    return room.value.decode()


@every_set
def test_the_outline_names_every_section_and_the_file_is_small(order: Order, language: str) -> None:
    pdf = document(order, language)
    assert [mark.get_title() for mark in pdf.get_toc()] == [section.title for section in collected(order, language).sections]
    assert len(pdf) % 2 == 0
    saved = BytesIO()
    pdf.save(saved)
    assert saved.tell() < 15_000_000


@every_printable
def test_copies_repeat_the_whole_set(game: AnyGame) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    from zashiki.printing.pdf import to_pdf

    order = replace(smallest(game), parts=("aids",))
    once, twice = (len(pdfium.PdfDocument(to_pdf(collected(order), copies))) for copies in (1, 2))
    assert twice == 2 * once


@every_printable
def test_the_codes_open_the_same_game(game: AnyGame) -> None:
    """By a decoder that had no part in making them, from a raster of 150 dpi."""
    zxing = pytest.importorskip("zxingcpp")
    options = (("villages", "different"),) if has_boards(game) else ()  # the most there is to put into codes
    order = Order(game.id, max(game.seats), seed=11, options=options, parts=("boards", "record"))
    found = [
        [code.text for code in sorted(zxing.read_barcodes(raster(page, 150)), key=lambda code: code.position.top_left.x)]
        for page in document(order)
    ]
    pages = [codes for codes in found if codes]
    record = "".join(pages[-1])  # the record sheet has them all
    assert replay(read_kifu(record), GAMES).state == paper_table(game, order.players, order.seed, dict(options)).state
    if has_boards(game):
        assert len(pages) >= 1 + order.players
        assert all(code in record for codes in pages for code in codes)
    there = replace(order, server="https://zashiki.example/", parts=("record",))
    codes = {code.text for page in document(there) for code in zxing.read_barcodes(raster(page, 150))}
    assert codes == {paper_link(there)}


@pytest.mark.parametrize("length", [1, 40, 499, 500, 501, 1700])
def test_a_long_text_is_divided_between_lines(length: int) -> None:
    text = "".join(f"{'x' * 40}{k}\n" for k in range(length // 40 + 1))
    parts = divided(text)
    assert "".join(parts) == text
    assert all(len(part) <= 500 for part in parts)
    assert len(parts) <= len(text) // 500 + 2


@every_printable
@pytest.mark.parametrize("language", ["ja"])
def test_a_page_for_looking_at_is_the_page_that_is_printed(game: AnyGame, language: str) -> None:
    """Words as shapes, drawn by our own measures, against words as text, drawn by Typst."""
    from PIL import Image, ImageChops, ImageStat

    from zashiki.printing.pdf import to_png

    order = replace(smallest(game), parts=("aids", "label"))
    collection = collected(order, language)
    for page in pages_of(collection):
        if page.side is not None and not page.blank:
            root = ElementTree.fromstring(page.svg)
            assert root.get("width") == f"{order.size.width}mm"
            assert not list(root.iter("{http://www.w3.org/2000/svg}text"))
            drawn = [
                Image.open(BytesIO(to_png(svg, order.size.width, order.size.height, 100))).convert("L")
                for svg in (page.svg, collection.draw(page.side))
            ]
            assert ImageStat.Stat(ImageChops.difference(*drawn)).mean[0] < 0.5


@every_printable
def test_saving_ink_leaves_the_paper_white_and_every_word_in_place(game: AnyGame) -> None:
    parts = ("aids", "label") if has_boards(game) else ("pieces",)
    full, spare = (replace(smallest(game), ink=ink, parts=parts) for ink in ("full", "spare"))
    white = [sum(raster(document(order)[k], 40).histogram()[255] for k in range(2)) for order in (full, spare)]
    assert white[1] > white[0]
    words = [[page.get_textpage().get_text_range() for page in document(order)] for order in (full, spare)]
    assert words[0] == words[1]
